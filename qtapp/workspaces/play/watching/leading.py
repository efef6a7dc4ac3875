"""Leads the eye to the place that a decision is about, where that is out of sight."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF

from maps.hexgrid import Hex
from qtapp.app.bridge import GameBridge
from qtapp.app.first_look import first_look, look_at_start
from qtapp.board.items.fight import fight_of
from qtapp.board.view import MapView

FEW = 0.1
"""Part of a side's units that must show as its first phase begins."""


class Leading:
    """Brings the hex into view that a new decision is about, those it is between, or those of the
    units of which some must be chosen; they are lit for as long as it is asked, but for one that is
    fought for, which has marks of its own.
    ``light`` lights hexes, ``is_led`` says whether the board follows the automatic player or the
    log.
    """

    def __init__(
        self,
        bridge: GameBridge,
        view: MapView,
        light: Callable[[tuple[Hex, ...]], None],
        is_led: Callable[[], bool],
    ) -> None:
        self._bridge, self._view = bridge, view
        self._light, self._is_led = light, is_led
        self._asked: tuple[str, Hex | None] | None = None
        self._sets_up, self._looks = "", False

    def begin(self) -> None:
        """Look at a game for the first time, and at what is to be decided in it."""
        if self._bridge.is_open:
            first_look(self._view, self._bridge)
            self._asked, self._sets_up, self._looks = None, self._setting_up(), False
            self.lead()

    def lead(self) -> None:
        """Light what a player at the table decides between; bring it into view, unless the decision
        is the one of before.
        """
        if self._is_led():
            return
        asked, before = self._question(), self._asked
        self._asked = asked
        if asked is None:
            return
        offers = self._bridge.offers
        between = offers.between() or (offers.standing() if asked[1] is None else ())
        lit = between or self._apart()
        if lit:
            self._light(lit)
        if asked == before:
            return
        if (side := self._setting_up()) != self._sets_up:
            self._sets_up, self._looks = side, True
        if self._looks and asked[1] is None and not between:
            self._looks = False
            if not self._shows_side():
                look_at_start(self._view, self._bridge, self._view.hex_px)
        if asked[1] is not None:
            self._view.show_hexes((asked[1],))
        else:
            self._show_between(between[::-1])

    def _show_between(self, hexes: tuple[Hex, ...]) -> None:
        """Bring the hexes that a decision is between into view; where they do not fit, one that
        shows is enough, such as the sector where one fights.
        """
        board, part = self._view.board.board, self._view.visible_rect
        if board is None or not hexes:
            return
        around = QRectF()
        for at in hexes:
            around = around.united(board.shape.hex_rect(at, 0))
        fits = around.width() <= part.width() and around.height() <= part.height()
        if fits or not any(part.contains(QPointF(*board.shape.centre(at))) for at in hexes):
            self._view.show_hexes(hexes)

    def _apart(self) -> tuple[Hex, ...]:
        """The hex that the decision is about where nobody is fought, such as one at sea."""
        at = self._bridge.view.where
        return () if at is None or fight_of(self._bridge).at is not None else (at,)

    def _setting_up(self) -> str:
        """The side that sets up now, '' in play."""
        bridge = self._bridge
        return bridge.view.side if bridge.rules.setting_up(bridge.state) else ""

    def _shows_side(self) -> bool:
        """Whether more than a few units of the side to decide show."""
        bridge, board, part = self._bridge, self._view.board.board, self._view.visible_rect
        places = [
            counter.at
            for counter in bridge.counters
            if isinstance(counter.at, Hex)
            and bridge.rules.owner(bridge.state, counter.unit) == bridge.view.side
        ]
        if board is None or not places:
            return False
        shown = sum(part.contains(QPointF(*board.shape.centre(at))) for at in places)
        return shown >= FEW * len(places)

    def _question(self) -> tuple[str, Hex | None] | None:
        """What a player at the table is asked, and about which hex; None while nobody is."""
        view = self._bridge.view if self._bridge.player_decides else None
        return None if view is None else (view.prompt, view.where)
