"""What happens to pieces in a step: marks put on and taken off, losses, removal."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from operator import attrgetter

from engine.core.handler import Transition
from engine.core.state import Piece, Pieces, State
from oob.model import UnitId

MARKS = attrgetter("marks")
"""The marks of a piece."""
_WORN: deque[tuple[Pieces, set[frozenset[str]]]] = deque(maxlen=1)
"""The last pieces that marks were taken off, and all that any of them may still wear: phases that
end and begin take off one after the other.
"""


def mark(transition: Transition[State], unit: UnitId, *marks: str) -> None:
    """Add marks to a unit."""
    transition.state = transition.state.with_pieces(
        {unit: transition.state.pieces[unit].marked(*marks)}
    )


def unmark(
    transition: Transition[State], *marks: str, units: Collection[UnitId] | None = None
) -> None:
    """Take marks off units, off all of them by default."""
    off, pieces = frozenset(marks), transition.state.pieces
    worn = _worn(pieces)
    left = {marks: marks - off for marks in worn if not off.isdisjoint(marks)}
    if not left:
        return
    changed = {
        unit: Piece(piece.at, piece.steps, piece.mode, left[piece.marks])
        for unit, piece in pieces.items()
        if piece.marks in left and (units is None or unit in units)
    }
    if changed:
        transition.state = transition.state.with_pieces(changed)
        still = worn if units is not None else worn.difference(left)
        _WORN.append((transition.state.pieces, still.union(left.values())))


def _worn(pieces: Pieces) -> set[frozenset[str]]:
    """What pieces wear, each combination of marks once."""
    for known, worn in [*_WORN]:
        if known is pieces:
            return worn
    worn = set(map(MARKS, pieces.values()))
    _WORN.append((pieces, worn))
    return worn


def remove(transition: Transition[State], unit: UnitId, box: str, *marks: str) -> None:
    """Take a unit off the board into a box, without steps, with no marks but these."""
    transition.state = transition.state.with_piece(
        unit, at=box, steps=0, mode="", marks=frozenset(marks)
    )


def lose_step(
    transition: Transition[State], unit: UnitId, box: str, reduced: str, dead: str
) -> bool:
    """Take a step from a unit: it flips, or goes to the dead pile ``box``. True when it is gone.

    ``reduced`` and ``dead`` are the rules by which the two are told.
    """
    piece = transition.state.pieces[unit]
    if piece.steps > 1:
        transition.state = transition.state.with_piece(unit, steps=piece.steps - 1)
        transition.tell("reduced", reduced, unit=unit)
        return False
    remove(transition, unit, box)
    transition.tell("eliminated", dead, unit=unit)
    return True
