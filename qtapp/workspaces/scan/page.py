"""The middle of the Scan workspace: the scan, and below it the work that goes on."""

from __future__ import annotations

from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from qtapp.widgets.focus import FocusPass
from qtapp.widgets.parts import button, label
from qtapp.workers.job import Job
from qtapp.workspaces.scan.canvas import ScanCanvas
from qtapp.workspaces.scan.scan_controller import ScanController


class BusyStrip(QFrame):
    """What a job is at, how far it has come, and Cancel."""

    def __init__(self, controller: ScanController) -> None:
        super().__init__()
        self.setProperty("role", "strip")
        self._job: Job | None = None
        self.words = label("", name="Work that goes on", wraps=False)
        self.bar = QProgressBar()
        self.bar.setAccessibleName("How far it has come")
        self.bar.setRange(0, 1000)
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(8)
        self.cancel = button("Cancel", "Stop it; nothing is changed")
        self.cancel.clicked.connect(self.stop)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 6)
        layout.addWidget(self.words)
        layout.addWidget(self.bar, 1)
        layout.addWidget(self.cancel)
        self.hide()
        controller.busy.connect(self._follow)

    def stop(self) -> None:
        """Cancel what goes on."""
        if self._job is not None:
            self._job.cancel()
            self.words.setText(f"{self._job.title}: stopping…")
            self.cancel.setEnabled(False)

    def _follow(self, job: Job | None) -> None:
        self._job = job
        self.setVisible(job is not None)
        self.cancel.setEnabled(True)
        if job is not None:
            self.bar.setValue(0)
            self.words.setText(job.title)
            job.progress.connect(self._advance)

    def _advance(self, share: float, words: str) -> None:
        self.bar.setValue(round(share * 1000))
        if self._job is not None and not self._job.is_cancelled:
            self.words.setText(f"{self._job.title}: {words}")


class ScanPage(QWidget):
    """Holds the canvas and the strip."""

    def __init__(self, controller: ScanController, canvas: ScanCanvas) -> None:
        super().__init__()
        self.canvas = canvas
        self.strip = BusyStrip(controller)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(canvas, 1)
        layout.addWidget(self.strip)
        FocusPass(self, canvas)
