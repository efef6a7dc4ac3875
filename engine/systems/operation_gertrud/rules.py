"""The rules of one game of Operation Gertrud: every question goes to its desk."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from engine.core.actions import Action
from engine.core.desk import Desk, Doing
from engine.core.display import (
    BattleView,
    CounterView,
    Display,
    MarkerView,
    Modifier,
    Outcome,
    PhaseView,
)
from engine.core.events import Event
from engine.core.office import Citations, Office
from engine.core.outlook import Due, Figure, Plan, SupplyLine
from engine.core.spheres import Sphere, Subject, SubjectId, Worth
from engine.core.state import Frame, State
from engine.core.system import Scenario, Step
from engine.systems.operation_gertrud import (
    advice,
    aftermath,
    battle_show,
    combat,
    interdiction,
    lines,
    moving,
    panels,
    planning,
    prospects,
    raids,
    ranges,
    replacing,
    sequence,
    set_up,
    show,
    soundness,
    supply,
    support,
    telling,
    victory,
    withdrawal,
)
from engine.systems.operation_gertrud.position import Position
from engine.systems.operation_gertrud.records import (
    ALLIED,
    GERMAN,
    Board,
    Interdicting,
    Kind,
    Onward,
    Phase,
    Replacing,
    SettingUp,
    Supplying,
    VictoryRoll,
)
from engine.systems.operation_gertrud.table import Table
from maps.hexgrid import Hex
from oob.model import UnitId

DESKS: Mapping[type[Frame], Desk] = {
    desk.frame: desk
    for desk in (
        set_up.DESK,
        *sequence.DESKS,
        *replacing.DESKS,
        *interdiction.DESKS,
        *moving.DESKS,
        *supply.DESKS,
        *combat.DESKS,
        *support.DESKS,
        *aftermath.DESKS,
        *withdrawal.DESKS,
        *raids.DESKS,
        *victory.DESKS,
    )
}
"""Every kind of open decision with the desk that handles it."""


class OperationGertrud(Office[Board, Position]):
    """The rules bound to one scenario."""

    desks = DESKS
    citations = Citations(over="OG-4.0d", untimely="OG-5.0b", face="OG-2.0", stranger="OG-2.2")
    advisers = advice.ADVISERS
    outlook = advice.Outlook

    def __init__(self, scenario: Scenario) -> None:
        self.table = Table(scenario)
        super().__init__(scenario, partial(Position, self.table))

    def begin(self) -> Step:
        """All units in their boxes or fixed hexes, the German player to set up (OG 3.0)."""
        state = Board(
            turn=1,
            phase=Phase.SET_UP.value,
            active="",
            pieces=set_up.opening_pieces(self.table),
            flow=(Onward(), SettingUp(GERMAN)),
            support=set_up.opening_support(self.table),
            ultra=self.table.charts.markers.ultra,
            soviets=ALLIED,
        )
        doing = Doing(state)
        doing.tell("begins", "OG-3.0a", title=self.scenario.title)
        return self.settled(doing)

    def idle(self, pos: Position, frame: Frame, doing: Doing[Board]) -> bool:
        """Close a decision that leaves nothing to decide."""
        match frame:
            case Replacing():
                done = replacing.idle(pos, frame)
            case Interdicting(side=side):
                done = not pos.ready(side, Kind.CAS)
            case Supplying(side=side):
                done = not supply.can_drop(pos, side)
            case VictoryRoll(first=0):
                done = victory.pointless(pos)
            case _:
                done = False
        if done:
            doing.state = doing.state.popped()
        return done

    def tidy(self, doing: Doing[Board]) -> None:
        """Units that have a path again are no longer out of supply (OG 7.2)."""
        supply.relieve(self.table, doing)

    def outcome(self, state: State) -> Outcome | None:
        """The result, once the game is over."""
        assert isinstance(state, Board)
        return victory.outcome(self.position(state)) if state.over else None

    def owner(self, state: State, unit: UnitId) -> str:
        """The side that commands a unit now."""
        return self.position(state).owner(unit)

    def describe(self, state: State, action: Action) -> str:
        """A menu line for an action."""
        return telling.describe(self.position(state), action)

    def prose(self, event: Event) -> str:
        """One sentence for an event."""
        return telling.prose(self.table, event)

    def phases(self, state: State) -> PhaseView:
        """The turn record."""
        return show.phases(self.position(state))

    def displays(self, state: State) -> tuple[Display, ...]:
        """All panels."""
        return panels.displays(self.position(state))

    def counters(self, state: State) -> tuple[CounterView, ...]:
        """All counters in view."""
        return show.counters(self.position(state))

    def markers(self, state: State) -> tuple[MarkerView, ...]:
        """All markers on the board."""
        return show.markers(self.position(state))

    def battle(self, state: State) -> BattleView | None:
        """The battle being fought."""
        return battle_show.battle(self.position(state))

    def reach(self, state: State, unit: UnitId) -> Mapping[Hex, int]:
        """Where a unit could go if it were moved now."""
        pos = self.position(state)
        if not isinstance(state.pieces[unit].at, Hex):
            return {}
        return {
            at: cost
            for at, cost in moving.destinations(pos, unit).items()
            if not pos.stack_objection(unit, at)
        }

    def supply(self, state: State, unit: UnitId) -> tuple[bool, tuple[Hex, ...], str]:
        """Whether a unit is in supply, the path, and why."""
        return show.supply(self.position(state), unit)

    def forecast(self, state: State, action: Action) -> tuple[Modifier, ...]:
        """The ledger of shifts an attack would have."""
        return battle_show.forecast(self.position(state), action)

    def figures(self, state: State) -> tuple[Figure, ...]:
        """The numbers the game is followed by."""
        return prospects.figures(self.position(state))

    def due(self, state: State, first: int, last: int) -> tuple[Due, ...]:
        """What coming turns bring."""
        return prospects.due(self.position(state), first, last)

    def candidates(self, state: State, target: Hex) -> tuple[UnitId, ...]:
        """The units that could attack a hex now."""
        return planning.candidates(self.position(state), target)

    def plan(self, state: State, target: Hex, units: tuple[UnitId, ...]) -> Plan:
        """What an attack would be and bring, every shift in order."""
        return planning.plan(self.position(state), target, units)

    def zones(self, state: State, side: str) -> frozenset[Hex]:
        """The hexes in a side's zones of control."""
        return self.position(state).zoc(side)

    def supply_line(self, state: State, unit: UnitId) -> SupplyLine:
        """How supply reaches a unit, or what blocks it."""
        return lines.supply_line(self.position(state), unit)

    def subjects(self, state: State) -> tuple[Subject, ...]:
        """The support markers in play, the airborne units and the Kommando."""
        return ranges.subjects(self.position(state))

    def spheres(self, state: State, subject: SubjectId) -> tuple[Sphere, ...]:
        """The ground one of them covers now."""
        return ranges.spheres(self.position(state), subject)

    def worth(self, state: State, unit: UnitId) -> Worth:
        """Its printed combat factor now; the rules know no regimental equivalents."""
        piece, found = state.pieces[unit], self.table.units[unit]
        steps = min(piece.steps, found.steps)
        factor = self.table.combat_factor(unit, steps) if steps else 0
        return Worth(factor, found.steps, found.steps - steps)

    def setting_up(self, state: State) -> bool:
        """True until both sides have set up (OG 3.0)."""
        return any(isinstance(frame, SettingUp) for frame in state.flow)

    def invariants(self, state: State) -> tuple[str, ...]:
        """Everything that must never be and is."""
        return soundness.faults(self.position(state))
