"""The table of the Units workspace, driven with mouse and keys in the real window."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from qtapp.workspaces.units.dialogs import BulkDialog, NewUnitsDialog
from qtapp.workspaces.units.units_workspace import UnitsWorkspace
from tests.qtapp.conftest import settle
from tests.qtapp.hands import by_menu, click_entry
from tests.qtapp.workspaces.units.hands import (
    click_row,
    column,
    edit_cell,
    in_dialog,
    shown,
    type_search,
)

NO_KEYS = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


def test_the_workspace_opens_with_ctrl_4(fite: UnitsWorkspace) -> None:
    assert fite.window.book["workspace_units"].shortcut() == QKeySequence("Ctrl+4")
    assert fite.centre.isVisible() and fite.centre.table.isVisible()
    assert fite.centre.model.rowCount() == 1906
    assert fite.centre.found.text() == "1,906 entries"


def test_typing_narrows_the_table_and_forgives_slips(fite: UnitsWorkspace) -> None:
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


def test_the_tree_narrows_to_a_formation(fite: UnitsWorkspace) -> None:
    path = ("Axis", "Start, Jun II 41", "German", "ARMY GROUP NORTH", "18th Army")
    assert path in fite.tree.paths()
    fite.tree.pick(path)
    settle()
    assert set(shown(fite.centre, "force")) == {"18th Army"}
    fite.tree.pick(())
    settle()
    assert fite.centre.model.rowCount() == 1906


def test_a_cell_is_edited_in_place_and_undone(fite: UnitsWorkspace) -> None:
    page = fite.centre
    edit_cell(page, 0, "ratings", "9-7")
    assert shown(page, "ratings")[0] == "9-7"
    key = page.model.keys[0]
    assert fite.controller.ledger.rows[key].item.attack == 9
    by_menu(fite.window, "undo")
    settle()
    assert shown(page, "ratings")[0] == "8-6"
    by_menu(fite.window, "redo")
    settle()
    assert shown(page, "ratings")[0] == "9-7"


def test_text_in_a_number_is_refused_with_a_sentence(fite: UnitsWorkspace) -> None:
    page = fite.centre
    edit_cell(page, 0, "ratings", "eight")
    assert shown(page, "ratings")[0] == "8-6"
    assert "'eight' cannot be read" in fite.window.notice.text()
    assert not fite.controller.can_undo


def test_many_units_are_changed_at_once(fite: UnitsWorkspace) -> None:
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
    by_menu(fite.window, "oob_change")
    settle()
    assert seen
    said = shown(page, "suffix")
    assert [said[at] for at in (0, 1, 4, 5, 6)] == ["LW", "LW", "LW", "", "LW"]
    by_menu(fite.window, "undo")
    settle()
    assert set(shown(page, "suffix")[:7]) == {""}, "one step takes all of it back"


def test_new_units_come_from_a_template_and_go_with_delete(crete: UnitsWorkspace) -> None:
    page = crete.centre
    before = shown(page)
    row = next(at for at, name in enumerate(before) if name and shown(page, "kind")[at] == "ground")
    click_row(page, row)

    def act(dialog: QWidget) -> None:
        assert isinstance(dialog, NewUnitsDialog)
        QTest.keyClicks(dialog.names, "901, 902")
        QTest.keyClick(dialog.names, Qt.Key.Key_Return)

    in_dialog(NewUnitsDialog, act)
    by_menu(crete.window, "oob_new")
    settle()
    assert shown(page)[row : row + 3] == [before[row], "901", "902"]
    assert shown(page, "type")[row] == shown(page, "type")[row + 1]
    assert [crete.controller.ledger.rows[key].name for key in page.chosen] == ["901", "902"]
    assert crete.window.book["oob_remove"].shortcut() == QKeySequence("Del")
    by_menu(crete.window, "oob_remove")
    settle()
    assert shown(page) == before


def test_columns_are_sorted_by_their_heads_and_chosen(fite: UnitsWorkspace) -> None:
    page = fite.centre
    header = page.table.horizontalHeader()
    spot = QPoint(header.sectionViewportPosition(0) + 20, header.height() // 2)
    QTest.mouseClick(header.viewport(), LEFT, NO_KEYS, spot)
    settle()
    numbers = [int(name) for name in shown(page) if name.isdigit()]
    assert numbers == sorted(numbers)
    menu = page.table.columns_menu()
    click_entry(menu, menu.actions()[column("area")])
    assert "area" in page.table.columns
    page.table.show_columns(["name", "turn"])
    assert page.table.columns == ("name", "turn")


def test_every_selection_survives_a_new_filter(fite: UnitsWorkspace) -> None:
    page = fite.centre
    click_row(page, 2)
    (key,) = page.chosen
    type_search(page, "infantry")
    assert page.chosen == [key]
    flags = QItemSelectionModel.SelectionFlag
    page.table.selectionModel().clearSelection()
    assert page.chosen == [] and flags.Select
