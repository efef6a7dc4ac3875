"""Marks on the steps of a log: names of lines, bookmarks, notes, and who made the dice from there.

A *line* is a way through the log from the first step to one that nothing follows. Its name stands
at the step where it parted from the others and holds for all that follows that step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum

from engine.frozen import dataclass
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


@dataclass(slots=True)
class _Walked:
    """The lines of a log by their ends, none of them current; ``newest`` is the last step that was
    looked at, at this revision of the log and after so many losses.
    """

    log: LogTree
    revision: int
    losses: int
    newest: int
    lines: dict[int, Line]

    def go_on(self, names: Callable[[], Mapping[int, str]]) -> bool:
        """Follow what was added to the log; False where steps were removed from it. ``names`` are
        those of lines by the step they stand at.
        """
        log = self.log
        if log.losses != self.losses:
            return False
        for node in log.newer_than(self.newest):
            assert node.parent is not None, "only the first step follows none"
            line = self.lines.pop(node.parent, None)
            if line is None:
                self._part(node.id, node.parent, names())
            else:
                own = node.id if line.own == ROOT else line.own
                self.lines[node.id] = replace(line, end=node.id, steps=line.steps + 1, own=own)
            self.newest = node.id
        self.revision = log.revision
        return True

    def _part(self, node: int, parent: int, names: Mapping[int, str]) -> None:
        """Have a line begin with a step beside another that follows the same one: what the older
        line has alone begins after it at the earliest.
        """
        log = self.log
        way = [log.following(parent)[0]]
        while way[-1] not in self.lines:
            way.append(log.following(way[-1])[0])
        older = self.lines[way[-1]]
        if older.own not in way:
            self.lines[way[-1]] = replace(older, own=way[0])
        name = _named(log, node, names)
        self.lines[node] = Line(node, node, name, 1, is_current=False, own=node)


def _named(log: LogTree, node: int, names: Mapping[int, str]) -> str:
    """The name of the line a step is on: the nearest one at or before it; empty for none."""
    at: int | None = node if names else None
    while at is not None:
        if at in names:
            return names[at]
        at = log[at].parent
    return ""


class Marks:
    """All marks of a game, by step and kind."""

    def __init__(self, rows: Iterable[tuple[int, str, str]] = ()) -> None:
        self._texts = {(node, MarkKind(kind)): text for node, kind, text in rows}
        self._known: _Walked | None = None
        self._told: tuple[int, tuple[Line, ...]] = (ROOT, ())

    def get(self, node: int, kind: MarkKind) -> str:
        """The text of a mark; empty when there is none."""
        return self._texts.get((node, kind), "")

    def put(self, node: int, kind: MarkKind, text: str) -> None:
        """Set a mark, or take it away with an empty text."""
        self._known = None
        if text:
            self._texts[node, kind] = text
        else:
            self._texts.pop((node, kind), None)

    def of(self, kind: MarkKind) -> Iterator[tuple[int, str]]:
        """(step, text) of every mark of a kind, by step."""
        for (node, found), text in sorted(self._texts.items()):
            if found is kind:
                yield node, text

    def rows(self) -> Iterator[tuple[int, str, str]]:
        """Step, kind and text of every mark, by step."""
        for (node, kind), text in sorted(self._texts.items()):
            yield node, kind.value, text

    def forget(self, nodes: Iterable[int]) -> None:
        """Drop the marks of steps that are no more."""
        gone = set(nodes)
        self._known = None
        self._texts = {key: text for key, text in self._texts.items() if key[0] not in gone}

    def line_name(self, log: LogTree, node: int) -> str:
        """The name of the line a step is on: the nearest one at or before it; empty for none."""
        return _named(log, node, self._names())

    def _names(self) -> dict[int, str]:
        """The names of lines by the step they stand at."""
        return dict(self.of(MarkKind.LINE))

    def lines(self, log: LogTree) -> tuple[Line, ...]:
        """Every line of the log, in the order in which they began.

        They are found in one walk over the log, and again only when steps were removed or a mark
        changed; as long as one stays on a line it is the very same tuple.
        """
        known = self._known
        if known is None or known.log is not log or known.revision != log.revision:
            if known is None or known.log is not log or not known.go_on(self._names):
                known = self._known = self._walk(log)
            self._told = (ROOT, ())
        tip = log.tip
        if not self._told[1] or self._told[0] != tip:
            here = known.lines[tip]
            told = [
                replace(here, is_current=True) if line is here else line
                for line in sorted(known.lines.values(), key=lambda line: (line.parted, line.end))
            ]
            self._told = (tip, tuple(told))
        return self._told[1]

    def _walk(self, log: LogTree) -> _Walked:
        """All lines of a log."""
        newest = max(node.id for node in log)
        lines = {line.end: line for line in self._found(log)}
        return _Walked(log, log.revision, log.losses, newest, lines)

    def _found(self, log: LogTree) -> Iterator[Line]:
        """The lines in the order of their ends, none of them current.

        A step comes after the one it follows, so one pass hands name, parting and length down.
        """
        names = self._names()
        ways = {ROOT: (ROOT, names.get(ROOT, ""), 0, ROOT)}
        for node in log:
            parted, name, steps, own = ways.pop(node.id)
            following = log.following(node.id)
            for child in following[1:]:
                ways[child] = child, names.get(child, name), 1, child
            for child in following[:1]:
                alone = own if len(following) == 1 and own != ROOT else child
                ways[child] = parted, names.get(child, name), steps + 1, alone
            if not following:
                yield Line(node.id, parted, name, steps, False, own)
