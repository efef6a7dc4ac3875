"""The one place where files are written: each is written whole, or the old one stays as it was.

A file is first written beside its place under a short hidden name, forced to the disk, and only
then renamed. All errors name the file that was wanted, never the hidden one.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from maps.errors import KnownError

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_ENDING = ".partial"


def write_whole(target: Path, data: bytes | str) -> None:
    """Write a file whole or not at all; text becomes UTF-8.

    Raises KnownError naming the file, as :func:`whole_file` does.
    """
    with whole_file(target) as partial:
        partial.write_bytes(data.encode("utf-8") if isinstance(data, str) else data)


_BEFORE: ContextVar[Callable[[], object] | None] = ContextVar("whom to ask", default=None)


@contextmanager
def asking(before: Callable[[], object]) -> Iterator[None]:
    """Within it ``before`` is asked now and then while files are written, and when one is whole.

    What ``before`` raises, to cancel, leaves the old file as it was. It counts for this thread.
    """
    token = _BEFORE.set(before)
    try:
        yield
    finally:
        _BEFORE.reset(token)


def still_wanted() -> None:
    """Ask whether what is being written is still wanted; raises what :func:`asking` was given to
    raise when it is not, and does nothing outside of it.
    """
    before = _BEFORE.get()
    if before is None:
        return
    token = _BEFORE.set(None)
    try:
        before()
    finally:
        _BEFORE.reset(token)


@contextmanager
def whole_file(target: Path, *, may_replace: bool = True) -> Iterator[Path]:
    """A file name to write to; what is written there becomes ``target`` only when all went well.

    A link is followed, and a file that is replaced keeps its rights. What is no ordinary file
    (``/dev/stdout``) gets the bytes at the end. Raises KnownError when the folder is missing,
    nothing can be written there, the disk is full or, unless it may be replaced, there is a file.
    """
    require_folder(target)
    place = Path(os.path.realpath(target))
    with _named(target, place):
        special = place.exists() and not place.is_file()
        if place.is_dir():
            raise KnownError(str(target), "is a folder.", "Choose another name.")
        if not may_replace:
            refuse_existing(target)
    folder = Path(tempfile.gettempdir()) if special else place.parent
    partial = folder / f".{uuid.uuid4().hex[:12]}{_ENDING}"
    try:
        with _named(target, place, partial), _unveiled(partial, target):
            yield partial
            _settle_file(partial)
            still_wanted()
            if special:
                _pour(partial, place)
                return
            if place.exists():
                os.chmod(partial, stat.S_IMODE(place.stat().st_mode))
            os.replace(partial, place)
            settle_folder(place.parent)
    finally:
        _discard(partial)


@contextmanager
def whole_files(folder: Path) -> Iterator[Path]:
    """A folder for several files; each takes its place in ``folder`` once all are written.

    ``folder`` is made when it is missing, and removed again when nothing comes of it. Raises
    KnownError naming it when it or a file in it cannot be written; then the older files stay.
    """
    fresh = not folder.exists()
    with _named(folder, folder):
        folder.mkdir(parents=True, exist_ok=True)
        staged = folder / f".{uuid.uuid4().hex[:12]}{_ENDING}"
        staged.mkdir()
    done = False
    try:
        with _named(folder, folder), _unveiled(staged, folder):
            yield staged
            files = sorted(staged.iterdir())
            for file in files:
                _settle_file(file)
            still_wanted()
            for file in files:
                os.replace(file, folder / file.name)
            settle_folder(folder)
        done = True
    finally:
        shutil.rmtree(staged, ignore_errors=True)
        if fresh and not done:
            with contextlib.suppress(OSError):
                folder.rmdir()


def refuse_existing(target: Path) -> None:
    """Raise KnownError when a file is there already or its folder is not."""
    with _named(target, target):
        there = target.exists()
    if there:
        raise KnownError(str(target), "is there already.", "Choose another name, or move it away.")
    require_folder(target)


def require_folder(target: Path) -> None:
    """Raise KnownError when the folder a file is to be written to is not there."""
    if not target.parent.is_dir():
        what = f"it cannot be written: {target.parent} is no folder."
        raise KnownError(str(target), what, "Make the folder first.")


def settle_folder(folder: Path) -> None:
    """Make new names in a folder survive a power failure, where the system can be asked to."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def unwritable(target: Path, error: OSError) -> KnownError:
    """A refusal of the system as a sentence that names the file somebody wanted to write."""
    reason = os.strerror(error.errno) if error.errno else str(error)
    fix = "Make room on the disk." if error.errno in _FULL else "Choose another name or folder."
    return KnownError(str(target), f"it cannot be written ({reason}).", fix)


@contextmanager
def _named(target: Path, *own: Path) -> Iterator[None]:
    """Turn errors of writing that name no file, or one of our ``own``, into one about target."""
    try:
        yield
    except OSError as error:
        name = error.filename
        if isinstance(name, str) and not any(_is_in(name, at) for at in (target, *own)):
            raise
        raise unwritable(target, error) from error


@contextmanager
def _unveiled(hidden: Path, target: Path) -> Iterator[None]:
    """Name the file that was wanted in errors that name the hidden one."""
    try:
        yield
    except KnownError as error:
        if str(hidden) not in str(error):
            raise
        words = (error.where, error.what, error.fix)
        raise KnownError(*(text.replace(str(hidden), str(target)) for text in words)) from error


def _is_in(name: str, place: Path) -> bool:
    return name == str(place) or name.startswith(f"{place}{os.sep}")


def _settle_file(file: Path) -> None:
    with file.open("r+b") as handle:
        os.fsync(handle.fileno())


def _pour(source: Path, special: Path) -> None:
    with source.open("rb") as begin, special.open("wb", buffering=0) as end:
        shutil.copyfileobj(begin, end)


def _discard(partial: Path) -> None:
    """Remove what was begun under a hidden name, with what SQLite may have left beside it."""
    for ending in ("", "-wal", "-shm", "-journal", "-lock"):
        with contextlib.suppress(OSError):
            partial.with_name(partial.name + ending).unlink(missing_ok=True)
