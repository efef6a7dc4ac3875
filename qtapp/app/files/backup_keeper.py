"""Keeps a few copies of the open file beside the campaigns, on another thread, now and then."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from engine.editing.backups import back_up_open, backups, restore
from maps.errors import KnownError
from qtapp.app.errors import Trouble
from qtapp.app.files.document import Document
from qtapp.app.files.file_controller import CAMPAIGNS, FileController
from qtapp.app.files.folders import Folders
from qtapp.dialogs.backups import BackupsDialog
from qtapp.workers.job import Job, Report

EVERY_MS = 15 * 60 * 1000
"""How often the open file is copied, if it has changed."""

SOON_MS = 20 * 1000
"""How long after opening the first copy is made."""


class BackupKeeper(QObject):
    """Copies the open file soon after it is opened and every quarter of an hour, if it changed.

    ``failed`` carries why a copy could not be made, once for each file.
    """

    failed = Signal(str)

    def __init__(
        self,
        document: Document,
        files: FileController,
        folders: Folders,
        trouble: Trouble,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._document = document
        self._files = files
        self._folders = folders
        self._trouble = trouble
        self._window = window
        self._root = folders.backups
        self._job: Job | None = None
        self._told: Path | None = None
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.copy_now)
        document.opened.connect(self._opened)
        document.closed.connect(self._closed)

    @property
    def root(self) -> Path:
        """The folder of all copies."""
        return self._root

    @property
    def is_busy(self) -> bool:
        """True while a copy is made."""
        return self._job is not None

    def copy_now(self) -> None:
        """Begin a copy of the open file, unless one is being made."""
        path = self._document.path
        if path is None or self._job is not None or self._document.displaced:
            return
        self._timer.start(EVERY_MS)

        def work(report: Report) -> Path | None:
            return back_up_open(path, self._root, datetime.now(UTC), report)

        self._job = Job("Backup", work, self)
        self._job.failed.connect(lambda error: self._say(path, error))
        self._job.ended.connect(self._ended)
        self._job.start()

    def ask_restore(self) -> None:
        """Show the copies there are, and restore the one that is chosen under a new name."""
        dialog = BackupsDialog(backups(self._root), self._window)
        if dialog.exec() != QDialog.DialogCode.Accepted or dialog.chosen is None:
            return
        of = dialog.chosen.parent.name.rpartition("-")[0]
        start = (self._document.path or self._folders.campaigns / of).with_name(
            f"{of} restored.sandtable"
        )
        name, _kind = QFileDialog.getSaveFileName(self._window, "Restore as", str(start), CAMPAIGNS)
        if name:
            self.restore(
                dialog.chosen, Path(name if name.endswith(".sandtable") else f"{name}.sandtable")
            )

    def restore(self, copy: Path, target: Path) -> bool:
        """Write a copy out under a new name and open it; False when it cannot be."""
        with self._trouble.told():
            restore(copy, target)
            return self._files.open(target)
        return False

    def stop(self) -> None:
        """End a copy that is being made and wait for it, before the program ends."""
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()
            self._job.wait()
            self._job = None

    def _closed(self) -> None:
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()

    def _opened(self) -> None:
        self._timer.start(SOON_MS)

    def _ended(self) -> None:
        self._job = None

    def _say(self, path: Path, error: object) -> None:
        if path != self._told and isinstance(error, KnownError | OSError):
            self._told = path
            self.failed.emit(f"No backup could be made. {error}")
