"""Roads and railroads of the board as the game has them: ferries, lines through cities, the line
under construction (FE-7, 31A3).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import cached_property
from itertools import pairwise

from engine.core.system import Scenario
from engine.systems.europa.board.board import RAILS, STRAITS, Links
from engine.systems.europa.state.context import Context, Look
from engine.systems.fire_in_the_east.charts import Charts
from maps.hexgrid import Hex, Side, side_between


class LineContext(Context):
    """The part of what never changes that is about lines."""

    charts: Charts

    def __init__(self, scenario: Scenario, citations: Mapping[str, str], look: Look) -> None:
        super().__init__(scenario, citations, look)
        self._line_sides: dict[frozenset[Hex], frozenset[Side]] = {}

    @cached_property
    def roads(self) -> Links:
        """Hexes joined by roads and railroads; a line drawn over straits is a ferry, no bridge
        (FE-31A3.1).
        """
        ferries = {side.hexes for side, kinds in self.map.hexsides.items() if STRAITS in kinds}
        apart = ferries | {(b, a) for a, b in ferries}
        found = {
            at: {n for n in near if (at, n) not in apart} for at, near in super().roads.items()
        }
        for at in self._city_lines(found):
            found[at].update(n for n in at.neighbours() if n in self._major and n in found)
        return {at: tuple(sorted(near)) for at, near in found.items()}

    @cached_property
    def rails(self) -> Links:
        """Hexes joined by railroads; those of a city touch one another, and the line under
        construction is one, though nothing goes by it before it is laid (FE-7.2, 7D.1).
        """
        found = {at: set(near) for at, near in self._lines(RAILS).items()}
        for at in self._city_lines(found):
            found[at].update(n for n in at.neighbours() if n in self._major and n in found)
        for a, b in pairwise(self._ends_and_line):
            found.setdefault(a, set()).add(b)
            found.setdefault(b, set()).add(a)
        return {at: tuple(sorted(near)) for at, near in sorted(found.items())}

    @cached_property
    def _major(self) -> frozenset[Hex]:
        """The hexes of major cities of several hexes."""
        major = self.major_cities
        further = self.further_city_hexes & major
        return further | frozenset(at for at in major if further.intersection(at.neighbours()))

    def _city_lines(self, lines: Mapping[Hex, object]) -> frozenset[Hex]:
        """The hexes of such cities that lines touch."""
        return frozenset(at for at in self._major if at in lines)

    @cached_property
    def _ends_and_line(self) -> tuple[Hex, ...]:
        """The hexes of the line under construction, with those of its ends, along the road."""
        chart = self.charts.building_line
        first, last = self.hex_of(chart.start), self.hex_of(chart.end)
        rails, roads = self._lines(RAILS), self._lines(("road", *RAILS))
        before: dict[Hex, Hex] = {first: first}
        edge = deque([first])
        while edge and last not in before:
            here = edge.popleft()
            for near in roads.get(here, ()):
                if near not in before and (near == last or near not in rails):
                    before[near] = here
                    edge.append(near)
        if last not in before:
            return ()
        way = [last]
        while way[-1] != first:
            way.append(before[way[-1]])
        return tuple(reversed(way))

    @cached_property
    def building_line(self) -> frozenset[Hex]:
        """The hexes of the line under construction but for its ends, which have railroads
        (FE-7D.1).
        """
        return frozenset(self._ends_and_line[1:-1])

    def sides_of_line(self, laid: frozenset[Hex]) -> frozenset[Side]:
        """The hexsides that this line does not cross yet, with some of its hexes laid."""
        if laid not in self._line_sides:
            open_ = self.building_line - laid
            links = pairwise(self._ends_and_line)
            sides = (side_between(a, b) for a, b in links if a in open_ or b in open_)
            self._line_sides[laid] = frozenset(sides)
        return self._line_sides[laid]
