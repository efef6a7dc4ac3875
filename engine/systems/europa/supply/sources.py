"""The supply sources of a side at present (BF-12C, BC-12C)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import partial

from engine.core.state import Location
from engine.systems.europa.board.areas import area
from engine.systems.europa.board.board import CITY_RANK
from engine.systems.europa.charts.supply_charts import SourceKind, SourceRow
from engine.systems.europa.state.constants import HALF, NEUTRAL
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.source import Source
from engine.systems.europa.supply.nets import Lines
from maps.hexgrid import Hex


def of(pos: Position, side: str) -> tuple[Source, ...]:
    """Every source a side has now: those of the chart that it owns, and delivered supplies."""
    state = pos.state
    terms = (pos.owned(side), state.joined, state.forfeit, state.deliveries, *pos.line_terms)
    return pos.shared(("sources", side), terms, partial(_of, pos, side))


def _of(pos: Position, side: str) -> tuple[Source, ...]:
    rows = (row for row in pos.context.charts.sources.rows if side_of(pos, row) == side)
    charted = [source for row in rows for source in _of_row(pos, row, side)]
    return (*charted, *delivered(pos, side))


def delivered(pos: Position, side: str) -> Iterator[Source]:
    """Supplies landed or flown in that lie in a side's hexes (BF-12C3)."""
    rule = pos.context.cite("delivered supply")
    for at, delivery in sorted(pos.state.deliveries.items()):
        if delivery.side == side:
            name = f"supplies in {pos.label(at)}"
            yield Source(at, name, rule, room=delivery.amount * HALF, overland=True)


def side_of(pos: Position, row: SourceRow) -> str:
    """The side a row of the chart feeds: a national source goes with its nation."""
    return pos.state.joined.get(row.nations[0], NEUTRAL) if row.nations else row.side


def _of_row(pos: Position, row: SourceRow, side: str) -> Iterable[Source]:
    every = every_of(pos.context, row)
    if row.kind is SourceKind.BOX:
        return every
    owned, lost = pos.owned(side), pos.state.forfeit if row.forfeited else frozenset[Hex]()
    usable = [source for source in every if source.at in owned and source.at not in lost]
    if not row.linked:
        return usable
    cities = [source.at for source in usable if isinstance(source.at, Hex)]
    joined = linked(pos, side, cities, row.cities)
    return [source for source in usable if source.at in joined]


def every_of(context: Context, row: SourceRow) -> tuple[Source, ...]:
    """The sources of a row of the chart, whoever owns them; worked out once a game."""
    if row.id not in context.every_source:
        context.every_source[row.id] = tuple(_made(context, row))
    return context.every_source[row.id]


def _made(context: Context, row: SourceRow) -> Iterator[Source]:
    topic = "full supply source"
    if row.halves or row.units:
        topic = "restricted supply source"
    elif row.nations:
        topic = "national supply source"
    places: tuple[Location, ...] = (
        row.hexes if row.kind is SourceKind.BOX else _hexes_of(context, row)
    )
    for at in places:
        yield Source(
            at,
            context.label(at),
            row.rule or context.cite(topic),
            frozenset(row.nations),
            row.halves or row.units or None,
            row.units // row.divisions if row.divisions else 0,
            row.overland,
        )


def _hexes_of(context: Context, row: SourceRow) -> tuple[Hex, ...]:
    if row.hexes:
        found = [context.hex_of(label) for label in row.hexes]
    elif row.kind is SourceKind.EDGE:
        found = list(context.edges)
    elif row.kind is SourceKind.PORT:
        found = [at for at, size in context.ports.items() if not row.sizes or size in row.sizes]
    else:
        ranks = {CITY_RANK[size] for size in row.sizes}
        found = [at for at, rank in context.cities.items() if rank in ranks]
    inside = [area(context, name) for name in row.areas]
    outside = [area(context, name) for name in row.not_in]
    return tuple(
        at
        for at in found
        if (not inside or any(at in lands for lands in inside))
        and not any(at in lands for lands in outside)
    )


def linked(pos: Position, side: str, cities: Collection[Hex], least: int) -> frozenset[Hex]:
    """Those of some cities in a side's hexes that rail lines through its hexes join to so many in
    all (BF-12C2.7, FE-12C2.2). The further hexes of a city are no cities.
    """
    further, lines = pos.context.further_city_hexes, pos.supply_lines(side)
    if lines:
        return _on_lines(pos, side, frozenset(cities), lines, least)
    graph = pos.context.supply_graph
    owned = graph.masks.of(("owned", side), pos.owned(side))
    joined = {city: graph.line(city, owned) for city in cities}
    count = Counter(line for city, line in joined.items() if city not in further)
    return frozenset([city for city, line in joined.items() if line and count[line] >= least])


def _on_lines(
    pos: Position, side: str, cities: frozenset[Hex], lines: Lines, least: int
) -> frozenset[Hex]:
    """The same along the rail lines that serve a side (FE-12B4.2)."""
    graph, further = pos.context.supply_graph, pos.context.further_city_hexes
    owned = graph.masks.of(("owned", side), pos.owned(side))
    found, left = set[Hex](), {at for at in cities if at in pos.context.rails}
    while left:
        reached = graph.along(lines, graph.bits.bit[left.pop()] & owned, owned)
        group = {at for at in cities if graph.bits.bit[at] & reached}
        left -= group
        if sum(at not in further for at in group) >= least:
            found |= group
    return frozenset(found)
