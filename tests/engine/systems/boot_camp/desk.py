"""A desk for tests of Boot Camp: the shipped campaign, units put by hand, dice typed in.

``Camp()`` is an empty board on Mar I 41 before German entry, the Axis to move in clear weather;
``Camp.opened()`` is the campaign at its first decision, ``Camp.deployed()`` after both set-ups.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Self

from engine.core.state import Frame, Piece
from engine.scenarios import load_scenario
from engine.systems.boot_camp.rules import BootCamp
from engine.systems.boot_camp.state.position import BootCampPosition
from engine.systems.boot_camp.state.records import Campaign, Flying
from engine.systems.europa.state.constants import (
    ALLIED,
    AXIS,
    BROKEN,
    HELD,
    PENDING,
    Phase,
)
from engine.systems.europa.state.records import Fighting, Initial, Moving, Onward
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.europa.recommended import recommended
from tests.engine.systems.laid_out import LaidOut

PHASES = {
    Initial: Phase.INITIAL,
    Moving: Phase.MOVEMENT,
    Flying: Phase.AIR,
    Fighting: Phase.COMBAT,
}
ENTRY = ("german", "hungarian", "bulgarian", "rumanian", "slovak")
ATHENS, BEOGRAD, SOFIYA = "15B:0911", "14A:2211", "14A:3606"
DURAZZO, VALONA, BARI, TARANTO = "14A:3720", "14A:4121", "14A:3528", "14A:3828"
THESSALONIKE, VOLOS, SOUDA = "14A:4510", "14A:5112", "15B:2213"


@cache
def rules_of() -> BootCamp:
    """The rules of the campaign, bound once for all tests."""
    return BootCamp(load_scenario("boot_camp/balkan_campaign", {}))


@cache
def deployed() -> Campaign:
    """The campaign after both recommended set-ups: the first weather roll is due."""
    return recommended(rules_of(), Campaign)


class Camp(LaidOut[Campaign, BootCampPosition]):
    """A game laid out by hand."""

    def __init__(self, turn: int = 9, side: str = AXIS) -> None:
        self.rules = rules_of()
        self.context = self.rules.context
        start = self.rules.begin().state
        assert isinstance(start, Campaign)
        super().__init__(self.rules, start)  # type: ignore[arg-type]
        pieces = {
            unit: piece
            if piece.at in (HELD, BROKEN)
            else Piece(PENDING, self.context.units[unit].steps)
            for unit, piece in start.pieces.items()
        }
        self.having(turn=turn, pieces=pieces, weather={"D": "clear"})
        self.phase(Moving, side)

    @classmethod
    def opened(cls) -> Self:
        """The campaign at its first decision."""
        camp = cls()
        start = camp.rules.begin().state
        assert isinstance(start, Campaign)
        camp.state = start
        return camp

    @classmethod
    def deployed(cls) -> Self:
        """The campaign after set-up, before the first weather roll."""
        camp = cls()
        camp.state = deployed()
        return camp

    def at(self, label: str) -> Hex:
        """The hex of a printed number: ``14A:3606``."""
        return self.context.hex_of(label)

    def put(self, at: str | Hex, *units: str, marks: Iterable[str] = (), steps: int = 0) -> Self:
        """Put units into a hex, by its printed number, or a box."""
        where = at if isinstance(at, Hex) or ":" not in at else self.at(at)
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
        """Open a phase of a side, with the sequence below it."""
        phase = PHASES[frame]
        top = Flying(side, side) if frame is Flying else frame(side)  # type: ignore[call-arg]
        return self.ask(Onward(), top, phase=phase.value, active=side, **fields)

    def enter(self, turn: int = 0) -> Self:
        """Germany has entered the war, on some turn before this one if none is given."""
        joined = {**self.state.joined, **dict.fromkeys(ENTRY, AXIS), "yugoslav": ALLIED}
        return self.having(entered=turn or self.state.turn - 1, joined=joined)

    def own(self, side: str, *labels: str) -> Self:
        """Give hexes to a side."""
        taken = dict.fromkeys(map(self.at, labels), side)
        return self.having(taken={**self.state.taken, **taken})

    def where(self, unit: str) -> Hex | str:
        """Where a unit is."""
        return self.state.pieces[UnitId(unit)].at

    def steps(self, unit: str) -> int:
        """Steps a unit has."""
        return self.state.pieces[UnitId(unit)].steps

    def score(self, side: str) -> int:
        """Victory points of a side."""
        return self.state.score(side)
