"""Typed values <-> JSON, and the stable digest of a state.

Only classes that are named in a :class:`Codec` are ever built, so a file can hold data and nothing
else.
"""

from __future__ import annotations

import hashlib
import json
import types
import typing
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum, auto
from functools import cache, lru_cache
from itertools import compress, count
from operator import is_not
from typing import Any

from engine.core.wording import counted
from maps.errors import KnownError
from maps.hexgrid import Hex, Side, side_between
from maps.untyped import Json, JsonList, JsonObject

CLASS_KEY = "is"
"""JSON key that names the class of a record."""
_AS_THEY_ARE = frozenset((str, int, bool, float, type(None)))
"""Classes, no subclasses of theirs, whose values are JSON."""


def _by_name(classes: Iterable[type]) -> dict[str, type]:
    found: dict[str, type] = {}
    for cls in classes:
        if found.setdefault(cls.__name__, cls) is not cls:
            modules = f"{found[cls.__name__].__module__} and {cls.__module__}"
            raise ValueError(f"two records are called {cls.__name__}: in {modules}")
    return found


class Codec:
    """Turns values of a stated set of frozen dataclasses into JSON and back.

    ``write_hex`` and ``read_hex`` may map hexes to printed labels (for scripts people read);
    without them a hex is ``[q, r]``.

    Raises ValueError for two classes of one name: a file could not tell them apart.
    """

    def __init__(
        self,
        classes: Iterable[type],
        *,
        write_hex: Callable[[Hex], str] | None = None,
        read_hex: Callable[[str], Hex] | None = None,
    ) -> None:
        self._classes = _by_name(classes)
        self._write_hex = write_hex
        self._read_hex = read_hex

    def to_plain(self, value: object) -> Json:
        """A JSON value that :meth:`from_plain` turns back into an equal value."""
        if type(value) in _AS_THEY_ARE:
            return value
        if isinstance(value, Hex):
            return self._write_hex(value) if self._write_hex else [value.q, value.r]
        names = _names_of(value)
        if names is not None:
            plain: JsonObject = {CLASS_KEY: type(value).__name__}
            for name in names:
                item = getattr(value, name)
                if type(item) in _AS_THEY_ARE:
                    plain[name] = item
                elif type(item) is Hex and self._write_hex:
                    plain[name] = self._write_hex(item)
                else:
                    plain[name] = self.to_plain(item)
            return plain
        if isinstance(value, Side):
            return [self.to_plain(value.hexes[0]), self.to_plain(value.hexes[1])]
        if isinstance(value, (tuple, list)):
            return [self.to_plain(item) for item in value]
        if isinstance(value, Enum):
            return value.value
        if isinstance(value, (bool, int, float, str)):
            return value
        if isinstance(value, Mapping):
            if all(isinstance(key, str) for key in value):
                return {key: self.to_plain(item) for key, item in value.items()}
            return self._pairs(
                [self.to_plain(key), self.to_plain(item)] for key, item in value.items()
            )
        if isinstance(value, (set, frozenset)):
            return sorted((self.to_plain(item) for item in value), key=json.dumps)
        raise TypeError(f"no JSON form for {type(value).__name__}")

    def _pairs(self, pairs: Iterable[JsonList]) -> list[JsonList]:
        """A mapping whose keys are no strings, in its own order."""
        return list(pairs)

    def from_plain(self, plain: object, expected: object, where: str = "value") -> Json:
        """Build a value of the expected type. Raises KnownError when the JSON does not fit it."""
        try:
            return self._build(plain, expected, where)
        except KnownError:
            raise
        except (TypeError, ValueError, RecursionError) as error:
            raise KnownError(where, f"does not hold what it should ({error}).") from error

    def record(self, plain: object, where: str = "value") -> Json:
        """Build whatever known record ``plain`` names. Raises KnownError for an unknown one."""
        if not isinstance(plain, dict) or CLASS_KEY not in plain:
            raise KnownError(where, f"expected a record with {CLASS_KEY!r}.")
        cls = self._classes.get(str(plain[CLASS_KEY]))
        if cls is None:
            raise KnownError(where, f"unknown record {plain[CLASS_KEY]!r}.")
        values: JsonObject = {}
        for name, hint, plainly in _readings(cls):
            if name in plain:
                value = plain[name]
                if type(value) is not plainly:
                    value = self.from_plain(value, hint, f"{where}.{name}")
                values[name] = value
        if len(values) + 1 < len(plain):
            known = (CLASS_KEY, *values)
            unknown = next(key for key in plain if key not in known)
            raise KnownError(where, f"{cls.__name__} has no field {unknown!r}.")
        try:
            return cls(**values)
        except TypeError as error:
            raise KnownError(where, f"incomplete {cls.__name__}: {error}.") from error

    def _build(self, plain: Json, expected: Any, where: str) -> Json:
        if type(plain) is expected and expected in _AS_THEY_ARE:
            return plain
        expected, form, args = _form(expected)
        match form:
            case _Form.ANYTHING:
                return plain
            case _Form.HEX:
                return self._hex(plain, where)
            case _Form.SIDE:
                a, b = (self._hex(item, where) for item in plain)
                return side_between(a, b)
            case _Form.UNION:
                return self._union(plain, args, where)
            case _Form.CONTAINER:
                return self._container(plain, expected, args, where)
            case _Form.RECORD:
                found = self.record(plain, where)
                if not isinstance(found, expected):
                    raise KnownError(where, f"{type(found).__name__} does not belong here.")
                return found
            case _Form.CHOICE:
                return expected(plain)
        if expected is float and isinstance(plain, int):
            return float(plain)
        if not isinstance(plain, expected) or (expected is int and isinstance(plain, bool)):
            raise KnownError(where, f"expected {expected.__name__}, found {plain!r}.")
        return plain

    def _hex(self, plain: object, where: str) -> Hex:
        if isinstance(plain, str) and self._read_hex:
            return self._read_hex(plain)
        if not (isinstance(plain, list) and len(plain) == 2 and all(type(n) is int for n in plain)):
            raise KnownError(where, f"{plain!r} is no hex.")
        return Hex(*plain)

    def _union(self, plain: object, options: tuple[Any, ...], where: str) -> Json:
        if plain is None and type(None) in options:
            return None
        problem: KnownError | None = None
        for option in options:
            if option is type(None):
                continue
            if option is Hex and type(plain) is str and not self._read_hex:
                continue  # what is no hex is told if nothing else fits
            try:
                return self._build(plain, option, where)
            except (TypeError, ValueError) as error:
                problem = error if isinstance(error, KnownError) else None
        raise problem or KnownError(where, f"{plain!r} fits nothing that may stand here.")

    def _container(self, plain: Json, origin: Any, args: tuple[Any, ...], where: str) -> Json:
        if origin in (dict, Mapping) or (isinstance(origin, type) and issubclass(origin, Mapping)):
            pairs = plain.items() if isinstance(plain, dict) else plain
            return {
                self._build(key, args[0], where): self._build(item, args[1], f"{where}[{key}]")
                for key, item in pairs
            }
        if not isinstance(plain, list):
            raise KnownError(where, f"expected a list, found {plain!r}.")
        if origin is tuple and args and args[-1] is not Ellipsis:
            if len(plain) != len(args):
                raise KnownError(
                    where, f"expected {counted(len(args), 'value')}, found {len(plain)}."
                )
            return tuple(
                self._build(item, arg, where) for item, arg in zip(plain, args, strict=True)
            )
        built = [self._build(item, args[0], f"{where}[{i}]") for i, item in enumerate(plain)]
        return tuple(built) if origin is tuple else origin(built)


