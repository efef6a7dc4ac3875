"""Lines cut into single units, and joined again: ``2×8-6 Infantry XX 1, 11`` is two of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from operator import attrgetter

from oob.notation.model import Item, Kind

_REST = attrgetter(*(f.name for f in fields(Item) if f.name not in ("count", "ids")))

SPLIT = (Kind.GROUND, Kind.FLOTILLA, Kind.FACTORY, Kind.CAPITAL, Kind.RAILHEAD, Kind.MARKER)
"""Kinds of which each may have a name of its own."""


def split(items: Iterable[Item]) -> Iterator[Item]:
    """Items with each named unit on its own; those of one item share a new line number.

    >>> from oob.notation.text.parser import parse
    >>> roster = parse("sandtable notation 1\\n2×8-6 Infantry XX 1, 11\\n").roster
    >>> [item.ids for item in split(roster.items)]
    [('1',), ('11',)]
    """
    for number, item in enumerate(items, 1):
        if item.kind in SPLIT and item.count == len(item.ids) > 1:
            for name in item.ids:
                yield replace(item, count=1, ids=(name,), line=number)
        else:
            yield replace(item, line=number)


def join(items: Iterable[Item]) -> list[Item]:
    """The items of rows: neighbours of one line become one item again where only names differ."""
    found: list[Item] = []
    for item in items:
        last = found[-1] if found else None
        if last and _alike(last, item):
            found[-1] = replace(last, count=last.count + 1, ids=last.ids + item.ids)
        else:
            found.append(item)
    return found


def _alike(last: Item, item: Item) -> bool:
    return (
        item.line == last.line != 0
        and item.kind in SPLIT
        and item.count == len(item.ids) == 1
        and last.count == len(last.ids)
        and _REST(item) == _REST(last)
    )
