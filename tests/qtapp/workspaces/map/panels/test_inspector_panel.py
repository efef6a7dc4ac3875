"""The Inspector: one hex and many, what they have in common, and changing it for all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from maps.edits import mark_draft
from maps.finding.surveys import sides_of
from maps.formats import text
from maps.hexgrid import link, side, side_between
from maps.model import Place
from qtapp.actions.action_table import by_id
from qtapp.app.main_window import MainWindow
from qtapp.dialogs.palette import commands
from qtapp.workspaces.map.legend.kinds_button import KindsButton
from qtapp.workspaces.map.map_panels_table import PANEL_ACTIONS
from qtapp.workspaces.map.panels import around_table
from qtapp.workspaces.map.panels.inspector_panel import SEVERAL, InspectorPanel
from tests.qtapp.conftest import press_key, settle
from tests.qtapp.workspaces.map.conftest import (
    FAR,
    HOME,
    NEAR,
    click,
    panels_of,
    show,
    type_into,
    undo_all,
)


def ready(window: MainWindow, *hexes: object) -> InspectorPanel:
    """Show some hexes in the inspector."""
    show(window, "inspector")
    panel = panels_of(window).inspector
    window.edit.hexes.choose(hexes)  # type: ignore[arg-type]
    panel.look_again()
    return panel


def choose(field: QComboBox, words: str) -> None:
    """Choose an entry by the keyboard."""
    field.setFocus()
    goal, now = field.findText(words), field.currentIndex()
    assert goal >= 0, words
    QTest.keyClick(field, Qt.Key.Key_F4)
    settle()
    view = field.view()
    for _ in range(abs(goal - max(now, 0))):
        QTest.keyClick(view, Qt.Key.Key_Down if goal > now else Qt.Key.Key_Up)
    view.setCurrentIndex(field.model().index(goal, 0))
    QTest.keyClick(view, Qt.Key.Key_Return)
    settle()


def tick(button: KindsButton, kind: str) -> None:
    """Choose an entry of a button's menu."""
    menu = button.menu()
    action = next(a for a in menu.actions() if a.text().startswith(kind))
    menu.popup(button.mapToGlobal(button.rect().bottomLeft()))
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=menu.actionGeometry(action).center())
    settle()


def test_it_follows_the_hex_cursor(editor: MainWindow, qtbot: QtBot) -> None:
    show(editor, "inspector")
    panel = panels_of(editor).inspector
    editor.view.set_cursor_hex(HOME)
    label = editor.edit.map.label(HOME)
    qtbot.waitUntil(lambda: panel.heading.text() == f"Hex {label}")
    assert panel.terrain.currentText() == "Woods"
    assert panel.regions["country"].currentText() == "Serbia"
    assert panel.places.item(0).text() == "Niš · Town · mint"
    assert panel.around.sides[0].text() == "River" and panel.around.links[0].text() == "Road"
    assert panel.around.sides[1].text() == "—"


def test_terrain_of_many_hexes_is_painted_in_one_step(editor: MainWindow) -> None:
    original = text.dumps(editor.edit.map)
    panel = ready(editor, HOME, NEAR, FAR)
    assert panel.heading.text() == "3 hexes"
    assert panel.terrain.currentIndex() == -1 and panel.terrain.placeholderText() == SEVERAL
    choose(panel.terrain, "Swamp")
    assert {editor.edit.map.terrain[at] for at in (HOME, NEAR, FAR)} == {"swamp"}
    assert panel.terrain.currentText() == "Swamp"
    assert len(editor.edit.history) == 1
    assert undo_all(editor) == original


def test_hexsides_and_roads_of_one_hex(editor: MainWindow) -> None:
    original = text.dumps(editor.edit.map)
    panel = ready(editor, HOME)
    tick(panel.around.sides[2], "Canal")
    assert editor.edit.map.hexsides[side(HOME, 2)] == {"canal"}
    tick(panel.around.sides[0], "River")
    assert side(HOME, 0) not in editor.edit.map.hexsides
    tick(panel.around.links[1], "Railway")
    assert editor.edit.map.lines[link(HOME, HOME.neighbour(1))] == {"rail"}
    assert len(editor.edit.history) == 3
    assert undo_all(editor) == original


