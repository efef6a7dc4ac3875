"""A project file: created, opened and checked, migrated, written in whole transactions, closed.

A project is one SQLite file (``*.sandtable``). Everything in one process that opens the same file
shares one :class:`Project`, so that a game and an edit of its board go through one connection.
"""

from __future__ import annotations

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
from engine.store.faults import told
from engine.store.migrate import copy_whole, migrate, newest_of
from engine.store.opening.aside import set_aside
from engine.store.opening.checks import check_contents, check_file, not_there, version
from engine.store.opening.connecting import harden, trust
from engine.store.opening.files import beside, draft_of, remove, require_name, take_over
from engine.store.opening.links import LOG_BYTES, Link, WritingLink
from engine.store.opening.lock import FileLock
from engine.store.opening.places import synced_by
from engine.store.opening.reading import read_only
from engine.store.opening.stamps import log_belongs
from maps.errors import KnownError

__all__ = ["LOG_BYTES", "SUFFIX", "Project", "drafted", "remove"]

T = TypeVar("T")

Values = Iterable[Any]

SUFFIX = ".sandtable"
"""How the name of a project file ends."""


class Project:
    """One project file, got with :meth:`open` or :meth:`create`; close it as often as opened."""

    _open: ClassVar[weakref.WeakValueDictionary[str, Project]] = weakref.WeakValueDictionary()
    _guard: ClassVar = threading.RLock()

    def __init__(self, path: Path, link: Link, *, read_only: bool = False) -> None:
        self.path = path
        self.read_only = read_only
        self.remarks: tuple[str, ...] = ()
        self.synced_by = synced_by(path)
        self._link = link
        self._users = 1
        self._turn = threading.RLock()
        self._shared: dict[Hashable, Any] = {}
        self._depth = 0
        self.db = link.db
        self._finish = weakref.finalize(self, link.close)
        self._seen = self._data_version()
        self._log_limit = 0 if self.synced_by else LOG_BYTES

    @classmethod
    def create(cls, path: Path | str) -> Project:
        """Make a new, empty project and open it.

        The file appears whole or not at all. Raises KnownError when there is one already or the
        folder cannot be written.
        """
        where = _place(path)
        with cls._guard:
            with drafted(where) as draft:
                _make(draft)
            lock = FileLock.take(where)
            try:
                return cls._enter(where, lock)
            except BaseException:
                lock.release()
                raise

    @classmethod
    def reading(cls, path: Path | str) -> Project:
        """Open a project to look at, without a lock and without writing anything anywhere near it.

        While it is open, everything in this process that opens the file gets this project. A file
        of an older format is brought up to date in a temporary copy. Raises KnownError as
        :meth:`open` does, but not for a file that is open elsewhere or not to be written.
        """
        where = _place(path)
        with cls._guard:
            known = cls._open.get(str(where))
            if known is not None:
                known._users += 1
                return known
            if not where.is_file():
                raise not_there(where)
            with told(where):
                check_file(where, schema.MIGRATIONS, writing=False)
                link = Link(where, _looking(where))
            project = cls(where, link, read_only=True)
            cls._open[str(where)] = project
            return project

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
                stray = () if log_belongs(where) else set_aside(where)
                migrate(where, schema.MIGRATIONS)
                project = cls._enter(where, lock)
                project.remarks = tuple(
                    f"{where.name}: changes that belong to another file were found beside it and"
                    f" set aside as {name}."
                    for name in stray
                )
                return project
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
        with told(where):
            link = WritingLink(where, lock)
        project = cls(where, link)
        cls._open[str(where)] = project
        return project

    def close(self) -> None:
        """Release the file; the last of those who opened it closes it."""
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
            outermost = self._depth == 0
            if outermost:
                self._link.require_writable()
            done = False
            try:
                with self.db.atomic():
                    if outermost:
                        self._require_unchanged()
                        self._link.stamp()
                    self._depth += 1
                    try:
                        yield self.db
                    finally:
                        self._depth -= 1
                done = True
            finally:
                if outermost:
                    self._link.settle(self._log_limit, done=done)

    @contextmanager
    def whole(self) -> Iterator[None]:
        """A transaction of many; what was first shared inside it is forgotten when it fails."""
        known = set(self._shared)
        try:
            with self.transaction():
                yield
        except BaseException:
            for key in [key for key in self._shared if key not in known]:
                self.forget(key)
            raise

    def _require_unchanged(self) -> None:
        if self._data_version() != self._seen:
            raise KnownError(
                str(self.path),
                "another program has changed the file since it was opened here.",
                "Close it and open it again.",
            )

    @property
    def displaced(self) -> bool:
        """Whether the name leads to another file by now, or to one changed by another program."""
        return self._link.displaced

    def copy_to(self, target: Path) -> None:
        """Write all that is open, as it is now, as a new file; it appears whole or not at all.

        An open file that was replaced, moved or deleted is still read through its handle. Raises
        KnownError when the copy cannot be written, or when the file was overwritten in place, so
        that only what is in memory is left (see :attr:`overwritten`).
        """
        with self._turn, told(target):
            self._require_open()
            where = _place(target)
            if self.overwritten:
                raise KnownError(
                    str(self.path),
                    "another program wrote into the file; what it held is gone.",
                    "What is in memory can be saved as a new file.",
                )
            if where == self.path:
                raise KnownError(str(where), "is the open file's name.", "Choose another.")
            lock = FileLock.take(where)
            try:
                copy_whole(self.db.conn, where)
            finally:
                lock.release()

    def copy_pages(
        self, copy: sqlite3.Connection, pages: int, progress: Callable[[int, int], object]
    ) -> None:
        """Copy all that is open into another database, so many pages at a time.

        May be called from another thread: between two portions others may write, and what they
        commit is in the copy too. ``progress`` is told how many pages are left and how many there
        are in all; what it raises ends the copy.
        """

        def between(_status: int, left: int, total: int) -> None:
            self._turn.release()
            try:
                progress(left, total)
            finally:
                self._turn.acquire()

        with self._turn, told(self.path):
            self._require_open()
            self.db.conn.backup(copy, pages=pages, progress=between)

    @property
    def overwritten(self) -> bool:
        """Whether another program wrote into the very file that is open."""
        return self._link.overwritten

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

    def live(self) -> tuple[object, ...]:
        """Everything that is shared now: live boards, orders of battle, charts and scans."""
        with self._turn:
            return tuple(self._shared.values())

    def forget(self, key: Hashable) -> None:
        """Release a shared value, after what it stood for was removed."""
        with self._turn:
            self._shared.pop(key, None)

    def _data_version(self) -> int:
        return int(self.db.conn.execute("PRAGMA data_version").fetchone()[0])

    def _require_open(self) -> None:
        if not self._finish.alive:
            raise KnownError(str(self.path), "the project is closed.", "Open it again.")


