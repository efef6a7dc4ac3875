"""Answers that hold for all positions with the same terms, worked out once for the last few."""

from __future__ import annotations

from collections.abc import Callable
from operator import is_
from typing import Generic, TypeVar

from maps.untyped import Json

WorkT = TypeVar("WorkT")
KeyT = TypeVar("KeyT")
MOST = 3
"""How many answers are kept under a key."""


class Shared:
    """Answers by key, each with its *terms*: all of a state that it depends on. States share what
    they did not change, so terms are the same when they are the very same objects, which costs
    nothing to compare.
    """

    def __init__(self) -> None:
        self._known: dict[object, list[tuple[tuple[object, ...], Json]]] = {}
        self._last: dict[object, Json] = {}

    def once(self, key: object, terms: tuple[object, ...], work: Callable[[], WorkT]) -> WorkT:
        """What a piece of work comes to; done again only where a term is another object."""
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = []
        for before, answer in known:
            if all(map(is_, before, terms)):
                found: WorkT = answer
                return found
        found = work()
        known.insert(0, (terms, found))
        del known[MOST:]
        return found

    def same(self, key: object, found: WorkT) -> WorkT:
        """An answer that nobody changes, or the last one of its key where that is equal: what is
        kept by the very one holds on.
        """
        last: WorkT | None = self._last.get(key)
        if last is not None and last == found:
            return last
        self._last[key] = found
        return found


class Recent(Generic[KeyT, WorkT]):
    """Answers to the last few questions, told apart by their keys, which are compared."""

    def __init__(self, most: int) -> None:
        self._known: list[tuple[KeyT, WorkT]] = []
        self._most = most

    def once(self, key: KeyT, work: Callable[[], WorkT]) -> WorkT:
        """What a piece of work comes to; done again only where nobody asked lately."""
        for known, answer in self._known:
            if known == key:
                return answer
        found = work()
        self._known.insert(0, (key, found))
        del self._known[self._most :]
        return found
