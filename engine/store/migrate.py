"""Bring an older project up to date, after making a copy of it."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from sqlite_utils import Database, Migrations

from engine.store.checks import version
from engine.store.faults import told


def migrate(path: Path, migrations: Migrations) -> Path | None:
    """Take the steps a file still lacks; the path of the copy made first, None when none was due.

    All steps are taken or none. Raises KnownError when the copy or the steps cannot be written.
    """
    with told(path):
        conn = sqlite3.connect(path, timeout=2.0)
        db = Database(conn, execute_plugins=False, strict=True)
        try:
            if not migrations.pending(db):
                return None
            copy = backup_name(path, version(conn))
            _copy(conn, copy)
            with db.atomic():
                migrations.apply(db)
            # The version must stand in the file's own header, where older Sandtables look for it.
            conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return copy
        finally:
            db.close()


def backup_name(path: Path, number: int) -> Path:
    """A name for a copy of a project at a version that no file has yet."""
    for extra in ("", *(f"-{count}" for count in range(2, 10_000))):
        name = path.with_name(f"{path.stem}.backup-{number}{extra}{path.suffix}")
        if not name.exists():
            return name
    raise FileExistsError(f"{path}: ten thousand copies already")


def _copy(conn: sqlite3.Connection, target: Path) -> None:
    draft = target.with_name(f".{target.name}.new")
    draft.unlink(missing_ok=True)
    copy = sqlite3.connect(draft)
    try:
        conn.backup(copy)
    except BaseException:
        copy.close()
        draft.unlink(missing_ok=True)
        raise
    copy.close()
    target.with_name(target.name + "-wal").unlink(missing_ok=True)
    os.replace(draft, target)
