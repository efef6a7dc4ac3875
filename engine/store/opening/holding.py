"""Is the file of that name still the one that was opened, as this program left it?

Sync clients, backups and people replace, delete, rename and overwrite files that are open. What is
written then goes into a file that nobody sees, or into a stranger. So the name is looked at before
each transaction: device and file number against the handle's, size and time against what they were
after the last transaction here, and the same for the write-ahead log beside it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from engine.frozen import dataclass
from maps.errors import KnownError

SAVE_IT = "Save what is open as a new file (File > Save a copy), then open that."
"""What to do when the file of an open project was changed under it."""


class DisplacedError(KnownError):
    """The file of an open project is not the one that was opened any more; nothing was written."""


@dataclass(frozen=True, slots=True)
class _Print:
    """What tells one state of one file from another."""

    device: int
    number: int
    size: int
    changed: int


class Holding:
    """A handle on an open project file. Take it before SQLite opens the file, close it after.

    (POSIX drops all locks of a process on a file when any of its handles is closed.)
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._log = path.with_name(f"{path.name}-wal")
        self._handle = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
        self._main = _of(os.fstat(self._handle))
        self._wal: _Print | None = None

    def note(self) -> None:
        """Remember how the file and its log are, after they were written here."""
        self._main = _of(os.fstat(self._handle))
        self._wal = _at(self._log)

    @property
    def log_bytes(self) -> int:
        """How long the log was when it was noted, 0 where there was none."""
        return self._wal.size if self._wal is not None else 0

    def require_here(self) -> None:
        """Raise DisplacedError when the name leads to another file than the handle."""
        what = self._elsewhere()
        if what is not None:
            raise DisplacedError(str(self.path), f"{what}; nothing was changed.", SAVE_IT)

    def require_same(self) -> None:
        """Raise DisplacedError when the name leads to another file, or one changed elsewhere."""
        what = self._elsewhere() or self._altered()
        if what is not None:
            raise DisplacedError(str(self.path), f"{what}; nothing was changed.", SAVE_IT)

    @property
    def intact(self) -> bool:
        """Whether the file that was opened, wherever it is now, is as it was left here."""
        return _of(os.fstat(self._handle)) == self._main

    @property
    def log_is_ours(self) -> bool:
        """Whether the log beside the name is the very file that was written here."""
        there = _at(self._log)
        return (
            self._wal is not None
            and there is not None
            and (there.device, there.number) == (self._wal.device, self._wal.number)
        )

    @property
    def displaced(self) -> bool:
        """Whether the next transaction would be refused."""
        return (self._elsewhere() or self._altered()) is not None

    def close(self) -> None:
        """Close the handle. Call it once, after SQLite has closed the file."""
        os.close(self._handle)

    def _elsewhere(self) -> str | None:
        try:
            here = os.stat(self.path)
        except FileNotFoundError:
            return "the file was deleted, moved or renamed while it was open here"
        except OSError as error:
            return f"the file cannot be reached any more ({error.strerror})"
        if not os.path.samestat(here, os.fstat(self._handle)):
            return "the file was replaced by another while it was open here"
        return None

    def _altered(self) -> str | None:
        if not self.intact:
            return "another program has changed the file since it was opened here"
        if self._wal is not None and _at(self._log) != self._wal:
            return f"another program has changed or removed its log {self._log.name}"
        return None


def _at(path: Path) -> _Print | None:
    try:
        return _of(os.stat(path))
    except OSError:
        return None


def _of(found: os.stat_result) -> _Print:
    # Windows may write the time of a change only when the file is closed.
    changed = 0 if sys.platform == "win32" else found.st_mtime_ns
    return _Print(found.st_dev, found.st_ino, found.st_size, changed)
