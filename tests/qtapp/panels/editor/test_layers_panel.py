"""The Layers panel: what it sets shows on the board at once, holds off the tools, and is kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from qtapp.layer_state import LOCKABLE, BoardLayer
from qtapp.main_window import MainWindow
from tests.qtapp.conftest import click_hex, settle
from tests.qtapp.panels.editor.conftest import HOME, NEAR, click, panels_of, show


def seen(window: MainWindow) -> QImage:
    """What the board looks like when all of it is drawn."""
    window.view.board.ground.is_patient = True
    window.view.viewport().update()
    settle()
    return window.view.viewport().grab().toImage()


def test_every_layer_can_be_hidden_and_faded(editor: MainWindow) -> None:
    show(editor, "layers")
    panel = panels_of(editor).layers
    editor.view.go_to(HOME, 64)
    editor.view.set_cursor_hex(None)
    settle()
    whole = seen(editor)
    for layer in (BoardLayer.TERRAIN, BoardLayer.HEXSIDES, BoardLayer.LINES, BoardLayer.PLACES,
                  BoardLayer.GRID, BoardLayer.NUMBERS):  # fmt: skip
        click(panel.eyes[layer])
        assert seen(editor) != whole, layer
        assert not panel.sliders[layer].isEnabled()
        click(panel.eyes[layer])
        assert seen(editor) == whole, layer
        slider = panel.sliders[layer]
        slider.setFocus()
        QTest.keyClick(slider, Qt.Key.Key_PageDown)
        assert editor.edit.layers.standing(layer).opacity == 0.9
        assert seen(editor) != whole, layer
        slider.setValue(100)
        assert seen(editor) == whole, layer


def test_a_locked_layer_is_not_painted(editor: MainWindow) -> None:
    show(editor, "layers")
    panel = panels_of(editor).layers
    assert set(panel.locks) == LOCKABLE
    click(panel.locks[BoardLayer.TERRAIN])
    editor.edit.choices.set(terrain="swamp")
    editor.book["brush"].trigger()
    click_hex(editor, NEAR)
    assert editor.edit.map.terrain[NEAR] == "clear" and "locked" in editor.notice.text()
    click(panel.locks[BoardLayer.TERRAIN])
    click_hex(editor, NEAR)
    assert editor.edit.map.terrain[NEAR] == "swamp"


def test_what_is_set_is_remembered(
    editor: MainWindow, opened: Callable[[Path | str | None], MainWindow], path: Path
) -> None:
    show(editor, "layers")
    panel = panels_of(editor).layers
    click(panel.eyes[BoardLayer.GRID])
    click(panel.locks[BoardLayer.PLACES])
    panel.sliders[BoardLayer.TERRAIN].setValue(40)
    editor.close()
    again = opened(path)
    layers = again.edit.layers
    assert not layers.standing(BoardLayer.GRID).visible
    assert layers.standing(BoardLayer.PLACES).locked
    assert layers.standing(BoardLayer.TERRAIN).opacity == 0.4
    assert not panels_of(again).layers.eyes[BoardLayer.GRID].isChecked()
    show(again, "layers")
    click(panels_of(again).layers.everything)
    assert all(layers.strength(layer) == 1.0 for layer in BoardLayer)


def test_nonsense_in_the_settings_is_no_trouble(editor: MainWindow) -> None:
    editor.preferences.keep_text("layers", "grid:0 nothing:11100 terrain:xx frame:0050 :")
    panels_of(editor).layers._recall()
    assert editor.edit.layers.standing(BoardLayer.GRID).visible
    assert not editor.edit.layers.standing(BoardLayer.FRAME).visible
