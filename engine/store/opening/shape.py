"""Are the tables of a file exactly those that the migrations make? Nothing else may be in it.

SQLite runs triggers, views, expressions of indexes and virtual tables of whatever file is opened.
So a file with anything that no Sandtable wrote is refused before any of it can be asked for.
"""

from __future__ import annotations

import re
import sqlite3
from functools import lru_cache

from sqlite_utils import Database, Migrations

from engine.frozen import dataclass

_KINDS = {"table": "a table", "index": "an index", "view": "a view", "trigger": "a trigger"}


@dataclass(frozen=True, slots=True)
class Part:
    """A table or index: its kind, name and table, and its SQL without what only looks different."""

    kind: str
    name: str
    table: str
    sql: str


@lru_cache(maxsize=32)
def parts_of(migrations: Migrations, version: int) -> frozenset[Part]:
    """What a file holds that has taken the first ``version`` migrations."""
    with _Taken(migrations, version) as conn:
        return parts_in(conn)


@lru_cache(maxsize=32)
def steps_of(migrations: Migrations, version: int) -> tuple[str, ...]:
    """The names of the first ``version`` migrations."""
    with _Taken(migrations, version) as conn:
        return steps_in(conn)


def parts_in(conn: sqlite3.Connection) -> frozenset[Part]:
    """What a file holds. Raises sqlite3.DatabaseError when its own list cannot be read."""
    found = conn.execute("SELECT type, name, tbl_name, sql FROM sqlite_master").fetchall()
    return frozenset(
        Part(str(kind), str(name), str(table), normal(str(sql or "")))
        for kind, name, table, sql in found
        if not (kind == "index" and str(name).startswith("sqlite_autoindex_") and sql is None)
    )


def steps_in(conn: sqlite3.Connection) -> tuple[str, ...]:
    """The names of the migrations a file says it has taken, in order."""
    rows = conn.execute("SELECT name FROM _sqlite_migrations ORDER BY rowid").fetchall()
    return tuple(str(row[0]) for row in rows)


def fault_of(conn: sqlite3.Connection, migrations: Migrations, version: int) -> str | None:
    """What is wrong with the tables of a file of that version, or None.

    Raises sqlite3.DatabaseError when they cannot be read.
    """
    there, wanted = parts_in(conn), parts_of(migrations, version)
    names = {(part.kind, part.name) for part in wanted}
    for part in sorted(there - wanted, key=lambda part: (part.kind, part.name)):
        word = _KINDS.get(part.kind, "something")
        if (part.kind, part.name) in names:
            return f"{word[word.index(' ') + 1 :]} {shown(part.name)} is not as Sandtable makes it"
        return f"it holds {word} {shown(part.name)}, which no Sandtable makes"
    for part in sorted(wanted - there, key=lambda part: (part.kind, part.name)):
        return f"it has no {part.kind} {part.name}"
    if steps_in(conn) != steps_of(migrations, version):
        return "its version and its list of migrations disagree"
    return None


@lru_cache(maxsize=1024)
def normal(sql: str) -> str:
    """SQL without needless blanks and quotes, which differ between versions of SQLite."""
    pieces = re.split(r"('(?:[^']|'')*')", sql)
    for at in range(0, len(pieces), 2):
        text = re.sub(
            r'"([A-Za-z_][A-Za-z0-9_]*)"|\[([A-Za-z_][A-Za-z0-9_]*)\]', r"\1\2", pieces[at]
        )
        text = re.sub(r"\s+", " ", text)
        pieces[at] = re.sub(r" ?([(),]) ?", r"\1", text)
    return "".join(pieces).strip()


def shown(name: str) -> str:
    """A name from a stranger's file, short and without control characters."""
    plain = "".join(sign if sign.isprintable() else "?" for sign in name)
    return repr(plain if len(plain) <= 60 else f"{plain[:59]}…")


class _Taken:
    """An empty database in memory that has taken the first migrations."""

    def __init__(self, migrations: Migrations, version: int) -> None:
        self._db = Database(memory=True, execute_plugins=False, strict=True)
        later = [step.name for step in migrations.pending(self._db)][version:]
        migrations.apply(self._db, stop_before=later)

    def __enter__(self) -> sqlite3.Connection:
        return self._db.conn

    def __exit__(self, *_: object) -> None:
        self._db.close()
