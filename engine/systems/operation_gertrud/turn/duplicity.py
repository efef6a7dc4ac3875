"""Soviet duplicity: the game goes on for the Straits under another flag (OG 19.0, optional)."""

from __future__ import annotations

from engine.core.state import Piece
from engine.systems.operation_gertrud.state.common import Work, now
from engine.systems.operation_gertrud.state.context import YAVUZ, Context
from engine.systems.operation_gertrud.state.records import (
    DEAD,
    GERMAN,
    GONE,
    POOL,
    RESERVE,
    Onward,
    Phase,
    SettingUp,
    Status,
    Yavuz,
)
from oob.model import UnitId


def begin(context: Context, transition: Work) -> None:
    """The Germans leave, the Soviets change sides, and the turn marker goes back to one."""
    before = transition.state.pieces
    pieces = {unit: _changed(context, unit, piece) for unit, piece in before.items()}
    soviets = tuple(context.of_nation("soviet"))
    if all(pieces[unit].at == RESERVE for unit in soviets):
        pieces.update({u: Piece(POOL, context.units[u].steps) for u in soviets})
    moved = tuple(unit for unit, piece in pieces.items() if piece.at != before[unit].at)
    transition.tell("duplicity", "OG-19.0a", units=moved)
    transition.set(
        pieces=pieces,
        support=_support(context, transition),
        soviets=GERMAN,
        duplicity=True,
        turn=1,
        phase=Phase.SET_UP.value,
        active="",
        experten="",
        blitzkrieg=False,
        drops={},
        steps={},
        flow=(Onward(),),
    )
    pos = now(context, transition)
    if any(pos.owner(unit) == GERMAN for unit in pos.boxed(POOL)):
        transition.state = transition.state.pushed(SettingUp(GERMAN))


def leavers(context: Context) -> tuple[str, ...]:
    """The nations that leave the map: the Germans, and by an option the Italians (OG 19.0)."""
    gone = ("german", "local")
    return (*gone, "italian") if context.options.get("italians_leave") else gone


def _changed(context: Context, unit: UnitId, piece: Piece) -> Piece:
    """A leaver goes, unless it is eliminated; marks of the last phases come off all others."""
    if context.units[unit].nation in leavers(context) and piece.at not in (DEAD, RESERVE):
        return Piece(GONE, piece.steps)
    kept = piece.marks if piece.at == DEAD else frozenset()
    return Piece(piece.at, piece.steps, piece.mode, kept)


def _support(context: Context, transition: Work) -> dict[str, Status]:
    """Leavers take their markers along, a seized Yavuz too; all Soviet ones are there if none had
    come; what was spent stays spent.
    """
    state = transition.state
    gone = leavers(context)
    left = {marker for marker in state.support if context.markers[marker].nation in gone}
    left |= {YAVUZ} if state.yavuz is Yavuz.SEIZED else set()
    found = {
        marker: Status.ELIMINATED if marker in left else status
        for marker, status in state.support.items()
    }
    soviet = [m.id for m in context.markers.values() if m.nation == "soviet"]
    if not any(marker in found for marker in soviet):
        found.update(dict.fromkeys(soviet, Status.AVAILABLE))
    return {
        marker: Status.AVAILABLE
        if status is Status.WAITING and context.markers[marker].nation == "soviet"
        else status
        for marker, status in found.items()
    }
