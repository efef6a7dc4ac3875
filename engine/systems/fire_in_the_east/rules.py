"""The rules of one game of Fire in the East: every question goes to its handler."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, partial

from engine.core.actions import Action, Objection
from engine.core.events import Event
from engine.core.handler import AnyHandler, Transition, table
from engine.core.laying import Laying
from engine.core.legal import Family
from engine.core.rules_base import Citations
from engine.core.state import Frame, State
from engine.core.system import Scenario, Step
from engine.core.view.display import MarkerView, Outcome, PhaseView
from engine.core.view.outlook import WeatherZone
from engine.rules.view.viewed_rules import Views
from engine.systems.europa.air import fleet, landing, missions, readiness
from engine.systems.europa.air.actions import LINES as AIR_LINES
from engine.systems.europa.air.bombing import attacks, driving_off, support
from engine.systems.europa.air.bombing.actions import LINES as BOMBING_LINES
from engine.systems.europa.air.bombing.actions import AimAt
from engine.systems.europa.air.carrying import arriving, drop_plans, dropping, seizing, towing
from engine.systems.europa.air.carrying.actions import LINES as CARRYING_LINES
from engine.systems.europa.air.combat import antiaircraft, engagement, patrol
from engine.systems.europa.air.combat import interception as air_interception
from engine.systems.europa.air.combat.actions import LINES as AIR_COMBAT_LINES
from engine.systems.europa.air.groups import chart as air_chart
from engine.systems.europa.air.groups import escaping, replacing, striking
from engine.systems.europa.air.groups.actions import LINES as GROUP_LINES
from engine.systems.europa.air.groups.records import Activating, Assigning
from engine.systems.europa.air.records import AirMoving
from engine.systems.europa.board.board import FORTRESS
from engine.systems.europa.combat import advance, aftermath, combat_phase, retreats
from engine.systems.europa.movement import engineering, movement_phase
from engine.systems.europa.production import abandoning, initial_phase, position_guns
from engine.systems.europa.rules_base import EuropaRules, citations
from engine.systems.europa.scenario import set_up
from engine.systems.europa.state.constants import ALLIED, ATTACKED, AXIS, NEUTRAL, Phase
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial, Moving, Onward, SettingUp, Theatre
from engine.systems.europa.supply import supply_trace
from engine.systems.europa.view import (
    air_panel,
    air_prospects,
    battle_display,
    display,
    drop_panel,
    messages,
    planning,
)
from engine.systems.fire_in_the_east import advice, deployment, panels, sequence
from engine.systems.fire_in_the_east.economy import (
    buying,
    capital,
    factories,
    forfeits,
    garrisons,
    leaving,
    lend_lease,
    panel,
    purses,
    raids,
    special,
)
from engine.systems.fire_in_the_east.economy.actions import LINES as ECONOMY_LINES
from engine.systems.fire_in_the_east.economy.making import (
    barter,
    guards,
    night_fighter,
    raising,
    upgrading,
)
from engine.systems.fire_in_the_east.laying import EastLaying
from engine.systems.fire_in_the_east.resources import (
    capacity,
    carrying,
    freight,
    placing,
    starvation,
    trucks,
)
from engine.systems.fire_in_the_east.resources import panel as resource_panel
from engine.systems.fire_in_the_east.resources.actions import LINES as RESOURCE_LINES
from engine.systems.fire_in_the_east.sea import (
    gunfire,
    mooring,
    repairing,
    sailing,
)
from engine.systems.fire_in_the_east.sea import panel as naval_panel
from engine.systems.fire_in_the_east.sea.actions import LINES as NAVAL_LINES
from engine.systems.fire_in_the_east.sea.actions import lines_of
from engine.systems.fire_in_the_east.sea.boats import (
    boarding,
    floating,
    losing,
    restoring,
    steering,
)
from engine.systems.fire_in_the_east.sea.boats.actions import LINES as BOAT_LINES
from engine.systems.fire_in_the_east.sea.records import Displacing, Fleeing, Hunting, Mooring
from engine.systems.fire_in_the_east.sea.search import casualties, ending, hunting, orders
from engine.systems.fire_in_the_east.sea.shipping import cargo, convoys, lading, supplying
from engine.systems.fire_in_the_east.state import invariants
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, look
from engine.systems.fire_in_the_east.state.records import (
    AirEast,
    East,
    EffortDraw,
    SeaEast,
    SearchedEast,
)
from engine.systems.fire_in_the_east.turn import opening, railheads, victory, weather
from engine.systems.fire_in_the_east.works import building, quick
from engine.systems.fire_in_the_east.works.actions import LINES as WORK_LINES
from maps.hexgrid import Hex
from oob.model import UnitId

INITIAL: tuple[AnyHandler[East, EastPosition], ...] = initial_phase.handlers(
    *buying.ANSWERS,
    *special.ANSWERS,
    *factories.ANSWERS,
    *capital.ANSWERS,
    *leaving.ANSWERS,
    *guards.ANSWERS,
    *night_fighter.ANSWERS,
    *raising.ANSWERS,
    *barter.ANSWERS,
    *upgrading.ANSWERS,
    *forfeits.ANSWERS,
    *placing.ANSWERS,
    *capacity.ANSWERS,
    *carrying.INITIAL,
    *trucks.ANSWERS,
    *abandoning.ANSWERS,
    *position_guns.ANSWERS,
    *drop_plans.INITIAL,
    *supplying.ANSWERS,
    *lading.INITIAL,
    *repairing.ANSWERS,
    *floating.ANSWERS,
    *restoring.ANSWERS,
)
MOVING: tuple[AnyHandler[East, EastPosition], ...] = movement_phase.handlers(
    *abandoning.ANSWERS,
    *position_guns.ANSWERS,
    *engineering.ANSWERS,
    *quick.ANSWERS,
    *building.ANSWERS,
    *carrying.ANSWERS,
    *freight.ANSWERS,
    *trucks.ANSWERS,
    *sailing.ANSWERS,
    *cargo.ANSWERS,
    *convoys.ANSWERS,
    *lading.ANSWERS,
    *driving_off.ANSWERS,
    *steering.ANSWERS,
    *boarding.ANSWERS,
    *orders.ANSWERS,
)
FLYING: tuple[AnyHandler[East, EastPosition], ...] = (
    *missions.HANDLERS,
    *patrol.HANDLERS,
    *air_interception.HANDLERS,
    *engagement.HANDLERS,
    *antiaircraft.HANDLERS,
    *landing.HANDLERS,
    *readiness.HANDLERS,
    *support.HANDLERS,
    *attacks.HANDLERS,
    *arriving.HANDLERS,
    *towing.HANDLERS,
    *dropping.HANDLERS,
    *seizing.HANDLERS,
    *replacing.HANDLERS,
    *striking.HANDLERS,
    *escaping.HANDLERS,
    *hunting.HANDLERS,
    *casualties.HANDLERS,
)
FORMING: AnyHandler[East, EastPosition] = combat_phase.forming_handler(
    support.SupportedForming(), *gunfire.FORMING_ANSWERS
)
HANDLERS = table(
    *deployment.HANDLERS,
    *lend_lease.HANDLERS,
    *mooring.HANDLERS,
    *sailing.HANDLERS,
    *cargo.HANDLERS,
    *gunfire.HANDLERS,
    *losing.HANDLERS,
    *ending.HANDLERS,
    *sequence.HANDLERS,
    *weather.HANDLERS,
    *starvation.HANDLERS,
    *INITIAL,
    *MOVING,
    *combat_phase.HANDLERS,
    *aftermath.HANDLERS,
    *retreats.HANDLERS,
    *advance.HANDLERS,
    *FLYING,
    FORMING,
)
"""Every kind of open decision with its handler."""
LINES: dict[type[Action], str] = {
    **ECONOMY_LINES,
    **WORK_LINES,
    **RESOURCE_LINES,
    **NAVAL_LINES,
    **BOAT_LINES,
    **AIR_LINES,
    **AIR_COMBAT_LINES,
    **BOMBING_LINES,
    **CARRYING_LINES,
    **GROUP_LINES,
}
"""Menu lines of actions that not every title has."""
FOUGHT = frozenset({ATTACKED})
NOT_SAILED = "The sea is not played"
NOT_FLOWN = "The air is not played"
NEITHER = "Air and sea are not played"
"""What the turn record says of what a scenario leaves out."""


@cache
def sentences() -> Mapping[str, str]:
    """The sentences by event word."""
    return messages.templates(__package__ or "")


def phases(pos: EastPosition) -> PhaseView:
    """The turn record."""
    return display.phases(
        pos,
        sequence.slots(pos),
        pos.context.figures.turns,
        _missing(pos),
        _settling(pos),
        first_turn=pos.context.figures.opening.turn or 1,
    )


def _settling(pos: EastPosition) -> tuple[str, ...]:
    """What is decided between the set-up and the first turn, the next first."""
    found, names = [], pos.context.side_names
    for frame in reversed(pos.state.flow):
        match frame:
            case Mooring():
                found.append(f"{names[frame.side]} ships")
            case Assigning() | Activating(start=True):
                found.append(f"{names[frame.side]} air units")
    return tuple(dict.fromkeys(found))


def _missing(pos: EastPosition) -> tuple[str, ...]:
    if pos.fleet.vessels:
        return () if pos.air.units else (NOT_FLOWN,)
    return (NOT_SAILED if pos.air.units else NEITHER,)


def _markers(pos: EastPosition) -> tuple[MarkerView, ...]:
    found = (*display.markers(pos), *factories.markers(pos), *capital.markers(pos))
    forts = (
        MarkerView("fort", at, pos.owner_of(at), "Fortress")
        for at in sorted(pos.context.fortresses)
        if pos.fortress(at) == FORTRESS
    )
    found = (*found, *forts, *resource_panel.markers(pos), *raids.markers(pos))
    return (*found, *railheads.markers(pos), *naval_panel.markers(pos), *air_panel.markers(pos))


VIEWS = Views(
    phases=phases,
    displays=panels.displays,
    who_alone=panels.who_alone_acts,
    due=panels.due,
    figures=panels.figures,
    counters=resource_panel.counters,
    markers=_markers,
    zones=lambda pos, side: pos.zoc(side),
    owned=lambda pos, side: pos.owned(side),
    supply=supply_trace.supply,
    supply_line=supply_trace.supply_line,
    battle=battle_display.battle,
    forecast=battle_display.forecast,
    may_attack=planning.may_attack,
    candidates=planning.candidates,
    plan=planning.plan,
    faults=invariants.faults,
    flights=air_panel.flights,
    prospect=air_prospects.prospect,
    ranges=drop_panel.ranges,
)
"""What is shown of a position."""


class FireInTheEast(EuropaRules[East, EastPosition]):
    """The rules bound to one scenario."""

    context: EastContext
    handlers = HANDLERS
    state_class = East
    views = VIEWS
    advisers = advice.ADVISERS
    outlook = advice.EastOutlook
    citations = Citations(over="FE-37A.1", untimely="FE-4C.1", face="FE-3C3.1", stranger="FE-3A.1")

    def __init__(self, scenario: Scenario) -> None:
        context = EastContext(scenario, citations(__package__ or ""), _look)
        super().__init__(context, partial(look, context))
        context.extras = (_more_families, engineering.families, quick.families, building.families)
        context.duties = (_duties,)
        context.loss_counters = (partial(special.count_loss, context),)
        context.followers = (partial(carrying.take_along, context),)
        names = {row.id: row.name for row in context.charts.nations.rows}
        if context.figures.air.units:
            made = (guards.families, night_fighter.families)
            flown = (*made, readiness.families, abandoning.families, drop_plans.families)
            context.extras = (*context.extras, *flown, driving_off.families)
            context.extras = (*context.extras, position_guns.families)
            names |= {id_: found.name for id_, found in fleet.roster(context).items()}
        if context.figures.fleet.zones:
            naval = (sailing, orders, cargo, convoys, lading, supplying, repairing, gunfire)
            river = (steering, boarding, floating, restoring)
            context.extras = (*context.extras, *(room.families for room in (*naval, *river)))
            names |= {row.id: row.name for row in context.charts.fleet.ships}
            names |= {row.id: row.name for row in context.charts.flotillas.rows}
        self._words = messages.wording(context, names)

    def begin(self) -> Step:
        """All units in the pool or off the map, the Soviet player to deploy first (FE-36.5)."""
        rows, flying = self.context.charts.nations.rows, self.context.figures.air
        afloat = SearchedEast if self.context.option("naval_search") else SeaEast
        begun: Callable[..., East] = SeaEast if self.context.figures.fleet.zones else East
        air_force: tuple[Frame, ...] = ()
        if flying.units:
            air, groups = fleet.opening(self.context), air_chart.opening(self.context)
            flown = afloat if self.context.figures.fleet.zones else AirEast
            begun = partial(flown, air=air, groups=groups)
            at_war = {row.id for row in rows if row.side == AXIS and not row.since}
            homes = [row.nation for row in flying.homes if row.nation in at_war]
            active = (Activating(AXIS, nation, start=True) for nation in reversed(homes))
            air_force = (*active, *((Assigning(AXIS),) if flying.strike.nation else ()))
        state = begun(
            turn=1,
            phase=Phase.SET_UP.value,
            active="",
            pieces=set_up.opening_pieces(self.context),
            flow=(Onward(), *air_force, *map(SettingUp, reversed(self.context.set_up_order))),
            unplaced=placing.opening(self.context),
            joined={row.id: NEUTRAL if row.since else row.side for row in rows},
            airfields=self.context.airfields_at_start,
            forts=self.context.forts_at_start,
            weather=dict.fromkeys(
                self.context.charts.weather.zones, self.context.figures.first_weather
            ),
        )
        if self.context.figures.opening.turn:
            state = opening.resumed(self.context, state)
        state = self._launched(state)
        if self.context.efforts:
            state = state.pushed(EffortDraw(AXIS))
        transition = Transition(state)
        transition.tell("begins", "FE-36.5", title=self.scenario.title)
        return self.settled(transition)

    def _launched(self, state: East) -> East:
        """With the ships of a scenario that has any, to be moored once both sides have set up
        (FE-OBS-11).
        """
        if not isinstance(state, SeaEast) or self.context.figures.opening.turn:
            return state
        parts = len(self.context.set_up_order)
        flow = (*state.flow[:-parts], Mooring(ALLIED), *state.flow[-parts:])
        return state.having(flow=flow, fleet=mooring.opening(self.context))

    def captured(self, transition: Transition[East], taken: Mapping[Hex, str]) -> None:
        """Remember what changed hands in this player turn, and who attacked in it (FE-7A.1, 6B.3,
        31C.1).
        """
        carrying.captured(self.context, transition, taken)
        state = transition.state
        if taken:
            transition.set(gained=state.gained.union(taken))
            purses.captured(self.context, transition, taken)
            capital.captured(self.context, transition, taken)
            garrisons.captured(self.context, transition, taken)
            lend_lease.captured(self.context, transition, taken)
            railheads.captured(self.context, transition, taken)
            sailing.captured(self.context, transition, taken)
            losing.captured(self.context, transition, taken)
        if self.context.figures.air.units:
            readiness.overtaken(self.context, transition)
            escaping.alarm(self.context, transition)
            state = transition.state
        if self.context.releases and look(self.context, state).calls_reserves(counting=False):
            sequence.release(transition)
        if state.phase == Phase.COMBAT:
            fought = look(self.context, state).standing.marked(FOUGHT)
            if not fought <= state.fought:
                transition.set(fought=state.fought | fought)

    def counted(self, transition: Transition[East], since: East | None) -> None:
        """Plans of drops end with what happens to their units; flotillas give way to units that
        have come into their hexes (FE-25D.3, 28E.3).
        """
        losing.overtaken(self.context, transition, since)
        if self.context.figures.air.units:
            drop_plans.void(self.context, transition)

    def idle(self, pos: EastPosition, frame: Frame, transition: Transition[East]) -> bool:
        """Close a decision that leaves nothing to decide."""
        if isinstance(frame, AirMoving):
            return missions.idle(pos, frame, transition)
        if isinstance(frame, Displacing):
            return losing.idle(pos, frame, transition)
        if isinstance(frame, Fleeing):
            return casualties.idle(pos, frame, transition)
        return isinstance(frame, Initial) and initial_phase.idle(pos, frame, transition)

    def reach(self, state: State, unit: UnitId) -> Mapping[Hex, int]:
        """Where a unit could march, or a river flotilla go, and what that costs (FE-28E.2)."""
        if unit in state.pieces:
            return super().reach(state, unit)
        return steering.span(self.position(state), unit)

    def cautions(self, state: State, action: Action) -> tuple[Objection, ...]:
        """Besides, captured cities that are left without their garrison (FE-33.4)."""
        more = garrisons.cautions(self.position(state), action)
        return (*super().cautions(state, action), *more)

    def weather(self, state: State, turns: int) -> tuple[WeatherZone, ...]:
        """The weather by zone, with the chances of coming turns."""
        return weather.zones(self.position(state), turns)

    def outcome(self, state: State) -> Outcome | None:
        """The result, once the game is over."""
        pos = self.position(state)
        return victory.outcome(pos) if pos.state.over else None

    def prose(self, event: Event) -> str:
        """One sentence for an event."""
        return messages.prose(self.context, self._words, sentences(), event)

    def line(self, state: State, action: Action) -> str:
        """A menu line for an action."""
        lines = lines_of(action, LINES)
        return self.titled(state, action) or messages.describe(self._words, lines, action)

    def describe(self, state: State, action: Action) -> str:
        """A menu line for an action, with what a flight against a place promises, and points."""
        line = self.line(state, action)
        pos, frame = self.position(state), state.flow[-1] if state.flow else None
        if isinstance(action, AimAt) and isinstance(frame, Hunting):
            return line + hunting.promised(pos, frame, action)
        return line + panel.promised(pos, action) + air_prospects.promised(pos, action)

    @cached_property
    def laying(self) -> Laying:
        """How positions are laid out."""
        return EastLaying(self.context)


def _more_families(pos: Position, frame: Frame) -> tuple[Family, ...]:
    assert isinstance(pos, EastPosition)
    if isinstance(frame, Moving):
        carriers = (carrying, freight, trucks)
        return tuple(family for part in carriers for family in part.families(pos, frame))
    if not isinstance(frame, Initial):
        return ()
    points = (placing, capacity, carrying, trucks)
    found = tuple(family for part in points for family in part.families(pos, frame))
    if not pos.context.figures.replacements:
        return found
    parts = (special, buying, leaving, raising, upgrading, barter, forfeits, factories, capital)
    return (*found, *(family for part in parts for family in part.families(pos, frame)))


def _duties(pos: Position, frame: Frame) -> Iterable[Objection]:
    assert isinstance(pos, EastPosition) and isinstance(frame, Initial)
    yield from placing.unfinished(pos, frame)
    if pos.context.figures.replacements:
        for part in (special, capital, forfeits):
            yield from part.unfinished(pos, frame)


def _look(context: Context, state: Theatre) -> EastPosition:
    assert isinstance(context, EastContext) and isinstance(state, East)
    return EastPosition(context, state)
