"""The ground of a position: where its fronts run, whose the hexes are, which railroads serve."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise

from engine.scenarios.making.plan import Plan, Sector
from engine.systems.fire_in_the_east.state.context import EastContext
from maps.hexgrid import Hex

LAND = "USSR"


def way(start: Hex, to: Hex, near: Callable[[Hex], Iterable[Hex]]) -> tuple[Hex, ...]:
    """The shortest way from a hex to another, both included; none where none leads."""
    before: dict[Hex, Hex | None] = {start: None}
    waiting = deque((start,))
    while waiting and to not in before:
        at = waiting.popleft()
        for one in sorted(near(at)):
            if one not in before:
                before[one] = at
                waiting.append(one)
    found, at_last = [], to if to in before else None
    while at_last is not None:
        found.append(at_last)
        at_last = before[at_last]
    return tuple(reversed(found))


class Ground:
    """The board as a plan divides it."""

    def __init__(self, context: EastContext, plan: Plan) -> None:
        self.context = context
        self.plan = plan
        self.lines: Mapping[str, tuple[Hex, ...]] = {
            line.id: tuple(self._line(line.hexes)) for line in plan.lines
        }
        self.soviet_front = frozenset(at for line in self.lines.values() for at in line)
        self.axis = self._spread()

    def _line(self, labels: tuple[str, ...]) -> Iterator[Hex]:
        hexes = [self.context.hex_of(label) for label in labels]
        yield hexes[0]
        for start, to in pairwise(hexes):
            yield from way(start, to, self.soviet)[1:]

    def soviet(self, at: Hex) -> Iterator[Hex]:
        """The land of the USSR beside a hex."""
        countries = self.context.countries
        return (n for n in self.context.fronts.get(at, ()) if countries.get(n) == LAND)

    def _spread(self) -> frozenset[Hex]:
        """The hexes of the USSR on the Axis side of the fronts."""
        context = self.context
        held = self.soviet_front | {context.hex_of(label) for label in self.plan.pockets}
        found = {context.hex_of(label) for label in self.plan.inside} - held
        waiting = deque(sorted(found))
        while waiting:
            for near in self.soviet(waiting.popleft()):
                if near not in found and near not in held:
                    found.add(near)
                    waiting.append(near)
        return frozenset(found)

    def front(self, sector: Sector, *, axis: bool) -> tuple[Hex, ...]:
        """The foremost hexes of a side in a sector, from end to end."""
        if sector.posts:
            return tuple(map(self.context.hex_of, sector.posts))
        line = self.lines[sector.line]
        first, last = (self.context.hex_of(label) for label in (sector.first, sector.last))
        part = line[line.index(first) : line.index(last) + 1]
        if not axis:
            return part
        beside = (n for at in part for n in sorted(self.context.fronts.get(at, ())) if self.ours(n))
        return tuple(dict.fromkeys(beside))

    def ours(self, at: Hex) -> bool:
        """Whether the Axis has a hex: one that it gained, or its own land."""
        return at in self.axis or self.context.countries.get(at, LAND) != LAND

    def regauged(self) -> frozenset[Hex]:
        """The hexes of the railroads that have been re-gauged."""
        rails = self.context.rails

        def near(at: Hex) -> Iterable[Hex]:
            return (one for one in rails.get(at, ()) if self.ours(one))

        found = set[Hex]()
        for stops in self.plan.railways:
            hexes = [self.context.hex_of(label) for label in stops]
            for start, to in pairwise(hexes):
                found.update(way(start, to, near))
        return frozenset(at for at in found & self.axis if self._broad(at))

    def railroads(self, *, axis: bool) -> frozenset[Hex]:
        """The hexes of the railroads that serve a side: the Axis where they have been re-gauged."""
        if axis:
            return self.regauged()
        return frozenset(at for at in self.context.rails if not self.ours(at))

    def _broad(self, at: Hex) -> bool:
        """Whether a line of broad gauge leads through a hex where no other gauge begins."""
        ways, rails, none = self.context.railways, self.context.rails, frozenset[Hex]()
        return at not in ways.changes and any(ways.broad(at, one, none) for one in rails[at])
