"""The state of a game: one plain value, with where the sequence of play stands.

Systems subclass :class:`State` with their own typed fields. States are never changed in place: a
step
builds a new one that shares all it did not touch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from maps.hexgrid import Hex
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
        """The hex it stands in, or None in a box."""
        return self.at if isinstance(self.at, Hex) else None

    def marked(self, *marks: str) -> Piece:
        """This piece with further marks."""
        return replace(self, marks=self.marks | frozenset(marks))


@dataclass(frozen=True, slots=True)
class Frame:
    """One open decision; the innermost stands last in :attr:`State.flow`. Systems subclass it."""


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

    def having(self, **fields: Any) -> Self:
        """A copy with some fields changed."""
        return replace(self, **fields)

    def with_pieces(self, changed: Mapping[UnitId, Piece]) -> Self:
        """A copy with some pieces changed."""
        return replace(self, pieces={**self.pieces, **changed})

    def with_piece(self, unit: UnitId, **fields: Any) -> Self:
        """A copy in which one piece has some fields changed."""
        return replace(self, pieces={**self.pieces, unit: replace(self.pieces[unit], **fields)})

    @property
    def top(self) -> Frame:
        """The innermost open decision."""
        return self.flow[-1]

    def pushed(self, *frames: Frame) -> Self:
        """A copy with further decisions opened."""
        return replace(self, flow=(*self.flow, *frames))

    def popped(self) -> Self:
        """A copy with the innermost decision closed."""
        return replace(self, flow=self.flow[:-1])

    def swapped(self, frame: Frame) -> Self:
        """A copy with the innermost decision replaced."""
        return replace(self, flow=(*self.flow[:-1], frame))