def _place(path: Path | str) -> Path:
    """Where a file really lies. Raises KnownError when its name is too long."""
    where = Path(os.path.realpath(Path(path).expanduser()))
    require_name(where)
    return where


def _looking(path: Path) -> sqlite3.Connection:
    """A connection to look at a file; to a copy brought up to date when the file is older."""
    conn = read_only(path)
    try:
        if version(conn) == schema.versions(schema.MIGRATIONS):
            return conn
        newer = newest_of(conn, schema.MIGRATIONS)
    except BaseException:
        conn.close()
        raise
    conn.close()
    check_contents(path, newer, schema.MIGRATIONS)
    return newer


@contextmanager
def drafted(path: Path | str) -> Iterator[Path]:
    """A name under which to make a new project; the file gets its own name once all went well.

    Raises KnownError when there is a file of that name, the folder cannot be written, or, naming
    the file itself and not the draft, what goes wrong inside.
    """
    where = _place(path)
    draft = draft_of(where)
    lock = FileLock.take(where)
    try:
        if where.exists():
            raise KnownError(
                str(where), "there is already a file of that name.", "Choose another name."
            )
        remove(draft)
        with told(where):
            yield draft
            take_over(draft, where)
    except KnownError as error:
        if not error.where.startswith(str(draft)):
            raise
        spot = f"{where}{error.where.removeprefix(str(draft))}"
        raise KnownError(spot, error.what, error.fix) from error
    finally:
        remove(draft)
        beside(draft, "lock").unlink(missing_ok=True)
        lock.release()


def _make(draft: Path) -> None:
    """Build an empty project. The disk is waited for once, as the draft gets its name, not after
    each step.
    """
    with told(draft):
        db = Database(trust(harden(sqlite3.connect(draft))), execute_plugins=False, strict=True)
        try:
            db.execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = OFF")
            schema.MIGRATIONS.apply(db)
        finally:
            db.close()