class _Form(Enum):
    """What kind of type a value is to have."""

    ANYTHING = auto()
    HEX = auto()
    SIDE = auto()
    UNION = auto()
    CONTAINER = auto()
    RECORD = auto()
    CHOICE = auto()
    PLAIN = auto()


@cache
def _form(expected: Json) -> tuple[Json, _Form, tuple[Json, ...]]:
    """A type, the class of the container for one of those, what kind it is, and its arguments."""
    if isinstance(expected, typing.NewType):
        return _form(expected.__supertype__)
    if isinstance(expected, typing.TypeVar):
        return _form(expected.__bound__)
    origin: Json = typing.get_origin(expected)
    args = typing.get_args(expected)
    if expected is Any:
        return expected, _Form.ANYTHING, ()
    if expected is Hex:
        return expected, _Form.HEX, ()
    if expected is Side:
        return expected, _Form.SIDE, ()
    if origin in (typing.Union, types.UnionType):
        return expected, _Form.UNION, args
    if origin is not None:
        return origin, _Form.CONTAINER, args
    if is_dataclass(expected):
        return expected, _Form.RECORD, ()
    if isinstance(expected, type) and issubclass(expected, Enum):
        return expected, _Form.CHOICE, ()
    return expected, _Form.PLAIN, ()


