"""Finding rows by what people type: any fact of a row, spelling forgiven, as fast as they type."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from functools import lru_cache

from maps.finding.find import folded
from oob.ledger.model import Row, RowKey
from oob.notation.model import Item
from oob.notation.text.entries import ratings_of

_WORST_LIKENESS = 0.75
_SHORTEST_FORGIVEN = 4


class Finder:
    """Holds the words of all rows ready. Make a new one when rows have changed."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self._texts = [(row.key, _text(row.item)) for row in rows]
        self._words: Sequence[str] | None = None
        self._like: dict[str, list[str]] = {}

    def find(self, text: str) -> set[RowKey] | None:
        """The rows that have every word of a text; None when the text is empty, so that all do.

        A word stands for any that begins with it; one of four letters or more that nothing
        begins with also for those that look like it.
        """
        wanted = folded(text).split()
        if not wanted:
            return None
        forms = [self._forms(word) for word in wanted]
        return {
            key
            for key, words in self._texts
            if all(any(form in words for form in each) for each in forms)
        }

    def _forms(self, word: str) -> list[str]:
        found = self._like.get(word)
        if found is None:
            opening = f" {word}"
            plain = any(opening in words for _, words in self._texts)
            found = self._like[word] = [opening] if plain else self._alike(word)
        return found

    def _alike(self, word: str) -> list[str]:
        if len(word) < _SHORTEST_FORGIVEN or word.isdigit():
            return [f" {word}"]
        if self._words is None:
            self._words = list(dict.fromkeys(w for _, text in self._texts for w in text.split()))
        long = [w for w in self._words if len(w) >= _SHORTEST_FORGIVEN]
        near = difflib.get_close_matches(word, long, 6, _WORST_LIKENESS)
        return [f" {one} " for one in near] or [f" {word}"]


@lru_cache(maxsize=16384)
def _text(item: Item) -> str:
    """The words of an item, folded, each between blanks."""
    here = item.section
    said = (
        *item.ids,
        item.type,
        item.size,
        ratings_of(item),
        item.suffix,
        here.nationality,
        here.side,
        f"turn {here.turn}" if here.turn.isdigit() else here.turn,
        item.action.value,
        here.group,
        here.force,
        here.part,
        item.note,
        item.grade,
    )
    words = folded(" ".join(said)).replace("/", " / ").replace("(", " ").replace(",", " ")
    return f" {words} "
