"""One process at a time writes a project: an exclusive lock on a small file beside it.

The operating system holds the lock and releases it when the process ends, however it ends, so a
lock file that a killed program left behind never bars anyone.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from pathlib import Path

from maps.errors import KnownError

if sys.platform == "win32":
    import msvcrt

    def _hold(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _hold(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


_FLAGS = (
    os.O_RDWR
    | os.O_CREAT
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
)


class FileLock:
    """The right to write one project file: got with :meth:`take`, given up with :meth:`release`."""

    def __init__(self, path: Path, handle: int) -> None:
        self._path = path
        self._handle: int | None = handle

    @classmethod
    def take(cls, project: Path) -> FileLock:
        """Lock a project file, which need not exist yet.

        Raises KnownError when another process holds it, or when the folder cannot be written.
        """
        path = project.with_name(f"{project.name}-lock")
        while True:
            try:
                handle = os.open(path, _FLAGS, 0o666)
            except OSError as error:
                if path.is_symlink():
                    raise _linked(path) from error
                raise _unwritable(project, error) from error
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                os.close(handle)
                raise _linked(path)
            try:
                _hold(handle)
            except (BlockingIOError, PermissionError) as error:
                os.close(handle)
                raise KnownError(
                    str(project),
                    "is open in another Sandtable.",
                    "Close it there, then open it here.",
                ) from error
            except OSError:
                pass  # a file system without locks: SQLite's own still keep the file whole
            if _is_at(handle, path):
                return cls(path, handle)
            os.close(handle)  # the last holder removed the file between our open and our lock

    def release(self) -> None:
        """Release the lock and remove its file. Safe to call twice."""
        handle, self._handle = self._handle, None
        if handle is None:
            return
        if sys.platform == "win32":
            os.close(handle)
            with contextlib.suppress(OSError):
                self._path.unlink()
        else:
            with contextlib.suppress(OSError):
                self._path.unlink()
            os.close(handle)


def _linked(path: Path) -> KnownError:
    return KnownError(
        str(path), "is no lock file but a link or something else.", "Remove it, then try again."
    )


def _is_at(handle: int, path: Path) -> bool:
    if sys.platform == "win32":
        return True
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False


def _unwritable(project: Path, error: OSError) -> KnownError:
    if not project.parent.is_dir():
        return KnownError(
            str(project),
            f"there is no folder {project.parent}.",
            "Make it first, or choose another.",
        )
    if isinstance(error, PermissionError) or not os.access(project.parent, os.W_OK):
        return KnownError(
            str(project),
            f"the folder {project.parent} cannot be written.",
            "Copy the file to a folder of your own, or ask for the right to write there.",
        )
    return KnownError(str(project), f"the file cannot be used here ({error.strerror}).")
