"""The player aids of the open file: their session, every step with them, and who is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage

from engine.core.charts.aids import Aid
from engine.editing.aid_session import AidSession, NewAid
from maps.errors import KnownError


class AidsController(QObject):
    """Holds the player aids of a file, and which of them is chosen.

    ``changed`` follows whenever others are there or they are otherwise, ``chosen_changed`` when
    another one is chosen; ``refused`` carries the sentence of a step that could not be made.
    """

    changed = Signal()
    chosen_changed = Signal()
    refused = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: AidSession | None = None
        self._pictures: dict[int, QImage] = {}
        self.chosen: int | None = None

    @property
    def session(self) -> AidSession:
        """The door to them. Raises LookupError when no file is open."""
        if self._session is None:
            raise LookupError("no file is open")
        return self._session

    @property
    def aids(self) -> Mapping[int, Aid]:
        """The player aids by number, in their order; none while no file is open."""
        return self._session.aids if self._session is not None else {}

    @property
    def aid(self) -> Aid | None:
        """The chosen one."""
        return self.aids.get(self.chosen) if self.chosen is not None else None

    @property
    def can_undo(self) -> bool:
        """True when there is a step to take back."""
        return self._session is not None and self._session.can_undo

    @property
    def can_redo(self) -> bool:
        """True when there is a step to bring back."""
        return self._session is not None and self._session.can_redo

    def take(self, path: Path) -> None:
        """Show the player aids of a file. Raises KnownError when it cannot be used."""
        if self._session is not None and self._session.path == path:
            return
        self.close()
        self._session = AidSession.open(path)
        self._session.watch(self._touched)
        self.changed.emit()

    def close(self) -> None:
        """Release the file."""
        session, self._session = self._session, None
        self._pictures.clear()
        if session is not None:
            session.close()
            self.choose(None)
            self.changed.emit()

    def choose(self, number: int | None) -> None:
        """Choose one, or none."""
        wanted = number if number in self.aids else None
        if wanted != self.chosen:
            self.chosen = wanted
            self.chosen_changed.emit()

    def image(self) -> QImage | None:
        """The picture of the chosen one; None without one, or, after saying so, when damaged."""
        if self.chosen is None or self._session is None:
            return None
        if self.chosen not in self._pictures:
            try:
                data = self._session.picture(self.chosen).data
            except KnownError as error:
                self.refused.emit(str(error))
                return None
            self._pictures = {self.chosen: QImage.fromData(data)}
        return self._pictures[self.chosen]

    def add(self, wanted: Sequence[NewAid]) -> bool:
        """Keep pictures, and choose the first of them."""
        found: list[int] = []
        done = self._do(lambda session: found.extend(session.add(wanted)))
        if found:
            self.choose(found[0])
        return done

    def rename(self, name: str) -> bool:
        """Call the chosen one otherwise."""
        return self._do(lambda session: session.rename(self._number(), name))

    def put_into(self, folder: str) -> bool:
        """Put the chosen one into a folder."""
        return self._do(lambda session: session.put_into(self._number(), folder))

    def annotate(self, note: str) -> bool:
        """Say something of the chosen one."""
        return self._do(lambda session: session.annotate(self._number(), note))

    def move(self, by: int) -> bool:
        """Move the chosen one down the list (negative: up)."""
        return self._do(lambda session: session.move(self._number(), by))

    def remove(self) -> bool:
        """Take the chosen one out, and choose the next."""
        order = list(self.aids)
        at = order.index(self._number())
        done = self._do(lambda session: session.remove([self._number()]))
        if done and self.aids:
            self.choose(list(self.aids)[min(at, len(self.aids) - 1)])
        return done

    def undo(self) -> None:
        """Take back the last step, and choose what it was about."""
        self._turn(lambda session: session.undo())

    def redo(self) -> None:
        """Bring back what was taken back last, and choose it."""
        self._turn(lambda session: session.redo())

    def _turn(self, deed: Callable[[AidSession], frozenset[int] | None]) -> None:
        touched: list[int] = []
        self._do(lambda session: touched.extend(sorted(deed(session) or ())))
        shown = [number for number in touched if number in self.aids]
        if shown and self.chosen not in shown:
            self.choose(shown[0])

    def _number(self) -> int:
        assert self.chosen is not None, "one is chosen"
        return self.chosen

    def _do(self, deed: Callable[[AidSession], object]) -> bool:
        if self._session is None:
            return False
        try:
            deed(self._session)
        except KnownError as error:
            self.refused.emit(str(error))
            return False
        return True

    def _touched(self, _touched: frozenset[int]) -> None:
        if self.chosen is not None and self.chosen not in self.aids:
            self.choose(None)
        self.changed.emit()
