"""A panel that can be lower than what is in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QTabWidget, QWidget

from qtapp.app.errors import outside_qt

LOWEST = 96
"""Pixels of height with which a panel still shows something of use."""
SPARE = 3
"""Pixels of height that a panel can do without, before it scrolls."""


class ScrolledPanel(QScrollArea):
    """Shows a panel whole where there is room for it; where there is less, it scrolls up and down,
    so that the window never squeezes it or lays it over another. It is always as wide as its place.

    Its ground is its own, so that Qt paints no dock and no window below it when a word changes.
    """

    def __init__(self, panel: QWidget) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._panel = panel
        self._is_scrolled = False
        self._told: QSize | None = None
        self.setWidget(panel)
        panel.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow what the panel needs."""
        if watched is self._panel and event.type() == QEvent.Type.LayoutRequest:
            self._lay()
            self._tell()
        return super().eventFilter(watched, event)

    def showEvent(self, event: QShowEvent) -> None:
        """Fill the ground."""
        super().showEvent(event)
        with outside_qt():
            self.viewport().setAutoFillBackground(True)

    def changeEvent(self, event: QEvent) -> None:
        """Fill the ground of another theme: a style sheet has it filled by what is below."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self.viewport().setAutoFillBackground(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the panel its place again; where it became too small for what it needs by now, say
        what that is.
        """
        super().resizeEvent(event)
        self._lay()
        if self._told is not None and self.size() != self.size().expandedTo(self._told):
            self.updateGeometry()

    def sizeHint(self) -> QSize:
        """As large as the panel is at best."""
        return self._panel.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """As narrow as the panel may be beside a scroll bar, and lower than it may be."""
        least = self._panel.minimumSizeHint().expandedTo(self._panel.minimumSize())
        bar = self._bar() if self.verticalScrollBar().isVisible() else 0
        return QSize(least.width() + bar, min(least.height(), LOWEST))

    def _tell(self) -> None:
        """Ask for another place where there is no room for the least that is needed, or that held
        the place open until now: the whole window is laid out then, and painted. Words that change
        in a panel seldom need that, and what they need at best does not move it: docks have the
        sizes they were given.
        """
        least, before, room = self.minimumSizeHint(), self._told, self.size()
        if least != before:
            self._told = least
            if before is None or room != room.expandedTo(least) or not _within(before, room):
                self.updateGeometry()

    def _lay(self) -> None:
        room = self.maximumViewportSize()
        if self._needs(room.width()) > room.height() + SPARE:
            wide = room.width() - self._bar()
            room = QSize(wide, max(room.height(), self._needs(wide)))
        self._panel.resize(room)
        is_scrolled = self.verticalScrollBar().isVisible()
        if is_scrolled is not self._is_scrolled:  # the bar takes its width beside what is shown
            self._is_scrolled = is_scrolled
            self.updateGeometry()

    def _needs(self, wide: int) -> int:
        return least_height(self._panel, wide)

    def _bar(self) -> int:
        return self.verticalScrollBar().sizeHint().width()


def _within(least: QSize, room: QSize) -> bool:
    """Whether a place is both wider and higher than it must be."""
    return room.width() > least.width() and room.height() > least.height()


def least_height(widget: QWidget, wide: int) -> int:
    """How low a widget may become at a width, with words that go on in the next line.

    Qt's own answers are that at the least width, where buttons lie one below the other, and at this
    width what a container likes best.
    """
    if isinstance(widget, QTabWidget):
        there = (widget.widget(number) for number in range(widget.count()))
        pages = [page for page in there if page is not None]
        thought = max((page.minimumSizeHint().height() for page in pages), default=0)
        needed = max((least_height(page, wide) for page in pages), default=0)
        return widget.minimumSizeHint().height() - max(0, thought - needed)
    layout = widget.layout()
    if layout is None or not layout.hasHeightForWidth():
        return max(widget.minimumSizeHint().height(), widget.minimumHeight())
    margins = layout.contentsMargins()
    inner = wide - margins.left() - margins.right()
    needed = layout.minimumHeightForWidth(wide)
    for number in range(layout.count()):
        item = layout.itemAt(number)
        part = item.widget() if item is not None else None
        flows = part is not None and part.hasHeightForWidth() and part.isVisibleTo(widget)
        if part is not None and flows and not isinstance(part, QLabel):
            needed -= max(0, part.heightForWidth(inner) - least_height(part, inner))
    return max(needed, widget.minimumHeight())
