"""Samples of legend kinds as icons, drawn by the painters of the board."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap, QPixmapCache

from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import GameMap
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import PITCH, BoardShape
from qtapp.painters.palette import PAPER
from qtapp.painters.swatch import draw_swatch

SWATCH = QSize(40, 26)


def swatch_picture(
    kind: Kind, orientation: Orientation, size: QSize = SWATCH, ratio: float = 2.0
) -> QPixmap:
    """A sample of a kind on paper, ``ratio`` device pixels to each of ``size``.

    One that was painted lately is taken from Qt's cache of pictures.
    """
    key = f"swatch {kind!r} {orientation} {size.width()}x{size.height()} {ratio}"
    picture = QPixmap()
    if QPixmapCache.find(key, picture):
        return picture
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(QColor(PAPER.paper))
    legend = Legend()
    legend.add(kind)
    shape = BoardShape(GameMap("", "", orientation, legend))
    scale = size.height() / (0.66 * PITCH)
    if kind.layer is Layer.PLACE:
        scale = size.height() / (0.62 * PITCH)
    with QPainter(picture) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(scale, scale)
        wide, high = size.width() / scale, size.height() / scale
        box = QRectF(0.05 * wide, (high - 0.48 * PITCH) / 2, 0.9 * wide, 0.48 * PITCH)
        draw_swatch(painter, shape, kind, box, Detail(scale * ratio * PITCH, scale * ratio))
        painter.resetTransform()
        painter.setPen(QColor("#8a8271"))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(0.5, 0.5, size.width() - 1.0, size.height() - 1.0))
    QPixmapCache.insert(key, picture)
    return picture


def swatch(kind: Kind, orientation: Orientation, size: QSize = SWATCH) -> QIcon:
    """A sample of a kind as an icon that looks the same when its line is chosen."""
    picture = swatch_picture(kind, orientation, size)
    icon = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected, QIcon.Mode.Disabled):
        icon.addPixmap(picture, mode)
    return icon
