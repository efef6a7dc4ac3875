"""Minimap, bookmarks, ruler and rings, go to, read-out, and the list of steps."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from maps.edits import mark_draft, paint
from maps.formats import text
from maps.hexgrid import Hex
from qtapp.app.main_window import MainWindow
from qtapp.dialogs.go_to import spots
from tests.qtapp.conftest import Opener, move_mouse, press_key, settle, spot_of
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.map.conftest import (
    FAR,
    HOME,
    NEAR,
    a_board,
    click,
    click_line,
    panels_of,
    show,
)

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def middle(window: MainWindow) -> Hex:
    board = window.view.board.board
    assert board is not None
    spot = window.view.visible_rect.center()
    return board.shape.hex_at(spot.x(), spot.y())


def test_the_minimap_is_pressed_and_dragged(editor: MainWindow) -> None:
    show(editor, "minimap")
    panel = panels_of(editor).minimap
    editor.view.set_zoom(160)
    place = panel.place()
    board = editor.view.board.board
    assert board is not None
    for at in (HOME, FAR):
        x, y = board.shape.centre(at)
        grow = place.width() / board.shape.bounds.width()
        spot = QPointF(x - board.shape.bounds.left(), y - board.shape.bounds.top()) * grow
        goal = (spot + place.topLeft()).toPoint()
        if at == HOME:
            QTest.mousePress(panel, Qt.MouseButton.LeftButton, pos=goal)
        else:
            move_mouse(panel, goal, Qt.MouseButton.LeftButton)
            QTest.mouseRelease(panel, Qt.MouseButton.LeftButton, pos=goal)
        settle()
        assert middle(editor) in (at, *at.neighbours())


def test_the_minimap_draws_only_what_was_edited(editor: MainWindow) -> None:
    show(editor, "minimap")
    panel = panels_of(editor).minimap
    whole = panel.redrawn
    assert whole == len(editor.edit.map.terrain)
    before = panel.grab().toImage()
    editor.edit.apply(paint(editor.edit.map, [HOME, NEAR], "sea"))
    settle()
    assert panel.redrawn == whole + 2 and panel.grab().toImage() != before


def test_bookmarks_are_kept_in_the_file_and_jumped_to(
    own_editor: MainWindow, opened_anew: Opener, path: Path
) -> None:
    panel = panels_of(own_editor).bookmarks
    panel._ask = lambda now, _parent: f"At {now}"
    for at in (HOME, FAR):
        own_editor.view.go_to(at, 96)
        settle()
        press_key(own_editor, Qt.Key.Key_M, CTRL, SHIFT)
    assert [mark.key for mark in own_editor.edit.map.bookmarks.values()] == ["1", "2"]
    own_editor.close()
    again = opened_anew(path)
    again.resize(1400, 900)
    settle()
    press_key(again, Qt.Key.Key_1, CTRL, ALT)
    assert again.view.cursor_hex == HOME and round(again.view.hex_px) == 96
    press_key(again, Qt.Key.Key_9, CTRL, ALT)
    assert "No view is kept under 9" in again.notice.text()
    show(again, "bookmarks")
    marks = panels_of(again).bookmarks
    click_line(marks.list, 1)
    assert again.view.cursor_hex in (HOME, FAR)
    marks._ask = lambda _now, _parent: "The Straits"
    click(marks.rename)
    assert "The Straits" in again.edit.map.bookmarks and len(again.edit.map.bookmarks) == 2
    marks.list.setCurrentRow(0)
    click(marks.remove)
    assert len(again.edit.map.bookmarks) == 1
    while again.edit.can_undo:
        by_menu(again, "undo")
    assert text.dumps(again.edit.map) == text.dumps(a_board())


def test_the_ruler_measures_by_keys_and_mouse(editor: MainWindow) -> None:
    show(editor, "measure")
    panel = panels_of(editor).measure
    editor.view.zoom_to_fit()
    editor.view.set_cursor_hex(HOME)
    press_key(editor, Qt.Key.Key_R, CTRL)
    move_mouse(editor.view.viewport(), spot_of(editor, FAR))
    settle()
    assert panel.result.text() == "3 hexes, 30 miles"
    editor.view.set_cursor_hex(NEAR)
    press_key(editor, Qt.Key.Key_R, CTRL)
    assert panel.item.legs[:2] == (HOME, NEAR)
    before = editor.view.grab().toImage()
    press_key(editor, Qt.Key.Key_Escape)
    assert not panel.item.legs and editor.view.grab().toImage() != before


def test_rings_are_drawn_about_a_hex(editor: MainWindow) -> None:
    show(editor, "measure")
    panel = panels_of(editor).measure
    editor.view.set_cursor_hex(HOME)
    press_key(editor, Qt.Key.Key_R, CTRL, SHIFT)
    panel.step.setValue(2)
    panel.count.setValue(2)
    assert (panel.item.centre, panel.item.radii) == (HOME, (2, 4))
    assert "within 4 hexes, 40 miles" in panel.within.text()
    press_key(editor, Qt.Key.Key_R, CTRL, ALT)
    assert panel.item.centre is None and not panel.within.text()


def test_places_are_found_by_old_and_new_names_and_bookmarks() -> None:
    board = a_board()
    assert spots(board, "nis")[0].value == HOME
    assert spots(board, "Nisch")[0].value == HOME
    assert spots(board, "pec")[0].value == FAR
    assert spots(board, board.label(NEAR))[0].value == NEAR
    assert spots(board, f"{NEAR.q},{NEAR.r}")[0].value == NEAR
    assert spots(board, "ns")[0].text == "Niš (Nisch)", "letters in order come last, but come"
    assert not spots(board, "zzz")


def test_the_read_out_says_everything(editor: MainWindow) -> None:
    editor.edit.apply(mark_draft(editor.edit.map, [HOME], True))
    editor.view.zoom_to_fit()
    move_mouse(editor.view.viewport(), QPoint(2, 2))
    move_mouse(editor.view.viewport(), spot_of(editor, HOME))
    settle()
    told = editor.hint.text()
    for words in (editor.edit.map.label(HOME), "Niš", "Woods", "Serbia", "River SE", "Road SE",
                  f"({HOME.q}, {HOME.r})", "draft"):  # fmt: skip
        assert words in told


def test_a_click_on_a_step_goes_back_to_it(editor: MainWindow, qtbot: QtBot) -> None:
    show(editor, "history")
    panel = panels_of(editor).history
    texts = [text.dumps(editor.edit.map)]
    for kind in ("sea", "swamp", "forest"):
        editor.edit.apply(paint(editor.edit.map, [HOME], kind))
        texts.append(text.dumps(editor.edit.map))
    qtbot.waitUntil(lambda: panel.list.count() == 4)
    for row in (1, 3, 0, 2):
        click_line(panel.list, row)
        assert text.dumps(editor.edit.map) == texts[row]
        assert panel.list.currentRow() == row


def test_undo_goes_on_after_a_restart(
    own_editor: MainWindow, opened_anew: Opener, path: Path
) -> None:
    original = text.dumps(own_editor.edit.map)
    for kind in ("sea", "swamp"):
        own_editor.edit.apply(paint(own_editor.edit.map, [HOME, NEAR], kind))
    painted = text.dumps(own_editor.edit.map)
    press_key(own_editor, Qt.Key.Key_Z, CTRL)
    own_editor.close()
    again = opened_anew(path)
    show(again, "history")
    assert panels_of(again).history.list.count() == 3
    press_key(again, Qt.Key.Key_Z, CTRL, SHIFT)
    assert text.dumps(again.edit.map) == painted
    press_key(again, Qt.Key.Key_Z, CTRL)
    press_key(again, Qt.Key.Key_Z, CTRL)
    assert text.dumps(again.edit.map) == original
    assert not again.book["undo"].isEnabled()


def test_what_was_measured_and_sought_does_not_go_over_to_another_board(
    editor: MainWindow,
) -> None:
    panels = panels_of(editor)
    editor.view.set_cursor_hex(HOME)
    press_key(editor, Qt.Key.Key_R, CTRL, SHIFT)
    show(editor, "search")
    panels.search.search()
    assert panels.measure.item.centre == HOME and editor.view.board.overlays.marks
    editor.document.add_board(a_board())
    settle()
    assert panels.measure.item.centre is None and not panels.measure.item.legs
    assert panels.search.matches is None and not editor.view.board.overlays.marks
