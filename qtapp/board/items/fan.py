"""A stack spread out in a row of counters over the board, so that each can be seen and clicked."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF

from engine.core.view.display import CounterView
from maps.hexgrid import Hex
from qtapp.painters.layers.shape import PITCH

SIDE = 0.78 * PITCH
"""Side of a spread counter, in paper units, unless the zoom asks for more."""


@dataclass(frozen=True, slots=True)
class Fan:
    """The spread stack of one hex: its counters, topmost first, each with its square; ``plate`` is
    behind.
    """

    hex: Hex
    views: tuple[CounterView, ...]
    boxes: tuple[QRectF, ...]
    plate: QRectF

    def at(self, spot: QPointF) -> CounterView | None:
        """The counter at a point of the paper."""
        for view, box in zip(self.views, self.boxes, strict=True):
            if box.contains(spot):
                return view
        return None


def fan_of(
    at: Hex,
    centre: tuple[float, float],
    views: Sequence[CounterView],
    side: float,
    bounds: QRectF,
    busy: Collection[QPointF] = (),
) -> Fan:
    """Lay out a stack (given bottom first) above its hex or below it, inside ``bounds`` where that
    can be: where it covers fewer of the ``busy`` spots, of counters and arrows, above for choice.
    """
    count = len(views)
    columns = min(count, max(2, math.ceil(math.sqrt(count * 2.2))))
    rows = math.ceil(count / columns)
    gap = side * 0.08
    wide, high = columns * (side + gap) + gap, rows * (side + gap) + gap
    left = min(max(centre[0] - wide / 2, bounds.left()), bounds.right() - wide)
    above, below = centre[1] - PITCH * 0.5 - high, centre[1] + PITCH * 0.5

    def covered(top: float) -> int:
        return sum(map(QRectF(left, top, wide, high).contains, busy))

    fits = below + high <= bounds.bottom()
    top = below if above < bounds.top() or (fits and covered(below) < covered(above)) else above
    boxes = tuple(
        QRectF(
            left + gap + (index % columns) * (side + gap),
            top + gap + (index // columns) * (side + gap),
            side,
            side,
        )
        for index in range(count)
    )
    return Fan(at, tuple(reversed(views)), boxes, QRectF(left, top, wide, high))
