"""Names for what files hold before it is typed, and words for what is known of values.

Readers check each value before they use it; nothing else in the program passes such values on.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, TypeVar

Json: TypeAlias = Any
"""Whatever :mod:`json` reads and writes."""
JsonObject: TypeAlias = dict[str, Any]
"""A JSON object in the making, or as it was read."""
JsonList: TypeAlias = list[Any]
"""A JSON list."""
Table: TypeAlias = Mapping[str, Any]
"""A TOML table or JSON object that is only read."""

T = TypeVar("T")


def known(kind: type[T], value: object) -> T:
    """A value of which it is known what it is: the kind a layer's keys or values have."""
    assert isinstance(value, kind), f"{value!r} is no {kind.__name__}"
    return value


def maybe(kind: type[T], value: object) -> T | None:
    """A value of a known kind, or None."""
    return None if value is None else known(kind, value)


def each(kind: type[T], value: object) -> tuple[T, ...]:
    """A tuple of values of a known kind."""
    assert isinstance(value, tuple), f"{value!r} is no tuple of {kind.__name__}"
    return value


def words(value: object) -> frozenset[str]:
    """A set of words; empty for what is none."""
    return value if isinstance(value, frozenset) else frozenset()
