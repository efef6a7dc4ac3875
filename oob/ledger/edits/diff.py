"""Which items of a list are still there in another, in order: for imports, errata and undo."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from difflib import SequenceMatcher
from operator import attrgetter

from oob.notation.model import Item

said = attrgetter(*(field.name for field in fields(Item) if field.name != "line"))
"""All an item says but its line, to compare."""


def matched(old: Sequence[Item], new: Sequence[Item]) -> list[tuple[int, int]]:
    """Pairs of places (old, new) of items that are the same, or one made of the other.

    Items are the same when they differ in nothing but their line; in a stretch where as many go as
    come, each is taken to have become the one in its place.
    """
    was, now = ([said(item) for item in items] for items in (old, new))
    head = 0
    while head < min(len(was), len(now)) and was[head] == now[head]:
        head += 1
    tail = 0
    while tail < min(len(was), len(now)) - head and was[-1 - tail] == now[-1 - tail]:
        tail += 1
    pairs = [(at, at) for at in range(head)]
    middle = SequenceMatcher(
        None, was[head : len(was) - tail], now[head : len(now) - tail], autojunk=False
    )
    for tag, a, b, c, d in middle.get_opcodes():
        if tag == "equal" or (tag == "replace" and b - a == d - c):
            pairs += [(head + a + n, head + c + n) for n in range(b - a)]
    ends = range(tail)
    return pairs + [(len(was) - tail + n, len(now) - tail + n) for n in ends]
