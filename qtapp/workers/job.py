"""Long work on another thread: with progress, Cancel, and errors that reach the window."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from maps.errors import KnownError

Report = Callable[[float, str], None]
"""Says how far the work has come, 0 to 1, and what it is at; raises :class:`CancelledError`."""


class CancelledError(Exception):
    """The user does not want the work any more."""


class Job(QObject):
    """One piece of work. ``done`` carries its result, ``failed`` the exception that ended it.

    All signals arrive on the window's thread. The work gets a :data:`Report` and calls it now and
    then; that is where Cancel ends it. What it still returns after a Cancel is thrown away.
    """

    done = Signal(object)
    failed = Signal(object)
    ended = Signal()
    progress = Signal(float, str)
    _arrived = Signal(object, object)

    def __init__(self, title: str, work: Callable[[Report], object], parent: QObject) -> None:
        super().__init__(parent)
        self.title = title
        self._work = work
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=title, daemon=True)
        self._arrived.connect(self._finish)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def cancel(self) -> None:
        """Ask it to end soon."""
        self._stop.set()

    def wait(self, seconds: float = 30.0) -> None:
        """Wait for its thread, before what it works on is closed."""
        if self._thread.is_alive():
            self._thread.join(seconds)

    @property
    def is_cancelled(self) -> bool:
        """True once it was asked to end."""
        return self._stop.is_set()

    def _report(self, share: float, words: str) -> None:
        if self._stop.is_set():
            raise CancelledError
        try:
            self.progress.emit(share, words)
        except RuntimeError as error:  # the window is gone
            raise CancelledError from error

    def _run(self) -> None:
        result: object = None
        error: BaseException | None = None
        try:
            result = self._work(self._report)
        except MemoryError:
            error = KnownError(
                self.title, "there is not enough memory for it.", "Use a smaller scan."
            )
        except BaseException as caught:
            error = caught
        if self._stop.is_set():
            error = CancelledError()
        with contextlib.suppress(RuntimeError):  # the window is gone: nobody waits for it
            self._arrived.emit(result, error)

    def _finish(self, result: object, error: object) -> None:
        if error is None:
            self.done.emit(result)
        elif not isinstance(error, CancelledError):
            self.failed.emit(error)
        self.ended.emit()
