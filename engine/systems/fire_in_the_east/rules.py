"""The rules of one game of Fire in the East's ground war: every question goes to its handler."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
from engine.systems.europa.combat import advance, aftermath, combat_phase, retreats
from engine.systems.europa.movement import movement_phase
from engine.systems.europa.production import initial_phase
from engine.systems.europa.rules_base import EuropaRules, citations
from engine.systems.europa.scenario import set_up
from engine.systems.europa.state.constants import ALLIED, ATTACKED, AXIS, NEUTRAL, Phase
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial, Onward, SettingUp, Theatre
from engine.systems.europa.supply import supply_trace
from engine.systems.europa.view import battle_display, display, messages, planning
from engine.systems.fire_in_the_east import advice, panels, sequence, starvation, victory, weather
from engine.systems.fire_in_the_east.economy import (
    buying,
    capital,
    factories,
    leaving,
    purses,
    special,
)
from engine.systems.fire_in_the_east.economy.actions import LINES as ECONOMY_LINES
from engine.systems.fire_in_the_east.laying import EastLaying
from engine.systems.fire_in_the_east.state import invariants
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, look
from engine.systems.fire_in_the_east.state.records import East
from maps.hexgrid import Hex

INITIAL: tuple[AnyHandler[East, EastPosition], ...] = initial_phase.handlers(
    *buying.ANSWERS,
    *special.ANSWERS,
    *factories.ANSWERS,
    *capital.ANSWERS,
    *leaving.ANSWERS,
)
MOVING: tuple[AnyHandler[East, EastPosition], ...] = movement_phase.handlers()
HANDLERS = table(
    *set_up.HANDLERS,
    *sequence.HANDLERS,
    *weather.HANDLERS,
    *starvation.HANDLERS,
    *INITIAL,
    *MOVING,
    *combat_phase.HANDLERS,
    *aftermath.HANDLERS,
    *retreats.HANDLERS,
    *advance.HANDLERS,
)
"""Every kind of open decision with its handler."""
LINES: dict[type[Action], str] = {**ECONOMY_LINES}
"""Menu lines of actions that only this title has."""
NOT_YET = "Air and sea are not yet played"
"""What the turn record says of the rules that are missing."""


@cache
def sentences() -> Mapping[str, str]:
    """The sentences by event word."""
    return messages.templates(__package__ or "")


def phases(pos: EastPosition) -> PhaseView:
    """The turn record."""
    return display.phases(pos, sequence.slots(pos), pos.context.figures.turns, (NOT_YET,))


def _markers(pos: EastPosition) -> tuple[MarkerView, ...]:
    return (*display.markers(pos), *factories.markers(pos), *capital.markers(pos))


VIEWS = Views(
    phases=phases,
    displays=panels.displays,
    due=panels.due,
    figures=panels.figures,
    counters=display.counters,
    markers=_markers,
    zones=lambda pos, side: pos.zoc(side),
    supply=supply_trace.supply,
    supply_line=supply_trace.supply_line,
    battle=battle_display.battle,
    forecast=battle_display.forecast,
    candidates=planning.candidates,
    plan=planning.plan,
    faults=invariants.faults,
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
        context.extras = (_more_families,)
        context.duties = (_duties,)
        context.mourners = (partial(special.mourn, context),)
        names = {row.id: row.name for row in context.charts.nations.rows}
        self._words = messages.wording(context, names)

    def begin(self) -> Step:
        """All units in the pool or off the map, the Soviet player to deploy first (FE-36.5)."""
        rows = self.context.charts.nations.rows
        state = East(
            turn=1,
            phase=Phase.SET_UP.value,
            active="",
            pieces=set_up.opening_pieces(self.context),
            flow=(Onward(), SettingUp(AXIS), SettingUp(ALLIED)),
            joined={row.id: NEUTRAL if row.since else row.side for row in rows},
            weather=dict.fromkeys(
                self.context.charts.weather.zones, self.context.figures.first_weather
            ),
        )
        transition = Transition(state)
        transition.tell("begins", "FE-36.5", title=self.scenario.title)
        return self.settled(transition)

    def captured(self, transition: Transition[East], taken: Mapping[Hex, str]) -> None:
        """Remember what changed hands in this player turn, and who attacked in it (FE-7A.1, 6B.3,
        31C.1).
        """
        state = transition.state
        if taken:
            transition.set(gained=state.gained.union(taken))
            purses.captured(self.context, transition, taken)
            capital.captured(self.context, transition, taken)
        if self.context.releases and look(self.context, state).calls_reserves(counting=False):
            sequence.release(transition)
        if state.phase == Phase.COMBAT.value:
            fought = {unit for unit, piece in state.pieces.items() if ATTACKED in piece.marks}
            if not fought <= state.fought:
                transition.set(fought=state.fought | fought)

    def idle(self, pos: EastPosition, frame: Frame, transition: Transition[East]) -> bool:
        """Close a decision that leaves nothing to decide."""
        return isinstance(frame, Initial) and initial_phase.idle(pos, frame, transition)

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

    def describe(self, state: State, action: Action) -> str:
        """A menu line for an action."""
        return messages.describe(self._words, LINES, action)

    @cached_property
    def laying(self) -> Laying:
        """How positions are laid out."""
        return EastLaying(self.context)


def _more_families(pos: Position, frame: Frame) -> tuple[Family, ...]:
    assert isinstance(pos, EastPosition)
    if not isinstance(frame, Initial) or not pos.context.figures.replacements:
        return ()
    parts = (special, buying, leaving, factories, capital)
    return tuple(family for part in parts for family in part.families(pos, frame))


def _duties(pos: Position, frame: Frame) -> Iterable[Objection]:
    assert isinstance(pos, EastPosition) and isinstance(frame, Initial)
    if not pos.context.figures.replacements:
        return ()
    return (*special.unfinished(pos, frame), *capital.unfinished(pos, frame))


def _look(context: Context, state: Theatre) -> EastPosition:
    assert isinstance(context, EastContext) and isinstance(state, East)
    return EastPosition(context, state)
