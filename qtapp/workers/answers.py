"""Answers about the steps of a log, each found once while it is among the last ones shown."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Generic, TypeVar

KEPT = 32
"""Positions whose answers are kept, so that undo and redo ask nothing again."""
AnswerT = TypeVar("AnswerT")


class Answers(Generic[AnswerT]):
    """What is asked of a position once, for the last few steps of the log that were shown."""

    def __init__(self, ask: Callable[[], AnswerT]) -> None:
        self._ask = ask
        self._known: dict[int, AnswerT] = {}

    def at(self, node: int) -> AnswerT:
        """The answer at a step, which must be the current one."""
        if node not in self._known:
            self.put(node, self._ask())
        return self._known[node]

    def put(self, node: int, answer: AnswerT) -> None:
        """Keep an answer at a step that was found elsewhere."""
        if len(self._known) >= KEPT:
            del self._known[next(iter(self._known))]
        self._known[node] = answer

    def __contains__(self, node: int) -> bool:
        return node in self._known

    def forget(self) -> None:
        """Ask again: the board, the log or the seat is another."""
        self._known.clear()


def through(pieces: Callable[[], Generator[None, None, AnswerT]]) -> AnswerT:
    """What is worked out in pieces, in one go."""
    work = pieces()
    while True:
        try:
            next(work)
        except StopIteration as end:
            found: AnswerT = end.value
            return found
