"""Waiting for one piece of work with the window alive: after a moment with a bar and Cancel."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEventLoop, Qt
from PySide6.QtWidgets import QProgressDialog, QWidget

from qtapp.widgets.plain import plain
from qtapp.workers.job import CancelledError, Job, Report

T = TypeVar("T")

PATIENT_MS = 400
"""Milliseconds before the bar is shown."""


def waited(window: QWidget, title: str, work: Callable[[Report], T]) -> T:
    """What the work returns, done on another thread.

    Raises what it raises, and :class:`CancelledError` as soon as the person cancels; what is still
    being worked on is then thrown away when it ends.
    """
    results: list[T] = []
    errors: list[BaseException] = []
    loop = QEventLoop()
    job = Job(title, work, window)
    bar = QProgressDialog(plain(title), "Cancel", 0, 0, window)
    bar.setWindowTitle("Sandtable")
    bar.setWindowModality(Qt.WindowModality.ApplicationModal)
    bar.setMinimumDuration(PATIENT_MS)
    job.done.connect(results.append)
    job.failed.connect(errors.append)
    job.ended.connect(loop.quit)
    job.ended.connect(job.deleteLater)
    bar.canceled.connect(job.cancel)
    bar.canceled.connect(loop.quit)
    bar.setValue(0)
    job.start()
    loop.exec()
    bar.deleteLater()
    if errors:
        raise errors[0]
    if not results:
        raise CancelledError
    return results[0]


def read_waiting(window: QWidget, file: Path, read: Callable[[Path], T]) -> T | None:
    """What a file holds, read on another thread; None when the person cancels.

    Raises what reading it raises.
    """
    try:
        return waited(window, f"Reading {file.name}", lambda _report: read(file))
    except CancelledError:
        return None
