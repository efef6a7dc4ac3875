"""A counter on the board at all zooms at once, and as it is printed."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QWidget

from maps.model import GameMap
from oob.model import Unit
from qtapp.painters.counters.counters import (
    counter_picture,
    draw_back,
    draw_print,
    face_in,
)
from qtapp.painters.schemes import SHEET, Scheme
from qtapp.workspaces.counters.counters_controller import CountersController
from qtapp.workspaces.counters.ground import Ground

ZOOMS = (24, 36, 48, 72, 96)
"""Pixels of the counters that are shown side by side."""

PRINT = 168
"""Pixels of the printed face that is shown."""

_GAP, _LINE, _TALL = 14, 18, 236
_FACE = PRINT + 4 + _LINE
BESIDE = 2 * PRINT + 3 * _GAP
"""Pixels: both faces as printed beside each other."""
NARROWEST = 300
"""Pixels: the largest piece of board; the faces as printed lie below each other then."""


def places(wide: int) -> list[QRect]:
    """Where the pieces of board are at each of :data:`ZOOMS`, then the two faces as printed, in
    rows no wider than ``wide`` pixels.
    """
    found: list[QRect] = []
    left, top = _GAP, _GAP
    for px in ZOOMS:
        tile = QRect(left, top, round(px * 2.2) + 30, _TALL)
        if tile.right() > wide - _GAP and left > _GAP:
            left, top = _GAP, top + _TALL + _LINE + _GAP
            tile.moveTo(left, top)
        found.append(tile)
        left = tile.right() + _GAP
    if left + BESIDE > wide:
        left, top = _GAP, top + _TALL + _LINE + _GAP
    if wide < BESIDE:
        return [*found, QRect(left, top, PRINT, 2 * _FACE + _GAP)]
    return [*found, QRect(left, top, 2 * PRINT + _GAP, _FACE)]


class Preview(QWidget):
    """Shows the front and back of one counter, and up to two more under it."""

    def __init__(self, controller: CountersController) -> None:
        super().__init__()
        self._controller = controller
        self._units: list[Unit] = []
        self.ground = Ground()
        self.setAccessibleName("The counter at all zooms")
        self.setMinimumWidth(NARROWEST)

    def show_units(self, units: list[Unit]) -> None:
        """Show these counters; the first is on top."""
        self._units = units[:3]
        self.update()

    def show_board(self, board: GameMap | None, scheme: Scheme = SHEET) -> None:
        """Lay the counters on a board as it is now, coloured as boards are; None for bare paper."""
        self.ground = Ground(board, scheme)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the pieces of board with the counters on them."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setPen(self.palette().color(QPalette.ColorRole.WindowText))
        if not self._units:
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, "Choose a counter.")
            return
        *tiles, at = places(self.width())
        for px, tile in zip(ZOOMS, tiles, strict=True):
            self._tile(painter, tile, px)
        step = QPointF(0, _FACE + _GAP) if at.width() == PRINT else QPointF(PRINT + _GAP, 0)
        self._print(painter, QPointF(at.topLeft()), step)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be as high as the pieces need at this width, so that what is around scrolls."""
        super().resizeEvent(event)
        self.setMinimumHeight(places(self.width())[-1].bottom() + _GAP)

    def _tile(self, painter: QPainter, tile: QRect, px: int) -> None:
        painter.drawImage(tile.topLeft(), self.ground.picture(px, tile.width(), tile.height()))
        middle = QPointF(tile.center())
        upper = middle - QPointF(0, px * 0.36 + 20)
        step = px * 0.095
        for at, unit in reversed(list(enumerate(self._units))):
            picture = counter_picture(face_in(self._controller.order, unit), px)
            spot = upper + QPointF(-px / 2 - at * step, -px / 2 + at * step)
            painter.drawImage(QPointF(round(spot.x()), round(spot.y())), picture)
        back = face_in(self._controller.order, self._units[0], 1)
        spot = middle + QPointF(-px / 2, 20 - px * 0.10)
        if len(self._units[0].faces) > 1 or back.picture:
            painter.drawImage(QPointF(round(spot.x()), round(spot.y())), counter_picture(back, px))
        painter.drawText(
            QRect(tile.left(), tile.bottom() + 2, tile.width(), _LINE),
            Qt.AlignmentFlag.AlignHCenter,
            f"{px} pixels",
        )

    def _print(self, painter: QPainter, at: QPointF, step: QPointF) -> None:
        unit = self._units[0]
        for index, words in enumerate(("front, printed", "back, printed")):
            box = QRectF(at + step * index, QSizeF(PRINT, PRINT))
            face = face_in(self._controller.order, unit, index)
            if index and len(unit.faces) < 2 and not face.picture:
                draw_back(painter, face, box, face_in(self._controller.order, unit))
            else:
                draw_print(painter, face, box)
            space = box.translated(0, PRINT + 4)
            space.setHeight(_LINE)
            painter.drawText(space, Qt.AlignmentFlag.AlignHCenter, words)
