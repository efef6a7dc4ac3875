"""Reads a long log for a panel bit by bit, between the events of the window."""

from __future__ import annotations

import time

from PySide6.QtCore import QObject, QTimer, Signal

from engine.reports.statistics import Statistics

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

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._of: Statistics | None = None
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self.go_on)

    def is_ready(self, statistics: Statistics) -> bool:
        """True when the log may be asked now; otherwise it is being read from here on."""
        if statistics.left(AT_ONCE) <= AT_ONCE:
            self.stop()
            return True
        self._of = statistics
        self._turn.start()
        return False

    def stop(self) -> None:
        """Read no further: the game was closed."""
        self._of = None
        self._turn.stop()

    def go_on(self) -> None:
        """Read for a moment."""
        until = time.perf_counter() + SLICE_SECONDS
        while self._of is not None:
            if self._of.go_on(STEPS):
                self.stop()
                self.ready.emit()
            elif time.perf_counter() > until:
                self._turn.start()
                return
