"""Place words of set-ups and arrivals, as hexes of the board or a holding box."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.systems.europa.ground import MAJOR
from engine.systems.europa.lands import area
from engine.systems.europa.place_charts import PlaceRow
from engine.systems.europa.table import Table
from maps.hexgrid import Hex

DOT = MAJOR - 1
"""The least rank of a dot city."""


def box(table: Table, word: str) -> str:
    """The holding box a place word names, '' when it names hexes."""
    return table.charts.places.row(word).box


def hexes(table: Table, word: str) -> tuple[Hex, ...]:
    """The land hexes that meet every condition of a place word, in order; none for a box."""
    if word not in table.place_hexes:
        row = table.charts.places.row(word)
        tests = () if row.box else tuple(_tests(table, row))
        found = (at for at in sorted(table.land) if all(test(at) for test in tests))
        table.place_hexes[word] = () if row.box else tuple(found)
    return table.place_hexes[word]


def _tests(table: Table, row: PlaceRow) -> Iterator[Callable[[Hex], bool]]:
    """One test for each condition a row states."""
    if row.areas:
        inside = frozenset[Hex]().union(*(area(table, name) for name in row.areas))
        yield inside.__contains__
    if row.borders:
        beyond = (at for at in table.land if table.countries.get(at) in row.borders)
        yield table.near(beyond, row.depth).__contains__
    if row.near:
        yield table.near(map(table.hex_of, row.near), row.within).__contains__
    if row.cities:
        yield table.cities.__contains__
    if row.dots:
        yield lambda at: table.city_rank(at) >= DOT
    if row.ports:
        yield table.ports.__contains__
    if row.fields:
        yield table.fields.__contains__
    if row.fortified:
        behind = frozenset(at for side in table.fortified for at in side.hexes)
        yield behind.__contains__
