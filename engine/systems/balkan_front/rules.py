"""The rules of one game of Balkan Front's ground war: every question goes to its handler."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, cached_property, partial

from engine.core.actions import Action
from engine.core.events import Event
from engine.core.handler import Transition, table
from engine.core.laying import Laying
from engine.core.legal import Family
from engine.core.rules_base import Citations
from engine.core.state import Frame, Location, State
from engine.core.system import Scenario, Step
from engine.core.view.display import Outcome, PhaseView
from engine.rules.view.viewed_rules import Views
from engine.systems.balkan_front import actions as do
from engine.systems.balkan_front import advice, first_plans, panels, sequence, worn
from engine.systems.balkan_front.laying import FrontLaying
from engine.systems.balkan_front.politics import (
    assistance,
    calls,
    capital,
    detection,
    government,
    intervention,
    revolt,
    victory,
)
from engine.systems.balkan_front.state import invariants
from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.position import FrontPosition, look
from engine.systems.balkan_front.state.records import (
    AirFront,
    DetectionRoll,
    Front,
    Planning,
    RovingFront,
    SeaFront,
)
from engine.systems.europa.air import fleet, landing, missions, readiness
from engine.systems.europa.air.actions import LINES as AIR_LINES
from engine.systems.europa.air.bombing import attacks, support
from engine.systems.europa.air.bombing.actions import LINES as BOMBING_LINES
from engine.systems.europa.air.carrying import arriving, drop_plans, dropping, seizing, towing
from engine.systems.europa.air.carrying.actions import LINES as CARRYING_LINES
from engine.systems.europa.air.combat import antiaircraft, engagement, patrol
from engine.systems.europa.air.combat import interception as air_interception
from engine.systems.europa.air.combat.actions import LINES as AIR_COMBAT_LINES
from engine.systems.europa.air.records import NO_AIR, AirMoving
from engine.systems.europa.board import weather
from engine.systems.europa.combat import advance, aftermath, combat_phase, retreats
from engine.systems.europa.movement import engineering, movement_phase
from engine.systems.europa.production import (
    abandoning,
    construction,
    initial_actions,
    initial_phase,
    position_guns,
    replacements,
)
from engine.systems.europa.rules_base import EuropaRules, citations
from engine.systems.europa.scenario import set_up
from engine.systems.europa.scenario.naming import judged
from engine.systems.europa.sea import (
    air_attacks,
    cargo,
    evacuation,
    interdiction,
    landings,
    points,
    sailing,
    transport,
)
from engine.systems.europa.sea import routes as sea_routes
from engine.systems.europa.sea.actions import LINES as SEA_LINES
from engine.systems.europa.sea.actions import (
    CallShips,
    LandAmphibiously,
    PlanLanding,
    Ship,
    ShipOverBeach,
    ShipSupply,
)
from engine.systems.europa.state.constants import ALLIED, AXIS, NEUTRAL, Phase
from engine.systems.europa.state.context import SIDE_NAMES, Context, More
from engine.systems.europa.state.records import Initial, Onward, SettingUp, Theatre
from engine.systems.europa.supply import supply_trace
from engine.systems.europa.view import (
    air_panel,
    air_prospects,
    battle_display,
    display,
    drop_panel,
    messages,
    planning,
    sea_panel,
    sea_ranges,
)
from maps.hexgrid import Hex

HANDLERS = table(
    *set_up.HANDLERS,
    *sequence.HANDLERS,
    *weather.HANDLERS,
    *initial_phase.handlers(
        *government.ANSWERS,
        *capital.ANSWERS,
        *calls.ANSWERS,
        *assistance.ANSWERS,
        *intervention.ANSWERS,
        *readiness.ANSWERS,
        *abandoning.ANSWERS,
        *position_guns.ANSWERS,
        *points.ANSWERS,
        *interdiction.ANSWERS,
        *landings.INITIAL,
        *drop_plans.INITIAL,
    ),
    *movement_phase.handlers(
        *transport.ANSWERS,
        *cargo.ANSWERS,
        *landings.ANSWERS,
        *evacuation.ANSWERS,
        *engineering.ANSWERS,
        *abandoning.ANSWERS,
        *position_guns.ANSWERS,
    ),
    *combat_phase.HANDLERS,
    *aftermath.HANDLERS,
    *retreats.HANDLERS,
    *advance.HANDLERS,
    *government.HANDLERS,
    *calls.HANDLERS,
    *intervention.HANDLERS,
    *detection.HANDLERS,
    *revolt.HANDLERS,
    *victory.HANDLERS,
    *missions.HANDLERS,
    *patrol.HANDLERS,
    *air_interception.HANDLERS,
    *engagement.HANDLERS,
    *antiaircraft.HANDLERS,
    *landing.HANDLERS,
    *readiness.HANDLERS,
    *support.HANDLERS,
    *attacks.HANDLERS,
    *sailing.HANDLERS,
    *air_attacks.HANDLERS,
    *arriving.HANDLERS,
    *towing.HANDLERS,
    *dropping.HANDLERS,
    *seizing.HANDLERS,
    *first_plans.HANDLERS,
    *worn.HANDLERS,
)
"""Every kind of open decision with its handler."""
LINES: dict[type[Action], str] = {
    **AIR_LINES,
    **AIR_COMBAT_LINES,
    **BOMBING_LINES,
    **SEA_LINES,
    **CARRYING_LINES,
    do.Assist: "Take {unit} as German assistance in {target}",
    do.AssistByAir: "Take {air_unit} as German assistance at {target}",
    do.Intervene: "Germany intervenes",
    do.StayOut: "Germany stays out",
    do.OrderWithdrawal: "Order the German withdrawal",
    do.WithdrawGerman: "Withdraw {unit}",
    do.Evacuate: "Evacuate the government of {nation}",
    do.CallNation: "Call on {nation} to join",
    do.MoveCapital: "Move the capital to {target}",
    do.LoseBefore: "Lose {unit} before the first turn",
    do.CeaseOperations: "Cease operations",
    do.GoOn: "Go on",
}
VOYAGES = (Ship, ShipOverBeach, LandAmphibiously, ShipSupply)
"""The actions that ships carry out."""
TOLD: Mapping[type[Action], Callable[[FrontPosition, Action], str]] = {
    initial_actions.Replace: replacements.terms,
    initial_actions.RebuildCadre: replacements.terms,
    initial_actions.BeginWork: construction.spot,
    initial_actions.Labour: engineering.terms,
    initial_actions.Arrive: victory.price,
    CallShips: victory.price,
    do.Assist: victory.price,
    do.AssistByAir: victory.price,
    do.WithdrawGerman: intervention.freed,
    do.LoseBefore: worn.counts,
}
"""What the menu line of an action ends with; those of others tell what flights promise."""
NOT_FLOWN = "This scenario is without air units"
"""What the turn record says of a scenario that leaves rules out."""


@cache
def sentences() -> Mapping[str, str]:
    """The sentences by event word."""
    return messages.templates(__package__ or "")


def phases(pos: FrontPosition) -> PhaseView:
    """The turn record."""
    missing = () if pos.air.units else (NOT_FLOWN,)
    notes = (*detection.note(pos), *missing)
    figures = pos.context.figures
    slots, between = sequence.slots(pos), worn.title(pos)
    after = (f"{SIDE_NAMES[AXIS]} plans",) if figures.plans else ()
    return display.phases(
        pos, slots, figures.turns, notes, after, between=between, first_turn=figures.first
    )


VIEWS = Views(
    phases=phases,
    displays=panels.displays,
    who_alone=panels.who_alone_acts,
    counters=display.counters,
    markers=panels.markers,
    battle=battle_display.battle,
    forecast=battle_display.forecast,
    supply=supply_trace.supply,
    supply_line=supply_trace.supply_line,
    figures=panels.figures,
    due=panels.due,
    faults=invariants.faults,
    may_attack=planning.may_attack,
    candidates=planning.candidates,
    plan=planning.plan,
    zones=lambda pos, side: pos.zoc(side),
    owned=lambda pos, side: pos.owned(side),
    flights=air_panel.flights,
    prospect=air_prospects.prospect,
    subjects=sea_ranges.subjects,
    ranges=lambda pos, subject: (
        *sea_ranges.ranges(pos, subject),
        *drop_panel.ranges(pos, subject),
    ),
)
"""What is shown of a position."""


class BalkanFront(EuropaRules[Front, FrontPosition]):
    """The rules bound to one scenario."""

    context: FrontContext
    handlers = HANDLERS
    state_class = Front
    views = VIEWS
    advisers = advice.ADVISERS
    outlook = advice.FrontOutlook
    citations = Citations(over="BF-31A.4", untimely="BF-4C.1", face="BF-3C3.1", stranger="BF-3A.1")

    def __init__(self, scenario: Scenario) -> None:
        context = FrontContext(scenario, citations(__package__ or ""), _look)
        judged(context)
        context.extras = (
            transport.families,
            cargo.families,
            _initially(points.families, interdiction.families),
            landings.families,
            drop_plans.families,
            evacuation.families,
            engineering.families,
            abandoning.families,
            position_guns.families,
            _initially(
                government.families,
                capital.families,
                calls.families,
                assistance.families,
                intervention.families,
                readiness.families,
            ),
        )
        super().__init__(context, partial(look, context))
        names = {row.id: row.name for row in context.charts.nations.rows}
        if context.figures.air.units:
            names |= {id_: found.name for id_, found in fleet.roster(context).items()}
        self._words = messages.wording(context, names)

    def begin(self) -> Step:
        """All units in the pool, in their boxes or off the map, the Allied player to deploy
        (BF-30).
        """
        rows = self.context.charts.nations.rows
        begun: Callable[..., Front] = Front
        if self.context.figures.air.units:
            begun = partial(AirFront, air=fleet.opening(self.context))
        if self.context.figures.roving.nation:
            begun = partial(RovingFront, air=fleet.opening(self.context))
        if self.context.at_sea:
            air = fleet.opening(self.context) if self.context.figures.air.units else NO_AIR
            begun = partial(SeaFront, air=air)
        figures = self.context.figures
        planning_ = (Planning(AXIS),) if figures.plans else ()
        alarm = (DetectionRoll(),) if figures.alarm.nation else ()
        state = begun(
            turn=figures.first,
            phase=Phase.SET_UP.value,
            active="",
            pieces=set_up.opening_pieces(self.context),
            flow=(
                Onward(),
                *alarm,
                *planning_,
                *worn.frames(self.context, AXIS),
                SettingUp(AXIS),
                *worn.frames(self.context, ALLIED),
                SettingUp(ALLIED),
            ),
            joined={row.id: row.side or NEUTRAL for row in rows} | figures.joined,
            status=figures.status,
            entered=figures.entered,
            mobilizing=figures.mobilizing,
            credited=frozenset(figures.credited),
            taken=self.context.held_at_start(),
            strips=self.context.lasting_strips,
            weather={zone: self.context.figures.first_weather for zone in self._zones()},
        )
        transition = Transition(state)
        transition.tell("begins", "BF-30.4", title=self.scenario.title)
        return self.settled(transition)

    def _zones(self) -> tuple[str, ...]:
        return self.context.charts.weather.zones

    def idle(self, pos: FrontPosition, frame: Frame, transition: Transition[Front]) -> bool:
        """Close a decision that leaves nothing to decide."""
        if isinstance(frame, AirMoving):
            return missions.idle(pos, frame, transition)
        return isinstance(frame, Initial) and initial_phase.idle(pos, frame, transition)

    def captured(self, transition: Transition[Front], taken: Mapping[Hex, str]) -> None:
        """Awards and duties that captures bring."""
        victory.on_capture(self.context, transition, taken)
        if self.context.figures.air.units:
            readiness.overtaken(self.context, transition)

    def counted(self, transition: Transition[Front], since: Front | None) -> None:
        """Count what was lost."""
        if self.context.at_sea:
            landings.void(self.context, transition)
        if self.context.figures.air.units:
            drop_plans.void(self.context, transition)
        if not transition.state.over:
            assert since is None or isinstance(since, Front)
            victory.tally(self.context, transition, since)

    def route(self, state: State, action: Action) -> tuple[Hex, ...]:
        """The hexes of a voyage too, where more than ports is played of the sea (BF-26B1.3)."""
        if not self.context.at_sea or not isinstance(action, VOYAGES):
            return super().route(state, action)
        pos = self.position(state)
        return sea_routes.route(pos, pos.state.active, *_ends(pos, action))

    @cached_property
    def laying(self) -> Laying:
        """How positions are laid out."""
        return FrontLaying(self.context)

    def outcome(self, state: State) -> Outcome | None:
        """The result, once the game is over."""
        pos = self.position(state)
        return victory.outcome(pos) if pos.state.over else None

    def line(self, state: State, action: Action) -> str:
        """A menu line for an action."""
        return self.titled(state, action) or messages.describe(self._words, LINES, action)

    def describe(self, state: State, action: Action) -> str:
        """A menu line for an action, with what a flight against a place promises, what interdiction
        may do to a voyage, what a landing waits for, and what replacements and ships cost.
        """
        pos, line = self.position(state), self.line(state, action)
        if self.context.at_sea and isinstance(action, VOYAGES):
            return line + sea_panel.promised(pos, *_ends(pos, action))
        if isinstance(action, PlanLanding):
            return line + sea_panel.wanting(pos, action)
        told = TOLD.get(type(action), air_prospects.promised)
        return line + told(pos, action)

    def prose(self, event: Event) -> str:
        """One sentence for an event."""
        return messages.prose(self.context, self._words, sentences(), event)


def _initially(*offering: More) -> More:
    """What is offered in initial phases alone: other phases ask none of it."""

    def families(pos: FrontPosition, frame: Frame) -> tuple[Family, ...]:
        if not isinstance(frame, Initial):
            return ()
        return tuple(family for more in offering for family in more(pos, frame))

    return families


def _ends(
    pos: FrontPosition, action: Ship | ShipOverBeach | LandAmphibiously | ShipSupply
) -> tuple[Location, Location]:
    """Where a voyage begins and ends."""
    origin = action.origin if isinstance(action, ShipSupply) else pos.piece(action.unit).at
    return origin, action.target


def _look(context: Context, state: Theatre) -> FrontPosition:
    assert isinstance(context, FrontContext) and isinstance(state, Front)
    return FrontPosition(context, state)
