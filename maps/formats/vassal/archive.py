"""The files of a module: an archive, or the folder it was unpacked into."""

from __future__ import annotations

import io
import stat
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from maps.errors import KnownError
from maps.files.reading import is_file, read_bytes

SUFFIXES = (".vmod", ".vmdx", ".mod", ".zip")
"""How archives of modules end."""

MOST_ENTRIES = 50_000
LARGEST_ENTRY = 400_000_000
LARGEST_BUILD = 64_000_000
BUILD_FILES = ("buildFile.xml", "buildFile")


class Archive:
    """The files of one module, by the names they have in it."""

    def __init__(self, path: Path, archive: zipfile.ZipFile | None) -> None:
        self.path = path
        self._zip = archive
        self._names: dict[str, str] = {}
        if archive is not None:
            for info in archive.infolist():
                self._names.setdefault(info.filename.replace("\\", "/"), info.filename)

    @property
    def name(self) -> str:
        """The name of the archive or folder."""
        return self.path.name

    def has(self, name: str) -> bool:
        """Is there a file of this name?"""
        return name in self._names if self._zip is not None else self._inside(name) is not None

    def read(self, name: str, most: int = LARGEST_ENTRY) -> bytes:
        """The bytes of a file. Raises KnownError when it is missing, broken or larger."""
        where = f"{self.name}, {name}"
        if self._zip is None:
            path = self._inside(name)
            if path is None:
                raise KnownError(where, "there is no such file.", "Choose a whole module.")
            return read_bytes(path, most)
        if name not in self._names:
            raise KnownError(where, "there is no such file.", "Choose a whole module.")
        try:
            with self._zip.open(self._names[name]) as file:
                data = file.read(most + 1)
        except (
            zipfile.BadZipFile,
            RuntimeError,
            OSError,
            EOFError,
            zlib.error,
        ):
            raise KnownError(where, "cannot be unpacked.", "Get the module again.") from None
        if len(data) > most:
            what = f"is too large (at most {most // 1_000_000} megabytes)."
            raise KnownError(where, what, "Choose another module.")
        return data

    def picture(self, name: str) -> bytes | None:
        """The bytes of a picture of the module, or None when it is not there."""
        for wanted in (f"images/{name}", name):
            if name and self.has(wanted):
                return self.read(wanted)
        return None

    def build_file(self) -> bytes:
        """The description of the module. Raises KnownError when there is none."""
        for name in BUILD_FILES:
            if self.has(name):
                return self.read(name, LARGEST_BUILD)
        raise KnownError(self.name, "is no module of VASSAL.", "Choose a .vmod file.")

    def _inside(self, name: str) -> Path | None:
        folder = self.path.resolve()
        try:
            wanted = (folder / name).resolve()
        except (OSError, ValueError):
            return None
        if not wanted.is_relative_to(folder) or not is_file(wanted):
            return None
        return wanted


@contextmanager
def opened(path: Path) -> Iterator[Archive]:
    """A module's files. Raises KnownError for what is neither an archive nor a folder."""
    if path.is_dir():
        yield Archive(path, None)
        return
    try:
        is_plain = stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        raise KnownError(str(path), "there is no such file.", "Check the name.") from None
    if not is_plain:
        raise KnownError(str(path), "is no file.", "Name a file.")
    try:
        archive = zipfile.ZipFile(path)
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError):
        what = "is no archive of a module, or is damaged."
        raise KnownError(path.name, what, "Choose a .vmod file, or get it again.") from None
    with archive:
        _bounded(archive, path.name)
        yield Archive(path, archive)


@contextmanager
def opened_within(archive: Archive, name: str, most: int) -> Iterator[Archive]:
    """The files of an archive that lies in another one, and has at most so many bytes.

    Raises KnownError when it is missing, larger or none.
    """
    data = archive.read(name, most)
    where = f"{archive.name}, {name}"
    try:
        inner = zipfile.ZipFile(io.BytesIO(data))
    except (zipfile.BadZipFile, OSError, ValueError, RuntimeError):
        raise KnownError(where, "is damaged.", "Get the module again.") from None
    with inner:
        _bounded(inner, where)
        yield Archive(archive.path / name, inner)


def _bounded(archive: zipfile.ZipFile, where: str) -> None:
    if len(archive.infolist()) > MOST_ENTRIES:
        what = f"holds more than {MOST_ENTRIES:,} files."
        raise KnownError(where, what, "Choose another module.")
