"""Terrain: tinted hexes, shaded relief, woods and marshes, and the sea with its coast."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPen

from maps.hexgrid import Hex, Side, side
from qtapp.painters.detail import Detail
from qtapp.painters.palette import colour
from qtapp.painters.relief import Relief
from qtapp.painters.shape import BoardShape, Course
from qtapp.painters.textures import pattern_brush


class TerrainPainter:
    """Draws the ground of a board."""

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape
        self.relief = Relief(shape)

    def paint(self, painter: QPainter, exposed: QRectF, detail: Detail) -> None:
        """Draw the terrain of the exposed part."""
        shape = self._shape
        groups: dict[str, list[Hex]] = {}
        for at in shape.hexes_in(exposed):
            groups.setdefault(shape.map.terrain[at], []).append(at)
        wet = {kind: hexes for kind, hexes in groups.items() if shape.terrain_look(kind).water}
        dry = {kind: hexes for kind, hexes in groups.items() if kind not in wet}
        for kind, hexes in wet.items():
            self._fill(painter, shape.area(hexes), shape.terrain_look(kind).fill)
        shore = self.coast_sides(exposed) if wet else []
        if shore:
            water = shape.area(at for hexes in wet.values() for at in hexes)
            painter.fillPath(water, self.relief.shallows(exposed))
        self._land(painter, exposed, dry, detail)
        if shore:
            pen = QPen(colour(shape.palette.coast), detail.width(0.026, 0.9))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.strokePath(shape.strings(shore), pen)
        self._trim(painter, exposed, detail)

    def _land(
        self, painter: QPainter, exposed: QRectF, dry: dict[str, list[Hex]], detail: Detail
    ) -> None:
        shape = self._shape
        if not dry:
            return
        land = shape.area(at for hexes in dry.values() for at in hexes)
        most = max(dry, key=lambda kind: len(dry[kind]))
        self._fill(painter, land, shape.terrain_look(most).fill)
        for kind, hexes in dry.items():
            look = shape.terrain_look(kind)
            if kind == most and look.pattern == "none":
                continue
            path = land if len(dry) == 1 else shape.area(hexes)
            self._fill(painter, path, look.fill)
            if look.pattern != "none" and detail.hex_px >= 9:
                painter.fillPath(path, pattern_brush(look.pattern, look.ink, detail))
        if any(shape.terrain_look(kind).relief > 0.1 for kind in self._kinds_near(exposed)):
            painter.fillPath(land, self.relief.brush(exposed, detail.hex_px))

    def _kinds_near(self, exposed: QRectF) -> list[str]:
        terrain = self._shape.map.terrain
        return list(dict.fromkeys(terrain[at] for at in self._shape.hexes_in(exposed)))

    def _fill(self, painter: QPainter, path: QPainterPath, fill: str) -> None:
        painter.fillPath(path, QBrush(colour(fill)))

    def coast_sides(self, exposed: QRectF) -> list[Side]:
        """The sides between land and water that show in a part of the paper, or just beside it."""
        shape = self._shape
        return [
            of
            for at in shape.hexes_in(exposed)
            for direction in range(3)
            if shape.course(of := side(at, direction)) is Course.COAST
        ]

    def _trim(self, painter: QPainter, exposed: QRectF, detail: Detail) -> None:
        """Lay clean paper over what ran past the edge of the sheet."""
        shape = self._shape
        terrain = shape.map.terrain
        outside = [at for at in shape.cells_in(exposed) if at not in terrain]
        if not outside:
            return
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for at in outside:
            shape.plain_path(at, path)
        painter.fillPath(path, colour(shape.palette.paper))
