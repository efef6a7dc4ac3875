"""Marks on draft hexes: an importer filled them and nobody has confirmed them yet."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from maps.hexgrid import Hex
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import BoardShape
from qtapp.painters.palette import colour

_INK = "#a0461e"


EDGE, AMONG = 0.8, 0.25
"""How strong the ring of a draft is beside what is confirmed, and of one among other drafts: a
board that was drawn off a scan is all drafts, and is to be seen.
"""


class DraftPainter:
    """Rings each draft hex with dashes, fainter among other drafts; where hexes are small, tints
    them.
    """

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape

    def paint(self, painter: QPainter, exposed: QRectF, detail: Detail) -> None:
        """Draw the marks of the exposed part."""
        drafts = self._shape.map.drafts
        hexes = [at for at in self._shape.hexes_in(exposed) if at in drafts] if drafts else []
        if not hexes:
            return
        if detail.hex_px < 14:
            painter.fillPath(self._rings(hexes, 1.0), colour(_INK, 0.22))
            return
        confirmed = self._shape.map.terrain.keys() - drafts
        edge = [at for at in hexes if not confirmed.isdisjoint(at.neighbours())]
        among = [at for at in hexes if confirmed.isdisjoint(at.neighbours())]
        for some, strength in ((edge, EDGE), (among, AMONG)):
            pen = QPen(colour(_INK, strength), detail.width(0.022, 1.0))
            pen.setDashPattern([4, 3])
            painter.strokePath(self._rings(some, 0.84), pen)

    def _rings(self, hexes: list[Hex], share: float) -> QPainterPath:
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for at in hexes:
            self._shape.plain_path(at, path, share)
        return path
