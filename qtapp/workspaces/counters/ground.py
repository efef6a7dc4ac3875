"""The piece of board that a counter is previewed on: of the file's own board, where it has one."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from maps.hexgrid import Hex
from maps.model import GameMap
from qtapp.painters.board import BoardPainter, Layers
from qtapp.painters.counters.stacks import SIDE
from qtapp.painters.detail import Detail
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.schemes import SHEET, Scheme


class Ground:
    """Paints pieces of a board, around the place with the most kinds of terrain about it."""

    def __init__(self, board: GameMap | None = None, scheme: Scheme = SHEET) -> None:
        self.board, self._scheme = board, scheme
        self._painter = BoardPainter(board, scheme) if board is not None else None
        self._kept: dict[tuple[int, int, int], QImage] = {}

    def picture(self, px: int, wide: int, high: int) -> QImage:
        """A piece under a counter of ``px`` pixels; bare paper where there is no board."""
        if (px, wide, high) not in self._kept:
            self._kept[px, wide, high] = self._painted(px, wide, high)
        return self._kept[px, wide, high]

    def _painted(self, px: int, wide: int, high: int) -> QImage:
        image = QImage(wide, high, QImage.Format.Format_RGB32)
        image.fill(QColor(self._scheme.palette.paper))
        if self._painter is None or self.board is None:
            return image
        detail = Detail.of(px / SIDE, PITCH)
        area = QRectF(0, 0, wide / detail.scale, high / detail.scale)
        area.moveCenter(QPointF(*self._painter.shape.centre(liveliest(self.board))))
        painter = QPainter(image)
        painter.scale(detail.scale, detail.scale)
        painter.translate(-area.topLeft())
        self._painter.paint(painter, area, detail, Layers(frame=0.0, names=0.0))
        painter.end()
        return image


def liveliest(board: GameMap) -> Hex:
    """The place, or where a board has none the hex, with the most kinds of terrain about it, away
    from the sea.
    """
    spots = sorted({place.hex for place in board.places.values()} & board.terrain.keys())

    def kinds(at: Hex) -> int:
        found = {board.terrain.get(near, "sea") for near in (at, *at.neighbours())}
        return len(found) - 9 * ("sea" in found)

    return max(spots or sorted(board.terrain), key=lambda at: (kinds(at), at))
