"""The middle of the Units workspace: what is open, the search, and the four ways to look at it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QStackedWidget,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted
from engine.editing.project_session import OrderInfo
from oob.ledger.edits.changes import Touched
from oob.ledger.model import Row, RowKey
from qtapp.widgets.focus import FocusPass
from qtapp.widgets.parts import button, label
from qtapp.workspaces.units.units_controller import UnitsController
from qtapp.workspaces.units.views.calendar_view import CalendarView
from qtapp.workspaces.units.views.chips import columns
from qtapp.workspaces.units.views.compare_view import CompareView
from qtapp.workspaces.units.views.portraits import Portraits
from qtapp.workspaces.units.views.table_model import LedgerModel
from qtapp.workspaces.units.views.table_view import UnitTable
from qtapp.workspaces.units.views.totals_view import TotalsView
from qtapp.workspaces.units.views.tree import RosterTree

TABLE, CALENDAR, TOTALS, COMPARE = range(4)
TITLES = ("Units", "Calendar", "Totals", "Compare")
LATER_MS = 120
"""How long after a keystroke what is behind the table follows."""

BESIDE = 640
"""Pixels from which on the search has room beside the order of battle."""


class UnitsPage(QWidget):
    """Table, calendar, totals and comparison of one order of battle, narrowed alike.

    ``order_wanted`` carries the number of another one, ``add_wanted`` asks for a new one,
    ``units_wanted`` for units of an empty one; ``copy_wanted`` for a copy of what a game is played
    with.
    """

    order_wanted = Signal(int)
    add_wanted = Signal()
    units_wanted = Signal()
    copy_wanted = Signal()
    chosen_changed = Signal()

    def __init__(self, controller: UnitsController, tree: RosterTree, ratio: float) -> None:
        super().__init__()
        self._controller, self._tree = controller, tree
        self._show_start = False
        self.portraits = Portraits(ratio)
        self.model = LedgerModel(controller, self.portraits, self)
        self.table = UnitTable(self.model, controller)
        self.calendar = CalendarView()
        self.totals = TotalsView(lambda fact, word: controller.ledger.called(fact, word))
        self.compare = CompareView(controller)
        self.orders = QComboBox()
        self.orders.setAccessibleName("Order of battle")
        self.orders.setToolTip("The order of battle that is shown")
        self.orders.setMinimumWidth(230)
        self.orders.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.orders.activated.connect(lambda at: self.order_wanted.emit(self.orders.itemData(at)))
        self.search = QLineEdit()
        self.search.setAccessibleName("Search")
        self.search.setToolTip("Words of a unit: its name, type, size or formation")
        self.search.setPlaceholderText("Search: panzer 4, cavalry NKVD, Jul I 41 …")
        self.search.setClearButtonEnabled(True)
        self.found = label("", "faint", "How many are shown", wraps=False)
        self.tabs = QTabBar()
        self.tabs.setAccessibleName("How to look at it")
        self.tabs.setExpanding(False)
        self.tabs.setDrawBase(False)
        for title in TITLES:
            self.tabs.addTab(title)
        self.views = QStackedWidget()
        for view in (self.table, self.calendar, self.totals, self.compare):
            self.views.addWidget(view)
        self.empty = _Empty()
        self.kept = _Kept()
        self.body = QStackedWidget()
        self.body.addWidget(self.empty)
        self.body.addWidget(self.views)
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._lay_out()
        self._connect()
        self._opened()

    @property
    def chosen(self) -> list[RowKey]:
        """The selected rows of the table or the calendar, whichever is in view."""
        if self.views.currentIndex() == CALENDAR:
            return [row.key for row in self._controller.rows if row.key in self.calendar.chosen]
        return self.table.chosen

    @property
    def shown(self) -> list[Row]:
        """The rows that search and tree leave."""
        rows = self._controller.ledger.rows
        return [rows[key] for key in self.model.keys if key in rows]

    def show_view(self, number: int) -> None:
        """Bring table, calendar, totals or comparison into view."""
        self.tabs.setCurrentIndex(number)

    def show_whole(self) -> None:
        """Leave out nothing, and bring the table into view in the order of the rows."""
        self.search.clear()
        self.table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        self._tree.pick(())
        self._narrow()
        self.show_view(TABLE)

    def list_orders(self, orders: Sequence[OrderInfo], current: int | None) -> None:
        """Offer the orders of battle of the file."""
        self.orders.clear()
        for info in orders:
            self.orders.addItem(info.title or f"Order of battle {info.number}", info.number)
        self.orders.setCurrentIndex(self.orders.findData(current))
        self.orders.setVisible(bool(orders))

    def show_empty(self, text: str, offer: str) -> None:
        """Say why there is nothing to see, and offer what helps."""
        self.empty.say(text, offer)
        self.body.setCurrentWidget(self.empty)

    def show_kept(self, text: str) -> None:
        """Say why what is shown cannot be edited, and offer to edit a copy."""
        self.kept.text.setText(text)

    def point(self, keys: Sequence[RowKey]) -> None:
        """Show rows: the search and the tree are widened where they hide them."""
        wanted = [key for key in keys if key in self._controller.ledger.rows]
        if not wanted:
            return
        if not all(self.model.index_of(key).isValid() for key in wanted):
            self.search.clear()
            self._tree.pick(())
            self._narrow()
        if self.views.currentIndex() == CALENDAR:
            self.calendar.choose(set(wanted))
        else:
            if self.views.currentIndex() != TABLE:
                self.show_view(TABLE)
            self.table.choose(wanted)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the search below the order of battle where there is no room beside it."""
        super().resizeEvent(event)
        way = QBoxLayout.Direction
        self._top.setDirection(way.TopToBottom if self.width() < BESIDE else way.LeftToRight)

    def _lay_out(self) -> None:
        top, bar = self._top, QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.orders)
        top.addWidget(self.search, 1)
        top.addWidget(self.found)
        bar.addWidget(self.tabs)
        bar.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 6)
        layout.setSpacing(4)
        layout.addLayout(top)
        layout.addLayout(bar)
        layout.addWidget(self.kept)
        layout.addWidget(self.body, 1)
        self._focus = FocusPass(self, self.table)

    def _connect(self) -> None:
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(LATER_MS)
        self._later.timeout.connect(self._follow)
        controller = self._controller
        controller.opened.connect(self._opened)
        controller.closed.connect(self._opened)
        controller.changed.connect(self._changed)
        controller.pointed.connect(self.point)
        self.search.textChanged.connect(lambda _text: self._narrow())
        self._tree.chosen.connect(self._narrow)
        self.tabs.currentChanged.connect(self._view_chosen)
        self.table.chosen_changed.connect(self.chosen_changed.emit)
        self.calendar.chosen_changed.connect(self.chosen_changed.emit)
        self.calendar.moved.connect(controller.move_to)
        self.calendar.shifted.connect(controller.shift)
        self.calendar.start_toggled.connect(self._toggle_start)
        self.calendar.opened.connect(self._open_rows)
        self.compare.pointed.connect(self.point)
        self.kept.copy.clicked.connect(self.copy_wanted.emit)
        self.empty.wanted.connect(self._offered)

    def _open_rows(self, keys: Sequence[RowKey]) -> None:
        self.show_view(TABLE)
        self.point(keys)
        self.table.setFocus()

    def _offered(self) -> None:
        wanted = self.units_wanted if self._controller.is_shown else self.add_wanted
        wanted.emit()

    def _show_body(self) -> None:
        """Show what there is to see of an order of battle; one without units says what to do."""
        controller = self._controller
        if controller.is_open and not controller.rows and self.tabs.currentIndex() != COMPARE:
            self.show_empty("There are no units in it yet.", "Write some in notation…")
        elif controller.is_shown:
            self.body.setCurrentWidget(self.views)

    def _opened(self) -> None:
        self._show_body()
        self.kept.setVisible(self._controller.is_shown and not self._controller.is_open)
        self._show_start = False
        self._narrow()
        self._follow()

    def _changed(self, touched: Touched) -> None:
        self._show_body()
        self._say_found()
        if touched.order or touched.rows:
            if self.views.currentIndex() == CALENDAR:
                self._follow()
            else:
                self._later.start()

    def _narrow(self) -> None:
        self.model.set_filter(self.search.text(), self._tree.within)
        self._say_found()
        self._later.start()

    def _say_found(self) -> None:
        shown, whole = self.model.rowCount(), len(self._controller.rows)
        self.found.setText(
            f"{shown:,} of {whole:,}"
            if shown != whole
            else counted(whole, "entry", "entries")
            if whole
            else ""
        )

    def _view_chosen(self, number: int) -> None:
        self.views.setCurrentIndex(number)
        self._show_body()
        self._follow()
        if number == CALENDAR and self.table.chosen:
            self.calendar.choose(set(self.table.chosen))
        self._focus.aim((self.table, self.calendar, self.totals, self.compare)[number])
        self.chosen_changed.emit()

    def _toggle_start(self) -> None:
        self._show_start = not self._show_start
        self._follow()

    def _follow(self) -> None:
        """Bring what is in view up to date with the rows that are shown."""
        self._later.stop()
        if self.views.currentIndex() == CALENDAR:
            found = columns(self._controller.rows, self.shown)
            starts = {at for at, column in enumerate(found) if column.turn.initial}
            folded = frozenset() if self._show_start else frozenset(starts)
            self.calendar.show_columns(found, folded, self._colours())
        elif self.views.currentIndex() == TOTALS:
            self.totals.show_rows(self.shown)

    def _colours(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for row in self._controller.rows:
            name = row.item.section.nationality
            if name not in found:
                found[name] = self.portraits.nation(row.item).fill
        return found


class _Kept(QFrame):
    """Says why what is shown stays as it is, and offers a copy."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "notice")
        self.text = label("", name="Why it cannot be edited")
        self.copy = button("Edit a copy", "Add a copy to the file and edit that")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 6, 8, 6)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.copy)
        self.hide()


class _Empty(QWidget):
    """Says why there is nothing, and offers what helps."""

    wanted = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.text = label("", "faint", "Why there is nothing")
        self.text.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.offer = button("", "", primary=True)
        self.offer.clicked.connect(self.wanted.emit)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(self.offer)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.addStretch(1)
        layout.addWidget(self.text)
        layout.addSpacing(10)
        layout.addLayout(row)
        layout.addStretch(2)

    def say(self, text: str, offer: str) -> None:
        """Show a sentence and a button."""
        self.text.setText(text)
        self.offer.setText(offer)
        self.offer.setVisible(bool(offer))
