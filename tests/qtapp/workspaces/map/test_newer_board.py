"""A board begun with an older version: the bar over it, the list, and taking it over."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

import maps.data
from engine.core.view.display import CounterView
from engine.editing.map_session import EditSession
from engine.game.catalogue import choose
from engine.game.session import GameSession
from maps.edits import apply, drop_box, paint, put_place
from maps.formats import text
from maps.hexgrid import Hex
from maps.model import GameMap
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.map.newer.newer_panel import SAME, NewerPanel
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.map.conftest import click, click_item, panels_of, show, type_into

BOARD = "balkan_gambit"


def hexes(board: GameMap) -> tuple[Hex, Hex]:
    """Two clear hexes."""
    one, other, *_rest = (at for at, kind in board.terrain.items() if kind == "clear")
    return one, other


def older() -> GameMap:
    board = maps.data.load(BOARD)
    apply(board, paint(board, hexes(board), "mountain"))
    return board


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A campaign begun on the older board."""
    where, load, old = tmp_path / "old.sandtable", maps.data.load, older()
    with monkeypatch.context() as patched:
        patched.setattr(maps.data, "load", lambda name: old if name == BOARD else load(name))
        GameSession.start("balkan_gambit/1943", path=where).close()
    return where


def looked(window: MainWindow, qtbot: QtBot) -> MainWindow:
    """The window when the boards have been compared."""
    settle()
    qtbot.waitUntil(lambda: not window.newer.is_busy and not panels_of(window).newer.is_late)
    settle()
    return window


def listed(window: MainWindow) -> NewerPanel:
    """The list, asked for by the bar's button."""
    click(window.newer.show_button)
    return panels_of(window).newer


def line(panel: NewerPanel, words: str) -> QTreeWidgetItem:
    """The line that begins with some words."""
    groups = [panel.tree.topLevelItem(n) for n in range(panel.tree.topLevelItemCount())]
    items = [group.child(n) for group in groups if group for n in range(group.childCount())]
    return next(item for item in items if item is not None and item.text(0).startswith(words))


def test_the_bar_tells_of_it_over_the_game(path: Path, opened: Opener, qtbot: QtBot) -> None:
    window = looked(opened(path), qtbot)
    assert window.workspace_id == "play"
    assert window.newer.isVisible()
    assert "2 things in 2 hexes" in window.newer.words.text()
    with EditSession.open(path) as editor:
        assert not editor.history


def test_a_board_as_it_is_shipped_has_no_bar(tmp_path: Path, opened: Opener, qtbot: QtBot) -> None:
    where = tmp_path / "new.sandtable"
    GameSession.start("balkan_gambit/1943", path=where).close()
    window = looked(opened(where), qtbot)
    assert not window.newer.isVisible()
    window.set_workspace("edit")
    show(window, "newer")
    assert panels_of(window).newer.summary == SAME
    assert not panels_of(window).newer.take_all.isEnabled()


def test_a_line_shows_its_hex(path: Path, opened: Opener, qtbot: QtBot) -> None:
    window = looked(opened(path), qtbot)
    panel = listed(window)
    assert window.workspace_id == "edit"
    for at in hexes(maps.data.load(BOARD)):
        click_item(panel.tree, line(panel, window.edit.map.label(at)))
        assert window.view.cursor_hex == at
        marks = window.view.board.overlays.marks
        assert set(marks) == {at}
    type_into(panel.filter, window.edit.map.label(hexes(maps.data.load(BOARD))[0]))
    group = panel.tree.topLevelItem(0)
    assert group is not None and group.childCount() == 1


def test_all_is_taken_over_and_undone_in_one_step(path: Path, opened: Opener, qtbot: QtBot) -> None:
    window = looked(opened(path), qtbot)
    panel = listed(window)
    before = text.dumps(window.edit.map)
    click(panel.take_all)
    looked(window, qtbot)
    assert text.dumps(window.edit.map) == text.dumps(maps.data.load(BOARD))
    assert panel.summary == SAME
    assert not window.newer.isVisible()
    assert "2 things" in window.notice.text()
    by_menu(window, "undo")
    looked(window, qtbot)
    assert text.dumps(window.edit.map) == before
    assert window.newer.isVisible(), "undone, it differs again"


