"""Placed names by squares of the paper: which ones lie near a part of it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QRectF

from qtapp.painters.layers.names.labels import Label
from qtapp.painters.layers.shape import PITCH

_SIDE = 4.0 * PITCH
"""Side of a square, in paper units."""


class Nearby:
    """Some placed names, to be asked for those near a part of the paper."""

    def __init__(self, labels: Sequence[Label]) -> None:
        self.labels = labels
        self._squares: dict[tuple[int, int], list[int]] = {}
        for number, label in enumerate(labels):
            for square in _squares(label.box):
                self._squares.setdefault(square, []).append(number)

    def near(self, part: QRectF) -> list[Label]:
        """The names whose boxes meet a part of the paper, in the order they were placed in."""
        labels, squares = self.labels, self._squares
        found = {number for square in _squares(part) for number in squares.get(square, ())}
        return [labels[number] for number in sorted(found) if labels[number].box.intersects(part)]


def _squares(part: QRectF) -> Iterator[tuple[int, int]]:
    """The squares that a part of the paper touches."""
    left, top = math.floor(part.left() / _SIDE), math.floor(part.top() / _SIDE)
    right, bottom = math.floor(part.right() / _SIDE), math.floor(part.bottom() / _SIDE)
    for column in range(left, right + 1):
        for row in range(top, bottom + 1):
            yield column, row
