"""What is drawn over the scan: its grid, points with their misses, examples, what was read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from maps.digitise.calibrating.lattice import Lattice
from maps.digitise.reading.strips import Course
from maps.digitise.works import ScanWork
from maps.layout import Layout
from maps.legend import Layer, Legend
from qtapp.painters.looks import stroke_look, terrain_look
from qtapp.workspaces.scan.modes import Mode
from qtapp.workspaces.scan.reader import Reader
from qtapp.workspaces.scan.scan_controller import ScanController

EXAGGERATED = 10
"""How many times longer than the miss its arrow is."""

_GRID = QColor(10, 90, 200, 190)
_POINT = QColor("#0b5e95")
_WORST = QColor("#d4400a")
_CHECKED = QColor("#1a7f37")
_CURSOR = QColor("#e69f00")
_HALO = QColor(255, 255, 255, 215)


class OverlayItem(QGraphicsItem):
    """Child of the scan's picture, in the scan's pixels; pens keep their width on the screen."""

    def __init__(self, parent: QGraphicsItem, controller: ScanController, reader: Reader) -> None:
        super().__init__(parent)
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._controller, self._reader = controller, reader
        self.crosshair: QPointF | None = None
        self.hex_cursor: str | None = None
        self.side = 0
        self.shows_grid = True
        self.crop: QRectF | None = None
        self._grid: tuple[Lattice, list[int], list[QLineF]] | None = None

    def boundingRect(self) -> QRectF:
        """The scan and some room about it."""
        parent = self.parentItem()
        assert parent is not None
        box = parent.boundingRect()
        return box.adjusted(-box.width(), -box.height(), box.width(), box.height())

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        """Draw what shows at this zoom."""
        work, lattice = self._controller.work, self._controller.lattice
        if work is None:
            return
        scale = option.levelOfDetailFromTransform(painter.worldTransform())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if lattice is not None:
            rows = _visible(lattice, option.exposedRect)
            self._paint_review(painter, lattice, rows, scale)
            self._paint_examples(painter, lattice, work, scale)
            if self.shows_grid:
                self._paint_grid(painter, lattice, rows, scale)
            self._paint_checks(painter, lattice, work, scale)
            self._paint_hex_cursor(painter, lattice, scale)
        self._paint_points(painter, work, scale)
        if self.crop is not None:
            painter.setPen(_tool_input(_CURSOR, 2, scale))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.crop)
        if self.crosshair is not None and self._controller.mode is Mode.POINT:
            _cross(painter, self.crosshair, 16 / scale, scale)

    def _paint_grid(
        self, painter: QPainter, lattice: Lattice, rows: list[int], scale: float
    ) -> None:
        pitch = float(np.median(lattice.pitch)) * scale
        if pitch < 5:
            return
        if self._grid is None or self._grid[0] is not lattice or self._grid[1] != rows:
            self._grid = lattice, rows, list(edges(lattice, rows))
        for shade, width in ((QColor(255, 255, 255, 90), 2.2), (_GRID, 1.0)):
            painter.setPen(_tool_input(shade, width, scale))
            painter.drawLines(self._grid[2])
        if pitch < 44 or self._controller.mode not in (Mode.POINT, Mode.NUDGE, Mode.LOOK):
            return
        painter.setFont(_font(min(13.0, pitch * 0.17), scale))
        for row in rows:
            x, y = lattice.centres[row] + lattice.frames[row] @ np.array([0.0, 0.30])
            _text(painter, QPointF(x, y), lattice.labels[row], _GRID.darker(140), scale)

    def _paint_points(self, painter: QPainter, work: ScanWork, scale: float) -> None:
        found = self._controller.calibration
        fitted = found.fitted if found is not None else None
        at = dict(zip(fitted.pairs.labels, fitted.pairs.units, strict=True)) if fitted else {}
        worst = set(fitted.worst) if fitted else set()
        painter.setFont(_font(12, scale))
        for point in work.points:
            spot, r = QPointF(point.x, point.y), 6 / scale
            colour = _WORST if point.label in worst else _POINT
            if fitted is not None and point.label in at:
                x, y = fitted.transform(at[point.label][None])[0]
                self._arrow(painter, QPointF(x, y), spot, colour, scale)
            for shade, width in ((_HALO, 4.5), (colour, 2.0)):
                painter.setPen(_tool_input(shade, width, scale))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawEllipse(spot, r, r)
                painter.drawLine(spot - QPointF(r * 1.8, 0), spot + QPointF(r * 1.8, 0))
                painter.drawLine(spot - QPointF(0, r * 1.8), spot + QPointF(0, r * 1.8))
            words = f"◆ {point.label}" if point.label in worst else point.label
            _text(painter, spot + QPointF(0, -19 / scale), words, colour, scale)

    def _arrow(
        self, painter: QPainter, start: QPointF, spot: QPointF, colour: QColor, scale: float
    ) -> None:
        """From where the grid has the hex towards where it was shown, ten times as long."""
        way = (spot - start) * EXAGGERATED
        length = (way.x() ** 2 + way.y() ** 2) ** 0.5
        if length * scale < 3:
            return
        end = start + way
        along, head = way / length, min(9 / scale, length * 0.5)
        across = QPointF(-along.y(), along.x())
        path = QPainterPath(start)
        path.lineTo(end)
        path.moveTo(end - along * head + across * head * 0.5)
        path.lineTo(end)
        path.lineTo(end - along * head - across * head * 0.5)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for shade, width in ((_HALO, 5.0), (colour, 2.4)):
            painter.setPen(_tool_input(shade, width, scale))
            painter.drawPath(path)

    def _paint_checks(
        self, painter: QPainter, lattice: Lattice, work: ScanWork, scale: float
    ) -> None:
        painter.setFont(_font(13, scale))
        for check in work.checks:
            if check.label not in lattice.index:
                continue
            x, y = lattice.centres[lattice.index[check.label]]
            words = "✓" if check.agrees else f"≠ {check.printed}"
            colour = _CHECKED if check.agrees else _WORST
            _text(painter, QPointF(x, y), words, colour, scale)

    def _paint_examples(
        self, painter: QPainter, lattice: Lattice, work: ScanWork, scale: float
    ) -> None:
        legend = self._controller.map.legend
        if self._controller.mode is Mode.LINE:
            for stretch in work.stretches:
                if stretch.kind == self._reader.line:
                    self._paint_stretch(
                        painter,
                        lattice,
                        (stretch.a, stretch.b),
                        stretch.kind,
                        stretch.there,
                        True,
                        scale,
                    )
            return
        if self._controller.mode is not Mode.TERRAIN and self._reader.review is None:
            return
        for label, kind in work.exemplars:
            row = lattice.index.get(label)
            if row is None:
                continue
            painter.setBrush(_fill(legend, kind, 120))
            painter.setPen(_tool_input(_HALO, 4.5, scale))
            ring = _shrunk(outline(lattice, row), 0.86)
            painter.drawPolygon(ring)
            painter.setPen(_tool_input(QColor("#1f1d1a"), 2.0, scale))
            painter.drawPolygon(ring)

    def _paint_review(
        self, painter: QPainter, lattice: Lattice, rows: Iterable[int], scale: float
    ) -> None:
        review = self._reader.review
        if review is None or self._controller.mode in (Mode.POINT, Mode.NUDGE, Mode.CROP):
            return
        if review.line:
            for item in review.items:
                if item.kind or item.seen:
                    self._paint_stretch(
                        painter,
                        lattice,
                        item.labels,
                        review.line,
                        bool(item.kind),
                        item.seen,
                        scale,
                    )
            return
        legend = self._controller.map.legend
        shown = set(rows)
        painter.setPen(Qt.PenStyle.NoPen)
        for item in review.items:
            row = lattice.index.get(item.labels[0], -1)
            if row in shown and not item.seen:
                painter.setBrush(_fill(legend, item.kind, 95))
                painter.drawPolygon(_shrunk(outline(lattice, row), 0.9))

    def _paint_stretch(
        self,
        painter: QPainter,
        lattice: Lattice,
        labels: tuple[str, ...],
        kind: str,
        there: bool,
        seen: bool,
        scale: float,
    ) -> None:
        legend = self._controller.map.legend
        layer = Layer.HEXSIDE if legend.has(Layer.HEXSIDE, kind) else Layer.LINE
        course = Course.SIDES if layer is Layer.HEXSIDE else Course.LINKS
        ends = stretch_ends(lattice, labels, course)
        if ends is None:
            return
        ink = QColor(stroke_look(legend, layer, kind).stroke).darker(145)
        colour = ink if there else _WORST
        start, end = ends
        painter.setPen(_tool_input(_HALO, 7.5 if seen else 6, scale))
        painter.drawLine(start, end)
        tool_input = _tool_input(colour, 5.5 if seen else 4, scale)
        if not seen:
            tool_input.setDashPattern([2.0, 1.6])
        painter.setPen(tool_input)
        painter.drawLine(start, end)
        if not there:
            middle = (start + end) / 2
            painter.setFont(_font(13, scale))
            _text(painter, middle, "✕", _WORST, scale)

    def _paint_hex_cursor(self, painter: QPainter, lattice: Lattice, scale: float) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        item, course, review = self._reader.item, self._reader.course, self._reader.review
        if self._controller.mode in (Mode.TERRAIN, Mode.LINE) and self.hex_cursor in lattice.index:
            self._ring(painter, lattice, str(self.hex_cursor), scale)
            row = lattice.index[str(self.hex_cursor)]
            other = int(lattice.neighbours[row, self.side])
            if self._controller.mode is Mode.LINE and other >= 0:
                pair = (str(self.hex_cursor), lattice.labels[other])
                self._bar(painter, stretch_ends(lattice, pair, course), scale)
        elif item is not None and len(item.labels) == 1:
            self._ring(painter, lattice, item.labels[0], scale)
        elif item is not None and review is not None:
            self._bar(painter, stretch_ends(lattice, item.labels, review.course), scale)

    def _ring(self, painter: QPainter, lattice: Lattice, label: str, scale: float) -> None:
        if label in lattice.index:
            for shade, width in ((_HALO, 6), (_CURSOR, 3)):
                painter.setPen(_tool_input(shade, width, scale))
                painter.drawPolygon(outline(lattice, lattice.index[label]))

    def _bar(self, painter: QPainter, ends: tuple[QPointF, QPointF] | None, scale: float) -> None:
        if ends is not None:
            for shade, width in ((_HALO, 11), (_CURSOR, 7)):
                painter.setPen(_tool_input(shade, width, scale))
                painter.drawLine(*ends)


def outline(lattice: Lattice, row: int) -> QPolygonF:
    """The six corners of a hex on the scan."""
    layout = Layout(lattice.grid.orientation)
    ring = np.array([layout.corner(lattice.hexes[row], n) for n in range(6)])
    centre = np.array(layout.centre(lattice.hexes[row]))
    at = (ring - centre) @ lattice.frames[row].T + lattice.centres[row]
    return QPolygonF([QPointF(x, y) for x, y in at])


def edges(lattice: Lattice, rows: Sequence[int]) -> Iterator[QLineF]:
    """The sides of some hexes on the scan, each once: one path of whole hexes takes eight times as
    long to draw.
    """
    drawn: set[int] = set()
    for row in rows:
        ring = outline(lattice, row).toList()
        for way, near in enumerate(lattice.neighbours[row].tolist()):
            if near not in drawn:
                yield QLineF(ring[way], ring[(way + 1) % 6])
        drawn.add(row)


def stretch_ends(
    lattice: Lattice, labels: tuple[str, ...], course: Course
) -> tuple[QPointF, QPointF] | None:
    """Where a hexside or link begins and ends on the scan."""
    a, b = (lattice.index.get(label, -1) for label in labels)
    if a < 0 or b < 0:
        return None
    if course is Course.LINKS:
        return QPointF(*lattice.centres[a]), QPointF(*lattice.centres[b])
    ways = np.flatnonzero(lattice.neighbours[a] == b)
    if len(ways) == 0:
        return None
    way = int(ways[0])
    return QPointF(*lattice.corner(a, way)), QPointF(*lattice.corner(a, way + 1))


def _visible(lattice: Lattice, area: QRectF) -> list[int]:
    reach = float(lattice.pitch.max())
    x, y = lattice.centres.T
    on = (x > area.left() - reach) & (x < area.right() + reach)
    on &= (y > area.top() - reach) & (y < area.bottom() + reach)
    return [int(row) for row in np.flatnonzero(on)]


def _shrunk(ring: QPolygonF, share: float) -> QPolygonF:
    points = ring.toList()
    middle = QPointF(
        sum(p.x() for p in points) / len(points), sum(p.y() for p in points) / len(points)
    )
    return QPolygonF([middle + (p - middle) * share for p in points])


def _fill(legend: Legend, kind: str, alpha: int) -> QColor:
    colour = QColor(terrain_look(legend, kind).fill)
    colour.setAlpha(alpha)
    return colour


def _tool_input(colour: QColor, width: float, scale: float) -> QPen:
    tool_input = QPen(colour, width / scale)
    tool_input.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    tool_input.setCapStyle(Qt.PenCapStyle.RoundCap)
    return tool_input


def _font(px: float, scale: float) -> QFont:
    font = QFont()
    font.setPixelSize(100)
    font.setBold(True)
    font.setPointSizeF(max(0.1, 0.75 * px / scale))
    return font


def _text(painter: QPainter, at: QPointF, words: str, colour: QColor, scale: float) -> None:
    """Words about a point, with a light rim so that they are read on any print."""
    path = QPainterPath()
    path.addText(0, 0, painter.font(), words)
    box = path.boundingRect()
    path.translate(at - box.center())
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_tool_input(_HALO, 3.2, scale))
    painter.drawPath(path)
    painter.fillPath(path, colour)


def _cross(painter: QPainter, at: QPointF, r: float, scale: float) -> None:
    for shade, width in ((_HALO, 4.5), (_CURSOR, 2.0)):
        painter.setPen(_tool_input(shade, width, scale))
        painter.drawLine(at - QPointF(r, 0), at + QPointF(r, 0))
        painter.drawLine(at - QPointF(0, r), at + QPointF(0, r))
