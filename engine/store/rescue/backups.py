"""Rotating copies of a project, made while it is open, checked, bounded in number and size.

The copies of a file lie in a folder of their own, named after the file and where it lies, so that
two campaigns of one name do not mix. Each is a whole project file, named by a running number (a
clock may jump back) and the moment it was made.
"""

from __future__ import annotations

import contextlib
import hashlib
import re
import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from engine.frozen import dataclass
from engine.store import schema
from engine.store.faults import told
from engine.store.opening.checks import check_file
from engine.store.opening.files import require_name
from engine.store.opening.reading import reading
from engine.store.project import SUFFIX, Project
from maps.errors import KnownError
from maps.files.writing import whole_file

KEEP = 8
"""Copies of one file at most."""

MOST_BYTES = 2_000_000_000
"""Bytes of all copies of one file at most; the newest is kept whatever its size."""

_MOMENT = "%Y%m%dT%H%M%S"
_NAME = re.compile(r"(\d{5,})-(\d{8}T\d{6})" + re.escape(SUFFIX))
_PAGES = 512

Report = Callable[[float, str], object]
"""Told how far a copy has come, 0 to 1; raises to end it."""


@dataclass(frozen=True, slots=True)
class Backup:
    """One copy: its file, the campaign it is of, when it was made (UTC), its bytes, what it holds.

    ``games`` are titles with their steps.
    """

    path: Path
    of: str
    made: datetime
    size: int
    boards: int
    games: tuple[tuple[str, int], ...]


def folder_of(root: Path, project: Path) -> Path:
    """The folder under ``root`` for the copies of a project file."""
    place = hashlib.blake2b(str(project).encode("utf-8", "surrogateescape"), digest_size=4)
    return root / f"{project.stem[:60]}-{place.hexdigest()}"


def back_up(
    project: Project,
    root: Path,
    now: datetime,
    report: Report = lambda _share, _words: None,
    *,
    keep: int = KEEP,
    most: int = MOST_BYTES,
) -> Path | None:
    """Copy an open project, check the copy, and drop copies that are too many; the copy's path.

    None when the newest copy is of the same state already. May be called from another thread; the
    project goes on being used meanwhile. Raises KnownError when the copy cannot be written or is
    not sound, and what ``report`` raises; then nothing remains of it, and no older copy goes.
    """
    folder = folder_of(root, project.path)
    with told(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for left in folder.glob(".*.partial*"):
            left.unlink(missing_ok=True)
    older = _copies(folder)
    if older and _stamp_in(older[-1]) == _stamp(project):
        return None
    number = 1 + (_number(older[-1]) if older else 0)
    target = folder / f"{number:05}-{now.astimezone(UTC).strftime(_MOMENT)}{SUFFIX}"
    with whole_file(target, may_replace=False) as partial:
        with told(target), contextlib.closing(sqlite3.connect(partial)) as copy:
            project.copy_pages(copy, _PAGES, lambda left, all_: _tell(report, left, all_))
        check_file(partial, schema.MIGRATIONS, writing=False)
    _rotate(folder, keep, most)
    return target


def backups(root: Path) -> tuple[Backup, ...]:
    """All copies, those of one campaign together, newest first.

    One that cannot be read is left out.
    """
    found = []
    folders = sorted(root.iterdir()) if root.is_dir() else []
    for folder in folders:
        for path in reversed(_copies(folder)):
            with contextlib.suppress(KnownError, sqlite3.Error, OSError):
                found.append(_looked_at(path))
    return tuple(found)


def restore(backup: Path, target: Path) -> None:
    """Write a copy out as a project file of a new name; the copy itself stays.

    Raises KnownError when there is a file of that name, the copy is damaged, or it cannot be
    written.
    """
    require_name(target)
    check_file(backup, schema.MIGRATIONS, writing=False)
    with (
        whole_file(target, may_replace=False) as partial,
        told(target),
        reading(backup) as source,
        contextlib.closing(sqlite3.connect(partial)) as copy,
    ):
        source.backup(copy)


def _tell(report: Report, left: int, total: int) -> None:
    report(1.0 - left / total if total else 1.0, "Copying the file")


def _copies(folder: Path) -> list[Path]:
    """The copies in a folder, oldest first."""
    if not folder.is_dir():
        return []
    return sorted((p for p in folder.iterdir() if _NAME.fullmatch(p.name)), key=_number)


def _number(path: Path) -> int:
    found = _NAME.fullmatch(path.name)
    assert found is not None, "only names of copies are asked"
    return int(found[1])


def _rotate(folder: Path, keep: int, most: int) -> None:
    """Drop the oldest copies until there are few enough and they are small enough."""
    copies = _copies(folder)
    sizes = {path: path.stat().st_size for path in copies}
    while len(copies) > 1 and (len(copies) > keep or sum(sizes[p] for p in copies) > most):
        copies.pop(0).unlink(missing_ok=True)


def _stamp(project: Project) -> tuple[object, ...]:
    return tuple(project.rows("SELECT session, count FROM file_stamp"))


def _stamp_in(path: Path) -> tuple[object, ...] | None:
    """The stamp of the last transaction in a copy, None when it cannot be read."""
    with contextlib.suppress(KnownError, sqlite3.Error, OSError), reading(path) as conn:
        return tuple(conn.execute("SELECT session, count FROM file_stamp").fetchall())
    return None


def _looked_at(path: Path) -> Backup:
    found = _NAME.fullmatch(path.name)
    assert found is not None, "only names of copies are asked"
    made = datetime.strptime(found[2], _MOMENT).replace(tzinfo=UTC)
    with reading(path) as conn:
        boards = int(conn.execute("SELECT count(*) FROM map").fetchone()[0])
        games = tuple(_games(conn))
    return Backup(
        path, path.parent.name.rpartition("-")[0], made, path.stat().st_size, boards, games
    )


def _games(conn: sqlite3.Connection) -> Iterator[tuple[str, int]]:
    rows = conn.execute(
        "SELECT scenario.title, (SELECT count(parent) FROM game_node WHERE game = game.id)"
        " FROM game JOIN scenario ON scenario.id = game.scenario ORDER BY game.id"
    )
    for title, steps in rows:
        yield str(title), int(steps)
