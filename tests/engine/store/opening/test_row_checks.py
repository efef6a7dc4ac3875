"""Rows that mean nothing are found, named and refused."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.store.opening.row_checks import faults, rules
from engine.store.project import Project
from maps.errors import KnownError
from tests.engine.fakes import install
from tests.engine.faults.originals import small
from tests.engine.store.harm import contents

HARMS = {
    "map, id 1: its hexes lie neither way": "UPDATE map SET orientation = 'up'",
    "map_kind, map 1, layer 'sea'": "UPDATE map_kind SET layer = 'sea' WHERE ident = 'rough'",
    "its look is no list": "UPDATE map_kind SET look = '[1]' WHERE ident = 'rough'",
    "its terrain is none of the legend": "UPDATE map_hex SET terrain = 'x' WHERE id = 3",
    "map_hex, id 2: it is off every board": "UPDATE map_hex SET q = 1 << 40 WHERE id = 2",
    "hexes that are not neighbours": "UPDATE map_line SET to_q = to_q + 5",
    "map_line, id 1: its kinds are no list": "UPDATE map_line SET kinds = '[1.5]' WHERE id = 1",
    "numbers no sheet": "UPDATE map_sheet SET digits = 9",
    "its name is off the board": "UPDATE map_place SET label_x = 9e999, label_y = 1.0",
    "its symbol is off the board": "UPDATE map_place SET offset_x = 0.25, offset_y = NULL",
    "its size or place is none": "UPDATE map_box SET width = 9e999",
    "there is no such size": "UPDATE oob_unit SET size = 'XXXXX'",
    "it has no ratings": "DELETE FROM oob_face",
    "no such unit": "UPDATE oob_setup_unit SET unit = 'ghost'",
    "no such nation": "UPDATE oob_unit SET nation = 'ghost'",
    "nothing like that happens": "UPDATE ledger_row SET action = 'explode' WHERE key = 3",
    "ledger_row, oob 2, key 3: there is no such size": (
        "UPDATE ledger_row SET size = 'XXXXX' WHERE key = 3"
    ),
    "its tags are no list": "UPDATE ledger_row SET tags = '[[1, 2]]' WHERE key = 3",
    "its options are none": "UPDATE game SET options = '{\"fog\": -Infinity}'",
    "it follows no step": "UPDATE game_node SET parent = id + 1 WHERE id = 5",
    "game_node, game 1, id 9223372036854775807: its number is none": (
        "DELETE FROM game_snapshot; UPDATE game_node SET id = 9223372036854775807"
        " WHERE id = (SELECT max(id) FROM game_node) AND id NOT IN (SELECT parent FROM game_node"
        " WHERE parent IS NOT NULL)"
    ),
    "no such mark": "UPDATE game_mark SET kind = 'rolled'",
    "is no list of pairs": "UPDATE game_node SET told = '[1]' WHERE id = 2",
    "what was done is missing": "DELETE FROM map_edit WHERE id = 3",
    "it names no cell": "UPDATE chart_cell SET path = '[[]]'",
}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        return small(tmp_path_factory.mktemp("sound") / "game.sandtable")


@pytest.fixture
def path(original: Path, tmp_path: Path) -> Path:
    path = tmp_path / "game.sandtable"
    path.write_bytes(original.read_bytes())
    return path


def test_a_sound_file_has_no_faults(path: Path) -> None:
    with Project.open(path) as project:
        assert list(faults(project.db.conn)) == []


@pytest.mark.parametrize("words", HARMS)
def test_what_means_nothing_is_refused_with_its_place(path: Path, words: str) -> None:
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA ignore_check_constraints = ON")
        conn.executescript(HARMS[words])
        conn.commit()
    before = contents(path.parent)
    for opening in (Project.open, Project.reading):
        with pytest.raises(KnownError) as raised:
            opening(path)
        assert words in raised.value.what and "damaged" in raised.value.what
        assert "repair" in raised.value.fix
    assert contents(path.parent) == before


def test_every_table_with_more_than_plain_words_has_a_rule(path: Path) -> None:
    plain = {"charts", "scenario", "oob", "oob_nation", "oob_formation", "map_region_layer"}
    plain |= {"map_region", "chart_set", "aids", "_sqlite_migrations"}
    with Project.open(path) as project:
        tables = {
            str(row[0])
            for row in project.rows("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
    assert tables - {rule.table for rule in rules()} <= plain


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [("map_hex", "terrain", 7), ("map_place", "name", 7)],
)
def test_values_of_another_kind_are_told(
    path: Path, table: str, column: str, value: object
) -> None:
    """As after two pages of the file changed places: the table's own promise does not hold."""
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        strict = conn.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()[
            0
        ]
        conn.execute("PRAGMA writable_schema = ON")
        loose = "UPDATE sqlite_master SET sql = ? WHERE name = ?"
        conn.execute(loose, (strict.rpartition("STRICT")[0], table))
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("PRAGMA foreign_keys = OFF")
        free = strict.replace(f"{column} TEXT", f"{column} ANY")
        conn.execute("PRAGMA writable_schema = ON")
        conn.execute(loose, (free.rpartition("STRICT")[0].replace(" INTEGER", " ANY"), table))
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute(f"UPDATE {table} SET {column} = ?", (value,))
        conn.execute("PRAGMA writable_schema = ON")
        conn.execute(loose, (strict, table))
    with closing(sqlite3.connect(path)) as conn:
        assert any("of another kind" in str(fault) for fault in faults(conn))
    with pytest.raises(KnownError):
        Project.open(path)
