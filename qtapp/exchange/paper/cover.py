"""The first page: what is inside, how to print each part, and a bar to measure the print by."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from qtapp.board.pictures.print_plan import PrintPlan
from qtapp.exchange.paper.print_text import (
    FAINT,
    INK,
    largest,
    width,
    wrapped,
    write,
    write_lines,
    write_middle,
)
from qtapp.painters.fonts import Face
from qtapp.painters.palette import colour

BAR = 100.0
"""The bar to measure by, in millimetres."""


@dataclass(frozen=True, slots=True)
class Inside:
    """A part of what is printed: its name, its first and last page, and how to print it."""

    title: str
    first: int
    last: int
    how: str

    @property
    def pages(self) -> str:
        """Its pages in words: ``page 7``, ``pages 2 to 21``."""
        if self.first == self.last:
            return f"page {self.first}"
        return f"pages {self.first} to {self.last}"


@dataclass(frozen=True, slots=True)
class Cover:
    """The first page of a game on paper."""

    title: str
    parts: tuple[Inside, ...]
    board: PrintPlan | None
    missing: str = ""

    def paint(self, painter: QPainter, corner: tuple[float, float], wide: float) -> None:
        """Paint it in a room so wide."""
        x, y = corner
        size, lines = largest(self.title, (11.0, 9.0, 7.0), wide, Face.BOLD)
        y += write_lines(painter, (x, y), lines[:4], size, Face.BOLD) + 2.0
        write(painter, (x, y + 3.4), "Print and play", 3.4, Face.ITALIC, FAINT)
        y += 14.0
        for part in self.parts:
            y += self._part(painter, part, (x, y), wide)
        y += 4.0
        if self.missing:
            lines = wrapped(self.missing, 2.6, wide, Face.ITALIC)
            y += write_lines(painter, (x, y), lines, 2.6, Face.ITALIC, FAINT) + 4.0
        y += self._bar(painter, (x, y), wide)
        if self.board is not None and self.board.columns * self.board.rows > 1:
            self._sheets(painter, self.board, (x, y + 6.0), wide)

    def _part(self, painter: QPainter, part: Inside, at: tuple[float, float], wide: float) -> float:
        x, y = at
        write(painter, (x, y + 3.6), part.title, 3.6, Face.BOLD)
        write(painter, (x + wide - width(part.pages, 3.2), y + 3.6), part.pages, 3.2)
        lines = wrapped(part.how, 2.7, wide)
        high = 5.2 + write_lines(painter, (x, y + 5.2), lines, 2.7, Face.SANS, FAINT)
        painter.setPen(QPen(colour("#b9b3a6"), 0.15))
        painter.drawLine(QPointF(x, y + high + 1.2), QPointF(x + wide, y + high + 1.2))
        return high + 4.0

    def _bar(self, painter: QPainter, at: tuple[float, float], wide: float) -> float:
        x, y = at
        said = wrapped(
            "Print at actual size (100 %), not fitted to the page. Measure this bar before you cut:"
            " it is 100 mm long.",
            2.7,
            wide,
        )
        high = write_lines(painter, (x, y), said, 2.7) + 3.0
        painter.setPen(QPen(colour(INK), 0.3))
        line = y + high + 2.0
        painter.drawLine(QPointF(x, line), QPointF(x + BAR, line))
        for number in range(11):
            tick = 2.0 if number % 5 == 0 else 1.0
            spot = x + number * BAR / 10
            painter.drawLine(QPointF(spot, line - tick), QPointF(spot, line + tick))
        for number in (0, 5, 10):
            write_middle(painter, (x + number * BAR / 10, line + 5.0), str(number * 10), 2.4)
        return high + 10.0

    def _sheets(
        self, painter: QPainter, plan: PrintPlan, at: tuple[float, float], wide: float
    ) -> None:
        """How the sheets of the board lie: small pages with their numbers."""
        x, y = at
        write(painter, (x, y + 2.7), "How the sheets of the board lie", 2.7)
        y += 6.0
        page_wide, page_high = plan.page
        scale = min(
            wide / (plan.columns * page_wide), 62.0 / (plan.rows * page_high), 24.0 / page_wide
        )
        first = next((part.first for part in self.parts if part.title == "Board"), 1)
        painter.setPen(QPen(colour(INK), 0.2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for sheet in plan.sheets():
            cell_wide, cell_high = page_wide * scale, page_high * scale
            box = QRectF(x + sheet.column * cell_wide, y + sheet.row * cell_high,
                         cell_wide, cell_high)  # fmt: skip
            painter.setPen(QPen(colour(INK), 0.2))
            painter.drawRect(box)
            number = str(first + sheet.row * plan.columns + sheet.column)
            size = min(3.0, cell_high / 2)
            write_middle(painter, (box.center().x(), box.center().y() + size / 3), number, size)
