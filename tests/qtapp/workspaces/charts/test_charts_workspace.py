"""Charts edited in the window by mouse and keys, and games begun with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QFileDialog,
    QInputDialog,
    QMessageBox,
    QSpinBox,
    QWidget,
)

from engine.core.charts.chart_set import Edit
from engine.core.charts.schema import Path as CellPath
from engine.editing.chart_session import ChartSession, shipped
from qtapp.app.main_window import MainWindow
from qtapp.dialogs.finder import Finder
from qtapp.dialogs.new_game import NewGameDialog
from qtapp.workspaces.charts.charts_workspace import ChartsWorkspace
from qtapp.workspaces.charts.grid import ChartGrid
from qtapp.workspaces.contents.contents_workspace import ContentsWorkspace
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_key, by_menu

SYSTEM = "operation_gertrud"
COST = ("terrain", "rows", "rough", "cost")
RESULT = ("combat", "rows", "2", "4")
KEY = Qt.Key


def workspace(window: MainWindow) -> ChartsWorkspace:
    found = window.workspaces["house_charts"]
    assert isinstance(found, ChartsWorkspace)
    return found


@pytest.fixture
def charts(opened: Opener, tmp_path: Path) -> ChartsWorkspace:
    """The Charts workspace on a file with one set as shipped."""
    path = tmp_path / "own.sandtable"
    ChartSession.create(path, shipped(SYSTEM)).close()
    window = opened(path)
    by_menu(window, "workspace_house_charts")
    settle()
    return workspace(window)


def grid_of(charts: ChartsWorkspace, path: CellPath) -> ChartGrid:
    charts.controller.point(path)
    settle()
    return next(g for g in charts.centre.grids if g.chart_model.index_of(path).isValid())


def click(charts: ChartsWorkspace, path: CellPath, *, twice: bool = False) -> ChartGrid:
    grid = grid_of(charts, path)
    spot: QPoint = grid.visualRect(grid.chart_model.index_of(path)).center()
    QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    if twice:
        QTest.mouseDClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    settle()
    return grid


def editor(grid: ChartGrid) -> QWidget:
    found = grid.viewport().findChildren(QWidget)
    return next(w for w in found if isinstance(w, QSpinBox | QComboBox) or w.hasFocus())


def in_dialog(name: str) -> None:
    """Choose a game in the finder that is about to open."""

    def act() -> None:
        finder = QApplication.activeModalWidget()
        if not isinstance(finder, Finder):
            QTimer.singleShot(20, act)  # a file is still being read
            return
        QTest.keyClicks(finder.line, name)
        QTest.keyClick(finder.line, KEY.Key_Return)

    QTimer.singleShot(0, act)


def test_a_number_is_typed_into_a_cell_and_undone(charts: ChartsWorkspace) -> None:
    window = charts.window
    grid = click(charts, COST, twice=True)
    box = editor(grid)
    assert isinstance(box, QSpinBox) and box.minimum() == 1
    QTest.keyClicks(box, "4")
    QTest.keyClick(box, KEY.Key_Return)
    settle()
    assert dict(charts.controller.edits) == {COST: Edit(4)}
    index = grid.chart_model.index_of(COST)
    assert index.data() == "4"
    assert "Shipped: 2" in index.data(Qt.ItemDataRole.ToolTipRole)
    known = grid.chart_model.index(index.row(), grid.chart_model.columnCount() - 1)
    assert known.data() == "◆ edited, shifts ○ reconstructed"
    assert charts.list.list.item(0).text() == "Terrain key   ◆ 1"
    assert charts.form.value.text() == "4" and charts.form.shipped.text() == "2"
    assert charts.centre.state.text() == "1 cell edited"
    by_menu(window, "undo")
    settle()
    assert not charts.controller.edits and index.data() == "2"
    assert charts.list.list.item(0).text() == "Terrain key"
    by_menu(window, "redo")
    settle()
    assert index.data() == "4"


def test_a_result_is_chosen_among_the_codes(charts: ChartsWorkspace) -> None:
    grid = click(charts, RESULT, twice=True)
    box = editor(grid)
    assert isinstance(box, QComboBox)
    assert [box.itemText(at) for at in range(box.count())][:3] == ["AE", "AX", "AR"]
    box.setFocus()
    QTest.keyClicks(box, "EX")
    QTest.keyClick(box, KEY.Key_Return)
    settle()
    assert dict(charts.controller.edits) == {RESULT: Edit("EX")}
    assert charts.form.title.text() == "Combat results, 2, column 150"


def test_a_code_is_typed_letter_by_letter_and_gone_to_by_arrows(charts: ChartsWorkspace) -> None:
    """The first letter chose the first code with it, and the second began another edit."""
    grid = click(charts, RESULT)
    grid.setFocus()
    QTest.keyClicks(grid, "A")
    box = editor(grid)
    assert isinstance(box, QComboBox)
    QTest.keyClicks(box, "R")
    assert box.currentText() == "AR" and not charts.controller.edits
    QTest.keyClick(box, KEY.Key_Up)
    QTest.keyClick(box, KEY.Key_Up)
    assert box.currentText() == "AE" and not charts.controller.edits
    QTest.keyClick(box, KEY.Key_Return)
    settle()
    assert dict(charts.controller.edits) == {RESULT: Edit("AE")}
    click(charts, RESULT, twice=True)
    box = editor(grid_of(charts, RESULT))
    assert isinstance(box, QComboBox)
    QTest.keyClick(box, KEY.Key_Down, Qt.KeyboardModifier.AltModifier)
    for key in (KEY.Key_Home, KEY.Key_Down, KEY.Key_Return):
        QTest.keyClick(box.view(), key)
    settle()
    assert dict(charts.controller.edits) == {RESULT: Edit("AX")}, "one from the open list is taken"


def test_a_cell_is_edited_noted_and_reset_by_keys(charts: ChartsWorkspace) -> None:
    window = charts.window
    cell = ("markers", "rows", "2", "cas")
    grid = click(charts, cell)
    grid.setFocus()
    by_key(window, "charts_edit")
    line = editor(grid)
    QTest.keyClicks(line, "1, 1, 0")
    QTest.keyClick(line, KEY.Key_Return)
    settle()
    assert charts.controller.edits[cell].value == (1, 1, 0)
    by_key(window, "charts_note")
    assert charts.form.note.hasFocus()
    QTest.keyClicks(charts.form.note, "Three squadrons.")
    grid.setFocus()
    settle()
    assert charts.controller.edits[cell].note == "Three squadrons."
    assert window.book["charts_reset_cell"].isEnabled()
    by_key(window, "charts_reset_cell")
    assert not charts.controller.edits and not window.book["charts_reset_cell"].isEnabled()
    assert charts.form.note.toPlainText() == ""


def test_a_bad_list_is_refused_with_a_sentence(charts: ChartsWorkspace) -> None:
    cell = ("markers", "rows", "2", "cas")
    grid = click(charts, cell, twice=True)
    line = editor(grid)
    QTest.keyClicks(line, "1, many")
    QTest.keyClick(line, KEY.Key_Return)
    settle()
    assert not charts.controller.edits
    said = charts.window.notice.text()
    assert "markers, 2, cas: should be a list, separated by commas, each a whole number" in said
    line = editor(click(charts, cell, twice=True))
    line.selectAll()
    QTest.keyClicks(line, "1, 2")
    QTest.keyClick(line, KEY.Key_Return)
    settle()
    assert charts.controller.edits and charts.window.notice.isHidden(), (
        "the refusal has been heeded"
    )


def test_a_name_the_rules_know_cannot_be_edited(charts: ChartsWorkspace) -> None:
    click(charts, ("objectives", "layer"), twice=True)
    assert not charts.window.book["charts_edit"].isEnabled()
    assert "which rules, set-ups or boards rely on" in charts.form.allowed.text()


def test_problems_are_told_and_shown(charts: ChartsWorkspace) -> None:
    charts.controller.type_in(("combat", "die"), "8")
    settle()
    assert "No game can be begun" in charts.problems.summary.text()
    assert "1 to fix" in charts.centre.state.text()
    charts.controller.point(COST)
    settle()
    item = charts.problems.list.item(0)
    spot = charts.problems.list.visualItemRect(item).center()
    QTest.mouseClick(charts.problems.list.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    settle()
    assert charts.controller.chosen == ("combat", "die")
    assert charts.centre.title.text() == "Combat results"
    by_menu(charts.window, "charts_reset_chart")
    settle()
    assert "They are sound" in charts.problems.summary.text()


def test_edited_cells_are_gone_through(charts: ChartsWorkspace) -> None:
    for cell in (COST, RESULT):
        charts.controller.type_in(cell, "3" if cell == COST else "DE")
    settle()
    book = charts.window.book
    seen = []
    for _ in range(3):
        by_key(charts.window, "charts_after")
        seen.append(charts.controller.chosen)
    assert seen == [COST, RESULT, COST]
    by_key(charts.window, "charts_before")
    assert charts.controller.chosen == RESULT
    by_menu(charts.window, "charts_reset_all")
    settle()
    assert not charts.controller.edits and not book["charts_after"].isEnabled()


def test_charts_go_to_a_file_and_come_back(
    charts: ChartsWorkspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mud.toml"
    charts.controller.type_in(COST, "3")
    settle()
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("Mud", True))
    by_menu(charts.window, "charts_title")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (str(file), ""))
    by_menu(charts.window, "charts_export")
    settle()
    assert "cost = 3" in file.read_text("utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(file), ""))
    by_menu(charts.window, "charts_import")
    settle()
    assert charts.controller.session.number == 2
    assert dict(charts.controller.edits) == {COST: Edit(3)}
    assert [charts.centre.sets.itemText(at) for at in range(2)] == [
        "Mud (Operation Gertrud)",
        "Mud (Operation Gertrud)",
    ]
    file.write_text("[terrain]\ncity_shifts = 99\n")
    said: list[str] = []

    def hear() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            said.append(box.text())
            box.accept()
        else:
            QTimer.singleShot(20, hear)

    in_dialog("gertrud")
    QTimer.singleShot(20, hear)
    by_menu(charts.window, "charts_import")
    settle()
    assert "city shifts: should be a whole number, -9 to 9" in said[0]
    assert len(charts.window.document.project.charts) == 2


def test_charts_are_begun_from_the_contents_and_removed(
    charts: ChartsWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = charts.window
    window.set_workspace("contents")
    in_dialog("gambit")
    by_menu(window, "add_charts")
    settle()
    assert window.workspace is charts
    assert charts.controller.session.charts.system == "balkan_gambit"
    assert charts.centre.title.text() == "Terrain effects"
    contents = window.workspaces["contents"]
    assert isinstance(contents, ContentsWorkspace)
    contents.remove(window.document.project.charts[1])
    settle()
    assert [info.system for info in window.document.project.charts] == [SYSTEM]
    by_menu(window, "workspace_house_charts")
    settle()
    assert charts.controller.session.charts.system == SYSTEM
    contents.remove(window.document.project.charts[0])
    settle()
    assert not charts.controller.is_open
    assert charts.centre.empty.text() == "No charts are edited in this file yet."
    in_dialog("gertrud")
    QTest.mouseClick(charts.centre.add, Qt.MouseButton.LeftButton)
    settle()
    assert charts.controller.is_open and charts.centre.body.currentIndex() == 1


def test_a_game_is_begun_with_them_and_keeps_its_own(charts: ChartsWorkspace) -> None:
    window = charts.window
    charts.controller.type_in(COST, "4")
    charts.controller.annotate(COST, "Mud.")
    settle()

    def begin() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, NewGameDialog) and dialog.own is not None
        assert dialog.own.chosen.charts == 1
        assert dialog.own.charts.currentText() == "House tables (1 cell edited)"
        dialog.accept()

    QTimer.singleShot(0, begin)
    by_menu(window, "charts_game")
    settle()
    game = window.bridge.game
    assert game.scenario.system == SYSTEM
    assert game.scenario.data.charts.terrain.row("rough").cost == 4
    play = window.workspaces["play"]
    panel = play.analysis.charts  # type: ignore[attr-defined]
    window.set_workspace("play")
    by_menu(window, "charts")
    settle()
    assert panel.which.itemText(0) == "Terrain key   ◆ 1"
    assert panel.house.text() == "This game is played by “House tables”: 1 cell is edited."
    shown = panel.text.toPlainText()
    assert "◆ edited rough, cost: 4, shipped 2. Mud." in shown
    QTest.mouseClick(panel.edit, Qt.MouseButton.LeftButton)
    settle()
    assert window.workspace is charts and charts.controller.session.number == 1
    charts.controller.type_in(COST, "6")
    assert window.bridge.game.rules.scenario.data.charts.terrain.row("rough").cost == 4
    window.set_workspace("play")
    QTest.mouseClick(panel.edit, Qt.MouseButton.LeftButton)
    settle()
    assert charts.controller.session.number == 2, "charts like those of the game were added"
    assert dict(charts.controller.edits) == {COST: Edit(4, "Mud.")}
