"""Leads the eye to the place that a decision is about, where that is out of sight."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from maps.hexgrid import Hex
from maps.model import GameMap
from qtapp.app.bridge import GameBridge
from qtapp.app.first_look import first_look
from qtapp.board.view import MapView
from qtapp.workspaces.play.offers import Offer

LABEL = re.compile(r"(?<![\w:])(?:\w{1,3}:)?\d{4}(?!\w)")
"""What the printed number of a hex looks like in a sentence, with its sheet or without."""


def places_in(sentence: str, board: GameMap) -> tuple[Hex, ...]:
    """The hexes of a board whose printed numbers stand in a sentence."""
    found = []
    for label in LABEL.findall(sentence):
        try:
            at = board.parse_label(label)
        except ValueError:  # no hex has it, or several do
            continue
        if at in board:
            found.append(at)
    return tuple(dict.fromkeys(found))


class Leading:
    """Brings the hex into view that a new decision names, or the first of those it is between,
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
        self._asked = ""

    def begin(self) -> None:
        """Look at a game for the first time, and at what is to be decided in it."""
        if self._bridge.is_open:
            first_look(self._view, self._bridge)
            self._asked = ""
            self.lead()

    def lead(self) -> None:
        """Follow a decision of a player at the table, unless it is the one of before."""
        asked = self._bridge.view.prompt if self._bridge.player_decides else ""
        if asked == self._asked or self._is_led():
            return
        self._asked = asked
        named = places_in(asked, self._bridge.game.scenario.map) if asked else ()
        between = () if named or not asked else _places_of(self._answers())
        if between:
            self._light(between)
        for at in (*named, *between)[:1]:
            self._view.ensure_hex_visible(at)


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
