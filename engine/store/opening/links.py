"""The connection of an open project to its file: to read only, or to write under a lock."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

from sqlite_utils import Database

from engine.store.opening.connecting import harden, trust
from engine.store.opening.files import beside
from engine.store.opening.holding import Holding
from engine.store.opening.lock import FileLock
from engine.store.opening.stamps import Stamp, read_stamp
from maps.errors import KnownError

LOG_BYTES = 4 * 1024 * 1024
"""A write-ahead log that is longer is written into the file after the transaction."""


class Link:
    """A connection that only reads."""

    def __init__(self, path: Path, conn: sqlite3.Connection) -> None:
        self.path = path
        self.db = Database(conn, execute_plugins=False, strict=True)

    @property
    def displaced(self) -> bool:
        """Whether the name leads to another file by now, or to one changed by another program."""
        return False

    @property
    def overwritten(self) -> bool:
        """Whether another program wrote into the very file that is open."""
        return False

    def require_writable(self) -> None:
        """Raise KnownError when nothing may be written."""
        raise KnownError(
            str(self.path), "is open only to be read.", "Open it in the window to change it."
        )

    def stamp(self) -> None:
        """Write into the open transaction whose turn it is."""

    def settle(self, log_limit: int, *, done: bool) -> None:
        """After a transaction: keep the log short, and remember how the file is now."""

    def close(self) -> None:
        """Close the file."""
        self.db.close()


class WritingLink(Link):
    """A connection that writes. It owns the lock and gives it up when it is closed.

    Raises sqlite3.Error or OSError when the file cannot be used; the lock is then still held.
    """

    def __init__(self, path: Path, lock: FileLock) -> None:
        self._lock = lock
        self._holding = Holding(path)
        try:
            super().__init__(path, connect(path))
        except BaseException:
            self._holding.close()
            raise
        try:
            self._begin()
        except BaseException:
            self.db.close()
            self._holding.close()
            raise

    def _begin(self) -> None:
        """Take what an ended program left in the log into the file, then begin a session."""
        self._holding.require_here()
        conn = self.db.conn
        _busy, frames, moved = conn.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if frames != moved:
            raise KnownError(
                str(self.path),
                "another program is reading the file.",
                "Wait for it, then try again.",
            )
        before = read_stamp(conn)
        self._stamp = before and Stamp(os.urandom(16).hex(), 0, 0, before.word)
        self._holding.note()

    @property
    def displaced(self) -> bool:
        """Whether the name leads to another file by now, or to one changed by another program."""
        return self._holding.displaced

    @property
    def overwritten(self) -> bool:
        """Whether another program wrote into the very file that is open."""
        return not self._holding.intact

    def require_writable(self) -> None:
        """Raise DisplacedError when the name leads elsewhere, or to what others have changed."""
        self._holding.require_same()

    def stamp(self) -> None:
        """Write into the open transaction that it is the next of this session."""
        was = self._stamp
        if was is not None:
            self.db.conn.execute(
                "UPDATE file_stamp SET session = ?, count = ?, floor = ?, before = ?",
                (was.session, was.count + 1, was.floor, was.before),
            )

    def settle(self, log_limit: int, *, done: bool) -> None:
        """After a transaction: keep the log short, and remember how the file is now."""
        was = self._stamp
        if done and was is not None:
            self._stamp = Stamp(was.session, was.count + 1, was.floor, was.before)
        self._holding.note()
        if self._holding.log_bytes > log_limit:
            with contextlib.suppress(sqlite3.Error):
                self._into_file()
            self._holding.note()

    def _into_file(self) -> None:
        _busy, frames, moved = self.db.conn.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        if frames == moved and self._stamp is not None:
            was = self._stamp
            self._stamp = Stamp(was.session, was.count, was.count, was.before)

    def close(self) -> None:
        """Close the file, with all in it when it is still our own; never touch a stranger."""
        try:
            self._leave()
        finally:
            self._holding.close()
            self._lock.release()

    def _leave(self) -> None:
        if not self._holding.displaced:
            self.db.close()
            return
        whole = False
        with contextlib.suppress(sqlite3.Error):
            if self._holding.intact:  # moved, or without a name: all of it belongs into it
                self.db.conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                whole = True
            # Interrupted, SQLite neither writes the log into the file nor removes it.
            self.db.conn.interrupt()
        ours = self._holding.log_is_ours
        self.db.close()
        if whole and ours:
            for ending in ("wal", "shm"):
                with contextlib.suppress(OSError):
                    beside(self.path, ending).unlink(missing_ok=True)


def connect(path: Path) -> sqlite3.Connection:
    """A connection to a project file that writes each transaction through to the disk.

    Raises sqlite3.Error when it cannot be opened.
    """
    conn = sqlite3.connect(path, timeout=2.0, check_same_thread=False, cached_statements=256)
    try:
        trust(harden(conn))
        conn.execute("PRAGMA foreign_keys = ON")
        conn.execute("PRAGMA journal_mode = WAL")
        conn.execute("PRAGMA synchronous = FULL")
        conn.execute("PRAGMA fullfsync = ON")
        conn.execute("PRAGMA wal_autocheckpoint = 0")
        conn.execute(f"PRAGMA journal_size_limit = {LOG_BYTES}")  # once it is in the file
        return conn
    except BaseException:
        conn.close()
        raise
