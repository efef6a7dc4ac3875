"""The rules of one game of Boot Camp: every question goes to its desk."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources

from engine.core.actions import Action
from engine.core.desk import Desk, Doing
from engine.core.display import CounterView, Display, MarkerView, Outcome, PhaseView
from engine.core.events import Event
from engine.core.legal import Family
from engine.core.office import Citations
from engine.core.outlook import Due, Figure
from engine.core.spheres import Sphere, Subject, SubjectId
from engine.core.state import Frame, State
from engine.core.system import Question, Scenario, Step
from engine.systems.boot_camp import (
    advice,
    air,
    carried,
    drops,
    hints,
    naval,
    panels,
    politics,
    prospects,
    ranges,
    sequence,
    soundness,
    telling,
    victory,
)
from engine.systems.boot_camp.position import BootCampPosition
from engine.systems.boot_camp.records import Campaign, Ceasing, Flying, Reducing
from engine.systems.boot_camp.table import BootCampTable
from engine.systems.europa import (
    advance,
    aftermath,
    breaking,
    combat,
    deploying,
    initial,
    moving,
    retreats,
    show,
    weather,
)
from engine.systems.europa.office import EuropaRules
from engine.systems.europa.position import Position
from engine.systems.europa.records import (
    Fighting,
    Initial,
    Moving,
    Onward,
    SettingUp,
    Theatre,
    WeatherRoll,
)
from engine.systems.europa.table import Table
from engine.systems.europa.words import ALLIED, AXIS, Phase
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


def citations() -> dict[str, str]:
    """The rule of each topic of the shared layer."""
    text = resources.files(__package__).joinpath("citations.toml").read_text("utf-8")
    found: dict[str, str] = tomllib.loads(text)
    return found


def more_families(pos: Position, frame: Frame) -> tuple[Family, ...]:
    """What a phase offers besides: ships and drops, breakdowns, giving up."""
    assert isinstance(pos, BootCampPosition)
    if isinstance(frame, Moving):
        return (*naval.families(pos, frame), *drops.families(pos, frame))
    if isinstance(frame, Initial):
        return (*breaking.families(pos, frame), victory.CONCEDE)
    return ()


def look(table: Table, state: Theatre) -> BootCampPosition:
    """A state with everything the rules ask of it."""
    assert isinstance(table, BootCampTable) and isinstance(state, Campaign)
    return BootCampPosition(table, state)


DESKS: Mapping[type[Frame], Desk] = {
    desk.frame: desk
    for desk in (
        *deploying.DESKS,
        *sequence.DESKS,
        *weather.DESKS,
        *initial.desks({**breaking.ANSWERS, **victory.CONCEDING}),
        *moving.desks({**naval.ANSWERS, **drops.ANSWERS}),
        *carried.DESKS,
        *drops.DESKS,
        *air.DESKS,
        *combat.DESKS,
        *aftermath.DESKS,
        *retreats.DESKS,
        *advance.DESKS,
        *politics.DESKS,
        *victory.DESKS,
    )
}
"""Every kind of open decision with the desk that handles it."""


class BootCamp(EuropaRules):
    """The rules bound to one scenario."""

    desks = DESKS
    advisers = advice.ADVISERS
    outlook = advice.CampOutlook
    citations = Citations(over="BC-25A4.1", untimely="BC-B4.2", face="BC-B4.1", stranger="BC-B3.2")
    table: BootCampTable

    def __init__(self, scenario: Scenario) -> None:
        table = BootCampTable(scenario, citations(), look)
        table.extras = (more_families,)
        super().__init__(table)

    def begin(self) -> Step:
        """Units in their boxes or the pool, the Allied player to set up first (BC-23)."""
        table = self.table
        state = Campaign(
            turn=1,
            phase=Phase.SET_UP.value,
            active="",
            pieces=deploying.opening_pieces(table),
            flow=(Onward(), SettingUp(AXIS), SettingUp(ALLIED)),
            joined=politics.opening(table),
            weather={zone: table.figures.first_weather for zone in table.charts.weather.zones},
        )
        doing: Doing[Theatre] = Doing(state)
        doing.tell("begins", "BC-23.1", title=self.scenario.title)
        return self.settled(doing)

    def question(self, state: State) -> Question:
        """The open decision, in words that teach."""
        asked = super().question(state)
        if not state.flow or not asked.families:
            return asked
        return replace(asked, prompt=hints.prompt(self.at(state), state.top, asked.prompt))

    def at(self, state: State) -> BootCampPosition:
        """The position of a state."""
        found = self.position(state)
        assert isinstance(found, BootCampPosition)
        return found

    def idle(self, pos: Position, frame: Frame, doing: Doing[Theatre]) -> bool:
        """Close a decision that leaves nothing to decide."""
        assert isinstance(pos, BootCampPosition)
        if isinstance(frame, Initial):
            return initial.idle(pos, frame, doing)
        done = (isinstance(frame, Flying) and air.idle(pos, frame)) or (
            isinstance(frame, Reducing) and politics.reduced(pos)
        )
        if done:
            if isinstance(frame, Flying) and frame.side != frame.phasing:
                air.report(pos, doing)
            doing.state = doing.state.popped()
        return done

    def tidy(self, doing: Doing[Theatre]) -> None:
        """Owners of hexes, points for losses, and nations whose capital has fallen (BC-24, 25)."""
        super().tidy(doing)
        if doing.state.phase == Phase.SET_UP or doing.state.over:
            return
        if doing.state.flow and isinstance(doing.state.top, CALM):
            politics.reckon(self.table, doing)

    def captured(self, doing: Doing[Theatre], taken: Mapping[Hex, str]) -> None:
        """Points for capitals and Albanian cities; the turn Athens falls (BC-25A4.2)."""
        if taken and doing.state.phase != Phase.SET_UP:
            victory.on_capture(look(self.table, doing.state), doing)

    def counted(self, doing: Doing[Theatre]) -> None:
        """Points for units that were lost (BC-25A4.2)."""
        if not doing.state.over:
            victory.tally(look(self.table, doing.state), doing)

    def outcome(self, state: State) -> Outcome | None:
        """The result, once the game is over."""
        assert isinstance(state, Campaign)
        return victory.outcome(self.at(state)) if state.over else None

    def describe(self, state: State, action: Action) -> str:
        """A menu line for an action."""
        return telling.describe(self.table, action)

    def prose(self, event: Event) -> str:
        """One sentence for an event."""
        return telling.prose(self.table, event)

    def phases(self, state: State) -> PhaseView:
        """The turn record."""
        pos = self.at(state)
        last = self.table.figures.turns
        return show.phases(pos, sequence.slots(pos), last, prospects.notes(pos))

    def displays(self, state: State) -> tuple[Display, ...]:
        """All panels."""
        return panels.displays(self.at(state))

    def counters(self, state: State) -> tuple[CounterView, ...]:
        """All counters in view."""
        return show.counters(self.at(state))

    def markers(self, state: State) -> tuple[MarkerView, ...]:
        """All markers on the board."""
        return panels.markers(self.at(state))

    def figures(self, state: State) -> tuple[Figure, ...]:
        """The numbers the game is followed by."""
        return prospects.figures(self.at(state))

    def due(self, state: State, first: int, last: int) -> tuple[Due, ...]:
        """What coming turns bring."""
        return prospects.due(self.at(state), first, last)

    def subjects(self, state: State) -> tuple[Subject, ...]:
        """Ports, airborne units and air points."""
        return ranges.subjects(self.at(state))

    def spheres(self, state: State, subject: SubjectId) -> tuple[Sphere, ...]:
        """The ground one of them covers now."""
        return ranges.spheres(self.at(state), subject)

    def invariants(self, state: State) -> tuple[str, ...]:
        """Everything that must never be and is."""
        return soundness.faults(self.at(state))
