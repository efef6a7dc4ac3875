"""Project files: made whole or not at all, checked on opening, and untouched when refused."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.store import schema
from engine.store.project import LOG_BYTES, Project
from engine.store.rows.maps import save_map
from maps.errors import KnownError
from tests.engine.fakes import small_map
from tests.engine.store.harm import contents, scribble

ROOT = Path(__file__).parents[3]
ELSEWHERE = """
import sqlite3, sys
conn = sqlite3.connect(sys.argv[1])
conn.execute(sys.argv[2])
conn.commit()
print("ready", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some game.sandtable"


@pytest.fixture
def made(path: Path) -> Path:
    with Project.create(path) as project, project.transaction():
        for _ in range(20):
            save_map(project, small_map())
    return path


def test_a_project_is_one_strict_sqlite_file(made: Path) -> None:
    assert [item.name for item in made.parent.iterdir()] == [made.name]
    conn = sqlite3.connect(made)
    assert conn.execute("PRAGMA application_id").fetchone()[0] == schema.APPLICATION_ID
    assert conn.execute("PRAGMA user_version").fetchone()[0] == schema.versions(schema.MIGRATIONS)
    assert conn.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    tables = conn.execute("SELECT name, strict FROM pragma_table_list WHERE schema = 'main'")
    loose = [name for name, strict in tables if not strict and not name.startswith("sqlite_")]
    conn.close()
    assert loose == []


def test_the_log_of_a_file_that_is_gone_is_not_taken_for_a_new_one(made: Path) -> None:
    log = made.with_name(made.name + "-wal")
    with Project.open(made) as project:
        with project.transaction():
            project.run("UPDATE map SET title = 'Ghost'")
        ghost = log.read_bytes()
    made.unlink()
    log.write_bytes(ghost)
    with Project.create(made) as project:
        assert project.rows("SELECT count(*) FROM map") == [(0,)]
        assert project.rows("PRAGMA integrity_check") == [("ok",)]


def test_odd_names_are_names(tmp_path: Path) -> None:
    for name in ("100%.sandtable", "what?#1.sandtable", "Čačak & co.sandtable", "no suffix"):
        Project.create(tmp_path / name).close()
        with Project.open(tmp_path / name) as project:
            assert project.path.name == name
    assert len(list(tmp_path.iterdir())) == 4


@pytest.mark.usefixtures("forced")
def test_an_open_project_is_safe_against_power_failure(made: Path) -> None:
    with Project.open(made) as project:
        assert project.rows("PRAGMA synchronous") == [(2,)]
        assert project.rows("PRAGMA foreign_keys") == [(1,)]
        assert project.rows("PRAGMA journal_mode") == [("wal",)]


def test_a_log_that_is_in_the_file_is_short_again(made: Path) -> None:
    """Or each transaction after it would write it into the file, and wait for the disk twice."""
    with Project.open(made) as project:
        for title in ("x" * LOG_BYTES, "short", "shorter"):
            with project.transaction():
                project.run("UPDATE map SET title = ? WHERE id = 1", (title,))
        assert made.with_name(f"{made.name}-wal").stat().st_size <= LOG_BYTES


def test_nothing_is_made_over_an_existing_file(made: Path) -> None:
    before = contents(made.parent)
    with pytest.raises(KnownError, match="already a file of that name"):
        Project.create(made)
    assert contents(made.parent) == before


def test_a_project_needs_a_folder(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match="there is no folder"):
        Project.create(tmp_path / "nowhere" / "game.sandtable")


def test_a_damaged_page_is_told_when_it_is_met_later(made: Path) -> None:
    with Project.open(made) as project:
        project.rows("PRAGMA cache_size = 0")
        project.rows("PRAGMA shrink_memory")
        scribble(made)
        with pytest.raises(KnownError, match="damaged"):
            project.rows("SELECT * FROM map_hex NOT INDEXED ORDER BY terrain")


def elsewhere(path: Path, sql: str) -> subprocess.Popen[str]:
    """Another program that does something to the file, then waits with its connection open."""
    child = subprocess.Popen(
        [sys.executable, "-c", ELSEWHERE, str(path), sql],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None and child.stdout.readline() == "ready\n"
    return child


def test_a_change_by_another_program_is_noticed(made: Path) -> None:
    with Project.open(made) as project:
        with project.transaction():
            project.run("UPDATE map SET title = 'Ours' WHERE id = 1")
        elsewhere(made, "UPDATE map SET title = 'Theirs' WHERE id = 1").communicate()
        with pytest.raises(KnownError, match="another program has changed"), project.transaction():
            project.run("UPDATE map SET title = 'Ours again' WHERE id = 1")
        assert project.rows("SELECT title FROM map WHERE id = 1") == [("Theirs",)]


def test_a_write_lock_of_another_program_is_told(made: Path) -> None:
    with Project.open(made) as project:
        child = subprocess.Popen(
            [sys.executable, "-c", ELSEWHERE.replace("conn.commit()", ""), made, "BEGIN IMMEDIATE"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None and child.stdout.readline() == "ready\n"
        with pytest.raises(KnownError, match="another program is using"), project.transaction():
            project.run("UPDATE map SET title = 'Ours' WHERE id = 1")
        child.communicate()
        with project.transaction():
            project.run("UPDATE map SET title = 'Ours' WHERE id = 1")


def test_a_full_disk_changes_nothing(made: Path) -> None:
    with Project.open(made) as project:
        project.db.execute("PRAGMA max_page_count = 1")
        with pytest.raises(KnownError, match="disk is full"):
            for _ in range(100):
                with project.transaction():
                    save_map(project, small_map())
                    kept = project.rows("SELECT count(*) FROM map")[0][0]
        assert project.rows("SELECT count(*) FROM map")[0][0] <= kept
        assert project.rows("PRAGMA quick_check") == [("ok",)]


@pytest.mark.usefixtures("built")
def test_a_full_disk_makes_no_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    really = sqlite3.connect

    def small(*args: object, **options: object) -> sqlite3.Connection:
        conn: sqlite3.Connection = really(*args, **options)  # type: ignore[call-overload]
        conn.execute("PRAGMA max_page_count = 5")
        return conn

    with monkeypatch.context() as patch:
        patch.setattr(sqlite3, "connect", small)
        with pytest.raises(KnownError, match="disk is full"):
            Project.create(path)
    assert list(path.parent.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs users and fork")
def test_a_folder_that_cannot_be_written(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("readonly")
    path = folder / "game.sandtable"
    Project.create(path).close()
    before = contents(folder)
    folder.chmod(0o555)
    try:
        told = (
            as_somebody("open", path),
            as_somebody("create", folder / "new.sandtable"),
        )
    finally:
        folder.chmod(0o755)
    assert all("cannot be written" in sentence for sentence in told), told
    assert contents(folder) == before


SOMEBODY = """
import sys
from engine.store.project import Project
from maps.errors import KnownError
from tests.engine.store.test_project import drop_rights
drop_rights()
try:
    getattr(Project, sys.argv[1])(sys.argv[2])
except KnownError as error:
    print(error)
"""


def as_somebody(deed: str, path: Path) -> str:
    """What somebody without special rights is told who opens or creates a file."""
    return subprocess.run(
        [sys.executable, "-c", SOMEBODY, deed, path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def drop_rights() -> None:
    """Give up the right to write everywhere (CAP_DAC_OVERRIDE) but stay the owner of the files."""
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    data = (ctypes.c_uint32 * 6)()
    assert libc.capset(header, data) == 0, ctypes.get_errno()


def test_everything_in_a_process_shares_one_project(made: Path) -> None:
    first, second = Project.open(made), Project.open(str(made))
    assert first is second
    first.close()
    assert second.is_open and second.rows("SELECT count(*) FROM map") == [(20,)]
    second.close()
    assert not second.is_open
    with pytest.raises(KnownError, match="the project is closed"):
        second.rows("SELECT 1")


def test_a_project_nobody_holds_lets_go_of_the_file(made: Path) -> None:
    project = Project.open(made)
    assert made.with_name(made.name + "-lock").exists()
    del project
    assert [item.name for item in made.parent.iterdir()] == [made.name]


def test_an_error_rolls_everything_back(made: Path) -> None:
    with Project.open(made) as project:
        with pytest.raises(RuntimeError), project.transaction():
            project.run("DELETE FROM map")
            with project.transaction():
                save_map(project, small_map())
            raise RuntimeError
        assert project.rows("SELECT count(*) FROM map") == [(20,)]


def test_faults_of_the_program_are_not_dressed_up(made: Path) -> None:
    with (
        Project.open(made) as project,
        pytest.raises(sqlite3.IntegrityError),
        project.transaction(),
    ):
        project.run("INSERT INTO map_draft (map, q, r) VALUES (9999, 0, 0)")
