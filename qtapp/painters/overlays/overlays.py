"""What lies over the board for a moment: selection, reach, targets, ZOC, supply, arrows,
objections.

Each has a form of its own, so that none depends on its colour: reach is tinted and bounded with
costs in it, targets have corner brackets, ZOC is hatched, supply is a dotted line, objections are
crossed out, the second side's ground is dotted and the front a dashed line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPainterPath, QPainterPathStroker, QPen, QTransform

from maps.hexgrid import Hex
from qtapp.painters.counters.symbols import text_path
from qtapp.painters.detail import Detail
from qtapp.painters.layers.names.nearby import edges_of
from qtapp.painters.layers.shape import PITCH, BoardShape
from qtapp.painters.overlays.arcs import ARCS, arc_outline, arc_rect, paint_arc
from qtapp.painters.overlays.fronts import paint_ground, with_neighbours
from qtapp.painters.overlays.names_over import free_spot
from qtapp.painters.overlays.outlines import area_and_rim, outline
from qtapp.painters.overlays.ranges import Ground, paint_ranges
from qtapp.painters.palette import colour


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow along hexes. ``tone`` is ``attack``, ``move``, ``retreat`` or ``supply``, or
    ``flight`` or ``voyage``, which are arcs from the first hex to the last.
    """

    hexes: tuple[Hex, ...]
    tone: str = "attack"
    text: str = ""


