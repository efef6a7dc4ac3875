"""Long names: a file lives under any name that leaves room, a longer one is refused in a sentence.

And what is given its name is on the disk before.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.editing.rescue import rescue
from engine.store import schema
from engine.store.opening.aside import set_aside
from engine.store.project import Project
from engine.store.rescue.backups import back_up, restore
from engine.store.rows.maps import save_map
from maps.errors import KnownError
from tests.engine.fakes import small_map
from tests.engine.store.test_migrate import with_another

LONGEST = 247
"""Characters of the longest name: what SQLite keeps beside the file adds eight."""

pytestmark = pytest.mark.skipif(os.name == "nt", reason="lengths of names on systems like Unix")


@pytest.fixture
def made(tmp_path: Path) -> Path:
    path = tmp_path / "game.sandtable"
    with Project.create(path) as project, project.transaction():
        save_map(project, small_map())
    return path


def named(folder: Path, length: int) -> Path:
    return folder / ("x" * (length - len(".sandtable")) + ".sandtable")


def only(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


@pytest.mark.parametrize("length", [243, LONGEST])
def test_a_file_lives_under_a_long_name(made: Path, tmp_path: Path, length: int) -> None:
    folder = tmp_path / "long"
    folder.mkdir()
    path = named(folder, length)
    Project.create(path).close()
    assert only(folder) == [path]
    path.unlink()
    with Project.open(made) as project:
        project.copy_to(path)
    with Project.open(path) as project, project.transaction():
        project.run("UPDATE map SET title = 'Long'")
    with Project.reading(path) as project:
        assert project.rows("SELECT title FROM map") == [("Long",)]
    assert only(folder) == [path]


def test_a_migration_and_what_is_set_aside_shorten_a_long_name(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "long"
    folder.mkdir()
    path = named(folder, LONGEST)
    shutil.copy(made, path)
    monkeypatch.setattr(schema, "MIGRATIONS", with_another())
    for turn in (1, 2):
        Project.open(path).close()
        copies = [file.name for file in only(folder) if ".backup-" in file.name]
        assert len(copies) == turn and all(len(name) <= LONGEST for name in copies)
        shutil.copy(made, path)
    path.with_name(f"{path.name}-wal").write_bytes(b"stray")
    (aside,) = set_aside(path)
    assert aside.endswith(".set-aside-1-wal") and (folder / aside).read_bytes() == b"stray"


DEEDS: dict[str, Callable[[Path, Path], object]] = {
    "create": lambda _made, path: Project.create(path),
    "open": lambda _made, path: Project.open(path),
    "read": lambda _made, path: Project.reading(path),
    "rescue": rescue,
    "restore": restore,
}


def test_a_name_that_leaves_no_room_is_refused(made: Path, tmp_path: Path) -> None:
    folder = tmp_path / "long"
    folder.mkdir()
    for length in (LONGEST + 1, 250, 255, 256, 300):
        path = named(folder, length)
        for deed, do in DEEDS.items():
            if deed in ("open", "read") and length <= 255:
                shutil.copy(made, path)
            before = only(folder)
            with pytest.raises(KnownError, match=f"too long by {length - LONGEST}:"):
                do(made, path)
            assert only(folder) == before


def test_bytes_of_a_name_are_counted_not_letters(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match="too long by 3:"):
        Project.create(tmp_path / ("č" * 120 + ".sandtable"))


def test_a_path_that_is_too_long_for_sqlite_is_refused(tmp_path: Path) -> None:
    folder = tmp_path.joinpath("f" * 200, "g" * 200, "h" * 200)
    folder.mkdir(parents=True)
    with pytest.raises(KnownError, match="too many folders"):
        Project.create(folder / "game.sandtable")
    assert only(folder) == []


def test_a_backup_of_a_long_name_is_made(tmp_path: Path) -> None:
    path = named(tmp_path, LONGEST)
    with Project.create(path) as project:
        assert back_up(project, tmp_path / "backups", datetime(2026, 1, 2, tzinfo=UTC))


def test_files_are_forced_to_the_disk_before_they_get_their_names(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy that a migration keeps and the migrated file itself, whose names come after."""
    monkeypatch.setattr(schema, "MIGRATIONS", with_another())
    done: list[tuple[str, int]] = []
    forced, renamed = os.fsync, os.replace

    def force(handle: int) -> None:
        done.append(("forced", os.fstat(handle).st_ino))
        forced(handle)

    def rename(old: Path, new: Path) -> None:
        done.append((Path(new).name, os.stat(old).st_ino))
        renamed(old, new)

    monkeypatch.setattr(os, "fsync", force)
    monkeypatch.setattr(os, "replace", rename)
    Project.open(made).close()
    names = [(name, number) for name, number in done if name != "forced"]
    assert [name for name, _ in names] == [
        f"game.backup-{schema.versions(schema.MIGRATIONS) - 1}.sandtable",
        "game.sandtable",
    ]
    folder = os.stat(made.parent).st_ino
    for name, number in names:
        at = done.index((name, number))
        assert ("forced", number) in done[:at], f"{name} before it is on the disk"
        assert ("forced", folder) in done[at:], "and its name is on the disk too"
    with closing(sqlite3.connect(made)) as conn:
        assert conn.execute("SELECT count(*) FROM map").fetchone() == (1,)
