"""Orders of battle in and out of the window, whole or not at all; copies, restarts, mixes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from engine.editing.oob_session import OobSession
from engine.game.session import GameSession
from oob.ledger import shipped
from qtapp.workspaces.units.dialogs import RefusedDialog
from qtapp.workspaces.units.units_workspace import UnitsWorkspace
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.units.hands import (
    column,
    edit_cell,
    enter,
    in_dialog,
    shown,
    type_search,
)

NO_KEYS = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


BAD = """sandtable notation 1
Side: Axis
INITIAL FORCES, JUN II 41
1×8-6 Infantri XX 1
1×8-6 Infantry XX 2
1×8-x Infantry XX 3
"""


def test_a_file_with_wrong_lines_is_reported_and_nothing_imported(
    crete: UnitsWorkspace, tmp_path: Path
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
    crete: UnitsWorkspace, tmp_path: Path
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
    rows = "".join(f"Axis,reinforce,many,Infantry,{number}\n" for number in range(1, 8))
    file.write_text(f"side,action,count,type,ids\n{rows}", "utf-8")
    reports.clear()
    in_dialog(RefusedDialog, act)
    assert not crete.files.update_from(file)
    assert "the column 'turn' is missing" in reports[0]
    file.write_text(f"side,action,count,type,ids,turn\n{rows.replace(chr(10), ',5' + chr(10))}")
    reports.clear()
    in_dialog(RefusedDialog, act)
    assert not crete.files.update_from(file)
    told = "\n".join(reports)
    assert all(f"row {row}, column count" in told for row in range(2, 9)), reports
    assert crete.controller.ledger == shipped.load("balkan_front_crete")


@pytest.mark.parametrize("ending", [".notation", ".csv", ".xlsx"])
def test_what_is_exported_and_imported_is_the_same(
    crete: UnitsWorkspace, tmp_path: Path, ending: str
) -> None:
    file = tmp_path / f"out{ending}"
    assert crete.files.export(file)
    assert crete.files.import_file(file)
    settle()
    assert len(crete.window.document.project.orders) == 2
    assert crete.controller.session.number == 2
    assert crete.controller.ledger == shipped.load("balkan_front_crete")
    assert crete.centre.orders.count() == 2


def test_an_update_from_a_file_is_one_step(crete: UnitsWorkspace, tmp_path: Path) -> None:
    from oob.ledger import files

    file = tmp_path / "new.notation"
    files.LEDGERS.write(shipped.load("balkan_front_plan_y"), file)
    assert crete.files.update_from(file)
    assert len(crete.controller.rows) == 222
    settle()
    by_menu(crete.window, "undo")
    settle()
    assert crete.controller.ledger == shipped.load("balkan_front_crete")


def test_what_a_game_is_played_with_is_edited_as_a_copy(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "game.sandtable"
    GameSession.start("balkan_gambit/1943", path=path, seed=1).close()
    workspace = enter(opened, path)
    page, book = workspace.centre, workspace.window.book
    assert not workspace.controller.is_open and workspace.controller.is_shown
    assert "a game is played with it" in page.kept.text.text() and page.kept.isVisible()
    rows = len(workspace.controller.rows)
    assert page.model.rowCount() == rows > 100
    index = page.model.index(0, 0)
    assert not index.flags() & Qt.ItemFlag.ItemIsEditable
    page.table.choose(page.model.keys[:2])
    settle()
    assert not book["oob_remove"].isEnabled() and not book["oob_change"].isEnabled()
    workspace.controller.remove(page.model.keys[:2])
    assert len(workspace.controller.rows) == rows
    assert "stays as it is" in workspace.window.notice.text()
    assert book["oob_totals"].isEnabled() and book["oob_export"].isEnabled()
    page.search.setText("partisan")
    settle()
    assert 0 < page.model.rowCount() < rows
    page.search.clear()
    by_menu(workspace.window, "oob_totals")
    settle()
    assert page.totals.isVisible()
    by_menu(workspace.window, "oob_table")
    QTest.mouseClick(page.kept.copy, LEFT)
    settle()
    assert workspace.controller.is_open and not page.kept.isVisible()
    called = page.orders.currentText()
    words = page.orders.fontMetrics().horizontalAdvance(called)
    assert called.endswith("(copy)") and page.orders.width() > words, "what is edited is told whole"
    assert workspace.controller.ledger.title == "Balkan Gambit, 1943 (copy)"
    edit_cell(workspace.centre, 0, "note", "edited")
    assert workspace.controller.rows[0].item.note == "edited"
    by_menu(workspace.window, "workspace_play")
    settle()
    assert workspace.window.workspace is not None and workspace.window.workspace.table.id == "play"


def test_a_file_without_any_offers_to_add_one(opened: Opener, tmp_path: Path) -> None:
    from engine.editing.project_session import ProjectSession

    ProjectSession.create(tmp_path / "empty.sandtable").close()
    workspace = enter(opened, tmp_path / "empty.sandtable")
    assert "No order of battle" in workspace.centre.empty.text.text()
    workspace.files.add(shipped.load("balkan_gambit_1944"))
    settle()
    assert workspace.controller.is_open and workspace.centre.table.isVisible()
    assert shown(workspace.centre)[0] == "8"


def test_edits_outlive_the_window(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "kept.sandtable"
    OobSession.create(path, "balkan_front_crete").close()
    workspace = enter(opened, path)
    edit_cell(workspace.centre, 0, "note", "kept")
    workspace.window.document.close()
    settle()
    assert not workspace.controller.is_open
    again = enter(opened, path)
    assert again.controller.rows[0].item.note == "kept"
    by_menu(again.window, "undo")
    settle()
    assert again.controller.ledger == shipped.load("balkan_front_crete")


def test_the_counter_mix_of_a_file_is_checked(crete: UnitsWorkspace, tmp_path: Path) -> None:
    file = tmp_path / "few.mix"
    file.write_text("sandtable mix 1\nfor: balkan_front_crete\n* | * | * | 3\n", "utf-8")
    crete.files.take_mix(file)
    crete.problems.refresh()
    assert "counters in play, the counter mix has 3" in crete.problems.list.item(0).text()


def test_another_file_is_shown_whole(crete: UnitsWorkspace, tmp_path: Path) -> None:
    page, path = crete.centre, tmp_path / "other.sandtable"
    OobSession.create(path, "balkan_front_crete").close()
    type_search(page, "parachute")
    page.table.sortByColumn(column("name"), Qt.SortOrder.DescendingOrder)
    by_menu(crete.window, "oob_calendar")
    whole = [row.key for row in crete.controller.rows]
    assert len(page.shown) < len(whole)
    crete.window.files.open(path)
    by_menu(crete.window, "workspace_units")
    settle()
    assert page.search.text() == "" and page.table.isVisible()
    assert [row.key for row in page.shown] == whole
