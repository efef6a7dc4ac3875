"""A state with its context: who is where, and whom that makes friends and enemies.

A title subclasses :class:`BasePosition` with what its own rules ask of one state. A position is
made for one state and never changes, so it remembers what it works out.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Generic, Protocol, TypeVar

from engine.core.state import Location, Piece, State
from engine.rules.board.occupancy import Standing
from maps.hexgrid import Hex
from oob.model import Unit, UnitId


class Named(Protocol):
    """What names units and places, and knows the order of battle: the context of any title."""

    units: Mapping[UnitId, Unit]
    options: Mapping[str, bool]

    def called(self, unit: UnitId) -> str:
        """A unit's name for sentences."""

    def label(self, at: Location) -> str:
        """A hex or box for sentences."""


class Played(Protocol):
    """What shared steps ask of a position: who is where, and what things are called."""

    @property
    def state(self) -> State:
        """The state it is about."""

    @property
    def held(self) -> Mapping[str, frozenset[Hex]]:
        """For each side, the hexes where its units stand openly."""

    def opponent(self, side: str) -> str:
        """The side that fights a side."""

    def piece(self, unit: UnitId) -> Piece:
        """Where a unit is and how."""

    def friends(self, at: Hex, side: str) -> tuple[UnitId, ...]:
        """Units of a side in a hex."""

    def enemies(self, at: Hex, side: str) -> tuple[UnitId, ...]:
        """Units hostile to a side in a hex."""

    def called(self, unit: UnitId) -> str:
        """A unit's name for sentences."""

    def label(self, at: Location) -> str:
        """A hex or box for sentences."""


ContextT = TypeVar("ContextT", bound=Named)
StateT = TypeVar("StateT", bound=State)


class BasePosition(ABC, Generic[ContextT, StateT]):
    """Everything the rules ask of one state, worked out when asked and remembered."""

    def __init__(self, context: ContextT, state: StateT, standing: Standing) -> None:
        self.context = context
        self.state = state
        self.standing = standing

    @abstractmethod
    def owner(self, unit: UnitId) -> str:
        """The side that commands a unit now, '' for none."""

    @abstractmethod
    def opponent(self, side: str) -> str:
        """The side that fights a side."""

    @property
    def at(self) -> Mapping[Hex, tuple[UnitId, ...]]:
        """Units by hex, in order-of-battle order."""
        return self.standing.at

    @property
    def held(self) -> Mapping[str, frozenset[Hex]]:
        """For each side, the hexes where its units stand openly: closed to the other side."""
        return self.standing.held

    def boxed(self, box: str) -> tuple[UnitId, ...]:
        """Units in a box."""
        return self.standing.boxes.get(box, ())

    def piece(self, unit: UnitId) -> Piece:
        """Where a unit is and how."""
        return self.state.pieces[unit]

    def nation(self, unit: UnitId) -> str:
        """The unit's nation id."""
        return self.context.units[unit].nation

    def option(self, option: str) -> bool:
        """Whether an option of the game is chosen."""
        return bool(self.context.options.get(option, False))

    def friends(self, at: Hex, side: str) -> tuple[UnitId, ...]:
        """Units of a side in a hex, hidden ones included."""
        return self.standing.sides[side].units.get(at, ())

    def stale(self) -> tuple[str, ...]:
        """Sentences about what a title keeps from step to step and is out of date."""
        return ()

    def present(self, at: Hex) -> list[UnitId]:
        """Units of all sides in a hex, side by side."""
        return [u for stacks in self.standing.sides.values() for u in stacks.units.get(at, ())]

    def enemies(self, at: Hex, side: str) -> tuple[UnitId, ...]:
        """Units hostile to a side in a hex, hidden ones included."""
        return self.standing.sides[self.opponent(side)].units.get(at, ())

    def called(self, unit: UnitId) -> str:
        """A unit's name for sentences."""
        return self.context.called(unit)

    def label(self, at: Location) -> str:
        """A hex or box for sentences."""
        return self.context.label(at)
