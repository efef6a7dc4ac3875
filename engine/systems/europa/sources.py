"""The supply sources of a side as things stand (BF-12C, BC-12C)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.systems.europa.ground import CITY_RANK
from engine.systems.europa.lands import area
from engine.systems.europa.position import Position, Source
from engine.systems.europa.supply_charts import SourceKind, SourceRow
from engine.systems.europa.words import HALF
from maps.hexgrid import Hex


def of(pos: Position, side: str) -> tuple[Source, ...]:
    """Every source a side has now: those of the chart that it owns, and delivered supplies."""
    found: list[Source] = []
    for row in pos.table.charts.sources.rows:
        if row.side == side:
            found += _of_row(pos, row)
    return (*found, *delivered(pos, side))


def delivered(pos: Position, side: str) -> Iterator[Source]:
    """Supplies landed or flown in that lie in a side's hexes (BF-12C3)."""
    rule = pos.table.cite("delivered supply")
    for at, delivery in sorted(pos.state.deliveries.items()):
        if delivery.side == side:
            name = f"supplies in {pos.label(at)}"
            yield Source(at, name, rule, room=delivery.amount * HALF, overland=True)


def _of_row(pos: Position, row: SourceRow) -> Iterator[Source]:
    topic = "full supply source"
    if row.halves or row.units:
        topic = "restricted supply source"
    elif row.nations:
        topic = "national supply source"
    make = partial(
        Source,
        rule=pos.table.cite(topic),
        nations=frozenset(row.nations),
        room=row.halves or row.units or None,
        division=row.units // row.divisions if row.divisions else 0,
        overland=row.overland,
    )
    if row.kind is SourceKind.BOX:
        yield from (make(box, pos.label(box)) for box in row.hexes)
        return
    usable = [
        at
        for at in hexes_of(pos, row)
        if pos.owner_of(at) == row.side and not (row.forfeited and at in pos.state.forfeit)
    ]
    if row.linked:
        usable = [at for at in usable if linked(pos, at, usable)]
    yield from (make(at, pos.label(at)) for at in usable)


def hexes_of(pos: Position, row: SourceRow) -> tuple[Hex, ...]:
    """The hexes of a row of the chart, whoever owns them; worked out once a game."""
    known = pos.table.source_hexes
    if row.id not in known:
        known[row.id] = _hexes_of(pos, row)
    return known[row.id]


def _hexes_of(pos: Position, row: SourceRow) -> tuple[Hex, ...]:
    table = pos.table
    if row.hexes:
        found = [table.hex_of(label) for label in row.hexes]
    elif row.kind is SourceKind.EDGE:
        found = list(table.edges)
    elif row.kind is SourceKind.PORT:
        found = [at for at, size in table.ports.items() if not row.sizes or size in row.sizes]
    else:
        ranks = {CITY_RANK[size] for size in row.sizes}
        found = [at for at, rank in table.cities.items() if rank in ranks]
    inside = [area(table, name) for name in row.areas]
    outside = [area(table, name) for name in row.not_in]
    return tuple(
        at
        for at in found
        if (not inside or any(at in lands for lands in inside))
        and not any(at in lands for lands in outside)
    )


def linked(pos: Position, at: Hex, cities: list[Hex]) -> bool:
    """True when a rail line through a side's own hexes joins a city to another (BF-12C2.7)."""
    networks = pos.table.railways.networks(pos.owned(pos.owner_of(at)))
    here = networks.get(at)
    return here is not None and any(networks.get(city) == here for city in cities if city != at)
