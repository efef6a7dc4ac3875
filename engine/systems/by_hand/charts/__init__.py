"""The rules that an owner declares, as charts: everything may be left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from importlib import resources
from typing import Annotated

from engine.core.charts.constraints import Between
from engine.core.charts.schema import ChartProblem
from engine.core.wording import counted
from engine.frozen import dataclass
from engine.systems.by_hand.charts.battle import CombatChart, CombatKind
from engine.systems.by_hand.charts.ground import (
    HiddenChart,
    MovementChart,
    StackingChart,
    SupplyChart,
    VictoryChart,
    ZoneChart,
)
from engine.systems.by_hand.charts.scenario import ScenarioChart, scenario_problems
from engine.systems.by_hand.charts.sequence import (
    BOTH,
    EACH,
    MOST_DEEP,
    BoxRow,
    DiceRow,
    LookUpTable,
    MarkerRow,
    MaybeText,
    PhaseKind,
    PhaseRow,
    PoolRow,
    SideRow,
    SkyZoneRow,
    StateRow,
    Text,
    TrackRow,
    TurnChart,
    WeatherRow,
    lying_within,
)


@dataclass(frozen=True, slots=True)
class GameChart:
    """What the game is called, whose rules are declared, and what others may do with it."""

    title: Text = "A game of one's own"
    credits: MaybeText = ""
    licence: MaybeText = ""


@dataclass(frozen=True, slots=True)
class WeatherChart:
    """Kinds of weather in the order of the die. With ``zones`` each has its own, thrown for one
    after the other; what lies in none has the weather of the first.
    """

    rule: Text
    kinds: tuple[WeatherRow, ...]
    die: Annotated[int, Between(2, 100)] = 6
    zones: tuple[SkyZoneRow, ...] = ()

    def rolled(self, face: int) -> WeatherRow:
        """The kind a face brings; the last takes what is left."""
        return next((kind for kind in self.kinds if face <= kind.to), self.kinds[-1])


@dataclass(frozen=True, slots=True)
class HandCharts:
    """Everything that is declared of a game. What is None is not checked."""

    game: GameChart = field(default_factory=GameChart)
    sides: tuple[SideRow, ...] = ()
    turns: TurnChart = field(default_factory=TurnChart)
    phases: tuple[PhaseRow, ...] = (PhaseRow("play", "Play", EACH),)
    tracks: tuple[TrackRow, ...] = ()
    boxes: tuple[BoxRow, ...] = ()
    states: tuple[StateRow, ...] = ()
    markers: tuple[MarkerRow, ...] = ()
    pools: tuple[PoolRow, ...] = ()
    dice: tuple[DiceRow, ...] = (DiceRow("die", "A die"), DiceRow("two", "Two dice", 2))
    tables: tuple[LookUpTable, ...] = ()
    weather: WeatherChart | None = None
    movement: MovementChart | None = None
    zones: ZoneChart | None = None
    stacking: StackingChart | None = None
    supply: SupplyChart | None = None
    combat: CombatChart | None = None
    victory: VictoryChart | None = None
    hidden: HiddenChart | None = None
    scenario: ScenarioChart | None = None

    def side_name(self, side: str) -> str:
        """What players call a side; empty for all together."""
        return next(
            (row.name for row in self.sides if row.id == side), side.replace("_", " ").capitalize()
        )

    def phase_name(self, side: str, phase: str) -> str:
        """A phase with whose it is, which is said once where its name begins with that."""
        own = self.side_name(side)
        return phase if phase.startswith(own) else f"{own} {phase}".strip()

    @property
    def unchecked(self) -> tuple[str, ...]:
        """What nothing is declared of, in words."""
        declared = {
            "movement": self.movement,
            "zones of control": self.zones,
            "stacking": self.stacking,
            "supply": self.supply,
            "combat": self.combat,
            "weather": self.weather,
            "victory": self.victory,
            "hidden units": self.hidden,
        }
        return tuple(word for word, chart in declared.items() if chart is None)


def bare() -> str:
    """The chart text of a game of which nothing is declared yet."""
    return (resources.files(__package__ or "") / "bare.toml").read_text("utf-8")


def problems(charts: HandCharts) -> Iterator[ChartProblem]:
    """What is wrong between cells of declared rules."""
    sides = {row.id for row in charts.sides}
    around = lying_within(charts.phases)
    for row in charts.phases:
        if row.within and not around[row.id]:
            what = f"should be the id of another phase, {MOST_DEEP} deep at most, not {row.within}."
            yield ChartProblem(("phases", row.id, "within"), what)
        if sides and row.side not in (EACH, BOTH, *sides):
            what = f"should be {EACH}, {BOTH} or a side, not {row.side}."
            yield ChartProblem(("phases", row.id, "side"), what)
        if row.kind is PhaseKind.WEATHER and charts.weather is None:
            what = "is a phase of weather, but no weather is declared."
            yield ChartProblem(("phases", row.id, "kind"), what)
    for one in charts.states:
        if sides and one.side and one.side not in sides:
            yield ChartProblem(("states", one.id, "side"), f"should be a side, not {one.side}.")
    kinds = {kind.id for kind in charts.weather.kinds} if charts.weather is not None else set()
    for turn in charts.turns.rows:
        if turn.weather and turn.weather not in kinds:
            what = f"should be the id of a kind of weather, not {turn.weather}."
            yield ChartProblem(("turns", "rows", turn.id, "weather"), what)
    for track in charts.tracks:
        if not track.least <= track.start <= track.most:
            what = f"should be from {track.least} to {track.most}, not {track.start}."
            yield ChartProblem(("tracks", track.id, "start"), what)
        if len(track.spaces) > max(0, track.most - track.least + 1):
            what = "should have no more spaces than the track has numbers."
            yield ChartProblem(("tracks", track.id, "spaces"), what)
    for table in charts.tables:
        yield from _rows(("tables", table.id), table.count, table.faces, table.rows, table.columns)
    if charts.scenario is not None:
        yield from scenario_problems(charts.scenario, charts.turns.last)
    if not charts.phases:
        yield ChartProblem(("phases",), "should have one phase or more.")
    if charts.weather is not None and not charts.weather.kinds:
        yield ChartProblem(("weather", "kinds"), "should have one kind or more.")
    state = charts.supply.state if charts.supply is not None else ""
    if state and state not in {row.id for row in charts.states}:
        yield ChartProblem(("supply", "state"), f"should be the id of a state, not {state}.")
    if charts.combat is not None:
        yield from _combat(charts.combat)


MOST_VOLLEYS = 8
"""No battle has more volleys than this: their chances are worked out one after the other."""


def _combat(chart: CombatChart) -> Iterator[ChartProblem]:
    if chart.kind is CombatKind.FIRE:
        if chart.hits > chart.faces:
            yield ChartProblem(("combat", "hits"), f"should be {chart.faces} or less.")
        if len(chart.volleys) > MOST_VOLLEYS:
            what = f"should have {MOST_VOLLEYS} rows or fewer, not {len(chart.volleys)}."
            yield ChartProblem(("combat", "volleys"), what)
        return
    try:
        least = chart.least
    except (ValueError, ZeroDivisionError):
        what = "should be odds such as 3:1, or numbers such as -2."
        yield ChartProblem(("combat", "columns"), what)
        return
    if list(least) != sorted(set(least)) or not least:
        yield ChartProblem(("combat", "columns"), "should rise from one column to the next.")
    more = chart.below + chart.above
    yield from _rows(("combat",), chart.count, chart.faces, chart.rows, chart.columns, more)


def _rows(
    path: tuple[str, ...],
    count: int,
    faces: int,
    rows: tuple[tuple[str, ...], ...],
    columns: tuple[str, ...],
    more: int = 0,
) -> Iterator[ChartProblem]:
    wanted = count * (faces - 1) + 1 + more
    if len(rows) != wanted:
        what = f"should have {wanted} rows, one for each sum of the dice, not {len(rows)}."
        yield ChartProblem((*path, "rows"), what)
    for number, row in enumerate(rows, 1):
        if len(row) != len(columns):
            results = counted(len(columns), "result")
            what = f"should have {results}, one for each column, not {len(row)}."
            yield ChartProblem((*path, "rows", str(number)), what)
