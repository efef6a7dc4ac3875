"""A window that edits a made-up board, and hands that draw on it with real events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from engine.editing.map_session import EditSession
from maps.formats import text
from maps.hexgrid import Hex, Side
from maps.layout import Point
from maps.legend import Layer
from maps.model import GameMap
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.map.map_controller import MapController
from tests.qtapp.conftest import Opener, move_mouse, press_key, settle
from tests.qtapp.hands import by_menu
from tests.qtapp.painters.boards import board

NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier
LEFT = Qt.MouseButton.LeftButton
PATIENCE = 50
"""How often the mouse is moved to a place that moves away."""


class Hand:
    """A person at the board: mouse and keys, and a look at the map's text."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.view = window.view
        self.port = window.view.viewport()

    @property
    def controller(self) -> MapController:
        return self.window.edit

    @property
    def map(self) -> GameMap:
        return self.window.edit.map

    @property
    def text(self) -> str:
        return text.dumps(self.map)

    @property
    def said(self) -> str:
        """What the notice bar says."""
        return self.window.notice.text()

    def take(self, tool: str, **choices: object) -> None:
        by_menu(self.window, tool)
        self.controller.choices.set(**choices)
        settle()

    def at(self, where: Hex | Point) -> QPoint:
        layout = self.controller.layout
        point = layout.centre(where) if isinstance(where, Hex) else where
        spot = self.view.mapFromScene(QPointF(*point))
        assert self.port.rect().contains(spot), where
        return spot

    def middle(self, of: Side) -> Point:
        """The middle of a hexside, a hair inside its first hex."""
        a, b = self.controller.layout.side_ends(of)
        centre = self.controller.layout.centre(of.hex)
        x, y = (a.x + b.x) / 2, (a.y + b.y) / 2
        return Point(x + (centre.x - x) * 0.06, y + (centre.y - y) * 0.06)

    def hover(self, where: Hex | Point) -> None:
        """Point at a place; where the board moves meanwhile, follow it as a person does."""
        wanted = where if isinstance(where, Hex) else self.controller.layout.hex_at(*where)
        for _ in range(PATIENCE):
            spot = self.at(where)
            move_mouse(self.port, spot)
            settle()
            if self.view.board.live.hover == wanted and self.at(where) == spot:
                return
        raise AssertionError(f"the mouse does not come to {where}")

    def press(self, where: Hex | Point, held: Qt.KeyboardModifier = NONE) -> None:
        QTest.mousePress(self.port, LEFT, held, self.at(where))
        settle()

    def release(self, where: Hex | Point, held: Qt.KeyboardModifier = NONE) -> None:
        QTest.mouseRelease(self.port, LEFT, held, self.at(where))
        settle()

    def click(self, where: Hex | Point, held: Qt.KeyboardModifier = NONE) -> None:
        self.press(where, held)
        self.release(where, held)

    def drag(
        self,
        *places: Hex | Point,
        held: Qt.KeyboardModifier = NONE,
        ends: bool = True,
    ) -> None:
        self.press(places[0], held)
        for where in places[1:]:
            move_mouse(self.port, self.at(where), LEFT, held)
            settle()
        if ends:
            self.release(places[-1], held)

    def key(self, key: Qt.Key, *held: Qt.KeyboardModifier) -> None:
        self.wake()
        press_key(self.window, key, *held)

    def point(self, where: Hex) -> None:
        """Put the hex cursor on a hex, as a person does with the keys."""
        self.view.setFocus()
        self.view.set_cursor_hex(where)
        settle()

    def wake(self) -> None:
        """Give the window the keyboard; shortcuts work in the active window only."""
        if not self.window.isActiveWindow():
            self.window.activateWindow()
            settle()

    def undo(self) -> None:
        self.key(Qt.Key.Key_Z, CTRL)

    def redo(self) -> None:
        self.key(Qt.Key.Key_Z, CTRL, SHIFT)


@pytest.fixture
def hand(opened: Opener, tmp_path: Path) -> Hand:
    """A hand on a window that edits a made-up board of 30 by 24 hexes."""
    opened(None).resize(1500, 1000)  # before the board is painted for the first time
    return _hand(opened, tmp_path)


@pytest.fixture
def own_hand(opened_anew: Opener, tmp_path: Path) -> Hand:
    """The same on a window of one's own, which has read no settings yet."""
    return _hand(opened_anew, tmp_path)


def _hand(show: Opener, folder: Path) -> Hand:
    path = folder / "board.sandtable"
    EditSession.create(path, board(30, 24)).close()
    window = show(path)
    window.resize(1500, 1000)
    settle()
    window.view.zoom_to_fit()
    settle()
    made = Hand(window)
    assert window.workspace is not None and window.workspace.table.id == "edit"
    return made


def same_terrain_run(of: GameMap, count: int) -> Sequence[Hex]:
    """Some hexes in a straight row of one terrain, well inside the board."""
    for at in sorted(of.terrain):
        row = [Hex(at.q + step, at.r) for step in range(-2, count + 2)]
        near = {beside for here in row for beside in here.neighbours()}
        if near <= of.terrain.keys() and len({of.terrain[here] for here in row[2:-2]}) == 1:
            return row[2:-2]
    raise AssertionError("no row")


def answer_dialog(fill: Callable[[QDialog], None], accept: bool = True) -> None:
    """Fill in the dialog that is open and close it, whatever happens."""
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, QDialog), dialog
    try:
        fill(dialog)
        if accept:
            dialog.accept()
    finally:
        if dialog.isVisible():
            dialog.reject()


def kind_of(of: GameMap, layer: Layer, number: int = 0) -> str:
    return of.legend.of(layer)[number].id
