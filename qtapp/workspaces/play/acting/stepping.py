"""From unit to unit by keys: the next one, the whole stack, a formation, and who stays behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from engine.core.state import Location
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.workspaces.play.acting.ending import Noting
from qtapp.workspaces.play.acting.group import Group


class Stepper(Protocol):
    """What going from unit to unit needs of who plays on the board."""

    group: Group

    @property
    def noted(self) -> Noting:
        """Carries a sentence to the person who plays."""

    def select_place(self, place: Location) -> None:
        """Select a place with its units."""

    def select_unit(self, unit: UnitId) -> None:
        """Select a unit and bring it into view."""

    def refresh_overlays(self) -> None:
        """Show what is selected, and marked, on the board."""


class Stepping:
    """Selects units one after the other; ``onward`` is how the player last went on."""

    def __init__(self, bridge: GameBridge, player: Stepper) -> None:
        self._bridge = bridge
        self._player = player
        self.onward: Callable[[], None] = self.next_unit

    def next_unit(self, step: int = 1) -> None:
        """Select the next unit (or the one before) that can do something, place by place."""
        group, self.onward = self._player.group, self.next_unit
        unit = group.next_able(step)
        if unit is not None:
            self._player.select_unit(unit)
        elif group.holding.units:
            self._player.noted.emit("Nobody else can act; the others stay where they are.")

    def next_in_stack(self) -> None:
        """Select the next unit of the selected place."""
        group = self._player.group
        place = group.selection.place
        if place is not None and self._bridge.is_open:
            self.take(place, group.next_in_stack(place))

    def take(self, place: Location, units: tuple[UnitId, ...] | None) -> None:
        """Select some units of a place, the first of them leading; None leaves all as it is."""
        if units is not None:
            self._player.group.selection.select(place, next(iter(units), None), units)

    def whole_stack(self) -> None:
        """Select all units of the hex, or of the group that waits, that can do something."""
        group = self._player.group
        place, mates = group.selection.place, group.waiting()
        if mates:
            group.selection.select(self._bridge.waiting, mates[0], mates)
        elif place is not None:
            self._player.select_place(place)

    def formation(self) -> None:
        """Select all units on the board of the selected unit's formation that can do something."""
        group = self._player.group
        unit, place = group.selection.unit, group.selection.place
        if unit is not None and self._bridge.player_decides:
            group.selection.select(place, unit, group.of_formation(unit))

    def hold(self) -> None:
        """Leave the selected units where they are in this phase and go on as the player last did;
        when all of them stay already they may move again.
        """
        if said := self._player.group.hold():
            self._player.noted.emit(said)
        else:
            self.onward()
        self._player.refresh_overlays()
