"""The open order of battle as all that edit it hold it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal

from engine.editing.oob_session import OobSession
from maps.errors import KnownError
from oob.ledger.edits.changes import Touched


class OrderController(QObject):
    """Holds the open order of battle: its session, undo and redo, and who is told.

    ``opened`` and ``closed`` follow when another, or none, is edited; ``changed`` carries what an
    edit, undo or redo touched, ``refused`` the sentence of an edit that could not be made.
    """

    opened = Signal()
    closed = Signal()
    changed = Signal(object)
    refused = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: OobSession | None = None

    @property
    def is_open(self) -> bool:
        """True while an order of battle is edited."""
        return self._session is not None

    @property
    def session(self) -> OobSession:
        """The door to it. Raises LookupError when none is open."""
        if self._session is None:
            raise LookupError("no order of battle is open")
        return self._session

    @property
    def number(self) -> int:
        """The number of the order of battle in the file; 0 for none."""
        return self._session.number if self._session is not None else 0

    @property
    def can_undo(self) -> bool:
        """True when there is a step to take back."""
        return self._session is not None and self._session.can_undo

    @property
    def can_redo(self) -> bool:
        """True when there is a step to bring back."""
        return self._session is not None and self._session.can_redo

    def take(self, session: OobSession) -> None:
        """Edit what a session opens from now on."""
        self.close()
        self._session = session
        self._forget()
        session.watch(self._touched)
        self.opened.emit()

    def close(self) -> None:
        """Release it."""
        if self._session is not None:
            self._session.close()
            self._session = None
            self._forget()
            self.closed.emit()

    def undo(self) -> None:
        """Take back the last step, and show what it was about."""
        if self._session is not None:
            with self.told():
                self._turned(self._session.undo())

    def redo(self) -> None:
        """Bring back what was taken back last, and show it."""
        if self._session is not None:
            with self.told():
                self._turned(self._session.redo())

    @contextmanager
    def told(self) -> Iterator[None]:
        """Tell the known errors of a block instead of raising them."""
        try:
            yield
        except KnownError as error:
            self.refused.emit(str(error))

    def attempt(self, do: Callable[[], object]) -> bool:
        """Do something; False, after saying why, when it cannot be done."""
        done = False
        with self.told():
            do()
            done = True
        return done

    def _forget(self) -> None:
        """Release what was worked out from the order of battle as it was."""

    def _turned(self, touched: Touched | None) -> None:
        """Something was taken back or brought again."""

    def _touched(self, touched: Touched) -> None:
        self._forget()
        self.changed.emit(touched)
