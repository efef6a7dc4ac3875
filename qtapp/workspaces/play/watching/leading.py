"""Leads the eye to the place that a decision is about, where that is out of sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from maps.hexgrid import Hex
from qtapp.app.bridge import GameBridge
from qtapp.app.first_look import first_look
from qtapp.board.view import MapView
from qtapp.workspaces.play.offers import Offer


class Leading:
    """Brings the hex into view that a new decision is about, or the first of those it is between,
    which are lit. ``answers`` gives the answers that are shown, ``light`` lights hexes,
    ``is_led`` says whether the board follows the automatic player or the log.
    """

    def __init__(
        self,
        bridge: GameBridge,
        view: MapView,
        answers: Callable[[], Sequence[Offer]],
        light: Callable[[tuple[Hex, ...]], None],
        is_led: Callable[[], bool],
    ) -> None:
        self._bridge, self._view = bridge, view
        self._answers, self._light, self._is_led = answers, light, is_led
        self._asked: tuple[str, Hex | None] | None = None

    def begin(self) -> None:
        """Look at a game for the first time, and at what is to be decided in it."""
        if self._bridge.is_open:
            first_look(self._view, self._bridge)
            self._asked = None
            self.lead()

    def lead(self) -> None:
        """Follow a decision of a player at the table, unless it is the one of before."""
        asked = self._question()
        if asked == self._asked or self._is_led():
            return
        self._asked = asked
        if asked is None:
            return
        between = _places_of(self._answers())
        if between:
            self._light(between)
        for at in (asked[1], *between[:1]):
            if at is not None:
                self._view.ensure_hex_visible(at)
                return

    def _question(self) -> tuple[str, Hex | None] | None:
        """What a player at the table is asked, and about which hex; None while nobody is."""
        view = self._bridge.view if self._bridge.player_decides else None
        return None if view is None else (view.prompt, view.where)


def _places_of(offers: Iterable[Offer]) -> tuple[Hex, ...]:
    """The hexes that a decision is between: all its answers are about one, and about no unit."""
    hexes = []
    for offer in offers:
        if offer.closing:
            continue
        if offer.hex is None or offer.action.who():
            return ()
        hexes.append(offer.hex)
    return tuple(dict.fromkeys(hexes))
