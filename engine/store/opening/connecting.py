"""Connections to files that others may have written: nothing in them runs, and work is bounded."""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from functools import cache

LONGEST = 256 * 1024 * 1024
"""Bytes of the longest text, picture tile or row that is read or written."""

LONGEST_SQL = 1024 * 1024
"""Bytes of the longest statement, and so of the longest definition of a table in a file."""

STEPS_AT_A_TIME = 1_000_000
"""How many steps of SQLite's machine lie between two looks at the budget."""

_LIMITS = (
    (sqlite3.SQLITE_LIMIT_LENGTH, LONGEST),
    (sqlite3.SQLITE_LIMIT_SQL_LENGTH, LONGEST_SQL),
    (sqlite3.SQLITE_LIMIT_ATTACHED, 0),
    (sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 16),
    (sqlite3.SQLITE_LIMIT_WORKER_THREADS, 0),
)
_INNOCUOUS = 0x200000
_DENIED = frozenset({sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_CREATE_VTABLE})


def harden(conn: sqlite3.Connection) -> sqlite3.Connection:
    """Forbid what a file could make SQLite do by itself, until its tables are known to be ours."""
    for limit, value in _LIMITS:
        conn.setlimit(limit, value)
    conn.execute("PRAGMA trusted_schema = OFF")
    conn.execute("PRAGMA cell_size_check = ON")
    if sys.version_info >= (3, 12):
        conn.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        conn.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
        conn.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_VIEW, False)
    conn.set_authorizer(_judge)
    return conn


def trust(conn: sqlite3.Connection) -> sqlite3.Connection:
    """Let the tables' own conditions be tested, after the tables were compared with the migrations.

    They call ``json_valid``, which some SQLites do not count among the functions that are harmless.
    """
    if not _json_is_harmless():
        conn.execute("PRAGMA trusted_schema = ON")
    return conn


@cache
def _json_is_harmless() -> bool:
    with closing(sqlite3.connect(":memory:")) as conn:
        flags = conn.execute("SELECT flags FROM pragma_function_list WHERE name = 'json_valid'")
        return any(row[0] & _INNOCUOUS for row in flags)


def bound(conn: sqlite3.Connection, rounds: int) -> None:
    """Stop a connection (SQLITE_INTERRUPT) after so many million steps, all statements together."""
    left = rounds

    def tick() -> int:
        nonlocal left
        left -= 1
        return int(left < 0)

    conn.set_progress_handler(tick, STEPS_AT_A_TIME)


def unbound(conn: sqlite3.Connection) -> None:
    """Let a connection work as long as it needs."""
    conn.set_progress_handler(None, 0)


def _judge(
    action: int, _first: str | None, _second: str | None, _base: str | None, inside: str | None
) -> int:
    """``inside`` names the trigger or view that asks: the program itself has neither."""
    if inside is not None or action in _DENIED:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK
