"""What is measured on the board: a ruler from hex to hex, and rings of equal distance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from maps.hexgrid import Hex, distance, ring
from qtapp.painters.detail import Detail
from qtapp.painters.fonts import Face, lettering
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.layers.strokes import round_pen
from qtapp.painters.palette import colour

if TYPE_CHECKING:
    from qtapp.board.scene import BoardScene

INK, EDGE = "#7a1f5c", "#fffdf5"


class MeasureItem(QGraphicsItem):
    """Draws one ruler and one set of rings over the board."""

    def __init__(self, scene: BoardScene) -> None:
        super().__init__()
        self._scene = scene
        self.legs: tuple[Hex, ...] = ()
        self.text = ""
        self.centre: Hex | None = None
        self.radii: tuple[int, ...] = ()
        self.setZValue(8)

    def show_ruler(self, legs: Sequence[Hex], text: str) -> None:
        """Lay the ruler along hexes; none takes it off."""
        self.legs, self.text = tuple(legs), text
        self.prepareGeometryChange()
        self.update()

    def show_rings(self, centre: Hex | None, radii: Sequence[int]) -> None:
        """Draw rings about a hex; without a hex, none."""
        self.centre, self.radii = centre, tuple(sorted({r for r in radii if r > 0}))
        self.prepareGeometryChange()
        self.update()

    def boundingRect(self) -> QRectF:
        """The whole sheet while there is anything to draw."""
        board = self._scene.board
        if board is None or (not self.legs and self.centre is None):
            return QRectF()
        return board.frame.sheet.adjusted(-8 * PITCH, -8 * PITCH, 8 * PITCH, 8 * PITCH)

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw rings, then the ruler."""
        if self._scene.board is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = painter.deviceTransform().m11()
        detail = Detail(scale * PITCH, scale)
        if self.centre is not None:
            self._rings(painter, self.centre, detail)
        if self.legs:
            self._ruler(painter, detail)

    def _rings(self, painter: QPainter, centre: Hex, detail: Detail) -> None:
        assert self._scene.board is not None
        shape = self._scene.board.shape
        for radius in self.radii:
            path = QPainterPath()
            for at in ring(centre, radius):
                corners = shape.corner_points(at)
                for direction in range(6):
                    if distance(centre, at.neighbour(direction)) > radius:
                        path.moveTo(corners[direction])
                        path.lineTo(corners[(direction + 1) % 6])
            painter.strokePath(path, round_pen(colour(EDGE, 0.85), detail.units(4.0)))
            painter.strokePath(path, round_pen(colour(INK), detail.units(1.8)))
            top = min((shape.centre(at) for at in ring(centre, radius)), key=lambda c: c[1])
            self._plate(painter, QPointF(*top), str(radius), detail)

    def _ruler(self, painter: QPainter, detail: Detail) -> None:
        assert self._scene.board is not None
        shape = self._scene.board.shape
        spots = [QPointF(*shape.centre(at)) for at in self.legs]
        path = QPainterPath(spots[0])
        for spot in spots[1:]:
            path.lineTo(spot)
        painter.strokePath(path, round_pen(colour(EDGE, 0.9), detail.units(6.0)))
        painter.strokePath(path, round_pen(colour(INK), detail.units(2.6)))
        knob = detail.units(4.5)
        painter.setPen(QPen(colour(EDGE), detail.units(1.5)))
        painter.setBrush(colour(INK))
        for spot in spots:
            painter.drawEllipse(spot, knob, knob)
        if self.text:
            self._plate(painter, spots[-1] + QPointF(0, -detail.units(22)), self.text, detail)

    def _plate(self, painter: QPainter, at: QPointF, text: str, detail: Detail) -> None:
        """A few words on a plate of one size on the screen."""
        font: QFont = lettering(Face.BOLD, 13)
        metrics = QFontMetricsF(font)
        painter.save()
        painter.translate(at)
        painter.scale(1 / detail.scale, 1 / detail.scale)
        wide, high = metrics.horizontalAdvance(text) + 12, metrics.height() + 4
        plate = QRectF(-wide / 2, -high / 2, wide, high)
        painter.setPen(QPen(colour(INK), 1))
        painter.setBrush(colour("#fbf7ea", 0.96))
        painter.drawRoundedRect(plate, 4, 4)
        path = QPainterPath()
        base = (metrics.ascent() - metrics.descent()) / 2
        path.addText(QPointF(-wide / 2 + 6, base), font, text)
        painter.fillPath(path, colour("#2b2620"))
        painter.restore()