@cache
def _field_names(cls: Any) -> tuple[str, ...] | None:
    """The fields of a dataclass, in order; None of any other class."""
    return tuple(f.name for f in fields(cls)) if is_dataclass(cls) else None


@cache
def _readings(cls: type) -> tuple[tuple[str, Json, object], ...]:
    """The fields of a record, in order: name, type, and the class whose values are those of JSON
    (None where a value is to be built).
    """
    hints = typing.get_type_hints(cls)
    kinds = ((name, hints[name], _form(hints[name])[0]) for name in _field_names(cls) or ())
    return tuple(
        (name, hint, kind if isinstance(kind, type) and kind in _AS_THEY_ARE else None)
        for name, hint, kind in kinds
    )


def _names_of(value: object) -> tuple[str, ...] | None:
    cls: Any = type(value)
    return _field_names(cls)


class _Canonical(Codec):
    """JSON in which equal values look alike, in whatever order a mapping was filled."""

    def _pairs(self, pairs: Iterable[JsonList]) -> list[JsonList]:
        return sorted(pairs, key=json.dumps)


_PLAIN = _Canonical(())
_COMPACT = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


FEW = 16
"""Entries of a mapping up to which :func:`digest` writes it without looking at the last one."""


_UNWRITTEN: tuple[object, bytes] = (object(), b"")
"""An entry that is none, and its text."""


class _Written:
    """The canonical text of the mappings that one field held: an entry that is the same object as
    in the last of them is not written again.
    """

    def __init__(
        self,
        entry: Callable[[object, object], bytes] = lambda key, it: _canonical(key) + _canonical(it),
        between: bytes = b"",
    ) -> None:
        self._entry = entry
        self._between = between
        self._sorted: tuple[list[object], list[object]] = ([], [])
        self._values: list[object] = []
        self._texts: list[bytes] = []

    def text(self, part: Mapping[object, object]) -> bytes:
        """The text of a mapping, its keys in order."""
        if [*part] != self._sorted[0]:
            self._sort([*part])
        order = self._sorted[1]
        values = [*map(part.__getitem__, order)]
        for number in compress(count(), map(is_not, values, self._values)):
            self._texts[number] = self._entry(order[number], values[number])
        self._values = values
        return self._between.join(self._texts)

    def _sort(self, keys: list[object]) -> None:
        """Take up other keys; the texts of those that stay are kept."""
        known = dict(zip(self._sorted[1], zip(self._values, self._texts, strict=True), strict=True))
        order = sorted(keys, key=_order)
        there = [known.get(key, _UNWRITTEN) for key in order]
        self._sorted = keys, order
        self._values = [value for value, _text in there]
        self._texts = [text for _value, text in there]


_WRITTEN: defaultdict[tuple[type, str], _Written] = defaultdict(_Written)


