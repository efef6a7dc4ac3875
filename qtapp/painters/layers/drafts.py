"""Marks on draft hexes: an importer filled them and nobody has confirmed them yet."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import BoardShape
from qtapp.painters.palette import colour

_INK = "#a0461e"


class DraftPainter:
    """Rings each draft hex with dashes; where hexes are small, tints them."""

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape

    def paint(self, painter: QPainter, exposed: QRectF, detail: Detail) -> None:
        """Draw the marks of the exposed part."""
        drafts = self._shape.map.drafts
        hexes = [at for at in self._shape.hexes_in(exposed) if at in drafts] if drafts else []
        if not hexes:
            return
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        share = 0.84 if detail.hex_px >= 14 else 1.0
        for at in hexes:
            self._shape.plain_path(at, path, share)
        if detail.hex_px < 14:
            painter.fillPath(path, colour(_INK, 0.22))
            return
        pen = QPen(colour(_INK, 0.8), detail.width(0.022, 1.0))
        pen.setDashPattern([4, 3])
        painter.strokePath(path, pen)
