"""Flights and voyages over the board: thin curves, unlike the broad arrows of the ground."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPainterPathStroker, QPen

from qtapp.painters.counters.symbols import text_path
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.palette import colour

FLIGHT = "flight"
VOYAGE = "voyage"
ARCS = (FLIGHT, VOYAGE)
"""The tones of arrows that are drawn as arcs: flights dashed, voyages in full."""
BULGE = 0.22
"""How far an arc goes aside, in parts of the way."""
HEAD, WING = 0.42, 0.16
"""Length and half the width of its head, in parts of a hex's pitch."""
INK, SEA_INK = "#0b4f8a", "#00584f"


def arc(start: QPointF, end: QPointF) -> QPainterPath:
    """The curve from a point to another; the way back curves to the other side."""
    path = QPainterPath(start)
    path.quadTo(_aside(start, end), end)
    return path


def arc_rect(start: QPointF, end: QPointF) -> QRectF:
    """The part of the paper that an arc with its head and its number may cover."""
    grow = 0.5 * PITCH
    return arc(start, end).boundingRect().adjusted(-grow, -grow, grow, grow)


def arc_outline(start: QPointF, end: QPointF) -> QPainterPath:
    """What an arc covers, its head included."""
    pen = QPainterPathStroker()
    pen.setWidth(0.11 * PITCH)
    return pen.createStroke(arc(start, end)).united(_head(_aside(start, end), end))


def paint_arc(
    painter: QPainter, start: QPointF, end: QPointF, text: str, detail: Detail, tone: str = FLIGHT
) -> None:
    """Draw a flight or voyage, light beneath so that it shows anywhere, a text at its middle."""
    path, ink = arc(start, end), INK if tone == FLIGHT else SEA_INK
    pen = QPen(colour("#ffffff", 0.9), detail.width(0.11, 4.2))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.strokePath(path, pen)
    line = QPen(colour(ink), detail.width(0.05, 1.9))
    if tone == FLIGHT:
        line.setDashPattern([5, 2])
    painter.strokePath(path, line)
    head = _head(_aside(start, end), end)
    painter.strokePath(head, QPen(colour("#ffffff", 0.9), detail.width(0.05, 1.6)))
    painter.fillPath(head, colour(ink))
    if text and detail.hex_px >= 20:
        tall = 0.28 * PITCH
        plate = QRectF(0, 0, max(tall, tall * (0.5 + 0.5 * len(text))), tall)
        plate.moveCenter(path.pointAtPercent(0.5))
        rounded = QPainterPath()
        rounded.addRoundedRect(plate, tall / 2, tall / 2)
        painter.fillPath(rounded, colour(ink))
        painter.fillPath(text_path(text, plate, tall * 0.8), colour("#ffffff"))


def _aside(start: QPointF, end: QPointF) -> QPointF:
    """The point that the curve bends to."""
    way = end - start
    return (start + end) / 2 + QPointF(way.y(), -way.x()) * 2 * BULGE


def _head(before: QPointF, end: QPointF) -> QPainterPath:
    way = end - before
    ahead = way / (math.hypot(way.x(), way.y()) or 1.0)
    across = QPointF(-ahead.y(), ahead.x())
    foot = end - ahead * HEAD * PITCH
    path = QPainterPath(end)
    path.lineTo(foot + across * WING * PITCH)
    path.lineTo(foot - across * WING * PITCH)
    path.closeSubpath()
    return path
