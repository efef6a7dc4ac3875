"""The rules of one game of Boot Camp: every question goes to its handler."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property, partial

from engine.core.actions import Action
from engine.core.events import Event
from engine.core.handler import Transition, table
from engine.core.laying import Laying
from engine.core.legal import Family
from engine.core.rules_base import Citations
from engine.core.state import Frame, State
from engine.core.system import Question, Scenario, Step
from engine.core.view.display import Outcome, PhaseView
from engine.rules.view.viewed_rules import Views
from engine.systems.boot_camp import advice, politics, sequence, victory
from engine.systems.boot_camp.air_and_sea import air, carried, drops, naval
from engine.systems.boot_camp.laying import BootCampLaying
from engine.systems.boot_camp.state import invariants
from engine.systems.boot_camp.state.context import BootCampContext
from engine.systems.boot_camp.state.position import BootCampPosition, look, now
from engine.systems.boot_camp.state.records import Campaign, Ceasing, Flying, Reducing
from engine.systems.boot_camp.view import hints, messages, panels, prospects, ranges
from engine.systems.europa.board import weather
from engine.systems.europa.combat import advance, aftermath, combat_phase, retreats
from engine.systems.europa.movement import breakdown, engineering, movement_phase
from engine.systems.europa.production import construction, initial_phase, replacements
from engine.systems.europa.rules_base import EuropaRules, citations
from engine.systems.europa.scenario import set_up
from engine.systems.europa.scenario.naming import judged
from engine.systems.europa.state.constants import ALLIED, AXIS, Phase
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.records import (
    Fighting,
    Initial,
    Moving,
    Onward,
    SettingUp,
    Theatre,
    WeatherRoll,
)
from engine.systems.europa.supply import supply_trace
from engine.systems.europa.view import battle_display, display, planning
from maps.hexgrid import Hex

CALM: tuple[type[Frame], ...] = (
    Initial,
    Moving,
    Flying,
    Fighting,
    Reducing,
    Ceasing,
    WeatherRoll,
)
"""Decisions at which no battle, overrun or voyage is under way: nations surrender then."""


def more_families(pos: BootCampPosition, frame: Frame) -> tuple[Family, ...]:
    """What a phase offers besides: ships and drops, breakdowns, giving up."""
    if isinstance(frame, Moving):
        return (*naval.families(pos, frame), *drops.families(pos, frame))
    if isinstance(frame, Initial):
        return (*breakdown.families(pos, frame), victory.CONCEDE)
    return ()


def _look(context: Context, state: Theatre) -> BootCampPosition:
    assert isinstance(context, BootCampContext) and isinstance(state, Campaign)
    return BootCampPosition(context, state)


HANDLERS = table(
    *set_up.HANDLERS,
    *sequence.HANDLERS,
    *weather.HANDLERS,
    *initial_phase.handlers(*breakdown.ANSWERS, *victory.CONCEDING),
    *movement_phase.handlers(*naval.ANSWERS, *drops.ANSWERS),
    *carried.HANDLERS,
    *drops.HANDLERS,
    *air.HANDLERS,
    *combat_phase.HANDLERS,
    *aftermath.HANDLERS,
    *retreats.HANDLERS,
    *advance.HANDLERS,
    *politics.HANDLERS,
    *victory.HANDLERS,
)
"""Every kind of open decision with its handler."""


def phases(pos: BootCampPosition) -> PhaseView:
    """The turn record."""
    return display.phases(
        pos,
        sequence.slots(pos),
        pos.context.figures.turns,
        prospects.notes(pos),
        ended_by=victory.ended_by(pos),
    )


VIEWS = Views(
    phases=phases,
    displays=panels.displays,
    counters=display.counters,
    markers=panels.markers,
    battle=battle_display.battle,
    forecast=battle_display.forecast,
    supply=supply_trace.supply,
    supply_line=supply_trace.supply_line,
    figures=prospects.figures,
    due=prospects.due,
    faults=invariants.faults,
    may_attack=planning.may_attack,
    candidates=planning.candidates,
    plan=planning.plan,
    amounts=air.AIR.amounts,
    zones=lambda pos, side: pos.zoc(side),
    owned=lambda pos, side: pos.owned(side),
    subjects=ranges.subjects,
    ranges=ranges.ranges,
)
"""What is shown of a position."""


class BootCamp(EuropaRules[Campaign, BootCampPosition]):
    """The rules bound to one scenario."""

    handlers = HANDLERS
    state_class = Campaign
    views = VIEWS
    advisers = advice.ADVISERS
    outlook = advice.CampOutlook
    citations = Citations(over="BC-25A4.1", untimely="BC-B4.3", face="BC-B9.5", stranger="BC-B3.2")
    context: BootCampContext

    def __init__(self, scenario: Scenario) -> None:
        context = BootCampContext(scenario, citations(__package__ or ""), _look)
        judged(context)
        context.extras = (more_families,)
        super().__init__(context, partial(look, context))
        self._words = messages.words(context)

    def begin(self) -> Step:
        """Units in their boxes or the pool, the Allied player to set up first (BC-23)."""
        context = self.context
        state = Campaign(
            turn=1,
            phase=Phase.SET_UP.value,
            active="",
            pieces=set_up.opening_pieces(context),
            flow=(Onward(), SettingUp(AXIS), SettingUp(ALLIED)),
            joined=politics.opening(context),
            weather={zone: context.figures.first_weather for zone in context.charts.weather.zones},
        )
        transition = Transition(state)
        transition.tell("begins", "BC-23.2", title=self.scenario.title)
        return self.settled(transition)

    def question(self, state: State) -> Question:
        """The open decision, in words that teach."""
        asked = super().question(state)
        if not state.flow or not asked.families:
            return asked
        return replace(asked, prompt=hints.prompt(self.position(state), state.top, asked.prompt))

    def idle(self, pos: BootCampPosition, frame: Frame, transition: Transition[Campaign]) -> bool:
        """Close a decision that leaves nothing to decide."""
        if isinstance(frame, Initial):
            return initial_phase.idle(pos, frame, transition)
        done = (isinstance(frame, Flying) and air.AIR.idle(pos, frame)) or (
            isinstance(frame, Reducing) and politics.reduced(pos)
        )
        if done:
            if isinstance(frame, Flying) and frame.side != frame.phasing:
                air.report(pos, transition)
            transition.state = transition.state.popped()
        return done

    def tidy(self, transition: Transition[Campaign]) -> None:
        """Owners of hexes, points for losses, and nations whose capital has fallen (BC-24, 25).

        Units that leave with their nation contest no hex any more, so owners are settled again.
        """
        settled = None
        while settled is not transition.state.pieces:
            super().tidy(transition)
            if transition.state.phase == Phase.SET_UP or transition.state.over:
                return
            settled = transition.state.pieces
            if transition.state.flow and isinstance(transition.state.top, CALM):
                politics.reckon(self.context, transition)

    def captured(self, transition: Transition[Campaign], taken: Mapping[Hex, str]) -> None:
        """Points for capitals and Albanian cities; the turn Athens falls (BC-25A4.2)."""
        if taken and transition.state.phase != Phase.SET_UP:
            victory.on_capture(now(self.context, transition), transition)

    def counted(self, transition: Transition[Campaign], since: Campaign | None) -> None:
        """Points for units that were lost (BC-25A4.2)."""
        if not transition.state.over:
            victory.tally(now(self.context, transition), transition, since)

    @cached_property
    def laying(self) -> Laying:
        """How positions are laid out."""
        return BootCampLaying(self.context)

    def outcome(self, state: State) -> Outcome | None:
        """The result, once the game is over."""
        pos = self.position(state)
        return victory.outcome(pos) if pos.state.over else None

    def line(self, state: State, action: Action) -> str:
        """A menu line for an action."""
        return self.titled(state, action) or messages.describe(self._words, action)

    def describe(self, state: State, action: Action) -> str:
        """A menu line for an action, with its price, place or dangers."""
        pos = self.position(state)
        told = (prospects.promised, replacements.terms, construction.spot, engineering.terms)
        return self.line(state, action) + "".join(words(pos, action) for words in told)

    def prose(self, event: Event) -> str:
        """One sentence for an event."""
        return messages.prose(self.context, self._words, event)
