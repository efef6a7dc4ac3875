"""What keeps a person's work: a new file when the open one was changed, rescue of damaged ones."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QProgressDialog, QWidget

from engine.editing.rescue import Rescued, rescue
from maps.errors import KnownError
from qtapp.app.errors import Trouble
from qtapp.app.files.document import Document
from qtapp.app.files.file_controller import CAMPAIGNS, FileController
from qtapp.app.files.folders import Folders
from qtapp.app.settings import Preferences
from qtapp.widgets.plain import message, plain
from qtapp.workers.job import Job, Report

LOSSES_SHOWN = 12
"""How many losses the message after a rescue names; the rest are behind its details."""


class SafetyController(QObject):
    """Offers to save what is open when its file was changed by others, and rescues files.

    ``hinted`` carries what a person should know about the file that was just opened.
    """

    hinted = Signal(str)

    def __init__(
        self,
        document: Document,
        files: FileController,
        folders: Folders,
        preferences: Preferences,
        trouble: Trouble,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._document = document
        self._files = files
        self._folders = folders
        self._preferences = preferences
        self._trouble = trouble
        self._window = window
        self._asking = False
        self._job: Job | None = None

    def opened(self) -> None:
        """A file was opened: say what was set aside, and once that its folder is synced."""
        if self._document.path is None:
            return
        project = self._document.project
        told = list(project.remarks)
        key = f"synced/{self._document.path}"
        if project.synced_by and not self._preferences.kept_text(key):
            self._preferences.keep_text(key, "told")
            told.append(
                f"This folder is kept in step by {project.synced_by}. That is safe as long as the"
                " file is open on one machine at a time."
            )
        if told:
            self.hinted.emit("\n".join(told))

    def offer_copy(self, sentence: str) -> bool:
        """Offer to save what is open, when its file is another one now; False when it is not."""
        if self._asking or not self._document.displaced:
            return False
        self._asking = True
        try:
            self._ask_copy(sentence)
        finally:
            self._asking = False
        return True

    def _ask_copy(self, sentence: str) -> None:
        box = message(QMessageBox.Icon.Warning, self._window, sentence)
        save = box.addButton("&Save as a new file…", QMessageBox.ButtonRole.AcceptRole)
        leave = box.addButton("&Close without saving", QMessageBox.ButtonRole.DestructiveRole)
        later = box.addButton("&Not now", QMessageBox.ButtonRole.RejectRole)
        box.setDefaultButton(save)
        box.setEscapeButton(later)
        box.exec()
        if box.clickedButton() is save:
            self._save_elsewhere()
        elif box.clickedButton() is leave:
            self._files.close()

    def _save_elsewhere(self) -> None:
        path = self._document.path
        assert path is not None
        start = path.with_name(f"{path.stem} saved.sandtable")
        folder = start if start.parent.is_dir() else self._folders.campaigns / start.name
        name, _kind = QFileDialog.getSaveFileName(
            self._window, "Save as a new file", str(folder), CAMPAIGNS
        )
        if name:
            self.save_elsewhere(_named(name))

    def save_elsewhere(self, target: Path) -> bool:
        """Save what is open as a new file and go on with that; False when it cannot be."""
        return self._files.copy(target) and self._files.open(target)

    def ask_rescue(self) -> None:
        """Ask for a damaged file and a name, and save what can be read of the one in the other."""
        start = str(self._document.path or self._folders.campaigns)
        name, _kind = QFileDialog.getOpenFileName(
            self._window, "Rescue a damaged file", start, CAMPAIGNS
        )
        if not name:
            return
        source = Path(name)
        target, _kind = QFileDialog.getSaveFileName(
            self._window,
            "Save what can be read as",
            str(source.with_name(f"{source.stem} rescued.sandtable")),
            CAMPAIGNS,
        )
        if target:
            self.rescue(source, _named(target))

    def rescue(self, source: Path, target: Path) -> None:
        """Rescue a file beside the window's own work, with progress and Cancel; then open it."""
        if self._document.path == source:
            self._files.close()
        bar = QProgressDialog("Reading", "Cancel", 0, 100, self._window)
        bar.setWindowTitle("Rescue")
        bar.setWindowModality(Qt.WindowModality.WindowModal)
        bar.setMinimumDuration(400)
        bar.setAutoClose(False)

        def work(report: Report) -> Rescued:
            return rescue(source, target, report)

        job = self._job = Job("Rescue", work, self)
        job.progress.connect(lambda share, words: _show(bar, share, words))
        job.done.connect(lambda found: self._rescued(target, found))
        job.failed.connect(self._failed)
        job.ended.connect(bar.deleteLater)
        bar.canceled.connect(job.cancel)
        job.start()

    def _rescued(self, target: Path, found: Rescued) -> None:
        self._job = None
        if not self._files.open(target):
            return
        told = f"Saved in {target.name}: {found.sentence}."
        box = message(QMessageBox.Icon.Information, self._window, told, "Rescue")
        if not found.lost:
            box.setInformativeText("Nothing was lost.")
        else:
            more = len(found.lost) - LOSSES_SHOWN
            shown = [*found.lost[:LOSSES_SHOWN], *([f"and {more:,} more"] if more > 0 else [])]
            box.setInformativeText(plain("Lost:\n" + "\n".join(shown)))
        if len(found.lost) > LOSSES_SHOWN:
            box.setDetailedText("\n".join(found.lost))
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _failed(self, error: object) -> None:
        self._job = None
        with self._trouble.told():
            if isinstance(error, KnownError | OSError):
                raise error
        if not isinstance(error, KnownError | OSError) and isinstance(error, BaseException):
            self._trouble.handle(type(error), error, error.__traceback__)


def _show(bar: QProgressDialog, share: float, words: str) -> None:
    bar.setLabelText(plain(words))
    bar.setValue(round(share * 100))


def _named(name: str) -> Path:
    return Path(name if name.endswith(".sandtable") else f"{name}.sandtable")
