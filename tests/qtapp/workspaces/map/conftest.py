"""A window on a small board of one's own, in a file, with the Map workspace in view."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QListWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from engine.editing.map_session import EditSession
from maps.edits import apply, put_place, set_line, set_region, set_side
from maps.edits.blank import blank_map, generic_legend
from maps.formats import text
from maps.hexgrid import Hex, link, side
from maps.layout import Orientation
from maps.model import GameMap, Place
from maps.numbering import LabelScheme
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.map.map_panels import MapPanels
from qtapp.workspaces.map.map_workspace import MapWorkspace
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu

HOME, NEAR, FAR = Hex(2, 2), Hex(3, 2), Hex(5, 1)


def a_board() -> GameMap:
    """Twelve columns by eight rows of clear land: a wood, a river, a road, two towns, a country."""
    board = blank_map(
        "Test ground", Orientation.FLAT, 12, 8, LabelScheme(), generic_legend(), "clear"
    )
    board.terrain[HOME] = "woods"
    board.notes["miles per hex"] = "10"
    for change in (
        set_side(board, side(HOME, 0), "river", True),
        set_line(board, link(HOME, HOME.neighbour(0)), "road", True),
        put_place(board, Place("nis", "Niš", "town", HOME, frozenset({"mint"}), "Nisch")),
        put_place(board, Place("pec", "Peć", "town", FAR)),
        set_region(board, "country", "Serbia", sorted(board.terrain)),
    ):
        apply(board, change)
    return board


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of the board."""
    where = tmp_path / "ground.sandtable"
    EditSession.create(where, a_board()).close()
    return where


@pytest.fixture
def editor(opened: Opener, path: Path) -> Iterator[MainWindow]:
    """A window on the board, as one finds it."""
    window = opened(path)
    window.resize(1400, 900)
    window.view.zoom_to_fit()
    window.edit.use("brush")
    settle()
    yield window
    panels = panels_of(window)
    panels.search.leave()
    panels.measure.leave()


@pytest.fixture
def own_editor(opened_anew: Opener, path: Path) -> MainWindow:
    """A window of one's own on the board, for tests that close it."""
    window = opened_anew(path)
    window.resize(1400, 900)
    settle()
    return window


def panels_of(window: MainWindow) -> MapPanels:
    """The panels of the Map workspace."""
    workspace = window.workspaces["edit"]
    assert isinstance(workspace, MapWorkspace)
    return workspace.around


def show(window: MainWindow, dock: str) -> None:
    """Bring a panel to the front."""
    window.show_panel(dock)
    settle()


def click(widget: QWidget) -> None:
    """Press a button with the mouse."""
    assert widget.isEnabled(), widget.accessibleName()
    spot = widget.rect().center()
    if isinstance(widget, QCheckBox):
        spot.setX(10)
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=spot)
    settle()


def click_line(of: QListWidget, row: int) -> None:
    """Click a line of a list."""
    spot = of.visualItemRect(of.item(row)).center()
    QTest.mouseClick(of.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    settle()


def click_item(tree: QTreeWidget, item: QTreeWidgetItem) -> None:
    """Click a line of a tree."""
    tree.scrollToItem(item)
    spot = tree.visualItemRect(item).center()
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    settle()


def type_into(widget: QWidget, words: str) -> None:
    """Replace the text of a field by typing, and press Enter."""
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)
    QTest.keyClick(widget, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(widget, words)
    QTest.keyClick(widget, Qt.Key.Key_Return)
    settle()


def undo_all(window: MainWindow) -> str:
    """Undo everything by the keyboard; the map's text."""
    settle()
    while window.edit.can_undo:
        by_menu(window, "undo")
    return text.dumps(window.edit.map)
