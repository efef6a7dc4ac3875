"""Files beside each other: a database with what SQLite keeps, and names that outlive a crash."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

ENDINGS = ("wal", "shm", "journal")
"""What SQLite may keep beside a database."""


def beside(path: Path, ending: str) -> Path:
    """The file kept beside a database: ``wal``, ``shm``, ``journal`` or ``lock``."""
    return path.with_name(f"{path.name}-{ending}")


def remove(path: Path) -> None:
    """Remove a database that nobody has open, with the files SQLite keeps beside it."""
    path.unlink(missing_ok=True)
    for ending in ENDINGS:
        beside(path, ending).unlink(missing_ok=True)


def take_over(draft: Path, path: Path) -> None:
    """Give a whole draft its name, for good. A log beside it was for what had the name before.

    Killed in between, the log that is left is told from the new file's by its stamps.
    """
    with draft.open("r+b") as file:
        os.fsync(file.fileno())
    os.replace(draft, path)
    for ending in ENDINGS:
        beside(path, ending).unlink(missing_ok=True)
    settle(path.parent)


def settle(folder: Path) -> None:
    """Make a new name in a folder outlive a power failure, where the system can be asked to."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
