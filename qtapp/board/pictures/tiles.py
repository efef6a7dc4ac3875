"""Terrain as a tileset: a hex of each kind as the board paints it, side by side in one PNG."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter, QPainterPath, QPen, QPolygonF

from maps.formats.tiled.cells import Cells
from maps.formats.tiled.writing import dump
from maps.layout import Orientation
from maps.legend import Kind
from maps.model import GameMap
from qtapp.board.pictures.png import png_bytes
from qtapp.painters.detail import Detail
from qtapp.painters.fonts import ensure_gui
from qtapp.painters.layers.textures import pattern_brush
from qtapp.painters.looks import TerrainLook, terrain_look
from qtapp.painters.palette import PAPER, colour


def write_tiled(board: GameMap, path: Path) -> None:
    """Write a board as a map of Tiled with its tileset's picture beside it, both or neither.

    Raises KnownError when the board has no hexes, or a file cannot be written.
    """

    def paint(kinds: Sequence[Kind], cells: Cells, columns: int) -> bytes:
        looks = [terrain_look(board.legend, kind.id) for kind in kinds]
        return png_bytes(tileset(looks, cells, columns))

    dump(board, path, paint)


def tileset(looks: Sequence[TerrainLook], cells: Cells, columns: int) -> QImage:
    """A tile for each look, row by row, and one more that marks the hexes of a region."""
    ensure_gui()
    wide, high = cells.wide, cells.high
    count = len(looks) + 1
    image = QImage(wide * columns, high * -(-count // columns), QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    detail = Detail.of(min(wide, high), min(wide, high))
    for number in range(count):
        left, top = wide * (number % columns), high * (number // columns)
        outline = _outline(cells, left, top)
        if number == len(looks):
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillPath(outline, colour("#7a3f56", 0.35))
            continue
        look = looks[number]
        # Hard edges: what is half transparent at the rim would show as a seam between tiles.
        painter.fillPath(outline, colour(look.fill))
        if look.pattern != "none":
            painter.fillPath(outline, pattern_brush(look.pattern, look.ink, detail))
        painter.save()
        painter.setClipPath(outline)
        painter.setPen(QPen(colour(PAPER.grid, 0.30), 1.0))
        painter.drawPath(outline)
        painter.restore()
    painter.end()
    return image


def _outline(cells: Cells, left: int, top: int) -> QPainterPath:
    """A hex that fills its tile."""
    wide, high, side = cells.wide, cells.high, cells.side
    if cells.orientation is Orientation.FLAT:
        slope = (wide - side) / 2
        points = [
            (0, high / 2), (slope, 0), (slope + side, 0),
            (wide, high / 2), (slope + side, high), (slope, high),
        ]  # fmt: skip
    else:
        slope = (high - side) / 2
        points = [
            (wide / 2, 0), (wide, slope), (wide, slope + side),
            (wide / 2, high), (0, slope + side), (0, slope),
        ]  # fmt: skip
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(left + x, top + y) for x, y in points]))
    path.closeSubpath()
    return path
