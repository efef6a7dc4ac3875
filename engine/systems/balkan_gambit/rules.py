"""The rules of one game of Balkan Gambit: every question goes to the open decision."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, partial

from engine.core.actions import Action
from engine.core.events import Event
from engine.core.handler import Transition, table
from engine.core.laying import Laying
from engine.core.rules_base import Citations
from engine.core.state import Frame, Piece, State
from engine.core.system import Scenario, Step
from engine.core.view.display import (
    Outcome,
)
from engine.core.view.outlook import Plan, WeatherZone
from engine.core.view.ranges import Worth
from engine.rules.combat.battles import top_of
from engine.rules.movement.actions import Move
from engine.rules.view.viewed_rules import ViewedRules, Views
from engine.systems.balkan_gambit import advice, commands, idle, set_up, victory
from engine.systems.balkan_gambit.battle import aftermath, attacks, fire, hunts, withdrawal
from engine.systems.balkan_gambit.laying import GambitLaying
from engine.systems.balkan_gambit.state import invariants
from engine.systems.balkan_gambit.state.context import Context
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    MED_BOX,
    POOL,
    RESERVE,
    Board,
    Commanding,
    SettingUp,
)
from engine.systems.balkan_gambit.turn import (
    initial_phase,
    movement_phase,
    partisans,
    reinforcements,
    rolls,
)
from engine.systems.balkan_gambit.view import display, messages, outlook, planning, ranges
from maps.hexgrid import Hex
from oob.model import UnitId

HANDLERS = table(
    set_up.HANDLER,
    *initial_phase.HANDLERS,
    *rolls.HANDLERS,
    partisans.HANDLER,
    reinforcements.HANDLER,
    *commands.HANDLERS,
    *movement_phase.HANDLERS,
    *attacks.HANDLERS,
    *fire.HANDLERS,
    aftermath.break_off_handler(fire.open_offensive_fire),
    aftermath.RETREAT_CALL,
    aftermath.ADVANCING,
    *withdrawal.HANDLERS,
    hunts.HANDLER,
)
"""Every kind of open decision with its handler."""


VIEWS = Views(
    phases=display.phases,
    displays=display.displays,
    counters=display.counters,
    markers=display.markers,
    battle=display.battle,
    forecast=display.forecast,
    supply=display.supply,
    supply_line=outlook.supply_line,
    figures=outlook.figures,
    due=outlook.due,
    faults=invariants.faults,
    subjects=ranges.subjects,
    ranges=ranges.ranges,
)
"""What is shown of a position."""


class BalkanGambit(ViewedRules[Board, Position]):
    """The rules bound to one scenario."""

    handlers = HANDLERS
    state_class = Board
    set_up_frame = SettingUp
    views = VIEWS
    citations = Citations(over="BG-5.3b", untimely="BG-5.2b", face="BG-2.2a", stranger="BG-2.6")
    advisers = advice.ADVISERS
    outlook = advice.Outlook

    def __init__(self, scenario: Scenario) -> None:
        self.context = Context(scenario)
        self._words = messages.wording(self.context)
        super().__init__(scenario, partial(Position, self.context))

    def idle(self, pos: Position, frame: Frame, transition: Transition[Board]) -> bool:
        """Close a decision that leaves nothing to decide."""
        return idle.close(pos, frame, transition)

    def begin(self) -> Step:
        """All units in their pool or box, the Axis to set up (BG 3.1)."""
        setups = {unit: entry for entry in self.context.oob.setups for unit in entry.units}
        pieces: dict[UnitId, Piece] = {}
        for unit, found in self.context.units.items():
            entry = setups.get(unit)
            place = entry.place if entry else RESERVE
            if "disputed" in found.traits and not self.context.options.get("third_light_regiment"):
                place = RESERVE
            at = place if place in (MED_BOX, RESERVE) else POOL
            steps = (entry.steps if entry else 0) or found.steps
            pieces[unit] = Piece(at, steps, self.context.start_mode(unit))
        freed = self.context.figures.liberated_regions
        control = {
            place.id: ALLIED if self.context.within(at, *freed) else AXIS
            for at, places in self.context.places.items()
            for place in places
        }
        state = Board(
            turn=1,
            phase="set up",
            active="",
            pieces=pieces,
            flow=(SettingUp(AXIS),),
            control=control,
            vp_options={ALLIED: 0, AXIS: 0},
        )
        transition = Transition(state)
        transition.tell("begins", "BG-3.1a", title=self.scenario.title)
        return self.settled(transition)

    @cached_property
    def laying(self) -> Laying:
        """How positions are laid out."""
        return GambitLaying(self.context)

    def outcome(self, state: State) -> Outcome | None:
        """The result, once the game is over."""
        pos = self.position(state)
        return victory.outcome(pos) if pos.state.over else None

    def owner(self, state: State, unit: UnitId) -> str:
        """The side that commands a unit now."""
        return self.position(state).owner(unit)

    def describe(self, state: State, action: Action) -> str:
        """A menu line for an action."""
        return messages.describe(self._words, self.position(state), action)

    def prose(self, event: Event) -> str:
        """One sentence for an event."""
        return messages.prose(self._words, event)

    def reach(self, state: State, unit: UnitId) -> Mapping[Hex, int]:
        """Where a unit could go if it were activated now."""
        pos = self.position(state)
        piece = state.pieces[unit]
        if not isinstance(piece.at, Hex):
            return {}
        if pos.dispersed(unit):
            radius = self.context.charts.movement.displacement
            return dict.fromkeys(pos.displacements(unit, radius), 0)
        found = pos.reach(unit, display.spent_by(pos, unit))
        return {
            at: cost
            for at, cost in found.cost.items()
            if at != found.start and not pos.stack_objection(unit, at)
        }

    def route(self, state: State, action: Action) -> tuple[Hex, ...]:
        """The hexes of a land move: the fixed path, else the cheapest (BG 11.1)."""
        pos = self.position(state)
        at = state.pieces[action.unit].at if isinstance(action, Move) else None
        if not isinstance(action, Move) or not isinstance(at, Hex):
            return ()
        if action.via:
            return (at, *action.via, action.target)
        found = pos.reach(action.unit, display.spent_by(pos, action.unit))
        return found.path(action.target) if action.target in found.cost else ()

    def weather(self, state: State, turns: int) -> tuple[WeatherZone, ...]:
        """The weather and its chances for the turns to come."""
        return outlook.weather(self.position(state), turns)

    def may_attack(self, state: State) -> bool:
        """Whether a side commands its units, which is when it attacks (BG-7.4a)."""
        return isinstance(top_of(state), Commanding)

    def candidates(self, state: State, target: Hex) -> tuple[UnitId, ...]:
        """Units beside a hex that may attack it now."""
        side = self.question(state).side
        return planning.candidates(self.position(state), side, target) if side else ()

    def plan(self, state: State, target: Hex, units: tuple[UnitId, ...]) -> Plan | None:
        """The fire of an attack with its exact chances; None for a hex without an enemy."""
        side, pos = self.question(state).side, self.position(state)
        if not side or not pos.defenders(target, side):
            return None
        return planning.plan(pos, side, target, units)

    def stale(self, state: State) -> tuple[str, ...]:
        """Whether it is still true who is where."""
        return self.position(state).standing.stale()

    def worth(self, state: State, unit: UnitId) -> Worth:
        """Its combat factor now; the rules know no regimental equivalents."""
        piece, found = state.pieces[unit], self.context.units[unit]
        steps = min(piece.steps, found.steps)
        factor = self.context.combat_factor(unit, steps, piece.mode) if steps else 0
        return Worth(factor, found.steps, found.steps - steps)
