"""Work that follows an answer: one small piece at a time, whenever the window has nothing to do."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer
from shiboken6 import isValid

Work = Callable[[], Iterator[None]]

SLICE_S = 0.002
"""Seconds that short pieces may take together before mouse, keys and painting have their turn: what
many panels change is laid out and painted in few goes.
"""

REST_MS = 200
"""Milliseconds without another hasty step after which work that was put off goes on."""


class InTurn(QObject):
    """Does the work of several owners piece by piece, in the order they asked.

    After :data:`SLICE_S` and the piece then under way the window takes mouse and keys, so that no
    click waits for longer. What an owner asks for again while its work is under way begins from the
    start. Steps that come faster than the work is done put it off until they rest. Nothing is begun
    or gone on with while ``waits`` says that something else comes first.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.waits: Callable[[], bool] = lambda: False
        self._waiting: dict[object, Work] = {}
        self._current: tuple[object, Iterator[None]] | None = None
        self._round = QTimer(self)
        self._round.setInterval(0)
        self._round.timeout.connect(self._next)

    @property
    def is_busy(self) -> bool:
        """True while there is anything left to do."""
        return bool(self._waiting) or self._current is not None

    def ask(self, owner: object, work: Work) -> None:
        """Do some work for an owner after what others asked for, once however often it asks."""
        self.drop(owner, keeps_place=True)
        self._waiting[owner] = work
        if not self._round.isActive():  # to begin again would put off the piece that is due
            self._round.start(0)

    def put_off(self) -> None:
        """Leave what is not done yet until nobody has put it off for a moment."""
        if self.is_busy:
            self._round.start(REST_MS)

    def go_on(self) -> None:
        """Go on with what was put off."""
        if self._round.isActive():
            self._round.setInterval(0)

    def drop(self, owner: object, *, keeps_place: bool = False) -> None:
        """Do no more for an owner."""
        if self._current is not None and self._current[0] is owner:
            self._current = None
        if not keeps_place:
            self._waiting.pop(owner, None)

    def _next(self) -> None:
        end = time.perf_counter() + SLICE_S
        while not self.waits():
            self.step()
            if not self.is_busy or self._round.interval() or time.perf_counter() >= end:
                return
        self._round.setInterval(0)

    def step(self) -> None:
        """Do one piece, and the next ones as soon as there is time for them."""
        if self._round.interval():
            self._round.setInterval(0)
        if self._current is None and self._waiting:
            owner = next(iter(self._waiting))
            self._current = owner, self._waiting.pop(owner)()
        current = self._current
        if current is not None and isinstance(current[0], QObject) and not isValid(current[0]):
            self._current = None
        elif current is not None:
            try:
                next(current[1])
            except StopIteration:
                if self._current is current:
                    self._current = None
            except BaseException:
                self._current = None
                raise
        if not self.is_busy:
            self._round.stop()
