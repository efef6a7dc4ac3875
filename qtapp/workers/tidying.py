"""Garbage is collected between the clicks: a whole collection halts the window for a moment.

A game of thousands of steps is a million objects, and a collection that looks through them all
takes a tenth of a second or more. Left alone, Python collects while objects are made, which is in
the middle of a click. So the oldest generation is collected when nobody acts.
"""

from __future__ import annotations

import gc
import sys
import time

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from qtapp.workers.garbage import DUE, OVERDUE

HALTS = sys.version_info < (3, 14)
"""Whether this Python collects the oldest generation in one go; later ones do it bit by bit."""

LOOK_MS = 2_000
"""How often is looked whether somebody acts."""

QUIET = 2
"""After so many looks between which little was computed nobody acts."""

LITTLE = 0.05
"""Seconds of computing between two looks: a click takes less, but nobody clicks once."""


class Tidier(QObject):
    """Collects all garbage when it is due and little was computed since it looked last.

    Objects made tell less of it: a few clicks make too few of them to be noticed.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._before = gc.get_threshold()
        self._spent = 0.0
        self._quiet = 0
        self._last = QElapsedTimer()
        self._clock = QTimer(self)
        self._clock.setInterval(LOOK_MS)
        self._clock.timeout.connect(self._tick)

    def begin(self) -> None:
        """Keep Python from collecting the oldest generation in the middle of something."""
        if not HALTS:
            return
        self._before = gc.get_threshold()
        gc.set_threshold(*self._before[:2], OVERDUE)
        self._clock.start()

    def end(self) -> None:
        """Leave collecting to Python again."""
        if not HALTS:
            return
        self._clock.stop()
        gc.set_threshold(*self._before)

    def look(self) -> None:
        """Collect when it is due and so little was computed between the last looks that nobody
        acts.
        """
        is_quiet = time.process_time() - self._spent <= LITTLE
        self._quiet = self._quiet + 1 if is_quiet else 0
        if self._quiet >= QUIET and gc.get_count()[2] >= DUE:
            gc.collect()
        self._spent = time.process_time()

    def _tick(self) -> None:
        late = self._last.isValid() and self._last.elapsed() > 2 * LOOK_MS
        self._last.start()
        if late:
            self._quiet, self._spent = 0, time.process_time()  # the window was busy until now
        else:
            self.look()
