"""Altered files in the window: every workspace is looked at and a little is changed.

``python -m tests.qtapp.faults.windows COUNT SEED [--campaign]`` prints each kind of fault once.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import traceback
from collections import Counter
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialog, QProgressDialog

from engine import systems
from engine.core.chance import Stream
from engine.game.catalogue import explain
from engine.store.project import Project
from maps.errors import KnownError
from qtapp.app.app import application
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import MainWindow, open_window
from qtapp.workers.job import Job
from qtapp.workspaces.all_tables import TABLES
from tests.engine.fakes import Skirmish
from tests.engine.faults import originals
from tests.engine.faults.mutants import alter, alter_rows
from tests.qtapp.hands import by_menu

ROUNDS = 12
"""How often timers that set off others are set off."""

SOON_MS = 5_000
"""Timers that wait longer are no part of looking at a file."""


class Watch:
    """Collects the exceptions that nobody caught and that no sentence tells."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def catch(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if isinstance(error, KnownError):
            return  # the window tells it, see qtapp.app.errors
        spots = [
            f"{Path(f.filename).name}:{f.lineno} {f.name}"
            for f in traceback.extract_tb(trace)
            if "site-packages" not in f.filename
        ]
        place = " < ".join(reversed(spots[-4:]))
        self.faults.append(f"{kind.__name__} at {place}: {str(error)[:100]}")


def visit(window: MainWindow, path: Path, watch: Watch) -> None:
    """Open a file and go through every workspace."""
    try:
        window.files.open(path)
        _settle(window)
        for action in (*(f"workspace_{table.id}" for table in TABLES), "undo", "redo"):
            if window.book[action].isEnabled():
                by_menu(window, action)
            _settle(window)
            window.grab()
        window.files.close()
        _settle(window)
    except Exception as error:
        watch.catch(type(error), error, error.__traceback__)


def _settle(window: MainWindow) -> None:
    """Let the window do all that it has put off: what runs on other threads, and each timer.

    Timers are not waited for but set off, so that it is the same on a quick machine and a slow one.
    """
    for _ in range(ROUNDS):
        QApplication.processEvents()
        for job in window.findChildren(Job):
            job.wait()
        due = [
            timer
            for timer in window.findChildren(QTimer)
            if timer.isActive() and timer.isSingleShot() and timer.interval() <= SOON_MS
        ]
        for timer in due:
            timer.stop()
            timer.timeout.emit()
        QApplication.processEvents()
        if not due:
            return


def leave_dialogs() -> None:
    """Think better of whatever a dialog asks; the bar of what only takes its time is left alone."""
    dialog = QApplication.activeModalWidget()
    if isinstance(dialog, QDialog) and not isinstance(dialog, QProgressDialog):
        dialog.reject()


def run(window: MainWindow, original: Path, folder: Path, count: int, seed: int) -> Counter[str]:
    """Visit altered copies of a file; how often what went wrong."""
    watch = Watch()
    found: Counter[str] = Counter()
    told: list[str] = []
    window.trouble.known.connect(told.append)
    before, sys.excepthook = sys.excepthook, watch.catch
    try:
        for turn in range(count):
            _one(window, original, folder, Stream(seed, f"window {turn}"), watch, told, found)
    finally:
        sys.excepthook = before
    return found


def _one(
    window: MainWindow,
    original: Path,
    folder: Path,
    stream: Stream,
    watch: Watch,
    told: list[str],
    found: Counter[str],
) -> None:
    """Visit one altered copy."""
    path = folder / "altered.sandtable"
    shutil.copy(original, path)
    done = (alter_rows if stream.below(5) else alter)(path, stream)
    watch.faults.clear()
    told.clear()
    visit(window, path, watch)
    for fault in watch.faults:
        if fault not in found:
            print(f"{fault}\n      {done[:300]}", flush=True)
        found[fault] += 1
    if not watch.faults:
        found["told" if told else "ok"] += 1
    if window.document.is_open:
        window.document.close()
    Project._open.clear()
    for left in folder.iterdir():
        left.unlink()


def main() -> None:
    """Run a campaign in an offscreen window and print what was found."""
    application()
    systems.SYSTEMS[Skirmish.id] = Skirmish()
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryDirectory() as name:
        make = originals.campaign if "--campaign" in sys.argv else originals.small
        original = make(Path(name) / "original.sandtable")
        folder = Path(name) / "altered"
        folder.mkdir()
        window = open_window(Folders.standard(Path(name) / "home"), explain, None)
        window.preferences.keep_text("tour", "0")
        leaver = QTimer(window)
        leaver.timeout.connect(leave_dialogs)
        leaver.start(20)
        for what, times in run(window, original, folder, count, seed).most_common():
            print(times, what)
        window.close()


if __name__ == "__main__":
    main()
