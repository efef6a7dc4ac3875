"""Values of JSON that somebody else may have written, each asked for by its kind.

>>> values = Values({"size": [3, 4], "name": "x"}, "a.json", "is no board.", "Write it again.")
>>> values.part("size").whole(1), values.text("name")
(4, 'x')
>>> values.whole("name")
Traceback (most recent call last):
maps.errors.KnownError: a.json: is no board. Write it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from maps.errors import KnownError

LARGEST_WHOLE = 10**15
"""The largest whole number that is one: up to here a computer's other numbers have no gaps."""

Key = str | int


@dataclass(frozen=True, slots=True)
class Values:
    """A table or a list. What is not there, or of another kind than asked for, raises the
    KnownError that says what the whole file is not.
    """

    found: object
    where: str
    what: str
    fix: str

    def wrong(self) -> KnownError:
        """What to raise when the values do not fit."""
        return KnownError(self.where, self.what, self.fix)

    def has(self, key: str) -> bool:
        """True when the table has an entry of that name."""
        return isinstance(self.found, Mapping) and key in self.found

    def text(self, key: Key) -> str:
        """The text under a key, or at a place of the list."""
        found = self._at(key)
        if not isinstance(found, str):
            raise self.wrong()
        return found

    def whole(self, key: Key) -> int:
        """A whole number."""
        found = self._at(key)
        if not isinstance(found, int) or isinstance(found, bool) or abs(found) > LARGEST_WHOLE:
            raise self.wrong()
        return found

    def number(self, key: Key) -> float:
        """A number, whole or not."""
        found = self._at(key)
        return found if isinstance(found, float) else float(self.whole(key))

    def part(self, key: Key) -> Values:
        """The table or list there."""
        return Values(self._at(key), self.where, self.what, self.fix)

    def parts(self, key: Key) -> Iterator[Values]:
        """The tables or lists in the list there."""
        part = self.part(key)
        return (part.part(at) for at in range(len(part)))

    def texts(self, key: Key) -> tuple[str, ...]:
        """The list of texts there."""
        part = self.part(key)
        return tuple(part.text(at) for at in range(len(part)))

    def __len__(self) -> int:
        """How long the list is."""
        if not isinstance(self.found, list):
            raise self.wrong()
        return len(self.found)

    def _at(self, key: Key) -> object:
        if isinstance(key, int):
            if isinstance(self.found, list) and 0 <= key < len(self.found):
                here: Sequence[object] = self.found
                return here[key]
        elif isinstance(self.found, Mapping) and key in self.found:
            table: Mapping[str, object] = self.found
            return table[key]
        raise self.wrong()
