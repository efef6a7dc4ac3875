"""Reads a long log for a panel bit by bit, in its turn among the panels."""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import QObject, Signal

from engine.reports.statistics import Statistics
from qtapp.workers.in_turn import InTurn

AT_ONCE = 1_000
"""Steps that are read without making the panel wait for them."""

SLICE_SECONDS = 0.005
"""How long reading may go on at a time."""

STEPS = 4
"""Steps between two looks at the clock."""

WAIT = "The log of this game is long: it is being read."


class LogReader(QObject):
    """Says whether the log was read, and reads it when it was not. ``ready`` follows its end."""

    ready = Signal()

    def __init__(self, parent: QObject, turns: InTurn) -> None:
        super().__init__(parent)
        self._of: Statistics | None = None
        self._turns = turns

    def is_ready(self, statistics: Statistics) -> bool:
        """True when the log may be asked now; otherwise it is being read from here on."""
        if statistics.left(AT_ONCE) <= AT_ONCE:
            self.stop()
            return True
        self._of = statistics
        self._turns.ask(self, self._read)
        return False

    def stop(self) -> None:
        """Read no further: the game was closed."""
        self._of = None
        self._turns.drop(self)

    def _read(self) -> Iterator[None]:
        """Read for a moment, and let all others have their turn before going on."""
        until = time.perf_counter() + SLICE_SECONDS
        while self._of is not None and not self._of.go_on(STEPS):
            if time.perf_counter() > until:
                self._turns.ask(self, self._read)
                return
        if self._of is not None:
            self.stop()
            self.ready.emit()
        yield from ()
