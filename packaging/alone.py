"""One set-up at a time in one folder."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from told import say

if sys.platform != "win32":
    import fcntl


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold the lock on the file `path`, which is only read; wait while another process holds it.

    The system drops the lock when the process ends, however it ends. Where files cannot be locked
    (Windows, some network drives) nothing is held.
    """
    with path.open("rb") as file:
        if sys.platform != "win32":
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("Another set-up is at work in this folder; waiting until it has ended.")
                fcntl.flock(file, fcntl.LOCK_EX)
            except OSError:
                say("Files in this folder cannot be locked: do not run two set-ups at once.")
        yield
