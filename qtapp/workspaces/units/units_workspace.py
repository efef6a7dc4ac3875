"""The Units workspace: an order of battle of the open file, edited."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QInputDialog, QVBoxLayout, QWidget

from engine.editing.oob_session import OobSession
from engine.editing.project_session import OrderInfo
from maps.errors import KnownError
from oob.ledger.edits import builders
from oob.ledger.model import RowKey
from oob.ledger.typed import context
from oob.notation.text.entries import is_free
from qtapp.app.services import Services
from qtapp.workspaces.units.dialogs import BulkDialog, NewUnitsDialog
from qtapp.workspaces.units.files import RosterFiles
from qtapp.workspaces.units.order_workspace import OrderWorkspace
from qtapp.workspaces.units.page import CALENDAR, COMPARE, TABLE, TOTALS, UnitsPage
from qtapp.workspaces.units.typing_dialog import TypingDialog
from qtapp.workspaces.units.units_controller import UnitsController
from qtapp.workspaces.units.units_table import CHOSEN, OPEN, SHOWN, UNITS_TABLE
from qtapp.workspaces.units.views.errata_view import ErrataView
from qtapp.workspaces.units.views.problems_view import RosterProblems
from qtapp.workspaces.units.views.tree import RosterTree
from qtapp.workspaces.workspace import Command

COLUMNS_KEY = "units/columns"


class UnitsWorkspace(OrderWorkspace):
    """Edits the chosen order of battle of the open file."""

    table = UNITS_TABLE
    when_open, when_chosen = OPEN, CHOSEN

    def __init__(self, window: Services) -> None:
        self.controller = UnitsController(window)
        super().__init__(window, self.controller)
        self.tree = RosterTree(self.controller)
        self._left = QWidget()
        layout = QVBoxLayout(self._left)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.addWidget(self.tree)
        self.problems = RosterProblems(self.controller)
        self.errata = ErrataView(self.controller)
        self.centre = UnitsPage(self.controller, self.tree, window.devicePixelRatioF())
        self.files = RosterFiles(self.controller, window)
        kept = window.preferences.kept_text(COLUMNS_KEY)
        if kept:
            self.centre.table.show_columns(kept.split(","))
        self._connect()

    @property
    def panels(self) -> Mapping[str, QWidget]:
        """Tree, problems and errata."""
        return {
            "oob_tree": self._left,
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
            "oob_copy": self.copy_order,
            "oob_new": self._ask_new,
            "oob_type": self._ask_typed,
            "oob_change": self._ask_change,
            "oob_remove": lambda: self.controller.remove(self.centre.chosen),
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

    def leave(self) -> None:
        """Remember the columns; the order of battle stays open."""
        self.centre.calendar.cancel_drag()
        columns = ",".join(self.centre.table.columns)
        self.window.preferences.keep_text(COLUMNS_KEY, columns)

    def has_chosen(self) -> bool:
        """Whether rows of the table or the calendar are selected."""
        return bool(self.centre.chosen)

    def show_afresh(self) -> None:
        """Show the whole table."""
        self.centre.show_whole()

    def show_orders(self, orders: tuple[OrderInfo, ...], number: int | None) -> None:
        """Offer the orders of battle of the file above the table."""
        self.centre.list_orders(orders, number)

    def show_none(self, text: str, *, copy: bool) -> None:
        """Say why there is nothing, and offer to add one."""
        self.centre.show_empty(text, "" if self._orders() else "Add one…")

    def show_kept(self, path: Path, info: OrderInfo, error: KnownError) -> None:
        """Show it all the same, not to be edited."""
        try:
            kept = OobSession.peek(path, info.number)
        except KnownError as damage:
            self.show_none(str(damage), copy=False)
            return
        self.centre.show_kept(f"{info.title}: {error.what} {error.fix}")
        self.controller.look(kept)

    def holding(self) -> set[str]:
        """What there is to undo, whether units are chosen, whether anything is shown."""
        return super().holding() | ({SHOWN} if self.controller.is_shown else set())

    def escape(self) -> bool:
        """Put back what is dragged, else widen the search again."""
        if self.centre.calendar.cancel_drag():
            return True
        if self.centre.search.text():
            self.centre.search.clear()
            return True
        return False

    def _connect(self) -> None:
        self.centre.chosen_changed.connect(self.changed)
        self.problems.pointed.connect(self.centre.point)
        self.errata.pointed.connect(self.centre.point)
        self.centre.order_wanted.connect(self.window.document.edit_order)
        self.centre.add_wanted.connect(self.files.ask_add)
        self.centre.units_wanted.connect(self._ask_typed)
        self.centre.copy_wanted.connect(self.copy_order)
        self.centre.compare.wanted.connect(self._ask_other)

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
        if self.controller.shift(keys, step):
            self.centre.point(keys)
            turn = self.controller.ledger.rows[keys[0]].item.section.turn
            self.window.notice.say(f"Moved to {turn}.")

    def _ask_new(self) -> None:
        key = self.centre.chosen[0]
        dialog = NewUnitsDialog(self.controller.ledger.rows[key], self.window)
        if dialog.exec() and dialog.wanted:
            self.centre.point(self.controller.duplicate(key, dialog.wanted))

    def _ask_typed(self) -> None:
        chosen = self.centre.chosen
        after = chosen[-1] if chosen else None
        ledger = self.controller.ledger
        free = is_free(ledger.heads)
        dialog = TypingDialog(context(ledger, after), self.window, free=free)
        if dialog.exec() and dialog.items:
            self.centre.point(self.controller.add(dialog.items, after))

    def _ask_change(self) -> None:
        keys = self.centre.chosen
        rows = [self.controller.ledger.rows[key] for key in keys]
        dialog = BulkDialog(self.controller, rows, self.window)
        if dialog.exec():
            self.controller.set_field(keys, *dialog.wanted)

    def _ask_title(self) -> None:
        title, done = QInputDialog.getText(
            self.window, "Title", "Title of the order of battle", text=self.controller.ledger.title
        )
        if done and title.strip():
            self.controller.do(lambda ledger: builders.set_head(ledger, "title", title.strip()))
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
