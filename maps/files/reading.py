"""The one place where a stranger's text files are read: within bounds, or refused in a sentence.

Whatever a file holds, reading it ends within seconds and a few hundred megabytes, and raises
nothing but :class:`KnownError`.
"""

from __future__ import annotations

import gc
import json
import math
import os
import re
import stat
import time
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from maps.errors import KnownError
from maps.untyped import Json, JsonObject

LARGEST = 16_000_000
"""Bytes of a text or JSON file; what it unpacks to stays below a gigabyte."""

MOST_VALUES = 2_000_000
"""Commas of a JSON text, about as many as its values: five million lists took a gigabyte."""

LARGEST_TOML = 1_000_000
"""Bytes of a TOML file; the largest shipped one has a tenth of that."""

LONGEST_LINE = 2_000
"""Characters of a line of TOML: a key of n parts takes the square of n to read. A line of one text
may be longer: positions hold parts of states so.
"""

DEEPEST = 64
"""Tables or lists inside each other."""

PATIENCE = 10.0
"""Seconds of computing that reading one file may take, however busy the machine is."""

LOOK = 200
"""After so many lines or things is looked whether reading takes too long."""

T = TypeVar("T")
_MOST_DIGITS = 18
_KEYS = re.compile(r"[={,]")
_ONE_TEXT = re.compile(r'[\w-]{1,64} = "[^"\\]*+(?:\\.[^"\\]*+)*+"')
"""A line of TOML that gives one text: reading it takes no longer than its length."""


class Patience:
    """How long reading one file may still compute; ask it now and then on the thread that reads."""

    def __init__(self, where: str, seconds: float = PATIENCE) -> None:
        self._where, self._seconds = where, seconds
        self._until = time.thread_time() + seconds

    def check(self) -> None:
        """Raise KnownError when the time is over."""
        if time.thread_time() > self._until:
            what = f"takes longer than {self._seconds:g} seconds to read."
            raise KnownError(self._where, what, "Split it, or leave out what is not needed.")

    def over(self, items: Iterable[T]) -> Iterator[T]:
        """What is read, one after another. Raises KnownError when the time is over."""
        for count, item in enumerate(items):
            if count % LOOK == 0:
                self.check()
            yield item


def is_file(path: Path) -> bool:
    """Is it an ordinary file? A name that no file can have, far too long or with a zero, is not."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def read_bytes(path: Path, most: int = LARGEST) -> bytes:
    """The bytes of an ordinary file.

    Raises KnownError when it is missing, a folder or a device, cannot be read, or is larger.
    """
    where = str(path)
    try:
        kind = os.stat(path)
        if not stat.S_ISREG(kind.st_mode):
            raise KnownError(where, "is no file.", "Name a file.")
        if kind.st_size > most:
            raise _too_large(where, most)
        with path.open("rb") as file:
            data = file.read(most + 1)
    except KnownError:
        raise
    except FileNotFoundError:
        raise KnownError(where, "there is no such file.", "Check the name.") from None
    except OSError as error:
        raise KnownError(where, f"it cannot be read ({error.strerror}).", "") from error
    except ValueError as error:
        raise KnownError(repr(where), "is no name of a file.", "Check the name.") from error
    if len(data) > most:
        raise _too_large(where, most)
    return data


def read_text(path: Path, most: int = LARGEST) -> str:
    """The text of a UTF-8 file, without a byte order mark.

    Raises KnownError as :func:`read_bytes` does, and with the line for what is not UTF-8.
    """
    return text_of(read_bytes(path, most), str(path))


def text_of(data: bytes, where: str) -> str:
    """Bytes as text. Raises KnownError with the line when they are not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise KnownError(
            f"{where} line {line}", "is not UTF-8 text.", "Save it as UTF-8."
        ) from None


def read_json(path: Path) -> Json:
    """The content of a JSON file. Raises KnownError, with the line where it is wrong."""
    return json_of(read_text(path), str(path))


