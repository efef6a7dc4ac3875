"""Changes of a ledger as plain JSON data, and back, strictly typed.

The store journals changes in this form, and a correction that is laid is kept in it. Records are
lists of their fields in order. Whatever does not fit raises KnownError that names the spot.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias

from maps.errors import KnownError
from oob.ledger.edits.changes import HEAD_TEXTS, HEADS, Change, Fact, LedgerLayer, Value
from oob.ledger.model import Row, RowKey
from oob.notation.model import Action, Item, Kind, Section

Plain: TypeAlias = Any
"""What :mod:`json` reads and writes; each reader below checks its type before use."""

_BIGGEST = 1 << 62


def change_to_plain(change: Change) -> dict[str, Plain]:
    """A change as JSON data; each of its ``facts`` is ``[layer, key, before, after]``."""
    facts = [[f.layer.value, f.key, _to_plain(f.before), _to_plain(f.after)] for f in change.facts]
    return {"label": change.label, "stroke": change.stroke, "facts": facts}


def change_from_plain(data: Plain, where: str = "change") -> Change:
    """The change that :func:`change_to_plain` wrote. Raises KnownError for anything else."""
    if not isinstance(data, dict) or set(data) != {"label", "stroke", "facts"}:
        raise _bad(where, "an object with label, stroke and facts is needed")
    facts = _list(data["facts"], where)
    found = tuple(_fact(item, f"{where}, fact {at}") for at, item in enumerate(facts, 1))
    try:
        return Change(found, _text(data["label"], where), _text(data["stroke"], where))
    except ValueError as error:
        raise _bad(where, str(error)) from None


def dumps(change: Change) -> str:
    """A change as JSON text."""
    return json.dumps(change_to_plain(change), ensure_ascii=False, separators=(",", ":"))


def loads(text: str, where: str = "change") -> Change:
    """The change of a JSON text. Raises KnownError."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise _bad(where, str(error)) from None
    return change_from_plain(data, where)


def item_to_plain(item: Item) -> list[Plain]:
    """An item as a list of its fields; the section is a list of its own."""
    s = item.section
    here = [s.side, s.turn, s.initial, s.group, s.force, s.part, s.area, s.nationality]
    words = [item.kind.value, here, item.action.value, item.count, item.type, item.size]
    ratings = [item.attack, item.defense, item.move, item.starred]
    tail = [list(item.ids), item.suffix, item.back, item.grade, item.note]
    return [*words, *ratings, *tail, [list(tag) for tag in item.tags], item.line]


def item_from_plain(data: Plain, where: str) -> Item:
    """The item that :func:`item_to_plain` wrote. Raises KnownError for anything else."""
    kind, here, action, count, type_, size, *more = _list(data, where, 17)
    attack, defense, move, starred, ids, suffix, back, grade, note, tags, line = more
    side, turn, initial, *words = _list(here, where, 8)
    try:
        return Item(
            Kind(_text(kind, where)),
            Section(
                _text(side, where),
                _text(turn, where),
                _flag(initial, where),
                *(_text(word, where) for word in words),
            ),
            Action(_text(action, where)),
            _number(count, where),
            _text(type_, where),
            _text(size, where),
            _maybe(attack, where),
            _maybe(defense, where),
            move if move == "R" else _maybe(move, where),
            _flag(starred, where),
            tuple(_text(one, where) for one in _list(ids, where)),
            _text(suffix, where),
            _text(back, where),
            _text(grade, where),
            _text(note, where),
            _pairs(tags, where),
            _number(line, where),
        )
    except ValueError as error:
        raise _bad(where, str(error)) from None


def _to_plain(value: Value) -> Plain:
    if isinstance(value, Row):
        return [value.key, value.rank, item_to_plain(value.item)]
    return [list(pair) for pair in value] if isinstance(value, tuple) else value


def _fact(data: Plain, where: str) -> Fact:
    layer_word, key_word, *values = _list(data, where, 4)
    key = _text(key_word, where)
    try:
        layer = LedgerLayer(_text(layer_word, where))
    except ValueError:
        raise _bad(where, f"there is no layer {layer_word!r}") from None
    before, after = (_value(layer, key, value, where) for value in values)
    return Fact(layer, key, before, after)


def _value(layer: LedgerLayer, key: str, data: Plain, where: str) -> Value:
    if layer is LedgerLayer.HEAD:
        readers: dict[str, Callable[[Plain, str], Value]] = dict.fromkeys(HEAD_TEXTS, _text)
        reader = {**readers, HEADS: _pairs}.get(key)
        if reader is None:
            raise _bad(where, f"a ledger has no {key!r}")
        return reader(data, where)
    if data is None:
        return None
    if layer is LedgerLayer.LAID:
        return _text(data, where)
    number, rank, item = _list(data, where, 3)
    row = Row(RowKey(_number(number, where)), _number(rank, where), item_from_plain(item, where))
    if str(row.key) != key:
        raise _bad(where, f"the row {row.key} is under the key {key!r}")
    return row


def _bad(where: str, what: str) -> KnownError:
    fix = "The data was not written by this program; restore a copy."
    return KnownError(where, f"{what}.", fix)


def _list(data: Plain, where: str, length: int | None = None) -> list[Plain]:
    if not isinstance(data, list) or (length is not None and len(data) != length):
        raise _bad(where, "a list is needed here" + (f" of {length}" if length else ""))
    return data


def _text(data: Plain, where: str) -> str:
    if not isinstance(data, str):
        raise _bad(where, f"text is needed, not {data!r}")
    return data


def _number(data: Plain, where: str) -> int:
    if not isinstance(data, int) or isinstance(data, bool) or abs(data) > _BIGGEST:
        raise _bad(where, f"a whole number is needed, not {data!r}")
    return data


def _maybe(data: Plain, where: str) -> int | None:
    return None if data is None else _number(data, where)


def _flag(data: Plain, where: str) -> bool:
    if not isinstance(data, bool):
        raise _bad(where, f"true or false is needed, not {data!r}")
    return data


def _pairs(data: Plain, where: str) -> tuple[tuple[str, str], ...]:
    found = (_list(pair, where, 2) for pair in _list(data, where))
    return tuple((_text(key, where), _text(text, where)) for key, text in found)
