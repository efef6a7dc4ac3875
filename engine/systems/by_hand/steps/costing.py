"""What a step costs one movement class in one kind of weather, by the declared rows."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from engine.systems.by_hand.charts.costs import FREE, Price, price
from engine.systems.by_hand.charts.ground import EVERY, Costs, MovementChart, SkyRow

Prices = dict[str, Price | None]


class Costing:
    """The cost rows of one movement class; ``extra`` is what the weather adds to terrain."""

    def __init__(
        self, chart: MovementChart, kind: str, weather: str, extra: Mapping[str, Price]
    ) -> None:
        skies = tuple(row for row in chart.skies if weather in row.weather)
        self._terrain = _prices(((row.id, row.cost) for row in chart.terrain), kind, skies)
        self._places = _prices(((row.id, row.cost) for row in chart.places), kind, skies)
        self._sides = _prices(((row.id, row.cost) for row in chart.hexsides), kind, skies)
        self._lines = _prices(((row.id, row.cost) for row in chart.lines), kind, skies)
        self._raising = frozenset(row.id for row in chart.hexsides if row.raises)
        self._bridges = frozenset(row.id for row in chart.lines if row.bridges)
        self._extra = extra
        self.sealed = frozenset(
            ident
            for row in skies
            if row.sealed and (_of(row.cost, kind) or FREE).barred
            for ident in row.of
        )
        """The kinds of terrain that the weather closes altogether."""

    def entering(self, terrain: str, places: Collection[str]) -> Price | None:
        """What entering a hex costs; None where nothing is declared of it."""
        named = [self._places[kind] for kind in places if kind in self._places]
        found = next((cost for cost in named if cost is not None), None)
        found = self._terrain.get(terrain) if found is None else found
        return None if found is None else found + self._extra.get(terrain, FREE)

    def step(self, entering: Price | None, sides: frozenset[str], lines: frozenset[str]) -> Price:
        """What a step costs: the cheapest line, else the hex and what lies between."""
        crossing, least = FREE, FREE
        for kind in sorted(sides):
            found = self._sides.get(kind) or FREE
            if kind in self._raising:
                least = least.or_more(found)
            else:
                crossing += found
        ways = [] if entering is None else [entering.or_more(least) + crossing]
        for kind in sorted(lines):
            along = self._lines.get(kind)
            if along is not None:
                ways.append(along if kind in self._bridges else along.or_more(least) + crossing)
        open_ways = [way for way in ways if not way.barred]
        if not open_ways:
            return Price(barred=True)
        return min(open_ways, key=lambda way: (way.whole, way.points))


def _prices(rows: Iterator[tuple[str, Costs]], kind: str, skies: tuple[SkyRow, ...]) -> Prices:
    """What each row costs a class, the weather's own costs in place of others."""
    found = {ident: _of(cost, kind) for ident, cost in rows}
    for row in skies:
        instead = _of(row.cost, kind)
        if instead is not None:
            found.update((ident, instead) for ident in row.of if ident in found)
    return found


def _of(costs: Costs, kind: str) -> Price | None:
    text = costs.get(kind, costs.get(EVERY))
    return None if text is None else price(text)
