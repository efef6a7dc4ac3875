"""The sequence of play: what opens each phase of a game turn, and what follows the last (OG 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.handler import Handler
from engine.systems.operation_gertrud.battle.battles import RaidRoll, SinkingRoll
from engine.systems.operation_gertrud.state.common import Work, now, set_marker, unmark
from engine.systems.operation_gertrud.state.context import Context
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    ATTACKED,
    DEFENDED,
    GERMAN,
    Fighting,
    Interdicting,
    Moving,
    Onward,
    Phase,
    Replacing,
    Status,
    VictoryRoll,
    Yavuz,
)
from engine.systems.operation_gertrud.turn import duplicity
from engine.systems.operation_gertrud.turn.movement_phase import open_movement

Opening = Callable[[Context, Work], None]


def administrative(context: Context, transition: Work) -> None:
    """Markers come, and come back; a scuttled Yavuz may sink (OG 5.1)."""
    state = transition.state
    transition.tell("turn", "OG-5.0a", turn=state.turn)
    for marker, status in state.support.items():
        if status is Status.USED:
            set_marker(transition, marker, Status.AVAILABLE)
        elif status is Status.WAITING and context.due.get(marker) == state.turn:
            set_marker(transition, marker, Status.AVAILABLE)
            transition.tell("support arrives", "OG-3.1a", marker=marker)
    if state.yavuz is Yavuz.SCUTTLED:
        transition.state = transition.state.pushed(SinkingRoll())


def replacing(side: str) -> Opening:
    """A side gets the steps of its purses, and loses what it left of the last (OG 10.2)."""

    def opening(context: Context, transition: Work) -> None:
        pos = now(context, transition)
        chart = context.charts.replacements
        allowance = chart.duplicity if transition.state.duplicity else context.figures.replacements
        mine = {chart.purses[u.nation] for u in context.units.values() if pos.owner(u.id) == side}
        steps = {purse: n for purse, n in allowance.items() if purse in mine and n}
        transition.set(steps=steps)
        transition.state = transition.state.pushed(Replacing(side))

    return opening


def interdicting(side: str) -> Opening:
    """A side may send CAS against the coming enemy movement (OG 13.7)."""

    def opening(_table: Context, transition: Work) -> None:
        transition.state = transition.state.pushed(Interdicting(side))

    return opening


def moving(side: str) -> Opening:
    """A side moves and brings in reinforcements (OG 5.1)."""

    def opening(context: Context, transition: Work) -> None:
        open_movement(context, transition, side)
        transition.state = transition.state.pushed(Moving(side))

    return opening


def fighting(side: str) -> Opening:
    """A side attacks; on the first turn the raid on the Goeben comes first (OG 11.0, 17.0)."""

    def opening(_table: Context, transition: Work) -> None:
        unmark(transition, ATTACKED, DEFENDED)
        transition.state = transition.state.pushed(Fighting(side))
        if side == GERMAN and transition.state.raid and not transition.state.raided:
            transition.state = transition.state.pushed(RaidRoll())

    return opening


def ending(_table: Context, transition: Work) -> None:
    """The German player rolls for victory (OG 4.0)."""
    transition.state = transition.state.pushed(VictoryRoll())


PHASES: Mapping[Phase, tuple[str, Opening]] = {
    Phase.ADMINISTRATIVE: ("", administrative),
    Phase.GERMAN_REPLACEMENT: (GERMAN, replacing(GERMAN)),
    Phase.ALLIED_INTERDICTION: (GERMAN, interdicting(ALLIED)),
    Phase.GERMAN_MOVEMENT: (GERMAN, moving(GERMAN)),
    Phase.GERMAN_COMBAT: (GERMAN, fighting(GERMAN)),
    Phase.ALLIED_REPLACEMENT: (ALLIED, replacing(ALLIED)),
    Phase.GERMAN_INTERDICTION: (ALLIED, interdicting(GERMAN)),
    Phase.ALLIED_MOVEMENT: (ALLIED, moving(ALLIED)),
    Phase.ALLIED_COMBAT: (ALLIED, fighting(ALLIED)),
    Phase.END: ("", ending),
}
"""Each phase with whose player turn it belongs to and what opens it, in order."""

ORDER = tuple(PHASES)


def onward(pos: Position, _frame: Onward, transition: Work) -> None:
    """Open the next phase, or end the turn; the Onward frame stays below (OG 5.0)."""
    state = transition.state
    phase = Phase(state.phase)
    if state.winner:
        finish(transition)
        return
    if phase is Phase.END:
        if not next_turn(pos, transition):
            return
        phase = Phase.SET_UP
    index = ORDER.index(phase) + 1 if phase in PHASES else 0
    phase = ORDER[index]
    active, opening = PHASES[phase]
    transition.set(phase=phase.value, active=active, steps={})
    opening(pos.context, transition)


def next_turn(pos: Position, transition: Work) -> bool:
    """Advance the turn marker; False when the game is over, or begins again for the Soviets (OG
    4.0, 5.1, 19.0).
    """
    state = transition.state
    if state.turn < pos.context.figures.turns:
        transition.set(turn=state.turn + 1)
        return True
    if pos.option("duplicity") and not state.duplicity:
        duplicity.begin(pos.context, transition)
        return False
    transition.set(winner=ALLIED)
    transition.tell("german defeat", "OG-4.0d", turn=state.turn)
    finish(transition)
    return False


def finish(transition: Work) -> None:
    """Close the game."""
    transition.set(over=True, flow=(), active="", phase=Phase.END.value)


HANDLERS = (Handler(Onward, auto=onward),)
