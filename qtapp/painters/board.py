"""All layers of a board in their printing order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from maps.hexgrid import Hex
from maps.model import GameMap
from qtapp.painters.detail import Detail
from qtapp.painters.layers.boxes import BoxPainter
from qtapp.painters.layers.drafts import DraftPainter
from qtapp.painters.layers.frame import FramePainter
from qtapp.painters.layers.grid import GridPainter, NumberPainter
from qtapp.painters.layers.hexsides import HexsidePainter
from qtapp.painters.layers.lines import LinePainter
from qtapp.painters.layers.places import PlacePainter
from qtapp.painters.layers.regions import RegionPainter
from qtapp.painters.layers.shape import BoardShape
from qtapp.painters.layers.terrain import TerrainPainter
from qtapp.painters.palette import colour
from qtapp.painters.schemes import SHEET, Scheme
from qtapp.painters.skin import Skin


@dataclass(frozen=True, slots=True)
class Layers:
    """How strongly each layer of the printed board shows: 0 (or False) not at all, 1 in full."""

    grid: float = 1.0
    numbers: float = 1.0
    hexsides: float = 1.0
    lines: float = 1.0
    regions: float = 1.0
    names: float = 1.0
    places: float = 1.0
    boxes: float = 1.0
    frame: float = 1.0
    terrain: float = 1.0
    drafts: float = 0.0
    """Marks on hexes an importer filled and nobody has confirmed; for editors only."""
    labels: float = 1.0
    """Names of places; none show where the places do not."""
    relief: float = 1.0
    """The shading of the terrain."""
    paper: float = 1.0
    """Whether clean paper is laid under all."""
    by_region: tuple[tuple[str, float], ...] = ()
    """Region layers that show less strongly than ``regions`` says, by id: a share of it."""
    skin: float = 1.0
    """Scans in place of the drawn map, where there are some."""


class BoardPainter:
    """Draws the printed board: everything that does not move in play."""

    def __init__(self, of: GameMap, scheme: Scheme = SHEET) -> None:
        self.shape = BoardShape(of, scheme)
        self.terrain = TerrainPainter(self.shape)
        self.grid = GridPainter(self.shape)
        self.numbers = NumberPainter(self.shape)
        self.hexsides = HexsidePainter(self.shape)
        self.lines = LinePainter(self.shape)
        self.regions = RegionPainter(self.shape)
        self.places = PlacePainter(self.shape)
        self.drafts = DraftPainter(self.shape)
        self.boxes = BoxPainter(self.shape)
        self.frame = FramePainter(self.shape)
        self.skin: Skin | None = None
        """Scans that show in place of the drawn map where they lie."""
        self.is_edited = False
        """Whether the board, or its looks, changed after the painter was made."""

    def paint(
        self, painter: QPainter, exposed: QRectF, detail: Detail, layers: Layers = Layers()
    ) -> None:
        """Draw the exposed part of the board."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if layers.paper > 0:
            painter.fillRect(exposed, colour(self.shape.palette.paper))
        drawn: list[tuple[float, Callable[[QPainter, QRectF, Detail], None]]] = []
        skin = self.skin if self.skin is not None and self.skin.touches(exposed) else None
        is_hidden = skin is not None and skin.covers(exposed)
        if exposed.intersects(self.shape.bounds) and not is_hidden:
            drawn += [
                (layers.terrain, partial(self.terrain.paint, relief=layers.relief)),
                (layers.grid, self.grid.paint),
                (layers.hexsides, self.hexsides.paint),
                (layers.regions, partial(self.regions.paint, strengths=dict(layers.by_region))),
                (layers.names, partial(self.regions.paint_names, strengths=dict(layers.by_region))),
                (layers.lines, self.lines.paint),
                (layers.numbers, self.numbers.paint),
                (layers.drafts, self.drafts.paint),
                (layers.names, self.places.paint_courses),
                (layers.places, self.places.paint),
                (layers.labels if layers.places > 0 else 0.0, self.places.paint_names),
            ]
        if skin is not None:
            drawn.append((layers.skin, skin.paint))
        boxes = self.boxes.paint
        if self.skin is not None:
            boxes = partial(boxes, printed=self.skin.shows)
        drawn += [(layers.frame, self.frame.paint), (layers.boxes, boxes)]
        for strength, paint in drawn:
            if strength > 0:
                painter.setOpacity(strength)
                paint(painter, exposed, detail)
        painter.setOpacity(1.0)

    def touch(self, hexes: Iterable[Hex]) -> None:
        """Forget what was worked out near hexes whose terrain or sides changed."""
        self.is_edited = True
        changed = list(hexes)
        self.shape.touch(changed)
        self.terrain.relief.touch(changed)
        self.regions.touch(changed)
        self.places.touch()
        self.lines.touch(changed)
        self.hexsides.touch(changed)

    def regions_changed(self) -> None:
        """Read regions again: borders, names, and which rivers are named."""
        self.is_edited = True
        self.regions.regions_changed()
        self.places.courses_changed()

    def members_changed(self, hexes: Iterable[Hex]) -> None:
        """Read again which regions hold some hexes, and which rivers are named."""
        self.is_edited = True
        self.regions.members_changed(hexes)
        self.places.members_changed()

    def places_changed(self) -> None:
        """Read places and boxes again: symbols, names, where roads pass, and how far the sheet
        reaches.
        """
        self.is_edited = True
        self.frame.changed()
        self.places.places_changed()
        self.lines.places_changed()

    def wear(self, scheme: Scheme) -> None:
        """Colour the board in another scheme."""
        if scheme is not self.shape.scheme:
            self.shape.scheme = scheme
            self.legend_changed()

    def legend_changed(self) -> None:
        """Read all looks again."""
        self.shape.forget_looks()
        self.hexsides.touch(self.shape.map.terrain)
        self.terrain.relief.touch(self.shape.map.terrain)
        self.regions_changed()
        self.frame.changed()
        self.places_changed()
