"""Strict readers of plain JSON data: each returns its type or raises KnownError naming the spot."""

from __future__ import annotations

import math
from collections.abc import Callable
from enum import StrEnum
from typing import Any, TypeAlias, TypeVar, cast

from maps.errors import KnownError

Plain: TypeAlias = Any
"""What :mod:`json` reads and writes; each reader below checks its type before use."""

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)


def bad(where: str, what: str) -> KnownError:
    """The error for plain data that is not what it should be."""
    return KnownError(
        where, f"{what}.", "The data was not written by this program; restore a copy."
    )


def a_record(data: Plain, where: str, keys: set[str]) -> dict[str, Plain]:
    """An object with exactly these keys."""
    if not isinstance(data, dict):
        raise bad(where, "an object is needed here")
    if set(data) != keys:
        odd = sorted(str(key) for key in set(data) ^ keys)
        raise bad(where, f"missing or unknown: {', '.join(odd)}")
    return cast(dict[str, Plain], data)


def a_list(data: Plain, where: str, length: int | None = None) -> list[Plain]:
    """A list, of a given length if one is said."""
    if not isinstance(data, list) or (length is not None and len(data) != length):
        raise bad(where, "a list is needed here" + (f" of {length}" if length else ""))
    return data


def a_text(data: Plain, where: str) -> str:
    """A text."""
    if not isinstance(data, str):
        raise bad(where, f"text is needed, not {data!r}")
    return data


def a_whole(data: Plain, where: str) -> int:
    """A whole number, a million at most either way."""
    if not isinstance(data, int) or isinstance(data, bool) or abs(data) > 1_000_000:
        raise bad(where, f"a whole number is needed, not {data!r}")
    return data


def a_flag(data: Plain, where: str) -> bool:
    """True or false."""
    if not isinstance(data, bool):
        raise bad(where, f"true or false is needed, not {data!r}")
    return data


def a_choice(kind: type[E], data: Plain, where: str) -> E:
    """A member of a StrEnum."""
    try:
        return kind(a_text(data, where))
    except ValueError:
        words = ", ".join(member.value for member in kind)
        raise bad(where, f"{data!r} is not one of {words}") from None


def a_set(data: Plain, where: str) -> frozenset[str]:
    """A list of texts as a set."""
    return frozenset(a_text(item, where) for item in a_list(data, where))


def a_pair(data: Plain, where: str) -> tuple[float, float]:
    """Two finite numbers."""
    pair = a_list(data, where, 2)
    for number in pair:
        if isinstance(number, bool) or not isinstance(number, int | float):
            raise bad(where, f"a number is needed, not {number!r}")
        if not math.isfinite(number):
            raise bad(where, "numbers must be finite")
    return float(pair[0]), float(pair[1])


def one_of(*words: str) -> Callable[[Plain, str], str]:
    """A reader of one of a few fixed words."""

    def reader(data: Plain, where: str) -> str:
        if data not in words:
            raise bad(where, f"{data!r} is not one of {', '.join(words)}")
        return cast(str, data)

    return reader


def or_none(reader: Callable[[Plain, str], T]) -> Callable[[Plain, str], T | None]:
    """A reader that takes null as well."""
    return lambda data, where: None if data is None else reader(data, where)


def all_of(reader: Callable[[Plain, str], T]) -> Callable[[Plain, str], tuple[T, ...]]:
    """A reader of a list of what another reader reads."""
    return lambda data, where: tuple(reader(item, where) for item in a_list(data, where))
