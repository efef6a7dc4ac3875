"""Soviet duplicity: the game goes on for the Straits under another flag (OG 19.0, optional)."""

from __future__ import annotations

from engine.core.state import Piece
from engine.systems.operation_gertrud.common import Work, now
from engine.systems.operation_gertrud.records import (
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
from engine.systems.operation_gertrud.table import YAVUZ, Table
from oob.model import UnitId


def begin(table: Table, doing: Work) -> None:
    """The Germans leave, the Soviets change sides, and the turn marker goes back to one."""
    doing.tell("duplicity", "OG-19.0a")
    pieces = {unit: _changed(table, unit, piece) for unit, piece in doing.state.pieces.items()}
    soviets = tuple(table.of_nation("soviet"))
    if all(pieces[unit].at == RESERVE for unit in soviets):
        pieces.update({u: Piece(POOL, table.units[u].steps) for u in soviets})
    doing.set(
        pieces=pieces,
        support=_support(table, doing),
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
    pos = now(table, doing)
    if any(pos.owner(unit) == GERMAN for unit in pos.boxed(POOL)):
        doing.state = doing.state.pushed(SettingUp(GERMAN))


def leavers(table: Table) -> tuple[str, ...]:
    """The nations that leave the map with the Germans (OG 19.0)."""
    gone = ("german", "local")
    return gone if table.options.get("italians_stay") else (*gone, "italian")


def _changed(table: Table, unit: UnitId, piece: Piece) -> Piece:
    """A leaver goes, unless it is eliminated; marks of the last phases come off all others."""
    if table.units[unit].nation in leavers(table) and piece.at not in (DEAD, RESERVE):
        return Piece(GONE, piece.steps)
    kept = piece.marks if piece.at == DEAD else frozenset()
    return Piece(piece.at, piece.steps, piece.mode, kept)


def _support(table: Table, doing: Work) -> dict[str, Status]:
    """Leavers take their markers along, a seized Yavuz too; all Soviet ones are there if none had
    come; what was spent stays spent.
    """
    state = doing.state
    gone = leavers(table)
    left = {marker for marker in state.support if table.markers[marker].nation in gone}
    left |= {YAVUZ} if state.yavuz is Yavuz.SEIZED else set()
    found = {
        marker: Status.ELIMINATED if marker in left else status
        for marker, status in state.support.items()
    }
    soviet = [m.id for m in table.markers.values() if m.nation == "soviet"]
    if not any(marker in found for marker in soviet):
        found.update(dict.fromkeys(soviet, Status.AVAILABLE))
    return {
        marker: Status.AVAILABLE
        if status is Status.WAITING and table.markers[marker].nation == "soviet"
        else status
        for marker, status in found.items()
    }
