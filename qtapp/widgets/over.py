"""What lies over something and must not hide what it speaks of: bars at an edge, dialogs beside."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QDialog, QWidget

WIDEST = 620
"""Pixels: longer words wrap."""
GAP = 10
"""Pixels between a bar and the edges."""
LEAST = 260
"""Pixels that a bar has beside something it leaves free, or what it needs; else it goes above."""
WORDED = (QEvent.Type.Show, QEvent.Type.LayoutRequest)
MOVED = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show, QEvent.Type.Hide)


def leave_free(dialog: QDialog, kept: QRect) -> None:
    """Put a dialog below a part of the screen, else above, right or left of it, so that one reads
    there what the dialog asks for; where it has no room at all, wherever least is hidden.
    """
    screen = dialog.screen().availableGeometry()
    dialog.adjustSize()
    of = dialog.parentWidget()
    title = of.window().geometry().top() - of.window().frameGeometry().top() if of else 0
    size = dialog.size() + QSize(0, max(title, 0))
    middle = kept.center() - QPoint(size.width() // 2, size.height() // 2)
    corners = (
        QPoint(middle.x(), kept.bottom() + GAP),
        QPoint(middle.x(), kept.top() - GAP - size.height()),
        QPoint(kept.right() + GAP, middle.y()),
        QPoint(kept.left() - GAP - size.width(), middle.y()),
    )
    rooms = [_within(QRect(corner, size), screen) for corner in corners]
    dialog.move(min(rooms, key=lambda room: _area(room.intersected(kept))).topLeft())


def _within(box: QRect, screen: QRect) -> QRect:
    """A box moved so far that all of it is on the screen, its top left corner at least."""
    left = max(screen.left(), min(box.left(), screen.right() - box.width()))
    top = max(screen.top(), min(box.top(), screen.bottom() - box.height()))
    return QRect(QPoint(left, top), box.size())


def _area(box: QRect) -> int:
    return box.width() * box.height() if box.isValid() else 0


class Ground(QWidget):
    """Shows one widget all over itself. It has no layout, so that bars over it come and go without
    the whole window being laid out and painted again.
    """

    def __init__(self, body: QWidget) -> None:
        super().__init__()
        self._body = body
        self._told: tuple[QSize, QSize] | None = None
        body.setParent(self)

    def sizeHint(self) -> QSize:
        """As large as the widget likes to be."""
        return self._body.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """As small as the widget may be."""
        return self._body.minimumSizeHint()

    def event(self, event: QEvent) -> bool:
        """Ask for another place where the widget needs another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            told = self.sizeHint(), self.minimumSizeHint()
            if told != self._told:
                self._told = told
                self.updateGeometry()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the widget all the room."""
        super().resizeEvent(event)
        self._body.resize(event.size())


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
        return False

    def place(self) -> None:
        """Lay the bar where it belongs now, over everything else."""
        host, bar = self._host.rect(), self._bar
        room = host.adjusted(GAP, GAP, -GAP, -GAP)
        for taken in self._taken():
            if self._edge is Qt.Edge.TopEdge:
                room.setTop(taken.bottom() + 1 + GAP)
            elif room.right() - taken.right() - GAP >= max(LEAST, bar.minimumSizeHint().width()):
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
