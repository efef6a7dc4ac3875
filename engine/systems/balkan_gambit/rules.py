"""The rules of one game of Balkan Gambit: every question goes to the desk of the open decision."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.core.actions import Action, Objection, Roll
from engine.core.chance import ChanceNode
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
from engine.core.state import NOBODY, Frame, Piece, State
from engine.core.system import Advice, Question, Scenario, Step
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
    partisans,
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


class BalkanGambit:
    """The rules bound to one scenario."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.table = Table(scenario)
        self._positions = lru_cache(maxsize=8)(self._position)

    def position(self, state: State) -> Position:
        """The state with everything the rules ask of it; remembered for the last few states."""
        assert isinstance(state, Board)
        return self._positions(_Same(state))

    def _position(self, same: _Same) -> Position:
        return Position(self.table, same.state)

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
        return self._settled(doing)

    def question(self, state: State) -> Question:
        """The open decision; chance and the end of the game have no families."""
        if not state.flow:
            return Question(NOBODY, "The game is over.", (), "BG-5.3b")
        desk = DESKS[type(state.top)]
        if desk.question is not None:
            found: Question = desk.question(self.position(state), state.top)
            return found
        node = self.chance(state)
        assert node is not None, "automatic frames never wait"
        return Question(NOBODY, f"Roll for {node.reason}.", (), node.rule)

    def chance(self, state: State) -> ChanceNode | None:
        """The die that is due, or None."""
        if not state.flow:
            return None
        desk = DESKS[type(state.top)]
        return desk.chance(self.position(state), state.top) if desk.chance else None

    def check(self, state: State, action: Action) -> tuple[Objection, ...]:
        """Everything that forbids an action now."""
        if not state.flow:
            return (Objection("BG-5.3b", "The game is over."),)
        desk = DESKS[type(state.top)]
        if isinstance(action, Roll):
            node = self.chance(state)
            if node is None:
                return (Objection("BG-5.2b", "No die is due."),)
            if action.face not in node.faces:
                return (
                    Objection("BG-2.2a", f"The die shows 1 to {node.sides}, not {action.face}."),
                )
            return ()
        answer = desk.answers.get(type(action))
        if answer is None:
            prompt = self.question(state).prompt
            return (Objection("BG-5.2b", f"This is not the time for '{action.kind()}'. {prompt}"),)
        strangers = [unit for unit in action.who() if unit not in state.pieces]
        if strangers:
            return (Objection("BG-2.6", f"There is no unit {strangers[0]!r}."),)
        return tuple(answer.check(self.position(state), state.top, action))

    def apply(self, state: State, action: Action) -> Step:
        """The state and events after a legal action."""
        assert isinstance(state, Board)
        pos = self.position(state)
        frame = state.top
        desk = DESKS[type(frame)]
        doing = Doing(state)
        if isinstance(action, Roll):
            assert desk.rolled is not None, "a die was checked to be due"
            desk.rolled(pos, frame, action.face, doing)
        else:
            desk.answers[type(action)].apply(pos, frame, action, doing)
        return self._settled(doing)

    def _settled(self, doing: Doing[Board]) -> Step:
        """Run automatic frames, and close decisions that have nothing to decide."""
        while doing.state.flow:
            frame = doing.state.top
            desk = DESKS[type(frame)]
            if desk.auto is not None:
                desk.auto(Position(self.table, doing.state), frame, doing)
            elif not idle.close(Position(self.table, doing.state), frame, doing):
                break
        return doing.step()

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

    def advise(self, state: State) -> Advice | None:
        """What a sensible player would do at the open decision."""
        side = self.question(state).side
        if side == NOBODY:
            return None
        return advice.advise(
            self.position(state), side, lambda action: not self.check(state, action)
        )

    def invariants(self, state: State) -> tuple[str, ...]:
        """Everything that must never be and is."""
        return soundness.faults(self.position(state))


class _Same:
    """A state as a cache key by identity: the very same value, not an equal one."""

    __slots__ = ("state",)

    def __init__(self, state: Board) -> None:
        self.state = state

    def __hash__(self) -> int:
        return id(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.state is self.state
