"""The sequence of play: what opens each phase of a game turn, and what follows the last (OG 5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.core.desk import Desk
from engine.systems.operation_gertrud import duplicity
from engine.systems.operation_gertrud.battles import RaidRoll, SinkingRoll
from engine.systems.operation_gertrud.common import Work, now, set_marker, unmark
from engine.systems.operation_gertrud.moving import open_movement
from engine.systems.operation_gertrud.position import Position
from engine.systems.operation_gertrud.records import (
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
from engine.systems.operation_gertrud.table import Table

Opening = Callable[[Table, Work], None]


def administrative(table: Table, doing: Work) -> None:
    """Markers come, and come back; a scuttled Yavuz may sink (OG 5.1)."""
    state = doing.state
    doing.tell("turn", "OG-5.0a", turn=state.turn)
    for marker, status in state.support.items():
        if status is Status.USED:
            set_marker(doing, marker, Status.AVAILABLE)
        elif status is Status.WAITING and table.due.get(marker) == state.turn:
            set_marker(doing, marker, Status.AVAILABLE)
            doing.tell("support arrives", "OG-3.1a", marker=marker)
    if state.yavuz is Yavuz.SCUTTLED:
        doing.state = doing.state.pushed(SinkingRoll())


def replacing(side: str) -> Opening:
    """A side gets the steps of its purses, and loses what it left of the last (OG 10.2)."""

    def opening(table: Table, doing: Work) -> None:
        pos = now(table, doing)
        chart = table.charts.replacements
        allowance = chart.duplicity if doing.state.duplicity else table.figures.replacements
        mine = {chart.purses[u.nation] for u in table.units.values() if pos.owner(u.id) == side}
        steps = {purse: n for purse, n in allowance.items() if purse in mine and n}
        doing.set(steps=steps)
        doing.state = doing.state.pushed(Replacing(side))

    return opening


def interdicting(side: str) -> Opening:
    """A side may send CAS against the coming enemy movement (OG 13.7)."""

    def opening(_table: Table, doing: Work) -> None:
        doing.state = doing.state.pushed(Interdicting(side))

    return opening


def moving(side: str) -> Opening:
    """A side moves and brings in reinforcements (OG 5.1)."""

    def opening(table: Table, doing: Work) -> None:
        open_movement(table, doing, side)
        doing.state = doing.state.pushed(Moving(side))

    return opening


def fighting(side: str) -> Opening:
    """A side attacks; on the first turn the raid on the Goeben comes first (OG 11.0, 17.0)."""

    def opening(_table: Table, doing: Work) -> None:
        unmark(doing, ATTACKED, DEFENDED)
        doing.state = doing.state.pushed(Fighting(side))
        if side == GERMAN and doing.state.raid and not doing.state.raided:
            doing.state = doing.state.pushed(RaidRoll())

    return opening


def ending(_table: Table, doing: Work) -> None:
    """The German player rolls for victory (OG 4.0)."""
    doing.state = doing.state.pushed(VictoryRoll())


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


def onward(pos: Position, _frame: Onward, doing: Work) -> None:
    """Open the next phase, or end the turn; the Onward frame stays below (OG 5.0)."""
    state = doing.state
    phase = Phase(state.phase)
    if state.winner:
        finish(doing)
        return
    if phase is Phase.END:
        if not next_turn(pos, doing):
            return
        phase = Phase.SET_UP
    index = ORDER.index(phase) + 1 if phase in PHASES else 0
    phase = ORDER[index]
    active, opening = PHASES[phase]
    doing.set(phase=phase.value, active=active, steps={})
    opening(pos.table, doing)


def next_turn(pos: Position, doing: Work) -> bool:
    """Advance the turn marker; False when the game is over, or begins again for the Soviets (OG
    4.0, 5.1, 19.0).
    """
    state = doing.state
    if state.turn < pos.table.figures.turns:
        doing.set(turn=state.turn + 1)
        return True
    if pos.option("duplicity") and not state.duplicity:
        duplicity.begin(pos.table, doing)
        return False
    doing.set(winner=ALLIED)
    doing.tell("german defeat", "OG-4.0d", turn=state.turn)
    finish(doing)
    return False


def finish(doing: Work) -> None:
    """Close the game."""
    doing.set(over=True, flow=(), active="", phase=Phase.END.value)


DESKS = (Desk(Onward, auto=onward),)
