"""What a step of a game tells, put into words when somebody reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import overload

from engine.core.events import Event

Pair = tuple[str, str]
"""A rule and a sentence."""


class Sentences(Sequence[Pair]):
    """(rule, sentence) of each of some events. The sentences are made by ``prose`` when the first
    one is read: games that nobody reads, of which random play makes thousands, need none.
    """

    def __init__(self, events: Sequence[Event], prose: Callable[[Event], str]) -> None:
        self._events = events
        self._prose: Callable[[Event], str] | None = prose
        self._worded: tuple[Pair, ...] = ()

    @property
    def worded(self) -> tuple[Pair, ...]:
        """All of them; what words them is forgotten once that is done."""
        if self._prose is not None:
            prose = self._prose
            self._worded = tuple([(event.rule, prose(event)) for event in self._events])
            self._prose, self._events = None, ()
        return self._worded

    def __len__(self) -> int:
        return len(self._events) if self._prose is not None else len(self._worded)

    def __iter__(self) -> Iterator[Pair]:
        return iter(self.worded)

    @overload
    def __getitem__(self, index: int) -> Pair: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Pair, ...]: ...

    def __getitem__(self, index: int | slice) -> Pair | tuple[Pair, ...]:
        return self.worded[index]

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Sentences):
            other = other.worded
        return self.worded == other

    def __hash__(self) -> int:
        return hash(self.worded)

    def __repr__(self) -> str:
        return repr(self.worded)
