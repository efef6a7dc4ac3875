"""All layers of a board in their printing order."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from maps.hexgrid import Hex
from maps.model import GameMap
from qtapp.painters.boxes import BoxPainter
from qtapp.painters.detail import Detail
from qtapp.painters.frame import FramePainter
from qtapp.painters.grid import GridPainter, NumberPainter
from qtapp.painters.hexsides import HexsidePainter
from qtapp.painters.lines import LinePainter
from qtapp.painters.palette import PAPER, Palette, colour
from qtapp.painters.places import PlacePainter
from qtapp.painters.regions import RegionPainter
from qtapp.painters.shape import BoardShape
from qtapp.painters.terrain import TerrainPainter


@dataclass(frozen=True, slots=True)
class Layers:
    """Which layers of the printed board to show."""

    grid: bool = True
    numbers: bool = True
    hexsides: bool = True
    lines: bool = True
    regions: bool = True
    names: bool = True
    places: bool = True
    boxes: bool = True
    frame: bool = True


class BoardPainter:
    """Draws the printed board: everything that does not move in play."""

    def __init__(self, of: GameMap, palette: Palette = PAPER) -> None:
        self.shape = BoardShape(of, palette)
        self.terrain = TerrainPainter(self.shape)
        self.grid = GridPainter(self.shape)
        self.numbers = NumberPainter(self.shape)
        self.hexsides = HexsidePainter(self.shape)
        self.lines = LinePainter(self.shape)
        self.regions = RegionPainter(self.shape)
        self.places = PlacePainter(self.shape)
        self.boxes = BoxPainter(self.shape)
        self.frame = FramePainter(self.shape)

    def paint(
        self, painter: QPainter, exposed: QRectF, detail: Detail, layers: Layers = Layers()
    ) -> None:
        """Draw the exposed part of the board."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillRect(exposed, colour(self.shape.palette.paper))
        if exposed.intersects(self.shape.bounds):
            self.terrain.paint(painter, exposed, detail)
            if layers.grid:
                self.grid.paint(painter, exposed, detail)
            if layers.hexsides:
                self.hexsides.paint(painter, exposed, detail)
            if layers.regions:
                self.regions.paint(painter, exposed, detail)
            if layers.names:
                self.regions.paint_names(painter, exposed, detail)
            if layers.lines:
                self.lines.paint(painter, exposed, detail)
            if layers.numbers:
                self.numbers.paint(painter, exposed, detail)
            if layers.places:
                self.places.paint(painter, exposed, detail)
        if layers.frame:
            self.frame.paint(painter, exposed, detail)
        if layers.boxes:
            self.boxes.paint(painter, exposed, detail)
        if detail.dim > 0:
            painter.fillRect(exposed, colour("#14161a", detail.dim))

    def touch(self, hexes: Iterable[Hex]) -> None:
        """Forget what was worked out near hexes whose terrain or sides changed."""
        changed = list(hexes)
        self.shape.touch(changed)
        self.terrain.relief.touch(changed)
        self.regions.touch(changed)
        self.lines.touch(changed)
        self.hexsides.touch(changed)

    def places_changed(self) -> None:
        """Read places again: symbols, names, and where roads pass."""
        self.places.places_changed()
        self.lines.places_changed()

    def legend_changed(self) -> None:
        """Read all looks again."""
        self.shape.forget_looks()
        self.terrain.relief.touch(self.shape.map.terrain)
        self.regions.regions_changed()
        self.frame.legend_changed()
        self.places_changed()
