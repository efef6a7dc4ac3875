"""What follows the pointer while units are dragged: their way, their counters, a line of words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen

from engine.core.view.display import CounterView
from maps.hexgrid import Hex
from qtapp.painters.counters.symbols import text_path
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.overlays.overlays import Arrow
from qtapp.painters.palette import colour

MOST = 4
"""Counters that are drawn of a group, one over the other."""
WORDS_PX = 15
"""Height of the line of words, in device pixels."""
FINE, FORBIDDEN, PAPER = "#0b5e95", "#8f1d14", "#ffffff"


@dataclass(frozen=True, slots=True)
class Carried:
    """Units on their way with the pointer at ``spot`` (paper units), and what is said of it.

    ``paths`` are the ways they would take; ``forbidden`` says that they cannot be put down here.
    Without ``views`` nothing is lifted, and only ways and words are shown.
    """

    views: tuple[CounterView, ...]
    spot: QPointF
    paths: tuple[tuple[Hex, ...], ...] = ()
    text: str = ""
    forbidden: bool = False


def ways_of(what: Carried) -> tuple[Arrow, ...]:
    """The arrows of the ways that carried units would take."""
    tone = "retreat" if what.forbidden else "move"
    return tuple(Arrow(path, tone) for path in what.paths)


def paint_carried(
    painter: QPainter,
    what: Carried,
    picture: Callable[[CounterView, int], QImage],
    detail: Detail,
) -> None:
    """Draw the counters a little off the pointer, then the words beneath."""
    side = max(0.62 * PITCH, detail.units(30))
    shift = side * 0.14
    px = max(8, round(side * detail.scale))
    painter.setOpacity(0.88)
    for index, view in reversed(list(enumerate(what.views[:MOST]))):
        corner = what.spot + QPointF(-side / 2 + index * shift, -side / 2 - index * shift)
        painter.drawImage(QRectF(corner.x(), corner.y(), side, side), picture(view, px))
    painter.setOpacity(1.0)
    if what.text:
        _words(painter, what, side if what.views else 0.0, detail)


def plate_width(text: str) -> float:
    """How wide the plate of a line of words is, in device pixels."""
    box = QRectF(0, 0, 10_000, WORDS_PX)
    return text_path(text, box, WORDS_PX).boundingRect().width() + 20


def _words(painter: QPainter, what: Carried, side: float, detail: Detail) -> None:
    tall = detail.units(WORDS_PX + 9)
    plate = QRectF(0, 0, detail.units(plate_width(what.text)), tall)
    plate.moveCenter(what.spot + QPointF(0, side / 2 + tall))
    plate = _inside(plate, painter, detail.units(12))
    shape = QPainterPath()
    shape.addRoundedRect(plate, tall * 0.25, tall * 0.25)
    ink = colour(FORBIDDEN if what.forbidden else FINE)
    painter.fillPath(shape, ink)
    painter.strokePath(shape, QPen(colour(PAPER), detail.units(1.4)))
    if what.forbidden:
        _cross(painter, plate, detail)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.fillPath(text_path(what.text, plate, detail.units(WORDS_PX)), colour(PAPER))


def _inside(plate: QRectF, painter: QPainter, edge: float) -> QRectF:
    """The plate moved so that it is not cut off where the view ends."""
    inverse, _ = painter.combinedTransform().inverted()  # of the view, not of its window
    seen = inverse.mapRect(QRectF(painter.viewport())).adjusted(edge, edge, -edge, -edge)
    left = max(seen.left(), min(plate.left(), seen.right() - plate.width()))
    top = max(seen.top(), min(plate.top(), seen.bottom() - plate.height()))
    return QRectF(left, top, plate.width(), plate.height())


def _cross(painter: QPainter, plate: QRectF, detail: Detail) -> None:
    """A crossed disc at the corner of the plate: forbidden is told by form as well as by colour."""
    radius = detail.units(9)
    middle = plate.topLeft()
    painter.setPen(QPen(colour(PAPER), detail.units(1.6)))
    painter.setBrush(colour(FORBIDDEN))
    painter.drawEllipse(middle, radius, radius)
    off = radius * 0.62
    painter.drawLine(middle + QPointF(-off, -off), middle + QPointF(off, off))
    painter.setBrush(Qt.BrushStyle.NoBrush)
