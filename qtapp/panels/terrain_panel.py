"""The legend as a palette: choose the terrain the brush paints."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from maps.legend import Layer
from maps.model import GameMap
from qtapp.painters.looks import terrain_look
from qtapp.panels.parts import label

SWATCH = QSize(34, 24)
KIND = int(Qt.ItemDataRole.UserRole)


class TerrainPanel(QWidget):
    """Terrain kinds of the map's legend; ``picked`` carries the id of the chosen one."""

    picked = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.list = QListWidget()
        self.list.setAccessibleName("Terrain")
        self.list.setIconSize(SWATCH)
        self.list.setSpacing(1)
        self.list.currentItemChanged.connect(self._changed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.addWidget(label("Choose a terrain, then paint with the left button.", "faint"))
        layout.addWidget(self.list)

    def show_legend(self, board: GameMap) -> None:
        """Offer the kinds of a map."""
        self.list.clear()
        for kind in board.legend.of(Layer.TERRAIN):
            item = QListWidgetItem(_swatch(kind.id, board), kind.name)
            item.setData(KIND, kind.id)
            item.setSizeHint(QSize(120, 34))
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    @property
    def kind(self) -> str:
        """The chosen terrain; empty without a legend."""
        chosen = self.list.selectedItems()
        return str(chosen[0].data(KIND)) if chosen else ""

    def choose(self, kind: str) -> None:
        """Choose a terrain by id."""
        for row in range(self.list.count()):
            if self.list.item(row).data(KIND) == kind:
                self.list.setCurrentRow(row)

    def _changed(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.picked.emit(str(item.data(KIND)))


def _swatch(kind: str, board: GameMap) -> QIcon:
    picture = QPixmap(SWATCH)
    picture.fill(QColor(terrain_look(board.legend, kind).fill))
    painter = QPainter(picture)
    painter.setPen(QColor("#6a6354"))
    painter.drawRect(0, 0, SWATCH.width() - 1, SWATCH.height() - 1)
    painter.end()
    icon = QIcon()
    for mode in (QIcon.Mode.Normal, QIcon.Mode.Selected):
        icon.addPixmap(picture, mode)
    return icon
