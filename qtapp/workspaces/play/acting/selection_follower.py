"""Keeps the selection with its units after each step, and takes up the one that must decide."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.state import Location, Piece
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.board.selection import Selection
from qtapp.workspaces.play.offers import Offers, counters_at

STACK = 9
"""So many acts of each kind are looked at for whom a decision is about."""


def only_units(offers: Offers, pieces: Mapping[UnitId, Piece]) -> tuple[UnitId, ...]:
    """The one unit that must decide, or the units of one hex that go somewhere: all there is is
    about them, and nothing can be ended. Which of several takes a loss is theirs to choose.
    """
    found: dict[UnitId, Location | None] = {}
    goes = True
    for offer in () if offers.can_close() else offers.everything(STACK):
        who = offer.action.who()
        goes = goes and offer.action.where() is not None
        found |= {unit: pieces[unit].at if unit in pieces else None for unit in who}
        places = list(set(found.values()))
        is_together = goes and len(places) == 1 and isinstance(places[0], Hex)
        if not who or (len(found) > 1 and not is_together):
            return ()
    return tuple(found)


class SelectionFollower:
    """Moves the selection as the game goes on."""

    def __init__(self, bridge: GameBridge, selection: Selection) -> None:
        self._bridge = bridge
        self._selection = selection
        self._last: int | None = None
        self._waited = ""
        self._phase: object = None
        bridge.opened.connect(self._begin)

    def _begin(self) -> None:
        self._last, self._waited = self._bridge.game.log.current, self._bridge.waiting
        self._phase = self._phase_now()

    def _phase_now(self) -> object:
        state = self._bridge.state
        return state.turn, state.phase, state.active

    def attend(self) -> None:
        """Select the one unit that must decide, or the stack, if there is one."""
        unit = self._selection.unit
        if self._bridge.player_decides and not (unit and self._bridge.offers.can_act(unit)):
            only = only_units(self._bridge.offers, self._bridge.state.pieces)
            piece = self._bridge.state.pieces.get(only[0]) if only else None
            if piece is not None:
                self._selection.select(piece.at, only[0], only if len(only) > 1 else ())

    def follow(self) -> None:
        """Go on with the selected unit where it is now, or with the place it has left; with nothing
        where others begin to wait that must be placed and it can do nothing: these are listed then,
        in place of a hex that was left selected, too.
        In another phase with its place alone, or a click on other units would send it to them.
        """
        unit, place = self._selection.unit, self._selection.place
        log, last = self._bridge.game.log, self._last
        is_undo, self._last = last is not None and not log.follows(last), log.current
        waited, self._waited = self._waited, self._bridge.waiting
        phase, self._phase = self._phase, self._phase_now()
        if self._waited and not (waited or is_undo) and self._must_go_on_without(unit):
            self._selection.clear()
            return
        if unit is None:
            return
        shown = (counter.at for counter in self._bridge.counters if counter.unit == unit)
        at = next(shown, None)  # one that drops is over its hex, though it stands in none
        if at is None:
            self._selection.select(place)
        elif at != place and isinstance(place, str) and place == self._bridge.waiting:
            self._next_waiting(place)
        elif self._has_gone(at, is_undo) or (phase != self._phase and not is_undo):
            self._selection.select(place)
        else:
            self._selection.select(at, unit, self._still_together())

    def _must_go_on_without(self, unit: UnitId | None) -> bool:
        offers = self._bridge.offers
        return not (offers.can_close() or (unit is not None and offers.can_act(unit)))

    def _still_together(self) -> tuple[UnitId, ...]:
        """The units of the group that can still do something, while its leader can; all that are
        left while a die is due, for it may be about what they do.
        """
        units = self._selection.units
        if self._bridge.view.chance is not None:
            return tuple(unit for unit in units if unit in self._bridge.state.pieces)
        if not self._bridge.player_decides or not self._bridge.offers.can_act(units[0]):
            return ()
        return tuple(unit for unit in units if self._bridge.offers.can_act(unit))

    def _has_gone(self, at: Location, is_undo: bool) -> bool:
        """Whether the selected unit has left the board, and not to wait again as a step is undone
        or as it is set up.
        """
        bridge = self._bridge
        if not isinstance(at, str) or at == self._selection.place:
            return False
        waits = at == bridge.waiting and (is_undo or bridge.rules.setting_up(bridge.state))
        return at not in bridge.game.scenario.map.boxes and not waits

    def _next_waiting(self, place: Location) -> None:
        """Choose who waits next behind those that were placed, in the order of battle."""
        bridge = self._bridge
        order = bridge.game.scenario.oob.units
        waits = {counter.unit for counter in counters_at(bridge.counters, place)}
        names = list(order)
        placed = [names.index(unit) for unit in self._selection.units if unit in order]
        start = max(placed, default=-1) + 1
        in_turn = [unit for unit in (*names[start:], *names[:start]) if unit in waits]
        in_turn.sort(key=lambda unit: order[unit].side != bridge.view.side)
        self._selection.select(place, next(filter(bridge.offers.can_act, in_turn), None))
