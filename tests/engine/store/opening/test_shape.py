"""What no Sandtable makes is refused by name and never runs."""

from __future__ import annotations

import sqlite3
import sys
from pathlib import Path

import pytest
from sqlite_utils import Database

from engine.store import schema
from engine.store.opening.connecting import harden
from engine.store.opening.shape import fault_of, normal
from engine.store.project import Project
from engine.store.rows.maps import save_map
from maps.errors import KnownError
from tests.engine.fakes import small_map
from tests.engine.store.harm import contents

ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"

PLANTED = {
    "a trigger 'bite'": "CREATE TRIGGER bite AFTER UPDATE ON map BEGIN DELETE FROM map; END",
    "a trigger 'hole'": "CREATE TRIGGER hole BEFORE INSERT ON game_node"
    " BEGIN SELECT raise(IGNORE); END",
    "a trigger 'loop'": f"CREATE TRIGGER loop AFTER UPDATE ON map BEGIN {ENDLESS}; END",
    "a view 'see'": "CREATE VIEW see AS SELECT zeroblob(1500000000) AS blob",
    "a table 'extra'": "CREATE TABLE extra (a)",
    "a table 'made'": "CREATE TABLE made (a, b AS (zeroblob(1000000000)) STORED)",
    "an index 'also'": "CREATE INDEX also ON map (length(title))",
    "a table 'found'": "CREATE VIRTUAL TABLE found USING fts5(a)",
}
SWAPPED = {
    "table 'map_note' is not as": (
        "DROP TABLE map_note",
        "CREATE TABLE map_note (map INTEGER, position INTEGER, key TEXT, text TEXT) STRICT",
    ),
    "index 'map_edit_step' is not as": (
        "DROP INDEX map_edit_step",
        "CREATE INDEX map_edit_step ON map_edit (map, step) WHERE step > 0",
    ),
    "it has no table map_bookmark": ("DROP TABLE map_bookmark",),
    "it has no index scan_map": ("DROP INDEX scan_map",),
    "version and its list of migrations disagree": ("DELETE FROM _sqlite_migrations",),
    "it has no table file_stamp": ("DROP TABLE file_stamp",),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.sandtable"
    with Project.create(path) as project, project.transaction():
        save_map(project, small_map())
    return path


def plant(path: Path, *statements: str) -> None:
    conn = sqlite3.connect(path)
    for statement in statements:
        conn.execute(statement)
    conn.commit()
    conn.close()


def refused(path: Path, words: str) -> None:
    before = contents(path.parent)
    for opening in (Project.open, Project.reading):
        with pytest.raises(KnownError) as raised:
            opening(path)
        assert words in raised.value.what and "repair" in raised.value.fix
    assert contents(path.parent) == before, "no copy, no trace"


@pytest.mark.parametrize("words", PLANTED)
def test_what_was_planted_is_refused_by_name(path: Path, words: str) -> None:
    plant(path, PLANTED[words])
    refused(path, words)


@pytest.mark.parametrize("words", SWAPPED)
def test_tables_that_were_altered_are_refused(path: Path, words: str) -> None:
    plant(path, *SWAPPED[words])
    refused(path, words)


@pytest.mark.parametrize("version", range(schema.versions(schema.MIGRATIONS)))
def test_a_version_that_is_not_that_of_the_tables_is_refused(path: Path, version: int) -> None:
    plant(path, f"PRAGMA user_version = {version}")
    refused(path, "damaged")


def test_every_version_is_as_its_migrations_make_it(tmp_path: Path) -> None:
    for version in range(1, schema.versions(schema.MIGRATIONS) + 1):
        conn = sqlite3.connect(":memory:")
        db = Database(conn, strict=True)
        later = [step.name for step in schema.MIGRATIONS.pending(db)][version:]
        schema.MIGRATIONS.apply(db, stop_before=later)
        assert fault_of(conn, schema.MIGRATIONS, version) is None
        assert fault_of(conn, schema.MIGRATIONS, version - 1) is not None
        conn.close()


def test_a_trigger_planted_behind_the_checks_does_not_run() -> None:
    conn = sqlite3.connect(":memory:")
    conn.execute("CREATE TABLE t (a)")
    conn.execute("CREATE TRIGGER bite AFTER INSERT ON t BEGIN DELETE FROM t; END")
    conn.execute("CREATE VIEW see AS SELECT a FROM t")
    harden(conn)
    if sys.version_info >= (
        3,
        12,
    ):  # triggers are switched off; before, what would run one is refused
        conn.execute("INSERT INTO t VALUES (1)")
        assert conn.execute("SELECT a FROM t").fetchall() == [(1,)]
    else:
        with pytest.raises(sqlite3.DatabaseError):
            conn.execute("INSERT INTO t VALUES (1)")
    with pytest.raises(sqlite3.DatabaseError):
        conn.execute("SELECT * FROM see")
    conn.close()


def test_sql_is_compared_by_its_sense() -> None:
    assert normal('CREATE TABLE "a" ( b,  c )') == normal("CREATE TABLE a(b,c)")
    assert normal("CHECK (a IN ('x  y'))") != normal("CHECK (a IN ('x y'))")
    assert normal("CHECK (a IN ('\"x\"'))") != normal("CHECK (a IN ('x'))")
