"""What goes wrong: known errors are told to the user, faults are logged and owned up to."""

from __future__ import annotations

import logging
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, Signal

from maps.errors import KnownError

LOGGER = logging.getLogger("sandtable")


@contextmanager
def outside_qt() -> Iterator[None]:
    """Tell what goes wrong in a block that Qt calls as it shows widgets.

    An error must not go back through Qt there: it leaves the other widgets half shown, and the
    program ends when it passes through two such calls.
    """
    try:
        yield
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)


class Trouble(QObject):
    """Sorts errors: ``known`` has a sentence for the user, ``fault`` says where it was logged."""

    known = Signal(str)
    fault = Signal(str)

    def __init__(self, log_file: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.log_file = log_file

    @contextmanager
    def told(self) -> Iterator[None]:
        """Tell known errors of a block, and the operating system's refusals, to the user."""
        try:
            yield
        except KnownError as error:
            self.known.emit(str(error))
        except OSError as error:
            place = error.filename or "the file"
            self.known.emit(f"{place}: {error.strerror or error}.")

    def install(self) -> Callable[[], None]:
        """Catch what no one else catches; returns what takes this back."""
        before = sys.excepthook
        sys.excepthook = self.handle

        def restore() -> None:
            sys.excepthook = before

        return restore

    def handle(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Take an exception nobody caught."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        if isinstance(error, KnownError):
            self.known.emit(str(error))
            return
        self._write("".join(traceback.format_exception(kind, error, trace)))
        self.fault.emit(
            f"Something went wrong inside the program ({kind.__name__}). "
            f"Nothing is lost: everything was saved as it happened. "
            f"What happened is written down in {self.log_file}."
        )

    def _write(self, text: str) -> None:
        LOGGER.error(text)
        try:
            self.log_file.parent.mkdir(parents=True, exist_ok=True)
            with self.log_file.open("a", encoding="utf-8") as log:
                log.write(text + "\n")
        except OSError:
            sys.stderr.write(text)
