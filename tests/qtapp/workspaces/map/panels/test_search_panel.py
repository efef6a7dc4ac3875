"""Search and replace in the window: count, preview on the board, one step."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from maps.formats import text
from maps.legend import Layer
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.map.panels.search_panel import SearchPanel
from tests.qtapp.conftest import press_key, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.map.conftest import (
    FAR,
    HOME,
    NEAR,
    click,
    click_line,
    panels_of,
    type_into,
    undo_all,
)


def ready(window: MainWindow, layer: Layer, kind: str = "") -> SearchPanel:
    press_key(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    panel = panels_of(window).search
    panel.layer.setCurrentIndex(panel.layer.findData(layer))
    panel.kind.setCurrentIndex(panel.kind.findData(kind))
    settle()
    return panel


def test_terrain_is_found_marked_and_replaced(editor: MainWindow) -> None:
    original = text.dumps(editor.edit.map)
    panel = ready(editor, Layer.TERRAIN, "woods")
    click(panel.find_all)
    assert panel.count.text() == "1 find in 1 hex"
    assert panel.list.item(0).text() == "0304 · Woods"
    assert dict(editor.view.board.overlays.marks) == {HOME: "now"}
    panel.word.setCurrentIndex(panel.word.findData("mountain"))
    click(panel.do_it)
    assert editor.edit.map.terrain[HOME] == "mountain"
    assert panel.count.text() == "Done: Replace 1 hex by Mountain."
    assert editor.edit.history[-1].label == "Replace 1 hex by Mountain"
    click(panel.find_all)
    assert panel.count.text() == "Nothing was found."
    assert undo_all(editor) == original


def test_a_find_is_gone_to_and_the_finds_are_selected(editor: MainWindow) -> None:
    panel = ready(editor, Layer.PLACE)
    type_into(panel.name, "p*")
    assert panel.list.count() == 1 and panel.list.item(0).text().startswith("Peć")
    click_line(panel.list, 0)
    assert editor.view.cursor_hex == FAR
    click(panel.select)
    assert editor.edit.hexes.hexes == {FAR}


def test_it_keeps_to_the_selection(editor: MainWindow) -> None:
    editor.edit.hexes.choose([HOME, NEAR])
    panel = ready(editor, Layer.TERRAIN)
    click(panel.only_selected)
    click(panel.find_all)
    assert panel.list.count() == 2


def test_modern_names_and_tags(editor: MainWindow) -> None:
    panel = ready(editor, Layer.PLACE)
    type_into(panel.name, "nisch")
    assert panel.list.count() == 1
    panel.name.clear()
    type_into(panel.tag, "mint")
    assert panel.list.count() == 1
    panel.deed.setCurrentIndex(1)
    panel.word.setEditText("port")
    click(panel.do_it)
    assert editor.edit.map.places["nis"].tags == {"mint", "port"}


def test_roads_and_regions(editor: MainWindow) -> None:
    panel = ready(editor, Layer.LINE, "road")
    click(panel.find_all)
    panel.word.setCurrentIndex(panel.word.findData("rail"))
    click(panel.do_it)
    assert set(editor.edit.map.lines.values()) == {frozenset({"rail"})}
    panel = ready(editor, Layer.REGION, "country")
    click(panel.find_all)
    panel.word.setEditText("Greece")
    click(panel.do_it)
    assert len(editor.edit.map.regions["country"]["Greece"]) == len(editor.edit.map.terrain)


def test_what_cannot_be_is_off_or_refused(editor: MainWindow) -> None:
    panel = ready(editor, Layer.TERRAIN, "woods")
    click(panel.find_all)
    panel.deed.setCurrentIndex(2)
    assert not panel.do_it.isEnabled(), "terrain can only be replaced"
    panel = ready(editor, Layer.REGION, "country")
    panel.deed.setCurrentIndex(0)
    click(panel.find_all)
    panel.word.setEditText("")
    click(panel.do_it)
    assert "Name one." in editor.notice.text()


def test_escape_forgets_what_was_found(editor: MainWindow) -> None:
    panel = ready(editor, Layer.TERRAIN, "woods")
    click(panel.find_all)
    press_key(editor, Qt.Key.Key_Escape)
    assert panel.matches is None and not editor.view.board.overlays.marks
    click(panel.find_all)
    QTest.keyClick(editor.view, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    by_menu(editor, "workspace_contents")
    settle()
    assert not editor.view.board.overlays.marks
