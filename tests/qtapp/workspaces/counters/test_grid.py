"""The grid a scan is cut by is moved with mouse, keys and numbers, and says how it fits."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDoubleSpinBox, QSpinBox
from pytestqt.qtbot import QtBot

from oob.sheets.finding.cut_grid import Shape, Way
from qtapp.workspaces.counters.counters_table import COUNTERS
from qtapp.workspaces.counters.counters_workspace import CountersWorkspace
from qtapp.workspaces.counters.grid_dialog import GridDialog
from qtapp.workspaces.counters.grid_view import Hold, Target
from qtapp.workspaces.counters.scan_view import ScanView, Side
from tests.qtapp.conftest import Opener, move_mouse, settle
from tests.qtapp.hands import by_menu, pick, press
from tests.qtapp.workspaces.counters.sheets.discs import sheet
from tests.qtapp.workspaces.counters.sheets.maker import Damage, Print, Truth, army, scan
from tests.qtapp.workspaces.counters.sheets.test_own_sheets import off

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def view(opened: Opener, order_file: Callable[[str], Path], tmp_path: Path) -> ScanView:
    """The page that reads scans, on an order of battle in a file of its own."""
    crete = order_file("balkan_front_crete")
    window = opened(shutil.copy(crete, tmp_path / "counters.sandtable"))
    by_menu(window, f"workspace_{COUNTERS}")
    by_menu(window, "counter_scan")
    settle()
    counters = window.workspaces[COUNTERS]
    assert isinstance(counters, CountersWorkspace)
    return counters.scan


def touching() -> Truth:
    order, units = army(12)
    return scan(order, units, Print(4, 3, gutter=0.0), Damage(100, turn=0.8))


def opened_on(view: ScanView, path: Path, qtbot: QtBot) -> GridDialog:
    """Open a scan and the grid over it."""
    view.open_front(path)
    qtbot.waitUntil(lambda: not view.is_busy)
    press(view.grids[Side.FRONT])
    qtbot.waitUntil(lambda: not view.is_busy)
    dialog = view.grid_dialog
    assert dialog is not None and dialog.isVisible()
    settle()
    return dialog


def drag(dialog: GridDialog, start: tuple[float, float], by: tuple[float, float]) -> None:
    """Drag from a place of the upright scan by so many of its pixels."""
    port = dialog.view.viewport()
    spots = [
        dialog.view.place_of(start[0] + share * by[0], start[1] + share * by[1]).toPoint()
        for share in (0, 0.5, 1)
    ]
    QTest.mousePress(port, LEFT, pos=spots[0])
    for spot in spots[1:]:
        move_mouse(port, spot, LEFT)
    QTest.mouseRelease(port, LEFT, pos=spots[-1])
    settle()


def type_into(field: QSpinBox | QDoubleSpinBox, text: str) -> None:
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    settle()


def test_a_grid_is_moved_by_mouse_and_keys_and_says_how_it_fits(
    view: ScanView, tmp_path: Path, qtbot: QtBot
) -> None:
    truth = touching()
    Image.fromarray(truth.picture).save(tmp_path / "s.png")
    dialog = opened_on(view, tmp_path / "s.png", qtbot)
    first = dialog.grid
    assert dialog.said.text() == "The grid fits: no line goes through print."
    middle = first.columns[1][1] - 0.5 * truth.side, first.rows[1][1] - 0.5 * truth.side
    clean = dialog.view.grab().toImage()
    drag(dialog, middle, (0.3 * truth.side, 0))
    assert dialog.grid.columns[0][0] == pytest.approx(first.columns[0][0] + 0.3 * truth.side, abs=2)
    assert dialog.grid.rows[0][0] == pytest.approx(first.rows[0][0], abs=1)
    assert dialog.said.text() == "Print lies beyond the grid at the left."
    assert dialog.view.grab().toImage() != clean
    QTest.keyClick(dialog, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert dialog.grid == first and not dialog.undo.isEnabled() and dialog.redo.isEnabled()
    line = first.lines(Way.ACROSS)[2]
    drag(dialog, (line, first.rows[0][0] + 0.4 * truth.side), (0.5 * truth.side, 0))
    moved = dialog.grid.lines(Way.ACROSS)
    assert [a == b for a, b in zip(moved, first.lines(Way.ACROSS), strict=True)] == [
        True, True, False, True, True,
    ]  # fmt: skip
    assert dialog.said.text() == "1 upright line goes through print."
    assert dialog.held.currentText() == "The line before column 3"
    at = moved[2]
    for _ in range(2):
        QTest.keyClick(dialog.view, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(dialog.view, Qt.Key.Key_Right)
    assert dialog.grid.lines(Way.ACROSS)[2] == pytest.approx(at - 19)
    QTest.keyClick(dialog.view, Qt.Key.Key_Escape)
    assert dialog.isVisible() and dialog.view.target == Target()
    press(dialog.first)
    assert dialog.grid == first
    corner = first.columns[-1][1], first.rows[-1][1]
    drag(dialog, corner, (-2 * truth.side, 0))
    assert dialog.view.target == Target(Hold.CORNER, 3)
    assert dialog.grid.step(Way.ACROSS) == pytest.approx(0.5 * truth.side, rel=0.05)
    assert "pixels apart, the print repeats after" in dialog.said.text()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible() and view.table.rowCount() == 12


def test_a_grid_in_numbers_cuts_what_could_not_be_cut(
    view: ScanView, tmp_path: Path, qtbot: QtBot
) -> None:
    order, units = army(3)
    truth = scan(order, units, Print(3, 1, gutter=0.0, margin=0.0), Damage(100))
    Image.fromarray(truth.picture).save(tmp_path / "strip.png")
    told: list[str] = []
    view.refused.connect(told.append)
    dialog = opened_on(view, tmp_path / "strip.png", qtbot)
    assert "no grid of counters" in told[0] and "strip.png is not cut" in view.doubt.text()
    type_into(dialog.counts[Way.ACROSS], "3")
    type_into(dialog.counts[Way.DOWN], "1")
    for key, value in (
        ("across", truth.side), ("down", truth.side), ("width", truth.side),
        ("height", truth.side), ("left", 0.0), ("top", 0.0),
    ):  # fmt: skip
        type_into(dialog.numbers[key], f"{value:.1f}")
    assert len(dialog.grid.columns) == 3 and len(dialog.grid.rows) == 1
    type_into(dialog.turned, "0.5")
    type_into(dialog.turned, "0")
    qtbot.waitUntil(lambda: not dialog.is_looking)
    press(dialog.ok)
    qtbot.waitUntil(lambda: not view.is_busy)
    assert view.table.rowCount() == 3 and "strip.png" not in view.doubt.text()
    made = view.sheet
    assert made is not None and off(truth, made) < 0.03


def test_the_shape_of_the_counters_is_chosen_by_mouse(
    view: ScanView, tmp_path: Path, qtbot: QtBot
) -> None:
    Image.fromarray(sheet()[0]).save(tmp_path / "discs.png")
    dialog = opened_on(view, tmp_path / "discs.png", qtbot)
    assert view.told.text().startswith("20 round counters in 4 rows of 5;")
    assert dialog.shape.currentText() == "Round" and not dialog.undo.isEnabled()
    pick(dialog.shape, 0)
    assert dialog.grid.shape is Shape.SQUARE
    press(dialog.undo)
    assert dialog.shape.currentText() == "Round"
    press(dialog.redo)
    assert dialog.shape.currentText() == "Square"
    press(dialog.ok)
    qtbot.waitUntil(lambda: not view.is_busy)
    assert view.told.text().startswith("20 counters in 4 rows of 5;")
    assert view.sheet is not None and view.sheet.cells[0].form is None
