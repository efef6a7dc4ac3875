"""A project file: created, opened and checked, migrated, written in whole transactions, closed.

A project is one SQLite file (``*.sandtable``). Everything in one process that opens the same file
shares one :class:`Project`, so that a game and an edit of its board go through one connection.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
import weakref
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

from sqlite_utils import Database

from engine.store import schema
from engine.store.checks import check_file, not_there
from engine.store.faults import told
from engine.store.lock import FileLock
from engine.store.migrate import migrate
from maps.errors import KnownError

T = TypeVar("T")

Values = Iterable[Any]

SUFFIX = ".sandtable"
"""How the name of a project file ends."""


class Project:
    """One project file, got with :meth:`open` or :meth:`create`; close it as often as opened."""

    _open: ClassVar[weakref.WeakValueDictionary[str, Project]] = weakref.WeakValueDictionary()
    _guard: ClassVar = threading.RLock()

    def __init__(self, path: Path, lock: FileLock) -> None:
        self.path = path
        self._lock = lock
        self._users = 1
        self._turn = threading.RLock()
        self._shared: dict[Hashable, Any] = {}
        self._depth = 0
        with told(path):
            self.db = _connect(path)
        self._finish = weakref.finalize(self, _let_go, self.db, lock)
        self._seen = self._data_version()

    @classmethod
    def create(cls, path: Path | str) -> Project:
        """Make a new, empty project and open it.

        The file appears whole or not at all. Raises KnownError when there is one already or the
        folder cannot be written.
        """
        where = _place(path)
        with cls._guard:
            lock = FileLock.take(where)
            try:
                if where.exists():
                    raise KnownError(
                        str(where), "there is already a file of that name.", "Choose another name."
                    )
                _make(where)
                return cls._enter(where, lock)
            except BaseException:
                lock.release()
                raise

    @classmethod
    def open(cls, path: Path | str) -> Project:
        """Open a project, checking it first and bringing it up to date after making a copy.

        Raises KnownError, and leaves the file as it is, when it is missing, damaged, no Sandtable
        file, too new, open elsewhere, or not to be written.
        """
        where = _place(path)
        with cls._guard:
            known = cls._open.get(str(where))
            if known is not None:
                known._users += 1
                return known
            if not where.is_file():
                raise not_there(where)
            lock = FileLock.take(where)
            try:
                check_file(where, schema.MIGRATIONS)
                migrate(where, schema.MIGRATIONS)
                return cls._enter(where, lock)
            except BaseException:
                lock.release()
                raise

    @classmethod
    def at(cls, path: Path | str) -> tuple[Project, bool]:
        """The project of that name, made when there is none; True when it was made.

        Raises KnownError as :meth:`create` and :meth:`open` do.
        """
        fresh = not _place(path).exists()
        return (cls.create(path) if fresh else cls.open(path)), fresh

    @classmethod
    def _enter(cls, where: Path, lock: FileLock) -> Project:
        project = cls(where, lock)
        cls._open[str(where)] = project
        return project

    def close(self) -> None:
        """Let go of the file; the last of those who opened it closes it."""
        with self._guard:
            self._users -= 1
            if self._users <= 0 and self._finish.alive:
                self._open.pop(str(self.path), None)
                self._shared.clear()
                self._finish()

    @property
    def is_open(self) -> bool:
        """False once everyone has closed it."""
        return self._finish.alive

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def transaction(self) -> Iterator[Database]:
        """Everything inside is committed together at the end, or, on any error, not at all.

        Raises KnownError for a full disk, a file used by another program, or one that another
        program has changed since it was opened.
        """
        with self._turn, told(self.path):
            self._require_open()
            with self.db.atomic():
                if self._depth == 0 and self._data_version() != self._seen:
                    raise KnownError(
                        str(self.path),
                        "another program has changed the file since it was opened here.",
                        "Close it and open it again.",
                    )
                self._depth += 1
                try:
                    yield self.db
                finally:
                    self._depth -= 1

    def run(self, sql: str, values: Values = ()) -> int:
        """Write one statement inside the open transaction; the id of a row it inserted."""
        return self.db.conn.execute(sql, tuple(values)).lastrowid or 0

    def run_all(self, sql: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Write one statement for each row inside the open transaction."""
        self.db.conn.executemany(sql, rows)

    def rows(self, sql: str, values: Values = ()) -> list[tuple[Any, ...]]:
        """All rows of a question to the file."""
        with self._turn, told(self.path):
            self._require_open()
            return self.db.conn.execute(sql, tuple(values)).fetchall()

    def shared(self, key: Hashable, make: Callable[[], T]) -> T:
        """The one value that everyone who has this project open shares under ``key``."""
        with self._turn:
            if key not in self._shared:
                self._shared[key] = make()
            found: T = self._shared[key]
            return found

    def forget(self, key: Hashable) -> None:
        """Let go of a shared value, after what it stood for was removed."""
        with self._turn:
            self._shared.pop(key, None)

    def _data_version(self) -> int:
        return int(self.db.conn.execute("PRAGMA data_version").fetchone()[0])

    def _require_open(self) -> None:
        if not self._finish.alive:
            raise KnownError(str(self.path), "the project is closed.", "Open it again.")


def _place(path: Path | str) -> Path:
    return Path(os.path.realpath(Path(path).expanduser()))


def _connect(path: Path) -> Database:
    conn = sqlite3.connect(path, timeout=2.0, check_same_thread=False, cached_statements=256)
    try:
        conn.execute("PRAGMA foreign_keys = ON")
        conn.execute("PRAGMA journal_mode = WAL")
        conn.execute("PRAGMA synchronous = FULL")
        conn.execute("PRAGMA fullfsync = ON")
        return Database(conn, execute_plugins=False, strict=True)
    except BaseException:
        conn.close()
        raise


def _make(where: Path) -> None:
    """Build an empty project under another name and give it its own when it is whole."""
    draft = where.with_name(f".{where.name}.new")
    remove(draft)
    try:
        with told(where):
            db = Database(sqlite3.connect(draft), execute_plugins=False, strict=True)
            try:
                db.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
                db.execute("PRAGMA journal_mode = WAL")
                schema.MIGRATIONS.apply(db)
            finally:
                db.close()
        remove(where)  # the write-ahead log of a file that is gone must not be taken for this one's
        os.replace(draft, where)
    except BaseException:
        remove(draft)
        raise
    _settle(where.parent)


def remove(path: Path) -> None:
    """Remove a database that nobody has open, with the files SQLite keeps beside it."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _settle(folder: Path) -> None:
    """Make a new name in a folder outlive a power failure, where the system can be asked to."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _let_go(db: Database, lock: FileLock) -> None:
    try:
        db.close()
    finally:
        lock.release()
