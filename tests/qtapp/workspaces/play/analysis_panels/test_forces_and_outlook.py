"""Forces of the campaign, and what is worth a look."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

from engine.reports.strengths import strengths, summed
from maps.edits.strokes import put_place
from maps.errors import KnownError
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.analysis import Analysis
from qtapp.workspaces.play.analysis_panels.strength_page import COUNT
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from tests.qtapp.conftest import press_key, settle
from tests.qtapp.hands import by_menu, click_item

CTRL = Qt.KeyboardModifier.ControlModifier


def analysis(window: MainWindow) -> Analysis:
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    return play.analysis


def items(tree: QTreeWidget) -> Iterator[QTreeWidgetItem]:
    pending = [tree.topLevelItem(n) for n in range(tree.topLevelItemCount())]
    while pending:
        item = pending.pop()
        assert item is not None
        yield item
        pending += [item.child(n) for n in range(item.childCount())]


def test_every_unit_stands_under_its_nation(played: MainWindow) -> None:
    press_key(played, Qt.Key.Key_U, CTRL)
    panel = analysis(played).forces
    assert panel.isVisible()
    units = [i.data(0, Qt.ItemDataRole.UserRole) for i in items(panel.tree)]
    assert sorted(filter(None, units)) == sorted(played.bridge.state.pieces)
    top = {panel.tree.topLevelItem(n).text(0) for n in range(panel.tree.topLevelItemCount())}  # type: ignore[union-attr]
    assert top == {"Allied", "Axis"}
    on_board = sum(isinstance(p.at, Hex) for p in played.bridge.state.pieces.values())
    shown = [int(panel.tree.topLevelItem(n).text(1)) for n in range(2)]  # type: ignore[union-attr]
    assert sum(shown) == on_board


def test_forces_are_filtered_and_found_on_the_board(played: MainWindow) -> None:
    press_key(played, Qt.Key.Key_U, CTRL)
    panel = analysis(played).forces
    QTest.keyClicks(panel.search, "ss xx")
    rows = [i for i in items(panel.tree) if i.data(0, Qt.ItemDataRole.UserRole)]
    assert 0 < len(rows) < 20
    panel.where.setCurrentIndex(panel.where.findData("board"))
    rows = [i for i in items(panel.tree) if i.data(0, Qt.ItemDataRole.UserRole)]
    unit = UnitId(rows[0].data(0, Qt.ItemDataRole.UserRole))
    click_item(panel.tree, rows[0])
    assert played.selection.unit == unit


def test_a_unit_tells_its_history_and_leads_there(played: MainWindow) -> None:
    press_key(played, Qt.Key.Key_U, CTRL)
    panel = analysis(played).forces
    unit = next(u for u, p in played.bridge.state.pieces.items() if isinstance(p.at, Hex))
    played.play.select_unit(unit)
    settle()
    assert panel.history.topLevelItemCount() >= 1
    last = panel.history.topLevelItem(panel.history.topLevelItemCount() - 1)
    assert last is not None and last.text(0).startswith("From ")
    node = last.data(0, Qt.ItemDataRole.UserRole + 1)
    click_item(panel.history, last, twice=True)
    assert played.bridge.game.log.current == node


def test_what_is_worth_a_look(played: MainWindow) -> None:
    press_key(played, Qt.Key.Key_H, CTRL)
    panel = analysis(played).outlook
    assert panel.isVisible()
    heads = [panel.tree.topLevelItem(n).text(0) for n in range(panel.tree.topLevelItemCount())]  # type: ignore[union-attr]
    assert [head.split(" (")[0] for head in heads] == [
        "Attacks worth a look",
        "Could still do something",
        "Out of supply",
        "Due this turn",
    ]
    idle = panel.tree.topLevelItem(1)
    assert idle is not None
    first = idle.child(0)
    assert first is not None
    click_item(panel.tree, first)
    unit = played.selection.unit
    assert unit is not None and played.bridge.offers.can_act(unit)
    QTest.mouseClick(panel.ask, Qt.MouseButton.LeftButton)
    assert panel.advice.text()
    before = played.bridge.game.log.current
    assert played.bridge.game.log.current == before


def test_an_attack_worth_a_look_is_planned(played: MainWindow) -> None:
    press_key(played, Qt.Key.Key_H, CTRL)
    panel = analysis(played).outlook
    for item in items(panel.tree):
        target = item.data(0, Qt.ItemDataRole.UserRole + 1)
        if isinstance(target, Hex):
            click_item(panel.tree, item)
            assert analysis(played).planner.target == target
            assert analysis(played).planner.plan is not None
            return
    heads = panel.tree.topLevelItem(0)
    assert heads is not None and heads.text(0) == "Attacks worth a look"


def test_strength_is_counted_by_side_nation_and_formation(
    played: MainWindow, tmp_path: Path
) -> None:
    press_key(played, Qt.Key.Key_U, CTRL)
    panel = analysis(played).forces
    panel.tabs.setCurrentIndex(1)
    settle()
    page, bridge = panel.strength, played.bridge
    counts = strengths(bridge.rules, bridge.state)
    sides = {page.tree.topLevelItem(n).text(0): page.tree.topLevelItem(n) for n in range(2)}  # type: ignore[union-attr]
    for side in bridge.game.system.sides:
        total = summed([one for one in counts if one.side == side.id], side.id)
        line = sides[side.name]
        assert line is not None
        assert line.text(1) == str(total.units) and line.text(2) == f"{total.strength:g}"
    assert page.tree.isColumnHidden(3), "the game knows no regimental equivalents"
    page.save_table(tmp_path / "strengths.csv")
    rows = list(csv.DictReader(StringIO((tmp_path / "strengths.csv").read_text("utf-8"))))
    assert len(rows) == len(counts)
    assert sum(int(row["Units"]) for row in rows) == sum(one.units for one in counts)
    assert {row["REs"] for row in rows} == {""}


def test_strength_is_sorted_by_figures_and_found_on_the_board(played: MainWindow) -> None:
    press_key(played, Qt.Key.Key_U, CTRL)
    panel = analysis(played).forces
    panel.tabs.setCurrentIndex(1)
    settle()
    tree = panel.strength.tree
    tree.sortByColumn(1, Qt.SortOrder.DescendingOrder)
    head = tree.topLevelItem(0)
    assert head is not None
    nations = [item for n in range(head.childCount()) if (item := head.child(n))]
    units = [int(item.text(1)) for item in nations]
    assert units == sorted(units, reverse=True) and len(set(units)) > 1
    tree.setFocus()
    tree.setCurrentItem(nations[0])
    QTest.keyClick(tree, Qt.Key.Key_Return)
    settle()
    count = nations[0].data(0, COUNT)
    pieces = played.bridge.state.pieces
    there = {pieces[unit].at for unit in count.members if isinstance(pieces[unit].at, Hex)}
    assert {at for at, tone in played.view.board.overlays.marks.items() if tone == "now"} == there


def test_strength_that_cannot_be_saved_says_where(played: MainWindow, tmp_path: Path) -> None:
    with pytest.raises(KnownError, match="cannot be written"):
        analysis(played).forces.strength.save_table(tmp_path / "missing" / "strengths.csv")


def test_a_place_that_was_given_another_name_is_called_by_it(played: MainWindow) -> None:
    press_key(played, Qt.Key.Key_U, CTRL)
    press_key(played, Qt.Key.Key_H, CTRL)
    by_menu(played, "armies")
    shown = analysis(played)
    board, pieces = played.bridge.game.scenario.map, played.bridge.state.pieces
    idle = [played.bridge.offers.can_act(unit) and pieces[unit].at for unit in pieces]
    place = next(one for one in board.places.values() if one.name and one.hex in idle)
    by_menu(played, "workspace_edit")
    settle()
    edit = played.edit
    edit.apply(put_place(edit.map, replace(edit.map.places[place.id], name="Xanadu")))
    by_menu(played, "workspace_play")
    settle()
    for action, tree in (
        ("forces", shown.forces.tree),
        ("outlook", shown.outlook.tree),
        ("armies", shown.armies.tree),
    ):
        by_menu(played, action)
        settle()
        assert any("Xanadu" in item.text(1) for item in items(tree)), action
