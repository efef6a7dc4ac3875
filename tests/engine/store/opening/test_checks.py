"""Files that cannot be used are refused with a sentence, and not a byte of their folder changes."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.store import schema
from engine.store.project import Project
from engine.store.rows.maps import save_map
from maps.errors import KnownError
from tests.engine.fakes import small_map
from tests.engine.store.harm import contents, cut, lose_a_row, lose_a_table, scribble, set_version


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some game.sandtable"


@pytest.fixture
def made(path: Path) -> Path:
    with Project.create(path) as project, project.transaction():
        for _ in range(20):
            save_map(project, small_map())
    return path


def refused(path: Path, match: str) -> None:
    """Opening fails with a sentence that names the file, and changes nothing in its folder."""
    before = contents(path.parent)
    with pytest.raises(KnownError, match=match) as raised:
        Project.open(path)
    assert raised.value.where == str(path) and raised.value.fix
    assert contents(path.parent) == before


def test_a_missing_file_and_a_folder_are_told_apart(path: Path, tmp_path: Path) -> None:
    refused(path, "there is no such file")
    refused(tmp_path, "is a folder")


@pytest.mark.parametrize(
    "content", [b"", b"SQLite format 3\x00", b"# a text\n" * 50, os.urandom(4096)]
)
def test_files_of_other_kinds_are_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    refused(path, "not a Sandtable file")


def test_other_databases_are_refused(path: Path) -> None:
    conn = sqlite3.connect(path)
    conn.execute("CREATE TABLE map (id)")
    conn.close()
    refused(path, "not a Sandtable file")


def test_a_file_of_a_newer_program_is_refused(made: Path) -> None:
    newest = schema.versions(schema.MIGRATIONS)
    set_version(made, 99)
    refused(made, f"newer Sandtable .format 99; this one knows up to {newest}")


@pytest.mark.parametrize("harm", [cut, scribble, lose_a_table, lose_a_row])
def test_a_damaged_file_is_refused(made: Path, harm: Callable[[Path], None]) -> None:
    harm(made)
    refused(made, "damaged")


def test_the_log_of_a_killed_program_is_read_before_judging(made: Path) -> None:
    conn = sqlite3.connect(made)
    conn.execute("PRAGMA user_version = 99")
    word = conn.execute("SELECT session || ':' || count FROM file_stamp").fetchone()[0]
    conn.execute("UPDATE file_stamp SET session = 'later', count = 1, before = ?", (word,))
    conn.commit()
    saved = {name: made.with_name(made.name + name).read_bytes() for name in ("-wal", "-shm")}
    whole = made.read_bytes()
    conn.close()
    made.write_bytes(whole)
    for name, content in saved.items():
        made.with_name(made.name + name).write_bytes(content)
    with pytest.raises(KnownError, match="newer Sandtable"):
        Project.open(made)
    assert made.read_bytes() == whole
