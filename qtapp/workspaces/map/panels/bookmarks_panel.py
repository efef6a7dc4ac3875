"""Bookmarks: views of the board one comes back to, kept with the board."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QInputDialog, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from maps.edits import Change, drop_bookmark, put_bookmark
from maps.hexgrid import Hex
from maps.model import Bookmark, GameMap
from qtapp.board.view import MapView
from qtapp.widgets.parts import Flow, button, label
from qtapp.workspaces.map.map_controller import MapController
from qtapp.workspaces.map.panels.base import EditorPanel

AskName = Callable[[str, QWidget], str]


def ask_name(now: str, parent: QWidget) -> str:
    """Let the user name a view; empty when they think better of it."""
    name, is_taken = QInputDialog.getText(parent, "Bookmark", "Name of this view:", text=now)
    return name.strip() if is_taken else ""


class BookmarksPanel(EditorPanel):
    """``picked`` carries the bookmark to go to."""

    picked = Signal(object)

    def __init__(self, controller: MapController, view: MapView, ask: AskName = ask_name) -> None:
        super().__init__(controller)
        self._view = view
        self._ask = ask
        self.list = QListWidget()
        self.list.setAccessibleName("Bookmarks")
        self.list.setToolTip("Marked places of the board; a click goes there")
        self.add_button = button("Add this view…", "Keep what the middle of the window shows")
        self.rename = button("Rename…", "Give the bookmark another name")
        self.remove = button("Remove", "Take the bookmark out of the list")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.addWidget(label("Ctrl+Alt and the figure jumps there.", "faint"))
        layout.addWidget(self.list, 1)
        buttons = Flow()
        buttons.fill([self.add_button, self.rename, self.remove])
        layout.addWidget(buttons)
        self.add_button.clicked.connect(self.add)
        self.rename.clicked.connect(self._rename)
        self.remove.clicked.connect(self._remove)
        self.list.itemClicked.connect(self._pick)
        self.list.itemActivated.connect(self._pick)
        self.list.currentRowChanged.connect(lambda _row: self._enable())
        self._enable()

    def refresh(self) -> None:
        """List the bookmarks again."""
        board, row = self.board, self.list.currentRow()
        if board is None:
            return
        self.list.clear()
        for mark in board.bookmarks.values():
            key = f"   [{mark.key}]" if mark.key else ""
            item = QListWidgetItem(f"{mark.name} · {board.label(mark.hex)}{key}")
            item.setData(Qt.ItemDataRole.UserRole, mark.name)
            self.list.addItem(item)
        self.list.setCurrentRow(min(row, self.list.count() - 1))
        self._enable()

    def add(self) -> None:
        """Ask for a name and keep the view, under the first figure that is free."""
        here = self._here()
        board = self.board
        if board is None or here is None:
            return
        place = next((p.name for p in board.places_at(here) if p.name), board.label(here))
        name = self._ask(place, self)
        if name:
            taken = {mark.key for mark in board.bookmarks.values() if mark.name != name}
            key = next((figure for figure in "123456789" if figure not in taken), "")
            mark = Bookmark(name, here, round(self._view.hex_px), key)
            self.edit(lambda board: put_bookmark(board, mark))

    def jump(self, key: str) -> None:
        """Go to the bookmark of a key; say so when there is none."""
        board = self.board
        marks = board.bookmarks.values() if board is not None else ()
        found = next((mark for mark in marks if mark.key == key), None)
        if found is None:
            self.refused.emit(f"No view is kept under {key} yet; add a bookmark first.")
        else:
            self.picked.emit(found)

    def _here(self) -> Hex | None:
        """The hex of the board nearest to the middle of the window."""
        painter, board = self._view.board.board, self.board
        if painter is None or board is None or not board.terrain:
            return None
        middle = self._view.visible_rect.center()
        at = painter.shape.hex_at(middle.x(), middle.y())
        return at if at in board else self._view.cursor_hex

    def _chosen(self) -> Bookmark | None:
        board, row = self.board, self.list.currentRow()
        if board is None or row < 0:
            return None
        return board.bookmarks.get(str(self.list.item(row).data(Qt.ItemDataRole.UserRole)))

    def _rename(self) -> None:
        mark = self._chosen()
        name = self._ask(mark.name, self) if mark is not None else ""
        if mark is not None and name and name != mark.name:
            renamed = Bookmark(name, mark.hex, mark.zoom, mark.key)
            self.edit(lambda board: _renamed(board, mark, renamed))

    def _remove(self) -> None:
        mark = self._chosen()
        if mark is not None:
            self.edit(lambda board: drop_bookmark(board, mark.name))

    def _pick(self, _item: QListWidgetItem) -> None:
        mark = self._chosen()
        if mark is not None:
            self.picked.emit(mark)

    def _enable(self) -> None:
        is_chosen = self.list.currentRow() >= 0
        self.rename.setEnabled(is_chosen)
        self.remove.setEnabled(is_chosen)


def _renamed(board: GameMap, mark: Bookmark, wanted: Bookmark) -> Change:
    steps = [drop_bookmark(board, mark.name), put_bookmark(board, wanted)]
    facts = {(f.layer, f.key): f for step in steps for f in step.facts if f.key != mark.name}
    gone = steps[0].facts
    return Change((*gone, *facts.values()), f"Rename bookmark {mark.name}")
