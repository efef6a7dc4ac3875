"""The Problems panel: checks by itself, groups, filters, goes there and fixes."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from maps.checking.problems import Flaw
from maps.edits import paint, set_line, set_side
from maps.edits.blank import blank_map, generic_legend
from maps.formats import text
from maps.hexgrid import Hex, link, side
from maps.layout import Orientation
from maps.numbering import LabelScheme
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.map.live_check import LiveCheck
from qtapp.workspaces.map.panels.problems_panel import PROBLEM, ProblemsPanel
from tests.qtapp.conftest import settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.map.conftest import (
    FAR,
    HOME,
    click,
    click_item,
    panels_of,
    show,
    type_into,
    undo_all,
)

SEA = [Hex(8, 0), Hex(9, 0), Hex(9, -1)]


def spoil(window: MainWindow) -> None:
    """A river between sea hexes, twice, and a road into the sea."""
    controller = window.edit
    controller.apply(paint(controller.map, SEA, "sea"))
    controller.apply(set_side(controller.map, side(SEA[0], 0), "river", True))
    controller.apply(set_side(controller.map, side(SEA[0], 1), "canal", True))
    inland = next(at for at in SEA[0].neighbours() if controller.map.terrain.get(at) == "clear")
    controller.apply(set_line(controller.map, link(SEA[0], inland), "road", True))


def groups(panel: ProblemsPanel) -> dict[str, QTreeWidgetItem]:
    tree = panel.tree
    items = [tree.topLevelItem(n) for n in range(tree.topLevelItemCount())]
    return {item.text(0).rsplit(" (", 1)[0]: item for item in items if item is not None}


def first(panel: ProblemsPanel, flaw: Flaw) -> QTreeWidgetItem:
    """The first problem of a sort."""
    item = groups(panel)[flaw.value].child(0)
    assert item is not None
    return item


def ready(window: MainWindow, qtbot: QtBot) -> ProblemsPanel:
    spoil(window)
    show(window, "problems")
    panel = panels_of(window).problems
    qtbot.waitUntil(lambda: Flaw.SIDE_AT_SEA.value in groups(panel) and not panel.check.is_busy)
    return panel


def test_it_checks_by_itself_after_every_edit(editor: MainWindow, qtbot: QtBot) -> None:
    show(editor, "problems")
    panel = panels_of(editor).problems
    qtbot.waitUntil(lambda: "Checking" not in panel.summary and panel.summary != "Not checked yet.")
    ready(editor, qtbot)
    before = panel.summary
    assert len(panel.problems) > 2
    by_menu(editor, "undo")
    qtbot.waitUntil(lambda: panel.summary not in (before, "Checking…"))
    assert Flaw.LINE_IN_WATER.value not in groups(panel)


def test_a_click_goes_there(editor: MainWindow, qtbot: QtBot) -> None:
    panel = ready(editor, qtbot)
    item = first(panel, Flaw.SIDE_AT_SEA)
    click_item(panel.tree, item)
    assert editor.view.cursor_hex == item.data(0, PROBLEM).hex
    editor.view.set_cursor_hex(HOME)
    QTest.keyClick(panel.tree, Qt.Key.Key_Return)
    settle()
    assert editor.view.cursor_hex == item.data(0, PROBLEM).hex


def test_one_is_fixed_or_all_of_its_sort_or_all(editor: MainWindow, qtbot: QtBot) -> None:
    original = text.dumps(editor.edit.map)
    panel = ready(editor, qtbot)
    steps = len(editor.edit.history)
    click_item(panel.tree, first(panel, Flaw.SIDE_AT_SEA))
    click(panel.fix_one)
    assert groups(panel)[Flaw.SIDE_AT_SEA.value].childCount() == 1
    assert len(editor.edit.history) == steps + 1
    by_menu(editor, "undo")
    panel.check_now()
    click_item(panel.tree, first(panel, Flaw.SIDE_AT_SEA))
    click(panel.fix_sort)
    assert Flaw.SIDE_AT_SEA.value not in groups(panel)
    assert Flaw.LINE_IN_WATER.value in groups(panel)
    assert len(editor.edit.history) == steps + 1, "one step for all of the sort"
    by_menu(editor, "fix_all")
    settle()
    assert Flaw.LINE_IN_WATER.value not in groups(panel)
    assert undo_all(editor) == original


def test_what_has_no_certain_fix_offers_none(editor: MainWindow, qtbot: QtBot) -> None:
    panel = ready(editor, qtbot)
    loose = first(panel, Flaw.LOOSE_END)
    click_item(panel.tree, loose)
    assert not panel.fix_one.isEnabled() and not panel.fix_sort.isEnabled()
    assert panel.fix_every.isEnabled()


def test_the_filter_narrows(editor: MainWindow, qtbot: QtBot) -> None:
    panel = ready(editor, qtbot)
    type_into(panel.filter, "warning canal")
    assert list(groups(panel)) == [Flaw.SIDE_AT_SEA.value]
    assert groups(panel)[Flaw.SIDE_AT_SEA.value].childCount() == 1
    panel.filter.clear()
    assert len(groups(panel)) > 1


def turned(turns: list[int]) -> bool:
    """Count a turn of the event loop."""
    turns.append(1)
    return True


def test_a_check_of_a_large_board_goes_on_in_slices(qtbot: QtBot) -> None:
    board = blank_map(
        "Big", Orientation.FLAT, 300, 200, LabelScheme(digits=3), generic_legend(), "clear"
    )
    check = LiveCheck(lambda: board)
    turns: list[int] = []
    check.board_changed()
    with qtbot.waitSignal(check.found):
        qtbot.waitUntil(lambda: turned(turns) and not check.is_busy)
    assert len(turns) > 3, "the event loop went on meanwhile"


def test_an_edit_begins_the_check_anew(qtbot: QtBot) -> None:
    board = blank_map("Small", Orientation.FLAT, 6, 6, LabelScheme(), generic_legend(), "clear")
    check = LiveCheck(lambda: board)
    check.board_changed()
    board.hexsides[side(Hex(50, 50), 0)] = frozenset({"river"})
    check.board_changed()
    with qtbot.waitSignal(check.found) as told:
        pass
    assert Flaw.LOST_SIDE in [problem.flaw for problem in told.args[0]]


def test_facts_beside_the_file_are_looked_up(editor: MainWindow, path: Path, qtbot: QtBot) -> None:
    beside = path.with_name("ground.facts.toml")
    beside.write_text(
        f'format = 1\nboard = "{editor.edit.map.id}"\nfacts = [\n'
        '{ kind = "terrain", what = "Niš", expected = "woods", source = "a" },\n'
        '{ kind = "region", what = "Pec", expected = "country: Albania", source = "a" },\n'
        ']\n[sources]\na = "The atlas"\n',
        encoding="utf-8",
    )
    show(editor, "problems")
    panel = panels_of(editor).problems
    editor.edit.apply(paint(editor.edit.map, [FAR], "woods"))
    qtbot.waitUntil(lambda: "1 of 2 facts are right" in panel.summary)
    item = first(panel, Flaw.FACT)
    assert "Albania" in item.text(0) and "The atlas" in item.text(0)
    click_item(panel.tree, item)
    assert editor.view.cursor_hex == FAR
    click(panel.facts)
    qtbot.waitUntil(lambda: "facts" not in panel.summary and not panel.check.is_busy)
    assert Flaw.FACT.value not in groups(panel)
    click(panel.facts)
    qtbot.waitUntil(lambda: Flaw.FACT.value in groups(panel))
    editor.edit.apply(paint(editor.edit.map, [HOME], "clear"))
    qtbot.waitUntil(lambda: "0 of 2 facts are right" in panel.summary)


def test_nothing_is_fixed_before_anything_was_checked(editor: MainWindow) -> None:
    panel = ProblemsPanel(editor.edit)
    buttons = panel.fix_one, panel.fix_sort, panel.fix_every
    assert panel.summary == "Not checked yet."
    assert not any(button.isEnabled() for button in buttons)
