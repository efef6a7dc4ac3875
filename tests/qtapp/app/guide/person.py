"""A person at the window whose every click and field is counted."""

from __future__ import annotations

from collections import Counter

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QTableWidget,
    QWidget,
)
from pytestqt.qtbot import QtBot

from engine.core.charts.schema import Path as CellPath
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.charts.charts_workspace import ChartsWorkspace
from qtapp.workspaces.scan.canvas import ScanCanvas
from qtapp.workspaces.scan.scan_workspace import ScanWorkspace
from tests.qtapp.conftest import settle

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
SECONDS = {"click": 4.0, "field": 8.0, "key": 2.0, "wait": 10.0}
"""What a person takes for each, with looking and thinking; a wait is for work that goes on."""


class Person:
    """Acts on a window by mouse and keys; ``did`` counts clicks, fields, keys and waits."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot
        self.did: Counter[str] = Counter()
        scan = window.workspaces["scan"]
        assert isinstance(scan, ScanWorkspace)
        self.scan = scan

    @property
    def minutes(self) -> float:
        """How long a person takes for all of it."""
        return sum(SECONDS[what] * count for what, count in self.did.items()) / 60

    def press(self, button: QPushButton) -> None:
        """Click a button that is there and on."""
        assert button.isVisible() and button.isEnabled(), button.text()
        QTest.mouseClick(button, LEFT)
        self._acted("click")

    def strike(self, widget: QWidget, spot: QPoint) -> None:
        """Click a place of a widget that is in view."""
        assert widget.isVisible() and widget.rect().contains(spot)
        QTest.mouseClick(widget, LEFT, NONE, spot)
        self._acted("click")

    def type(self, text: str, *, into: QWidget | None = None) -> None:
        """Type into a field, or whatever has the keyboard, over what it says."""
        field = into or QApplication.focusWidget()
        assert field is not None
        if into is not None:
            field.setFocus()
            QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(field, text)
        self._acted("field")

    def key(self, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
        """Press a key on whatever has the keyboard."""
        QTest.keyClick(QApplication.focusWidget() or self.window, key, held)
        self._acted("key")

    def wait(self) -> None:
        """Wait for the reading that goes on."""
        self.qtbot.waitUntil(lambda: self.scan.controller.job is None, timeout=60_000)
        self._acted("wait")

    def cell(self, table: QTableWidget, row: int, column: int, text: str) -> None:
        """Double-click a cell and type over what it says."""
        item = table.item(row, column)
        assert item is not None
        table.scrollToItem(item)
        spot = table.visualItemRect(item).center()
        QTest.mouseClick(table.viewport(), LEFT, NONE, spot)
        QTest.mouseDClick(table.viewport(), LEFT, NONE, spot)
        self._acted("click")
        editor = table.viewport().findChild(QLineEdit)
        assert editor is not None
        editor.selectAll()
        QTest.keyClicks(editor, text)
        QTest.keyClick(editor, Qt.Key.Key_Return)
        self._acted("field")

    def chart_cell(self, charts: ChartsWorkspace, path: CellPath, text: str) -> None:
        """Double-click a cell of a chart and type over what it says."""
        grid = next(grid for grid in charts.centre.grids if grid.chart_model.has(path))
        charts.centre._scroll.ensureWidgetVisible(grid)
        spot = grid.visualRect(grid.chart_model.index_of(path)).center()
        QTest.mouseClick(grid.viewport(), LEFT, NONE, spot)
        QTest.mouseDClick(grid.viewport(), LEFT, NONE, spot)
        self._acted("click")
        found = grid.viewport().findChildren(QWidget)
        editor = next(one for one in found if isinstance(one, QSpinBox | QLineEdit))
        QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(editor, text)
        QTest.keyClick(editor, Qt.Key.Key_Return)
        self._acted("field")

    def row(self, rows: QListWidget, text: str) -> None:
        """Click the row of a list that holds some words."""
        at = next(at for at in range(rows.count()) if text in rows.item(at).text())
        rows.scrollToItem(rows.item(at))
        self.strike(rows.viewport(), rows.visualItemRect(rows.item(at)).center())

    def hex(self, label: str) -> None:
        """Click the middle of a hex of the scan."""
        canvas, lattice = self.scan.canvas, self.scan.controller.lattice
        assert lattice is not None
        self._click_scan(canvas, lattice.centres[lattice.index[label]])

    def between(self, a: str, b: str) -> None:
        """Click between two hexes of the scan."""
        canvas, lattice = self.scan.canvas, self.scan.controller.lattice
        assert lattice is not None
        both = lattice.centres[[lattice.index[a], lattice.index[b]]]
        self._click_scan(canvas, both.mean(axis=0))

    def _click_scan(self, canvas: ScanCanvas, at: np.ndarray) -> None:
        self.strike(canvas.viewport(), canvas.place_of(float(at[0]), float(at[1])).toPoint())

    def _acted(self, what: str) -> None:
        self.did[what] += 1
        settle()
        if QApplication.focusWidget() is None:
            self.window.activateWindow()
            settle()
