"""A bar that lies over the edge of what it speaks of, in place of pushing it aside."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtWidgets import QWidget

WIDEST = 620
"""Pixels: longer words wrap."""
GAP = 10
"""Pixels between a bar and the edges."""
LEAST = 260
"""Pixels that a bar needs beside something it leaves free; else it goes above it."""
WORDED = (QEvent.Type.Show, QEvent.Type.LayoutRequest)
MOVED = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)


class Over(QObject):
    """Keeps a bar at the top or the bottom edge of a widget, in the middle, as high as its words
    need, and at most ``widest`` pixels wide. At the bottom it goes beside or above widgets that are
    to stay free, at the top below them.
    """

    def __init__(
        self,
        bar: QWidget,
        host: QWidget,
        edge: Qt.Edge,
        *free: QWidget,
        widest: int = WIDEST,
    ) -> None:
        super().__init__(bar)
        self._widest = widest
        self._bar = bar
        self._host = host
        self._edge = edge
        self._free = free
        shown = bar.isVisibleTo(host)
        bar.setParent(host)
        bar.setVisible(shown)
        bar.setProperty("over", True)
        for watched in (bar, host, *free):
            watched.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the words of the bar, the size of the widget, and what is to stay free."""
        kinds = WORDED if watched is self._bar else MOVED
        if event.type() in kinds and not self._bar.isHidden():
            self.place()
        return super().eventFilter(watched, event)

    def place(self) -> None:
        """Lay the bar where it belongs now, over everything else."""
        host, bar = self._host.rect(), self._bar
        room = host.adjusted(GAP, GAP, -GAP, -GAP)
        for taken in self._taken():
            if self._edge is Qt.Edge.TopEdge:
                room.setTop(taken.bottom() + 1 + GAP)
            elif room.right() - taken.right() - GAP >= LEAST:
                room.setLeft(taken.right() + GAP)
            else:
                room.setBottom(taken.top() - GAP)
        bar.ensurePolished()
        layout = bar.layout()
        if layout is not None:
            layout.activate()
        wide = min(self._widest, room.width())
        tall = bar.heightForWidth(wide) if bar.hasHeightForWidth() else bar.sizeHint().height()
        top = room.top() if self._edge is Qt.Edge.TopEdge else room.bottom() + 1 - tall
        middle = room.left() + (room.width() - wide) // 2
        place = QRect(middle, top, wide, tall)
        if place != bar.geometry():
            bar.setGeometry(place)
        bar.raise_()

    def _taken(self) -> list[QRect]:
        """Where in the host the visible ones are that are to stay free."""
        return [
            QRect(one.mapTo(self._host, one.rect().topLeft()), one.size())
            for one in self._free
            if one.isVisible() and self._host.isAncestorOf(one)
        ]
