"""Rows and tables of declared rules added, named, moved and taken out, by mouse and keys."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from engine.core.charts.schema import Path as CellPath
from engine.editing.chart_session import ChartSession
from engine.game.set_up.game_set_up import kit_for
from qtapp.dialogs.finder import Finder
from qtapp.widgets.parts import is_seen
from qtapp.workspaces.charts.cell_form import CellForm
from qtapp.workspaces.charts.charts_workspace import ChartsWorkspace
from qtapp.workspaces.charts.table_form import TableForm
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_key, by_menu
from tests.qtapp.workspaces.charts.test_preview import editor_of, entered, shown

LEFT = Qt.MouseButton.LeftButton
TERRAIN = ("movement", "terrain")
KEY = Qt.Key


@pytest.fixture
def charts(opened: Opener, tmp_path: Path, qtbot: QtBot) -> ChartsWorkspace:
    """The Charts workspace on the classic kit."""
    path = tmp_path / "own.sandtable"
    ChartSession.create(path, kit_for(path, "by_hand/classic", None, None, "Mine")).close()
    found = entered(opened, path)
    found.window.activateWindow()
    qtbot.waitUntil(found.window.isActiveWindow)
    return found


def form_of(charts: ChartsWorkspace, path: CellPath) -> TableForm:
    """A table brought into view."""
    number = [chart.id for chart in charts.controller.book].index(path[0])
    spot = charts.list.list.visualItemRect(charts.list.list.item(number)).center()
    QTest.mouseClick(charts.list.list.viewport(), LEFT, pos=spot)
    settle()
    return next(form for form in charts.centre.forms if form.path == path)


def click(charts: ChartsWorkspace, button: QPushButton) -> None:
    assert button.isEnabled(), button.text()
    charts.centre._scroll.ensureWidgetVisible(button)
    QTest.mouseClick(button, LEFT)
    settle()


def choose(charts: ChartsWorkspace, path: CellPath) -> None:
    """A click on a cell."""
    grid = next(grid for grid in charts.centre.grids if grid.chart_model.has(path))
    charts.centre._scroll.ensureWidgetVisible(grid)
    spot = grid.visualRect(grid.chart_model.index_of(path)).center()
    QTest.mouseClick(grid.viewport(), LEFT, pos=spot)
    settle()


def names(form: TableForm) -> list[str]:
    return [row.cells[0] for row in form.grid.chart_model.table.rows]


def typed(form: TableForm, text: str, end: Qt.Key = KEY.Key_Return) -> None:
    """Keys typed into the chosen cell."""
    grid = form.grid
    assert form.window().focusWidget() is grid
    QTest.keyClick(grid, KEY.Key_F2)
    settle()
    line = next(each for each in grid.viewport().findChildren(QLineEdit) if type(each) is QLineEdit)
    line.selectAll()
    QTest.keyClicks(line, text)
    QTest.keyClick(line, end)
    settle()


def test_a_row_is_added_by_a_click_and_named_and_priced_by_keys(
    charts: ChartsWorkspace, qtbot: QtBot
) -> None:
    form = form_of(charts, TERRAIN)
    choose(charts, (*TERRAIN, "clear", "id"))
    click(charts, form.adds)
    assert names(form) == ["clear", "terrain 5", "forest", "hills", "sea"]
    assert charts.controller.chosen == (*TERRAIN, "terrain 5", "id")
    typed(form, "swamp")
    assert names(form)[1] == "swamp" and form.window().focusWidget() is form.grid
    QTest.keyClick(form.grid, KEY.Key_Right)
    settle()
    assert charts.controller.chosen == (*TERRAIN, "swamp", "cost", "every")
    QTest.keyClick(form.grid, KEY.Key_Right)
    typed(form, "all")
    row = charts.controller.session.charts.tables()["movement"]["terrain"][1]
    assert row == {"id": "swamp", "cost": {"every": "1", "motor": "all"}}
    for _ in range(3):
        by_menu(charts.window, "undo")
        settle()
    assert names(form) == ["clear", "forest", "hills", "sea"]
    by_menu(charts.window, "redo")
    settle()
    assert names(form)[1] == "terrain 5"


def test_rows_are_added_moved_and_taken_out_by_keys(charts: ChartsWorkspace) -> None:
    form = form_of(charts, TERRAIN)
    choose(charts, (*TERRAIN, "hills", "cost", "foot"))
    by_key(charts.window, "charts_row_up")
    settle()
    assert names(form) == ["clear", "hills", "forest", "sea"]
    assert charts.controller.chosen == (*TERRAIN, "hills", "cost", "foot")
    assert form.window().focusWidget() is form.grid
    by_key(charts.window, "charts_row_up")
    by_key(charts.window, "charts_row_up")
    settle()
    assert names(form)[0] == "hills" and not form.ups.isEnabled()
    by_key(charts.window, "charts_row_down")
    by_key(charts.window, "charts_row_remove")
    settle()
    assert names(form) == ["clear", "forest", "sea"]
    assert charts.controller.chosen == (*TERRAIN, "forest", "cost", "foot")
    by_key(charts.window, "charts_row_add")
    settle()
    assert names(form) == ["clear", "forest", "terrain 4", "sea"]
    by_key(charts.window, "undo")
    by_key(charts.window, "undo")
    settle()
    assert names(form) == ["clear", "hills", "forest", "sea"]


def test_an_id_that_is_there_already_is_told_below_the_table(charts: ChartsWorkspace) -> None:
    form = form_of(charts, TERRAIN)
    choose(charts, (*TERRAIN, "clear", "id"))
    form.grid.setFocus()
    typed(form, "hills")
    assert is_seen(form.trouble) and "there is a row hills already" in form.trouble.text()
    assert names(form)[0] == "clear"
    typed(form, "plain")
    assert not form.trouble.isVisible() and names(form)[0] == "plain"


def test_a_cost_that_cannot_be_is_told_while_it_is_typed(charts: ChartsWorkspace) -> None:
    form = form_of(charts, TERRAIN)
    line = editor_of(charts, (*TERRAIN, "clear", "cost", "foot"))
    QTest.keyClicks(line, "much")
    settle()
    assert is_seen(form.trouble) and "points such as 1, 2 or 1/2" in form.trouble.text()
    assert not charts.controller.session.can_undo
    QTest.keyClick(line, KEY.Key_Escape)
    settle()
    assert not form.trouble.isVisible()


def test_tab_after_a_new_id_keeps_the_keyboard_in_its_row(charts: ChartsWorkspace) -> None:
    form = form_of(charts, TERRAIN)
    choose(charts, (*TERRAIN, "clear", "id"))
    typed(form, "open", KEY.Key_Tab)
    assert names(form)[0] == "open" and charts.window.focusWidget() is form.grid
    assert charts.controller.chosen_row == (TERRAIN, "open")


def test_an_entry_is_added_for_a_word_that_is_asked_for(
    charts: ChartsWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = form_of(charts, ("stacking", "points"))
    assert is_seen(form.empty) and not form.ups.isVisible()
    asked: list[str] = []

    def answer(*words: object, **_more: object) -> tuple[str, bool]:
        asked.append(str(words[2]))
        return "XX", True

    monkeypatch.setattr(QInputDialog, "getItem", answer)
    click(charts, form.adds)
    assert asked == ["An entry of Stacking, Points for what?"]
    assert names(form) == ["XX"] and not form.empty.isVisible()
    click(charts, form.adds)
    assert "has XX already" in form.trouble.text()
    choose(charts, ("stacking", "points", "XX"))
    click(charts, form.removes)
    assert names(form) == []


def test_a_table_is_declared_and_its_preview_shows(charts: ChartsWorkspace, qtbot: QtBot) -> None:
    def pick() -> None:
        finder = QApplication.activeModalWidget()
        assert isinstance(finder, Finder)
        QTest.keyClicks(finder.line, "hidden")
        QTest.keyClick(finder.line, KEY.Key_Return)

    QTimer.singleShot(0, pick)
    click(charts, charts.list.declare)
    assert (
        charts.centre.title.text() == "Hidden"
        and "hidden" in charts.controller.session.charts.plain
    )
    by_menu(charts.window, "charts_take_out")
    settle()
    assert "hidden" in charts.controller.undeclared and charts.centre.title.text() != "Hidden"
    by_menu(charts.window, "undo")
    settle()
    assert charts.centre.title.text() == "Hidden"


def test_a_new_row_shows_in_the_preview_at_once(charts: ChartsWorkspace, qtbot: QtBot) -> None:
    preview = shown(charts, "states")
    form = form_of(charts, ("states",))
    click(charts, form.adds)
    assert "state 3" in names(form)
    preview = shown(charts, "dice")
    dice = form_of(charts, ("dice",))
    click(charts, dice.adds)
    qtbot.waitUntil(lambda: "Die 3" in preview.sheets.text or "Dice 3" in preview.sheets.text)


def test_results_of_a_combat_table_grow_with_their_dice(charts: ChartsWorkspace) -> None:
    form = form_of(charts, ("combat", "rows"))
    assert names(form) == ["1", "2", "3", "4", "5", "6"]
    click(charts, form.adds)
    assert names(form)[-1] == "7"
    assert "should have 6 rows" in charts.problems.list.item(0).text()
    click(charts, form.removes)
    assert "They are sound" in charts.problems.summary.text()


def test_another_chart_opens_at_its_top(charts: ChartsWorkspace) -> None:
    form_of(charts, TERRAIN)
    bar = charts.centre._scroll.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value()
    form_of(charts, ("combat",))
    assert bar.value() == 0


def test_what_a_cell_held_before_is_told_of_edited_cells_alone(charts: ChartsWorkspace) -> None:
    (cell,) = charts.window.findChildren(CellForm)
    clear, empty = (*TERRAIN, "clear", "cost", "every"), (*TERRAIN, "sea", "cost", "motor")
    form = form_of(charts, TERRAIN)
    choose(charts, clear)
    assert not is_seen(cell.before)
    typed(form, "2")
    choose(charts, clear)
    assert is_seen(cell.before) and (cell.value.text(), cell.shipped.text()) == ("2", "1")
    form = form_of(charts, TERRAIN)
    choose(charts, empty)
    typed(form, "3")
    choose(charts, empty)
    assert cell.value.text() == "3" and not is_seen(cell.before)
