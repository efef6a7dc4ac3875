"""A file without a game: boards and orders of battle of one's own, and games begun in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog

import maps.formats.text
from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.project_session import BoardInfo, GameInfo, ProjectSession
from engine.editing.scenario_session import ScenarioSession
from engine.game.session import Dice, Own
from qtapp.app.main_window import MainWindow
from qtapp.dialogs.finder import Finder
from qtapp.dialogs.new_game import NewGame
from qtapp.workspaces.contents import contents_workspace
from qtapp.workspaces.contents.contents_workspace import ContentsWorkspace
from qtapp.workspaces.scenarios.scenarios_workspace import ScenariosWorkspace
from tests.engine.fakes import small_scenario
from tests.engine.systems.by_hand.desk import board, order
from tests.qtapp.conftest import Opener, press_key, settle
from tests.qtapp.hands import by_menu


def workspace(window: MainWindow) -> ContentsWorkspace:
    found = window.workspaces["contents"]
    assert isinstance(found, ContentsWorkspace)
    return found


@pytest.fixture
def project(opened: Opener, tmp_path: Path) -> MainWindow:
    """A window on an empty project."""
    window = opened(None)
    assert window.files.create(tmp_path / "mine.sandtable")
    settle()
    return window


def choose_in_finder(words: str) -> None:
    """Type into the finder that is about to open and press Enter."""

    def act() -> None:
        finder = QApplication.activeModalWidget()
        if not isinstance(finder, Finder):
            QTimer.singleShot(20, act)  # a file is still being read
            return
        QTest.keyClicks(finder.line, words)
        QTest.keyClick(finder.line, Qt.Key.Key_Return)

    QTimer.singleShot(0, act)


def test_an_empty_project_shows_what_to_do(project: MainWindow) -> None:
    assert project.centre.currentWidget() is workspace(project).page
    assert "mine.sandtable" in project.windowTitle()
    texts = [
        workspace(project).tree.topLevelItem(row).child(0).text(0)  # type: ignore[union-attr]
        for row in range(5)
    ]
    assert texts[0].startswith("No board yet")
    assert texts[1].startswith("No order of battle yet")
    assert texts[2].startswith("No edited charts yet")
    assert texts[3].startswith("No scenario of your own yet")
    assert texts[4].startswith("No game yet")
    assert not project.book["workspace_play"].isEnabled()
    assert not project.book["workspace_edit"].isEnabled()
    assert not project.book["zoom_in"].isEnabled()


def test_a_shipped_board_is_added_by_name_and_edited(project: MainWindow) -> None:
    choose_in_finder("gambit")
    by_menu(project, "add_board")
    settle()
    assert [info.id for info in project.document.boards] == ["balkan_gambit"]
    QTest.keyClick(workspace(project).tree, Qt.Key.Key_Return)
    settle()
    assert project.workspace is project.workspaces["edit"]
    assert project.view.board.map is project.edit.map
    assert project.centre.currentWidget() is project.board_page
    assert not project.turn_strip.isVisibleTo(project)


def test_an_order_of_battle_is_begun_empty_and_gone_to(
    project: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game of one's own begins without a shipped one."""
    monkeypatch.setattr(QInputDialog, "getText", lambda *_a, **_k: ("Two corps", True))
    choose_in_finder("")
    by_menu(project, "add_order")
    settle()
    assert [info.title for info in project.document.project.orders] == ["Two corps"]
    assert project.workspace is project.workspaces["units"]


def test_a_map_file_is_added(project: MainWindow, raid: None, tmp_path: Path) -> None:
    file = tmp_path / "small.map"
    maps.formats.text.dump(small_scenario().map, file)
    project.document.add_board(maps.formats.text.load(file))
    assert project.document.boards[0].hexes == len(small_scenario().map.terrain)


