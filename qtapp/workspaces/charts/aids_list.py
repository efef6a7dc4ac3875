"""Beside the charts: the list of player aids, and pictures dropped on it or on the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from maps.files.pictures import ENDINGS
from qtapp.widgets.parts import button, label
from qtapp.widgets.plain import plain
from qtapp.workspaces.charts.aids_controller import AidsController

NUMBER = int(Qt.ItemDataRole.UserRole)


class AidList(QWidget):
    """Every picture of a chart under its folder. ``add_wanted`` asks for more, ``picked`` follows
    when a person chose one.
    """

    add_wanted = Signal()
    picked = Signal()

    def __init__(self, controller: AidsController) -> None:
        super().__init__()
        self._controller = controller
        self.empty = label(
            "Charts as pictures: from a module, a scan, a photograph. Drop some here.",
            "faint",
            "Why there is nothing",
        )
        self.list = QListWidget()
        self.list.setAccessibleName("Player aids")
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentItemChanged.connect(self._picked)
        self.list.itemClicked.connect(self._picked)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.add = button("Add pictures…", "Keep pictures of charts in this file")
        self.add.clicked.connect(self.add_wanted.emit)
        row = QHBoxLayout()
        row.addWidget(self.add)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 8)
        layout.addWidget(self.empty)
        layout.addWidget(self.list, 1)
        layout.addLayout(row)
        layout.addStretch()  # words on an empty list stand at the top
        controller.changed.connect(self.refresh)
        controller.chosen_changed.connect(self._follow)
        self.refresh()

    def refresh(self) -> None:
        """List the player aids again, folder by folder as they come."""
        self.list.blockSignals(True)
        self.list.clear()
        folder = ""
        for number, aid in self._controller.aids.items():
            if aid.folder != folder:
                folder = aid.folder
                head = QListWidgetItem(folder or "In no folder")
                head.setFlags(Qt.ItemFlag.NoItemFlags)
                self.list.addItem(head)
            item = QListWidgetItem(f"   {aid.name}" if folder else aid.name)
            item.setData(NUMBER, number)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, aid.name)
            told = f"{aid.name}\n{aid.width:,} x {aid.height:,} pixels\n{aid.note}"
            item.setToolTip(plain(told.strip()))
            self.list.addItem(item)
        self.list.blockSignals(False)
        self.list.setVisible(bool(self._controller.aids))
        self.empty.setVisible(not self._controller.aids)
        self._follow()

    def _follow(self) -> None:
        self.list.blockSignals(True)
        self.list.setCurrentRow(-1)
        for row in range(self.list.count()):
            if self.list.item(row).data(NUMBER) == self._controller.chosen is not None:
                self.list.setCurrentRow(row)
        self.list.blockSignals(False)

    def _picked(self, item: QListWidgetItem | None) -> None:
        number = item.data(NUMBER) if item is not None else None
        if isinstance(number, int):
            self._controller.choose(number)
            self.picked.emit()


class PictureDrops(QObject):
    """Takes picture files, one or several, that are dropped on any of some widgets."""

    def __init__(
        self, widgets: Sequence[QWidget], take: Callable[[list[Path]], object], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._take = take
        for widget in widgets:
            widget.setAcceptDrops(True)
            widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept what is only pictures, and take it when it is dropped."""
        if not isinstance(event, QDragEnterEvent | QDragMoveEvent | QDropEvent):
            return super().eventFilter(watched, event)
        files = pictures_in(event.mimeData())
        if not files:
            # What else is dragged is for the window.
            event.ignore()
            return event.type() is not QEvent.Type.Drop
        event.acceptProposedAction()
        if event.type() is QEvent.Type.Drop:
            QTimer.singleShot(0, self, lambda: self._take(files))
        return True


def pictures_in(dragged: QMimeData) -> list[Path]:
    """The picture files that are dragged; none when anything else is among them."""
    files = [Path(url.toLocalFile()) for url in dragged.urls() if url.isLocalFile()]
    is_all = len(files) == len(dragged.urls())
    return files if is_all and all(file.suffix.lower() in ENDINGS for file in files) else []
