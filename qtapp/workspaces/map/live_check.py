"""Checks of the board that go on by themselves, a little at a time, so that editing never waits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, QTimer, Signal

from maps.checking.checks import checking, in_order
from maps.checking.problems import Problem
from maps.model import GameMap

QUIET_MS = 350
"""How long nothing must be edited before a check begins again."""
SLICE_SECONDS = 0.004
"""How long a check may go on at a time."""


class LiveCheck(QObject):
    """Checks one board again after every edit, between the events of the window.

    ``found`` carries all problems when a check is through; ``started`` follows its first step.
    """

    found = Signal(object)
    started = Signal()

    def __init__(self, board: Callable[[], GameMap | None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._board = board
        self._steps: Iterator[Problem | None] | None = None
        self._problems: list[Problem] = []
        self.worst = 0.0
        """The longest one slice has taken, in seconds."""
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(QUIET_MS)
        self._quiet.timeout.connect(self._begin)
        self._turn = QTimer(self)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._go_on)

    @property
    def is_busy(self) -> bool:
        """True while a check waits or goes on."""
        return self._quiet.isActive() or self._turn.isActive()

    def board_changed(self) -> None:
        """Begin again as soon as nothing is edited for a moment."""
        self.stop()
        self._quiet.start()

    def stop(self) -> None:
        """Check no more, until the board changes again."""
        self._quiet.stop()
        self._turn.stop()
        self._steps = None

    def finish(self) -> list[Problem]:
        """Check to the end now, and return what was found."""
        self._quiet.stop()
        if self._steps is None:
            self._begin()
        while self._steps is not None:
            self._go_on()
        return in_order(self._problems)

    def _begin(self) -> None:
        board = self._board()
        if board is not None:
            self._problems = []
            self._steps = checking(board)
            self._turn.start()
            self.started.emit()

    def _go_on(self) -> None:
        start = time.perf_counter()
        while self._steps is not None and time.perf_counter() - start < SLICE_SECONDS:
            try:
                step = next(self._steps)
            except StopIteration:
                self._steps = None
                self._turn.stop()
                self.found.emit(in_order(self._problems))
            else:
                if step is not None:
                    self._problems.append(step)
        self.worst = max(self.worst, time.perf_counter() - start)
