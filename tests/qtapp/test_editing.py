"""The terrain brush on the campaign's own board."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.editing.map_session import EditSession
from maps.hexgrid import Hex
from qtapp.app.docks import EDIT, PLAY
from qtapp.app.main_window import MainWindow
from tests.engine.fakes import HOME
from tests.qtapp.conftest import click_hex, move_mouse, press_key, settle, spot_of
from tests.qtapp.hands import by_menu

NEAR, BELOW = Hex(1, 0), Hex(0, 1)


def stroke(window: MainWindow, *hexes: Hex, release: bool = True) -> None:
    """Press on the first hex and drag over the others."""
    view = window.view.viewport()
    left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    QTest.mousePress(view, left, none, spot_of(window, hexes[0]))
    for at in hexes[1:]:
        move_mouse(view, spot_of(window, at), left)
    if release:
        QTest.mouseRelease(view, left, none, spot_of(window, hexes[-1]))
    settle()


def start(window: MainWindow, kind: str = "rough") -> None:
    window.view.zoom_to_fit()
    by_menu(window, "workspace_edit")
    settle()
    window.tool_panel.choose(kind)
    settle()


def test_a_stroke_is_one_step_and_is_undone_as_one(window: MainWindow) -> None:
    start(window)
    board = window.edit.map
    assert (board.terrain[HOME], board.terrain[BELOW]) == ("clear", "clear")
    stroke(window, HOME, BELOW)
    assert (board.terrain[HOME], board.terrain[BELOW]) == ("rough", "rough")
    assert window.edit.undo_label
    press_key(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert (board.terrain[HOME], board.terrain[BELOW]) == ("clear", "clear")
    assert not window.book["undo"].isEnabled()
    shift = Qt.KeyboardModifier.ShiftModifier
    press_key(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier, shift)
    assert (board.terrain[HOME], board.terrain[BELOW]) == ("rough", "rough")


def test_escape_takes_back_a_stroke_that_goes_on(window: MainWindow) -> None:
    start(window)
    stroke(window, HOME, BELOW, release=False)
    press_key(window, Qt.Key.Key_Escape)
    assert window.edit.map.terrain[HOME] == "clear"
    assert window.edit.map.terrain[BELOW] == "clear"


def test_the_board_is_painted_by_keys(window: MainWindow) -> None:
    start(window)
    window.view.set_cursor_hex(HOME)
    press_key(window, Qt.Key.Key_Return)
    assert window.edit.map.terrain[HOME] == "rough"


def test_terrain_is_taken_up_from_the_board(window: MainWindow) -> None:
    start(window, "clear")
    by_menu(window, "eyedropper")
    click_hex(window, NEAR)
    assert window.edit.choices.now.terrain == "rough"
    assert window.edit.tool == "brush"


def test_the_edit_is_in_the_file_and_the_game_sees_it(
    own_window: MainWindow, tmp_path: Path
) -> None:
    window = own_window
    start(window)
    stroke(window, BELOW)
    by_menu(window, "workspace_play")
    settle()
    assert window.bridge.game.scenario.map.terrain[BELOW] == "rough"
    path = window.bridge.path
    assert path is not None
    window.close()
    with EditSession.open(path) as editor:
        assert editor.map.terrain[BELOW] == "rough"
        assert editor.can_undo


def test_undo_in_play_leaves_the_board_alone(window: MainWindow) -> None:
    start(window)
    stroke(window, BELOW)
    by_menu(window, "workspace_play")
    settle()
    assert not window.book["undo"].isEnabled()
    assert all(dock.isVisibleTo(window) for dock in window.docks.first(PLAY))
    by_menu(window, "workspace_edit")
    settle()
    assert window.book["undo"].isEnabled()
    assert all(dock.isVisibleTo(window) for dock in window.docks.first(EDIT))


def test_the_board_is_checked(window: MainWindow) -> None:
    start(window)
    by_menu(window, "check_map")
    settle()
    assert window.problems.summary != "Not checked yet."
