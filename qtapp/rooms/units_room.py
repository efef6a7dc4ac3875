"""The Units workspace: an order of battle of the open file, edited."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QInputDialog, QWidget

from engine.oob_session import OobSession
from engine.project_session import OrderInfo
from maps.errors import KnownError
from oob.ledger import builders
from oob.ledger.model import RowKey
from oob.ledger.typed import context
from qtapp.action_kinds import When
from qtapp.rooms.room import Command, Room
from qtapp.rooms.units_table import CHOSEN, OPEN, UNITS_TABLE
from qtapp.roster.desk import RosterDesk
from qtapp.roster.dialogs import BulkDialog, NewUnitsDialog
from qtapp.roster.errata_view import ErrataView
from qtapp.roster.files import RosterFiles
from qtapp.roster.page import CALENDAR, COMPARE, TABLE, TOTALS, UnitsPage
from qtapp.roster.problems_view import RosterProblems
from qtapp.roster.tree import RosterTree
from qtapp.roster.typing_dialog import TypingDialog

if TYPE_CHECKING:
    from qtapp.main_window import MainWindow

COLUMNS_KEY = "units/columns"


class UnitsRoom(Room):
    """Edits the chosen order of battle of the open file."""

    table = UNITS_TABLE

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.desk = RosterDesk(window)
        self.tree = RosterTree(self.desk)
        self.problems = RosterProblems(self.desk)
        self.errata = ErrataView(self.desk)
        self.centre = UnitsPage(self.desk, self.tree, window.devicePixelRatioF())
        self.files = RosterFiles(self.desk, window)
        self._tried: int | None = None
        kept = window.preferences.kept_text(COLUMNS_KEY)
        if kept:
            self.centre.table.show_columns(kept.split(","))
        self._connect()

    @property
    def panels(self) -> Mapping[str, QWidget]:
        """Tree, problems and errata."""
        return {
            "oob_tree": self.tree,
            "oob_problems": self.problems,
            "oob_errata": self.errata,
        }

    @property
    def page(self) -> QWidget:
        """Table, calendar, totals and comparison."""
        return self.centre

    def commands(self) -> Mapping[str, Command]:
        """What the actions do."""
        return {
            "oob_import": self.files.ask_import,
            "oob_add": self.files.ask_add,
            "oob_update": self.files.ask_update,
            "oob_export": self.files.ask_export,
            "oob_booklet": self.files.ask_booklet,
            "oob_title": self._ask_title,
            "oob_copy": self._copy,
            "oob_new": self._ask_new,
            "oob_type": self._ask_typed,
            "oob_change": self._ask_change,
            "oob_remove": lambda: self.desk.remove(self.centre.chosen),
            "oob_earlier": lambda: self._shift(-1),
            "oob_later": lambda: self._shift(1),
            "oob_find": self._find,
            "oob_table": lambda: self._view(TABLE),
            "oob_calendar": lambda: self._view(CALENDAR),
            "oob_totals": lambda: self._view(TOTALS),
            "oob_compare": self._compare,
            "oob_columns": self._ask_columns,
            "oob_check": self._check,
            "oob_mix": self.files.ask_mix,
        }

    def enter(self) -> None:
        """Open the file's order of battle, unless one is open."""
        if not self.desk.is_open:
            self._open(self._usual())

    def leave(self) -> None:
        """Remember the columns; the order of battle stays open."""
        self.centre.calendar.cancel_drag()
        columns = ",".join(self.centre.table.columns)
        self.window.preferences.keep_text(COLUMNS_KEY, columns)

    def opened(self) -> None:
        """Another file has others."""
        self.desk.close()

    def closed(self) -> None:
        """Let go of it."""
        self.desk.close()

    def holding(self) -> set[str]:
        """What there is to undo, and whether units are chosen."""
        told = {
            When.UNDO: self.desk.can_undo,
            When.REDO: self.desk.can_redo,
            OPEN: self.desk.is_open,
            CHOSEN: self.desk.is_open and bool(self.centre.chosen),
        }
        return {when for when, holds in told.items() if holds}

    def undo(self) -> None:
        """Take the last edit back."""
        self.desk.undo()

    def redo(self) -> None:
        """Bring it back again."""
        self.desk.redo()

    def escape(self) -> bool:
        """Put back what is dragged, else widen the search again."""
        if self.centre.calendar.cancel_drag():
            return True
        if self.centre.search.text():
            self.centre.search.clear()
            return True
        return False

    def _connect(self) -> None:
        for signal in (self.desk.opened, self.desk.closed, self.centre.chosen_changed):
            signal.connect(self.changed)
        self.desk.changed.connect(lambda _touched: self.changed.emit())
        self.desk.refused.connect(self.window.notice.trouble)
        self.problems.pointed.connect(self.centre.point)
        self.errata.pointed.connect(self.centre.point)
        self.centre.order_wanted.connect(self.window.document.edit_order)
        self.centre.add_wanted.connect(self.files.ask_add)
        self.centre.copy_wanted.connect(self._copy)
        self.centre.compare.wanted.connect(self._ask_other)
        self.window.document.order_chosen.connect(self._chosen)
        self.window.document.contents_changed.connect(self._contents_changed)

    def _orders(self) -> tuple[OrderInfo, ...]:
        document = self.window.document
        return document.project.orders if document.path is not None else ()

    def _usual(self) -> int | None:
        """The order of battle to open: the chosen one, else one no game is played with."""
        orders = self._orders()
        chosen = self.window.document.order_number
        if self.window.document.has_chosen_order or not orders:
            return chosen
        free = [info.number for info in orders if not info.games]
        return free[0] if free else chosen

    def _open(self, number: int | None) -> None:
        self.desk.close()
        self._tried = number
        orders = self._orders()
        self.centre.list_orders(orders, number)
        info = next((one for one in orders if one.number == number), None)
        if info is None:
            text = "No order of battle is in this file yet."
            self.centre.show_empty(text, "Add one…", copy=False)
            return
        path = self.window.document.path
        assert path is not None
        try:
            self.desk.take(OobSession.open(path, info.number))
        except KnownError as error:
            offer = "Edit a copy" if info.games else ""
            self.centre.show_empty(str(error), offer, copy=bool(info.games))

    def _chosen(self) -> None:
        if self.is_active:
            self._open(self.window.document.order_number)
        else:
            self.desk.close()

    def _contents_changed(self) -> None:
        orders = self._orders()
        if self.desk.is_open and self.desk.session.number not in {one.number for one in orders}:
            self.desk.close()
        if self.is_active:
            if self.desk.is_open:
                self.centre.list_orders(orders, self.desk.session.number)
            else:
                self._open(self._usual())

    def _copy(self) -> None:
        path, number = self.window.document.path, self._tried
        if path is None or number is None:
            return
        with self.window.trouble.told():
            with OobSession.copy(path, number) as made:
                fresh = made.number
            self.window.document.changed()
            self.window.document.edit_order(fresh)

    def _view(self, number: int) -> None:
        self.centre.show_view(number)
        self.centre.setFocus()

    def _find(self) -> None:
        self.centre.search.setFocus()
        self.centre.search.selectAll()

    def _compare(self) -> None:
        self._view(COMPARE)
        if self.centre.compare.other is None:
            self._ask_other()

    def _ask_other(self) -> None:
        other = self.files.ask_other()
        if other is not None:
            self.centre.compare.show_other(other)

    def _shift(self, step: int) -> None:
        keys: list[RowKey] = self.centre.chosen
        if self.desk.shift(keys, step):
            self.centre.point(keys)
            turn = self.desk.ledger.rows[keys[0]].item.section.turn
            self.window.notice.say(f"Moved to {turn}.")

    def _ask_new(self) -> None:
        key = self.centre.chosen[0]
        dialog = NewUnitsDialog(self.desk.ledger.rows[key], self.window)
        if dialog.exec() and dialog.wanted:
            self.centre.point(self.desk.duplicate(key, dialog.wanted))

    def _ask_typed(self) -> None:
        chosen = self.centre.chosen
        after = chosen[-1] if chosen else None
        dialog = TypingDialog(context(self.desk.ledger, after), self.window)
        if dialog.exec() and dialog.items:
            self.centre.point(self.desk.add(dialog.items, after))

    def _ask_change(self) -> None:
        keys = self.centre.chosen
        rows = [self.desk.ledger.rows[key] for key in keys]
        dialog = BulkDialog(self.desk, rows, self.window)
        if dialog.exec():
            self.desk.set_field(keys, *dialog.wanted)

    def _ask_title(self) -> None:
        title, done = QInputDialog.getText(
            self.window, "Title", "Title of the order of battle", text=self.desk.ledger.title
        )
        if done and title.strip():
            self.desk.do(lambda ledger: builders.set_head(ledger, "title", title.strip()))
            self.window.document.changed()

    def _ask_columns(self) -> None:
        self._view(TABLE)
        header = self.centre.table.horizontalHeader()
        menu = self.centre.table.columns_menu()
        menu.popup(header.mapToGlobal(QPoint(header.width() // 2, header.height())))

    def _check(self) -> None:
        self.problems.refresh()
        self.window.show_panel("oob_problems", self.problems.list.setFocus)
        self.window.notice.say(self.problems.summary.text())
