"""The state of a game: one plain value, with where the sequence of play stands.

Systems subclass :class:`State` with their own typed fields. States are never changed in place: a
step
builds a new one that shares all it did not touch.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import fields
from operator import attrgetter
from typing import Self, TypeVar

from engine.frozen import dataclass
from maps.hexgrid import Hex
from maps.untyped import JsonList, Table
from oob.model import UnitId

Location = Hex | str
"""Where a piece is: a hex of the board, or the id of a box (``med_box``, ``dead``, ``pool``)."""

NOBODY = ""
"""The side of a decision that chance makes."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Where a unit stands and how it is: steps left, mode (face label), and marks such as
    ``moved``.
    """

    at: Location
    steps: int
    mode: str = ""
    marks: frozenset[str] = frozenset()

    @property
    def hex(self) -> Hex | None:
        """The hex it is in, or None in a box."""
        return self.at if isinstance(self.at, Hex) else None

    def marked(self, *marks: str) -> Piece:
        """This piece with further marks."""
        return Piece(self.at, self.steps, self.mode, self.marks | frozenset(marks))


@dataclass(frozen=True, slots=True)
class Frame:
    """One open decision; the innermost stands last in :attr:`State.flow`. Systems subclass it."""

    def where(self) -> Hex | None:
        """The hex it is about, if it is about one."""
        place: object = getattr(self, "at", None) or getattr(self, "target", None)
        return place if isinstance(place, Hex) else None


@dataclass(frozen=True, slots=True)
class Sealed(Frame):
    """A draw that one side alone sees; systems subclass it."""

    side: str


@dataclass(frozen=True, slots=True)
class State:
    """What every system's state holds. ``active`` is the side whose player turn it is ('' in mutual
    phases).
    """

    turn: int
    phase: str
    active: str
    pieces: Mapping[UnitId, Piece]
    flow: tuple[Frame, ...]

    def having(self, **fields: object) -> Self:
        """A copy with some fields changed."""
        return _copied(self, fields)

    def with_pieces(self, changed: Mapping[UnitId, Piece]) -> Self:
        """A copy with some pieces changed."""
        return _copied(self, {"pieces": _with(self.pieces, changed)})

    def with_piece(self, unit: UnitId, **fields: object) -> Self:
        """A copy in which one piece has some fields changed."""
        piece = _copied(self.pieces[unit], fields)
        if piece is self.pieces[unit]:
            return self
        return _copied(self, {"pieces": _with(self.pieces, {unit: piece})})

    @property
    def top(self) -> Frame:
        """The innermost open decision."""
        return self.flow[-1]

    def pushed(self, *frames: Frame) -> Self:
        """A copy with further decisions opened."""
        return _copied(self, {"flow": (*self.flow, *frames)})

    def popped(self) -> Self:
        """A copy with the innermost decision closed."""
        return _copied(self, {"flow": self.flow[:-1]})

    def swapped(self, frame: Frame) -> Self:
        """A copy with the innermost decision replaced."""
        return _copied(self, {"flow": (*self.flow[:-1], frame)})


Pieces = Mapping[UnitId, Piece]
LATELY: deque[tuple[Pieces, Pieces, Pieces]] = deque(maxlen=24)
"""The last pieces that were made of others: those before, those after, and the ones put in."""


def _with(pieces: Pieces, changed: Pieces) -> Pieces:
    """Pieces with some of them changed."""
    after = {**pieces, **changed}
    LATELY.append((pieces, after, changed))
    return after


RecordT = TypeVar("RecordT", bound=Piece | State)
_READERS: dict[type, tuple[dict[str, int], Callable[[object], tuple[object, ...]]]] = {}
"""For each class, the place of each field and what reads them all."""


def _copied(record: RecordT, changed: Table) -> RecordT:
    """A copy with some fields changed: :func:`dataclasses.replace` without a call for each field.
    The record itself when each field has that very value already: what was worked out from it
    holds still.

    Raises TypeError for a field the record does not have.
    """
    kind = type(record)
    if kind not in _READERS:
        names = [field.name for field in fields(kind)]
        _READERS[kind] = ({name: place for place, name in enumerate(names)}, attrgetter(*names))
    places, values = _READERS[kind]
    made: JsonList = list(values(record))
    same = True
    for name, value in changed.items():
        place = places.get(name)
        if place is None:
            raise TypeError(f"{kind.__name__} has no field {name!r}")
        if made[place] is not value:
            made[place] = value
            same = False
    return record if same else kind(*made)
