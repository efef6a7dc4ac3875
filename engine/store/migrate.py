"""Bring an older project up to date, after making a copy of it."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from sqlite_utils import Database, Migrations

from engine.store.faults import told
from engine.store.opening.checks import check_contents, version
from engine.store.opening.connecting import harden, trust
from engine.store.opening.files import draft_of, remove, shortened, take_over
from engine.store.opening.reading import reading
from engine.store.schema import versions


def migrate(path: Path, migrations: Migrations) -> Path | None:
    """Take the steps a file still lacks; the path of the copy made first, None when none was due.

    The steps are taken in a draft beside the file, which takes its name when all went well and what
    came out is sound. Raises KnownError when the copy or the steps cannot be written, or the file
    is damaged; then nothing has changed and no copy was made.
    """
    draft = draft_of(path)
    with told(path), reading(path, ours=True) as conn:
        if version(conn) >= versions(migrations):
            return None
        try:
            newer = sqlite3.connect(draft)
            with contextlib.closing(newer):
                _updated(conn, newer, migrations)
                newer.execute("PRAGMA journal_mode = WAL")  # whoever opens it changes no header
                check_contents(path, newer, migrations)
            copy = backup_name(path, version(conn))
            copy_whole(conn, copy)
        except BaseException:
            remove(draft)
            raise
    take_over(draft, path)
    return copy


def newest_of(conn: sqlite3.Connection, migrations: Migrations) -> sqlite3.Connection:
    """A temporary copy of what a connection sees, brought up to date; the caller closes it."""
    newer = sqlite3.connect("", check_same_thread=False)
    try:
        _updated(conn, newer, migrations)
    except BaseException:
        newer.close()
        raise
    return newer


def backup_name(path: Path, number: int) -> Path:
    """A name for a copy of a project at a version that no file has yet."""
    for extra in ("", *(f"-{count}" for count in range(2, 10_000))):
        name = shortened(path, "", path.stem, f".backup-{number}{extra}{path.suffix}")
        if not name.exists():
            return name
    raise FileExistsError(f"{path}: ten thousand copies already")


def copy_whole(conn: sqlite3.Connection, target: Path) -> None:
    """Write all that a connection sees as a new file; it appears whole or not at all."""
    draft = draft_of(target)
    remove(draft)
    try:
        with contextlib.closing(sqlite3.connect(draft)) as copy:
            conn.backup(copy)
    except BaseException:
        remove(draft)
        raise
    take_over(draft, target)


def _updated(conn: sqlite3.Connection, newer: sqlite3.Connection, migrations: Migrations) -> None:
    conn.backup(newer)
    trust(harden(newer))
    migrations.apply(Database(newer, execute_plugins=False, strict=True))
