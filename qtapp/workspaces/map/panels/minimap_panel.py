"""The whole board as a thumbnail, with a frame around what the window shows."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from maps.edits import MapLayer, Touched
from maps.hexgrid import Hex
from maps.layout import Orientation
from qtapp.board.view import MapView
from qtapp.painters.board import BoardPainter
from qtapp.painters.layers.shape import PITCH
from qtapp.painters.palette import colour
from qtapp.painters.schemes import Scheme

MUCH = 5_000
"""Hexes: when more than these are touched, the whole thumbnail is drawn again."""

LONGEST = 720
"""Pixels along the longer edge of the kept thumbnail."""


class MinimapPanel(QWidget):
    """Press or drag to bring a part of the board into the window.

    The thumbnail is drawn once; an edit redraws only the hexes it touched.
    """

    def __init__(self, view: MapView) -> None:
        super().__init__()
        self._view = view
        self._of: BoardPainter | None = None
        self._scheme: Scheme | None = None
        self._image: QImage | None = None
        self._scale = 1.0
        self.redrawn = 0
        """How many hexes were drawn since the thumbnail was begun."""
        self.setMinimumSize(QSize(120, 90))
        self.setAccessibleName("Minimap")
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        view.visible_rect_changed.connect(lambda _rect: self.update())

    def sizeHint(self) -> QSize:
        """Workspace enough to find one's way."""
        return QSize(320, 220)

    def touch(self, touched: Touched) -> None:
        """Draw again what an edit touched; all of it when looks or sheets changed."""
        board = self._view.board.board
        if not self.isVisible() or touched.everything or not self._is_drawn(board):
            self._of = None
        elif board is not None and MapLayer.TERRAIN in touched.layers:
            if len(touched.hexes) > MUCH:
                self._of = None
            else:
                self._draw(board, sorted(touched.hexes))
        self.update()

    def _is_drawn(self, board: BoardPainter | None) -> bool:
        return board is self._of and (board is None or board.shape.scheme is self._scheme)

    def _begin(self, board: BoardPainter) -> None:
        bounds = board.shape.bounds
        self._of, self._scheme = board, board.shape.scheme
        self._scale = LONGEST / max(bounds.width(), bounds.height(), 1.0)
        size = (bounds.size() * self._scale).toSize().expandedTo(QSize(1, 1))
        self._image = QImage(size, QImage.Format.Format_RGB32)
        self._image.fill(colour(board.shape.palette.paper))
        drawn, area = board.terrain.relief.overview()
        with QPainter(self._image) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.scale(self._scale, self._scale)
            painter.translate(-bounds.topLeft())
            painter.drawImage(area, drawn)
        self.redrawn = len(board.shape.map.terrain)

    def _draw(self, board: BoardPainter, hexes: Iterable[Hex]) -> None:
        assert self._image is not None
        shape, terrain = board.shape, board.shape.map.terrain
        by_kind: dict[str, list[Hex]] = {}
        for at in hexes:
            by_kind.setdefault(terrain[at], []).append(at)
            self.redrawn += 1
        long, short = 1.5 * shape.radius, PITCH
        is_flat = shape.map.orientation is Orientation.FLAT
        # A little larger than its place, so that no paper shows between two.
        wide, high = (edge + 1.2 / self._scale for edge in _turned((long, short), is_flat))
        with QPainter(self._image) as painter:
            painter.scale(self._scale, self._scale)
            painter.translate(-shape.bounds.topLeft())
            painter.setPen(Qt.PenStyle.NoPen)
            for kind, cells in by_kind.items():
                painter.setBrush(colour(shape.terrain_look(kind).fill))
                painter.drawRects(
                    [
                        QRectF(x - wide / 2, y - high / 2, wide, high)
                        for x, y in map(shape.centre, cells)
                    ]
                )

    def place(self) -> QRectF:
        """Where the thumbnail lies in the panel."""
        if self._image is None:
            return QRectF()
        space = QRectF(self.rect()).adjusted(8, 2, -8, -8)
        size = QSize(self._image.size()).scaled(
            space.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio
        )
        found = QRectF(0, 0, size.width(), size.height())
        found.moveCenter(space.center())
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw thumbnail and frame."""
        board = self._view.board.board
        if board is not None and not self._is_drawn(board) and self.isVisible():
            self._begin(board)
        if self._image is None or self._of is None:
            return
        place, bounds = self.place(), self._of.shape.bounds
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(place, self._image)
            painter.setPen(QColor("#8a8271"))
            painter.drawRect(place)
            grow = place.width() / bounds.width()
            seen = self._view.visible_rect.translated(-bounds.topLeft())
            frame = QRectF(seen.topLeft() * grow, seen.size() * grow).translated(place.topLeft())
            frame = frame.intersected(place)
            painter.fillRect(frame, QColor(255, 255, 255, 50))
            for ink, wide in (("#fffdf5", 3.0), ("#b23c00", 1.5)):
                painter.setPen(QPen(QColor(ink), wide))
                painter.drawRect(frame)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Bring the place under the pointer into the window."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._bring(event.position())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Go on bringing it while the button is down."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._bring(event.position())

    def _bring(self, spot: QPointF) -> None:
        place = self.place()
        if self._of is None or place.isEmpty():
            return
        bounds = self._of.shape.bounds
        grow = bounds.width() / place.width()
        self._view.centerOn((spot - place.topLeft()) * grow + bounds.topLeft())


def _turned(size: tuple[float, float], is_flat: bool) -> tuple[float, float]:
    return size if is_flat else (size[1], size[0])
