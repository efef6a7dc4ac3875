"""Files beside each other: a database with what SQLite keeps, and names that outlive a crash."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from pathlib import Path

from maps.errors import KnownError

ENDINGS = ("wal", "shm", "journal")
"""What SQLite may keep beside a database."""

_ROOM = len("-journal")
_LONGEST_NAME = 255
_LONGEST_PATH = 511
"""Bytes of the longest path that SQLite opens on systems like Unix."""


def beside(path: Path, ending: str) -> Path:
    """The file kept beside a database: ``wal``, ``shm``, ``journal`` or ``lock``."""
    return path.with_name(f"{path.name}-{ending}")


def require_name(path: Path) -> None:
    """Raise KnownError when a name leaves no room for the names of what is kept beside the file."""
    room = _room(path)
    if room < 0:
        raise KnownError(
            str(path),
            f"the name is too long by {-room}: files are kept beside it that add to the name.",
            "Give the file a shorter name.",
        )
    if sys.platform != "win32" and len(os.fsencode(path)) + _ROOM > _LONGEST_PATH:
        raise KnownError(
            str(path),
            "lies in too many folders, or their names are too long.",
            f"Move it to where all names together take less than {_LONGEST_PATH - _ROOM} bytes.",
        )


def shortened(path: Path, before: str, middle: str, after: str) -> Path:
    """Beside a file ``before``, as much of ``middle`` as leaves room, and ``after``."""
    while middle and _room(path.with_name(f"{before}{middle}{after}")) < 0:
        middle = middle[:-1]
    return path.with_name(f"{before}{middle}{after}")


def draft_of(path: Path) -> Path:
    """The hidden name under which a file is made; always the same, so that a kill leaves one."""
    draft = path.with_name(f".{path.name}.new")
    if _room(draft) >= 0:
        return draft
    word = hashlib.blake2b(os.fsencode(path.name), digest_size=8).hexdigest()
    return path.with_name(f".{word}.new")


def _room(path: Path) -> int:
    """How many bytes more a file's name may have."""
    if sys.platform == "win32":
        return _LONGEST_NAME - _ROOM - len(path.name)
    longest = _LONGEST_NAME
    with contextlib.suppress(OSError, ValueError):
        found = os.pathconf(path.parent, "PC_NAME_MAX")
        longest = found if found > 0 else longest
    return longest - _ROOM - len(os.fsencode(path.name))


def remove(path: Path) -> None:
    """Remove a database that nobody has open, with the files SQLite keeps beside it."""
    path.unlink(missing_ok=True)
    for ending in ENDINGS:
        beside(path, ending).unlink(missing_ok=True)


def take_over(draft: Path, path: Path) -> None:
    """Give a whole draft its name, for good. A log beside it was for what had the name before.

    Killed in between, the log that is left is told from the new file's by its stamps.
    """
    with draft.open("r+b") as file:
        os.fsync(file.fileno())
    os.replace(draft, path)
    for ending in ENDINGS:
        beside(path, ending).unlink(missing_ok=True)
    settle(path.parent)


def settle(folder: Path) -> None:
    """Make a new name in a folder outlive a power failure, where the system can be asked to."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
