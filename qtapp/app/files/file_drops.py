"""Files dropped on the window: each goes the way its kind goes from the menu."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QMimeData, QObject, QTimer
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

Takes = Callable[[Path], object]
"""Opens a file or takes it in."""


class FileDrops(QObject):
    """Hears what is dragged over a window. ``kinds`` says what is done with files by their ending.

    One file is taken at a time; what is no file of a known kind, or several, is not accepted.
    """

    def __init__(self, window: QWidget, kinds: dict[str, Takes]) -> None:
        super().__init__(window)
        self._kinds = kinds
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Accept files of known kinds, and take one when it is dropped."""
        if not isinstance(event, QDropEvent):  # as those are that enter and move
            return False
        file = self.file_in(event.mimeData())
        if file is None:
            return False
        event.acceptProposedAction()
        if event.type() is QEvent.Type.Drop:
            take = self._kinds[file.suffix.lower()]
            # The program that drags waits until the drop is over; questions come after it.
            QTimer.singleShot(0, self, lambda: take(file))
        return True

    def file_in(self, dragged: QMimeData) -> Path | None:
        """The one file of a known kind that is dragged, or None."""
        urls = dragged.urls()
        if len(urls) != 1 or not urls[0].isLocalFile():
            return None
        file = Path(urls[0].toLocalFile())
        return file if file.suffix.lower() in self._kinds else None
