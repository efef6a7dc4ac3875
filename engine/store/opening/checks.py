"""Is this a project file that can be used? Looked at without changing a byte of it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlite_utils import Migrations

from engine.store import schema
from engine.store.faults import damaged, is_damage, told
from engine.store.opening.connecting import bound, trust, unbound
from engine.store.opening.reading import reading
from engine.store.opening.row_checks import first_fault
from engine.store.opening.shape import fault_of
from maps.errors import KnownError

_MAGIC = b"SQLite format 3\x00"
_HEADER = 100
_ROUNDS = 200
"""Rounds of a million steps of SQLite's machine that the check of any file may take."""
_BYTES_A_ROUND = 20_000
"""Bytes of a file that allow one round more."""


def not_there(path: Path) -> KnownError:
    """The sentence for a file that is missing, or is no file at all."""
    if path.is_dir():
        return KnownError(str(path), "is a folder, not a Sandtable file.", "Choose a file in it.")
    return KnownError(
        str(path), "there is no such file.", "Check the name, or make one with `sandtable new`."
    )


def check_file(path: Path, migrations: Migrations, *, writing: bool = True) -> None:
    """Refuse what cannot be used. Must not be called while this process has the file open.

    Raises KnownError: not a Sandtable file, too new, damaged, or, for ``writing``, not to be
    written. A log beside it that does not belong to it is left out of account.
    """
    _check_header(path, migrations)
    if writing and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        raise KnownError(
            str(path),
            "the file or its folder cannot be written.",
            "Copy the file to a folder of your own, or ask for the right to write there.",
        )
    with told(path), reading(path, ours=writing) as reader:
        check_contents(path, reader, migrations)


def check_contents(path: Path, reader: sqlite3.Connection, migrations: Migrations) -> None:
    """Refuse what a connection sees of a file; first the tables, so that nothing foreign is run.

    Raises KnownError when it is too new or damaged.
    """
    bound(reader, _ROUNDS + path.stat().st_size // _BYTES_A_ROUND)
    _check_ids(path, reader, migrations)
    _check_tables(path, reader, migrations)
    trust(reader)
    _check_pages(path, reader)
    if version(reader) == schema.versions(migrations):
        _check_meaning(path, reader)
    unbound(reader)


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


def _check_tables(path: Path, reader: sqlite3.Connection, migrations: Migrations) -> None:
    try:
        fault = fault_of(reader, migrations, version(reader))
    except sqlite3.DatabaseError as error:
        raise _unreadable(path, error) from error
    if fault is not None:
        raise damaged(path, fault)


def _check_pages(path: Path, reader: sqlite3.Connection) -> None:
    try:
        found = [row[0] for row in reader.execute("PRAGMA quick_check(3)")]
        loose = reader.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.DatabaseError as error:
        raise _unreadable(path, error) from error
    if found != ["ok"]:
        raise damaged(path, " ".join(str(found[0]).split()))
    if loose is not None:
        raise damaged(path, f"a row of {loose[0]} refers to nothing")


def _check_meaning(path: Path, reader: sqlite3.Connection) -> None:
    try:
        fault = first_fault(reader)
    except sqlite3.DatabaseError as error:
        raise _unreadable(path, error) from error
    if fault is not None:
        raise damaged(path, fault)


def _unreadable(path: Path, error: sqlite3.DatabaseError) -> Exception:
    """What to raise for a fault of SQLite: damage, unless disk or another program is to blame."""
    if isinstance(error, sqlite3.OperationalError) and not is_damage(error):
        return error
    return damaged(path, str(error))


def _foreign(path: Path) -> KnownError:
    return KnownError(
        str(path),
        "this is not a Sandtable file.",
        "Open a file that ends in .sandtable, or make one with `sandtable new`.",
    )
