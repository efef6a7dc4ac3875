"""Pictures of counters for lists, drawn by the board's own painter and kept."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QPixmap

from engine.core.view.display import CounterView
from oob.model import OrderOfBattle
from qtapp.painters.counters.counters import CounterPainter

Key = tuple[str, int, tuple[str, ...]]


class CounterPictures:
    """Counter pictures by unit, face and badges, at one size in logical pixels."""

    def __init__(self, size: int = 44, ratio: float = 1.0) -> None:
        self._size = size
        self._ratio = ratio
        self._order: OrderOfBattle | None = None
        self._painter = CounterPainter()
        self._made: dict[Key, QPixmap] = {}

    @property
    def size(self) -> QSize:
        """The size of the pictures in logical pixels."""
        return QSize(self._size, self._size)

    def of(self, order: OrderOfBattle, counter: CounterView) -> QPixmap:
        """The picture of one counter."""
        if order is not self._order:
            self._order, self._painter, self._made = order, CounterPainter(order), {}
        key = counter.unit, counter.face, counter.badges
        if key not in self._made:
            picture = self._painter.picture(counter, round(self._size * self._ratio))
            pixmap = QPixmap.fromImage(picture)
            pixmap.setDevicePixelRatio(self._ratio)
            self._made[key] = pixmap
        return self._made[key]
