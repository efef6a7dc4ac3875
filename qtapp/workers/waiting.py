"""Waiting for one piece of work with the window alive: after a moment with a bar and Cancel."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtWidgets import QApplication, QProgressDialog, QWidget

from maps.files.writing import asking
from qtapp.widgets.plain import plain
from qtapp.workers.job import CancelledError, Job, Report

T = TypeVar("T")

_FULL = 1_000
PATIENT_MS = 400
"""Milliseconds before the bar is shown."""


def _bar(window: QWidget, title: str) -> QProgressDialog:
    """A bar with Cancel, shown after a moment; it is busy until the work says how far it is."""
    bar = QProgressDialog(plain(title), "Cancel", 0, 0, window)
    bar.setWindowTitle("Sandtable")
    bar.setWindowModality(Qt.WindowModality.ApplicationModal)
    bar.setMinimumDuration(PATIENT_MS)
    bar.setValue(0)
    return bar


def _tell(bar: QProgressDialog, share: float, words: str) -> None:
    """Show how far the work is. A full bar closes itself; the work is over when it has ended."""
    if not bar.wasCanceled():
        bar.setMaximum(_FULL)
        bar.setLabelText(plain(words))
        bar.setValue(min(_FULL - 1, round(_FULL * share)))


def waited(window: QWidget, title: str, work: Callable[[Report], T]) -> T:
    """What the work returns, done on another thread.

    Raises what it raises, and :class:`CancelledError` as soon as the person cancels; what is still
    being worked on is then thrown away when it ends.
    """
    results: list[T] = []
    errors: list[BaseException] = []
    over: list[bool] = []
    loop = QEventLoop()
    job = Job(title, work, window)
    bar = _bar(window, title)
    job.progress.connect(lambda share, words: None if over else _tell(bar, share, words))
    job.done.connect(results.append)
    job.failed.connect(errors.append)
    job.ended.connect(loop.quit)
    job.ended.connect(job.deleteLater)
    bar.canceled.connect(job.cancel)
    bar.canceled.connect(loop.quit)
    job.start()
    loop.exec()
    over.append(True)
    bar.reset()  # a question may follow, in whose event loop nothing is deleted yet
    bar.deleteLater()
    if errors:
        raise errors[0]
    if not results:
        raise CancelledError
    return results[0]


def written_waiting(window: QWidget, file: Path, write: Callable[[Report], T]) -> T | None:
    """What writing a file returns, done on another thread; None when the person cancels.

    Then nothing takes its place that is not there already. Raises what writing raises.
    """

    def work(report: Report) -> T:
        with asking(lambda: report(1.0, f"Writing {file.name}")):
            return write(report)

    try:
        return waited(window, f"Writing {file.name}", work)
    except CancelledError:
        return None


def painted_waiting(window: QWidget, file: Path, write: Callable[[Report], T]) -> T | None:
    """What writing a painted file returns; None when the person cancels.

    Painting keeps to the window's thread. Between its steps, whenever ``write`` reports or
    :func:`maps.files.writing.still_wanted` is asked, the window is drawn and Cancel is heard.
    """
    bar = _bar(window, f"Writing {file.name}")

    def look() -> None:
        kept = QEventLoop.ProcessEventsFlag.AllEvents
        if not bar.isVisible():
            # Until the bar keeps clicks from the rest of the window they have to wait.
            kept = QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents
        QApplication.processEvents(kept)
        if bar.wasCanceled():
            raise CancelledError

    def report(share: float, words: str) -> None:
        _tell(bar, share, words)
        look()

    try:
        with asking(look):
            return write(report)
    except CancelledError:
        return None
    finally:
        bar.close()
        bar.deleteLater()


def read_waiting(window: QWidget, file: Path, read: Callable[[Path], T]) -> T | None:
    """What a file holds, read on another thread; None when the person cancels.

    Raises what reading it raises.
    """
    try:
        return waited(window, f"Reading {file.name}", lambda _report: read(file))
    except CancelledError:
        return None
