"""The rules of one game of Balkan Gambit: every question goes to the desk of the open decision."""

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
from engine.core.outlook import Due, Figure, Plan, SupplyLine, WeatherZone
from engine.core.spheres import Sphere, Subject, SubjectId, Worth
from engine.core.state import Frame, Piece, State
from engine.core.system import Scenario, Step
from engine.systems.balkan_gambit import (
    advice,
    aftermath,
    attacks,
    commands,
    fire,
    hunts,
    idle,
    initial,
    moving,
    outlook,
    partisans,
    planning,
    ranges,
    reinforcing,
    rolls,
    set_up,
    show,
    soundness,
    telling,
    victory,
    withdrawal,
)
from engine.systems.balkan_gambit.position import Position
from engine.systems.balkan_gambit.records import (
    ALLIED,
    AXIS,
    MED_BOX,
    POOL,
    RESERVE,
    Board,
    SettingUp,
)
from engine.systems.balkan_gambit.table import Table
from maps.hexgrid import Hex
from oob.model import UnitId

DESKS: Mapping[type[Frame], Desk] = {
    desk.frame: desk
    for desk in (
        set_up.DESK,
        *initial.DESKS,
        *rolls.DESKS,
        partisans.DESK,
        reinforcing.DESK,
        *commands.DESKS,
        *moving.DESKS,
        *attacks.DESKS,
        *fire.DESKS,
        aftermath.break_off_desk(fire.open_offensive_fire),
        aftermath.RETREAT_CALL,
        aftermath.ADVANCING,
        *withdrawal.DESKS,
        hunts.DESK,
    )
}
"""Every kind of open decision with the desk that handles it."""


class BalkanGambit(Office[Board, Position]):
    """The rules bound to one scenario."""

    desks = DESKS
    citations = Citations(over="BG-5.3b", untimely="BG-5.2b", face="BG-2.2a", stranger="BG-2.6")
    advisers = advice.ADVISERS
    outlook = advice.Outlook

    def __init__(self, scenario: Scenario) -> None:
        self.table = Table(scenario)
        super().__init__(scenario, partial(Position, self.table))

    def idle(self, pos: Position, frame: Frame, doing: Doing[Board]) -> bool:
        """Close a decision that leaves nothing to decide."""
        return idle.close(pos, frame, doing)

    def begin(self) -> Step:
        """All units in their pool or box, the Axis to set up (BG 3.1)."""
        setups = {unit: entry for entry in self.table.oob.setups for unit in entry.units}
        pieces: dict[UnitId, Piece] = {}
        for unit, found in self.table.units.items():
            entry = setups.get(unit)
            place = entry.place if entry else RESERVE
            if "disputed" in found.traits and not self.table.options.get("third_light_regiment"):
                place = RESERVE
            at = place if place in (MED_BOX, RESERVE) else POOL
            steps = (entry.steps if entry else 0) or found.steps
            pieces[unit] = Piece(at, steps, self.table.start_mode(unit))
        freed = self.table.figures.liberated_regions
        control = {
            place.id: ALLIED if self.table.within(at, *freed) else AXIS
            for at, places in self.table.places.items()
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
        doing = Doing(state)
        doing.tell("begins", "BG-3.1a", title=self.scenario.title)
        return self.settled(doing)

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
        return show.displays(self.position(state))

    def counters(self, state: State) -> tuple[CounterView, ...]:
        """All counters in view."""
        return show.counters(self.position(state))

    def markers(self, state: State) -> tuple[MarkerView, ...]:
        """All markers on the board."""
        return show.markers(self.position(state))

    def battle(self, state: State) -> BattleView | None:
        """The battle being fought."""
        return show.battle(self.position(state))

    def reach(self, state: State, unit: UnitId) -> Mapping[Hex, int]:
        """Where a unit could go if it were activated now."""
        pos = self.position(state)
        piece = state.pieces[unit]
        if not isinstance(piece.at, Hex):
            return {}
        if pos.dispersed(unit):
            radius = self.table.charts.movement.displacement
            return dict.fromkeys(pos.displacements(unit, radius), 0)
        found = pos.reach(unit, show.spent_by(pos, unit))
        return {
            at: cost
            for at, cost in found.cost.items()
            if at != found.start and not pos.stack_objection(unit, at)
        }

    def supply(self, state: State, unit: UnitId) -> tuple[bool, tuple[Hex, ...], str]:
        """Whether a unit is in supply, the path, and why."""
        return show.supply(self.position(state), unit)

    def forecast(self, state: State, action: Action) -> tuple[Modifier, ...]:
        """The ledger of modifiers an attack or shot would have."""
        return show.forecast(self.position(state), action)

    def figures(self, state: State) -> tuple[Figure, ...]:
        """Victory points, steps and towns of both sides."""
        return outlook.figures(self.position(state))

    def due(self, state: State, first: int, last: int) -> tuple[Due, ...]:
        """Weather, arrivals and the final count."""
        return outlook.due(self.position(state), first, last)

    def weather(self, state: State, turns: int) -> tuple[WeatherZone, ...]:
        """The weather and its chances for the turns to come."""
        return outlook.weather(self.position(state), turns)

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

    def supply_line(self, state: State, unit: UnitId) -> SupplyLine:
        """March and roads to the source, or what bars them."""
        return outlook.supply_line(self.position(state), unit)

    def subjects(self, state: State) -> tuple[Subject, ...]:
        """TAC, the Naval marker, the Med Box, ports and dispersed partisans."""
        return ranges.subjects(self.position(state))

    def spheres(self, state: State, subject: SubjectId) -> tuple[Sphere, ...]:
        """The ground one of them covers now."""
        return ranges.spheres(self.position(state), subject)

    def worth(self, state: State, unit: UnitId) -> Worth:
        """Its combat factor now; the rules know no regimental equivalents."""
        piece, found = state.pieces[unit], self.table.units[unit]
        steps = min(piece.steps, found.steps)
        factor = self.table.combat_factor(unit, steps, piece.mode) if steps else 0
        return Worth(factor, found.steps, found.steps - steps)

    def setting_up(self, state: State) -> bool:
        """True until both sides have set up (BG 3.1)."""
        return any(isinstance(frame, SettingUp) for frame in state.flow)

    def invariants(self, state: State) -> tuple[str, ...]:
        """Everything that must never be and is."""
        return soundness.faults(self.position(state))
