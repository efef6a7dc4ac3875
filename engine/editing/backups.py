"""The door to the rotating copies of project files: make one, list them, restore one."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from engine.store.project import Project
from engine.store.rescue.backups import Backup, Report, back_up, backups, restore

__all__ = ["Backup", "back_up_open", "backups", "restore"]


def back_up_open(
    path: Path, root: Path, now: datetime, report: Report = lambda _share, _words: None
) -> Path | None:
    """Copy a file that this process has open, under ``root``; see :func:`back_up`.

    May be called from another thread; the file stays open until the copy is done.
    """
    with Project.open(path) as project:
        return back_up(project, root, now, report)
