"""A board as SVG: a named group for each layer and kind, curves as curves, names as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from PySide6.QtCore import QBuffer, QSize
from PySide6.QtGui import QFontMetricsF, QPainter
from PySide6.QtSvg import QSvgGenerator

from maps.files.writing import still_wanted, write_whole
from maps.formats.layered_svg import Drawing, DrawnLayer, Text, svg
from maps.layout import Orientation
from maps.legend import Layer
from maps.model import GameMap
from qtapp.painters.board import BoardPainter
from qtapp.painters.detail import Detail
from qtapp.painters.fonts import Face, ensure_gui, lettering
from qtapp.painters.layers.names.watercourses import lettered
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.layers.strokes import round_pen
from qtapp.painters.palette import colour

HEX_MM = 16.0
"""How wide a hex is on paper, in millimetres."""

_DETAIL = Detail.of(PITCH, PITCH)
Paint = Callable[[QPainter], None]


def write_svg(board: GameMap, path: Path) -> None:
    """Write a board as layered SVG. Raises KnownError when it cannot be written."""
    write_whole(path, svg(drawing(board)))


def drawing(board: GameMap) -> Drawing:
    """The layers of a board, lowest first, in paper units."""
    ensure_gui()
    return _Drawer(board).drawing()


def _asked(layers: Iterator[DrawnLayer]) -> Iterator[DrawnLayer]:
    """Layers, each followed by the question whether the drawing is still wanted."""
    for layer in layers:
        yield layer
        still_wanted()


class _Drawer:
    def __init__(self, board: GameMap) -> None:
        self._board = board
        self._painter = BoardPainter(board)
        self._shape = self._painter.shape
        self._area = self._painter.frame.board
        for box in board.boxes.values():
            self._area = self._area.united(self._painter.boxes.rect(box).adjusted(-8, -8, 8, 8))

    def drawing(self) -> Drawing:
        area, scale = self._area, HEX_MM / PITCH
        return Drawing(
            self._board.title,
            area.left(),
            area.top(),
            area.width(),
            area.height(),
            (area.width() * scale, area.height() * scale),
            list(_asked(self._layers())),
        )

    def _layers(self) -> Iterator[DrawnLayer]:
        paint, area = self._painter, self._area
        paper = colour(self._shape.palette.paper)
        yield self._layer("paper", "Paper", lambda p: p.fillRect(area, paper))
        yield DrawnLayer("terrain", "Terrain", layers=list(self._terrain()))
        yield self._layer("coast", "Coast", self._coast)
        yield self._layer("grid", "Hex grid", lambda p: paint.grid.paint(p, area, _DETAIL))
        yield self._layer("hexsides", "Hexsides", lambda p: paint.hexsides.paint(p, area, _DETAIL))
        yield self._layer("borders", "Borders", lambda p: paint.regions.paint(p, area, _DETAIL))
        yield DrawnLayer("region-names", "Names of regions", texts=list(self._region_names()))
        yield DrawnLayer("river-names", "Names of rivers", texts=list(self._river_names()))
        yield self._layer("lines", "Roads and railways", self._lines)
        yield DrawnLayer("numbers", "Hex numbers", texts=list(self._numbers()))
        yield self._layer("places", "Places", lambda p: paint.places.paint(p, area, _DETAIL))
        yield DrawnLayer("names", "Names of places", texts=list(self._names()))
        if self._board.boxes:
            yield DrawnLayer("boxes", "Boxes", [self._drawn(self._boxes)], self._box_names())

    def _layer(self, ident: str, name: str, paint: Paint) -> DrawnLayer:
        return DrawnLayer(ident, name, [self._drawn(paint)])

    def _drawn(self, paint: Paint) -> bytes:
        """What a painter draws, as an SVG drawing in paper units."""
        buffer = QBuffer()
        buffer.open(QBuffer.OpenModeFlag.WriteOnly)
        maker = QSvgGenerator()
        maker.setOutputDevice(buffer)
        maker.setResolution(96)
        maker.setSize(QSize(int(self._area.width()), int(self._area.height())))
        maker.setViewBox(self._area)
        painter = QPainter(maker)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint(painter)
        painter.end()
        return bytes(buffer.data().data())

    def _terrain(self) -> Iterator[DrawnLayer]:
        """The ground, a layer a kind: land first, the commonest lowest, then water."""
        terrain = self._board.terrain
        count: dict[str, int] = {}
        for kind in terrain.values():
            count[kind] = count.get(kind, 0) + 1
        shape = self._shape
        order = sorted(count, key=lambda kind: (shape.terrain_look(kind).water, -count[kind], kind))
        for kind in order:
            hexes = [at for at, own in terrain.items() if own == kind]
            look, known = shape.terrain_look(kind), self._board.legend.kinds
            found = known.get((Layer.TERRAIN, kind))
            path, fill = shape.area(hexes), colour(look.fill)
            yield self._layer(
                f"terrain-{kind}",
                found.name if found is not None and found.name else kind,
                lambda p, path=path, fill=fill: p.fillPath(path, fill),  # type: ignore[misc]
            )

    def _coast(self, painter: QPainter) -> None:
        shape, terrain = self._shape, self._board.terrain
        wet = [at for at in terrain if shape.is_water(at)]
        dry = [at for at in terrain if not shape.is_water(at)]
        sides = self._painter.terrain.shore(wet, dry)
        painter.setPen(round_pen(colour(shape.palette.coast), _DETAIL.width(0.026, 0.9)))
        for path in shape.strings(sides):
            painter.drawPath(path)

    def _lines(self, painter: QPainter) -> None:
        self._painter.lines.paint(painter, self._area, _DETAIL)

    def _river_names(self) -> Iterator[Text]:
        halo = self._shape.palette.halo
        for one in self._painter.places.course_names(_DETAIL):
            middle = one.box.center()
            yield Text(
                lettered(one.name), middle.x(), middle.y() + one.size * 0.36, one.size, one.ink,
                italic=True, halo=halo, turn=one.turn,
            )  # fmt: skip

    def _boxes(self, painter: QPainter) -> None:
        self._painter.boxes.paint_frames(painter)

    def _numbers(self) -> Iterator[Text]:
        size, ink = PITCH * 0.125, self._shape.palette.number
        top = 0.405 if self._board.orientation is Orientation.FLAT else 0.43
        for at in sorted(self._board.terrain):
            label = self._painter.numbers.label(at)
            if label:
                x, y = self._shape.centre(at)
                yield Text(label, x, y - PITCH * top + size * 0.72, size, ink, opacity=0.8)

    def _names(self) -> Iterator[Text]:
        palette = self._shape.palette
        for label in self._painter.places.labels(_DETAIL):
            size = label.size * PITCH
            base = label.box.top() + QFontMetricsF(lettering(label.face, size)).capHeight()
            bold, italic = label.face is Face.BOLD, label.face is Face.ITALIC
            yield Text(
                label.text, label.box.left(), base, size, palette.ink, bold, italic, palette.halo,
                anchor="start",
            )  # fmt: skip

    def _region_names(self) -> Iterator[Text]:
        for name, (x, y), size, stroke in self._painter.regions.lettered():
            yield Text(
                name.upper(), x, y + size * 0.36, size, stroke, italic=True, opacity=0.5,
                spacing=size * 0.3,
            )  # fmt: skip

    def _box_names(self) -> list[Text]:
        found = []
        for box in self._board.boxes.values():
            rect = self._painter.boxes.rect(box)
            size = min(0.2 * PITCH, rect.width() / max(6, len(box.name)) * 1.45)
            y = rect.top() + PITCH * 0.215 + size * 0.36
            ink = self._shape.palette.ink
            found.append(Text(box.name, rect.center().x(), y, size, ink, bold=True))
        return found
