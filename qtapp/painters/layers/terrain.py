"""Terrain: tinted hexes, shaded relief, woods and marshes, and the sea with its coast."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from maps.hexgrid import DIRECTIONS, Hex, Side, side
from qtapp.painters.detail import Detail
from qtapp.painters.layers.relief import Relief
from qtapp.painters.layers.shape import BoardShape
from qtapp.painters.layers.strokes import round_pen, stroke_each
from qtapp.painters.layers.textures import pattern_brush
from qtapp.painters.palette import colour


class TerrainPainter:
    """Draws the ground of a board."""

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape
        self.relief = Relief(shape)

    def paint(
        self, painter: QPainter, exposed: QRectF, detail: Detail, relief: float = 1.0
    ) -> None:
        """Draw the terrain of the exposed part, shaded as strongly as ``relief`` (0..1) says."""
        shape = self._shape
        groups: dict[str, list[Hex]] = {}
        for at in shape.hexes_in(exposed):
            groups.setdefault(shape.map.terrain[at], []).append(at)
        wet = {kind: hexes for kind, hexes in groups.items() if shape.terrain_look(kind).water}
        dry = {kind: hexes for kind, hexes in groups.items() if kind not in wet}
        area = exposed.intersected(shape.bounds)
        self._land(painter, area, dry, detail)
        if dry and relief > 0 and self.relief.is_hilly:
            strength = painter.opacity()
            painter.setOpacity(strength * relief)
            painter.fillRect(area, self.relief.brush(area))
            painter.setOpacity(strength)
        shore = self.shore(_all(wet), _all(dry)) if wet and dry else []
        self._water(painter, exposed, wet, bool(shore), not dry)
        if shore:
            pen = round_pen(colour(shape.palette.coast), detail.width(0.026, 0.9))
            stroke_each(painter, shape.strings(shore), pen)
        self._trim(painter, exposed)

    def _land(
        self, painter: QPainter, area: QRectF, dry: dict[str, list[Hex]], detail: Detail
    ) -> None:
        """Tint the area as its commonest land, and lay the others over it."""
        shape = self._shape
        if not dry:
            return
        most = max(dry, key=lambda kind: len(dry[kind]))
        painter.fillRect(area, colour(shape.terrain_look(most).fill))
        for kind, hexes in dry.items():
            look = shape.terrain_look(kind)
            is_patterned = look.pattern != "none" and detail.hex_px >= 9
            if kind == most and not is_patterned:
                continue
            path = shape.area(hexes)
            if kind != most:
                painter.fillPath(path, colour(look.fill))
            if is_patterned:
                painter.fillPath(path, pattern_brush(look.pattern, look.ink, detail))

    def _water(
        self,
        painter: QPainter,
        exposed: QRectF,
        wet: dict[str, list[Hex]],
        has_shore: bool,
        is_sea: bool,
    ) -> None:
        """Lay the water over the land, darker where it is deep, and pale it towards the shore."""
        shape = self._shape
        pale = self.relief.shallows(exposed) if has_shore else None
        if is_sea and len(wet) == 1:  # the edge of the sheet is trimmed afterwards
            [(kind, hexes)] = wet.items()
            fill = self.relief.water(exposed, hexes, shape.terrain_look(kind).fill)
            painter.fillRect(exposed.intersected(shape.bounds), fill)
            return
        for kind, hexes in wet.items():
            path = shape.area(hexes)
            painter.fillPath(path, self.relief.water(exposed, hexes, shape.terrain_look(kind).fill))
            if pale is not None:
                painter.fillPath(path, pale)

    def shore(self, wet: Iterable[Hex], dry: Iterable[Hex]) -> list[Side]:
        """The sides between some water and some land."""
        land: set[tuple[int, int]] = set(dry)
        found: list[Side] = []
        for q, r in wet:
            for direction, (dq, dr) in enumerate(DIRECTIONS):
                if (q + dq, r + dr) in land:
                    found.append(side(Hex(q, r), direction))
        return found

    def _trim(self, painter: QPainter, exposed: QRectF) -> None:
        """Lay clean paper over what ran past the edge of the sheet."""
        shape = self._shape
        terrain = shape.map.terrain
        outside = [at for at in shape.cells_in(exposed) if at not in terrain]
        if not outside:
            return
        painter.fillPath(shape.area(outside), colour(shape.palette.paper))


def _all(groups: dict[str, list[Hex]]) -> list[Hex]:
    return [at for hexes in groups.values() for at in hexes]