@dataclass(frozen=True, slots=True)
class Overlays:
    """Everything laid over the board at one time.

    ``reach`` gives the text to letter in each hex that can be reached (its cost, or ``''``).
    ``supply`` holds traces, each from the unit to the source. ``marks`` tints hexes: tone by hex,
    where tones are ``good``, ``bad``, ``now`` and ``muted``. ``held`` says by number of the side
    whose each hex is.
    """

    selected: tuple[Hex, ...] = ()
    reach: Mapping[Hex, str] = field(default_factory=dict)
    targets: tuple[Hex, ...] = ()
    zoc: tuple[Hex, ...] = ()
    supply: tuple[tuple[Hex, ...], ...] = ()
    path: tuple[Hex, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    marks: Mapping[Hex, str] = field(default_factory=dict)
    objections: tuple[Hex, ...] = ()
    ranges: tuple[Ground, ...] = ()
    held: Mapping[Hex, int] = field(default_factory=dict)

    @property
    def lasting(self) -> Overlays:
        """Those that stay when another unit is selected: whose ground is whose, tints, ranges and
        zones of control. They lie under all others.
        """
        if not (self.held or self.marks or self.ranges or self.zoc):
            return NOTHING
        return Overlays(held=self.held, marks=self.marks, ranges=self.ranges, zoc=self.zoc)

    def is_empty(self) -> bool:
        """True when there is nothing to draw."""
        return self == NOTHING

    def content(self) -> Hashable:
        """What is drawn: two sets with the same content look alike."""
        mappings = (tuple(one.items()) for one in (self.reach, self.marks, self.held))
        return (
            self.selected, self.targets, self.zoc, self.supply, self.path, self.arrows,
            self.objections, self.ranges, *mappings,
        )  # fmt: skip

    def hexes(self) -> set[Hex]:
        """All hexes that something is drawn in."""
        found = {*self.selected, *self.reach, *self.targets, *self.zoc, *self.path, *self.marks}
        found.update(self.objections, self.held)
        for ground in self.ranges:
            found.update(ground.hexes)
        for trace in self.supply:
            found.update(trace)
        for arrow in self.arrows:
            found.update(arrow.hexes)
        return found


NOTHING = Overlays()
"""No overlays."""


@dataclass(frozen=True, slots=True)
class Differences:
    """What is drawn otherwise: in ``hexes``, along ``ways``, and by ``arrows``."""

    hexes: frozenset[Hex]
    ways: frozenset[tuple[Hex, ...]]
    arrows: frozenset[Arrow]


def differences(before: Overlays, after: Overlays) -> Differences:
    """What differs between two sets of overlays."""
    hexes: set[Hex] = set()
    for one, other in (
        (before.selected, after.selected), (before.targets, after.targets),
        (before.zoc, after.zoc), (before.objections, after.objections),
    ):  # fmt: skip
        if one is not other:
            hexes |= set(one) ^ set(other)
    if before.marks != after.marks:
        hexes |= {at for at, _ in before.marks.items() ^ after.marks.items()}
    hexes |= {at for at, _ in before.reach.items() ^ after.reach.items()}
    if before.held is not after.held:
        hexes |= with_neighbours(at for at, _ in before.held.items() ^ after.held.items())
    for was, now in zip_longest(before.ranges, after.ranges):
        if was != now:  # each lies as far inside its hexes as there are others before it
            hexes.update(*(ground.hexes for ground in (was, now) if ground is not None))
    ways = set(before.supply) ^ set(after.supply)
    if before.path != after.path:
        ways |= {before.path, after.path}
    return Differences(
        frozenset(hexes), frozenset(ways), frozenset(set(before.arrows) ^ set(after.arrows))
    )


HALF_HEX = 0.68 * PITCH
"""No farther than this from its centre reaches what is drawn in a hex, its rim included."""


class OverlayPainter:
    """Draws overlays. ``names`` gives the boxes of the names in a part of the board, which costs
    keep off.
    """

    def __init__(
        self,
        shape: BoardShape,
        names: Callable[[Detail, QRectF], Sequence[QRectF]] = lambda _detail, _part: (),
    ) -> None:
        self._shape = shape
        self._names = names

    def shapes(self, what: Overlays) -> list[QPainterPath]:
        """The outlines of arrows and traces, which lie over the pieces."""
        found = []
        for arrow in what.arrows:
            spots = [QPointF(*self._shape.centre(at)) for at in arrow.hexes]
            if len(spots) > 1:
                is_arc = arrow.tone in ARCS
                found.append(arc_outline(spots[0], spots[-1]) if is_arc else _broad_arrow(spots))
        pen = QPainterPathStroker()
        pen.setWidth(0.12 * PITCH)
        for trace in (*what.supply, what.path):
            if len(trace) > 1:
                line = _rounded([QPointF(*self._shape.centre(at)) for at in trace])
                found.append(pen.createStroke(line))
        return found

    def paint_under(
        self, painter: QPainter, exposed: QRectF, detail: Detail, what: Overlays
    ) -> None:
        """Draw what lies under the counters: tints, ZOC, reach, selection."""
        self.paint_lasting(painter, exposed, detail, what)
        self.paint_chosen(painter, exposed, detail, what)

    def paint_lasting(
        self, painter: QPainter, exposed: QRectF, detail: Detail, what: Overlays
    ) -> None:
        """Draw what lies undermost, and stays when another unit is selected."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        near = exposed.adjusted(-HALF_HEX, -HALF_HEX, HALF_HEX, HALF_HEX)
        paint_ground(painter, self._shape, exposed, what.held, detail)
        self._marks(painter, near, what, detail)
        paint_ranges(painter, self._shape, near, what.ranges, detail)
        self._zoc(painter, self._within(what.zoc, near), detail)

    def paint_chosen(
        self, painter: QPainter, exposed: QRectF, detail: Detail, what: Overlays
    ) -> None:
        """Draw what goes with the selection: where it can go, and the selected hexes."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        near = exposed.adjusted(-HALF_HEX, -HALF_HEX, HALF_HEX, HALF_HEX)
        self._reach(painter, near, what.reach, detail)
        for at in self._within(what.selected, near):
            self.outline(painter, at, self._shape.palette.selection, detail)

    def paint_over(
        self, painter: QPainter, exposed: QRectF, detail: Detail, what: Overlays
    ) -> None:
        """Draw what lies over the counters: traces, targets, objections, arrows."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        palette = self._shape.palette
        near = exposed.adjusted(-PITCH, -PITCH, PITCH, PITCH)
        nearest = exposed.adjusted(-HALF_HEX, -HALF_HEX, HALF_HEX, HALF_HEX)
        for trace in what.supply:
            self._trace(painter, trace, near, palette.supply, detail)
        if len(what.path) > 1:
            self._trace(painter, what.path, near, palette.reach, detail)
        for at in self._within(what.targets, near):
            self._brackets(painter, at, detail)
        for at in self._within(what.objections, near):
            self.objection(painter, at, detail)
        for arrow in what.arrows:
            self.arrow(painter, arrow, detail, near)
        if detail.hex_px >= 26:
            hexes = self._within(list(what.reach), nearest)
            about = near.adjusted(-PITCH, -PITCH, PITCH, PITCH)
            names = self._names(detail, about) if hexes else []
            self._costs(painter, hexes, what.reach, detail, names)

    def _within(self, hexes: Sequence[Hex], near: QRectF) -> list[Hex]:
        left, top, right, bottom = edges_of(near)
        placed = zip(hexes, map(self._shape.centre, hexes), strict=True)
        return [at for at, (x, y) in placed if left <= x <= right and top <= y <= bottom]

    def _marks(self, painter: QPainter, near: QRectF, what: Overlays, detail: Detail) -> None:
        """Tints, each with a form of its own: threats are hatched, ``good`` has a dashed rim."""
        inks = {"good": "#0b5e95", "bad": "#b23c00", "now": "#e69f00", "muted": "#6a655c"}
        for tone, ink in inks.items():
            hexes = self._within([at for at, own in what.marks.items() if own == tone], near)
            if hexes:
                path = self._hexes(hexes)
                painter.fillPath(path, colour(ink, 0.26))
                if tone == "bad":
                    self._hatch(painter, path, ink, Qt.BrushStyle.FDiagPattern, detail)
                elif tone == "good":
                    self._rim(painter, hexes, ink, detail)

    def _hatch(
        self, painter: QPainter, path: QPainterPath, ink: str, way: Qt.BrushStyle, detail: Detail
    ) -> None:
        """Lines over a path, as far apart at every zoom."""
        brush = QBrush(colour(ink, 0.72), way)
        brush.setTransform(QTransform.fromScale(1 / detail.scale, 1 / detail.scale))
        painter.fillPath(path, brush)

    def _rim(self, painter: QPainter, hexes: Sequence[Hex], ink: str, detail: Detail) -> None:
        """A dashed outline inside each hex, white beneath so that it shows on any ground."""
        path = self._hexes(hexes, 0.88)
        painter.strokePath(path, QPen(colour("#ffffff", 0.9), detail.width(0.075, 3.2)))
        pen = QPen(colour(ink), detail.width(0.045, 1.8))
        pen.setDashPattern([3, 2])
        painter.strokePath(path, pen)

    def _hexes(self, hexes: Sequence[Hex], share: float = 1.0) -> QPainterPath:
        if share == 1.0:
            return outline(self._shape, hexes)
        path = QPainterPath()
        path.setFillRule(Qt.FillRule.WindingFill)
        for at in hexes:
            self._shape.plain_path(at, path, share)
        return path

    def _zoc(self, painter: QPainter, hexes: list[Hex], detail: Detail) -> None:
        if not hexes:
            return
        ink = self._shape.palette.zoc
        path = self._hexes(hexes)
        painter.fillPath(path, colour(ink, 0.08))
        self._hatch(painter, path, ink, Qt.BrushStyle.BDiagPattern, detail)

    def _reach(
        self, painter: QPainter, near: QRectF, reach: Mapping[Hex, str], detail: Detail
    ) -> None:
        hexes = self._within(list(reach), near)
        if not hexes:
            return
        ink = self._shape.palette.reach
        area, path = area_and_rim(self._shape, hexes, reach)
        if path.isEmpty():  # all of this part is reached
            painter.fillRect(near, colour(ink, 0.12))
            return
        # The rim covers the edge of the tint; smooth, or seen through, either takes thrice as long.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.fillPath(area, colour(ink, 0.12))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for ink_, wide in ((colour(self._shape.palette.halo), 0.075), (colour(ink), 0.042)):
            pen = QPen(ink_, detail.width(wide, 1.4 + wide * 20))
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.strokePath(path, pen)

    def _costs(
        self,
        painter: QPainter,
        hexes: list[Hex],
        reach: Mapping[Hex, str],
        detail: Detail,
        names: Sequence[QRectF],
    ) -> None:
        plates, figures = QPainterPath(), QPainterPath()
        plates.setFillRule(Qt.FillRule.WindingFill)
        figures.setFillRule(Qt.FillRule.WindingFill)
        tall = max(0.24 * PITCH, detail.units(10))
        drawn: dict[str, tuple[QRectF, QPainterPath, QPainterPath]] = {}
        placed, radius = [(*edges_of(box), box) for box in names], self._shape.radius
        for at in hexes:
            text = reach[at]
            if not text:
                continue
            if text not in drawn:
                plate = QRectF(0, 0, tall * max(1.0, 0.42 + 0.40 * len(text)), tall)
                rounded = QPainterPath()
                rounded.addRoundedRect(plate, tall / 2, tall / 2)
                drawn[text] = plate, rounded, text_path(text, plate, tall * 0.76)
            plate, rounded, figure = drawn[text]
            x, y = self._shape.centre(at)
            near = [
                box
                for left, top, right, bottom, box in placed
                if left < x + radius and right > x - radius
                and top < y + radius and bottom > y - radius
            ]  # fmt: skip
            corner = free_spot(QPointF(x, y), plate, near).topLeft()
            plates.addPath(rounded.translated(corner))
            figures.addPath(figure.translated(corner))
        painter.fillPath(plates, colour(self._shape.palette.reach))
        painter.fillPath(figures, colour("#ffffff"))

    def _trace(
        self, painter: QPainter, hexes: Sequence[Hex], near: QRectF, ink: str, detail: Detail
    ) -> None:
        spots = [QPointF(*self._shape.centre(at)) for at in hexes]
        path = _rounded(spots)
        if len(spots) < 2 or not path.boundingRect().intersects(near):
            return
        for shade, extra in ((colour("#ffffff", 0.85), 1.9), (colour(ink), 1.0)):
            pen = QPen(shade, detail.width(0.055, 1.8) * extra)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            if extra == 1.0:
                pen.setDashPattern([0.01, 1.9])
            painter.strokePath(path, pen)
        end = spots[-1]
        painter.setPen(QPen(colour("#ffffff"), detail.width(0.03, 1.0)))
        painter.setBrush(colour(ink))
        painter.drawEllipse(end, 0.13 * PITCH, 0.13 * PITCH)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _brackets(self, painter: QPainter, at: Hex, detail: Detail) -> None:
        x, y = self._shape.centre(at)
        reach, long = 0.39 * PITCH, 0.15 * PITCH
        path = QPainterPath()
        for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            path.moveTo(x + sx * (reach - long), y + sy * reach)
            path.lineTo(x + sx * reach, y + sy * reach)
            path.lineTo(x + sx * reach, y + sy * (reach - long))
        for ink, wide in (
            (colour("#ffffff", 0.9), 0.10),
            (colour(self._shape.palette.target), 0.055),
        ):
            pen = QPen(ink, detail.width(wide, 1.2 + wide * 22))
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.strokePath(path, pen)

    def outline(
        self, painter: QPainter, at: Hex, ink: str, detail: Detail, share: float = 0.96
    ) -> None:
        """A bold outline just inside a hex, dark beneath so that it shows on any ground."""
        path = self._hexes([at], share)
        for shade, wide in ((colour("#3a352f"), 0.095), (colour(ink), 0.058)):
            pen = QPen(shade, detail.width(wide, 1.2 + wide * 22))
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.strokePath(path, pen)

    def cursor(self, painter: QPainter, at: Hex, detail: Detail) -> None:
        """The keyboard's hex cursor: heavy corners only, so that it never hides an outline."""
        corners = self._shape.corner_points(at)
        path = QPainterPath()
        for index, corner in enumerate(corners):
            for other in (corners[index - 1], corners[(index + 1) % 6]):
                path.moveTo(corner)
                path.lineTo(corner + (other - corner) * 0.24)
        for ink, wide in (("#ffffff", 0.13), (self._shape.palette.cursor, 0.075)):
            pen = QPen(colour(ink), detail.width(wide, 1.2 + wide * 20))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.strokePath(path, pen)

    def objection(self, painter: QPainter, at: Hex, detail: Detail, strength: float = 1.0) -> None:
        """A hex crossed out."""
        ink = self._shape.palette.objection
        painter.fillPath(self._hexes([at]), colour(ink, 0.25 * strength))
        corners = self._shape.corner_points(at)
        path = self._hexes([at], 0.95)
        for first, second in ((0, 3), (2, 5)):
            middle = (corners[first] + corners[second]) / 2
            path.moveTo(middle + (corners[first] - middle) * 0.42)
            path.lineTo(middle + (corners[second] - middle) * 0.42)
        for shade, wide in (
            (colour("#ffffff", 0.8 * strength), 0.10),
            (colour(ink, strength), 0.055),
        ):
            pen = QPen(shade, detail.width(wide, 1.0 + wide * 20))
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.strokePath(path, pen)

    def flash(self, painter: QPainter, at: Hex, tone: str, strength: float, detail: Detail) -> None:
        """A hex lit up for a moment: ``tone`` ``bad`` crosses it out, others outline it."""
        if tone == "bad":
            self.objection(painter, at, detail, strength)
            return
        ink = self._shape.palette.good if tone == "good" else self._shape.palette.selection
        painter.fillPath(self._hexes([at]), colour(ink, 0.4 * strength))
        pen = QPen(colour(ink, strength), detail.width(0.09, 2.5))
        painter.strokePath(self._hexes([at], 0.95), pen)

    def arrow(
        self, painter: QPainter, arrow: Arrow, detail: Detail, near: QRectF | None = None
    ) -> None:
        """A broad arrow along hexes, unless it lies outside ``near``."""
        spots = [QPointF(*self._shape.centre(at)) for at in arrow.hexes]
        if len(spots) < 2:
            return
        if arrow.tone in ARCS:
            if near is None or arc_rect(spots[0], spots[-1]).intersects(near):
                paint_arc(painter, spots[0], spots[-1], arrow.text, detail, arrow.tone)
            return
        path = _broad_arrow(spots)
        if near is not None and not path.boundingRect().intersects(near):
            return
        palette = self._shape.palette
        inks = {"attack": palette.attack, "move": palette.reach, "retreat": "#6a655c"}
        ink = inks.get(arrow.tone, palette.supply)
        pen = QPen(colour("#ffffff", 0.9), detail.width(0.045, 1.4))
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.strokePath(path, pen)
        painter.fillPath(path, colour(ink, 0.88))
        if arrow.tone == "retreat":
            rim = QPen(colour("#2b2620"), detail.width(0.02, 1.0))
            rim.setDashPattern([3, 2])
            painter.strokePath(path, rim)
        if arrow.text and detail.hex_px >= 24:
            middle = spots[len(spots) // 2 - 1] * 0.5 + spots[len(spots) // 2] * 0.5
            tall = 0.26 * PITCH
            plate = QRectF(0, 0, tall * (0.6 + 0.5 * len(arrow.text)), tall)
            around = QRectF(middle.x() - PITCH, middle.y() - PITCH, 2 * PITCH, 2 * PITCH)
            plate = free_spot(middle, plate, self._names(detail, around))
            rounded = QPainterPath()
            rounded.addRoundedRect(plate, tall * 0.3, tall * 0.3)
            painter.fillPath(rounded, colour("#ffffff", 0.94))
            painter.fillPath(text_path(arrow.text, plate, tall * 0.8), colour(ink))


def _rounded(spots: Sequence[QPointF]) -> QPainterPath:
    """A line through points with rounded bends."""
    path = QPainterPath(spots[0])
    for index in range(1, len(spots) - 1):
        before, here, after = spots[index - 1], spots[index], spots[index + 1]
        path.lineTo(here + (before - here) * 0.35)
        path.quadTo(here, here + (after - here) * 0.35)
    if len(spots) > 1:
        path.lineTo(spots[-1])
    return path


def _broad_arrow(spots: Sequence[QPointF]) -> QPainterPath:
    """A broad arrow that tapers from its tail, along points; it stops short of the last centre."""
    last, before = spots[-1], spots[-2]
    way = last - before
    long = math.hypot(way.x(), way.y()) or 1.0
    ux, uy = way.x() / long, way.y() / long
    tip = last - way * 0.18
    neck = QPointF(tip.x() - ux * 0.26 * PITCH, tip.y() - uy * 0.26 * PITCH)
    chain = [*spots[:-1], neck]
    left: list[QPointF] = []
    right: list[QPointF] = []
    for index, spot in enumerate(chain):
        ahead = chain[min(index + 1, len(chain) - 1)] - chain[max(index - 1, 0)]
        span = math.hypot(ahead.x(), ahead.y()) or 1.0
        nx, ny = -ahead.y() / span, ahead.x() / span
        half = PITCH * (0.045 + 0.05 * index / (len(chain) - 1))
        left.append(QPointF(spot.x() + nx * half, spot.y() + ny * half))
        right.append(QPointF(spot.x() - nx * half, spot.y() - ny * half))
    path = QPainterPath(left[0])
    for spot in left[1:]:
        path.lineTo(spot)
    path.lineTo(neck.x() - uy * 0.2 * PITCH, neck.y() + ux * 0.2 * PITCH)
    path.lineTo(tip)
    path.lineTo(neck.x() + uy * 0.2 * PITCH, neck.y() - ux * 0.2 * PITCH)
    for spot in reversed(right):
        path.lineTo(spot)
    path.closeSubpath()
    return path
