"""Checks of the board that go on by themselves, a little at a time, so that editing never waits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from PySide6.QtCore import QObject, QTimer, Signal

from maps.checking.checks import checking, in_order
from maps.checking.facts.judging import Tally, Verdict, judged, problem_of, tally
from maps.checking.facts.tables import FactTable
from maps.checking.problems import Problem
from maps.model import GameMap

QUIET_MS = 350
"""How long nothing must be edited before a check begins again."""
SLICE_SECONDS = 0.004
"""How long a check may go on at a time."""


class LiveCheck(QObject):
    """Checks one board again after every edit, between the events of the window.

    ``found`` carries all problems when a check is through; ``started`` follows its first step.
    ``tables`` gives the facts to look up too; :attr:`tally` says how the board did by them.
    """

    found = Signal(object)
    started = Signal()

    def __init__(
        self,
        board: Callable[[], GameMap | None],
        parent: QObject | None = None,
        tables: Callable[[], Sequence[FactTable]] = tuple,
    ) -> None:
        super().__init__(parent)
        self._board = board
        self._tables = tables
        self._verdicts: list[Verdict] = []
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

    @property
    def tally(self) -> Tally | None:
        """How the board did by its facts when it was last checked; None when it has none."""
        return tally(self._verdicts) if self._verdicts else None

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
            self._verdicts = []
            self._steps = chain(checking(board), self._facts(board))
            self._turn.start()
            self.started.emit()

    def _facts(self, board: GameMap) -> Iterator[Problem | None]:
        for table in self._tables():
            for one in judged(board, table):
                self._verdicts.append(one)
                yield problem_of(board, table, one)

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
