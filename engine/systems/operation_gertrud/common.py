"""What several desks do: losses, markers, and the words of objections."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action, Objection
from engine.core.desk import Doing
from engine.systems.operation_gertrud.position import Position
from engine.systems.operation_gertrud.records import DEAD, Board, Status
from engine.systems.operation_gertrud.table import Table
from maps.hexgrid import Hex
from oob.model import UnitId

Work = Doing[Board]


def objection(rule: str, text: str) -> Objection:
    """A sentence that forbids, with its rule id (``OG-6.0a``)."""
    return Objection(rule, text)


def now(table: Table, doing: Work) -> Position:
    """The position of a step in the making."""
    return Position(table, doing.state)


def bury(doing: Work, unit: UnitId, *marks: str) -> None:
    """Put a unit in the dead pile, with marks such as :data:`LOST`."""
    drops = {u: at for u, at in doing.state.drops.items() if u != unit}
    doing.state = doing.state.with_piece(unit, at=DEAD, steps=0, mode="", marks=frozenset(marks))
    doing.set(drops=drops)


def come_down(doing: Work, unit: UnitId, at: Hex) -> None:
    """Put a unit in a hex, landing it if it was in the air (OG 15.0)."""
    drops = {u: target for u, target in doing.state.drops.items() if u != unit}
    doing.state = doing.state.with_piece(unit, at=at).having(drops=drops)


def hit(doing: Work, unit: UnitId) -> bool:
    """A unit loses a step: it flips or dies (OG 2.7). True when it is eliminated."""
    piece = doing.state.pieces[unit]
    if piece.steps > 1:
        doing.state = doing.state.with_piece(unit, steps=piece.steps - 1)
        doing.tell("reduced", "OG-2.7b", unit=unit)
        return False
    bury(doing, unit)
    doing.tell("eliminated", "OG-2.7b", unit=unit)
    return True


def set_marker(doing: Work, marker: str, status: Status) -> None:
    """Change a support marker's status; an Experten goes with its CAS (OG 13.2)."""
    doing.set(support={**doing.state.support, marker: status})
    if status is Status.ELIMINATED and doing.state.experten == marker:
        doing.set(experten="")
        doing.tell("experten lost", "OG-13.2c", marker=marker)


def mark(doing: Work, unit: UnitId, *marks: str) -> None:
    """Add marks to a unit."""
    doing.state = doing.state.with_pieces({unit: doing.state.pieces[unit].marked(*marks)})


def unmark(doing: Work, *marks: str, units: frozenset[UnitId] | None = None) -> None:
    """Take marks off units, off all of them by default."""
    off = frozenset(marks)
    changed = {
        unit: piece.__class__(piece.at, piece.steps, piece.mode, piece.marks - off)
        for unit, piece in doing.state.pieces.items()
        if piece.marks & off and (units is None or unit in units)
    }
    if changed:
        doing.state = doing.state.with_pieces(changed)


def no_objections(_pos: Position, _frame: object, _action: Action) -> Iterator[Objection]:
    """Always allowed."""
    return iter(())