class _WrittenRecord:
    """The canonical text of the records of a class that one field held: what is the same object as
    in the last of them is not written again, nor are entries of its mappings by words.
    """

    def __init__(self, kind: type) -> None:
        names = sorted((CLASS_KEY, *(_field_names(kind) or ())))
        self._names = [(name, _text(name) + b":") for name in names]
        self._class = _text(kind.__name__)
        self._last: dict[str, tuple[object, bytes]] = {}
        self._mappings = defaultdict[str, _Written](lambda: _Written(_member, b","))

    def text(self, record: object) -> bytes:
        """The text of a record."""
        found = [written + self._value(record, name) for name, written in self._names]
        return b"{" + b",".join(found) + b"}"

    def _value(self, record: object, name: str) -> bytes:
        if name == CLASS_KEY:
            return self._class
        part = getattr(record, name)
        last = self._last.get(name)
        if last is None or last[0] is not part:
            last = self._last[name] = part, self._written(name, part)
        return last[1]

    def _written(self, name: str, part: object) -> bytes:
        if isinstance(part, Mapping) and len(part) > FEW and {*map(type, part)} == {str}:
            return b"{" + self._mappings[name].text(part) + b"}"
        return _text(part)


def _member(key: object, value: object) -> bytes:
    return _text(key) + b":" + _text(value)


_RECORDS: dict[tuple[type, str, type], _WrittenRecord] = {}


def digest(value: object) -> str:
    """A stable hash of a state: 16 hex digits, the same on every machine and Python.

    It is the hash of the canonical JSON: keys sorted, sets sorted, hexes as ``[q, r]``.
    """
    kind: Any = type(value)
    block, known = blake(b""), _FIELDS[kind]
    for name, written in _sorted_names(kind):
        part = getattr(value, name)
        last = known.get(name)
        if last is None or last[0] is not part:
            last = known[name] = (part, _field(kind, name, part))
        block.update(written)
        block.update(last[1])
    return block.hexdigest()


_FIELDS: defaultdict[type, dict[str, tuple[object, bytes]]] = defaultdict(dict)
"""The value of each field of a state written last, with its text: states share what they did not
change.
"""


@cache
def _sorted_names(kind: type) -> tuple[tuple[str, bytes], ...]:
    """The fields of a dataclass in alphabetical order, each name with its bytes."""
    return tuple((name, name.encode()) for name in sorted(_field_names(kind) or ()))


def _field(owner: type, name: str, part: object) -> bytes:
    """The text of a field of a state."""
    kind: Any = type(part)
    if _holds_mappings(kind):
        known = _RECORDS.get((owner, name, kind))
        if known is None:
            known = _RECORDS[owner, name, kind] = _WrittenRecord(kind)
        return known.text(part)
    if not isinstance(part, Mapping):
        return _canonical(part)
    if len(part) > FEW:
        return _WRITTEN[owner, name].text(part)
    return b"".join(_canonical(key) + _canonical(part[key]) for key in sorted(part, key=_order))


@cache
def _holds_mappings(kind: type) -> bool:
    """Whether a class is of records that hold mappings: these are written bit by bit."""
    names = _field_names(kind)
    types_ = typing.get_type_hints(kind) if names else {}
    return any(typing.get_origin(types_[name]) is Mapping for name in names or ())


def blake(data: bytes) -> hashlib.blake2b:
    """A fresh 8-byte BLAKE2b over ``data``."""
    return hashlib.blake2b(data, digest_size=8)


def _order(key: object) -> Json:
    return (isinstance(key, tuple), key)


def _canonical(value: object) -> bytes:
    kind: Any = type(value)
    try:
        return _cached(kind, value)
    except TypeError:
        return _text(value)


@lru_cache(maxsize=65536)
def _cached(_kind: type, value: object) -> bytes:
    return _text(value)


def _text(value: object) -> bytes:
    plain = _PLAIN.to_plain(value)
    return _COMPACT.encode(plain).encode()
