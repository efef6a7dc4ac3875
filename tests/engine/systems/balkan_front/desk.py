"""A desk for tests of Balkan Front: the shipped scenario, units put by hand, dice typed in.

``Front()`` is an empty board on Dec I 40, the Axis to move in clear weather; ``deployed()`` the
Italo-Greek War after both recommended set-ups.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Self

from engine.core.handler import Transition
from engine.core.state import Frame, Piece
from engine.scenarios import load_scenario
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.balkan_front.state.position import FrontPosition
from engine.systems.balkan_front.state.records import Front as State
from engine.systems.europa.air.records import AirMoving
from engine.systems.europa.sea import cargo
from engine.systems.europa.sea.transport import open_harbours
from engine.systems.europa.state.constants import AXIS, BROKEN, HELD, PENDING, Phase
from engine.systems.europa.state.records import Fighting, Initial, Moving, Onward
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.europa.recommended import recommended
from tests.engine.systems.laid_out import LaidOut

PHASES = {
    Initial: Phase.INITIAL,
    Moving: Phase.MOVEMENT,
    AirMoving: Phase.AIR,
    Fighting: Phase.COMBAT,
}
ATHENS, BARI, BRINDISI, VALONA, DURAZZO = (
    "15B:0911",
    "14A:3528",
    "14A:3825",
    "14A:4121",
    "14A:3720",
)
ZARA, KHANIA, VOLOS, THESSALONIKE = "14A:1928", "15B:2213", "14A:5112", "14A:4510"


@cache
def rules_of() -> BalkanFront:
    """The rules of the Italo-Greek War, bound once for all tests."""
    return BalkanFront(load_scenario("balkan_front/italo_greek_war", {}))


@cache
def deployed() -> State:
    """The scenario after both recommended set-ups: the first weather roll is due."""
    return recommended(rules_of(), State)


class Front(LaidOut[State, FrontPosition]):
    """A game laid out by hand."""

    def __init__(
        self, turn: int = 3, side: str = AXIS, *, rules: BalkanFront | None = None
    ) -> None:
        self.rules = rules or rules_of()
        self.context = self.rules.context
        start = self.rules.begin().state
        assert isinstance(start, State)
        super().__init__(self.rules, start)  # type: ignore[arg-type]
        pieces = {
            unit: piece
            if piece.at in (HELD, BROKEN)
            else Piece(PENDING, self.context.units[unit].steps)
            for unit, piece in start.pieces.items()
        }
        clear = {"D": "clear", "E": "clear"}
        self.having(turn=turn, pieces=pieces, weather=clear)
        self.phase(Moving, side)

    def at(self, label: str) -> Hex:
        """The hex of a printed number."""
        return self.context.hex_of(label)

    def put(self, at: str, *units: str, marks: Iterable[str] = (), steps: int = 0) -> Self:
        """Put units into a hex, by its printed number, or a box."""
        where = self.at(at) if ":" in at else at
        self.state = self.state.with_pieces(
            {
                UnitId(unit): Piece(
                    where, steps or self.context.units[UnitId(unit)].steps, "", frozenset(marks)
                )
                for unit in units
            }
        )
        return self

    def phase(self, frame: type[Frame], side: str, **fields: object) -> Self:
        """Open a phase of a side, with the sequence below it, and its harbours."""
        top = frame(side)  # type: ignore[call-arg]
        found = self.ask(Onward(), top, phase=PHASES[frame].value, active=side, **fields)
        doing = Transition(found.state)
        open_harbours(self.context, doing, side)
        if frame is Moving:
            cargo.open_phase(self.context, doing, side)
        found.take(doing.state)
        return found

    def ready(self, side: str = AXIS) -> Self:
        """Open the movement phase again, as units stand now."""
        return self.phase(Moving, side)

    def where_is(self, unit: str) -> Hex | str:
        """Where a unit is."""
        return self.state.pieces[UnitId(unit)].at

    def own(self, side: str, *labels: str) -> Self:
        """Give hexes to a side."""
        taken = {self.at(label): side for label in labels}
        return self.having(taken={**self.state.taken, **taken})
