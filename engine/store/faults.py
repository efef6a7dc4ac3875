"""What can go wrong with a project file, said in one plain sentence each."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from maps.errors import KnownError

DAMAGED = "Save what can be read with File > Rescue or `sandtable repair`, or open an older copy."
"""What to do about a damaged file."""

_SENTENCES: tuple[tuple[str, str, str], ...] = (
    ("SQLITE_FULL", "the disk is full; nothing was changed.", "Free some space and do it again."),
    ("SQLITE_BUSY", "another program is using the file.", "Close it there, then try again."),
    ("SQLITE_LOCKED", "another program is using the file.", "Close it there, then try again."),
    (
        "SQLITE_READONLY",
        "the file or its folder cannot be written.",
        "Copy the file to a folder of your own, or ask for the right to write there.",
    ),
    (
        "SQLITE_CANTOPEN",
        "the file or its folder cannot be opened for writing.",
        "Check that the folder exists and that you may write there.",
    ),
    (
        "SQLITE_CORRUPT",
        "the file is damaged.",
        DAMAGED,
    ),
    (
        "SQLITE_NOTADB",
        "this is not a Sandtable file.",
        "Open a file that ends in .sandtable, or make one with `sandtable new`.",
    ),
    (
        "SQLITE_IOERR",
        "the disk reports an error; nothing was changed.",
        "Check that the disk or share is connected and has space, then try again.",
    ),
    (
        "SQLITE_TOOBIG",
        "one of the texts is too big for the file; nothing was changed.",
        "Make it shorter.",
    ),
)


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Turn what SQLite reports about a file into a KnownError that says what to do.

    Faults of the program (a broken constraint, wrong SQL) pass through unchanged.
    """
    try:
        yield
    except UnicodeDecodeError as error:
        raise damaged(path, "a text in it cannot be read") from error
    except sqlite3.Error as error:
        if "decode to UTF-8" in str(error):  # Python's own complaint, without a code
            raise damaged(path, "a text in it cannot be read") from error
        name = getattr(error, "sqlite_errorname", "") or ""
        for start, what, fix in _SENTENCES:
            if name.startswith(start):
                raise KnownError(str(path), what, fix) from error
        raise


def is_damage(error: sqlite3.Error) -> bool:
    """Whether SQLite, or Python's reading of what it gave, complains of the file's contents."""
    name = getattr(error, "sqlite_errorname", "") or ""
    return (
        "decode to UTF-8" in str(error)
        or not name
        or name.startswith(("SQLITE_CORRUPT", "SQLITE_INTERRUPT", "SQLITE_ERROR", "SQLITE_TOOBIG"))
        or name.startswith(("SQLITE_AUTH", "SQLITE_NOMEM", "SQLITE_MISMATCH"))
    )


def damaged(path: Path, detail: str) -> KnownError:
    """The sentence for a file whose contents do not hold together."""
    return KnownError(
        str(path),
        f"the file is damaged ({detail}).",
        DAMAGED,
    )
