"""The Greek government: its seat, its flight into exile, its capture (BF-28B1a)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.state import Frame, Piece
from engine.systems.balkan_front.actions import Evacuate
from engine.systems.balkan_front.crediting import once
from engine.systems.balkan_front.position import FrontPosition
from engine.systems.balkan_front.records import CaptureRoll
from engine.systems.balkan_front.table import FrontTable
from engine.systems.europa.common import Work, now
from engine.systems.europa.records import Initial
from engine.systems.europa.words import ALLIED, DEAD, EASTERN_GREECE, GONE
from maps.hexgrid import Hex
from oob.model import UnitId

SEAT = "15B:0911"
"""Athenai, where the government begins (BF-28B1a.1)."""
GREEK = "greek"
ESCAPES = 2
"""The highest roll with which the government escapes (BF-28B1a.4)."""
DIE = 6
IN_ATHENS = "capital left"
"""The word in :attr:`Front.credited` once the government has left Athenai, whichever way."""


def seize(pos: FrontPosition, doing: Work) -> None:
    """The Axis has won the seat of the government: a die tells whether it escapes."""
    if GREEK not in pos.state.surrendered and IN_ATHENS not in doing.state.credited:
        doing.state = doing.state.pushed(CaptureRoll())


def node(_pos: FrontPosition, _frame: CaptureRoll) -> ChanceNode:
    """The die of the capture (BF-28B1a.4)."""
    meanings = tuple("escapes" if face <= ESCAPES else "captured" for face in range(1, DIE + 1))
    return ChanceNode(DIE, "the fate of the Greek government", "BF-28B1a.4", meanings)


def rolled(pos: FrontPosition, _frame: CaptureRoll, face: int, doing: Work) -> None:
    """It escapes and must be evacuated, or all Greek forces surrender (BF-28B1a.4, 28B1a.5)."""
    doing.state = doing.state.popped()
    doing.set(credited=doing.state.credited | {IN_ATHENS})
    if face <= ESCAPES:
        doing.set(fugitive=True)
        doing.tell("government escapes", "BF-28B1a.4", face=face)
        return
    doing.tell("government captured", "BF-28B1a.5", face=face)
    once(pos, doing, "capital captured")
    _surrender(pos, doing, frozenset())


def open_phase(table: FrontTable, doing: Work, side: str) -> None:
    """A government that escaped goes into exile in the next Allied initial phase (BF-28B1a.4)."""
    if side == ALLIED and doing.state.fugitive:
        pos = now(table, doing)
        assert isinstance(pos, FrontPosition)
        _exile(pos, doing)


def families(pos: FrontPosition, frame: Frame) -> tuple[Family, ...]:
    """Evacuate the government in an Allied initial phase."""
    if not isinstance(frame, Initial) or frame.side != ALLIED or not in_office(pos):
        return ()
    title = "Evacuate the Greek government"
    return (Family("evacuate", title, lambda: (Evacuate(),), weight=0),)


def in_office(pos: FrontPosition) -> bool:
    """True while the government sits in Athenai."""
    return GREEK not in pos.state.surrendered and IN_ATHENS not in pos.state.credited


def objections(pos: FrontPosition, frame: Initial, _action: Action) -> Iterator[Objection]:
    """Only the Allies evacuate it, from Athenai (BF-28B1a.2)."""
    if frame.side != ALLIED or not in_office(pos):
        yield Objection("BF-28B1a.2", "There is no Greek government in Athenai to evacuate.")


def evacuate(pos: FrontPosition, _frame: Initial, _action: Action, doing: Work) -> None:
    """The government leaves; its forces surrender but for those on islands (BF-28B1a.3)."""
    doing.set(credited=doing.state.credited | {IN_ATHENS})
    _exile(pos, doing)


def _exile(pos: FrontPosition, doing: Work) -> None:
    doing.set(fugitive=False)
    doing.tell("government evacuated", "BF-28B1a.2")
    _surrender(pos, doing, pos.table.area("Greek islands", "Yugoslav islands"))


def _surrender(pos: FrontPosition, doing: Work, spared: frozenset[Hex]) -> None:
    """All forces of Greece outside some hexes give up (BF-28B1a.3, 28B1a.5)."""
    state = doing.state
    changed: dict[UnitId, Piece] = {}
    for unit in pos.table.of_nation(GREEK):
        at = state.pieces[unit].at
        free = at in spared or (bool(spared) and at == EASTERN_GREECE)
        if at not in (DEAD, GONE) and not free:
            changed[unit] = Piece(GONE, 0)
    points = {key: left for key, left in state.points.items() if key.split()[0] != GREEK}
    works = {at: work for at, work in state.works.items() if work.unit not in changed}
    doing.state = state.with_pieces(changed).having(
        surrendered=state.surrendered | {GREEK}, points=points, works=works
    )
    doing.tell("surrender", "BF-28B1a.3", units=len(changed))


ANSWERS: dict[type[Action], Answer] = {Evacuate: Answer(objections, evacuate)}
"""What initial phases take besides."""
DESKS = (Desk(CaptureRoll, chance=node, rolled=rolled),)
