"""What a person does in the Units workspace, for its tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QWidget

from oob.ledger.fields import FIELDS
from oob.ledger.model import Ledger, RowKey
from qtapp.workspaces.units.page import UnitsPage
from qtapp.workspaces.units.units_workspace import UnitsWorkspace
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu

NO_KEYS = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


def enter(make: Opener, path: Path) -> UnitsWorkspace:
    window = make(path)
    by_menu(window, "workspace_units")
    settle()
    workspace = window.workspaces["units"]
    assert isinstance(workspace, UnitsWorkspace) and workspace.is_active
    return workspace


def type_search(page: UnitsPage, text: str) -> None:
    page.search.setFocus()
    page.search.clear()
    QTest.keyClicks(page.search, text)
    settle()


def column(name: str) -> int:
    return [field.id for field in FIELDS].index(name)


def shown(page: UnitsPage, field: str = "name") -> list[str]:
    model = page.model
    return [str(model.index(row, column(field)).data()) for row in range(model.rowCount())]


def click_row(page: UnitsPage, row: int, *held: Qt.KeyboardModifier) -> None:
    index = page.model.index(row, 0)
    page.table.scrollTo(index)
    settle()
    modifiers = NO_KEYS
    for one in held:
        modifiers |= one
    spot = page.table.visualRect(index).center()
    QTest.mouseClick(page.table.viewport(), LEFT, modifiers, spot)
    settle()


def edit_cell(page: UnitsPage, row: int, field: str, text: str) -> None:
    """Double-click a cell, type over it and press Enter."""
    index = page.model.index(row, column(field))
    page.table.setColumnHidden(column(field), False)
    page.table.scrollTo(index)
    settle()
    spot = page.table.visualRect(index).center()
    QTest.mouseClick(page.table.viewport(), LEFT, NO_KEYS, spot)
    QTest.mouseDClick(page.table.viewport(), LEFT, NO_KEYS, spot)
    settle()
    lines = [w for w in page.table.viewport().findChildren(QLineEdit) if w.isVisible()]
    assert len(lines) == 1, "an editor opened"
    lines[0].selectAll()
    QTest.keyClick(lines[0], Qt.Key.Key_Delete)
    QTest.keyClicks(lines[0], text)
    QTest.keyClick(lines[0], Qt.Key.Key_Return)
    settle()


def in_dialog(kind: type[QDialog], act: Callable[[QWidget], None]) -> list[str]:
    """Act on the next dialog of a kind when it opens; fills with its title when it did."""
    seen: list[str] = []

    def find() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, kind):
            seen.append(dialog.windowTitle())
            act(dialog)
        else:
            QTimer.singleShot(20, find)

    QTimer.singleShot(0, find)
    return seen


def row_of(ledger: Ledger, name: str, turn: str = "") -> RowKey:
    rows = (row for row in ledger.ordered() if row.name == name)
    return next(row.key for row in rows if turn in ("", row.item.section.turn))
