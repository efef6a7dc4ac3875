"""Is this a project file that can be used? Looked at without changing a byte of it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlite_utils import Database, Migrations

from engine.store import schema
from engine.store.faults import damaged, told
from maps.errors import KnownError

_MAGIC = b"SQLite format 3\x00"
_HEADER = 100


def not_there(path: Path) -> KnownError:
    """The sentence for a file that is missing, or is no file at all."""
    if path.is_dir():
        return KnownError(str(path), "is a folder, not a Sandtable file.", "Choose a file in it.")
    return KnownError(
        str(path), "there is no such file.", "Check the name, or make one with `sandtable new`."
    )


def check_file(path: Path, migrations: Migrations) -> None:
    """Refuse what cannot be used. Must not be called while this process has the file open.

    Raises KnownError: not a Sandtable file, too new, damaged, or not to be written.
    """
    _check_header(path, migrations)
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        raise KnownError(
            str(path),
            "the file or its folder cannot be written.",
            "Copy the file to a folder of your own, or ask for the right to write there.",
        )
    with told(path):
        reader = sqlite3.connect(_reading(path), uri=True, timeout=2.0)
        try:
            _check_ids(path, reader, migrations)
            _check_pages(path, reader, migrations)
        finally:
            reader.close()


def _reading(path: Path) -> str:
    """How to open a file without leaving a trace: nothing beside it, not even for a moment."""
    log = path.with_name(f"{path.name}-wal")
    quiet = not log.exists() or log.stat().st_size == 0
    return f"{path.as_uri()}?{'immutable=1' if quiet else 'mode=ro'}"


def version(conn: sqlite3.Connection) -> int:
    """How many migrations a file has taken."""
    return int(conn.execute("PRAGMA user_version").fetchone()[0])


def _check_header(path: Path, migrations: Migrations) -> None:
    try:
        with path.open("rb") as file:
            head = file.read(_HEADER)
    except OSError as error:
        raise KnownError(
            str(path),
            f"the file cannot be read ({error.strerror}).",
            "Ask for the right to read it.",
        ) from error
    if len(head) < _HEADER or not head.startswith(_MAGIC):
        raise _foreign(path)
    if int.from_bytes(head[68:72], "big") != schema.APPLICATION_ID:
        raise _foreign(path)
    _check_version(path, int.from_bytes(head[60:64], "big"), migrations)


def _check_ids(path: Path, reader: sqlite3.Connection, migrations: Migrations) -> None:
    if reader.execute("PRAGMA application_id").fetchone()[0] != schema.APPLICATION_ID:
        raise _foreign(path)
    _check_version(path, version(reader), migrations)


def _check_version(path: Path, found: int, migrations: Migrations) -> None:
    newest = schema.versions(migrations)
    if found > newest:
        raise KnownError(
            str(path),
            f"was written by a newer Sandtable (format {found}; this one knows up to {newest}).",
            "Update Sandtable, or go on from an older copy of the file.",
        )


def _check_pages(path: Path, reader: sqlite3.Connection, migrations: Migrations) -> None:
    try:
        found = [row[0] for row in reader.execute("PRAGMA quick_check(3)")]
        loose = reader.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise
        raise damaged(path, str(error)) from error
    if found != ["ok"]:
        raise damaged(path, " ".join(str(found[0]).split()))
    if loose is not None:
        raise damaged(path, f"a row of {loose[0]} refers to nothing")
    missing = _missing_table(reader, migrations)
    if missing:
        raise damaged(path, f"it has no table {missing}")


def _missing_table(reader: sqlite3.Connection, migrations: Migrations) -> str | None:
    """A table that a file of the newest version has and this one, of that version, has not."""
    if version(reader) < schema.versions(migrations):
        return None
    blank = Database(memory=True, execute_plugins=False)
    migrations.apply(blank)
    there = set(Database(reader, execute_plugins=False).table_names())
    return next((name for name in blank.table_names() if name not in there), None)


def _foreign(path: Path) -> KnownError:
    return KnownError(
        str(path),
        "this is not a Sandtable file.",
        "Open a file that ends in .sandtable, or make one with `sandtable new`.",
    )
