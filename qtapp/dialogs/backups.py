"""The copies that were kept of each campaign: when they were made, what they hold, restore one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted
from engine.editing.backups import Backup
from qtapp.widgets.parts import button, label

_PLACE = int(Qt.ItemDataRole.UserRole)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
NOTHING = (
    "There is no copy yet. One is made soon after a file is opened, and then every quarter of an"
    " hour, if the file has changed."
)


class BackupsDialog(QDialog):
    """A list of copies, newest first for each campaign; ``chosen`` is the one to restore."""

    def __init__(self, copies: Sequence[Backup], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Backups")
        self.resize(*((680, 420) if copies else (520, 150)))
        self.chosen: Path | None = None
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Copies")
        self.tree.setToolTip("The copies that were kept, the newest first")
        self.tree.setHeaderLabels(["Made", "Holds", "Size"])
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.tree.headerItem().setTextAlignment(2, _RIGHT)
        self.restore = button("Restore as…", "Write the copy out as a file of a new name")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.addButton(self.restore, QDialogButtonBox.ButtonRole.ActionRole)
        self.restore.clicked.connect(self._take)
        buttons.rejected.connect(self.reject)
        self.tree.currentItemChanged.connect(lambda _now, _before: self._follow())
        self.tree.itemActivated.connect(lambda _item, _column: self._take())
        layout = QVBoxLayout(self)
        layout.addWidget(self.tree if copies else label(NOTHING, "faint"), 1)
        layout.addWidget(buttons)
        self.restore.setVisible(bool(copies))
        self.restore.setDefault(bool(copies))
        self._fill(copies)
        self._follow()

    def _fill(self, copies: Sequence[Backup]) -> None:
        heads: dict[Path, QTreeWidgetItem] = {}
        for copy in copies:
            folder = copy.path.parent
            if folder not in heads:
                heads[folder] = QTreeWidgetItem([copy.of])
                heads[folder].setFlags(Qt.ItemFlag.ItemIsEnabled)
                self.tree.addTopLevelItem(heads[folder])
                heads[folder].setFirstColumnSpanned(True)
            item = QTreeWidgetItem([_when(copy), _holds(copy), _size(copy)])
            item.setData(0, _PLACE, str(copy.path))
            item.setTextAlignment(2, _RIGHT)
            heads[folder].addChild(item)
        self.tree.expandAll()
        first = self.tree.topLevelItem(0)
        newest = first.child(0) if first is not None else None
        if newest is not None:
            self.tree.setCurrentItem(newest)

    def _current(self) -> Path | None:
        item = self.tree.currentItem()
        place = item.data(0, _PLACE) if item is not None else None
        return Path(place) if place else None

    def _follow(self) -> None:
        self.restore.setEnabled(self._current() is not None)

    def _take(self) -> None:
        self.chosen = self._current()
        if self.chosen is not None:
            self.accept()


def _when(copy: Backup) -> str:
    local = copy.made.astimezone()
    return f"{local:%Y-%m-%d %H:%M}"


def _holds(copy: Backup) -> str:
    boards = counted(copy.boards, "board")
    games = [f"{title} ({counted(steps, 'step')})" for title, steps in copy.games]
    return ", ".join([boards, *games])


def _size(copy: Backup) -> str:
    return QLocale(QLocale.Language.C).formattedDataSize(
        copy.size, 1, QLocale.DataSizeFormat.DataSizeSIFormat
    )
