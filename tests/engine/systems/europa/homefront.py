"""Initial phases on the real board with the shipped order of battle and charts, and a calendar that
a test writes.
"""

from __future__ import annotations

import copy
import tomllib
from functools import cache
from types import SimpleNamespace
from typing import Any, ClassVar, Self

from engine.core.handler import Handler, Transition
from engine.core.rules_base import Citations, RulesBase
from engine.core.state import Piece
from engine.core.system import Question, Scenario
from engine.systems.europa.board import weather
from engine.systems.europa.movement import engineering, movement_phase
from engine.systems.europa.production import construction, initial_phase
from engine.systems.europa.production.initial_actions import ArriveAll
from engine.systems.europa.scenario.figures import Figures
from engine.systems.europa.scenario.schedule import Schedule
from engine.systems.europa.state.common import settle_ownership
from engine.systems.europa.state.constants import ALLIED, AXIS, PENDING
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial, Moving, Onward, Theatre, WeatherRoll
from engine.systems.europa.state.source import Source
from engine.systems.europa.supply import sources, supply_status
from maps.data import load as load_map
from maps.hexgrid import Hex
from oob.data import load as load_oob
from oob.model import UnitId
from tests.engine.systems.europa.frontier import charts_of, folder
from tests.engine.systems.laid_out import LaidOut

JOINED = {"italian": AXIS, "german": AXIS, "greek": ALLIED, "british": ALLIED}
WAITING = ("hungarian", "bulgarian", "rumanian", "slovak", "yugoslav", "turkish")
LAST_TURN = 20


@cache
def _table_of(title: str, options: tuple[str, ...]) -> Context:
    """A table with everything worked out that does not hang on the calendar."""
    citations = tomllib.loads((folder(title) / "citations.toml").read_text(encoding="utf-8"))
    data = SimpleNamespace(charts=charts_of(title), figures=None)
    board, units = load_map("balkan_front"), load_oob("balkan_front")
    chosen = dict.fromkeys(options, True)
    scenario = Scenario("home", "Home", title, board, units, data, chosen)
    context = Context(scenario, citations, HomePosition)
    assert context.supply_graph.overland(), "shared by all tests"
    return context


def table_of(title: str, options: tuple[str, ...], schedule: Schedule) -> Context:
    """A table with a calendar of its own."""
    context = copy.copy(_table_of(title, options))
    context.figures = Figures(LAST_TURN, "clear", (), schedule)
    return context


class HomePosition(Position):
    """A position with the sources of the chart."""

    def sources(self, side: str) -> tuple[Source, ...]:
        """The supply sources of a side."""
        return sources.of(self, side)


class Rules(RulesBase[Theatre, Position]):
    """The desks of weather, initial phases and movement, and nothing else."""

    state_class = Theatre
    handlers: ClassVar[dict[Any, Handler]] = {
        desk.frame: desk
        for desk in (
            Handler(Onward, question=lambda _pos, _frame: Question("", "What follows.", ())),
            *weather.HANDLERS,
            *initial_phase.handlers(),
            *movement_phase.handlers(*engineering.ANSWERS),
        )
    }
    citations: ClassVar[Citations] = Citations("over", "untimely", "face", "stranger")

    def __init__(self, context: Context) -> None:
        super().__init__(context.scenario, context.look)
        self.context = context

    def invariants(self, state: Theatre) -> tuple[str, ...]:
        """Nobody is lost or doubled."""
        return () if set(state.pieces) == set(self.context.units) else ("units lost",)

    def tidy(self, doing: Any) -> None:
        """Ownership follows the units, works follow their builders."""
        settle_ownership(self.context, doing)
        construction.keep(self.context, doing)


class Home(LaidOut[Theatre, Position]):
    """Turn 3 of Italy and Germany against Greece and Britain, in clear weather; nobody is on the
    map.
    """

    def __init__(
        self, title: str = "balkan_front", *options: str, side: str = AXIS, **calendar: Any
    ) -> None:
        self.side = side
        self.context = table_of(title, options, Schedule(**calendar))
        zones = self.context.charts.weather.zones
        state = Theatre(
            3,
            "initial",
            side,
            {unit.id: Piece(PENDING, unit.steps) for unit in self.context.units.values()},
            (Onward(), Initial(side)),
            weather=dict.fromkeys(zones, "clear"),
            joined={**JOINED, **dict.fromkeys(WAITING, "")},
        )
        self.context.extras = (engineering.families,)
        super().__init__(Rules(self.context), state)

    def at(self, label: str) -> Hex:
        """The hex of a printed number, or of a city by its id."""
        place = self.context.map.places.get(label)
        return self.context.hex_of(label) if place is None else place.hex

    def put(self, at: str | Hex, *units: str, steps: int = 0) -> Self:
        """Put units into a hex or box."""
        where = self.at(at) if isinstance(at, str) and at not in self.context.map.boxes else at
        for unit in units:
            id_ = UnitId(unit)
            full = self.context.units[id_].steps
            self.state = self.state.with_piece(id_, at=where, steps=steps or full)
        return self

    def box(self, box: str, *units: str) -> Self:
        """Put units into a box such as the dead pile."""
        for unit in units:
            self.state = self.state.with_piece(
                UnitId(unit), at=box, steps=0 if box == "dead" else 1
            )
        return self

    def join(self, **sides: str) -> Self:
        """Let nations join sides."""
        return self.having(joined={**self.state.joined, **sides})

    def weather(self, weather_: str, zone: str = "") -> Self:
        """Change the weather, of one zone or of all."""
        changed = {name: weather_ for name in self.state.weather if zone in ("", name)}
        return self.having(weather={**self.state.weather, **changed})

    def own(self, side: str, *labels: str) -> Self:
        """Give hexes to a side."""
        taken = dict.fromkeys(map(self.at, labels), side)
        return self.having(taken={**self.state.taken, **taken})

    def open(self, turn: int = 3, side: str = "") -> Self:
        """Open a side's initial phase on a turn."""
        self.state = self.state.having(turn=turn, flow=(Onward(),), active=side or self.side)
        doing = Transition(self.state)
        initial_phase.open_phase(self.context, doing, side or self.side)
        self.state, self.events = doing.state, tuple(doing.events)
        return self

    def moving(self) -> Self:
        """Open a movement phase."""
        return self.ask(Onward(), Moving(self.side), spent={})

    def judge(self) -> Self:
        """Fix both sides' supply."""
        doing = Transition(self.state)
        supply_status.judge(self.context, doing)
        self.state, self.events = doing.state, tuple(doing.events)
        return self

    def out(self, unit: str) -> bool:
        """Whether a unit is out of supply for the player turn."""
        return self.pos.out(UnitId(unit))

    def fed(self, unit: str) -> bool:
        """Whether a supply line leads to a unit now."""
        return supply_status.in_supply(self.pos, UnitId(unit))

    def roll_weather(self, face: int) -> Self:
        """Type in the weather die; what follows the roll is left to the title."""
        doing = Transition(self.state)
        weather.rolled(self.pos, WeatherRoll(), face, doing)
        self.state, self.events = doing.state, tuple(doing.events)
        return self

    def where(self, unit: str) -> Hex | str:
        """Where a unit is."""
        return self.state.pieces[UnitId(unit)].at

    def steps(self, unit: str) -> int:
        """A unit's steps."""
        return self.state.pieces[UnitId(unit)].steps

    def place_all(self) -> Self:
        """Place everything that is due."""
        return self.do(ArriveAll())
