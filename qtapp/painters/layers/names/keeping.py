"""Lettering that was worked out for a board, kept for the next painter of the very same board.

A window, a picture and a test of one board each have painters of their own; where names go is the
same for all. A painter whose board is edited works with lettering of its own from then on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainterPath

from maps.model import GameMap
from qtapp.painters.layers.names.labels import Label
from qtapp.painters.layers.names.watercourses import Course, CourseName
from qtapp.painters.layers.shape import XY

MOST = 4
"""Boards whose lettering is kept."""

OfT = TypeVar("OfT")
WhatT = TypeVar("WhatT")

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


@dataclass(frozen=True, slots=True)
class BoardContent:
    """A board as it was, its bookmarks aside, and the order of what is drawn in order. Two are told
    apart without a look at every hex where their sizes differ, and none is hashed: that takes half
    a second for 60,000 hexes.
    """

    board: GameMap
    order: tuple[tuple[object, ...], ...]

    @staticmethod
    def of(board: GameMap) -> BoardContent:
        """What a board has now."""
        regions = board.regions
        ordered: list[Iterable[object]] = [board.legend.kinds, board.places, board.boxes, regions]
        ordered += regions.values()
        order = tuple(tuple(names) for names in ordered)
        return BoardContent(replace(board.copy(), bookmarks={}), order)


class Recent(Generic[OfT, WhatT]):
    """What was worked out for the few things asked for last, found by comparing."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: list[tuple[OfT, WhatT]] = []

    def of(self, wanted: OfT, make: Callable[[], WhatT]) -> WhatT:
        """What is kept for something, or is made now and kept."""
        at = next((at for at, (own, _) in enumerate(self._kept) if own == wanted), None)
        self._kept.append(self._kept.pop(at) if at is not None else (wanted, make()))
        del self._kept[: -self._most]
        return self._kept[-1][1]

    def clear(self) -> None:
        """Keep nothing any more."""
        self._kept.clear()


_KEPT = Recent[BoardContent, Kept](MOST)


def kept_for(board: GameMap) -> Kept:
    """The lettering of a board as it is, to be added to."""
    return _KEPT.of(BoardContent.of(board), Kept)
