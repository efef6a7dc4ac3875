"""All displays of the game: points, pools, boxes, schedules, as the rules give them."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QVBoxLayout

from engine.core.change import Change
from engine.core.view.display import Display, Row
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.models.displays_model import ENTRY, DisplaysModel, Entry, Written
from qtapp.widgets.counter_pictures import CounterPictures
from qtapp.widgets.trees import FoldingView
from qtapp.widgets.wrapped import wrap_columns
from qtapp.workspaces.play.following import FollowingPanel
from resources import Theme

MANY = 100
"""A display of more lines shows at first those alone that lie under no other."""
LONG = 20
"""So many lines under one are folded at first in any display."""
VALUES = 0.43
"""No more of the width than this goes to the values where names need the rest."""


class DisplaysPanel(FollowingPanel):
    """A tree of displays. ``unit_picked``, ``hex_picked`` and ``range_picked`` (what covers
    ground on the map) follow what the user chooses in it.
    """

    unit_picked = Signal(object)
    hex_picked = Signal(object)
    range_picked = Signal(object)

    def __init__(self, bridge: GameBridge, pictures: CounterPictures, theme: Theme) -> None:
        super().__init__(bridge)
        self.model = DisplaysModel(bridge, pictures)
        self._open: set[str] = set()
        self._seen: set[str] = set()
        self._lines: dict[tuple[str, ...], bool] = {}
        self._shared = 0
        """The width that was shared out last."""
        self.tree = FoldingView()
        self.tree.setAccessibleName("Displays")
        self.tree.setToolTip("What the game keeps beside the board")
        self.tree.setModel(self.model)
        self.tree.setHeaderHidden(True)
        self.tree.setAnimated(False)
        self.tree.setIndentation(14)
        self.tree.setIconSize(pictures.size * 0.6)
        self.tree.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        wrap_columns(self.tree)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Fixed)
        self.tree.verticalScrollBar().rangeChanged.connect(lambda _least, _most: self._fit())
        self._unfolding = QTimer(self)
        self._unfolding.setSingleShot(True)
        self._unfolding.setInterval(0)
        self._unfolding.timeout.connect(self._lay_out)
        self.tree.expanded.connect(self._unfolded)
        self.tree.collapsed.connect(lambda index: self._remember(index, False))
        self.tree.clicked.connect(self._picked)
        self.tree.activated.connect(self._picked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.addWidget(self.tree)
        self.set_theme(theme)
        self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Use another theme's colours."""
        self.model.set_colours(dict(theme.colours))
        self.tree.viewport().update()

    def refresh(self) -> None:
        """Follow the session; what was open stays open."""
        bar = self.tree.verticalScrollBar().value()
        written = self.model.refresh(self.tree.isExpanded)
        if written is Written.NOTHING:
            return
        is_whole = written is Written.ALL
        for row in range(self.model.rowCount()) if is_whole else self.model.relaid:
            index = self.model.index(row, 0)
            shown = index.data(ENTRY).what
            if isinstance(shown, Display):
                if shown.id not in self._seen:
                    self._seen.add(shown.id)
                    if len(shown.rows) <= 6:
                        self._open.add(shown.id)
                self.tree.setFirstColumnSpanned(row, QModelIndex(), not shown.summary)
                if not is_whole and self.tree.isExpanded(index):
                    self._lay_display(index, shown)
                self.tree.setExpanded(index, shown.id in self._open)
        if is_whole or self._unfolding.isActive():
            self._lay_out()
            self.tree.verticalScrollBar().setValue(bar)
        else:
            self._share_width()

    def show_change(self, change: Change) -> None:
        """Follow the session; a unit that changed may look otherwise where its line does not."""
        self.refresh()
        if not self.model.pictured.isdisjoint(change.units):
            self.tree.viewport().update()

    def _lay_out(self) -> None:
        """Share the width and lay all lines out: those that go over both columns had their heights
        before they did.
        """
        self._unfolding.stop()
        self._share_width()
        self.tree.doItemsLayout()

    def _unfolded(self, index: QModelIndex) -> None:
        """A line was unfolded. What a display lists is laid then: most are never looked at."""
        self._remember(index, True)
        shown = index.data(ENTRY).what
        if isinstance(shown, Display):
            self._lay_display(index, shown)

    def _lay_display(self, index: QModelIndex, display: Display) -> None:
        self._lay_lines(index, len(display.rows) <= MANY)
        self._unfolding.start()

    def _lay_lines(self, above: QModelIndex, unfolds: bool) -> None:
        """Unfold lines with others under them as they were left, at first as ``unfolds`` says; a
        line without a value has the whole width.
        """
        for row in range(self.model.rowCount(above)):
            index = self.model.index(row, 0, above)
            entry: Entry = index.data(ENTRY)
            if isinstance(entry.what, Row):
                self.tree.setFirstColumnSpanned(row, above, not entry.what.value)
                if entry.children:
                    few = unfolds and len(entry.children) < LONG
                    rows = any(isinstance(child.what, Row) for child in entry.children)
                    self.tree.setExpanded(index, self._lines.get(entry.path, few and rows))
                    self._lay_lines(index, unfolds)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width out again."""
        super().resizeEvent(event)
        self._share_width()

    def _fit(self) -> None:
        """Share the width out again when a scroll bar takes of it, or no longer does."""
        if self._shared != self.tree.viewport().width():
            self._share_width()

    def _share_width(self) -> None:
        self._shared = self.tree.viewport().width()
        wanted = self.tree.sizeHintForColumn(1) + 6
        left = self._shared - self.tree.sizeHintForColumn(0)
        self.tree.header().resizeSection(1, min(wanted, max(left, int(self.width() * VALUES))))

    def show_display(self, ident: str) -> None:
        """Open one display and bring it into view."""
        self.catch_up()
        index = self.model.display_index(ident)
        if index.isValid():
            self.tree.expand(index)
            self.tree.setCurrentIndex(index)
            self.tree.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)

    def show_outcome(self) -> Iterator[None]:
        """Bring into view how the game ended, unless it goes on by now; in the panel's turn."""
        if self._bridge.is_open and self._bridge.view.outcome is not None:
            self.show_display("victory")
        yield from ()

    def _remember(self, index: QModelIndex, is_open: bool) -> None:
        entry: Entry = index.data(ENTRY)
        if isinstance(entry.what, Display):
            (self._open.add if is_open else self._open.discard)(entry.what.id)
        else:
            self._lines[entry.path] = is_open

    def _picked(self, index: QModelIndex) -> None:
        entry: Entry = index.data(ENTRY)
        if isinstance(entry.what, Row) and entry.what.subject is not None:
            self.range_picked.emit(entry.what.subject)
        match entry.what:
            case Row(hex=at) if at is not None:
                self.hex_picked.emit(at)
            case Row(units=units) if len(units) == 1:
                self.unit_picked.emit(units[0])
            case str():
                self.unit_picked.emit(UnitId(entry.what))
