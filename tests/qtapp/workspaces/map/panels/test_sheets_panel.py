"""Sheets in the window: added, numbered, placed, turned, compared and joined; margins; new maps."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from maps.edits import paint
from maps.edits.overlaps import joins, shared
from maps.edits.turning import Turn
from maps.finding.measures import margins_of
from maps.formats import text
from maps.layout import Orientation
from maps.model import Box
from maps.numbering import LabelScheme, Order, Sheet
from qtapp.app.main_window import MainWindow
from qtapp.dialogs.sheet import NewMapDialog, SheetDialog, SheetWish
from qtapp.workspaces.map.legend.swatches import SWATCH
from qtapp.workspaces.map.panels.overlaps_panel import OverlapsPanel
from qtapp.workspaces.map.panels.sheets_panel import SheetsPanel
from tests.qtapp.conftest import move_mouse, press_key, settle, spot_of
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.map.conftest import (
    HOME,
    a_board,
    click,
    click_line,
    panels_of,
    show,
    type_into,
    undo_all,
)

EAST = Sheet("E", Orientation.FLAT, 6, 8, LabelScheme(prefix="E"))


def ready(window: MainWindow) -> SheetsPanel:
    show(window, "sheets")
    panel = panels_of(window).sheets
    panel.look_again()
    return panel


def with_two(window: MainWindow) -> SheetsPanel:
    """A second sheet, chosen, to the right of the first."""
    panel = ready(window)
    panel._ask_sheet = lambda *_asked: SheetWish(EAST, "swamp")
    click(panel.add)
    click_line(panel.list, 1)
    return panel


def test_a_sheet_is_added_to_the_right_and_taken_off(editor: MainWindow) -> None:
    original = text.dumps(editor.edit.map)
    panel = with_two(editor)
    board = editor.edit.map
    assert [sheet.id for sheet in board.sheets] == ["main", "E"]
    assert len(board.terrain) == 12 * 8 + 6 * 8
    assert board.terrain[board.parse_label("E:0101")] == "swamp"
    assert panel.list.count() == 2 and not panel.move_it.isEnabled(), "it lies just there"
    click(panel.remove)
    assert len(editor.edit.map.terrain) == 12 * 8
    assert undo_all(editor) == original


def test_a_sheet_moves_where_the_fields_say(editor: MainWindow) -> None:
    original = text.dumps(editor.edit.map)
    panel = with_two(editor)
    panel.overlap.setValue(2)
    assert "move by -2" in panel.where.text()
    click(panel.move_it)
    assert len(editor.edit.map.terrain) == 12 * 8 + 4 * 8
    assert undo_all(editor) == original


def test_readings_are_compared_settled_and_joined(editor: MainWindow) -> None:
    original = text.dumps(editor.edit.map)
    panel = with_two(editor)
    panel.overlap.setValue(-2)
    click(panel.move_it)
    panel.overlap.setValue(2)
    click(panel.declare)
    (join,) = joins(editor.edit.map)
    assert len(shared(editor.edit.map, join)) == 16
    show(editor, "overlaps")
    overlaps: OverlapsPanel = panels_of(editor).overlaps
    overlaps.look_again()
    # Clear land in Serbia here, swamp in no country there.
    assert overlaps.list.count() == 32 and "32 differ" in overlaps.summary.text()
    click_line(overlaps.list, 0)
    here = editor.view.cursor_hex
    click(overlaps.there)
    there = editor.view.cursor_hex
    assert here is not None and there is not None
    assert shared(editor.edit.map, join)[here] == there
    assert editor.view.board.overlays.marks.keys() >= {here, there}
    click(overlaps.take_b)
    assert editor.edit.map.terrain[here] == "swamp" and overlaps.list.count() == 31
    click(overlaps.all_a)
    assert overlaps.list.count() == 0 and "all alike" in overlaps.summary.text()
    before = len(editor.edit.map.terrain)
    click(overlaps.join_it)
    assert len(editor.edit.map.terrain) == before - 16 and not joins(editor.edit.map)
    assert "16 hexes of this board lie on two sheets" in overlaps.summary.text()
    assert undo_all(editor) == original


def test_painting_goes_on_across_the_join(editor: MainWindow) -> None:
    with_two(editor)
    board = editor.edit.map
    left, right = board.parse_label("1204"), board.parse_label("E:0104")
    assert right in left.neighbours()
    editor.edit.choices.set(terrain="forest", size=2)
    by_menu(editor, "brush")
    editor.view.go_to(left, 48)
    settle()
    QTest.mouseClick(
        editor.view.viewport(),
        Qt.MouseButton.LeftButton,
        pos=editor.view.viewport().rect().center(),
    )
    settle()
    assert board.terrain[left] == board.terrain[right] == "forest"


def test_sheet_and_board_are_turned(editor: MainWindow) -> None:
    original = text.dumps(editor.edit.map)
    panel = ready(editor)
    label = editor.edit.map.label(HOME)
    click_line(panel.list, 0)
    click(panel.half)
    assert editor.edit.map.terrain[editor.edit.map.parse_label(label)] == "woods"
    click(panel.turns[Turn.QUARTER])
    assert editor.edit.map.orientation is Orientation.POINTY
    assert editor.edit.map.terrain[editor.edit.map.parse_label(label)] == "woods"
    board = editor.view.board.board
    assert board is not None and board.shape.layout.orientation is Orientation.POINTY
    assert undo_all(editor) == original


def test_margins_widen_the_paper_and_hold_boxes(editor: MainWindow) -> None:
    original = text.dumps(editor.edit.map)
    panel = ready(editor)
    board = editor.view.board.board
    assert board is not None
    before = board.frame.board
    panel.margins["left"].setValue(5.0)
    panel.margins["bottom"].setValue(2.5)
    assert margins_of(editor.edit.map).left == 5.0
    board = editor.view.board.board
    assert board is not None
    after = board.frame.board
    assert round((after.width() - before.width()) / 64, 2) == 5.0
    assert round((after.height() - before.height()) / 64, 2) == 2.5
    track = Box("track", "Turn track", (-0.4, 0.1), (0.3, 0.5))
    assert after.contains(board.boxes.rect(track)), "a box fits beside the hexes"
    assert not board.boxes.rect(track).intersects(board.shape.bounds)
    assert undo_all(editor) == original


def test_a_map_is_put_beside_the_board(editor: MainWindow) -> None:
    panel = ready(editor)
    other = a_board()
    other.sheets = [Sheet("main", Orientation.FLAT, 12, 8)]
    panel._ask_map = lambda _parent: other
    click(panel.add_map)
    assert [sheet.id for sheet in editor.edit.map.sheets] == ["main", "main-2"]
    assert len(editor.edit.map.terrain) == 2 * 12 * 8
    other.orientation = Orientation.POINTY
    click(panel.add_map)
    assert "Turn one of them" in editor.notice.text()


def test_the_sheet_dialog_shows_the_corners_as_one_types(editor: MainWindow) -> None:
    dialog = SheetDialog(editor.edit.map, None, editor)
    dialog.show()
    fields = dialog.scheme
    type_into(dialog.id, "14A")
    fields.columns.setValue(33)
    fields.rows.setValue(51)
    assert dialog.sample.texts() == ["0101", "3301", "0151", "3351"]
    fields.order.setCurrentIndex(1)
    fields.columns_grow.setCurrentIndex(1)
    fields.rows_grow.setCurrentIndex(1)
    assert dialog.sample.texts() == ["5133", "5101", "0133", "0101"]
    type_into(fields.prefix, "14A")
    fields.digits.setValue(3)
    assert dialog.sample.texts()[3] == "14A:001001"
    wish = dialog.wish
    assert (wish.sheet.id, wish.sheet.columns, wish.sheet.scheme.order) == ("14A", 33, Order.RRCC)
    dialog.close()


def test_a_new_map_is_made_from_the_dialog(editor: MainWindow) -> None:
    dialog = NewMapDialog(editor)
    dialog.show()
    settle()
    dialog.accept()
    assert dialog.board is None and "title" in dialog.trouble.text()
    type_into(dialog.title, "Crete")
    assert dialog.trouble.isHidden(), "what was wrong is right now"
    flat = dialog.terrain.itemIcon(0).pixmap(SWATCH).toImage()
    dialog.orientation.setCurrentIndex(1)
    assert dialog.terrain.itemIcon(0).pixmap(SWATCH).toImage() != flat
    dialog.legend.setCurrentIndex(dialog.legend.findData("balkan_front"))
    dialog.terrain.setCurrentIndex(dialog.terrain.findData("sea"))
    dialog.accept()
    assert dialog.result() == QDialog.DialogCode.Accepted and dialog.board is not None
    assert dialog.board.orientation is Orientation.POINTY
    assert set(dialog.board.terrain.values()) == {"sea"}
    number = editor.document.add_board(dialog.board)
    settle()
    assert editor.document.board_number == number and editor.edit.map.title == "Crete"


def test_a_stroke_does_not_fill_the_panels_at_every_hex(editor: MainWindow) -> None:
    show(editor, "inspector")
    panel = panels_of(editor).inspector
    editor.view.set_cursor_hex(HOME)
    panel.look_again()
    for at in list(editor.edit.map.terrain)[:30]:
        editor.edit.apply(paint(editor.edit.map, [at], "sea", stroke="one"))
        assert panel._is_stale
    panel.look_again()
    assert not panel._is_stale


def test_hexes_stay_under_the_units_of_a_game(window: MainWindow) -> None:
    by_menu(window, "workspace_edit")
    settle()
    panel = panels_of(window).sheets
    show(window, "sheets")
    before = text.dumps(window.edit.map)
    for press in (panel.turns[Turn.HALF], panel.half):
        click(press)
        assert "a game is played on it" in window.notice.text()
    assert text.dumps(window.edit.map) == before
    panel._ask_sheet = lambda *_asked: SheetWish(  # type: ignore[method-assign]
        Sheet("N", window.edit.map.orientation, 2, 2), "clear"
    )
    click(panel.add)
    assert len(window.edit.map.sheets) == 2, "what takes nothing away may be done"


def test_a_sheet_is_dragged_with_the_mouse(editor: MainWindow) -> None:
    original = text.dumps(editor.edit.map)
    panel = with_two(editor)
    added = text.dumps(editor.edit.map)
    editor.view.zoom_to_fit()
    click(panel.drag)
    assert panel.is_dragging
    board = editor.edit.map
    grip = board.parse_label("E:0304")
    goal = grip.moved((2, -1))
    viewport = editor.view.viewport()
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, pos=spot_of(editor, grip))
    move_mouse(viewport, spot_of(editor, goal), Qt.MouseButton.LeftButton)
    settle()
    assert "+2, -1: shares 0 hexes" in editor.view.board.ghost.ghost.note
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=spot_of(editor, goal))
    settle()
    assert board.parse_label("E:0304") == goal and not panel.is_dragging
    by_menu(editor, "undo")
    assert text.dumps(editor.edit.map) == added
    click(panel.drag)
    press_key(editor, Qt.Key.Key_Escape)
    assert not panel.is_dragging and editor.view.tool_input is editor.edit.tool_input
    assert undo_all(editor) == original
