"""A tiny game with dice, for tests of the session, the log and the store.

Two units march over a board of five hexes and raid. A march earns what the terrain is worth; a raid
opens a die of six, which earns from 4 on, and a 6 is rolled again. The side with more points wins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from engine import systems
from engine.core.actions import Action, Objection, Roll
from engine.core.chance import ChanceNode
from engine.core.charts.constraints import AtLeast
from engine.core.charts.schema import ChartProblem, rising, tables_of
from engine.core.events import Event, event
from engine.core.legal import Family
from engine.core.state import NOBODY, Frame, Piece, State
from engine.core.system import Option, Question, Rules, Scenario, SideInfo, Step
from engine.core.view.display import Outcome, PhaseView
from engine.core.view.optional_queries import OptionalQueries
from engine.frozen import dataclass
from maps.errors import KnownError
from maps.hexgrid import Hex, Link, Side
from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import Box, BoxLink, GameMap, Place
from maps.numbering import Sheet
from oob.model import Face, Formation, Nation, OrderOfBattle, SetUp, Size, Unit, UnitId

if TYPE_CHECKING:
    import pytest

SIDES = ("red", "blue")
HOME = Hex(0, 0)
SOURCE = """
title = "A small raid"
system = "skirmish"
map = "small"
oob = "small"
summary = "Two units, five hexes."
turns = 40
"""
CHARTS = "clear = 1\nrough = 3\n"


@dataclass(frozen=True, slots=True)
class SkirmishCharts:
    clear: Annotated[int, AtLeast(0)]
    rough: Annotated[int, AtLeast(0)]


@dataclass(frozen=True, slots=True)
class March(Action):
    unit: UnitId
    target: Hex


@dataclass(frozen=True, slots=True)
class Raid(Action):
    unit: UnitId


@dataclass(frozen=True, slots=True)
class Rest(Action):
    pass


@dataclass(frozen=True, slots=True)
class Deciding(Frame):
    pass


@dataclass(frozen=True, slots=True)
class Raiding(Frame):
    unit: UnitId
    rolls: int = 0


@dataclass(frozen=True, slots=True)
class SkirmishState(State):
    points: Mapping[str, int]
    claims: Mapping[Hex, str]


@dataclass(frozen=True, slots=True)
class Figures:
    turns: int
    worth: Mapping[str, int]


class SkirmishRules(OptionalQueries):
    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        worth = scenario.data.worth
        strange = sorted(set(scenario.map.terrain.values()) - set(worth))
        if strange:
            raise KnownError("the board", f"has terrain {strange[0]!r}.", "Use the game's.")
        self._worth = {at: worth[terrain] for at, terrain in scenario.map.terrain.items()}

    def begin(self) -> Step:
        pieces = {unit: Piece(HOME, 1) for unit in self.scenario.oob.units}
        state = SkirmishState(1, "play", "red", pieces, (Deciding(),), {"red": 0, "blue": 0}, {})
        return Step(state, (event("opens", "S 1", at=HOME),))

    def question(self, state: State) -> Question:
        if self.chance(state):
            return Question(NOBODY, "A die is due", ())
        units = [unit for unit, of in self._units() if of == state.active]
        return Question(
            state.active,
            "March, raid or rest",
            (
                Family("march", "March", lambda: self._marches(state, units)),
                Family("raid", "Raid", lambda: [Raid(unit) for unit in units]),
                Family("rest", "Rest", lambda: [Rest()], closing=True),
            ),
            "S 2",
        )

    def chance(self, state: State) -> ChanceNode | None:
        return ChanceNode(6, "Raid", "S 4") if isinstance(state.top, Raiding) else None

    def check(self, state: State, action: Action) -> tuple[Objection, ...]:
        if self.outcome(state):
            return (Objection("S 9", "The game is over."),)
        if isinstance(action, Roll):
            sound = self.chance(state) and 1 <= action.face <= 6
            return () if sound else (Objection("S 4", "No such die is due."),)
        if self.chance(state):
            return (Objection("S 4", "The die comes first."),)
        found = []
        for unit in action.who():
            if self.owner(state, unit) != state.active:
                found.append(Objection("S 2", f"{unit} is not yours."))
        if isinstance(action, March):
            at = state.pieces[action.unit].hex
            if (
                action.target not in self._worth
                or at is None
                or action.target not in at.neighbours()
            ):
                found.append(Objection("S 3", "March to an adjacent hex."))
        return tuple(found)

    def apply(self, state: State, action: Action) -> Step:
        assert isinstance(state, SkirmishState)
        match action:
            case March(unit=unit, target=target):
                moved = state.with_piece(unit, at=target)
                moved = moved.having(claims={**state.claims, target: state.active})
                after = _earning(moved, state.active, self._worth[target])
                return Step(after, (event("marches", "S 3", unit=unit, to=target),))
            case Raid(unit=unit):
                return Step(state.pushed(Raiding(unit)), (event("raids", "S 4", unit=unit),))
            case Roll(face=face):
                return self._rolled(state, face)
            case _:
                turn = state.turn + (state.active == "blue")
                other = "blue" if state.active == "red" else "red"
                return Step(state.having(turn=turn, active=other), (event("rests", "S 5"),))

    def repeat(self, state: State, action: Action, said: int) -> State:
        return self.apply(state, action).state

    def _rolled(self, state: SkirmishState, face: int) -> Step:
        frame = state.top
        assert isinstance(frame, Raiding)
        after = _earning(state, state.active, face if face >= 4 else 0)
        if face == 6 and frame.rolls < 3:
            after = after.swapped(Raiding(frame.unit, frame.rolls + 1))
        else:
            after = after.popped()
        return Step(after, (event("rolls", "S 4", face=face),))

    def outcome(self, state: State) -> Outcome | None:
        assert isinstance(state, SkirmishState)
        if state.turn <= self.scenario.data.turns:
            return None
        points = state.points
        best = max(SIDES, key=lambda side: points[side])
        return Outcome(best, "more points", tuple(points.items()))

    def owner(self, state: State, unit: UnitId) -> str:
        found = self.scenario.oob.units.get(unit)
        return found.side if found else ""

    def describe(self, state: State, action: Action) -> str:
        return type(action).__name__

    def prose(self, event: Event) -> str:
        return f"It {event.what}."

    def phases(self, state: State) -> PhaseView:
        return PhaseView(state.turn, self.scenario.data.turns, ("play",), 0, "fine")

    def displays(self, state: State) -> tuple[Any, ...]:
        return ()

    def counters(self, state: State) -> tuple[Any, ...]:
        return ()

    def markers(self, state: State) -> tuple[Any, ...]:
        return ()

    def battle(self, state: State) -> None:
        return None

    def reach(self, state: State, unit: UnitId) -> Mapping[Hex, int]:
        return {}

    def supply(self, state: State, unit: UnitId) -> tuple[bool, tuple[Hex, ...], str]:
        return True, (), ""

    def forecast(self, state: State, action: Action) -> tuple[Any, ...]:
        return ()

    def advise(self, state: State) -> None:
        return None

    def invariants(self, state: State) -> tuple[str, ...]:
        return ()

    def _units(self) -> list[tuple[UnitId, str]]:
        return [(unit.id, unit.side) for unit in self.scenario.oob.units.values()]

    def _marches(self, state: State, units: list[UnitId]) -> Iterator[Action]:
        for unit in units:
            at = state.pieces[unit].hex
            assert at is not None
            yield from (March(unit, near) for near in self.scenario.map.neighbours(at))


class Skirmish:
    id = "skirmish"
    title = "Skirmish"
    points = "MP"
    sides = (SideInfo("red", "Red", "#aa0000"), SideInfo("blue", "Blue", "#0000aa"))
    options = (Option("fog", "Fog lies over the board", "S 8", False),)

    def actions(self) -> tuple[type[Action], ...]:
        return (March, Raid, Rest)

    def records(self) -> tuple[type, ...]:
        return (SkirmishState, Piece, Deciding, Raiding)

    def chart_text(self) -> str:
        return CHARTS

    def chart_type(self) -> type:
        return SkirmishCharts

    def chart_problems(self, charts: SkirmishCharts) -> tuple[ChartProblem, ...]:
        return tuple(rising((), {"clear": charts.clear, "rough": charts.rough}))

    def unit_names(self, data: Any) -> tuple[tuple[UnitId, str], ...]:
        return ((UnitId("ash"), "the raid"),)

    def read(self, table: Mapping[str, Any], charts: str, where: str) -> Figures:
        return Figures(table["turns"], tables_of(charts, where))

    def bind(self, scenario: Scenario) -> Rules:
        rules: Rules = SkirmishRules(scenario)
        return rules


def _earning(state: SkirmishState, side: str, points: int) -> SkirmishState:
    return state.having(points={**state.points, side: state.points[side] + points})


def install(patch: pytest.MonkeyPatch) -> None:
    """Make the game known for the length of a test."""
    patch.setitem(systems.SYSTEMS, Skirmish.id, Skirmish())


def small_map() -> GameMap:
    """A board of five hexes with something on every layer."""
    hexes = [HOME, Hex(1, 0), Hex(0, 1), Hex(1, 1), Hex(2, 0)]
    kinds = (
        Kind(Layer.TERRAIN, "clear", "Clear", {"fill": "#eeeecc"}),
        Kind(Layer.TERRAIN, "rough", "Rough"),
        Kind(Layer.HEXSIDE, "river", "River", {"stroke": "blue", "width": "2"}),
        Kind(Layer.LINE, "road", "Road"),
        Kind(Layer.PLACE, "town", "Town"),
        Kind(Layer.REGION, "country", "Country"),
    )
    return GameMap(
        id="small",
        title="Small",
        orientation=Orientation.FLAT,
        legend=Legend({(kind.layer, kind.id): kind for kind in kinds}),
        sheets=[Sheet("main", Orientation.FLAT, 3, 2)],
        terrain={at: "rough" if at.q == 1 else "clear" for at in hexes},
        hexsides={Side(HOME, 0): frozenset({"river"})},
        lines={Link(HOME, Hex(1, 0)): frozenset({"road"})},
        places={"a": Place("a", "Ashby", "town", HOME, frozenset({"port", "capital"}), "Now")},
        regions={"country": {"North": frozenset({HOME}), "South": frozenset(hexes[1:])}},
        boxes={"sea": Box("sea", "The Sea", (0.5, 0.25), (0.2, 0.1), (BoxLink("0101", 3),))},
        drafts=frozenset({Hex(2, 0)}),
        notes={"miles per hex": "20"},
    )


def small_oob() -> OrderOfBattle:
    """Two units, one a side."""
    units = {
        UnitId(ident): Unit(
            id=UnitId(ident),
            name=ident.title(),
            nation=side,
            side=side,
            type="infantry",
            size=Size.DIVISION,
            faces=(Face(3, None, 4),),
        )
        for ident, side in (("ash", "red"), ("birch", "blue"))
    }
    return OrderOfBattle(
        id="small",
        title="Small",
        nations={side: Nation(side, side.title(), side, "#ffffff", "#000000") for side in SIDES},
        units=units,
        formations={"f": Formation("f", "First")},
        setups=[SetUp("0101", tuple(units))],
    )


def small_scenario(turns: int = 40) -> Scenario:
    """The game's only scenario, on a board and with units of its own each time."""
    from engine.scenarios import build_scenario

    return build_scenario(
        "skirmish/small",
        SOURCE.replace("turns = 40", f"turns = {turns}"),
        game_map=small_map(),
        order=small_oob(),
    )
