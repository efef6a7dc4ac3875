"""The sheet around the board: neat line, title, legend, scale bar and compass."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPainterPath, QPen

from maps.finding.measures import margins_of, scale_of
from maps.legend import Kind, Layer
from qtapp.painters.detail import Detail
from qtapp.painters.fonts import Face, lettering
from qtapp.painters.layers.boxes import BoxPainter
from qtapp.painters.layers.names.curved import natural_width
from qtapp.painters.layers.shape import PITCH, BoardShape
from qtapp.painters.palette import colour
from qtapp.painters.swatch import MARKS, draw_mark, draw_swatch, marks_of

MARGIN = 0.75 * PITCH
"""Clear paper around the hexes."""

_ROW = 0.62 * PITCH
_LETTERS = 0.3 * PITCH
"""Height of the letters of the legend."""
_SWATCH, _GAP, _SPREAD = 1.05 * PITCH, 0.4 * PITCH, 1.3 * PITCH
"""What an entry takes beside its name, what parts two columns, and how much more at most."""
_HEAD = 1.75 * PITCH
_BELOW = 0.3 * PITCH
"""How far the strip begins below a box."""

_USUAL, _MOST = 42 * PITCH, 2.4
"""The longer side of a board whose legend has its usual size, and how much larger it grows."""

_READ, _SMALL = 1.5, 22 * PITCH
"""From this size its letters can be read at 20 pixels a hex; shorter boards have no room for it."""


class FramePainter:
    """Draws the margin of the sheet."""

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape
        self._sheet: QRectF | None = None

    @property
    def board(self) -> QRectF:
        """The board with its margin and the boxes below it, without the strip that follows."""
        own = margins_of(self._shape.map)
        found = self._shape.bounds.adjusted(
            -MARGIN - own.left * PITCH,
            -MARGIN - own.top * PITCH,
            MARGIN + own.right * PITCH,
            MARGIN + own.bottom * PITCH,
        )
        boxes = BoxPainter(self._shape)
        lowest = (boxes.rect(box).bottom() for box in self._shape.map.boxes.values())
        found.setBottom(max([found.bottom(), *(bottom + _BELOW for bottom in lowest)]))
        return found

    @property
    def sheet(self) -> QRectF:
        """The whole sheet, with the strip that bears title and legend."""
        if self._sheet is None:
            self._sheet = self.board.adjusted(0, 0, 0, self._strip_height() * self.size)
        return QRectF(self._sheet)

    def changed(self) -> None:
        """Lay the sheet out again: its legend or its boxes are others."""
        self._sheet = None

    def _kinds(self) -> list[Kind]:
        """The kinds the legend shows: all that are drawn at all."""
        legend = self._shape.map.legend
        shown = [*legend.of(Layer.TERRAIN)]
        for layer in (Layer.HEXSIDE, Layer.LINE, Layer.REGION):
            for kind in legend.of(layer):
                if self._shape.stroke_look(layer, kind.id).style != "none":
                    shown.append(kind)
        for kind in legend.of(Layer.PLACE):
            if self._shape.place_look(kind.id).symbol != "none":
                shown.append(kind)
        return shown

    def _entries(self) -> list[tuple[str, Kind | str]]:
        """What the legend shows, by name: kinds, then tags of places."""
        kinds = [(kind.name, kind) for kind in self._kinds()]
        return [*kinds, *((MARKS[tag], tag) for tag in marks_of(self._shape.map))]

    @property
    def size(self) -> float:
        """How many times its usual size the strip is, so that it suits the sheet it is on."""
        board = self._shape.bounds
        longer = max(board.width(), board.height()) + 2 * MARGIN
        return min(_MOST, max(1.0, longer / _USUAL, min(_READ, longer / _SMALL)))

    @property
    def letters(self) -> float:
        """Height of the letters of the legend, in hexes."""
        return _LETTERS / PITCH * self.size

    def _is_wide(self) -> bool:
        """True when title, legend and scale fit side by side, and the strip is lower for it."""
        wide = self.board.width() / self.size
        return wide > 30 * PITCH and self._wide_height(wide) <= self._narrow_height(wide)

    def _wide_height(self, wide: float) -> float:
        rows = max(map(len, self._columns(wide - 20 * PITCH)), default=0)
        return max(3, rows) * _ROW + 1.3 * PITCH

    def _narrow_height(self, wide: float) -> float:
        rows = max(map(len, self._columns(wide - 2 * MARGIN)), default=0)
        return _HEAD + rows * _ROW + 1.1 * PITCH

    def _columns(self, wide: float) -> list[list[tuple[str, Kind | str]]]:
        """The entries of the legend in as many columns as their names have room for."""
        entries = self._entries()
        for rows in range(1, len(entries) + 1):
            found = [entries[first : first + rows] for first in range(0, len(entries), rows)]
            if sum(map(_column_width, found)) <= wide or rows == len(entries):
                return found
        return []

    def _strip_height(self) -> float:
        """Height of the strip in its own units: those of the paper times its size."""
        wide = self.board.width() / self.size
        return self._wide_height(wide) if self._is_wide() else self._narrow_height(wide)

    def paint(self, painter: QPainter, exposed: QRectF, detail: Detail) -> None:
        """Draw the frame of the exposed part."""
        bounds = self._shape.bounds
        if bounds.contains(exposed):
            return
        ink = self._shape.palette.frame
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for inset, wide in ((0.14, 0.05), (0.26, 0.014)):
            pen = QPen(colour(ink), detail.width(wide, 0.8))
            pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
            painter.setPen(pen)
            step = inset * PITCH
            painter.drawRect(self.sheet.adjusted(step, step, -step, -step))
        if exposed.bottom() > self.board.bottom() and exposed.intersects(self.sheet):
            board, size = self.board, self.size
            painter.save()
            painter.translate(board.left(), board.bottom())
            painter.scale(size, size)
            near = exposed.translated(-board.left(), -board.bottom())
            near = QRectF(
                near.left() / size, near.top() / size, near.width() / size, near.height() / size
            )
            self._strip(painter, near, Detail.of(detail.hex_px * size, PITCH))
            painter.restore()

    def _strip(self, painter: QPainter, exposed: QRectF, detail: Detail) -> None:
        """Draw the strip below the board, its upper left corner at 0, 0, in its own units."""
        wide = self.board.width() / self.size
        strip = QRectF(MARGIN, 0.0, wide - 2 * MARGIN, self._strip_height() - 0.5 * PITCH)
        pen = QPen(colour(self._shape.palette.frame), detail.width(0.014, 0.7))
        painter.setPen(pen)
        painter.drawLine(strip.topLeft(), strip.topRight())
        right = 6.4 * PITCH
        if self._is_wide():
            left = 13 * PITCH
            parts = (
                QRectF(strip.left(), strip.top(), left, strip.height()),
                strip.adjusted(left, 0, -right, 0),
                QRectF(strip.right() - right, strip.top(), right, strip.height()),
            )
        else:
            parts = (
                QRectF(strip.left(), strip.top(), strip.width() - right, _HEAD),
                strip.adjusted(0, _HEAD, 0, 0),
                QRectF(strip.right() - right, strip.top(), right, _HEAD),
            )
        near = exposed.adjusted(-PITCH, -PITCH, PITCH, PITCH)
        if parts[0].intersects(near):
            self._title(painter, parts[0], detail)
        if parts[1].intersects(near):
            self._legend(painter, exposed, parts[1], detail)
        if parts[2].intersects(near):
            self._scale(painter, parts[2], detail)

    def _text(
        self, painter: QPainter, detail: Detail, face: Face, size: float, at: QPointF, text: str,
        spacing: float = 0.0, middle: bool = False, ink: str = "",
    ) -> None:  # fmt: skip
        """Letter a line of text; ``size`` and ``at`` (its baseline) are in paper units."""
        px = size * detail.scale
        if px < 3:
            return
        font = lettering(face, px, spacing)
        scale = detail.scale
        left = at.x() * scale
        if middle:
            left -= QFontMetricsF(font).horizontalAdvance(text) / 2
        path = QPainterPath()
        path.addText(QPointF(left, at.y() * scale), font, text)
        painter.save()
        painter.scale(1 / scale, 1 / scale)
        painter.fillPath(path, colour(ink or self._shape.palette.ink))
        painter.restore()

    def _wide(
        self, detail: Detail, face: Face, size: float, text: str, spacing: float = 0.0
    ) -> float:
        font = lettering(face, max(3.0, size * detail.scale), spacing)
        return QFontMetricsF(font).horizontalAdvance(text) / detail.scale

    def _title(self, painter: QPainter, area: QRectF, detail: Detail) -> None:
        title = self._shape.map.title
        size = 0.86 * PITCH
        wide = self._wide(detail, Face.ITALIC, size, title, 106)
        if wide > area.width() - 0.4 * PITCH:
            size *= (area.width() - 0.4 * PITCH) / wide
        base = area.top() + 0.3 * PITCH + size
        self._text(painter, detail, Face.ITALIC, size, QPointF(area.left(), base), title, 106)
        line = self._subtitle()
        if line:
            small = 0.24 * PITCH
            spot = QPointF(area.left(), base + 0.45 * PITCH)
            self._text(
                painter, detail, Face.SANS, small, spot, line, ink=self._shape.palette.faint_ink
            )

    def _subtitle(self) -> str:
        notes = self._shape.map.notes
        parts = [notes[key] for key in ("subtitle", "years") if notes.get(key)]
        scale = scale_of(self._shape.map)
        if scale.per_hex > 0:
            parts.append(f"{scale.per_hex:g} {scale.unit} to the hex")
        return " · ".join(parts)

    def _legend(self, painter: QPainter, exposed: QRectF, area: QRectF, detail: Detail) -> None:
        columns = self._columns(area.width())
        widths = list(map(_column_width, columns))
        spare = max(0.0, area.width() - sum(widths)) / max(1, len(columns))
        left, top = area.left(), area.top() + 0.28 * PITCH
        for column, wide in zip(columns, widths, strict=True):
            for row, (name, what) in enumerate(column):
                cell = QRectF(left, top + row * _ROW, min(wide, area.width()), _ROW)
                if cell.adjusted(-PITCH, 0, PITCH, 0).intersects(exposed):
                    self._entry(painter, name, what, cell, detail)
            left += wide + min(spare, _SPREAD)

    def _entry(
        self, painter: QPainter, name: str, what: Kind | str, cell: QRectF, detail: Detail
    ) -> None:
        swatch = QRectF(cell.left(), cell.center().y() - 0.26 * PITCH, 0.8 * PITCH, 0.48 * PITCH)
        if isinstance(what, str):
            draw_mark(painter, self._shape, what, swatch, detail)
        else:
            draw_swatch(painter, self._shape, what, swatch, detail)
        size, space = _LETTERS, cell.width() - _SWATCH
        wide = self._wide(detail, Face.SANS, size, name)
        if wide > space > 0:
            size *= space / wide
        spot = QPointF(swatch.right() + 0.14 * PITCH, cell.center().y() + size * 0.36)
        self._text(painter, detail, Face.SANS, size, spot, name)

    def _scale(self, painter: QPainter, area: QRectF, detail: Detail) -> None:
        notes = self._shape.map.notes
        ink = colour(self._shape.palette.ink)
        north = notes.get("north", "")
        right = area.right()
        try:
            bearing = float(north) if north else None
        except ValueError:
            bearing = None
        if bearing is not None:
            spot = QPointF(right - 0.8 * PITCH, area.center().y() + 0.08 * PITCH)
            self._compass(painter, spot, 0.66 * PITCH, bearing, detail)
            right -= 1.8 * PITCH
        scale = scale_of(self._shape.map)
        unit, per_hex = scale.unit, scale.per_hex * self.size
        if per_hex <= 0:
            return
        step = min(
            (digit * 10.0**power for power in range(-1, 4) for digit in (1, 2, 5)),
            key=lambda length: abs(length / per_hex - 1.15),
        )
        long, count = step / per_hex * PITCH, 3
        left, base = right - count * long - 0.35 * PITCH, area.center().y() + 0.1 * PITCH
        painter.setPen(QPen(ink, detail.width(0.012, 0.7)))
        for index in range(count):
            painter.setBrush(ink if index % 2 == 0 else colour(self._shape.palette.plate))
            painter.drawRect(QRectF(left + index * long, base, long, 0.1 * PITCH))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        small = 0.19 * PITCH
        for index in range(count + 1):
            spot = QPointF(left + index * long, base - 0.12 * PITCH)
            self._text(painter, detail, Face.SANS, small, spot, f"{index * step:g}", middle=True)
        spot = QPointF(left + count * long / 2, base + 0.38 * PITCH)
        self._text(painter, detail, Face.SANS, small, spot, unit, middle=True)

    def _compass(
        self, painter: QPainter, at: QPointF, radius: float, bearing: float, detail: Detail
    ) -> None:
        painter.save()
        painter.translate(at)
        painter.rotate(bearing)
        ink, paper = colour(self._shape.palette.ink), colour(self._shape.palette.plate)
        painter.setPen(QPen(ink, detail.width(0.012, 0.7)))
        for turn in range(8):
            long = radius * (1.0 if turn == 0 else 0.72 if turn % 2 == 0 else 0.36)
            for way in (-1, 1):
                half = QPainterPath(QPointF(0, -long))
                half.lineTo(way * radius * 0.11, -radius * 0.11)
                half.lineTo(0, 0)
                half.closeSubpath()
                painter.setBrush(ink if way > 0 else paper)
                painter.drawPath(half)
            painter.rotate(45)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(QPointF(0, 0), radius * 0.46, radius * 0.46)
        self._text(
            painter, detail, Face.BOLD, 0.22 * PITCH, QPointF(0, -radius * 1.06), "N", middle=True
        )
        painter.restore()


def _column_width(column: Sequence[tuple[str, Kind | str]]) -> float:
    """The room that a column of the legend takes with the gap behind it."""
    longest = max((_length(name) for name, _ in column), default=0.0)
    return _SWATCH + longest * _LETTERS + _GAP


@lru_cache(maxsize=1000)
def _length(name: str) -> float:
    """How long a name is by the height of its letters."""
    return natural_width(name, Face.SANS)
