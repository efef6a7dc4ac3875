"""The legend: every kind of the map, its order, its look and its key."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QInputDialog,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from maps.edits import Change
from maps.edits.kinds import add_kind, change_kind, give_key, move_kind, remove_kind, uses
from maps.edits.stamps import fresh_id
from maps.legend import Kind, Layer
from maps.model import GameMap
from qtapp.widgets.parts import Flow, button, scrolled
from qtapp.widgets.plain import plain
from qtapp.workspaces.map.legend.kind_editor import AskColour, KindEditor, ask_colour
from qtapp.workspaces.map.legend.swatches import SWATCH, swatch
from qtapp.workspaces.map.map_controller import MapController
from qtapp.workspaces.map.panels.base import EditorPanel
from qtapp.workspaces.map.panels.search_panel import LAYERS

ID = int(Qt.ItemDataRole.UserRole)
AskInstead = Callable[[GameMap, Kind, int, QWidget], str | None]


def ask_instead(board: GameMap, kind: Kind, count: int, parent: QWidget) -> str | None:
    """Let the user choose what takes the place of a kind in use; None to leave it."""
    others = [other for other in board.legend.of(kind.layer) if other.id != kind.id]
    names = [f"{other.called} ({other.id})" for other in others]
    times = "once" if count == 1 else f"{count} times"
    text = plain(f"“{kind.called}” is used {times}. Put in its place:")
    chosen, is_taken = QInputDialog.getItem(parent, "Remove a kind", text, names, 0, False)
    return others[names.index(chosen)].id if is_taken and chosen in names else None


class LegendPanel(EditorPanel):
    """A list of kinds, and the chosen one in fields."""

    def __init__(
        self,
        controller: MapController,
        instead: AskInstead = ask_instead,
        colour: AskColour = ask_colour,
    ) -> None:
        super().__init__(controller)
        self._instead = instead
        self.layer = QComboBox()
        self.layer.setAccessibleName("Layer of the legend")
        self.layer.setToolTip("The layer whose kinds are listed")
        for layer, text in LAYERS.items():
            self.layer.addItem(text, layer)
        self.list = QListWidget()
        self.list.setAccessibleName("Kinds")
        self.list.setToolTip("The kinds of the layer; choosing one shows its fields")
        self.list.setIconSize(SWATCH)
        self.list.setMinimumHeight(90)
        self.add = button("Add", "A new kind after the others")
        self.up = button("Up", "Before the kind above it")
        self.down = button("Down", "After the kind below it")
        self.remove = button("Remove…", "Take the kind out of the legend")
        self.editor = KindEditor(colour)
        self._lay_out()
        self.layer.currentIndexChanged.connect(lambda _index: self._fill(""))
        self.list.currentItemChanged.connect(lambda *_items: self._chosen())
        self.add.clicked.connect(self._add)
        self.up.clicked.connect(lambda: self._move(-1))
        self.down.clicked.connect(lambda: self._move(1))
        self.remove.clicked.connect(self._remove)
        self.editor.edited.connect(self._edited)

    def _lay_out(self) -> None:
        top = QWidget()
        buttons = Flow()
        buttons.fill([self.add, self.up, self.down, self.remove])
        upper = QVBoxLayout(top)
        upper.setContentsMargins(0, 0, 6, 0)
        upper.addWidget(self.layer)
        upper.addWidget(self.list, 1)
        upper.addWidget(buttons)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.setChildrenCollapsible(False)
        parts.addWidget(top)
        parts.addWidget(scrolled(self.editor, "Look of the kind"))
        parts.setSizes([150, 300])
        parts.setStretchFactor(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 2, 8)
        layout.addWidget(parts)

    @property
    def kind(self) -> Kind | None:
        """The chosen kind."""
        board, row = self.board, self.list.currentRow()
        if board is None or row < 0:
            return None
        layer = Layer(self.layer.currentData())
        return board.legend.kinds.get((layer, str(self.list.item(row).data(ID))))

    def choose(self, layer: Layer, ident: str) -> None:
        """Show a kind."""
        self.layer.setCurrentIndex(self.layer.findData(layer))
        self._fill(ident)

    def refresh(self) -> None:
        """Read the legend again."""
        kind = self.kind
        self._fill(kind.id if kind is not None else "")

    def _fill(self, wanted: str) -> None:
        board = self.board
        if board is None:
            return
        layer = Layer(self.layer.currentData())
        counts = uses(board)
        row, scroll = self.list.currentRow(), self.list.verticalScrollBar().value()
        self.list.blockSignals(True)
        self.list.clear()
        for kind in board.legend.of(layer):
            key = kind.look.get("key", "")
            count = counts[layer, kind.id]
            told = f"{count:,}" if count else "not used"
            text = f"{kind.called}  ·  {told}" + (f"  ·  key {key}" if key else "")
            item = QListWidgetItem(swatch(kind, board.orientation), text)
            item.setData(ID, kind.id)
            item.setToolTip(plain(f"{kind.name} ({kind.id})"))
            self.list.addItem(item)
            if kind.id == wanted:
                self.list.setCurrentItem(item)
        if self.list.currentRow() < 0 and self.list.count():
            self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))
        self.list.blockSignals(False)
        self.list.doItemsLayout()  # else the bar has no range yet
        self.list.verticalScrollBar().setValue(scroll)
        self.list.scrollToItem(self.list.currentItem())
        self._chosen()

    def _chosen(self) -> None:
        board, kind = self.board, self.kind
        if board is None:
            return
        self.editor.show_kind(kind, board.orientation)
        row = self.list.currentRow()
        self.up.setEnabled(kind is not None and row > 0)
        self.down.setEnabled(kind is not None and row < self.list.count() - 1)
        self.remove.setEnabled(kind is not None)

    def _add(self) -> None:
        board = self.board
        if board is None:
            return
        layer = Layer(self.layer.currentData())
        ident = fresh_id("new", {kind.id for kind in board.legend.of(layer)})
        if self.edit(lambda board: add_kind(board, Kind(layer, ident, "New kind"))):
            self._fill(ident)
            self.editor.name.setFocus()
            self.editor.name.selectAll()

    def _move(self, steps: int) -> None:
        kind = self.kind
        if kind is not None:
            self.edit(lambda board: move_kind(board, kind.layer, kind.id, steps))

    def _remove(self) -> None:
        board, kind = self.board, self.kind
        if board is None or kind is None:
            return
        count, instead = uses(board)[kind.layer, kind.id], ""
        if count:
            answer = self._instead(board, kind, count, self)
            if answer is None:
                return
            instead = answer
        self.edit(lambda board: remove_kind(board, kind.layer, kind.id, instead))

    def _edited(self, wanted: Kind) -> None:
        before = self.kind
        if before is None:
            return

        def build(board: GameMap) -> Change:
            key, old = wanted.look.get("key", ""), before.look.get("key", "")
            if key != old and replace(wanted, look=before.look) == before:
                return give_key(board, before.layer, before.id, key)
            return change_kind(board, (before.layer, before.id), wanted)

        if self.edit(build):
            self._fill(wanted.id)
        else:
            self._chosen()
