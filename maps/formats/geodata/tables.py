"""Strict reading of TOML tables: every key is known, every value has its type."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

from maps.errors import KnownError, nearest
from maps.files.reading import read_toml
from maps.untyped import JsonObject

T = TypeVar("T")

_NAMES = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
_NAMES |= {list: "a list", dict: "a table"}
_MISSING: Any = object()


def load_toml(path: Path) -> Table:
    """The root table of a TOML file. Raises KnownError when it is absent or is not TOML."""
    return Table(str(path), read_toml(path))


class Table:
    """One TOML table that is taken apart key by key; :meth:`done` refuses what nobody asked for."""

    def __init__(self, where: str, values: JsonObject) -> None:
        self.where = where
        self._values = values
        self._asked: list[str] = []

    def take(self, key: str, kind: type[T], default: T = _MISSING) -> T:
        """The value of a key. KnownError when missing without a default or of another type."""
        self._asked.append(key)
        if key not in self._values:
            if default is _MISSING:
                raise KnownError(self.where, f"the key {key!r} is missing.", "Add it.")
            return default
        value = self._values[key]
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        unfit = isinstance(value, float) and not math.isfinite(value)
        if unfit or not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
            raise self.wrong(key, f"must be {_NAMES.get(kind, kind.__name__)}, not {value!r}.")
        return value

    def table(self, key: str) -> Table:
        """A sub-table; empty when it is missing."""
        return Table(f"{self.where} [{key}]", self.take(key, dict, {}))

    def tables(self, key: str) -> Iterator[Table]:
        """The tables of an array of tables, in file order."""
        for number, item in enumerate(self.take(key, list, []), start=1):
            if not isinstance(item, dict):
                raise self.wrong(key, "must be an array of tables.")
            label = item.get("name", number)
            yield Table(f"{self.where} [[{key}]] {label}", item)

    def words(self, key: str, default: tuple[str, ...] = _MISSING) -> tuple[str, ...]:
        """A list of texts."""
        found = self.take(key, list, list(default) if default is not _MISSING else _MISSING)
        if not all(isinstance(item, str) for item in found):
            raise self.wrong(key, "must be a list of texts.")
        return tuple(found)

    def pair(self, key: str, default: tuple[float, float] = _MISSING) -> tuple[float, float]:
        """Two numbers."""
        found = self.take(key, list, _MISSING if default is _MISSING else list(default))
        return self._two(key, found)

    def point(self, key: str) -> tuple[float, float]:
        """One ``[latitude, longitude]`` in degrees."""
        return self._place(key, self.take(key, list))

    def points(self, key: str, least: int = 0) -> tuple[tuple[float, float], ...]:
        """At least ``least`` pairs ``[lat, lon]`` in degrees; with 0 the key may be missing."""
        found = self.take(key, list, [] if least == 0 else _MISSING)
        if len(found) < least:
            raise self.wrong(key, f"needs at least {least} points.")
        return tuple(self._place(key, item) for item in found)

    def _place(self, key: str, item: object) -> tuple[float, float]:
        lat, lon = self._two(key, item)
        if not (-90 <= lat <= 90 and -180 <= lon <= 180):
            raise self.wrong(key, f"has {lat}, {lon}, which is nowhere on earth.")
        return lat, lon

    def _two(self, key: str, item: object) -> tuple[float, float]:
        if isinstance(item, list) and len(item) == 2:
            first, second = item
            if type(first) in (int, float) and type(second) in (int, float):
                numbers = float(first), float(second)
                if all(map(math.isfinite, numbers)):
                    return numbers
        raise self.wrong(key, f"wants two numbers, as in [42.5, 19.0], not {item!r}.")

    def names(self) -> tuple[str, ...]:
        """All keys, in file order; for tables whose keys are names."""
        self._asked.extend(self._values)
        return tuple(self._values)

    def done(self) -> None:
        """Raise KnownError when the table has a key that was never asked for."""
        for key in self._values:
            if key not in self._asked:
                fix = nearest(key, self._asked) or "Take it out."
                raise KnownError(self.where, f"the key {key!r} is unknown.", fix)

    def wrong(self, key: str, what: str) -> KnownError:
        """An error about one key of this table."""
        return KnownError(self.where, f"{key!r} {what}", "Fix the value.")