def json_of(text: str, where: str) -> Json:
    """The content of a JSON text.

    Numbers are those a computer calculates with: up to 18 digits, finite. Raises KnownError, with
    the line, for what is no JSON, holds other numbers, is nested more than 64 deep, or has more
    than two million values.
    """
    if text.count(",") > MOST_VALUES:
        raise KnownError(where, f"has more than {MOST_VALUES:,} values.", "Split it.")
    with without_collecting():
        return _json_of(text, where)


@contextmanager
def without_collecting() -> Iterator[None]:
    """Do not look for cycles of garbage meanwhile: what is read has none.

    A look stops every thread, the window and its *Cancel* too, for longer the more was read.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _json_of(text: str, where: str) -> Json:
    try:
        found = json.loads(text, parse_int=_whole, parse_float=_finite, parse_constant=_constant)
    except json.JSONDecodeError as error:
        place = f"{where} line {error.lineno}"
        raise KnownError(place, f"is not JSON ({error.msg}).", "Correct it there.") from error
    except RecursionError:
        raise _too_deep(where) from None
    except ValueError as error:
        raise KnownError(where, f"{error}.", "Write plain numbers.") from error
    _refuse_depth(found, where)
    return found


def read_toml(path: Path) -> JsonObject:
    """The tables of a TOML file. Raises KnownError, with the line where it is wrong."""
    return toml_of(read_text(path, LARGEST_TOML), str(path))


def toml_of(text: str, where: str) -> JsonObject:
    """The tables of a TOML text.

    Raises KnownError for what is no TOML, holds numbers of more than 18 digits or none at all
    (``nan``, ``inf``), or is nested more than 64 deep.
    """
    if len(text) > LARGEST_TOML:
        raise _too_large(where, LARGEST_TOML)
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            if _ONE_TEXT.fullmatch(line):
                continue
            what = f"is longer than {LONGEST_LINE:,} characters."
            raise KnownError(f"{where} line {number}", what, "Write it as several lines.")
        if line.count(".") > DEEPEST and any(map(_is_chain, _KEYS.split(line))):
            raise _too_deep(f"{where} line {number}")
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise KnownError(where, f"is not TOML: {str(error)[:200]}.") from error
    except RecursionError:
        raise _too_deep(where) from None
    except ValueError as error:
        raise KnownError(where, f"{error}.", "Write plain numbers.") from error
    _refuse_depth(found, where)
    return found


def _is_chain(piece: str) -> bool:
    """Is it a key of so many parts that reading it takes the square of them?"""
    return piece.count(".") > DEEPEST and " " not in piece.strip()


def _refuse_depth(value: object, where: str) -> None:
    """Refuse what is nested too deep, and numbers that nothing can be calculated with.

    Level by level, so that no depth can exhaust the stack.
    """
    level: list[tuple[str, Json]] = [("", value)]
    for _ in range(DEEPEST):
        inner: list[tuple[str, Json]] = []
        for key, one in level:
            if isinstance(one, Mapping):
                inner += [(str(name), item) for name, item in one.items()]
            elif isinstance(one, list):
                inner += [(key, item) for item in one]
            elif _is_odd(one):
                what = f"{key[:40]!r} must be a number of at most {_MOST_DIGITS} digits."
                raise KnownError(where, what, "Write a plain number.")
        if not inner:
            return
        level = inner
    raise _too_deep(where)


def _is_odd(value: object) -> bool:
    """Is it a number that nothing can be calculated with?"""
    if isinstance(value, float):
        return not math.isfinite(value)
    return isinstance(value, int) and abs(value) >= 10**_MOST_DIGITS


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > _MOST_DIGITS:
        raise ValueError(f"the number {digits[:20]}... has too many digits")
    return int(digits)


def _finite(digits: str) -> float:
    found = float(digits)
    if not math.isfinite(found):
        raise ValueError(f"{digits[:20]} is no number to calculate with")
    return found


def _constant(word: str) -> float:
    raise ValueError(f"{word} is no number to calculate with")


def _too_deep(where: str) -> KnownError:
    what = f"its lists and tables are nested more than {DEEPEST} deep."
    return KnownError(where, what, "Write it flatter.")


def _too_large(where: str, most: int) -> KnownError:
    what = f"is too large (at most {most // 1_000_000} megabytes)."
    return KnownError(where, what, "Give a smaller file.")
