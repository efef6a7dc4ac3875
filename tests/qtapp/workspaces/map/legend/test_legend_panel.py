"""The legend in the window: kinds added, named, ordered, coloured, keyed and removed."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QPushButton

from maps.formats import text
from maps.legend import Layer
from qtapp.app.main_window import MainWindow
from qtapp.painters.looks import place_look
from qtapp.workspaces.map.legend.legend_panel import LegendPanel
from tests.qtapp.conftest import press_key, settle
from tests.qtapp.hands import by_menu, pick
from tests.qtapp.workspaces.map.conftest import (
    HOME,
    click,
    click_line,
    panels_of,
    type_into,
    undo_all,
)


def ready(window: MainWindow, ident: str = "woods", layer: Layer = Layer.TERRAIN) -> LegendPanel:
    press_key(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    panel = panels_of(window).legend
    panel.choose(layer, ident)
    settle()
    return panel


def ids(window: MainWindow, layer: Layer = Layer.TERRAIN) -> list[str]:
    return [kind.id for kind in window.edit.map.legend.of(layer)]


def test_a_kind_is_added_and_named(editor: MainWindow) -> None:
    original = text.dumps(editor.edit.map)
    panel = ready(editor)
    click(panel.add)
    type_into(panel.editor.name, "Moor")
    type_into(panel.editor.id, "moor")
    assert ids(editor)[-1] == "moor"
    assert editor.edit.map.legend.get(Layer.TERRAIN, "moor").name == "Moor"
    assert undo_all(editor) == original


def test_an_added_kind_is_in_sight_and_stays_there_when_it_is_named(editor: MainWindow) -> None:
    panel = ready(editor)

    def is_in_sight() -> bool:
        spot = panel.list.visualItemRect(panel.list.currentItem()).center()
        return panel.list.viewport().rect().contains(spot)

    for _ in range(12):
        click(panel.add)
    assert panel.list.currentRow() == panel.list.count() - 1 and is_in_sight()
    scrolled = panel.list.verticalScrollBar().value()
    type_into(panel.editor.name, "Moor")
    assert panel.list.currentItem().text().startswith("Moor") and is_in_sight()
    assert panel.list.verticalScrollBar().value() == scrolled > 0


def test_a_new_id_takes_its_hexes_along(editor: MainWindow) -> None:
    panel = ready(editor)
    type_into(panel.editor.id, "wildwood")
    assert editor.edit.map.terrain[HOME] == "wildwood"
    type_into(panel.editor.id, "clear")
    assert "already" in editor.notice.text()
    assert panel.editor.id.text() == "wildwood", "what was refused is not left in the field"


def test_order_and_use_are_shown(editor: MainWindow) -> None:
    panel = ready(editor)
    assert "1" in panel.list.item(1).text() and "not used" in panel.list.item(2).text()
    click(panel.up)
    assert ids(editor)[:2] == ["woods", "clear"]
    assert panel.kind is not None and panel.kind.id == "woods"
    assert not panel.up.isEnabled()
    click(panel.down)
    assert ids(editor)[:2] == ["clear", "woods"]


def test_a_colour_changes_sample_and_board(editor: MainWindow) -> None:
    panel = ready(editor, "clear")
    before = panel.editor.sample.pixmap().toImage()
    editor.view.go_to(HOME, 64)
    settle()
    seen = editor.view.grab().toImage()
    panel.editor._ask = lambda _now, _parent: QColor("#ff0080")
    field = panel.editor.fields["fill"]
    assert isinstance(field, QPushButton)
    click(field)
    assert editor.edit.map.legend.get(Layer.TERRAIN, "clear").look["fill"] == "#ff0080"
    assert panel.editor.sample.pixmap().toImage() != before
    assert editor.view.grab().toImage() != seen
    click(panel.editor.plain)
    assert "fill" not in editor.edit.map.legend.get(Layer.TERRAIN, "clear").look


def test_numbers_choices_and_flags(editor: MainWindow) -> None:
    panel = ready(editor, "river", Layer.HEXSIDE)
    width = panel.editor.fields["width"]
    assert isinstance(width, QDoubleSpinBox)
    width.setValue(0.2)
    style = panel.editor.fields["style"]
    assert isinstance(style, QComboBox)
    pick(style, style.findData("bar"))
    click(panel.editor.fields["sea"])
    look = editor.edit.map.legend.get(Layer.HEXSIDE, "river").look
    assert (look["width"], look["style"], look["sea"]) == ("0.2", "bar", "yes")


def test_every_layer_has_fields_that_show_its_kinds(editor: MainWindow) -> None:
    for layer in Layer:
        for ident in ids(editor, layer):
            panel = ready(editor, ident, layer)
            assert panel.editor.kind is not None and panel.editor.kind.id == ident
            assert len(panel.editor.fields) >= 5
    assert not editor.edit.can_undo, "looking changes nothing"


def test_a_kind_in_use_needs_another_in_its_place(editor: MainWindow) -> None:
    original = text.dumps(editor.edit.map)
    panel = ready(editor)
    panel._instead = lambda *_asked: None
    click(panel.remove)
    assert "woods" in ids(editor)
    panel._instead = lambda _board, kind, count, _parent: "forest" if count == 1 else None
    click(panel.remove)
    assert "woods" not in ids(editor) and editor.edit.map.terrain[HOME] == "forest"
    panel.choose(Layer.TERRAIN, "desert")
    panel._instead = lambda *_asked: None
    click(panel.remove)
    assert "desert" not in ids(editor), "unused kinds go without a question"
    assert undo_all(editor) == original


def test_a_key_chooses_the_kind_for_painting(editor: MainWindow) -> None:
    panel = ready(editor, "swamp")
    type_into(panel.editor.key, "1")
    by_menu(editor, "brush")
    press_key(editor, Qt.Key.Key_1)
    assert editor.edit.choices.kind(Layer.TERRAIN) == "swamp"
    press_key(editor, Qt.Key.Key_2)
    assert editor.edit.choices.kind(Layer.TERRAIN) == "clear", "the others fill up the figures"
    click_line(panel.list, 0)
    type_into(panel.editor.key, "1")
    press_key(editor, Qt.Key.Key_1)
    assert editor.edit.choices.kind(Layer.TERRAIN) == "clear"


def test_fields_show_the_look_a_kind_has(editor: MainWindow) -> None:
    panel = ready(editor, "city", Layer.PLACE)
    look = place_look(editor.edit.map.legend, "city")
    fill = panel.editor.fields["fill"]
    assert isinstance(fill, QPushButton) and fill.text() == look.fill
    size = panel.editor.fields["size"]
    assert isinstance(size, QDoubleSpinBox) and size.value() == look.size
