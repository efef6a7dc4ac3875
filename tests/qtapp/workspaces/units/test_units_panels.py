"""Totals, comparison, problems and errata of the Units workspace."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from engine.editing.map_session import EditSession
from oob.ledger import shipped
from oob.ledger.edits import builders
from qtapp.workspaces.units.page import COMPARE, TOTALS
from qtapp.workspaces.units.units_workspace import UnitsWorkspace
from tests.engine.systems.by_hand.desk import board
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.units.hands import (
    edit_cell,
    enter,
    row_of,
    shown,
    type_search,
)

NO_KEYS = Qt.KeyboardModifier.NoModifier
LEFT = Qt.MouseButton.LeftButton


def test_totals_count_what_is_shown(fite: UnitsWorkspace, qtbot: QtBot) -> None:
    type_search(fite.centre, "finnish")
    by_menu(fite.window, "oob_totals")
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


def test_a_comparison_is_taken_over_and_undone(crete: UnitsWorkspace) -> None:
    page = crete.centre
    other = shipped.load("balkan_front_crete")
    key = other.ordered()[0].key
    from oob.ledger.edits.changes import apply

    apply(other, builders.set_field(other, [key], "note", "there"))
    apply(other, builders.remove(other, [other.ordered()[3].key]))
    page.show_view(COMPARE)
    assert page.compare.tree.header().textElideMode() is Qt.TextElideMode.ElideRight
    page.compare.show_other(other)
    settle()
    assert page.compare.summary.text() == "1 only here, 0 only there, 1 differ."
    page.compare.tree.topLevelItem(0).setSelected(True)
    settle()
    QTest.mouseClick(page.compare.take_button, LEFT)
    settle()
    assert crete.controller.rows[0].item.note == "there"
    assert page.compare.summary.text() == "1 only here, 0 only there, 0 differ."
    QTest.mouseClick(page.compare.take_all_button, LEFT)
    settle()
    assert page.compare.summary.text() == "Nothing differs."
    crete.controller.undo()
    crete.controller.undo()
    assert crete.controller.ledger == shipped.load("balkan_front_crete")


def test_a_problem_is_clicked_to_go_to_its_unit(fite: UnitsWorkspace) -> None:
    problems = fite.problems
    assert problems.summary.text() == "0 errors, 9 warnings"
    type_search(fite.centre, "zebra")
    assert fite.centre.model.rowCount() == 0
    spot = problems.list.visualItemRect(problems.list.item(0)).center()
    QTest.mouseClick(problems.list.viewport(), LEFT, NO_KEYS, spot)
    settle()
    (key,) = fite.centre.chosen
    assert fite.controller.ledger.rows[key].name == "1"
    assert "Mil" in fite.controller.ledger.rows[key].item.suffix
    assert fite.centre.search.text() == "", "the search gave way"


def test_problems_follow_edits(crete: UnitsWorkspace) -> None:
    page = crete.centre
    assert crete.problems.summary.text() == "Nothing is wrong."
    row = shown(page, "kind").index("ground")
    edit_cell(page, row, "ratings", "")
    by_menu(crete.window, "oob_check")
    settle()
    assert "has no ratings" in crete.problems.list.item(0).text()
    crete.controller.undo()
    crete.problems.refresh()
    assert crete.problems.summary.text() == "Nothing is wrong."


def test_corrections_are_ticked_on_and_off(fite: UnitsWorkspace) -> None:
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
    key = row_of(fite.controller.ledger, "783")
    assert fite.controller.ledger.rows[key].item.move == 8
    assert fite.centre.chosen == [key]
    errata.item("axis-2").setCheckState(0, Qt.CheckState.Unchecked)
    settle()
    assert fite.controller.ledger.rows == shipped.load("fire_in_the_east").rows
    QTest.mouseClick(errata.all_button, LEFT)
    settle()
    assert errata.summary.text().startswith("31 of 31")
    by_menu(fite.window, "undo")
    settle()
    assert errata.summary.text().startswith("0 of 31"), "one step took all of them back"


def test_without_an_order_of_battle_there_are_no_corrections_to_lay(
    opened: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "bare.sandtable"
    EditSession.create(path, board()).close()
    errata = enter(opened, path).errata
    assert not errata.all_button.isEnabled() and not errata.none_button.isEnabled()
    assert errata.summary.text() == ""


def test_sides_and_nations_of_counters_go_by_their_names(
    opened: Opener, order_file: Callable[[str], Path], tmp_path: Path
) -> None:
    file = shutil.copy(order_file("balkan_gambit_1943"), tmp_path / "gambit.sandtable")
    units = enter(opened, file)
    root = units.tree.topLevelItem(0)
    assert root is not None
    sides = [root.child(at) for at in range(root.childCount())]
    assert [side.text(0) for side in sides if side is not None] == ["Allied", "Axis"]
    assert units.tree.paths()[1] == ("allied",)
    by_menu(units.window, "oob_totals")
    totals = units.centre.totals
    for fact, wanted in (("side", {"Allied", "Axis"}), ("nationality", {"British", "German"})):
        totals.by.setCurrentIndex(totals.by.findData(fact))
        assert wanted <= {line[0] for line in totals.cells()}
