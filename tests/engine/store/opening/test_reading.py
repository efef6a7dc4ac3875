"""Looking at a file: beside a window that has it open, without rights, and without a trace."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.store import schema
from engine.store.project import Project
from engine.store.rows.maps import load_map, save_map
from maps.errors import KnownError
from tests.engine.fakes import small_map
from tests.engine.store.harm import contents
from tests.engine.store.test_migrate import with_another

ROOT = Path(__file__).parents[4]
OPENER = """
import sys
from engine.store.project import Project
with Project.open(sys.argv[1]) as project:
    with project.transaction():
        project.run("UPDATE map SET title = 'Open'")
    print("open", flush=True)
    for line in sys.stdin:
        with project.transaction():
            project.run("UPDATE map SET title = ?", (line.strip(),))
        print("done", flush=True)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.sandtable"
    with Project.create(path) as project, project.transaction():
        save_map(project, small_map())
    return path


def test_looking_leaves_no_trace(path: Path) -> None:
    before = contents(path.parent)
    with Project.reading(path) as project:
        assert load_map(project, 1) == small_map()
        assert contents(path.parent) == before
        with pytest.raises(KnownError, match="only to be read"), project.transaction():
            project.run("DELETE FROM map")
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            project.run("DELETE FROM map")
    assert contents(path.parent) == before


def test_all_that_open_the_file_meanwhile_look_too(path: Path) -> None:
    with Project.reading(path), Project.open(path) as project:
        assert project.read_only
    with Project.open(path) as project, Project.reading(path) as same:
        assert same is project and not same.read_only


def test_looking_works_beside_an_open_window(path: Path) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", OPENER, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdin is not None and child.stdout is not None
    assert child.stdout.readline() == "open\n"
    for word in ("One", "Two", "Three"):
        with Project.reading(path) as project:
            before = project.rows("SELECT title FROM map")
        child.stdin.write(f"{word}\n")
        child.stdin.flush()
        assert child.stdout.readline() == "done\n", "the window is not disturbed"
        with Project.reading(path) as project:
            assert before != project.rows("SELECT title FROM map") == [(word,)]
    child.communicate()
    assert [item.name for item in path.parent.iterdir()] == [path.name]


def test_what_a_killed_program_left_is_seen_and_not_touched(path: Path, tmp_path: Path) -> None:
    left = tmp_path / "left"
    left.mkdir()
    with Project.open(path) as project:
        with project.transaction():
            project.run("UPDATE map SET title = 'Killed'")
        for ending in ("", "-wal"):
            shutil.copy(path.with_name(path.name + ending), left / (path.name + ending))
    before = contents(left)
    with Project.reading(left / path.name) as seen:
        assert seen.rows("SELECT title FROM map") == [("Killed",)]
    assert contents(left) == before


def test_an_older_file_is_looked_at_in_a_newer_copy(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(path.parent)
    monkeypatch.setattr(schema, "MIGRATIONS", with_another())
    with Project.reading(path) as project:
        assert project.rows("SELECT colour FROM map") == [("green",)]
    assert contents(path.parent) == before
