"""A board as a PDF to print: at a given size of a hex, over as many sheets as it takes.

The ground is a picture; hexsides, lines, names and all else are curves and text. Scans in place of
the drawn map are a picture too, with title, legend and boxes as curves around it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage, QPainter, QPen

from maps.files.writing import still_wanted, write_whole
from maps.model import GameMap
from qtapp.board.pictures.pdf import Progress, pdf_bytes
from qtapp.board.pictures.print_plan import PrintPlan, PrintSheet
from qtapp.painters.board import BoardPainter, Layers
from qtapp.painters.detail import Detail
from qtapp.painters.fonts import Face, ensure_gui, lettering
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.palette import colour
from qtapp.painters.skin import Skin

HEX_MM = 16.0
_GROUND_DPI = 200
_SCAN_DPI = 300
_INCH = 25.4
_GROUND = Layers(
    grid=0, numbers=0, hexsides=0, lines=0, regions=0, names=0, places=0, boxes=0, frame=0, labels=0
)
_ABOVE = Layers(terrain=0, paper=0)
_SCAN = Layers(boxes=0, frame=0)
_ROUND_SCAN = replace(_GROUND, terrain=0, paper=0, boxes=1, frame=1, skin=0)


def size_of(board: GameMap, hex_mm: float, *, frame: bool = True) -> tuple[float, float]:
    """Width and height in millimetres of a board, with title and legend if ``frame``."""
    ensure_gui()
    area = _area(BoardPainter(board), frame)
    return area.width() * hex_mm / PITCH, area.height() * hex_mm / PITCH


def write_print(
    board: GameMap,
    path: Path,
    plan: PrintPlan,
    progress: Progress | None = None,
    *,
    frame: bool = True,
    skin: Skin | None = None,
) -> None:
    """Write the sheets of a plan as a PDF, whole or not at all; ``skin`` in place of the drawn map.

    Raises KnownError when it cannot be written, and whatever ``progress`` raises.
    """
    ensure_gui()
    sheets = BoardSheets(board, plan, frame=frame, skin=skin)
    pages = [partial(sheets.paint, sheet=sheet) for sheet in plan.sheets()]
    write_whole(path, pdf_bytes(board.title, plan.page, pages, progress))


def write_poster(board: GameMap, path: Path, skin: Skin | None = None) -> None:
    """Write a board, or the scans of it, as one page of a PDF, 16 mm a hex."""
    plan = PrintPlan(size_of(board, HEX_MM), HEX_MM, None, margin=5.0, marks=False)
    write_print(board, path, plan, skin=skin)


class BoardSheets:
    """The sheets of a board on paper, by a plan.

    ``frame`` adds title and legend, ``skin`` are scans in place of the drawn map.
    """

    def __init__(
        self, board: GameMap, plan: PrintPlan, *, frame: bool = True, skin: Skin | None = None
    ) -> None:
        self._board, self._plan = board, plan
        self._painter = BoardPainter(board)
        self._painter.skin = skin
        self._area = _area(self._painter, frame)
        self._frame = frame

    def paint(self, painter: QPainter, sheet: PrintSheet) -> None:
        """Draw one sheet; the painter's units are millimetres of the paper."""
        margin, mm = self._plan.margin, PITCH / self._plan.hex_mm
        part = QRectF(
            self._area.left() + sheet.left * mm, self._area.top() + sheet.top * mm,
            sheet.wide * mm, sheet.high * mm,
        )  # fmt: skip
        place = QRectF(margin, margin, sheet.wide, sheet.high)
        painter.drawImage(place, self._ground(part, sheet))
        still_wanted()
        painter.save()
        painter.setClipRect(place)
        painter.translate(place.topLeft())
        painter.scale(1 / mm, 1 / mm)
        painter.translate(-part.topLeft())
        self._painter.paint(painter, part, self._detail(300), self._above())
        painter.restore()
        if self._plan.marks:
            self._marks(painter, sheet, place)

    def _ground(self, part: QRectF, sheet: PrintSheet) -> QImage:
        has_scans = self._painter.skin is not None
        dpi = _SCAN_DPI if has_scans else _GROUND_DPI
        dots = dpi / _INCH
        wide, high = max(1, round(sheet.wide * dots)), max(1, round(sheet.high * dots))
        image = QImage(wide, high, QImage.Format.Format_RGB32)
        image.fill(colour(self._painter.shape.palette.paper))
        painter = QPainter(image)
        try:
            painter.scale(wide / part.width(), high / part.height())
            painter.translate(-part.topLeft())
            layers = _SCAN if has_scans else _GROUND
            self._painter.paint(painter, part, self._detail(dpi), layers)
        finally:
            painter.end()
        return image

    def _detail(self, dpi: float) -> Detail:
        return Detail.of(self._plan.hex_mm / _INCH * dpi, PITCH)

    def _above(self) -> Layers:
        above = _ABOVE if self._painter.skin is None else _ROUND_SCAN
        return above if self._frame else replace(above, frame=0)

    def _marks(self, painter: QPainter, sheet: PrintSheet, place: QRectF) -> None:
        """Marks to cut by in the margin, registration marks in the overlaps, and which sheet."""
        reach = min(5.0, self._plan.margin * 0.7)
        painter.setPen(QPen(Qt.GlobalColor.black, 0.1))
        for x, way in ((place.left(), -1), (place.right(), 1)):
            for y, up in ((place.top(), -1), (place.bottom(), 1)):
                painter.drawLine(QPointF(x + way * 1.0, y), QPointF(x + way * reach, y))
                painter.drawLine(QPointF(x, y + up * 1.0), QPointF(x, y + up * reach))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for across, down in self._plan.crosses(sheet):
            at = QPointF(place.left() + across - sheet.left, place.top() + down - sheet.top)
            painter.drawEllipse(at, 1.2, 1.2)
            painter.drawLine(at - QPointF(2, 0), at + QPointF(2, 0))
            painter.drawLine(at - QPointF(0, 2), at + QPointF(0, 2))
        if self._plan.columns * self._plan.rows > 1:
            self._number(painter, sheet, place, reach)

    def _number(self, painter: QPainter, sheet: PrintSheet, place: QRectF, reach: float) -> None:
        plan, size = self._plan, 2.6
        if reach < size:
            return
        text = (
            f"{self._board.title}, row {sheet.row + 1} of {plan.rows},"
            f" column {sheet.column + 1} of {plan.columns}"
        )
        font = lettering(Face.SANS, 26)
        scale = size / 26
        painter.save()
        painter.translate(place.left() + 8, place.bottom() + reach)
        painter.scale(scale, scale)
        painter.setFont(font)
        painter.drawText(QPointF(0, -QFontMetricsF(font).descent()), text)
        painter.restore()


def _area(painter: BoardPainter, frame: bool) -> QRectF:
    return painter.frame.sheet if frame else painter.frame.board
