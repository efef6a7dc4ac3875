"""Rivers, straits, blocked sides and ridges along the hexsides."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from maps.hexgrid import Hex, Side
from maps.legend import Layer
from qtapp.painters.detail import Detail
from qtapp.painters.looks import StrokeLook
from qtapp.painters.palette import colour
from qtapp.painters.shape import PITCH, BoardShape
from qtapp.painters.strokes import round_pen, stroke_each


class HexsidePainter:
    """Draws everything that hangs on hexsides except the coastline, which belongs to the ground."""

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape
        self._owners = {of.hex for of in shape.map.hexsides}

    def touch(self, hexes: Iterable[Hex]) -> None:
        """Look again for features on the sides of some hexes."""
        self._owners.update(hexes)

    def paint(self, painter: QPainter, exposed: QRectF, detail: Detail) -> None:
        """Draw the hexside features of the exposed part, in legend order."""
        groups = self._groups(exposed)
        rivers = [kind for kind in groups if self._look(kind).style == "river"]
        for kind in rivers:
            look = self._look(kind)
            if look.casing and detail.hex_px >= 16:
                wide = detail.width(look.width, 1.2) + detail.width(0.022, 0.9)
                self._stroke(painter, groups[kind], look.casing, wide)
        for kind in rivers:
            look = self._look(kind)
            self._stroke(painter, groups[kind], look.stroke, detail.width(look.width, 1.0))
        for kind, sides in groups.items():
            look = self._look(kind)
            if look.style == "bar":
                self._bars(painter, sides, look, detail)
            elif look.style == "strait":
                self._straits(painter, sides, look, detail)
            elif look.style == "ridge":
                self._ridges(painter, sides, look, detail)
            elif look.style == "line":
                self._stroke(painter, sides, look.stroke, detail.width(look.width, 1.0))

    def _look(self, kind: str) -> StrokeLook:
        return self._shape.stroke_look(Layer.HEXSIDE, kind)

    def _groups(self, exposed: QRectF) -> dict[str, list[Side]]:
        found: dict[str, list[Side]] = {}
        hexsides = self._shape.map.hexsides
        if not hexsides:
            return found
        grown = exposed.adjusted(-0.4 * PITCH, -0.4 * PITCH, 0.4 * PITCH, 0.4 * PITCH)
        for at in self._shape.cells_in(grown):
            if at in self._owners:
                for direction in range(3):
                    of = Side(at, direction)
                    for kind in hexsides.get(of, ()):
                        found.setdefault(kind, []).append(of)
        order = [kind.id for kind in self._shape.map.legend.of(Layer.HEXSIDE)]
        known = {kind: index for index, kind in enumerate(order)}
        return dict(sorted(found.items(), key=lambda item: (known.get(item[0], 99), item[0])))

    def _stroke(self, painter: QPainter, sides: list[Side], ink: str, wide: float) -> None:
        stroke_each(painter, self._shape.strings(sides), round_pen(colour(ink), wide))

    def _bars(self, painter: QPainter, sides: list[Side], look: StrokeLook, detail: Detail) -> None:
        """A heavy bar inside the side with short teeth: no passage."""
        path, teeth = QPainterPath(), QPainterPath()
        for of in sides:
            points = self._shape.side_points(of)
            (ax, ay), (bx, by) = points[0], points[-1]
            path.moveTo(ax + (bx - ax) * 0.1, ay + (by - ay) * 0.1)
            path.lineTo(ax + (bx - ax) * 0.9, ay + (by - ay) * 0.9)
            long = math.hypot(bx - ax, by - ay) or 1.0
            nx, ny = -(by - ay) / long, (bx - ax) / long
            for share in (0.2, 0.4, 0.6, 0.8):
                x, y = ax + (bx - ax) * share, ay + (by - ay) * share
                reach = PITCH * 0.075
                teeth.moveTo(x - nx * reach, y - ny * reach)
                teeth.lineTo(x + nx * reach, y + ny * reach)
        flat = QPen(colour(look.stroke), detail.width(look.width * 0.7, 1.6))
        flat.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.strokePath(path, flat)
        if detail.hex_px >= 20:
            painter.strokePath(teeth, QPen(colour(look.stroke), detail.width(0.026, 1.0)))

    def _straits(
        self, painter: QPainter, sides: list[Side], look: StrokeLook, detail: Detail
    ) -> None:
        """A double-headed arrow across the side: a crossing."""
        path = QPainterPath()
        for of in sides:
            (ax, ay), (bx, by) = (self._shape.centre(at) for at in of.hexes)
            mx, my = (ax + bx) / 2, (ay + by) / 2
            ux, uy = (bx - ax) / PITCH, (by - ay) / PITCH
            reach, barb = PITCH * 0.2, PITCH * 0.075
            for way in (-1, 1):
                tip = QPointF(mx + ux * reach * way, my + uy * reach * way)
                path.moveTo(mx, my)
                path.lineTo(tip)
                for turn in (-1, 1):
                    path.moveTo(tip)
                    path.lineTo(
                        tip.x() - ux * barb * way - uy * barb * turn * 0.8,
                        tip.y() - uy * barb * way + ux * barb * turn * 0.8,
                    )
        pen = QPen(colour(look.stroke), detail.width(look.width * 0.7, 1.2))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.strokePath(path, pen)

    def _ridges(
        self, painter: QPainter, sides: list[Side], look: StrokeLook, detail: Detail
    ) -> None:
        """A line with ticks on one bank."""
        self._stroke(painter, sides, look.stroke, detail.width(look.width * 0.6, 1.0))
        ticks = QPainterPath()
        for of in sides:
            points = self._shape.side_points(of)
            (ax, ay), (bx, by) = points[0], points[-1]
            long = math.hypot(bx - ax, by - ay) or 1.0
            nx, ny = -(by - ay) / long, (bx - ax) / long
            for step in range(1, 8):
                x, y = ax + (bx - ax) * step / 8, ay + (by - ay) * step / 8
                ticks.moveTo(x, y)
                ticks.lineTo(x + nx * PITCH * 0.09, y + ny * PITCH * 0.09)
        painter.strokePath(ticks, QPen(colour(look.stroke), detail.width(0.022, 0.8)))
