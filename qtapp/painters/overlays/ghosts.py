"""What a tool would do, drawn over the board before it is done; and what is selected.

Each thing has a form of its own, so that none depends on its colour: what comes is tinted and
outlined, what goes is crossed, the selection is dashed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from typing import TypeVar

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from maps.finding.areas import rim
from maps.hexgrid import Hex, Link, Side
from maps.layout import Point
from qtapp.painters.counters.symbols import text_path
from qtapp.painters.detail import Detail
from qtapp.painters.layers.places import draw_place
from qtapp.painters.layers.shape import PITCH, BoardShape
from qtapp.painters.layers.strokes import flat_pen, round_pen
from qtapp.painters.palette import colour

PartT = TypeVar("PartT")

BRIGHT, DARK = "#fffdf5", "#1f1d1a"
GONE = "#b23c00"
CHOSEN = "#0b5e95"
MANY = 50
"""From so many on, hexes of a tint and parts of a course are looked for in what is exposed."""
MOST_PIECES = 4096
"""Parts of courses whose place on the paper is kept."""


@dataclass(frozen=True, slots=True)
class Tint:
    """Hexes that would take a colour; ``gone`` crosses them out instead."""

    hexes: tuple[Hex, ...]
    ink: str
    gone: bool = False
    strength: float = 0.55


@dataclass(frozen=True, slots=True)
class Course:
    """Hexsides or links that would be drawn in a colour, or, when ``gone``, taken off."""

    parts: tuple[Side | Link, ...]
    ink: str
    width: float = 0.07
    gone: bool = False


@dataclass(frozen=True, slots=True)
class Symbol:
    """A place that would stand in a hex, with its name."""

    hex: Hex
    kind: str
    tags: frozenset[str] = frozenset()
    name: str = ""
    label: tuple[float, float] | None = None
    offset: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Ghost:
    """All that one tool shows at a time. Points and rectangles are in paper units."""

    tints: tuple[Tint, ...] = ()
    courses: tuple[Course, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    stroke: tuple[Point, ...] = ()
    """A freehand line."""
    frames: tuple[tuple[Point, Point], ...] = ()
    """Rectangles, by two opposite corners."""
    handles: tuple[Point, ...] = ()
    """Knobs that can be taken hold of."""
    note: str = ""
    """A few words beside ``spot``: a size, a count, a distance."""
    spot: Point | None = None


NO_GHOST = Ghost()
"""Nothing to show."""


def differing(a: Ghost, b: Ghost) -> Ghost:
    """What is in one of two ghosts alone, notes aside; of freehand lines, from where they part."""
    parts: dict[Course, set[Side | Link]] = {}
    for course in (*a.courses, *b.courses):
        parts.setdefault(replace(course, parts=()), set()).symmetric_difference_update(course.parts)
    spots = zip(a.stroke, b.stroke, strict=False)
    same = sum(1 for _ in takewhile(lambda both: both[0] == both[1], spots))
    return Ghost(
        tints=_alone(a.tints, b.tints),
        courses=tuple(replace(look, parts=tuple(left)) for look, left in parts.items()),
        symbols=_alone(a.symbols, b.symbols),
        stroke=(*a.stroke[max(0, same - 1) :], *b.stroke[same:]) if a.stroke != b.stroke else (),
        frames=_alone(a.frames, b.frames),
        handles=_alone(a.handles, b.handles),
    )


def _alone(a: tuple[PartT, ...], b: tuple[PartT, ...]) -> tuple[PartT, ...]:
    return (*(part for part in a if part not in b), *(part for part in b if part not in a))


@dataclass(frozen=True, slots=True)
class Area:
    """The hexes of a tint, and its outline."""

    tint: Tint
    hexes: frozenset[Hex]
    edge: list[QLineF]


class GhostPainter:
    """Draws ghosts and selections over one board."""

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape
        self._areas: list[Area] = []
        """Those of the ghost drawn last: it is drawn again wherever anything moves."""
        self._pieces: dict[Side | Link, QLineF] = {}

    def rect(self, ghost: Ghost) -> QRectF:
        """The part of the paper a ghost covers, notes and knobs included."""
        points = [*ghost.stroke, *ghost.handles, *(p for frame in ghost.frames for p in frame)]
        hexes: list[Hex] = [at for tint in ghost.tints for at in tint.hexes]
        for course in ghost.courses:
            for part in course.parts:
                hexes += part.hexes if isinstance(part, Side) else part
        hexes += [symbol.hex for symbol in ghost.symbols]
        points += [Point(*self._shape.centre(at)) for at in hexes]
        for symbol in ghost.symbols:
            x, y = self._shape.centre(symbol.hex)
            dx, dy = symbol.label or (0.0, 0.0)
            reach = 0.16 * len(symbol.name) * PITCH
            points += [Point(x + dx * PITCH + way * reach, y + dy * PITCH) for way in (-1, 1)]
        if ghost.spot is not None:
            points.append(ghost.spot)
        if not points:
            return QRectF()
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        rect = QRectF(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
        return rect.adjusted(-PITCH, -PITCH, PITCH, PITCH)

    def paint(
        self, painter: QPainter, ghost: Ghost, detail: Detail, exposed: QRectF | None = None
    ) -> None:
        """Draw a ghost; of what is long, no more than an ``exposed`` part of the paper shows."""
        known = {id(area.tint): area for area in self._areas}
        self._areas = [known.get(id(tint)) or self._area(tint) for tint in ghost.tints]
        for area in self._areas:
            self._tint(painter, area, detail, exposed)
        for course in ghost.courses:
            self._course(painter, course, detail, exposed)
        for symbol in ghost.symbols:
            self._symbol(painter, symbol, detail)
        if len(ghost.stroke) > 1:
            self._line(painter, ghost.stroke, detail, exposed)
        for a, b in ghost.frames:
            self._frame(painter, QRectF(QPointF(*a), QPointF(*b)).normalized(), detail)
        for knob in ghost.handles:
            self._knob(painter, QPointF(*knob), detail)
        if ghost.note and ghost.spot is not None:
            self._note(painter, QPointF(*ghost.spot), ghost.note, detail)

    def outline(self, hexes: Iterable[Hex]) -> list[QLineF]:
        """The straight outline of an area, piece by piece."""
        lines = []
        corners: dict[Hex, list[QPointF]] = {}
        for at, direction in rim(frozenset(hexes)):
            own = corners.get(at)
            if own is None:
                own = corners[at] = self._shape.corner_points(at)
            lines.append(QLineF(own[direction], own[(direction + 1) % 6]))
        return lines

    def selection(
        self, painter: QPainter, inside: Iterable[Hex], edge: list[QLineF], detail: Detail
    ) -> None:
        """Draw selected hexes: a faint tint, and a dashed line round them."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        self._fill(painter, inside, colour(CHOSEN, 0.16))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = detail.width(0.045, 2.2, 5.0)
        painter.setPen(flat_pen(colour(BRIGHT, 0.95), wide))
        painter.drawLines(edge)
        pen = flat_pen(colour(CHOSEN), wide)
        pen.setDashPattern([2.2, 1.6])
        painter.setPen(pen)
        painter.drawLines(edge)

    def flat(self, painter: QPainter, tints: Mapping[Hex, str]) -> None:
        """Fill hexes with flat colours, standing in for the drawn board."""
        by_ink: dict[str, list[Hex]] = {}
        for at, ink in tints.items():
            by_ink.setdefault(ink, []).append(at)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        for ink, hexes in by_ink.items():
            self._fill(painter, hexes, colour(ink, 0.8))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def _fill(self, painter: QPainter, hexes: Iterable[Hex], ink: QColor) -> None:
        """Fill hexes one by one: far quicker than one path of many, and, without antialiasing,
        without seams.
        """
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        base = QPolygonF(self._shape.corner_points(Hex(0, 0)))
        x0, y0 = self._shape.centre(Hex(0, 0))
        for at in hexes:
            x, y = self._shape.centre(at)
            painter.drawConvexPolygon(base.translated(x - x0, y - y0))
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _area(self, tint: Tint) -> Area:
        hexes = frozenset(tint.hexes)
        return Area(tint, hexes, self.outline(hexes))

    def within(
        self, exposed: QRectF, hexes: frozenset[Hex], edge: list[QLineF]
    ) -> tuple[list[Hex], list[QLineF]]:
        """What an exposed part of the paper shows of some hexes, and of their outline."""
        near = exposed.adjusted(-PITCH, -PITCH, PITCH, PITCH)
        shown = [at for at in self._shape.cells_in(exposed) if at in hexes]
        return shown, [line for line in edge if near.contains(line.p1())]

    def _tint(self, painter: QPainter, area: Area, detail: Detail, exposed: QRectF | None) -> None:
        tint, hexes, edge = area.tint, area.tint.hexes, area.edge
        if exposed is not None and len(hexes) > MANY:
            shown, edge = self.within(exposed, area.hexes, edge)
            hexes = tuple(shown)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        if not tint.gone and tint.strength > 0:
            self._fill(painter, hexes, colour(tint.ink, tint.strength))
        painter.setPen(flat_pen(colour(BRIGHT, 0.9), detail.width(0.05, 3.0, 5.0)))
        painter.drawLines(edge)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = GONE if tint.gone else DARK
        painter.setPen(flat_pen(colour(ink, 0.9), detail.width(0.022, 1.2, 2.4)))
        painter.drawLines(edge)
        if tint.gone:
            self._crosses(painter, hexes, detail)

    def _crosses(self, painter: QPainter, hexes: Iterable[Hex], detail: Detail) -> None:
        reach = 0.13 * PITCH
        lines = []
        for at in hexes:
            x, y = self._shape.centre(at)
            lines.append(QLineF(x - reach, y - reach, x + reach, y + reach))
            lines.append(QLineF(x - reach, y + reach, x + reach, y - reach))
        painter.setPen(round_pen(colour(GONE, 0.9), detail.width(0.03, 1.4)))
        painter.drawLines(lines)

    def _course(
        self, painter: QPainter, course: Course, detail: Detail, exposed: QRectF | None
    ) -> None:
        lines = self._shown_pieces(course, exposed)
        wide = detail.width(max(0.06, course.width), 3.4)
        halo = round_pen(colour(BRIGHT, 0.92), wide + detail.units(6.4))
        edge = round_pen(colour(GONE if course.gone else DARK, 0.95), wide + detail.units(3.0))
        for pen in (halo, edge):
            painter.setPen(pen)
            painter.drawLines(lines)
        if course.gone:
            inner = flat_pen(colour(BRIGHT), wide)
            inner.setDashPattern([1.4, 1.4])
        else:
            inner = round_pen(colour(course.ink), wide)
        painter.setPen(inner)
        painter.drawLines(lines)

    def _shown_pieces(self, course: Course, exposed: QRectF | None) -> list[QLineF]:
        if len(self._pieces) > MOST_PIECES:
            self._pieces.clear()
        lines = []
        for part in course.parts:
            line = self._pieces.get(part)
            if line is None:
                line = self._pieces[part] = self._piece(part)
            lines.append(line)
        if exposed is not None and len(lines) > MANY:
            near = exposed.adjusted(-PITCH, -PITCH, PITCH, PITCH)
            lines = [line for line in lines if near.contains(line.center())]
        return lines

    def _piece(self, part: Side | Link) -> QLineF:
        if isinstance(part, Side):
            corners = self._shape.corner_points(part.hex)
            return QLineF(corners[part.direction], corners[part.direction + 1])
        return QLineF(*(QPointF(*self._shape.centre(at)) for at in part))

    def _symbol(self, painter: QPainter, symbol: Symbol, detail: Detail) -> None:
        look = self._shape.place_look(symbol.kind)
        centre = QPointF(*self._shape.centre(symbol.hex))
        at = centre + QPointF(*(symbol.offset or (0.0, 0.0))) * PITCH
        size = max(look.size * PITCH, detail.units(9.0))
        painter.setOpacity(0.85)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour(BRIGHT, 0.75))
        painter.drawEllipse(at, size * 0.78, size * 0.78)
        draw_place(painter, look, symbol.tags, at, size, detail)
        painter.setOpacity(1.0)
        if symbol.name and symbol.label is not None:
            dx, dy = symbol.label
            middle = centre + QPointF(dx, dy) * PITCH
            self._plate(painter, middle, symbol.name, detail)

    def _line(
        self, painter: QPainter, stroke: tuple[Point, ...], detail: Detail, exposed: QRectF | None
    ) -> None:
        runs = [stroke] if exposed is None else _runs_in(exposed, stroke)
        lines = [QPolygonF([QPointF(*spot) for spot in run]) for run in runs]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, wide in ((colour(BRIGHT, 0.9), 4.0), (colour(DARK, 0.85), 1.6)):
            painter.setPen(round_pen(ink, detail.units(wide)))
            for line in lines:
                painter.drawPolyline(line)

    def _frame(self, painter: QPainter, rect: QRectF, detail: Detail) -> None:
        painter.setBrush(colour(CHOSEN, 0.10))
        painter.setPen(_square(colour(BRIGHT, 0.9), detail.units(3.6)))
        painter.drawRect(rect)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        pen = _square(colour(CHOSEN), detail.units(1.6))
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.drawRect(rect)

    def _knob(self, painter: QPainter, at: QPointF, detail: Detail) -> None:
        half = detail.units(4.5)
        painter.setPen(_square(colour(CHOSEN), detail.units(1.6)))
        painter.setBrush(colour("#ffffff"))
        painter.drawRect(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half))

    def _note(self, painter: QPainter, at: QPointF, words: str, detail: Detail) -> None:
        reach = detail.units(26.0 + 3.6 * len(words))
        self._plate(painter, QPointF(at.x() + reach, at.y() + detail.units(22.0)), words, detail)

    def _plate(self, painter: QPainter, middle: QPointF, words: str, detail: Detail) -> None:
        tall = detail.units(11.0)
        path = text_path(words, QRectF(middle.x() - 1e6, middle.y() - tall / 2, 2e6, tall), tall)
        wide = path.boundingRect()
        box = QRectF(wide.left(), middle.y() - tall / 2, wide.width(), tall)
        back = QPainterPath()
        pad = detail.units(5.0)
        back.addRoundedRect(box.adjusted(-pad, -pad, pad, pad), pad * 0.7, pad * 0.7)
        painter.fillPath(back, colour(BRIGHT, 0.95))
        painter.strokePath(back, QPen(colour(DARK, 0.45), detail.units(1.0)))
        painter.fillPath(path, colour(DARK))


def _runs_in(exposed: QRectF, stroke: tuple[Point, ...]) -> list[tuple[Point, ...]]:
    """The runs of a freehand line that show in a part of the paper, each with a spot to spare."""
    near = exposed.adjusted(-PITCH, -PITCH, PITCH, PITCH)
    left, right, top, bottom = near.left(), near.right(), near.top(), near.bottom()
    runs: list[list[Point]] = []
    last = -1
    for number, (a, b) in enumerate(pairwise(stroke)):
        if (
            min(a.x, b.x) <= right
            and max(a.x, b.x) >= left
            and min(a.y, b.y) <= bottom
            and max(a.y, b.y) >= top
        ):
            if last != number - 1 or not runs:
                runs.append([a])
            runs[-1].append(b)
            last = number
    return [tuple(run) for run in runs]


def _square(ink: QColor, wide: float) -> QPen:
    return QPen(ink, wide, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin)
