"""A game of Fire in the East for tests: the scenario of Army Group North, units put by hand.

``North()`` is an empty board on Jul I 41, the Axis to move in clear weather; ``deployed()`` the
scenario after both recommended set-ups.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Self

from engine.core.state import Frame, Piece
from engine.scenarios import load_scenario
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, UseRecommended
from engine.systems.europa.state.constants import ALLIED, AXIS, BROKEN, HELD, PENDING, Phase
from engine.systems.europa.state.records import Fighting, Initial, Moving, Onward
from engine.systems.fire_in_the_east.rules import FireInTheEast
from engine.systems.fire_in_the_east.state.position import EastPosition
from engine.systems.fire_in_the_east.state.records import East
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.engine.systems.europa.recommended import recommended
from tests.engine.systems.laid_out import LaidOut

ASIDE = (BROKEN, HELD)
"""Where components and broken divisions wait from the start."""
PHASES = {Initial: Phase.INITIAL, Moving: Phase.MOVEMENT, Fighting: Phase.COMBAT}
PANZER, FOOT, GUNS = "german-1-panzer-xx", "german-1-infantry-xx", "german-818-artillery-iii"
RIFLES, TANKS = "soviet-90-rifle-xx", "soviet-28-tank-xx"


@cache
def rules_of(scenario: str = "army_group_north", *options: str) -> FireInTheEast:
    """The rules of a scenario with some options, bound once for all tests."""
    chosen = dict.fromkeys(options, True)
    return FireInTheEast(load_scenario(f"fire_in_the_east/{scenario}", chosen))


@cache
def deployed(scenario: str = "army_group_north") -> East:
    """A scenario after both recommended set-ups: the first weather roll is due."""
    return recommended(rules_of(scenario), East)


def axis_to_set_up() -> East:
    """The campaign with the Soviet border forces set up, the Axis next."""
    rules = rules_of("campaign")
    state = rules.begin().state
    for action in (UseRecommended(), FinishSetUp()):
        state = rules.apply(state, action).state
    assert isinstance(state, East)
    return state


class North(LaidOut[East, EastPosition]):
    """A game laid out by hand."""

    scenario = "army_group_north"
    options: tuple[str, ...] = ()

    def __init__(self, turn: int = 2, side: str = AXIS, state: East | None = None) -> None:
        self.rules = rules_of(self.scenario, *self.options)
        self.context = self.rules.context
        start = state or self.rules.begin().state
        assert isinstance(start, East)
        super().__init__(self.rules, start)
        if state is None:
            pieces = {
                unit: piece if piece.at in ASIDE else Piece(PENDING, piece.steps)
                for unit, piece in start.pieces.items()
            }
            self.having(turn=turn, pieces=pieces)
            self.phase(Moving, side)

    def at(self, label: str) -> Hex:
        """The hex of a printed number."""
        return self.context.hex_of(label)

    def put(self, at: str, *units: str, marks: Iterable[str] = (), steps: int = 0) -> Self:
        """Put units into a hex, by its printed number."""
        where = self.at(at)
        self.state = self.state.with_pieces(
            {
                UnitId(unit): Piece(
                    where, steps or self.context.units[UnitId(unit)].steps, "", frozenset(marks)
                )
                for unit in units
            }
        )
        return self

    def phase(self, frame: type[Initial | Moving | Fighting], side: str) -> Self:
        """Open a phase of a side, with the sequence below it."""
        top: Frame = frame(side)
        return self.ask(Onward(), top, phase=PHASES[frame].value, active=side)

    def weather(self, kind: str) -> Self:
        """One kind of weather everywhere."""
        return self.having(weather=dict.fromkeys(self.state.weather, kind))

    def own(self, side: str, *labels: str) -> Self:
        """Give hexes to a side."""
        taken = {self.at(label): side for label in labels}
        return self.having(taken={**self.state.taken, **taken})


class WholeFront(North):
    """The same with the campaign: the whole front, every unit, and all nations at war."""

    scenario = "campaign"

    def __init__(self, turn: int = 2, side: str = AXIS, state: East | None = None) -> None:
        super().__init__(turn, side, state)
        if state is None:
            self.having(joined={row.id: row.side for row in self.context.charts.nations.rows})


def broad_hexes(game: North) -> frozenset[Hex]:
    """The rail hexes whose lines are all of broad gauge: what the Axis would have to re-gauge."""
    ways, rails, none = game.context.railways, game.context.rails, frozenset[Hex]()
    found = (at for at, near in rails.items() if all(ways.broad(at, n, none) for n in near))
    return frozenset(found) - ways.changes


__all__ = [
    "ALLIED",
    "AXIS",
    "FOOT",
    "GUNS",
    "PANZER",
    "RIFLES",
    "TANKS",
    "North",
    "WholeFront",
    "axis_to_set_up",
    "broad_hexes",
    "deployed",
]
