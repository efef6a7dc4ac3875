"""The turn record track: a box for each turn, large enough for a counter."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from engine.core.view.outlook import Due
from engine.reports.turn_record import TurnRow
from qtapp.exchange.paper.print_text import FAINT, INK, SHADE, largest, wrapped, write, write_middle
from qtapp.painters.fonts import Face
from qtapp.painters.palette import colour

_EDGE, _GAP, _HEAD = 26.0, 2.0, 5.2
_KINDS = {
    "arrival": "arrivals",
    "withdrawal": "withdrawals",
    "conversion": "conversions",
    "replacement": "replacements",
    "release": "releases",
}


class TurnTrack:
    """The boxes of all turns on pages of a width and height, a head line above them."""

    def __init__(self, rows: tuple[TurnRow, ...], counter: float, wide: float, high: float) -> None:
        self._rows = tuple(row for row in rows if row.number)
        self._edge = max(_EDGE, counter + 4.0)
        self._columns = max(1, int((wide + _GAP) // (self._edge + _GAP)))
        self._per_page = self._columns * max(
            1, int((high - 12.0 + _GAP) // (self._edge + _HEAD + _GAP))
        )

    @property
    def pages(self) -> int:
        """How many pages it takes."""
        return -(-len(self._rows) // self._per_page)

    def paint(self, painter: QPainter, page: int, corner: tuple[float, float]) -> None:
        """Paint a page whose upper left corner is there."""
        left, top = corner
        write(painter, (left, top + 5.0), "Turn record", 5.0, Face.BOLD)
        rows = self._rows[page * self._per_page : (page + 1) * self._per_page]
        for number, row in enumerate(rows):
            x = left + number % self._columns * (self._edge + _GAP)
            y = top + 12.0 + number // self._columns * (self._edge + _HEAD + _GAP)
            self._box(painter, row, x, y)

    def _box(self, painter: QPainter, row: TurnRow, x: float, y: float) -> None:
        edge = self._edge
        painter.fillRect(QRectF(x, y, edge, _HEAD), colour(SHADE))
        painter.setPen(QPen(colour(INK), 0.3))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(QRectF(x, y, edge, _HEAD + edge))
        title = f"{row.number}" + (f" · {row.date}" if row.date else "")
        size, lines = largest(title, (3.0, 2.6, 2.2, 1.8), edge - 2.0, Face.BOLD)
        write_middle(painter, (x + edge / 2, y + 3.7), lines[0], size, Face.BOLD)
        base = y + _HEAD + edge - 1.2
        for line in reversed(wrapped(brings(row.due), 1.9, edge - 2.0)):
            write(painter, (x + 1.0, base), line, 1.9, Face.SANS, FAINT)
            base -= 1.9 * 1.25


def brings(due: tuple[Due, ...]) -> str:
    """What a turn brings in a few words: ``arrivals, weather``."""
    kinds = dict.fromkeys(_KINDS.get(entry.kind, entry.kind) for entry in due if not entry.done)
    return ", ".join(kinds)
