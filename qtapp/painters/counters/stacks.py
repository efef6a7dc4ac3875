"""Where counters and markers lie: in stacks on hexes, in rows inside boxes."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPaintEngine, QPainter, QPen

from engine.core.view.display import CounterView, MarkerView
from engine.core.view.fog import UNKNOWN
from maps.hexgrid import Hex
from qtapp.painters.counters.counters import CounterPainter, draw_shapes
from qtapp.painters.counters.markers import draw_marker_shapes, picture_of
from qtapp.painters.counters.symbols import text_path
from qtapp.painters.detail import Detail
from qtapp.painters.hashed import Hashed
from qtapp.painters.layers.boxes import BoxPainter
from qtapp.painters.layers.shape import PITCH, BoardShape
from qtapp.painters.palette import colour

SIDE = 0.64
"""Side of a lone counter, in hexes."""

STACKED = 0.585
"""Side of a counter in a stack, in hexes."""

SHOWN = 3
"""Most counters of a stack that show; the rest are counted on a badge."""

ROOM = 0.3
"""How far beyond a hex its counters and markers may reach, in hexes."""

_STEP = 0.062
_MARK = 0.34


ViewT = TypeVar("ViewT", CounterView, MarkerView)


@dataclass(frozen=True, slots=True)
class Spot:
    """A counter or marker with the square it covers, in paper units."""

    view: CounterView | MarkerView
    box: QRectF


class Stacks:
    """All pieces of a board by place: the last counter of a stack lies on top."""

    def __init__(self, shape: BoardShape, boxes: BoxPainter) -> None:
        self._shape = shape
        self._boxes = boxes
        self.counters: dict[Hex | str, list[CounterView]] = {}
        self.markers: dict[Hex | str, list[MarkerView]] = {}
        self._occupied: set[Hex | str] = set()
        self._looks: dict[Hex | str, Hashed] = {}
        self._spots: dict[Hex, list[Spot]] = {}
        self._marker_spots: dict[Hex, list[Spot]] = {}

    def set_counters(self, views: Iterable[CounterView]) -> list[Hex | str]:
        """Replace all counters; order within a hex is from the bottom to the top. The places where
        others lie now.
        """
        before, self.counters = self.counters, _by_place(views)
        return self._forget(_changed(before, self.counters))

    def set_markers(self, views: Iterable[MarkerView]) -> list[Hex | str]:
        """Replace all markers. The places where others lie now."""
        before, self.markers = self.markers, _by_place(views)
        return self._forget(_changed(before, self.markers))

    def _forget(self, changed: list[Hex | str]) -> list[Hex | str]:
        """Work out again what lies in some places, where, and how it looks."""
        self._occupied = {*self.counters, *self.markers}
        for at in changed:
            self._looks.pop(at, None)
            if isinstance(at, Hex):
                self._spots.pop(at, None)
                self._marker_spots.pop(at, None)
        return changed

    def look(self, place: Hex | str) -> Hashed:
        """What is drawn of a place: two are alike when all their pieces look alike."""
        if place not in self._looks:
            counters, markers = self.counters.get(place, ()), self.markers.get(place, ())
            self._looks[place] = Hashed((place, tuple(counters), tuple(markers)))
        return self._looks[place]

    def at(self, place: Hex | str) -> list[CounterView]:
        """The counters of a hex or box, bottom first."""
        return self.counters.get(place, [])

    def spots(self, place: Hex | str) -> list[Spot]:
        """The counters of a place that show, bottom first, with their squares."""
        if isinstance(place, str):
            return self._in_box(place, self.counters.get(place, []))
        if place not in self._spots:
            self._spots[place] = self._stacked(place)
        return self._spots[place]

    def _stacked(self, place: Hex) -> list[Spot]:
        views = self.counters.get(place, [])
        shown = views[-SHOWN:]
        side = (SIDE if len(views) == 1 else STACKED) * PITCH
        x, y = self._shape.centre(place)
        spots = []
        for index, view in enumerate(shown):
            off = (index - (len(shown) - 1) / 2) * _STEP * PITCH
            spots.append(Spot(view, QRectF(x - side / 2 + off, y - side / 2 - off, side, side)))
        return spots

    def _in_box(self, place: str, views: Sequence[CounterView | MarkerView]) -> list[Spot]:
        box = self._shape.map.boxes.get(place)
        if box is None or not views:
            return []
        area = self._boxes.inside(box)
        side = SIDE * PITCH
        while side > 4.0:
            columns = max(1, int(area.width() // (side * 1.06)))
            rows = math.ceil(len(views) / columns)
            if rows * side * 1.06 <= area.height():
                break
            side *= 0.94
        columns = max(1, int(area.width() // (side * 1.06)))
        return [
            Spot(
                view,
                QRectF(
                    area.left() + (index % columns) * side * 1.06,
                    area.top() + (index // columns) * side * 1.06,
                    side,
                    side,
                ),
            )
            for index, view in enumerate(views)
        ]

    def marker_spots(self, place: Hex | str) -> list[Spot]:
        """The markers of a hex with their squares: along its lower left edge, over the counters."""
        if isinstance(place, str):
            return []
        if place not in self._marker_spots:
            self._marker_spots[place] = self._marked(place)
        return self._marker_spots[place]

    def _marked(self, place: Hex) -> list[Spot]:
        x, y = self._shape.centre(place)
        views = self.markers.get(place, [])
        blank = next((view for view in views if view.kind == UNKNOWN), None)
        if blank is not None and not self.counters.get(place):
            side = SIDE * PITCH
            card = Spot(blank, QRectF(x - side / 2, y - side / 2, side, side))
            rest = [view for view in views if view is not blank]
            return [card, *self._along(rest, x - 0.50 * PITCH, y + 0.14 * PITCH)]
        if self.counters.get(place):
            return self._along(views, x - 0.50 * PITCH, y + 0.14 * PITCH)
        side = _MARK * PITCH
        return self._along(views, x - side / 2, y - side / 2)

    def _along(self, views: Sequence[MarkerView], left: float, top: float) -> list[Spot]:
        side = _MARK * PITCH
        return [
            Spot(view, QRectF(left + index * side * 0.8, top, side, side))
            for index, view in enumerate(views)
        ]

    def places_in(self, exposed: QRectF, cells: Sequence[Hex] | None = None) -> list[Hex | str]:
        """The hexes and boxes with pieces that may show in a part of the paper, which ``cells`` of
        the grid may show in where that is known.
        """
        found: list[Hex | str] = []
        for name, box in self._shape.map.boxes.items():
            if name in self.counters and self._boxes.rect(box).intersects(exposed):
                found.append(name)
        cells = self._shape.cells_in(exposed, ROOM) if cells is None else cells
        if len(cells) < len(self.counters) + len(self.markers):
            found.extend(filter(self._occupied.__contains__, cells))
            return found
        grown = exposed.adjusted(-PITCH, -PITCH, PITCH, PITCH)
        for place in dict.fromkeys((*self.counters, *self.markers)):
            if isinstance(place, Hex) and grown.contains(QPointF(*self._shape.centre(place))):
                found.append(place)
        return found


def _by_place(views: Iterable[ViewT]) -> dict[Hex | str, list[ViewT]]:
    """Pieces by where they lie, in their order."""
    found: dict[Hex | str, list[ViewT]] = defaultdict(list)
    for view in views:
        found[view.at].append(view)
    return dict(found)


def _changed(
    before: Mapping[Hex | str, list[ViewT]], after: Mapping[Hex | str, list[ViewT]]
) -> list[Hex | str]:
    """The places where other pieces lie than before, or in another order."""
    others: list[Hex | str] = [at for at, views in after.items() if before.get(at) != views]
    return others + [at for at in before if at not in after]


class PiecePainter:
    """Draws counters and markers: as pictures set on whole pixels, and on paper, in PDF and in SVG
    as shapes.
    """

    def __init__(self, stacks: Stacks, counters: CounterPainter) -> None:
        self._stacks = stacks
        self.counters = counters

    def places_in(self, exposed: QRectF, cells: Sequence[Hex] | None = None) -> list[Hex | str]:
        """The hexes and boxes with pieces that may show in a part of the paper; see
        :meth:`Stacks.places_in`.
        """
        return self._stacks.places_in(exposed, cells)

    def content(self, places: Iterable[Hex | str]) -> Hashable:
        """What is drawn of some places: two are alike when all their pieces look alike."""
        return tuple(map(self._stacks.look, places))

    def boxes(self, places: Iterable[Hex | str]) -> list[QRectF]:
        """The squares that counters and markers of some places cover."""
        return [
            spot.box
            for place in places
            for spot in (*self._stacks.spots(place), *self._stacks.marker_spots(place))
        ]

    def paint(
        self,
        painter: QPainter,
        exposed: QRectF,
        detail: Detail,
        places: Iterable[Hex | str] | None = None,
    ) -> None:
        """Draw the pieces of the exposed part (or of the given places)."""
        wanted = self._stacks.places_in(exposed) if places is None else list(places)
        if not wanted:
            return
        if is_vector(painter):
            self._paint_shapes(painter, detail, wanted)
            return
        frame = painter.worldTransform()
        painter.save()
        painter.resetTransform()
        ratio = painter.device().devicePixelRatioF()
        for place in wanted:
            spots = self._stacks.spots(place)
            for spot in spots:
                assert isinstance(spot.view, CounterView)
                corner = frame.map(spot.box.topLeft())
                px = max(4, round(spot.box.width() * detail.scale))
                picture = self.counters.picture(spot.view, px)
                _set(painter, picture, corner, ratio)
            hidden = len(self._stacks.at(place)) - len(spots)
            if hidden > 0 and spots:
                self._count(
                    painter, frame.map(spots[-1].box.topRight()), len(spots) + hidden, detail
                )
            for spot in self._stacks.marker_spots(place):
                assert isinstance(spot.view, MarkerView)
                px = max(5, round(spot.box.width() * detail.scale))
                _set(painter, picture_of(spot.view, px), frame.map(spot.box.topLeft()), ratio)
        painter.restore()

    def _paint_shapes(self, painter: QPainter, detail: Detail, places: Iterable[Hex | str]) -> None:
        """Draw pieces in paper units, so that any printer draws them as sharp as it can."""
        for place in places:
            spots = self._stacks.spots(place)
            for spot in spots:
                assert isinstance(spot.view, CounterView)
                face = self.counters.face(spot.view)
                draw_shapes(painter, face, spot.box, spot.view.badges)
            hidden = len(self._stacks.at(place)) - len(spots)
            if hidden > 0 and spots:
                painter.save()
                corner = spots[-1].box.topRight()
                painter.translate(corner)
                painter.scale(1 / detail.scale, 1 / detail.scale)
                self._count(painter, QPointF(0, 0), len(spots) + hidden, detail)
                painter.restore()
            for spot in self._stacks.marker_spots(place):
                assert isinstance(spot.view, MarkerView)
                draw_marker_shapes(painter, spot.view, spot.box)

    def _count(self, painter: QPainter, corner: QPointF, count: int, detail: Detail) -> None:
        """How many counters the whole stack has, on a disc at its upper right."""
        if detail.hex_px < 20:
            return
        size = max(9.0, 0.23 * detail.hex_px)
        disc = QRectF(corner.x() - size * 0.55, corner.y() - size * 0.45, size, size)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(colour("#fffaf0"), max(1.0, size * 0.09)))
        painter.setBrush(colour("#2b2620"))
        painter.drawEllipse(disc)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.fillPath(
            text_path(str(count), disc.adjusted(1, 0, -1, 0), size * 0.62), colour("#fffaf0")
        )


_SHAPES = (
    QPaintEngine.Type.SVG,
    QPaintEngine.Type.Pdf,
    QPaintEngine.Type.Picture,
    QPaintEngine.Type.MacPrinter,
)


def is_vector(painter: QPainter) -> bool:
    """Whether a painter's device keeps shapes, as paper, PDF and SVG do."""
    return painter.paintEngine().type() in _SHAPES


def _set(painter: QPainter, picture: QImage, corner: QPointF, ratio: float) -> None:
    painter.drawImage(
        QPointF(round(corner.x() * ratio) / ratio, round(corner.y() * ratio) / ratio), picture
    )
