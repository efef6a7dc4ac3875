"""Scenarios of one's own are laid out at the window, by mouse and keys, and begun as they say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QDialog, QInputDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.core.state import Location
from engine.editing.project_session import ProjectSession
from maps.hexgrid import Hex
from oob.model import UnitId
from oob.words import titles
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.charts.charts_workspace import ChartsWorkspace
from qtapp.workspaces.scenarios import scenarios_workspace
from qtapp.workspaces.scenarios.dialogs import DatesDialog, NewScenario
from qtapp.workspaces.scenarios.rows_table import RowsTable
from qtapp.workspaces.scenarios.scenarios_workspace import ScenariosWorkspace
from tests.engine.systems.by_hand.desk import board, order
from tests.qtapp.conftest import Opener, move_mouse, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.scenarios.conftest import entered

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
R1, R2, R9, B5 = map(UnitId, ("red-1", "red-2", "red-9", "blue-5"))


def spot(workspace: ScenariosWorkspace, label: str) -> QPoint:
    view = workspace.board.view
    scene = view.board.board
    assert scene is not None
    x, y = scene.shape.centre(board().parse_label(label))
    return view.mapFromScene(x, y)


def where(workspace: ScenariosWorkspace, unit: UnitId) -> str:
    at: Location = workspace.controller.at(unit)
    return board().label(at) if isinstance(at, Hex) else at


def click(workspace: ScenariosWorkspace, label: str) -> None:
    QTest.mouseClick(workspace.board.view.viewport(), LEFT, NONE, spot(workspace, label))
    settle()


def drag(
    workspace: ScenariosWorkspace, spots: list[QPoint], held: Qt.KeyboardModifier = NONE
) -> None:
    port = workspace.board.view.viewport()
    QTest.mousePress(port, LEFT, held, spots[0])
    for goal in spots[1:]:
        move_mouse(port, goal, LEFT, held)
    QTest.mouseRelease(port, LEFT, held, spots[-1])
    settle()


def row_spot(workspace: ScenariosWorkspace, unit: UnitId) -> QPoint:
    tree = workspace.units.tree
    item = workspace.units.item_of(unit)
    assert item is not None
    tree.scrollToItem(item)
    return tree.visualItemRect(item).center()


def pick(workspace: ScenariosWorkspace, unit: UnitId) -> None:
    QTest.mouseClick(workspace.units.tree.viewport(), LEFT, NONE, row_spot(workspace, unit))
    settle()


def type_into(table: RowsTable, row: int, column: str, text: str) -> None:
    """Type into a cell: click it, F2, the words, Enter."""
    heads = [table.grid.horizontalHeaderItem(at) for at in range(table.grid.columnCount())]
    at = [head.text() for head in heads if head is not None].index(column)
    index = table.grid.model().index(row, at)
    table.grid.scrollTo(index)
    QTest.mouseClick(table.grid.viewport(), LEFT, NONE, table.grid.visualRect(index).center())
    QTest.keyClick(table.grid, Qt.Key.Key_F2)
    editor = table.grid.viewport().findChild(QLineEdit)
    assert editor is not None
    QTest.keyClick(editor, Qt.Key.Key_A, CTRL)
    QTest.keyClicks(editor, text)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    settle()


def typed_into(field: QWidget, text: str) -> None:
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_A, CTRL)
    QTest.keyClicks(field, text)
    QTest.keyClick(field, Qt.Key.Key_Return)
    settle()


def undo(workspace: ScenariosWorkspace) -> None:
    workspace.board.view.setFocus()
    QTest.keyClick(workspace.board.view, Qt.Key.Key_Z, CTRL)
    settle()


def answering(
    monkeypatch: pytest.MonkeyPatch, kind: type[QDialog], do: Callable[[QDialog], None]
) -> None:
    def answer(dialog: QDialog) -> int:
        dialog.show()
        do(dialog)
        return int(QDialog.DialogCode.Accepted)

    monkeypatch.setattr(kind, "exec", answer)


def test_a_file_without_scenarios_says_so_and_offers_one(
    opened: Opener, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workspace = entered(opened(own))
    assert "No scenario of your own" in workspace.board.empty.text()

    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, NewScenario)
        typed_into(dialog.title, "The crossing")
        assert dialog.told.text().startswith("Odds, a die, zones of control that stop")
        QTest.keyClick(dialog.rules, Qt.Key.Key_Down)
        assert dialog.told.text().startswith("Attack less defence, two dice")
        QTest.keyClick(dialog.rules, Qt.Key.Key_Up)

    answering(monkeypatch, NewScenario, fill)
    QTest.mouseClick(workspace.board.new, LEFT)
    settle()
    assert workspace.controller.is_open
    assert workspace.board.list.currentText() == "The crossing"
    assert where(workspace, R1) == "0101" and where(workspace, B5) == "pool"


def test_a_file_without_board_or_units_is_told_what_it_lacks(
    opened: Opener, tmp_path: Path
) -> None:
    ProjectSession.create(tmp_path / "empty.sandtable").close()
    with ProjectSession.open(tmp_path / "empty.sandtable") as project:
        dialog = NewScenario(project)
        assert "not a board nor an order of battle" in dialog.lacks.text()
        assert not dialog.buttons.button(dialog.buttons.StandardButton.Ok).isEnabled()
        dialog.deleteLater()


def test_counters_are_dragged_over_the_board_and_back_by_undo(
    at_work: ScenariosWorkspace,
) -> None:
    drag(at_work, [spot(at_work, "0101"), spot(at_work, "0201"), spot(at_work, "0402")])
    assert where(at_work, R1) == "0402"
    undo(at_work)
    assert where(at_work, R1) == "0101"


def test_units_of_the_list_are_dragged_onto_the_board(at_work: ScenariosWorkspace) -> None:
    view, tree = at_work.board.view.viewport(), at_work.units.tree.viewport()
    start = row_spot(at_work, B5)
    goal = tree.mapFromGlobal(view.mapToGlobal(spot(at_work, "0403")))
    QTest.mousePress(tree, LEFT, NONE, start)
    move_mouse(tree, start + QPoint(30, 0), LEFT, NONE)
    move_mouse(tree, goal, LEFT, NONE)
    carried = at_work.board.view.board.live.carried
    assert carried is not None and carried.text == "0403"
    QTest.mouseRelease(tree, LEFT, NONE, goal)
    settle()
    assert where(at_work, B5) == "0403"
    assert at_work.board.view.board.live.carried is None


def test_a_drag_that_ends_beside_the_board_changes_nothing(at_work: ScenariosWorkspace) -> None:
    tree = at_work.units.tree.viewport()
    start = row_spot(at_work, B5)
    QTest.mousePress(tree, LEFT, NONE, start)
    move_mouse(tree, start + QPoint(30, 0), LEFT, NONE)
    QTest.mouseRelease(tree, LEFT, NONE, start + QPoint(30, 0))
    settle()
    assert where(at_work, B5) == "pool" and not at_work.controller.session.can_undo


def test_a_chosen_unit_is_put_where_one_clicks_and_by_the_keyboard(
    at_work: ScenariosWorkspace,
) -> None:
    pick(at_work, B5)
    click(at_work, "0404")
    assert where(at_work, B5) == "0404"
    view = at_work.board.view
    view.setFocus()
    view.set_cursor_hex(board().parse_label("0403"))
    QTest.keyClick(view, Qt.Key.Key_Return)
    settle()
    assert where(at_work, B5) == "0403"
    click(at_work, "0101")
    assert at_work.controller.chosen == (R1,), "a click on counters chooses them"


def test_chosen_units_wait_are_left_out_or_follow_their_order_of_battle(
    at_work: ScenariosWorkspace,
) -> None:
    window = at_work.window
    pick(at_work, R1)
    by_menu(window, "scenario_waits")
    assert where(at_work, R1) == "pool"
    by_menu(window, "scenario_absent")
    assert where(at_work, R1) == "dead"
    item = at_work.units.item_of(R1)
    assert item is not None and item.text(0).splitlines()[1] == "left out"
    by_menu(window, "scenario_listed")
    assert where(at_work, R1) == "0101"
    at_work.escape()
    settle()
    assert not window.book["scenario_waits"].isEnabled()


def test_the_form_says_when_a_unit_comes_and_leaves(at_work: ScenariosWorkspace) -> None:
    pick(at_work, R9)
    assert at_work.units.turn.value() == 2, "as its order of battle says"
    click(at_work, "0103")
    typed_into(at_work.units.leaves, "4")
    row = at_work.controller.session.start_of(R9)
    assert (row.place, row.turn, row.leaves) == ("0103", 2, 4)
    turns = at_work.rows.turns.grid
    come, leave = turns.item(1, 4), turns.item(3, 5)
    assert come is not None and leave is not None
    assert "9" in come.text() and "9" in leave.text()
    assert come.text() == titles(order())[R9], "units of several sides may have one number"
    line = at_work.units.item_of(R9)
    assert line is not None
    assert line.text(0).splitlines()[-1] == "comes in turn 2 to 0103; leaves in turn 4", "said once"
    typed_into(at_work.units.leaves, "1")
    assert any("when it comes" in text for text in at_work.controller.problems)
    assert at_work.problems.list.count() == 1
    undo(at_work)
    assert at_work.controller.problems == ()


def test_names_of_units_are_whole_in_the_list(at_work: ScenariosWorkspace) -> None:
    tree = at_work.units.tree
    item = at_work.units.item_of(R1)
    assert item is not None
    index = tree.indexFromItem(item)
    assert tree.visualRect(index).width() >= tree.sizeHintForIndex(index).width()
    assert not tree.horizontalScrollBar().isVisible()
    at_work.controller.choose((R1,))
    typed_into(at_work.units.leaves, "3")
    item = at_work.units.item_of(R1)
    assert item is not None and item.text(0).endswith("; leaves in turn 3")


def test_a_lasso_makes_an_area_of_free_set_up(
    at_work: ScenariosWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    corners = [spot(at_work, label) for label in ("0101", "0301", "0303", "0103", "0101")]
    middle = QPoint(
        sum(c.x() for c in corners[:4]) // 4,
        sum(c.y() for c in corners[:4]) // 4,
    )
    wide = [middle + (corner - middle) * 1.4 for corner in corners]
    drag(at_work, wide, SHIFT)
    assert board().parse_label("0202") in at_work.controller.hexes
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("West bank", True))
    by_menu(at_work.window, "scenario_area")
    (area,) = at_work.controller.session.situation.areas
    assert area.name == "West bank" and "0202" in area.hexes
    pick(at_work, B5)
    typed_into(at_work.units.place, "West bank")
    assert at_work.controller.said_of(B5) == "anywhere in West bank"
    assert at_work.units.place.text() == "West bank" and not at_work.controller.problems


def test_turns_phases_and_sides_are_typed_added_and_moved(at_work: ScenariosWorkspace) -> None:
    rows, session = at_work.rows, at_work.controller.session
    type_into(rows.turns, 0, "Date", "6 June")
    type_into(rows.turns, 1, "Events", "The bridge is blown.; Rain.")
    type_into(rows.turns, 1, "Checklist", "Count trucks.")
    turn = session.declared.turns.row(2)
    assert session.declared.turns.row(1).date == "6 June"
    assert turn.events == ("The bridge is blown.", "Rain.")
    assert turn.checklist == ("Count trucks.",)
    typed_into(rows.last, "4")
    assert session.declared.turns.last == 4 and rows.turns.grid.rowCount() == 4
    rows.setCurrentWidget(rows.phases)
    count = rows.phases.grid.rowCount()
    QTest.mouseClick(rows.phases.adds, LEFT)
    type_into(rows.phases, count, "Phase", "Politics")
    for _step in range(count):
        QTest.mouseClick(rows.phases.ups, LEFT)
    assert session.declared.phases[0].name == "Politics"
    QTest.mouseClick(rows.phases.removes, LEFT)
    assert "Politics" not in [row.name for row in session.declared.phases]
    rows.setCurrentWidget(rows.sides)
    type_into(rows.sides, 0, "Name", "The Reds")
    assert session.declared.sides[0].name == "The Reds"
    while session.can_undo:
        at_work.undo()
    assert session.declared.turns.rows[0].date == "1 June"


def choose_in(table: RowsTable, row: int, column: str, letters: str) -> tuple[str, ...]:
    """Choose in a cell by letters: click it, F2, the first of them, Enter; what was offered."""
    heads = [table.grid.horizontalHeaderItem(at) for at in range(table.grid.columnCount())]
    at = [head.text() for head in heads if head is not None].index(column)
    index = table.grid.model().index(row, at)
    table.grid.scrollTo(index)
    QTest.mouseClick(table.grid.viewport(), LEFT, NONE, table.grid.visualRect(index).center())
    QTest.keyClick(table.grid, Qt.Key.Key_F2)
    editor = next(one for one in table.grid.viewport().findChildren(QComboBox) if one.isVisible())
    offered = tuple(editor.itemText(n) for n in range(editor.count()))
    QTest.keyClicks(editor, letters[0])
    QTest.keyClick(editor, Qt.Key.Key_Return)
    settle()
    return offered


def test_phases_are_put_within_others_and_stay_when_those_go(
    at_work: ScenariosWorkspace, qtbot: QtBot
) -> None:
    rows, session = at_work.rows, at_work.controller.session
    at_work.window.show_panel("scenario_preview")
    rows.setCurrentWidget(rows.phases)
    (first, *others) = [row.name for row in session.declared.phases]
    for name in ("Rail", "Roads"):
        count = rows.phases.grid.rowCount()
        QTest.mouseClick(rows.phases.adds, LEFT)
        type_into(rows.phases, count, "Phase", name)
        offered = choose_in(rows.phases, count, "Within", first if name == "Rail" else "Rail")
        assert first in offered and name not in offered and offered[0] == ""
    *_before, rail, roads = session.declared.phases
    assert (rail.within, roads.within) == (session.declared.phases[0].id, rail.id)
    item = rows.phases.grid.item(rows.phases.grid.rowCount() - 1, 1)
    assert item is not None and item.text() == "Rail", "by its name, not by its id"
    sheets = at_work.preview.sheets
    qtbot.waitUntil(lambda: f"{first} / Rail / Roads" in sheets.text, timeout=5000)
    rows.phases.grid.setCurrentCell(rows.phases.grid.rowCount() - 2, 0)
    QTest.mouseClick(rows.phases.removes, LEFT)
    assert session.declared.phases[-1].within == session.declared.phases[0].id
    while session.can_undo:
        at_work.undo()
    assert [row.name for row in session.declared.phases] == [first, *others]


def test_what_cannot_be_is_said_and_the_table_shows_what_was(
    at_work: ScenariosWorkspace,
) -> None:
    rows = at_work.rows
    rows.setCurrentWidget(rows.phases)
    before = [row.name for row in at_work.controller.session.declared.phases]
    type_into(rows.phases, 0, "Phase", " ")
    item = rows.phases.grid.item(0, 0)
    assert item is not None and item.text() == before[0]
    assert "phases" in at_work.window.notice.text()


def test_dates_go_into_all_turns(
    at_work: ScenariosWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(dialog: QDialog) -> None:
        assert isinstance(dialog, DatesDialog)
        typed_into(dialog.days, "14")
        typed_into(dialog.count, "3")

    answering(monkeypatch, DatesDialog, fill)
    by_menu(at_work.window, "scenario_dates")
    dates = [row.date for row in at_work.controller.session.declared.turns.rows]
    assert dates == ["6 June 1944", "20 June 1944", "4 July 1944"]


def test_notes_and_credits_are_kept_when_the_field_is_left(at_work: ScenariosWorkspace) -> None:
    rows, session = at_work.rows, at_work.controller.session
    rows.setCurrentIndex(4)
    rows.notes.setFocus()
    QTest.keyClicks(rows.notes, "Blue moves first.")
    rows.licence.setFocus()
    QTest.keyClicks(rows.licence, "For my friends.")
    at_work.board.view.setFocus()
    settle()
    at_work.leave()
    assert session.situation.notes == "Blue moves first."
    assert session.declared.game.licence == "For my friends."


def test_several_scenarios_and_a_game_of_one(
    at_work: ScenariosWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = at_work.window
    assert isinstance(window, MainWindow)
    pick(at_work, B5)
    click(at_work, "0404")
    by_menu(window, "scenario_copy")
    settle()
    assert at_work.board.list.count() == 2
    assert at_work.board.list.currentText() == "The crossing (copy)"
    pick(at_work, B5)
    click(at_work, "0403")
    at_work.board.list.setFocus()
    QTest.keyClick(at_work.board.list, Qt.Key.Key_Up)
    settle()
    assert where(at_work, B5) == "0404"
    by_menu(window, "scenario_start")
    settle()
    game = window.bridge.game
    assert game.scenario.title == "The crossing"
    assert game.state.pieces[B5].at == board().parse_label("0404")
    workspace = entered(window)
    monkeypatch.setattr(scenarios_workspace, "ask", lambda *_a: True)
    by_menu(window, "scenario_remove")
    settle()
    assert workspace.board.list.count() == 1


def test_charts_that_are_open_beside_it_follow(at_work: ScenariosWorkspace) -> None:
    window = at_work.window
    QTest.keyClick(window, Qt.Key.Key_6, CTRL)
    settle()
    charts = window.workspaces["house_charts"]
    assert isinstance(charts, ChartsWorkspace)
    names = [chart.id for chart in charts.controller.book]
    charts.controller.show_chart(names.index("phases") if "phases" in names else 0)
    rows = at_work.controller.session.rows("turns")
    at_work.controller.write_rows("turns", rows[:1], "Turns")
    settle()
    turns = next(chart for chart in charts.controller.book if chart.id == "turns")
    assert [len(table.rows) for table in turns.tables if table.path[1:]] == [1]
    undo(at_work)
    turns = next(chart for chart in charts.controller.book if chart.id == "turns")
    assert [len(table.rows) for table in turns.tables if table.path[1:]] == [len(rows)]


def test_what_the_tables_mean_shows_as_they_are_written_and_help_opens_their_page(
    at_work: ScenariosWorkspace, qtbot: QtBot
) -> None:
    preview, rows = at_work.preview, at_work.rows
    at_work.window.show_panel("scenario_preview")
    settle()
    QTest.mouseClick(rows.tabBar(), LEFT, NONE, rows.tabBar().tabRect(0).center())
    qtbot.waitUntil(lambda: preview.sheets.text.startswith("8 turns"), timeout=5000)
    QTest.mouseClick(rows.tabBar(), LEFT, NONE, rows.tabBar().tabRect(1).center())
    qtbot.waitUntil(lambda: "A turn, phase by phase" in preview.sheets.text, timeout=5000)
    type_into(rows.phases, 0, "Phase", "March")
    qtbot.waitUntil(lambda: "1. March (" in preview.sheets.text, timeout=5000)
    QTest.mouseClick(preview.help, LEFT)
    settle()
    manual = at_work.window.manual
    assert manual is not None and manual.list.currentItem().text() == "By hand: phases"
    manual.close()


@pytest.mark.parametrize("wide", [140, 260])
def test_a_narrow_list_shows_whole_names_with_what_is_told_of_them_below(
    at_work: ScenariosWorkspace, wide: int
) -> None:
    panel = at_work.units
    panel.setFixedWidth(wide)
    settle()
    tree = panel.tree
    item = panel.item_of(R1)
    assert item is not None and "\n" in item.text(0)
    tree.scrollToItem(item)
    place, font = tree.visualItemRect(item), tree.fontMetrics()
    lines = sum(
        -(-font.horizontalAdvance(line) // place.width()) for line in item.text(0).split("\n")
    )
    assert place.height() >= lines * font.height()
    assert not tree.horizontalScrollBar().isVisible()
    panel.setMinimumWidth(0)
    panel.setMaximumWidth(10_000)
