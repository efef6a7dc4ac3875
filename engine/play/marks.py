"""Marks on the steps of a log: names of lines, bookmarks, notes, and who made the dice from there.

A *line* is a way through the log from the first step to one that nothing follows. Its name stands
at the step where it parted from the others and holds for all that follows that step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.play.log import ROOT, LogTree


class MarkKind(StrEnum):
    """What a mark is for."""

    LINE = "line"
    BOOKMARK = "bookmark"
    NOTE = "note"
    DICE = "dice"
    SEAT = "seat"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log: its end, the step where it parted from an older line, its name, and how
    many steps it has had since. ``own`` is the first step that no other line shares.
    """

    end: int
    parted: int
    name: str
    steps: int
    is_current: bool
    own: int = ROOT


class Marks:
    """All marks of a game, by step and kind."""

    def __init__(self, rows: Iterable[tuple[int, str, str]] = ()) -> None:
        self._texts = {(node, MarkKind(kind)): text for node, kind, text in rows}

    def get(self, node: int, kind: MarkKind) -> str:
        """The text of a mark; empty when there is none."""
        return self._texts.get((node, kind), "")

    def put(self, node: int, kind: MarkKind, text: str) -> None:
        """Set a mark, or take it away with an empty text."""
        if text:
            self._texts[node, kind] = text
        else:
            self._texts.pop((node, kind), None)

    def of(self, kind: MarkKind) -> Iterator[tuple[int, str]]:
        """(step, text) of every mark of a kind, by step."""
        for (node, found), text in sorted(self._texts.items()):
            if found is kind:
                yield node, text

    def forget(self, nodes: Iterable[int]) -> None:
        """Drop the marks of steps that are no more."""
        gone = set(nodes)
        self._texts = {key: text for key, text in self._texts.items() if key[0] not in gone}

    def line_name(self, log: LogTree, node: int) -> str:
        """The name of the line a step is on: the nearest one at or before it; empty for none."""
        at: int | None = node
        while at is not None:
            name = self.get(at, MarkKind.LINE)
            if name:
                return name
            at = log[at].parent
        return ""

    def lines(self, log: LogTree) -> tuple[Line, ...]:
        """Every line of the log, in the order in which they began."""
        current = log.tip
        found = []
        for end in log.ends():
            parted, steps = parting(log, end)
            name = self.line_name(log, end)
            found.append(Line(end, parted, name, steps, end == current, own(log, end)))
        return tuple(sorted(found, key=lambda line: (line.parted, line.end)))


def parting(log: LogTree, end: int) -> tuple[int, int]:
    """The first step that is a line's own, and how many are: those after its last branching.

    The oldest line owns everything down to the root.
    """
    at, steps = end, 0
    while at != ROOT:
        parent = log[at].parent
        assert parent is not None, "only the root has no parent"
        steps += 1
        if log.children(parent)[0].id != at:
            return at, steps
        at = parent
    return ROOT, steps


def own(log: LogTree, end: int) -> int:
    """The first step of a line that no other line shares; the root for a log without steps."""
    at = end
    while at != ROOT:
        parent = log[at].parent
        assert parent is not None, "only the root has no parent"
        if len(log.children(parent)) > 1 or parent == ROOT:
            return at
        at = parent
    return ROOT
