"""The rules of one game of Operation Gertrud: every question goes to its handler."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial

from engine.core.actions import Action
from engine.core.events import Event
from engine.core.handler import Transition, table
from engine.core.laying import Laying
from engine.core.rules_base import Citations
from engine.core.state import Frame, State
from engine.core.system import Scenario, Step
from engine.core.view.display import (
    Outcome,
)
from engine.core.view.ranges import Worth
from engine.rules.movement.actions import Move
from engine.rules.sequence import EndPhase
from engine.rules.view.viewed_rules import ViewedRules, Views
from engine.systems.operation_gertrud import advice, sequence, set_up, victory
from engine.systems.operation_gertrud.battle import (
    aftermath,
    combat_phase,
    interdiction,
    raids,
    retreats,
    support,
)
from engine.systems.operation_gertrud.laying import GertrudLaying
from engine.systems.operation_gertrud.state import invariants
from engine.systems.operation_gertrud.state.context import Context
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
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
from engine.systems.operation_gertrud.turn import movement_phase, replacements, supply, supply_trace
from engine.systems.operation_gertrud.view import (
    battle_display,
    display,
    messages,
    panels,
    planning,
    prospects,
    ranges,
)
from maps.hexgrid import Hex
from oob.model import UnitId

HANDLERS = table(
    set_up.HANDLER,
    *sequence.HANDLERS,
    *replacements.HANDLERS,
    *interdiction.HANDLERS,
    *movement_phase.HANDLERS,
    *supply.HANDLERS,
    *combat_phase.HANDLERS,
    *support.HANDLERS,
    *aftermath.HANDLERS,
    *retreats.HANDLERS,
    *raids.HANDLERS,
    *victory.HANDLERS,
)
"""Every kind of open decision with its handler."""


VIEWS = Views(
    phases=display.phases,
    displays=panels.displays,
    counters=display.counters,
    markers=display.markers,
    battle=battle_display.battle,
    forecast=battle_display.forecast,
    supply=display.supply,
    supply_line=supply_trace.supply_line,
    figures=prospects.figures,
    prospect=prospects.prospect,
    due=prospects.due,
    faults=invariants.faults,
    may_attack=planning.may_attack,
    candidates=planning.candidates,
    plan=planning.plan,
    zones=lambda pos, side: pos.zoc(side),
    subjects=ranges.subjects,
    ranges=ranges.ranges,
)
"""What is shown of a position."""


class OperationGertrud(ViewedRules[Board, Position]):
    """The rules bound to one scenario."""

    handlers = HANDLERS
    state_class = Board
    set_up_frame = SettingUp
    views = VIEWS
    citations = Citations(over="OG-4.0d", untimely="OG-5.0b", face="OG-2.0", stranger="OG-2.2")
    advisers = advice.ADVISERS
    outlook = advice.Outlook

    def __init__(self, scenario: Scenario) -> None:
        self.context = Context(scenario)
        super().__init__(scenario, partial(Position, self.context))
        self._words = messages.wording(self.context)

    def begin(self) -> Step:
        """All units in their boxes or fixed hexes, the German player to set up (OG 3.0)."""
        state = Board(
            turn=1,
            phase=Phase.SET_UP.value,
            active="",
            pieces=set_up.opening_pieces(self.context),
            flow=(Onward(), SettingUp(GERMAN)),
            support=set_up.opening_support(self.context),
            ultra=self.context.charts.markers.ultra,
            soviets=ALLIED,
        )
        transition = Transition(state)
        transition.tell("begins", "OG-3.0a", title=self.scenario.title)
        return self.settled(transition)

    def idle(self, pos: Position, frame: Frame, transition: Transition[Board]) -> bool:
        """Close a decision that leaves nothing to decide."""
        match frame:
            case Replacing():
                done = replacements.idle(pos, frame)
            case Interdicting(side=side):
                done = not pos.ready(side, Kind.CAS)
            case Supplying(side=side):
                done = not supply.can_drop(pos, side)
            case VictoryRoll(first=0):
                done = victory.pointless(pos)
            case _:
                done = False
        if done:
            transition.state = transition.state.popped()
        return done

    def tidy(self, transition: Transition[Board]) -> None:
        """Units that have a path again are no longer out of supply (OG 7.2)."""
        supply.relieve(self.context, transition)

    @cached_property
    def laying(self) -> Laying:
        """How positions are laid out."""
        return GertrudLaying(self.context)

    def outcome(self, state: State) -> Outcome | None:
        """The result, once the game is over."""
        pos = self.position(state)
        return victory.outcome(pos) if pos.state.over else None

    def owner(self, state: State, unit: UnitId) -> str:
        """The side that commands a unit now."""
        return self.position(state).owner(unit)

    def line(self, state: State, action: Action) -> str:
        """A menu line for an action; phases end by their names."""
        side, _, name = state.phase.partition(" ")
        if isinstance(action, EndPhase) and side in (GERMAN, ALLIED):
            return f"End the {name} phase"
        return messages.describe(self.context, self._words, action)

    def describe(self, state: State, action: Action) -> str:
        """A menu line for an action, with what interdiction, its interception and the raid
        promise.
        """
        return self.line(state, action) + prospects.promised(self.position(state), action)

    def prose(self, event: Event) -> str:
        """One sentence for an event."""
        return messages.prose(self.context, self._words, event)

    def reach(self, state: State, unit: UnitId) -> Mapping[Hex, int]:
        """Where a unit could go if it were moved now."""
        pos = self.position(state)
        if not isinstance(state.pieces[unit].at, Hex):
            return {}
        return {
            at: cost
            for at, cost in movement_phase.destinations(pos, unit).items()
            if not pos.stack_objection(unit, at)
        }

    def route(self, state: State, action: Action) -> tuple[Hex, ...]:
        """The hexes of a move by land or, where that is too far, by rail (OG 9.1, 9.6)."""
        pos = self.position(state)
        at = state.pieces[action.unit].at if isinstance(action, Move) else None
        if not isinstance(action, Move) or not isinstance(at, Hex):
            return ()
        if action.via:
            return (at, *action.via, action.target)
        ways = (pos.reach(action.unit), pos.rail_reach(action.unit))
        found = next((way for way in ways if way and action.target in way.cost), None)
        return found.path(action.target) if found else ()

    def stale(self, state: State) -> tuple[str, ...]:
        """Whether it is still true who is where."""
        return self.position(state).standing.stale()

    def worth(self, state: State, unit: UnitId) -> Worth:
        """Its printed combat factor now; the rules know no regimental equivalents."""
        piece, found = state.pieces[unit], self.context.units[unit]
        steps = min(piece.steps, found.steps)
        factor = self.context.combat_factor(unit, steps) if steps else 0
        return Worth(factor, found.steps, found.steps - steps)