def test_a_file_with_boards_alone_opens_on_the_map(
    opened: Opener, raid: None, tmp_path: Path
) -> None:
    path = tmp_path / "boards.sandtable"
    with ProjectSession.create(path) as made:
        made.add_board(small_scenario().map)
    window = opened(path)
    assert window.workspace is window.workspaces["edit"]
    assert window.view.board.map is not None
    by_menu(window, "workspace_contents")
    settle()
    assert workspace(window).chosen == window.document.boards[0]


def test_a_game_is_begun_on_the_board_of_the_file(project: MainWindow) -> None:
    number = project.document.add_board("balkan_gambit")
    path = project.document.path
    assert path is not None
    wanted = NewGame("balkan_gambit/1943", 1, Dice.PROGRAM, {}, path, Own(board=number))
    assert project.files.begin_here(wanted)
    settle()
    assert project.workspace is project.workspaces["play"]
    assert project.bridge.game.board_number == number
    assert [info.games for info in project.document.boards] == [1]


def test_a_game_is_removed_and_then_its_board(
    opened: Opener, raid: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.qtapp import toy

    window = opened(None)
    window.bridge.open(toy.begin(tmp_path / "raid.sandtable", dice=Dice.ASK))
    settle()
    by_menu(window, "workspace_contents")
    contents = workspace(window)
    board, game = window.document.boards[0], window.document.project.games[0]
    told: list[str] = []
    window.trouble.known.connect(told.append)
    monkeypatch.setattr(window, "show_known", lambda _sentence: None)
    contents.remove(board)
    assert "in use by a game" in told[0]
    assert window.document.has_board
    for wanted, kind in ((1, GameInfo), (0, BoardInfo)):
        rows = [
            contents.tree.topLevelItem(row).child(0)  # type: ignore[union-attr]
            for row in (0, 4)
        ]
        item = rows[wanted]
        assert item is not None
        contents.tree.setCurrentItem(item)
        assert isinstance(contents.chosen, kind)
        monkeypatch.setattr(contents_workspace, "ask", lambda *_args: True)
        by_menu(window, "remove_entry")
        settle()
    assert window.document.project.games == ()
    assert window.document.boards == ()
    assert "A small raid" not in window.windowTitle() and "raid.sandtable" in window.windowTitle()
    assert game.title == "A small raid"
    assert window.workspace is window.workspaces["contents"]
    assert not window.book["workspace_play"].isEnabled()


def test_another_file_replaces_the_one_that_is_open(
    opened: Opener, raid: None, tmp_path: Path
) -> None:
    first, second = tmp_path / "one.sandtable", tmp_path / "two.sandtable"
    for path in (first, second):
        with ProjectSession.create(path) as made:
            made.add_board(small_scenario().map)
    window = opened(first)
    assert window.files.open(second)
    settle()
    assert window.document.path == second
    assert window.edit.map is window.view.board.map
    with ProjectSession.open(first) as free:
        assert len(free.boards) == 1
    by_menu(window, "close")
    settle()
    assert window.centre.currentWidget() is window.welcome
    assert not window.document.is_open


def test_a_scenario_of_ones_own_is_listed_as_such_and_opened(
    opened: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "own.sandtable"
    EditSession.create(path, board()).close()
    OobSession.create(path, order()).close()
    for title in ("The crossing", "The bridge"):
        ScenarioSession.make(path, title, 1, 1).close()
    window = opened(path)
    press_key(window, Qt.Key.Key_I, Qt.KeyboardModifier.ControlModifier)
    settle()
    tree = workspace(window).tree
    head = next(
        item
        for item in map(tree.topLevelItem, range(tree.topLevelItemCount()))
        if item is not None and item.text(0) == "Scenarios"
    )
    rows = [head.child(row) for row in range(head.childCount())]
    assert [row.text(0) for row in rows if row] == ["The crossing", "The bridge"]
    tree.setCurrentItem(rows[0])
    QTest.keyClick(tree, Qt.Key.Key_Return)
    settle()
    shown = window.workspaces["scenarios"]
    assert isinstance(shown, ScenariosWorkspace) and window.workspace is shown
    assert shown.controller.session.charts.title == "The crossing"
