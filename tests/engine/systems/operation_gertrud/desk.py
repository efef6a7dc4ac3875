"""A desk for tests: any position on the shipped board, legal actions by words, dice typed in.

``Desk("early_1941")`` is an empty board in turn 2, the German player to move; units are put where
a test
wants them, and hexes are named by printed label or town.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Self

from engine.core.state import Frame, Piece
from engine.scenarios import load_scenario
from engine.systems.operation_gertrud import sequence
from engine.systems.operation_gertrud.rules import OperationGertrud
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    DEAD,
    GERMAN,
    RESERVE,
    Board,
    Fighting,
    Interdicting,
    Moving,
    Onward,
    Phase,
    Replacing,
)
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.laid_out import LaidOut

SCENARIOS = ("early_1941", "late_1941", "early_1942", "late_1942", "early_1943")
BOXES = ("pool", "off_map", "pending", "dropping", "reserve", "dead", "gone")
PHASES = {
    (Moving, GERMAN): Phase.GERMAN_MOVEMENT,
    (Moving, ALLIED): Phase.ALLIED_MOVEMENT,
    (Fighting, GERMAN): Phase.GERMAN_COMBAT,
    (Fighting, ALLIED): Phase.ALLIED_COMBAT,
    (Replacing, GERMAN): Phase.GERMAN_REPLACEMENT,
    (Replacing, ALLIED): Phase.ALLIED_REPLACEMENT,
    (Interdicting, ALLIED): Phase.ALLIED_INTERDICTION,
    (Interdicting, GERMAN): Phase.GERMAN_INTERDICTION,
}


@cache
def rules_of(scenario: str, options: tuple[str, ...] = ()) -> OperationGertrud:
    """The rules of one scenario, bound once for all tests."""
    chosen = dict.fromkeys(options, True)
    return OperationGertrud(load_scenario(f"operation_gertrud/{scenario}", chosen))


class Desk(LaidOut[Board, Position]):
    """A game laid out by hand."""

    def __init__(self, scenario: str = "early_1941", *options: str) -> None:
        self.rules = rules_of(scenario, tuple(sorted(options)))
        self.context = self.rules.context
        super().__init__(self.rules, self._start())
        steps = {unit: self.context.units[unit].steps for unit in self.state.pieces}
        pieces = {unit: Piece(RESERVE, count) for unit, count in steps.items()}
        self.having(turn=2, pieces=pieces, raid="small", raided=True)
        self.phase(Moving, GERMAN)

    @classmethod
    def opened(cls, scenario: str = "early_1941", *options: str) -> Self:
        """A scenario at its first decision, nothing placed by hand."""
        desk = cls(scenario, *options)
        desk.state = desk._start()
        return desk

    def _start(self) -> Board:
        start = self.rules.begin().state
        assert isinstance(start, Board)
        return start

    def phase(self, frame: type[Frame], side: str) -> Self:
        """Jump to a side's phase by its frame."""
        phase = PHASES[frame, side]
        active, _ = sequence.PHASES[phase]
        opened = frame(side)  # type: ignore[call-arg]
        return self.ask(Onward(), opened, phase=phase.value, active=active)

    def hex(self, name: str) -> Hex:
        """A hex by printed label or by the town in it."""
        for place in self.context.map.places.values():
            if place.name == name:
                return place.hex
        return self.context.map.parse_label(name)

    def spot(self, name: str | Hex) -> Hex | str:
        """A hex, or a box by its id."""
        return name if isinstance(name, Hex) or name in BOXES else self.hex(name)

    def put(self, where: str | Hex, *units: str, steps: int = 0, marks: Iterable[str] = ()) -> Self:
        """Put units into a hex or box, at full strength unless ``steps`` says less."""
        at = self.spot(where)
        for name in units:
            unit = UnitId(name)
            full = 0 if at == DEAD else self.context.units[unit].steps
            piece = Piece(at, steps or full, "", frozenset(marks))
            self.state = self.state.with_pieces({unit: piece})
        return self

    def where(self, unit: str) -> str:
        """The printed label of a unit's hex, or its box."""
        at = self.state.pieces[UnitId(unit)].at
        return self.context.map.label(at) if isinstance(at, Hex) else at

    def steps(self, unit: str) -> int:
        """A unit's steps."""
        return self.state.pieces[UnitId(unit)].steps

    def marks(self, unit: str) -> frozenset[str]:
        """A unit's marks."""
        return self.state.pieces[UnitId(unit)].marks