def test_selected_lines_alone(path: Path, opened: Opener, qtbot: QtBot) -> None:
    window = looked(opened(path), qtbot)
    panel = listed(window)
    one, other = hexes(maps.data.load(BOARD))
    assert not panel.take_chosen.isEnabled()
    click_item(panel.tree, line(panel, window.edit.map.label(other)))
    click(panel.take_chosen)
    looked(window, qtbot)
    assert window.edit.map.terrain[other] == "clear"
    assert window.edit.map.terrain[one] == "mountain"
    assert "1 thing in 1 hex" in window.newer.words.text()


def test_ones_own_edits_are_taken_only_when_selected(
    path: Path, opened: Opener, qtbot: QtBot
) -> None:
    with EditSession.open(path) as editor:
        one, other = hexes(maps.data.load(BOARD))
        editor.apply(paint(editor.map, [one], "rough"))
    window = looked(opened(path), qtbot)
    assert "1 thing in 1 hex" in window.newer.words.text()
    panel = listed(window)
    assert "edited 1" in panel.summary
    click(panel.take_all)
    looked(window, qtbot)
    assert (window.edit.map.terrain[one], window.edit.map.terrain[other]) == ("rough", "clear")
    assert not window.newer.isVisible()
    assert not panel.take_all.isEnabled()
    click_item(panel.tree, line(panel, window.edit.map.label(one)))
    click(panel.take_chosen)
    assert window.edit.map.terrain[one] == "clear"


def test_what_units_stand_on_is_left_and_said(
    path: Path, opened: Opener, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with GameSession.open(path) as game:
        while game.state.phase == "set up":
            game.act(choose(game))
        at = next(c.at for c in game.rules.counters(game.state) if isinstance(c.at, Hex))
    drowned = maps.data.load(BOARD)
    monkeypatch.setattr(NewerPanel, "shipped", lambda _panel, _ident: drowned)
    apply(drowned, paint(drowned, [at], "sea"))
    window = opened(path)
    window.set_workspace("edit")
    show(window, "newer")
    panel = panels_of(window).newer
    click(panel.take_all)
    assert window.edit.map.terrain[at] != "sea"
    assert window.edit.map.label(at) in window.notice.text()
    assert "Left as it is" in window.notice.text()


def test_a_box_with_units_in_it_is_left_and_said_and_the_game_goes_on(
    path: Path, opened: Opener, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with GameSession.open(path) as game:
        inside = {c.unit for c in game.rules.counters(game.state) if c.at == "med_box"}
    newer = maps.data.load(BOARD)
    monkeypatch.setattr(NewerPanel, "shipped", lambda _panel, _ident: newer)
    apply(newer, drop_box(newer, "med_box"))
    window = opened(path)
    window.set_workspace("edit")
    show(window, "newer")
    panel = panels_of(window).newer
    assert "box Med Box is gone" in line(panel, "box Med Box").text(0)
    click(panel.take_all)
    one, other = hexes(newer)
    assert window.edit.map.terrain[one] == window.edit.map.terrain[other] == "clear"
    assert "med_box" in window.edit.map.boxes
    said = window.notice.text()
    assert "Left as it is: 1 thing" in said and "would lose the box they are in" in said
    window.set_workspace("play")
    settle()
    stacks = window.view.board.stacks
    assert stacks is not None
    assert inside == {view.unit for view in stacks.at("med_box") if isinstance(view, CounterView)}


def test_closed_it_does_not_come_again(path: Path, opened: Opener, qtbot: QtBot) -> None:
    window = looked(opened(path), qtbot)
    QTest.mouseClick(window.newer.close_button, Qt.MouseButton.LeftButton)
    assert not window.newer.isVisible()
    window.document.close()
    looked(opened(path), qtbot)
    assert not window.newer.isVisible()
    window.set_workspace("edit")
    by_menu(window, "newer_board")
    settle()
    assert len(panels_of(window).newer.found) == 2


def test_renamed_places_are_listed_by_name(tmp_path: Path, opened: Opener, qtbot: QtBot) -> None:
    board = maps.data.load(BOARD)
    place = next(iter(board.places.values()))
    apply(board, put_place(board, replace(place, name="Old name")))
    where = tmp_path / "renamed.sandtable"
    EditSession.create(where, board).close()
    window = looked(opened(where), qtbot)
    panel = listed(window)
    item = line(panel, window.edit.map.label(place.hex))
    assert f"{place.name}: name Old name → {place.name}" in item.text(0)
