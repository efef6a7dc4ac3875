"""Project files opened for somebody who will close them; closed again when that fails to begin."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.store.opening.files import remove
from engine.store.project import Project


@contextmanager
def opened(path: Path | str) -> Iterator[Project]:
    """A project file for the one who begins inside. Raises KnownError when it cannot be used."""
    project = Project.open(path)
    try:
        yield project
    except BaseException:
        project.close()
        raise


@contextmanager
def added_to(path: Path | str) -> Iterator[tuple[Project, bool]]:
    """The same, made when there is none (then true), and removed when the beginning fails."""
    project, fresh = Project.at(path)
    try:
        yield project, fresh
    except BaseException:
        project.close()
        if fresh:
            remove(project.path)
        raise
