"""Set aside what lies beside a project file but belongs to another one."""

from __future__ import annotations

from pathlib import Path

from engine.store.opening.files import beside, shortened

MANY = 10_000


def set_aside(path: Path) -> tuple[str, ...]:
    """Rename a log or journal beside a file that nobody has open; the new names.

    What SQLite makes again by itself is removed.
    """
    names = []
    for ending in ("wal", "journal"):
        stray = beside(path, ending)
        if stray.is_symlink() or stray.exists():
            target = _free(path, ending)
            stray.rename(target)
            names.append(target.name)
    beside(path, "shm").unlink(missing_ok=True)
    return tuple(names)


def _free(path: Path, ending: str) -> Path:
    for number in range(1, MANY):
        name = shortened(path, "", path.name, f".set-aside-{number}-{ending}")
        if not (name.is_symlink() or name.exists()):
            return name
    raise FileExistsError(f"{path}: ten thousand files set aside already")
