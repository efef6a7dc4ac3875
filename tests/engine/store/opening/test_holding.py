"""A path that changes under an open file: noticed before the next change, no stranger touched."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.store.opening.holding import DisplacedError
from engine.store.project import Project
from engine.store.rows.maps import save_map
from maps.errors import KnownError
from tests.engine.fakes import small_map

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows keeps open files from changing")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A project in a folder of its own, and a stranger of the same kind in another."""
    folder = tmp_path / "mine"
    folder.mkdir()
    made = folder / "game.sandtable"
    for name, count in ((made, 2), (tmp_path / "stranger.sandtable", 3)):
        with Project.create(name) as project, project.transaction():
            for _ in range(count):
                save_map(project, small_map())
    return made


def stranger_of(path: Path) -> Path:
    return path.parent.parent / "stranger.sandtable"


def replaced(path: Path) -> None:
    copy = path.with_name("incoming")
    shutil.copy(stranger_of(path), copy)
    os.replace(copy, path)


def deleted(path: Path) -> None:
    path.unlink()


def renamed(path: Path) -> None:
    path.rename(path.with_name("old game.sandtable"))


def folder_moved(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


def put_back(path: Path) -> None:
    """A backup is put back with all that lay beside it."""
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)
    shutil.copy(stranger_of(path), path)


def linked(path: Path) -> None:
    path.unlink()
    path.symlink_to(stranger_of(path))


def overwritten(path: Path) -> None:
    path.write_bytes(stranger_of(path).read_bytes())


def cut_off(path: Path) -> None:
    os.truncate(path, 8192)


def log_removed(path: Path) -> None:
    path.with_name(f"{path.name}-wal").unlink()


def log_replaced(path: Path) -> None:
    log = path.with_name(f"{path.name}-wal")
    data = log.read_bytes()
    log.unlink()
    log.write_bytes(data[: len(data) // 2])


WAYS: tuple[Callable[[Path], None], ...] = (
    replaced,
    deleted,
    renamed,
    folder_moved,
    put_back,
    linked,
    overwritten,
    cut_off,
    log_removed,
    log_replaced,
)


def title(project: Project, text: str) -> None:
    with project.transaction():
        project.run("UPDATE map SET title = ?", (text,))


def under(folder: Path) -> dict[str, bytes]:
    return {
        str(item.relative_to(folder)): item.read_bytes()
        for item in sorted(folder.rglob("*"))
        if item.is_file() and not item.name.endswith(("-lock", "-shm"))
    }


@pytest.mark.parametrize("way", WAYS)
def test_a_path_that_changed_is_noticed_before_the_next_change(
    path: Path, way: Callable[[Path], None]
) -> None:
    with Project.open(path) as project:
        title(project, "Before")
        way(path)
        after = under(path.parent.parent)
        for _ in range(2):
            with pytest.raises(DisplacedError, match="nothing was changed") as raised:
                title(project, "After")
            assert "Save a copy" in raised.value.fix
        assert project.displaced
        assert under(path.parent.parent) == after, "not a byte is written anywhere"


@pytest.mark.parametrize("way", WAYS)
def test_what_was_open_can_be_saved_as_a_new_file(
    path: Path, tmp_path: Path, way: Callable[[Path], None]
) -> None:
    target = tmp_path / "saved.sandtable"
    with Project.open(path) as project:
        title(project, "Before")
        way(path)
        if way in (overwritten, cut_off):
            assert project.overwritten
            with pytest.raises(KnownError, match="what it held is gone"):
                project.copy_to(target)
            assert not target.exists()
            return
        project.copy_to(target)
    with Project.open(target) as saved:
        assert saved.rows("SELECT DISTINCT title, count(*) FROM map") == [("Before", 2)]


@pytest.mark.parametrize("way", (replaced, put_back, linked, overwritten))
def test_a_stranger_stays_as_it_is_when_the_project_is_closed_and_opened(
    path: Path, way: Callable[[Path], None]
) -> None:
    whole = stranger_of(path).read_bytes()
    with Project.open(path) as project:
        title(project, "Before")
        way(path)
    assert path.read_bytes() == whole
    with Project.open(path) as project:
        assert project.rows("SELECT count(*) FROM map WHERE title <> 'Before'") == [(3,)]
        assert project.rows("PRAGMA integrity_check") == [("ok",)]
    assert stranger_of(path).read_bytes() == whole


def test_a_renamed_file_keeps_all_that_was_done(path: Path) -> None:
    with Project.open(path) as project:
        title(project, "Before")
        renamed(path)
    with Project.open(path.with_name("old game.sandtable")) as project:
        assert project.rows("SELECT DISTINCT title FROM map") == [("Before",)]
    assert [item.name for item in path.parent.iterdir()] == ["old game.sandtable"]


def test_a_file_that_comes_back_is_written_on(path: Path) -> None:
    with Project.open(path) as project:
        title(project, "Before")
        away = path.with_name("away")
        path.rename(away)
        with pytest.raises(DisplacedError):
            title(project, "Away")
        away.rename(path)
        title(project, "Back")
    with Project.open(path) as project:
        assert project.rows("SELECT DISTINCT title FROM map") == [("Back",)]


def test_a_clock_that_jumps_back_changes_nothing(path: Path) -> None:
    os.utime(path, (4_000_000_000, 4_000_000_000))
    with Project.open(path) as project:
        title(project, "From the future")
        for turn in range(50):
            title(project, str(turn))
    with Project.open(path) as project:
        assert project.rows("SELECT DISTINCT title FROM map") == [("49",)]


def test_a_file_in_a_synced_folder_is_whole_without_its_log(tmp_path: Path) -> None:
    folder = tmp_path / "Dropbox" / "games"
    folder.mkdir(parents=True)
    with Project.create(folder / "game.sandtable") as project:
        assert project.synced_by == "Dropbox"
        with project.transaction():
            save_map(project, small_map())
        shutil.copy(project.path, tmp_path / "copied.sandtable")
    with Project.open(tmp_path / "copied.sandtable") as copied:
        assert copied.synced_by is None
        assert copied.rows("SELECT count(*) FROM map") == [(1,)]
