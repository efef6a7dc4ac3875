"""The undo list: every step of the board's history; a click goes back (or forward) to it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout

from engine.core.wording import counted
from qtapp.widgets.parts import label
from qtapp.widgets.plain import plain
from qtapp.workspaces.map.map_controller import MapController
from qtapp.workspaces.map.panels.base import EditorPanel

SHOWN = 400
"""So many of the newest steps are listed; older ones are still there to be undone."""
_STEP = int(Qt.ItemDataRole.UserRole)


class HistoryPanel(EditorPanel):
    """Steps from the oldest to the newest; those that are undone stand in faint letters."""

    def __init__(self, controller: MapController) -> None:
        super().__init__(controller)
        self.list = QListWidget()
        self.list.setAccessibleName("Steps")
        self.list.setToolTip("Every edit; a click goes back or forward to it")
        self.list.setUniformItemSizes(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.itemClicked.connect(self._go)
        self.list.itemActivated.connect(self._go)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.addWidget(label("Click a step to go back to just after it.", "faint"))
        layout.addWidget(self.list, 1)

    def refresh(self) -> None:
        """List the steps again."""
        steps = self.controller.history
        self.list.clear()
        hidden = max(0, len(steps) - SHOWN)
        many = counted(hidden, "older step")
        first = QListWidgetItem(f"… {many}" if hidden else "The board as it was")
        first.setData(_STEP, steps[hidden - 1].number if hidden else 0)
        self.list.addItem(first)
        current = first
        for step in steps[hidden:]:
            item = QListWidgetItem(step.label)
            item.setData(_STEP, step.number)
            if step.undone:
                item.setForeground(self.palette().placeholderText())
                item.setToolTip(plain(f"{step.label} (undone)"))
            else:
                current = item
            self.list.addItem(item)
        font = current.font()
        font.setBold(True)
        current.setFont(font)
        self.list.setCurrentItem(current)
        self.list.scrollToItem(current)

    def _go(self, item: QListWidgetItem) -> None:
        self.controller.go_back_to(int(item.data(_STEP)))
        self.look_again()
