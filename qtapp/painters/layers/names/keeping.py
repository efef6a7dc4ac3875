"""Lettering that was worked out for a board, kept for the next painter of the very same board.

A window, a picture and a test of one board each have painters of their own; where names go is the
same for all. A painter whose board is edited works with lettering of its own from then on.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from maps.model import GameMap
from qtapp.painters.layers.names.labels import Label
from qtapp.painters.layers.names.watercourses import Course, CourseName
from qtapp.painters.layers.shape import XY

MOST = 4
"""Boards whose lettering is kept."""

Level = tuple[float, bool]
"""Pixels per hex, and whether names spare counters."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """A region's name as outlines of letters ``size`` high; all in paper units."""

    name: str
    path: QPainterPath
    box: QRectF
    size: float
    curve: list[XY]


@dataclass(slots=True)
class Kept:
    """What is lettered on a board; None and missing levels are not worked out yet."""

    regions: dict[str, list[Lettering]] | None = None
    rivers: list[Course] | None = None
    labels: dict[Level, list[Label]] = field(default_factory=dict)
    courses: dict[Level, list[CourseName]] = field(default_factory=dict)


class Keeper:
    """The lettering of one painter's board: shared until the board is edited."""

    def __init__(self, board: GameMap) -> None:
        self._board = board
        self._now: Kept | None = None

    @property
    def now(self) -> Kept:
        """The lettering as far as it is worked out."""
        if self._now is None:
            self._now = kept_for(self._board)
        return self._now

    def part(self) -> None:
        """The board is edited: keep what is worked out, and share nothing more."""
        known = self._now or Kept()
        labels, courses = dict(known.labels), dict(known.courses)
        self._now = Kept(known.regions, known.rivers, labels, courses)

    def clear(self) -> None:
        """The board is edited so that all is to be worked out again."""
        self._now = Kept()


_KEPT: OrderedDict[Hashable, Kept] = OrderedDict()


def kept_for(board: GameMap) -> Kept:
    """The lettering of a board as it is, to be added to."""
    key = lettering_key(board)
    found = _KEPT.get(key)
    if found is None:
        found = _KEPT[key] = Kept()
    _KEPT.move_to_end(key)
    while len(_KEPT) > MOST:
        _KEPT.popitem(last=False)
    return found


def lettering_key(board: GameMap) -> Hashable:
    """All of a board that lettering depends on."""
    legend = (
        (kind.layer, kind.id, tuple(sorted(kind.look.items())))
        for kind in board.legend.kinds.values()
    )
    regions = ((layer, tuple(named.items())) for layer, named in board.regions.items())
    return (
        board.orientation,
        tuple(legend),
        tuple(sorted(board.notes.items())),
        frozenset(board.terrain.items()),
        frozenset(board.hexsides.items()),
        frozenset(board.lines),
        tuple(board.places.values()),
        tuple(board.boxes.values()),
        tuple(regions),
    )
