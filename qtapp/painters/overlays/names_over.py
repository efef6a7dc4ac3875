"""Names of places in play: costs keep off them, and they are lettered over what covers them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter, QPainterPath

from qtapp.painters.board import BoardPainter, Layers
from qtapp.painters.detail import Detail
from qtapp.painters.layers.names.labels import Label
from qtapp.painters.layers.names.nearby import edges_of
from qtapp.painters.layers.shape import PITCH

CLEAR = 0.03
"""A name of which no more than this share is covered is left as it is."""
SPOTS = (
    (0.0, 0.30), (0.0, -0.30), (0.0, 0.16), (0.0, -0.16), (-0.24, 0.20), (0.24, 0.20),
    (-0.24, -0.20), (0.24, -0.20), (0.0, 0.0), (-0.30, 0.0), (0.30, 0.0),
)  # fmt: skip
"""Where in a hex a cost may stand, from its middle in hexes, the best first."""


def name_boxes(board: BoardPainter, layers: Layers, detail: Detail, part: QRectF) -> list[QRectF]:
    """The boxes of the names that a board shows in a part of the paper."""
    return [label.box for label in _shown(board, layers, detail, part)]


def free_spot(middle: QPointF, plate: QRectF, names: Sequence[QRectF]) -> QRectF:
    """A plate at the first of :data:`SPOTS` about a hex's middle where it covers none of some
    names, else where it covers least of them.
    """
    best, least = plate, float("inf")
    for dx, dy in SPOTS:
        tried = QRectF(plate)
        tried.moveCenter(middle + QPointF(dx, dy) * PITCH)
        covered = sum(_area(tried.intersected(name)) for name in names)
        if covered < least:
            best, least = tried, covered
        if not covered:
            break
    return best


def covered_names(
    labels: Iterable[Label], boxes: Sequence[QRectF], shapes: Sequence[QPainterPath]
) -> Iterator[Label]:
    """The names that some boxes cover in part, or that some shapes touch."""
    placed = [(*edges_of(box), box) for box in boxes]
    for label in labels:
        left, top, right, bottom = edges_of(label.box)
        most = CLEAR * (right - left) * (bottom - top)
        touched = [
            box
            for x, y, end, low, box in placed
            if x < right and end > left and y < bottom and low > top
        ]
        if any(_area(label.box.intersected(box)) > most for box in touched) or any(
            shape.intersects(label.box) for shape in shapes
        ):
            yield label


def letter_over(
    painter: QPainter,
    exposed: QRectF,
    detail: Detail,
    board: BoardPainter,
    layers: Layers,
    boxes: Callable[[], Sequence[QRectF]],
    shapes: Callable[[], Sequence[QPainterPath]],
) -> None:
    """Letter the names of an exposed part again that pieces in ``boxes`` and ``shapes`` of arrows
    and traces cover; both are asked for where there are names.
    """
    if board.skin is not None and board.skin.touches(exposed):
        return
    shown = _shown(board, layers, detail, exposed.adjusted(-4, -4, 4, 4))
    if shown:
        board.places.letter(painter, list(covered_names(shown, boxes(), shapes())), detail)


def _shown(board: BoardPainter, layers: Layers, detail: Detail, part: QRectF) -> list[Label]:
    """The names that a board shows in a part of the paper."""
    shows = min(layers.labels, layers.places) > 0
    return board.places.labels_near(detail, part) if shows else []


def _area(rect: QRectF) -> float:
    return 0.0 if rect.isEmpty() else rect.width() * rect.height()
