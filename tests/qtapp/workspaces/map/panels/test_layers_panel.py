"""The Layers panel: what it sets shows on the board at once, holds off the tools, and is kept."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from maps.edits import paint, set_region
from maps.legend import Layer
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.map.choices.layer_state import LOCKABLE, BoardLayer
from tests.qtapp.conftest import Opener, click_hex, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.workspaces.map.conftest import HOME, NEAR, click, panels_of, show

DRAWN = (
    BoardLayer.TERRAIN,
    BoardLayer.RELIEF,
    BoardLayer.HEXSIDES,
    BoardLayer.LINES,
    BoardLayer.PLACES,
    BoardLayer.LABELS,
    BoardLayer.GRID,
    BoardLayer.NUMBERS,
)


def seen(window: MainWindow) -> QImage:
    """What the board looks like when all of it is drawn."""
    window.view.board.ground.is_patient = True
    window.view.viewport().update()
    settle()
    return window.view.viewport().grab().toImage()


def test_every_layer_can_be_hidden_and_faded(editor: MainWindow) -> None:
    show(editor, "layers")
    panel = panels_of(editor).layers
    editor.edit.apply(paint(editor.edit.map, [NEAR], "mountain"))
    editor.view.go_to(HOME, 64)
    editor.view.set_cursor_hex(None)
    settle()
    whole = seen(editor)
    for layer in DRAWN:
        click(panel.rows[layer].eye)
        assert seen(editor) != whole, layer
        assert not panel.rows[layer].slider.isEnabled()
        click(panel.rows[layer].eye)
        assert seen(editor) == whole, layer
        slider = panel.rows[layer].slider
        slider.setFocus()
        QTest.keyClick(slider, Qt.Key.Key_PageDown)
        assert editor.edit.layers.standing(layer).opacity == 0.9
        assert seen(editor) != whole, layer
        slider.setValue(100)
        assert seen(editor) == whole, layer


def test_a_locked_layer_is_not_painted(editor: MainWindow) -> None:
    show(editor, "layers")
    panel = panels_of(editor).layers
    assert {layer for layer, row in panel.rows.items() if row.lock is not None} == LOCKABLE
    click(panel.rows[BoardLayer.TERRAIN].lock)
    editor.edit.choices.set(terrain="swamp")
    by_menu(editor, "brush")
    click_hex(editor, NEAR)
    assert editor.edit.map.terrain[NEAR] == "clear" and "locked" in editor.notice.text()
    click(panel.rows[BoardLayer.TERRAIN].lock)
    click_hex(editor, NEAR)
    assert editor.edit.map.terrain[NEAR] == "swamp"


def test_what_is_set_is_remembered(own_editor: MainWindow, opened_anew: Opener, path: Path) -> None:
    show(own_editor, "layers")
    panel = panels_of(own_editor).layers
    click(panel.rows[BoardLayer.GRID].eye)
    click(panel.rows[BoardLayer.PLACES].lock)
    panel.rows[BoardLayer.TERRAIN].slider.setValue(40)
    own_editor.close()
    again = opened_anew(path)
    layers = again.edit.layers
    assert not layers.standing(BoardLayer.GRID).visible
    assert layers.standing(BoardLayer.PLACES).locked
    assert layers.standing(BoardLayer.TERRAIN).opacity == 0.4
    assert not panels_of(again).layers.rows[BoardLayer.GRID].eye.isChecked()
    show(again, "layers")
    click(panels_of(again).layers.everything)
    assert all(layers.strength(layer) == 1.0 for layer in BoardLayer)


def test_nonsense_in_the_settings_is_no_trouble(editor: MainWindow) -> None:
    layers = editor.edit.layers
    for words in ("", "{", "[]", '{"grid": 0, "nothing": [false, false, 1], "terrain": [true]}'):
        editor.preferences.keep_text("layers", words)
        panels_of(editor).layers._recall()
        assert all(layers.strength(layer) == 1.0 for layer in BoardLayer)
    kept = '{"grid": [true, false, 7], "frame": [false, false, 0.5]}'
    editor.preferences.keep_text("layers", kept)
    panels_of(editor).layers._recall()
    assert layers.strength(BoardLayer.GRID) == 1.0 and layers.strength(BoardLayer.FRAME) == 0.0


def test_each_layer_of_regions_has_a_line_of_its_own(editor: MainWindow) -> None:
    controller = editor.edit
    controller.apply(
        set_region(controller.map, "country", "Greece", sorted(controller.map.terrain)[:40])
    )
    show(editor, "layers")
    panel = panels_of(editor).layers
    panel.look_again()
    assert list(panel.region_rows) == ["country", "weather"]
    editor.view.go_to(HOME, 64)
    editor.view.set_cursor_hex(None)
    whole = seen(editor)
    row = panel.region_rows["country"]
    click(row.eye)
    assert seen(editor) != whole
    click(row.eye)
    assert seen(editor) == whole
    row.slider.setValue(20)
    assert seen(editor) != whole
    click(row.lock)
    assert "locked" in controller.refusal((BoardLayer.REGIONS,))
    controller.choices.choose(Layer.REGION, "weather")
    assert not controller.refusal((BoardLayer.REGIONS,)), "only that layer is locked"
