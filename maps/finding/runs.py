"""Large areas as runs: hexes of one column of the axial grid, one after another.

A filled board of 200,000 hexes is some 450 runs, so that what is done run by run takes a moment.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import groupby, repeat
from operator import itemgetter, lt
from typing import NamedTuple

from maps.hexgrid import Hex


class Run(NamedTuple):
    """The hexes of one ``q`` whose ``r`` is ``first`` to ``last``, both included."""

    q: int
    first: int
    last: int

    def hexes(self) -> Iterator[Hex]:
        """Its hexes in ascending order."""
        return map(Hex._make, zip(repeat(self.q), range(self.first, self.last + 1), strict=False))


def runs_of(hexes: Iterable[Hex]) -> list[Run]:
    """Hexes, in any order and each as often as one likes, as the fewest runs, ascending.

    >>> runs_of([Hex(0, 1), Hex(0, 2), Hex(2, 5), Hex(0, 4)])
    [Run(q=0, first=1, last=2), Run(q=0, first=4, last=4), Run(q=2, first=5, last=5)]
    """
    ascending = list(hexes)
    if not all(map(lt, ascending, ascending[1:])):
        ascending = sorted(set(ascending))
    return [
        Run(q, first, last)
        for q, column in groupby(ascending, itemgetter(0))
        for first, last in _unbroken([r for _, r in column])
    ]


def joined(start: Hex, among: Iterable[Hex], shut: Mapping[Hex, Set[int]]) -> list[Hex]:
    """The hexes of ``among``, each there once, that steps between neighbours join to ``start``.

    They come in ascending order. ``shut`` says which directions (0..5) of a hex cannot be stepped
    over; both hexes of a hexside name it. Empty when ``start`` is not among them.
    """
    columns: defaultdict[int, list[Hex]] = defaultdict(list)
    for at in among:
        columns[at[0]].append(at)
    alone: defaultdict[int, set[int]] = defaultdict(set)
    for q, r in shut:
        alone[q].add(r)
    runs: dict[int, list[tuple[int, int]]] = {}
    for q, column in columns.items():
        column.sort()
        runs[q] = _unbroken([r for _, r in column], alone.get(q, set()))
    firsts = {q: [first for first, _ in own] for q, own in runs.items()}
    lasts = {q: [last for _, last in own] for q, own in runs.items()}

    def beside(q: int, low: int, high: int) -> Iterator[tuple[int, int]]:
        """The runs of a column that have a hex from ``low`` to ``high``, by column and place."""
        if q in runs:
            for place in range(bisect_left(lasts[q], low), bisect_right(firsts[q], high)):
                yield q, place

    found = list(beside(start.q, start.r, start.r))
    seen = set(found)
    for q, place in found:
        first, last = runs[q][place]
        closed = shut.get(Hex(q, first), frozenset()) if first == last else frozenset[int]()
        for direction, (near, low, high) in enumerate(
            (
                (q + 1, first, last),
                (q + 1, first - 1, last - 1),
                (q, first - 1, first - 1),
                (q - 1, first, last),
                (q - 1, first + 1, last + 1),
                (q, last + 1, last + 1),
            )
        ):
            if direction not in closed:
                new = [one for one in beside(near, low, high) if one not in seen]
                seen.update(new)
                found += new
    taken: list[Hex] = []
    for q, place in sorted(found):
        first, last = runs[q][place]
        start_at = bisect_left(columns[q], (q, first))
        taken += columns[q][start_at : start_at + last - first + 1]
    return taken


def _unbroken(rs: list[int], alone: Set[int] = frozenset()) -> list[tuple[int, int]]:
    """The first and last of each run of different whole numbers, ascending; some stand alone."""
    if not alone and rs[-1] - rs[0] == len(rs) - 1:
        return [(rs[0], rs[-1])]
    found: list[tuple[int, int]] = []
    for r in rs:
        if found and found[-1][1] == r - 1 and r not in alone and r - 1 not in alone:
            found[-1] = (found[-1][0], r)
        else:
            found.append((r, r))
    return found
