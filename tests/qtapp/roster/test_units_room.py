"""The Units workspace, driven with mouse and keys in the real window."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from engine.oob_session import OobSession
from engine.session import GameSession
from oob.ledger import builders, shipped
from oob.ledger.fields import FIELDS
from oob.ledger.model import Ledger, RowKey
from qtapp.main_window import MainWindow
from qtapp.rooms.units_room import UnitsRoom
from qtapp.roster.calendar_view import HEADER
from qtapp.roster.dialogs import BulkDialog, NewUnitsDialog, RefusedDialog
from qtapp.roster.page import CALENDAR, COMPARE, TABLE, TOTALS, UnitsPage
from tests.qtapp.conftest import settle

Make = Callable[[Path | str | None], MainWindow]
NO_KEYS = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


def enter(make: Make, path: Path) -> UnitsRoom:
    window = make(path)
    window.book["workspace_units"].trigger()
    settle()
    room = window.rooms["units"]
    assert isinstance(room, UnitsRoom) and room.is_active
    return room


@pytest.fixture
def fite(opened: Make, tmp_path: Path) -> UnitsRoom:
    """The workspace on Fire in the East in a project file."""
    path = tmp_path / "fite.sandtable"
    OobSession.create(path, "fire_in_the_east").close()
    return enter(opened, path)


@pytest.fixture
def crete(opened: Make, tmp_path: Path) -> UnitsRoom:
    """The workspace on a small order of battle."""
    path = tmp_path / "crete.sandtable"
    OobSession.create(path, "balkan_front_crete").close()
    return enter(opened, path)


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


def test_the_workspace_opens_with_ctrl_4(fite: UnitsRoom) -> None:
    assert fite.window.book["workspace_units"].shortcut() == QKeySequence("Ctrl+4")
    assert fite.centre.isVisible() and fite.centre.table.isVisible()
    assert fite.centre.model.rowCount() == 1906
    assert fite.centre.found.text() == "1,906 entries"


def test_typing_narrows_the_table_and_forgives_slips(fite: UnitsRoom) -> None:
    page = fite.centre
    type_search(page, "motorized 4th group")
    assert set(shown(page, "force")) == {"4th Panzer Group"}
    type_search(page, "cavlary")
    assert len(shown(page)) > 50
    assert any(word == "Cavalry" for word in shown(page, "type"))
    assert page.found.text().endswith(" of 1,906")
    QTest.keyClick(page.search, Qt.Key.Key_Escape)
    settle()
    assert page.search.text() == ""
    assert page.model.rowCount() == 1906


def test_the_tree_narrows_to_a_formation(fite: UnitsRoom) -> None:
    path = ("Axis", "Start, Jun II 41", "German", "ARMY GROUP NORTH", "18th Army")
    assert path in fite.tree.paths()
    fite.tree.pick(path)
    settle()
    assert set(shown(fite.centre, "force")) == {"18th Army"}
    fite.tree.pick(())
    settle()
    assert fite.centre.model.rowCount() == 1906


def test_a_cell_is_edited_in_place_and_undone(fite: UnitsRoom) -> None:
    page = fite.centre
    edit_cell(page, 0, "ratings", "9-7")
    assert shown(page, "ratings")[0] == "9-7"
    key = page.model.keys[0]
    assert fite.desk.ledger.rows[key].item.attack == 9
    fite.window.book["undo"].trigger()
    settle()
    assert shown(page, "ratings")[0] == "8-6"
    fite.window.book["redo"].trigger()
    settle()
    assert shown(page, "ratings")[0] == "9-7"


def test_text_in_a_number_is_refused_with_a_sentence(fite: UnitsRoom) -> None:
    page = fite.centre
    edit_cell(page, 0, "ratings", "eight")
    assert shown(page, "ratings")[0] == "8-6"
    assert "'eight' cannot be read" in fite.window.notice.text()
    assert not fite.desk.can_undo


def test_many_units_are_changed_at_once(fite: UnitsRoom) -> None:
    page = fite.centre
    click_row(page, 0)
    click_row(page, 4, Qt.KeyboardModifier.ShiftModifier)
    click_row(page, 6, Qt.KeyboardModifier.ControlModifier)
    assert len(page.chosen) == 6

    def act(dialog: QWidget) -> None:
        assert isinstance(dialog, BulkDialog)
        dialog.field.setCurrentIndex(dialog.field.findData("suffix"))
        line = dialog.text.lineEdit()
        assert line is not None
        line.setFocus()
        QTest.keyClicks(line, "LW")
        QTest.keyClick(line, Qt.Key.Key_Return)

    seen = in_dialog(BulkDialog, act)
    fite.window.book["oob_change"].trigger()
    settle()
    assert seen
    said = shown(page, "suffix")
    assert [said[at] for at in (0, 1, 4, 5, 6)] == ["LW", "LW", "LW", "", "LW"]
    fite.window.book["undo"].trigger()
    settle()
    assert set(shown(page, "suffix")[:7]) == {""}, "one step takes all of it back"


def test_new_units_come_from_a_template_and_go_with_delete(crete: UnitsRoom) -> None:
    page = crete.centre
    before = shown(page)
    row = next(at for at, name in enumerate(before) if name and shown(page, "kind")[at] == "ground")
    click_row(page, row)

    def act(dialog: QWidget) -> None:
        assert isinstance(dialog, NewUnitsDialog)
        QTest.keyClicks(dialog.names, "901, 902")
        QTest.keyClick(dialog.names, Qt.Key.Key_Return)

    in_dialog(NewUnitsDialog, act)
    crete.window.book["oob_new"].trigger()
    settle()
    assert shown(page)[row : row + 3] == [before[row], "901", "902"]
    assert shown(page, "type")[row] == shown(page, "type")[row + 1]
    assert [crete.desk.ledger.rows[key].name for key in page.chosen] == ["901", "902"]
    assert crete.window.book["oob_remove"].shortcut() == QKeySequence("Del")
    crete.window.book["oob_remove"].trigger()
    settle()
    assert shown(page) == before


def test_columns_are_sorted_by_their_heads_and_chosen(fite: UnitsRoom) -> None:
    page = fite.centre
    header = page.table.horizontalHeader()
    spot = QPoint(header.sectionViewportPosition(0) + 20, header.height() // 2)
    QTest.mouseClick(header.viewport(), LEFT, NO_KEYS, spot)
    settle()
    numbers = [int(name) for name in shown(page) if name.isdigit()]
    assert numbers == sorted(numbers)
    page.table.columns_menu().actions()[column("area")].trigger()
    assert "area" in page.table.columns
    page.table.show_columns(["name", "turn"])
    assert page.table.columns == ("name", "turn")


def centre_of(page: UnitsPage, place: tuple[int, int]) -> QPoint:
    return page.calendar.chip_rect(*place).center()


def drag(page: UnitsPage, start: QPoint, end: QPoint) -> None:
    port = page.calendar.viewport()
    QTest.mousePress(port, LEFT, NO_KEYS, start)
    for step in range(1, 6):
        QTest.mouseMove(port, start + (end - start) * step / 5)
        settle()
    QTest.mouseRelease(port, LEFT, NO_KEYS, end)
    settle()


def open_calendar(room: UnitsRoom, search: str = "") -> UnitsPage:
    room.window.resize(1500, 800)
    if search:
        type_search(room.centre, search)
    room.window.book["oob_calendar"].trigger()
    settle()
    assert room.centre.views.currentIndex() == CALENDAR
    return room.centre


def test_an_entry_is_dragged_to_another_turn(fite: UnitsRoom) -> None:
    page = open_calendar(fite, "german infantry XX 15")
    key = row_of(fite.desk.ledger, "15", "Jul I 41")
    page.calendar.choose({key})
    settle()
    place = page.calendar.place_of(key)
    assert place is not None
    names = [entry.turn.name for entry in page.calendar.columns]
    assert names[place[0]] == "Jul I 41"
    start = centre_of(page, place)
    drag(page, start, QPoint(start.x() - page.calendar.viewport().width() // 4, start.y() + 60))
    now = fite.desk.ledger.rows[key].item.section.turn
    assert now == "Jun II 41"
    assert not page.calendar.is_dragging
    fite.window.book["undo"].trigger()
    settle()
    assert fite.desk.ledger.rows[key].item.section.turn == "Jul I 41"


def test_a_drag_is_put_back_with_escape(fite: UnitsRoom) -> None:
    page = open_calendar(fite, "german infantry XX 15")
    key = row_of(fite.desk.ledger, "15", "Jul I 41")
    page.calendar.choose({key})
    place = page.calendar.place_of(key)
    assert place is not None
    start = centre_of(page, place)
    port = page.calendar.viewport()
    QTest.mousePress(port, LEFT, NO_KEYS, start)
    QTest.mouseMove(port, start + QPoint(60, 10))
    QTest.mouseMove(port, start + QPoint(150, 10))
    settle()
    assert page.calendar.is_dragging
    fite.window.book["deselect"].trigger()
    QTest.mouseRelease(port, LEFT, NO_KEYS, start + QPoint(260, 10))
    settle()
    assert fite.desk.ledger.rows[key].item.section.turn == "Jul I 41"
    assert not fite.desk.can_undo


def test_entries_are_moved_by_keys_alone(fite: UnitsRoom) -> None:
    page = open_calendar(fite, "jul i 41")
    page.calendar.setFocus()
    QTest.keyClick(page.calendar, Qt.Key.Key_Down)
    settle()
    keys = page.chosen
    assert keys
    assert fite.desk.ledger.rows[keys[0]].item.section.turn == "Jul I 41"
    fite.window.book["oob_later"].trigger()
    settle()
    assert {fite.desk.ledger.rows[key].item.section.turn for key in keys} == {"Jul II 41"}
    assert fite.window.book["oob_later"].shortcut() == QKeySequence("Alt+Right")
    fite.window.book["oob_earlier"].trigger()
    settle()
    assert {fite.desk.ledger.rows[key].item.section.turn for key in keys} == {"Jul I 41"}


def test_what_cannot_move_says_why(fite: UnitsRoom) -> None:
    key = next(r.key for r in fite.desk.rows if r.item.action == "withdraw")
    first = fite.desk.rows[0].key
    assert not fite.desk.shift([first], -1)
    assert "first turn" in fite.window.notice.text()
    page = open_calendar(fite)
    page.calendar.moved.emit([key], page.calendar.columns[0].turn)
    settle()
    assert "not possible before play begins" in fite.window.notice.text()


def test_the_start_unfolds_at_a_click(fite: UnitsRoom) -> None:
    page = open_calendar(fite)
    assert page.calendar.folded == {0}
    QTest.mouseClick(page.calendar.viewport(), LEFT, NO_KEYS, QPoint(40, HEADER // 2))
    settle()
    assert page.calendar.folded == frozenset()
    assert page.calendar.place_of(fite.desk.rows[0].key) == (0, 0)


def test_enter_on_a_chip_shows_its_units(fite: UnitsRoom) -> None:
    page = open_calendar(fite, "jul i 41")
    page.calendar.setFocus()
    QTest.keyClick(page.calendar, Qt.Key.Key_Down)
    keys = page.chosen
    QTest.keyClick(page.calendar, Qt.Key.Key_Return)
    settle()
    assert page.views.currentIndex() == TABLE
    assert page.chosen == keys


def test_totals_count_what_is_shown(fite: UnitsRoom, qtbot: QtBot) -> None:
    type_search(fite.centre, "finnish")
    fite.window.book["oob_totals"].trigger()
    settle()
    totals = fite.centre.totals
    assert fite.centre.views.currentIndex() == TOTALS
    totals.by.setCurrentIndex(totals.by.findData("nationality"))
    (line,) = totals.cells()
    wanted = sum(
        r.item.count
        for r in fite.centre.shown
        if r.item.kind == "ground" and r.item.action in ("initial", "reinforce", "convert-to")
    )
    assert line[:2] == ["Finnish", str(wanted)]
    totals.by.setCurrentIndex(totals.by.findData("turn"))
    fite.centre.search.clear()
    qtbot.waitUntil(lambda: len(totals.cells()) == 19)
    lines = totals.cells()
    assert lines[0][0] == "Start, Jun II 41"


def test_a_comparison_is_taken_over_and_undone(crete: UnitsRoom) -> None:
    page = crete.centre
    other = shipped.load("balkan_front_crete")
    key = other.ordered()[0].key
    from oob.ledger.changes import apply

    apply(other, builders.set_field(other, [key], "note", "there"))
    apply(other, builders.remove(other, [other.ordered()[3].key]))
    page.show_view(COMPARE)
    page.compare.show_other(other)
    settle()
    assert page.compare.summary.text() == "1 only here, 0 only there, 1 differ."
    page.compare.tree.topLevelItem(0).setSelected(True)
    settle()
    QTest.mouseClick(page.compare.take_button, LEFT)
    settle()
    assert crete.desk.rows[0].item.note == "there"
    assert page.compare.summary.text() == "1 only here, 0 only there, 0 differ."
    QTest.mouseClick(page.compare.take_all_button, LEFT)
    settle()
    assert page.compare.summary.text() == "Nothing differs."
    crete.desk.undo()
    crete.desk.undo()
    assert crete.desk.ledger == shipped.load("balkan_front_crete")


def test_a_problem_is_clicked_to_go_to_its_unit(fite: UnitsRoom) -> None:
    problems = fite.problems
    assert problems.summary.text() == "0 errors, 9 warnings"
    type_search(fite.centre, "zebra")
    assert fite.centre.model.rowCount() == 0
    spot = problems.list.visualItemRect(problems.list.item(0)).center()
    QTest.mouseClick(problems.list.viewport(), LEFT, NO_KEYS, spot)
    settle()
    (key,) = fite.centre.chosen
    assert fite.desk.ledger.rows[key].name == "1"
    assert "Mil" in fite.desk.ledger.rows[key].item.suffix
    assert fite.centre.search.text() == "", "the search gave way"


def test_problems_follow_edits(crete: UnitsRoom) -> None:
    page = crete.centre
    assert crete.problems.summary.text() == "Nothing is wrong."
    row = shown(page, "kind").index("ground")
    edit_cell(page, row, "ratings", "")
    crete.window.book["oob_check"].trigger()
    settle()
    assert "has no ratings" in crete.problems.list.item(0).text()
    crete.desk.undo()
    crete.problems.refresh()
    assert crete.problems.summary.text() == "Nothing is wrong."


def test_corrections_are_ticked_on_and_off(fite: UnitsRoom) -> None:
    errata = fite.errata
    assert errata.tree.topLevelItemCount() == 31
    item = errata.item("axis-2")
    assert item.text(1) == "8"
    assert [item.child(at).text(0) for at in range(2)] == [
        "−  1×3-6 Artillery III 783",
        "+  1×3-8 Artillery III 783",
    ]
    assert item.child(0).text(1) == "9"
    errata.tree.scrollToItem(item)
    item.setCheckState(0, Qt.CheckState.Checked)
    settle()
    key = row_of(fite.desk.ledger, "783")
    assert fite.desk.ledger.rows[key].item.move == 8
    assert fite.centre.chosen == [key]
    errata.item("axis-2").setCheckState(0, Qt.CheckState.Unchecked)
    settle()
    assert fite.desk.ledger.rows == shipped.load("fire_in_the_east").rows
    QTest.mouseClick(errata.all_button, LEFT)
    settle()
    assert errata.summary.text().startswith("31 of 31")
    fite.window.book["undo"].trigger()
    settle()
    assert errata.summary.text().startswith("0 of 31"), "one step took all of them back"


BAD = """sandtable notation 1
Side: Axis
INITIAL FORCES, JUN II 41
1×8-6 Infantri XX 1
1×8-6 Infantry XX 2
1×8-x Infantry XX 3
"""


def test_a_file_with_wrong_lines_is_reported_and_nothing_imported(
    crete: UnitsRoom, tmp_path: Path
) -> None:
    file = tmp_path / "bad.notation"
    file.write_text(BAD, "utf-8")
    found: list[str] = []

    def act(dialog: QWidget) -> None:
        assert isinstance(dialog, RefusedDialog)
        found.extend(dialog.list.item(at).text() for at in range(dialog.list.count()))
        dialog.reject()

    in_dialog(RefusedDialog, act)
    assert not crete.files.import_file(file)
    assert found[0].startswith("bad.notation line 4: the unit type 'Infantri' is unknown.")
    assert found[1].startswith("bad.notation line 6: ")
    assert len(crete.window.document.project.orders) == 1


def test_a_spreadsheet_without_a_column_and_with_text_in_a_number_is_refused(
    crete: UnitsRoom, tmp_path: Path
) -> None:
    reports: list[str] = []

    def act(dialog: QWidget) -> None:
        assert isinstance(dialog, RefusedDialog)
        reports.extend(dialog.list.item(at).text() for at in range(dialog.list.count()))
        dialog.reject()

    file = tmp_path / "bad.csv"
    file.write_text("side,turn,action,type\nAxis,Jul I 41,reinforce,Infantry\n", "utf-8")
    in_dialog(RefusedDialog, act)
    assert not crete.files.update_from(file)
    assert "the column 'count' is missing" in reports[0]
    text = "side,turn,action,count,type\nAxis,Jul I 41,reinforce,many,Infantry\n"
    file.write_text(text, "utf-8")
    in_dialog(RefusedDialog, act)
    assert not crete.files.update_from(file)
    assert "row 2, column count: 'many' is no whole number" in reports[-2]
    assert crete.desk.ledger == shipped.load("balkan_front_crete")


@pytest.mark.parametrize("ending", [".notation", ".csv", ".xlsx"])
def test_what_is_exported_and_imported_is_the_same(
    fite: UnitsRoom, tmp_path: Path, ending: str
) -> None:
    file = tmp_path / f"out{ending}"
    assert fite.files.export(file)
    assert fite.files.import_file(file)
    settle()
    assert len(fite.window.document.project.orders) == 2
    assert fite.desk.session.number == 2
    assert fite.desk.ledger == shipped.load("fire_in_the_east")
    assert fite.centre.orders.count() == 2


def test_an_update_from_a_file_is_one_step(crete: UnitsRoom, tmp_path: Path) -> None:
    from oob.ledger import files

    file = tmp_path / "new.notation"
    files.save(shipped.load("balkan_front_plan_y"), file)
    assert crete.files.update_from(file)
    assert len(crete.desk.rows) == 222
    settle()
    crete.window.book["undo"].trigger()
    settle()
    assert crete.desk.ledger == shipped.load("balkan_front_crete")


def test_what_a_game_is_played_with_is_edited_as_a_copy(opened: Make, tmp_path: Path) -> None:
    path = tmp_path / "game.sandtable"
    GameSession.start("balkan_gambit/1943", path=path, seed=1).close()
    room = enter(opened, path)
    assert not room.desk.is_open
    assert "a game is played with it" in room.centre.empty.text.text()
    QTest.mouseClick(room.centre.empty.offer, LEFT)
    settle()
    assert room.desk.is_open
    assert room.desk.ledger.title == "Balkan Gambit, 1943 (copy)"
    edit_cell(room.centre, 0, "note", "edited")
    assert room.desk.rows[0].item.note == "edited"
    room.window.book["workspace_play"].trigger()
    settle()
    assert room.window.room is not None and room.window.room.table.id == "play"


def test_a_file_without_any_offers_to_add_one(opened: Make, tmp_path: Path) -> None:
    from engine.project_session import ProjectSession

    ProjectSession.create(tmp_path / "empty.sandtable").close()
    room = enter(opened, tmp_path / "empty.sandtable")
    assert "No order of battle" in room.centre.empty.text.text()
    room.files.add(shipped.load("balkan_gambit_1944"))
    settle()
    assert room.desk.is_open and room.centre.table.isVisible()
    assert shown(room.centre)[0] == "8"


def test_edits_outlive_the_window(opened: Make, tmp_path: Path) -> None:
    path = tmp_path / "kept.sandtable"
    OobSession.create(path, "balkan_front_crete").close()
    room = enter(opened, path)
    edit_cell(room.centre, 0, "note", "kept")
    room.window.document.close()
    settle()
    assert not room.desk.is_open
    again = enter(opened, path)
    assert again.desk.rows[0].item.note == "kept"
    again.window.book["undo"].trigger()
    settle()
    assert again.desk.ledger == shipped.load("balkan_front_crete")


def test_the_counter_mix_of_a_file_is_checked(crete: UnitsRoom, tmp_path: Path) -> None:
    file = tmp_path / "few.mix"
    file.write_text("sandtable mix 1\nfor: balkan_front_crete\n* | * | * | 3\n", "utf-8")
    crete.files.take_mix(file)
    crete.problems.refresh()
    assert "counters are in play, the counter mix has 3" in crete.problems.list.item(0).text()


def test_every_selection_survives_a_new_filter(fite: UnitsRoom) -> None:
    page = fite.centre
    click_row(page, 2)
    (key,) = page.chosen
    type_search(page, "infantry")
    assert page.chosen == [key]
    flags = QItemSelectionModel.SelectionFlag
    page.table.selectionModel().clearSelection()
    assert page.chosen == [] and flags.Select
