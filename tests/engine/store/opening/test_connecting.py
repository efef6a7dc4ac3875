"""What a file could make SQLite do by itself is forbidden or bounded."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.store.opening.connecting import LONGEST, LONGEST_SQL, bound, harden, unbound

COUNT = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c {}) SELECT max(x) FROM c"


@pytest.fixture
def conn() -> Iterator[sqlite3.Connection]:
    with closing(harden(sqlite3.connect(":memory:"))) as made:
        yield made


def test_a_question_without_end_is_stopped_after_so_many_steps() -> None:
    with closing(sqlite3.connect(":memory:")) as plain:
        bound(plain, 1)
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            plain.execute(COUNT.format("")).fetchall()
        unbound(plain)
        assert plain.execute(COUNT.format("LIMIT 200000")).fetchone() == (200_000,)


def test_steps_of_all_statements_are_counted_together() -> None:
    with closing(sqlite3.connect(":memory:")) as plain:
        bound(plain, 3)
        with pytest.raises(sqlite3.OperationalError, match="interrupted"):
            for _ in range(1000):
                plain.execute(COUNT.format("LIMIT 40000")).fetchall()


def test_what_asks_from_inside_another_question_is_denied(conn: sqlite3.Connection) -> None:
    with pytest.raises(sqlite3.DatabaseError, match="not authorized"):
        conn.execute(COUNT.format("LIMIT 3"))


def test_nothing_longer_than_the_bounds_is_made(conn: sqlite3.Connection) -> None:
    for sql in (f"SELECT zeroblob({LONGEST + 1})", f"SELECT '{'x' * LONGEST_SQL}'"):
        with pytest.raises((sqlite3.Error, OverflowError)):
            conn.execute(sql).fetchall()


def test_no_other_file_is_attached_and_no_virtual_table_made(
    conn: sqlite3.Connection, tmp_path: Path
) -> None:
    for sql in (f"ATTACH '{tmp_path / 'other'}' AS other", "CREATE VIRTUAL TABLE v USING fts5(a)"):
        with pytest.raises(sqlite3.DatabaseError):
            conn.execute(sql)
    assert list(tmp_path.iterdir()) == []


def test_the_schema_is_not_trusted(conn: sqlite3.Connection) -> None:
    assert conn.execute("PRAGMA trusted_schema").fetchone() == (0,)
    if sys.version_info >= (3, 12):
        assert conn.getconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE)
        assert not conn.getconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER)
