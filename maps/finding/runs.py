"""Large areas as runs: hexes of one column of the axial grid, one after another.

A filled board of 200,000 hexes is some 450 runs, so that what is done run by run takes a moment.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import islice, repeat
from operator import lt
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
    return unbroken(in_order(hexes))


def unbroken(ascending: Sequence[Hex]) -> list[Run]:
    """Hexes, each once and in ascending order, as the fewest runs.

    It takes far fewer steps than there are hexes where runs are long.
    """
    found: list[Run] = []
    place = 0
    while place < len(ascending):
        last = _end_of_run(ascending, place)
        found.append(Run(*ascending[place], ascending[last].r))
        place = last + 1
    return found


def _end_of_run(ascending: Sequence[Hex], first: int) -> int:
    """The place of the last hex of the run that begins at a place."""
    q, r = ascending[first]
    lead = r - first
    known, beyond, step = first, len(ascending), 1
    while known + step < beyond and ascending[known + step] == (q, lead + known + step):
        known += step
        step *= 2
    beyond = min(beyond, known + step)
    while beyond - known > 1:
        middle = (known + beyond) // 2
        if ascending[middle] == (q, lead + middle):
            known = middle
        else:
            beyond = middle
    return known


def in_order(hexes: Iterable[Hex]) -> Sequence[Hex]:
    """Hexes in ascending order and each once; what is so already is not sorted again."""
    given = hexes if isinstance(hexes, list | tuple) else list(hexes)
    if all(map(lt, given, islice(given, 1, None))):
        return given
    return sorted(set(given))


def ascending(hexes: Set[Hex], among: Collection[Hex]) -> list[Hex]:
    """Hexes in ascending order. Of a large part of a board it is found as the board has them.

    >>> ascending({Hex(2, 0), Hex(0, 1)}, [Hex(0, 1), Hex(1, 1), Hex(2, 0)])
    [Hex(q=0, r=1), Hex(q=2, r=0)]
    """
    if len(hexes) * 8 > len(among):
        found = [at for at in among if at in hexes]
        if len(found) == len(hexes):
            found.sort()  # hardly any work: boards are kept nearly in order
            return found
    return sorted(hexes)


def pairs(runs: Sequence[Run]) -> int:
    """How many pairs of neighbours there are among hexes, given as their runs, ascending."""
    columns: defaultdict[int, list[Run]] = defaultdict(list)
    for run in runs:
        columns[run.q].append(run)
    found = sum(run.last - run.first for run in runs)
    for q, column in columns.items():
        beside = columns.get(q + 1, [])
        place = 0
        for run in column:
            while place < len(beside) and beside[place].last < run.first - 1:
                place += 1
            for near in beside[place:]:
                if near.first > run.last:
                    break
                for shift in (0, -1):  # the two directions that lead to the next column
                    first, last = run.first + shift, run.last + shift
                    found += max(0, min(last, near.last) - max(first, near.first) + 1)
    return found


def joined(start: Hex, among: Iterable[Hex], shut: Mapping[Hex, Set[int]]) -> list[Hex]:
    """The hexes of ``among``, each there once, that steps between neighbours join to ``start``.

    They come in ascending order. ``shut`` says which directions (0..5) of a hex cannot be stepped
    over; both hexes of a hexside name it. Empty when ``start`` is not among them.
    """
    ordered = sorted(among)
    alone: defaultdict[int, set[int]] = defaultdict(set)
    for q, r in shut:
        alone[q].add(r)
    runs: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    places: defaultdict[int, list[int]] = defaultdict(list)
    place = 0
    for q, low, high in unbroken(ordered):
        for first, last in _split(low, high, alone.get(q, set())):
            runs[q].append((first, last))
            places[q].append(place)
            place += last - first + 1
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
    if len(found) == sum(map(len, runs.values())):
        return ordered
    taken: list[Hex] = []
    for q, place in sorted(found):
        first, last = runs[q][place]
        start_at = places[q][place]
        taken += ordered[start_at : start_at + last - first + 1]
    return taken


def _split(low: int, high: int, alone: Set[int]) -> Iterator[tuple[int, int]]:
    """The first and last ``r`` of the parts of a run in which some hexes stand alone."""
    for r in sorted(r for r in alone if low <= r <= high):
        if low < r:
            yield low, r - 1
        yield r, r
        low = r + 1
    if low <= high:
        yield low, high
