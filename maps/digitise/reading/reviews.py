"""What was read off a scan and waits for a look: least sure first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil

from maps.digitise.calibrating.grids import Grid
from maps.digitise.reading.classify import Verdict
from maps.digitise.reading.strips import Course
from maps.digitise.reading.trace import Traced
from maps.edits import Change, add_hexes, mark_draft, paint, set_lines, set_sides
from maps.edits.changes import joined
from maps.errors import counted
from maps.hexgrid import Hex, link, side_between
from maps.legend import Layer
from maps.model import GameMap

LIKELY = 0.5
"""Confidence from which on a traced stretch is taken to be there."""


DOUBTFUL = 0.15
"""The share of hexes, the least sure ones, that all wrong ones were among on made-up scans, and on
real ones nearly all.
"""


@dataclass(frozen=True, slots=True)
class Item:
    """A hex with its terrain, or a stretch with a line, and how sure that is.

    ``labels`` is one hex, or the two of a stretch. ``kind`` is empty where no line is thought to
    be. ``seen`` means that a person has confirmed or corrected it.
    """

    labels: tuple[str, ...]
    kind: str
    second: str
    confidence: float
    seen: bool = False


@dataclass(frozen=True, slots=True)
class Review:
    """All items of one reading of a scan, in the order they are to be looked at.

    ``line`` is the kind that was traced, empty for terrain; ``course`` what it follows.
    """

    items: tuple[Item, ...]
    line: str = ""
    course: Course = Course.SIDES

    @property
    def seen(self) -> int:
        """How many items a person has looked at."""
        return sum(item.seen for item in self.items)

    @property
    def doubtful(self) -> int:
        """How many of the hexes that come first nobody has looked at: less likely than not, and
        among the least sure.
        """
        first = self.items[: ceil(DOUBTFUL * len(self.items))]
        return sum(not item.seen and item.confidence < LIKELY for item in first)

    def row_of(self, labels: tuple[str, ...]) -> int | None:
        """The row of a hex or stretch."""
        wanted = frozenset(labels)
        for row, item in enumerate(self.items):
            if frozenset(item.labels) == wanted:
                return row
        return None

    def with_kind(self, row: int, kind: str) -> Review:
        """The review with one item confirmed as a kind."""
        items = list(self.items)
        items[row] = replace(items[row], kind=kind, seen=True, confidence=1.0)
        return replace(self, items=tuple(items))

    def confirmed(self, kinds: dict[tuple[str, ...], str]) -> Review:
        """The review with what a person confirmed, by labels in any order, and nothing else."""
        known = {frozenset(labels): kind for labels, kind in kinds.items()}
        items = tuple(
            replace(item, kind=known[key], seen=True, confidence=1.0)
            if (key := frozenset(item.labels)) in known
            else replace(item, seen=False)
            for item in self.items
        )
        return replace(self, items=items)


def of_terrain(verdicts: Sequence[Verdict]) -> Review:
    """The review of a classification."""
    return Review(
        tuple(Item((v.label,), v.kind, v.second, v.confidence, v.confirmed) for v in verdicts)
    )


def of_lines(
    traced: Sequence[Traced], kind: str, course: Course, given: set[frozenset[str]]
) -> Review:
    """The review of a tracing: what is neither clearly there nor clearly not comes first."""
    items = [
        Item(
            one.hexes,
            kind if one.confidence >= LIKELY else "",
            "" if one.confidence >= LIKELY else kind,
            abs(2 * one.confidence - 1),
            frozenset(one.hexes) in given,
        )
        for one in traced
        if one.confidence > 0.02
    ]
    items.sort(key=lambda item: (item.seen, item.confidence))
    return Review(tuple(items), kind, course)


def drawing(review: Review, grid: Grid, board: GameMap, least: float) -> Change:
    """What the review draws on the board: one change; what nobody has looked at becomes a draft.

    Items less sure than ``least`` that nobody has looked at are left out.
    """
    taken = [item for item in review.items if item.seen or item.confidence >= least]
    if review.line:
        return _lines(taken, review, grid, board)
    drafts = {_hex(grid, item.labels[0]): item.kind for item in taken if not item.seen}
    seen: dict[str, list[Hex]] = {}
    for item in taken:
        if item.seen:
            seen.setdefault(item.kind, []).append(_hex(grid, item.labels[0]))
    parts = [paint(board, hexes, kind) for kind, hexes in seen.items()]
    parts.append(
        add_hexes(board, {at: kind for at, kind in drafts.items() if at in board}, draft=True)
    )
    return joined(parts, f"Draw the terrain of the scan ({counted(len(taken), 'hex', 'hexes')})")


def _lines(taken: list[Item], review: Review, grid: Grid, board: GameMap) -> Change:
    found = [item for item in taken if item.kind]
    pairs = [(_hex(grid, item.labels[0]), _hex(grid, item.labels[1])) for item in found]
    pairs = [(a, b) for a, b in pairs if a in board or b in board]
    if review.course is Course.SIDES:
        change = set_sides(board, [side_between(a, b) for a, b in pairs], review.line, True)
    else:
        change = set_lines(board, [link(a, b) for a, b in pairs], review.line, True)
    unseen = [
        at
        for item in found
        if not item.seen
        for at in (_hex(grid, item.labels[0]), _hex(grid, item.labels[1]))
    ]
    layer = Layer.HEXSIDE if review.course is Course.SIDES else Layer.LINE
    known = board.legend.has(layer, review.line) and board.legend.get(layer, review.line).name
    label = (
        f"Draw {known or review.line} of the scan ({counted(len(found), 'stretch', 'stretches')})"
    )
    return joined([change, mark_draft(board, unseen, True)], label)


def _hex(grid: Grid, label: str) -> Hex:
    return grid.hex(label, "the scan")
