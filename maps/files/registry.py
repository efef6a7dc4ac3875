"""Kinds of files: each form a thing is read from or written to, registered once.

A new form is one :class:`Format` in the registry of what it holds; file dialogs, the command line
and its refusals follow from there.

>>> notes = Formats("notes", Format("Plain text", (".txt",), write=lambda text, path: None))
>>> notes.filters(writing=True)
('Plain text (*.txt)',)
>>> notes.write("word", Path("a.doc"))
Traceback (most recent call last):
...
maps.errors.KnownError: a.doc: notes are not written as '.doc'. Known are .txt.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from maps.errors import KnownError, nearest

R = TypeVar("R")
W = TypeVar("W")


@dataclass(frozen=True, slots=True)
class Format(Generic[R, W]):
    """One form: its title for people, its endings (with the dot, the usual one first), how it is
    read and written. ``None`` for a form that is only written, or only read.

    Readers and writers raise KnownError for what is wrong with a file or cannot be written.
    """

    title: str
    suffixes: tuple[str, ...]
    read: Callable[[Path], R] | None = None
    write: Callable[[W, Path], object] | None = None

    @property
    def filter(self) -> str:
        """The form as a line of a file dialog."""
        return f"{self.title} ({' '.join(f'*{suffix}' for suffix in self.suffixes)})"


class Formats(Generic[R, W]):
    """All forms of one kind of thing, ``of`` in the plural: "orders of battle"."""

    def __init__(self, of: str, *formats: Format[R, W]) -> None:
        self.of = of
        self._formats = formats

    def __iter__(self) -> Iterator[Format[R, W]]:
        return iter(self._formats)

    def suffixes(self, *, writing: bool = False) -> tuple[str, ...]:
        """The endings that are read, or written."""
        found = (one.suffixes for one in self._able(writing))
        return tuple(dict.fromkeys(suffix for suffixes in found for suffix in suffixes))

    def filters(self, *, writing: bool = False) -> tuple[str, ...]:
        """The lines of a file dialog, one a form."""
        return tuple(one.filter for one in self._able(writing))

    def read(self, path: Path) -> R:
        """What a file holds, by its ending.

        Raises KnownError for another ending, and as readers do.
        """
        form = self._of(path, writing=False)
        assert form.read is not None, "only forms that are read are chosen"
        return form.read(path)

    def write(self, thing: W, path: Path) -> None:
        """Write a thing in the form its ending names.

        Raises KnownError for another ending, and as writers do.
        """
        form = self._of(path, writing=True)
        assert form.write is not None, "only forms that are written are chosen"
        form.write(thing, path)

    def complete(self, name: str, chosen: str) -> Path:
        """The path a person means who typed a name and chose a line of :meth:`filters`.

        A name without an ending gets that of the chosen form.
        """
        path = Path(name)
        form = next((one for one in self._formats if one.filter == chosen), self._formats[0])
        return path if path.suffix else path.with_name(path.name + form.suffixes[0])

    def require(self, path: Path) -> None:
        """Raise KnownError when nothing is written with the ending of a path."""
        self._of(path, writing=True)

    def _able(self, writing: bool) -> Iterator[Format[R, W]]:
        for one in self._formats:
            if (one.write if writing else one.read) is not None:
                yield one

    def _of(self, path: Path, *, writing: bool) -> Format[R, W]:
        suffix = path.suffix.lower()
        for one in self._able(writing):
            if suffix in one.suffixes:
                return one
        done = "written as" if writing else "read from"
        known = self.suffixes(writing=writing)
        raise KnownError(str(path), f"{self.of} are not {done} {suffix!r}.", nearest(suffix, known))
