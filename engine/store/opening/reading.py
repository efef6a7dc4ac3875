"""Read a project file without leaving a trace, beside a window that has it open if need be."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from engine.store.opening.connecting import harden
from engine.store.opening.files import beside
from engine.store.opening.stamps import log_belongs, quiet


@contextmanager
def reading(path: Path, *, ours: bool = False) -> Iterator[sqlite3.Connection]:
    """A connection that only reads. Must not be used while this process has the file open.

    ``ours`` says that this process holds its lock, so that nobody writes. Raises KnownError when
    the file cannot be read at all, sqlite3.Error as SQLite does.
    """
    with closing(read_only(path, ours=ours)) as conn:
        yield conn


def read_only(path: Path, *, ours: bool = False) -> sqlite3.Connection:
    """A connection that only reads; the caller closes it. See :func:`reading`."""
    if not ours and is_held(path):
        return _connected(f"{path.absolute().as_uri()}?mode=ro")
    log = beside(path, "wal")
    if not log.exists() or log.stat().st_size == 0 or not log_belongs(path):
        return _connected(f"{path.absolute().as_uri()}?immutable=1")
    conn = _connected(quiet(path))
    conn.execute("PRAGMA locking_mode = EXCLUSIVE")
    return conn


def is_held(path: Path) -> bool:
    """Whether another program, or this one, holds the lock of a project file right now."""
    try:
        handle = os.open(beside(path, "lock"), os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return False
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


def _connected(uri: str) -> sqlite3.Connection:
    conn = sqlite3.connect(uri, uri=True, timeout=2.0, check_same_thread=False)
    return harden(conn)
