"""The rules of one game of Balkan Front's ground war: every question goes to its desk."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

from engine.core.actions import Action
from engine.core.desk import Desk, Doing
from engine.core.display import CounterView, Display, MarkerView, Outcome, PhaseView
from engine.core.events import Event
from engine.core.office import Citations
from engine.core.outlook import Due, Figure
from engine.core.state import Frame, State
from engine.core.system import Scenario, Step
from engine.systems.balkan_front import actions as do
from engine.systems.balkan_front import (
    advice,
    government,
    panels,
    sequence,
    soundness,
    transport,
    victory,
)
from engine.systems.balkan_front.position import FrontPosition
from engine.systems.balkan_front.records import Front
from engine.systems.balkan_front.table import FrontTable
from engine.systems.europa import (
    advance,
    aftermath,
    combat,
    deploying,
    initial,
    labour,
    moving,
    retreats,
    show,
    telling,
    weather,
)
from engine.systems.europa.office import EuropaRules
from engine.systems.europa.position import Position
from engine.systems.europa.records import Initial, Onward, SettingUp
from engine.systems.europa.table import Table
from engine.systems.europa.words import ALLIED, AXIS, NEUTRAL, Phase
from maps.hexgrid import Hex

DESKS: Mapping[type[Frame], Desk] = {
    desk.frame: desk
    for desk in (
        *deploying.DESKS,
        *sequence.DESKS,
        *weather.DESKS,
        *initial.desks(government.ANSWERS),
        *moving.desks({**transport.ANSWERS, **labour.ANSWERS}),
        *combat.DESKS,
        *aftermath.DESKS,
        *retreats.DESKS,
        *advance.DESKS,
        *government.DESKS,
        *victory.DESKS,
    )
}
"""Every kind of open decision with the desk that handles it."""
LINES: dict[type[Action], str] = {
    do.Ship: "Carry {unit} by sea to {target}",
    do.Evacuate: "Evacuate the Greek government",
    do.CeaseOperations: "Cease operations",
    do.GoOn: "Go on",
}
NOT_YET = "Air and naval rules are not yet played"
"""What the turn record says of the rules that are missing."""


@cache
def citations() -> Mapping[str, str]:
    """The rule by which each topic is cited."""
    text = (resources.files(__package__) / "citations.toml").read_text("utf-8")
    found: dict[str, str] = tomllib.loads(text)
    return found


@cache
def sentences() -> Mapping[str, str]:
    """The sentences by event word."""
    return telling.templates(__package__ or "")


class BalkanFront(EuropaRules):
    """The rules bound to one scenario."""

    table: FrontTable
    desks = DESKS
    advisers = advice.ADVISERS
    outlook = advice.FrontOutlook
    citations = Citations(over="BF-31A.4", untimely="BF-4C.1", face="BF-3C3.1", stranger="BF-3A.1")

    def __init__(self, scenario: Scenario) -> None:
        table = FrontTable(scenario, citations(), _look)
        table.extras = (transport.families, labour.families, government.families)
        super().__init__(table)
        names = {row.id: row.name for row in table.charts.nations.rows}
        self._words = telling.wording(table, names)

    def begin(self) -> Step:
        """All units in the pool, in their boxes or off the map, the Allied player to deploy
        (BF-30).
        """
        rows = self.table.charts.nations.rows
        state = Front(
            turn=1,
            phase=Phase.SET_UP.value,
            active="",
            pieces=deploying.opening_pieces(self.table),
            flow=(Onward(), SettingUp(AXIS), SettingUp(ALLIED)),
            joined={row.id: row.side or NEUTRAL for row in rows},
            weather={zone: self.table.figures.first_weather for zone in self._zones()},
        )
        doing: Doing[Any] = Doing(state)
        doing.tell("begins", "BF-30.4", title=self.scenario.title)
        return self.settled(doing)

    def _zones(self) -> tuple[str, ...]:
        return self.table.charts.weather.zones

    def idle(self, pos: Position, frame: Frame, doing: Doing[Any]) -> bool:
        """Close a decision that leaves nothing to decide."""
        return isinstance(frame, Initial) and initial.idle(pos, frame, doing)

    def captured(self, doing: Doing[Any], taken: Mapping[Hex, str]) -> None:
        """Awards and duties that captures bring."""
        victory.on_capture(self.table, doing, taken)

    def counted(self, doing: Doing[Any]) -> None:
        """Count what was lost."""
        if not doing.state.over:
            victory.tally(self.table, doing)

    def outcome(self, state: State) -> Outcome | None:
        """The result, once the game is over."""
        assert isinstance(state, Front)
        return victory.outcome(self._front(state)) if state.over else None

    def describe(self, state: State, action: Action) -> str:
        """A menu line for an action."""
        return telling.describe(self._words, LINES, action)

    def prose(self, event: Event) -> str:
        """One sentence for an event."""
        return telling.prose(self._words, sentences(), event)

    def phases(self, state: State) -> PhaseView:
        """The turn record."""
        return show.phases(
            self.position(state), sequence.ORDER, self.table.figures.turns, (NOT_YET,)
        )

    def displays(self, state: State) -> tuple[Display, ...]:
        """All panels."""
        return panels.displays(self._front(state))

    def counters(self, state: State) -> tuple[CounterView, ...]:
        """All counters in view."""
        return show.counters(self.position(state))

    def markers(self, state: State) -> tuple[MarkerView, ...]:
        """All markers on the board."""
        return show.markers(self.position(state))

    def figures(self, state: State) -> tuple[Figure, ...]:
        """The numbers the game is followed by."""
        return panels.figures(self._front(state))

    def due(self, state: State, first: int, last: int) -> tuple[Due, ...]:
        """What coming turns bring."""
        return panels.due(self._front(state), first, last)

    def invariants(self, state: State) -> tuple[str, ...]:
        """Everything that must never be and is."""
        return soundness.faults(self._front(state))

    def _front(self, state: State) -> FrontPosition:
        found = self.position(state)
        assert isinstance(found, FrontPosition)
        return found


def _look(table: Table, state: Any) -> Position:
    assert isinstance(table, FrontTable)
    return FrontPosition(table, state)
