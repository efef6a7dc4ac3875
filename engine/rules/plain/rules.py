"""The rules and the system of a plain title: its handlers, its phases, its charts."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.core.actions import Action, Roll
from engine.core.charts.schema import ChartProblem, typed
from engine.core.events import Event
from engine.core.handler import Transition
from engine.core.state import Frame, Piece, State
from engine.core.system import Option, Rules, Scenario, SideInfo, Step
from engine.core.view.display import Outcome, PhaseView
from engine.rules.air.missions import FlySupport, StayDown, SupportCall, SupportedBattle
from engine.rules.combat import actions as combat
from engine.rules.combat import battles
from engine.rules.combat.losing import Losing
from engine.rules.movement.actions import Move
from engine.rules.movement.marching import Moving
from engine.rules.plain import views
from engine.rules.plain.position import PlainContext, PlainPosition
from engine.rules.plain.records import PlainCharts, PlainState
from engine.rules.sequence import EndPhase, Onward, Slot
from engine.rules.set_up.actions import FinishSetUp, PlaceUnit, UseRecommended
from engine.rules.set_up.placing import SettingUp
from engine.rules.view import plain
from engine.rules.view.viewed_rules import ViewedRules, Views
from engine.rules.weather.rolling import WeatherRoll
from maps.hexgrid import Hex
from maps.untyped import Table
from oob.model import UnitId

ACTIONS: tuple[type[Action], ...] = (
    PlaceUnit,
    UseRecommended,
    FinishSetUp,
    Move,
    EndPhase,
    *combat.FORMING,
    *combat.AFTER,
    FlySupport,
    StayDown,
    Roll,
)
"""Every action of the shared steps."""
FRAMES: tuple[type[Frame], ...] = (
    Onward,
    SettingUp,
    WeatherRoll,
    Moving,
    battles.Fighting,
    battles.Forming,
    SupportCall,
    battles.CombatRoll,
    battles.Aftermath,
    Losing,
    battles.Retreating,
    battles.Advancing,
)
"""Every open decision of the shared steps."""


class PlainRules(ViewedRules[PlainState, PlainPosition]):
    """The rules bound to one scenario; a title gives its handlers, citations and slots."""

    state_class = PlainState
    set_up_frame = SettingUp
    slots: tuple[Slot, ...]

    def __init__(self, scenario: Scenario, sides: tuple[str, str]) -> None:
        self.context = PlainContext(scenario, sides)
        self.views = Views(
            phases=self._phases,
            displays=views.displays,
            counters=lambda pos: plain.counters(pos.state, pos.context, partial(views.marks, pos)),
            markers=views.markers,
            battle=views.battle,
            forecast=views.forecast,
            supply=views.supply,
            supply_line=views.supply_line,
            figures=views.figures,
            due=views.due,
            faults=views.faults,
            zones=lambda pos, side: pos.zoc(side),
        )
        super().__init__(scenario, partial(PlainPosition, self.context))

    def _phases(self, pos: PlainPosition) -> PhaseView:
        return plain.phases(pos.state, self.slots, pos.charts.turns.last, pos.sky.name)

    def begin(self) -> Step:
        """All units wait to be set up, the first side to begin; sources of supply are owned."""
        charts, sides = self.context.charts, self.context.sides
        state = PlainState(
            turn=0,
            phase="set up",
            active="",
            pieces=self.context.opening_pieces(),
            flow=(Onward(), *(SettingUp(side) for side in reversed(sides))),
            weather=charts.weather.kinds[0].id,
            owners={at: side for side in sides for at in self.context.sources(side)},
        )
        transition = Transition(state)
        transition.tell("begins", self.citations.over, title=self.scenario.title)
        return self.settled(transition)

    def tidy(self, transition: Transition[PlainState]) -> None:
        """Places belong to whoever was in them last."""
        owners = dict(transition.state.owners)
        pos = self.look(transition.state)
        for row in self.context.charts.victory.places:
            at = self.context.map.places[row.id].hex
            for side in self.context.sides:
                if at in pos.held[side] and owners.get(at) != side:
                    owners[at] = side
                    transition.tell("captured", self.context.charts.victory.rule, at=at, side=side)
        if owners != transition.state.owners:
            transition.set(owners=owners)

    def outcome(self, state: State) -> Outcome | None:
        """The result, once the game is over."""
        own, chart = self.own(state), self.context.charts.victory
        return chart.outcome(self.context.map, own.owners, self.context.sides) if own.over else None

    def owner(self, state: State, unit: UnitId) -> str:
        """The side that commands a unit."""
        return self.context.owners[unit]

    def describe(self, state: State, action: Action) -> str:
        """A menu line for an action."""
        return plain.wording(self.context).action(action, plain.LINES)

    def prose(self, event: Event) -> str:
        """One sentence for an event."""
        return plain.wording(self.context).event(event, plain.sentences())

    def reach(self, state: State, unit: UnitId) -> Mapping[Hex, int]:
        """Where a unit could go if it were moved now."""
        on_map = isinstance(state.pieces[unit].at, Hex)
        return self.position(state).reach(unit).cost if on_map else {}

    def route(self, state: State, action: Action) -> tuple[Hex, ...]:
        """The hexes of a march: the cheapest way."""
        on_map = isinstance(action, Move) and isinstance(state.pieces[action.unit].at, Hex)
        if not isinstance(action, Move) or not on_map:
            return ()
        found = self.position(state).reach(action.unit)
        return found.path(action.target) if action.target in found.cost else ()


class PlainSystem:
    """A system whose games are plain: a title gives its names, its rules and its chart text."""

    id: str
    title: str
    points: str = "MP"
    sides: tuple[SideInfo, ...]
    options: tuple[Option, ...] = ()
    rules: type[PlainRules]
    charts: str

    def actions(self) -> tuple[type[Action], ...]:
        """Every action class."""
        return ACTIONS

    def records(self) -> tuple[type, ...]:
        """Every dataclass that can stand in a state."""
        return (PlainState, Piece, SupportedBattle, *FRAMES)

    def chart_text(self) -> str:
        """The TOML text of the charts."""
        return self.charts

    def chart_type(self) -> type:
        """The dataclass of all its charts."""
        return PlainCharts

    def chart_problems(self, charts: object) -> tuple[ChartProblem, ...]:
        """Nothing is judged between cells."""
        return ()

    def unit_names(self, data: object) -> tuple[tuple[UnitId, str], ...]:
        """None: scenarios name no unit."""
        return ()

    def read(self, table: Table, charts: str, where: str) -> PlainCharts:
        """Type the charts; a scenario has no figures of its own."""
        return typed(PlainCharts, charts, f"{where}, charts")

    def bind(self, scenario: Scenario) -> Rules:
        """The rules of one game."""
        first, second = (side.id for side in self.sides)
        return self.rules(scenario, (first, second))
