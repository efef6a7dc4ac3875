"""Flights are curves beside the straight way, within the part of the paper painted again."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRect, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.overlays.arcs import arc, arc_rect, paint_arc

SIZE = 400
START, END = QPointF(80, 300), QPointF(320, 300)
WHITE = QColor("#ffffff").rgb()


def painted(start: QPointF, end: QPointF, text: str = "") -> QImage:
    """A flight on white paper."""
    image = QImage(SIZE, SIZE, QImage.Format.Format_RGB32)
    image.fill(WHITE)
    with QPainter(image) as painter:
        paint_arc(painter, start, end, text, Detail.of(48, PITCH))
    return image


def inked(image: QImage) -> QRect:
    """The rectangle of all that is not white."""
    spots = [(x, y) for y in range(SIZE) for x in range(SIZE) if image.pixel(x, y) != WHITE]
    assert spots
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    top, bottom = min(y for _, y in spots), max(y for _, y in spots)
    return QRect(left, top, right - left + 1, bottom - top + 1)


@pytest.mark.parametrize("way", [(START, END), (END, START)])
def test_an_arc_bends_aside_and_stays_in_its_rectangle(
    qapp: QApplication, way: tuple[QPointF, QPointF]
) -> None:
    image = painted(*way, "3")
    middle = arc(*way).pointAtPercent(0.5)
    assert abs(middle.y() - START.y()) > 0.2 * (END.x() - START.x())
    assert image.pixel(round(middle.x()) - 9, round(middle.y())) != WHITE
    assert image.pixel(200, 300) == WHITE, "the straight way is free"
    assert arc_rect(*way).contains(QRectF(inked(image)))


def test_the_way_back_is_another_curve(qapp: QApplication) -> None:
    there, back = (arc(*way).pointAtPercent(0.5).y() for way in ((START, END), (END, START)))
    assert (there - START.y()) * (back - START.y()) < 0
