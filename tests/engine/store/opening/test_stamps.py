"""A log left behind by a killed program is applied to its own file and to no other."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from engine.store import project as projects
from engine.store.opening.stamps import Stamp, log_belongs
from engine.store.project import Project
from engine.store.rows.maps import save_map
from tests.engine.fakes import small_map
from tests.engine.store.harm import contents


def title(project: Project, text: str) -> None:
    with project.transaction():
        project.run("UPDATE map SET title = ?", (text,))


def titles(path: Path) -> list[str]:
    with Project.open(path) as project:
        return [row[0] for row in project.rows("SELECT title FROM map ORDER BY id")]


def crash(path: Path, target: Path, texts: list[str]) -> Path:
    """What a program that is killed after some changes leaves behind, in a folder of its own."""
    target.mkdir()
    with Project.open(path) as project:
        for text in texts:
            title(project, text)
        for ending in ("", "-wal"):
            name = path.name + ending
            shutil.copy(path.with_name(name), target / name)
    return target / path.name


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.sandtable"
    with Project.create(path) as project, project.transaction():
        save_map(project, small_map())
    return path


def test_the_log_of_a_killed_program_is_applied_to_its_file(path: Path, tmp_path: Path) -> None:
    left = crash(path, tmp_path / "left", ["One", "Two"])
    assert log_belongs(left)
    assert titles(left) == ["Two"]
    assert list(contents(left.parent)) == [left.name]


def test_a_log_that_was_partly_taken_in_still_belongs(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projects, "LOG_BYTES", 20_000)
    left = crash(path, tmp_path / "left", [f"Title {n}" for n in range(100)])
    assert log_belongs(left)
    assert titles(left) == ["Title 99"]


def test_a_log_that_a_full_disk_let_in_for_a_part_still_belongs(path: Path, tmp_path: Path) -> None:
    """The first page says already how long the file is to be, and its end is not written yet."""
    (tmp_path / "left").mkdir()
    left = tmp_path / "left" / path.name
    with Project.open(path) as project:
        with project.transaction():
            for number in range(60):
                save_map(project, replace(small_map(), id=f"board {number}"))
        for ending in ("", "-wal"):
            shutil.copy(path.with_name(path.name + ending), left.with_name(left.name + ending))
    begun, done = left.read_bytes(), path.read_bytes()
    assert len(done) > len(begun)
    left.write_bytes(done[:4096] + begun[4096:])
    assert log_belongs(left)
    assert len(titles(left)) == 61


def test_a_log_of_another_file_is_not_let_into_one_that_is_cut_short(
    path: Path, tmp_path: Path
) -> None:
    with Project.open(path) as project, project.transaction():
        save_map(project, replace(small_map(), id="another"))
    other = tmp_path / "other.sandtable"
    with Project.create(other) as project, project.transaction():
        save_map(project, small_map())
    strange = crash(other, tmp_path / "strange", ["Stranger"])
    path.write_bytes(path.read_bytes()[:-4096])
    shutil.copy(strange.with_name(f"{strange.name}-wal"), path.with_name(f"{path.name}-wal"))
    assert not log_belongs(path)


@pytest.mark.parametrize("which", ["older", "newer", "other"])
def test_a_log_beside_another_file_is_set_aside(path: Path, tmp_path: Path, which: str) -> None:
    older = tmp_path / "older.sandtable"
    shutil.copy(path, older)
    title_once(path, "Session one")
    left = crash(path, tmp_path / "left", ["Killed"])
    if which == "newer":
        title_once(left, "Newer")
        older = tmp_path / "newer.sandtable"
        shutil.copy(left, older)
        left = crash(path, tmp_path / "again", ["Killed again"])
    elif which == "other":
        older = tmp_path / "other.sandtable"
        with Project.create(older) as project, project.transaction():
            save_map(project, small_map())
    shutil.copy(older, left)
    whole, log = left.read_bytes(), left.with_name(f"{left.name}-wal").read_bytes()
    wanted = titles(older)
    assert not log_belongs(left)
    with Project.reading(left) as project:
        assert [row[0] for row in project.rows("SELECT title FROM map")] == wanted
    assert left.read_bytes() == whole, "looking changes nothing"
    with Project.open(left) as project:
        assert [row[0] for row in project.rows("SELECT title FROM map")] == wanted
        assert "set aside as" in project.remarks[0]
    aside = left.with_name(f"{left.name}.set-aside-1-wal")
    assert contents(left.parent) == {left.name: whole, aside.name: log}


def title_once(path: Path, text: str) -> None:
    with Project.open(path) as project:
        title(project, text)


def test_a_log_beside_a_file_that_tables_moved_in_is_set_aside(path: Path, tmp_path: Path) -> None:
    """The stamp of the file under the log is in another page than the log's."""
    left = crash(path, tmp_path / "left", ["Killed"])
    with Project.open(path) as project:
        conn = project.db.conn
        conn.execute("CREATE TABLE other (a)")
        conn.execute("CREATE TABLE stamp2 AS SELECT * FROM file_stamp")
        sql = conn.execute("SELECT sql FROM sqlite_master WHERE name = 'file_stamp'").fetchone()[0]
        conn.execute("DROP TABLE file_stamp")
        conn.execute("DROP TABLE other")
        conn.execute("CREATE TABLE another (a)")
        conn.execute(sql)
        conn.execute("INSERT INTO file_stamp SELECT * FROM stamp2")
        conn.commit()
        conn.execute("DROP TABLE stamp2")
        conn.execute("DROP TABLE another")
        conn.commit()
    shutil.copy(path, left)
    assert not log_belongs(left)


def test_a_foreign_journal_is_not_rolled_back(path: Path) -> None:
    journal = path.with_name(f"{path.name}-journal")
    journal.write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + bytes(4096))
    whole = path.read_bytes()
    with Project.open(path) as project:
        assert project.remarks
    assert path.read_bytes() == whole
    assert not journal.exists()


def test_which_stamps_may_follow_each_other() -> None:
    now = Stamp("b", 7, 5, "a:3")
    assert [count for count in range(10) if now.may_follow(Stamp("b", count, 0, ""))] == [5, 6, 7]
    assert not now.may_follow(Stamp("a", 3, 0, ""))
    assert Stamp("b", 7, 0, "a:3").may_follow(Stamp("a", 3, 1, "x:1"))
    assert not Stamp("b", 7, 0, "a:3").may_follow(Stamp("a", 2, 1, "x:1"))