@pytest.mark.parametrize("many", [around_table.MANY, 1])
def test_hexsides_of_an_area_are_set_inside_and_around(
    editor: MainWindow, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    monkeypatch.setattr(around_table, "MANY", many)
    near = HOME.neighbour(0)
    panel = ready(editor, HOME, near)
    tick(panel.around.sides[1], "Ridge")
    inside, edge = sides_of({HOME, near})
    assert inside == [side_between(HOME, near)] and len(edge) == 10
    assert all("ridge" in editor.edit.map.hexsides[of] for of in edge)
    assert "ridge" not in editor.edit.map.hexsides[inside[0]]
    tick(panel.around.sides[0], "Blocked")
    assert editor.edit.map.hexsides[inside[0]] == {"river", "blocked"}
    editor.edit.hexes.choose([HOME, near, HOME.neighbour(1)])
    panel.look_again()
    assert "(some)" in panel.around.sides[1].text(), "mixed is shown as such"


def test_regions_are_chosen_typed_and_cleared(editor: MainWindow) -> None:
    panel = ready(editor, HOME, NEAR)
    line = panel.regions["country"].lineEdit()
    assert line is not None
    type_into(line, "Bulgaria")
    assert editor.edit.map.regions["country"]["Bulgaria"] == {HOME, NEAR}
    assert HOME not in editor.edit.map.regions["country"]["Serbia"]
    editor.edit.hexes.choose([HOME, FAR])
    panel.look_again()
    assert panel.regions["country"].currentText() == SEVERAL
    line = panel.regions["country"].lineEdit()
    assert line is not None
    type_into(line, "none")
    assert editor.edit.map.region_of("country", HOME) is None


def test_draft_marks_of_many(editor: MainWindow) -> None:
    editor.edit.apply(mark_draft(editor.edit.map, [HOME], True))
    panel = ready(editor, HOME, NEAR)
    assert panel.draft.checkState() is Qt.CheckState.PartiallyChecked
    click(panel.draft)
    assert editor.edit.map.drafts == {HOME, NEAR}
    click(panel.draft)
    assert editor.edit.map.drafts == frozenset()


def test_places_are_added_changed_and_removed(
    editor: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = text.dumps(editor.edit.map)
    panel = ready(editor, NEAR)

    def answer(fill: Callable[[Place], Place | None]) -> None:
        monkeypatch.setattr(panel.controller, "ask_place", fill)

    answer(lambda draft: replace(draft, name="Novi Pazar"))
    click(panel.add)
    assert editor.edit.map.places["novi-pazar"].hex == NEAR
    answer(lambda draft: replace(draft, kind="fortress"))
    click(panel.change)
    assert editor.edit.map.places["novi-pazar"].kind == "fortress"
    click(panel.remove)
    assert "novi-pazar" not in editor.edit.map.places
    answer(lambda _draft: None)
    click(panel.add)
    assert len(editor.edit.history) == 3, "nothing is done when one thinks better of it"
    assert undo_all(editor) == original


def test_no_hex_is_no_trouble(editor: MainWindow) -> None:
    show(editor, "inspector")
    panel = panels_of(editor).inspector
    editor.view.set_cursor_hex(None)
    panel.stale()
    panel.look_again()
    assert panel.heading.text() == "No hex" and not panel.add.isEnabled()


def test_palette_and_shortcuts_know_what_the_panels_do(editor: MainWindow) -> None:
    told = {str(found.value) for found in commands(editor.book, "")}
    assert {action.id for action in PANEL_ACTIONS} <= told
    assert commands(editor.book, "range rings")[0].value == "rings"
    by_key = {editor.book.keys(action): action.id for action in PANEL_ACTIONS if action.keys}
    assert by_key["Ctrl+F"] == "search_replace" and len(by_key) >= 15
    editor.book.set_keys(by_id("rings"), "Ctrl+Shift+Q")
    editor.view.set_cursor_hex(HOME)
    press_key(
        editor,
        Qt.Key.Key_Q,
        Qt.KeyboardModifier.ControlModifier,
        Qt.KeyboardModifier.ShiftModifier,
    )
    assert panels_of(editor).measure.item.centre == HOME, "shortcuts can be changed"
    editor.book.set_keys(by_id("rings"), by_id("rings").keys)
