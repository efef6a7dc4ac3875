"""Chance: counter-based dice. The only place in the engine where numbers are drawn at random.

A draw is a pure function of the game's seed, the log node at which it is made and a draw counter,
so that
it is the same on every machine, can be sought directly, and does not depend on the order in which
branches are explored.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TypeVar

from engine.frozen import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ChanceNode:
    """A die about to be rolled: ``sides`` faces from 1, why, and under which rule.

    ``meanings`` gives, for each face in order, what it would do in words (``hit``, ``miss``).
    ``topic`` is ``weather`` for a die that makes the weather, '' for all others.
    """

    sides: int
    reason: str
    rule: str
    meanings: tuple[str, ...] = ()
    topic: str = ""

    @property
    def faces(self) -> range:
        """The faces the die can show, each equally likely."""
        return range(1, self.sides + 1)


def draw(seed: int, node: str, counter: int, sides: int) -> int:
    """A fair face 1..sides for draw ``counter`` at log node ``node`` of the game with ``seed``.

    >>> draw(7, "start", 0, 10) == draw(7, "start", 0, 10)
    True
    """
    limit = (1 << 64) - (1 << 64) % sides
    attempt = 0
    while True:
        block = f"{seed}/{node}/{counter}/{attempt}".encode()
        value = int.from_bytes(hashlib.blake2b(block, digest_size=8).digest(), "big")
        if value < limit:
            return value % sides + 1
        attempt += 1


class Stream:
    """A reproducible sequence of choices for players that choose at random (fuzzing, tie-
    breaks).
    """

    def __init__(self, seed: int, name: str = "") -> None:
        self._seed = seed
        self._name = name
        self._count = 0

    def below(self, limit: int) -> int:
        """A number 0..limit-1. Raises ValueError when ``limit`` is not positive."""
        if limit <= 0:
            raise ValueError("a choice needs at least one possibility")
        self._count += 1
        return draw(self._seed, self._name, self._count, limit) - 1 if limit > 1 else 0

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items in a random order."""
        found = list(items)
        for last in range(len(found) - 1, 0, -1):
            other = self.below(last + 1)
            found[last], found[other] = found[other], found[last]
        return found
