"""Place words: the hexes and boxes where units are set up and where they arrive."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.state import Location
from engine.systems.europa.ground import CITY_RANK
from engine.systems.europa.lands import area
from engine.systems.europa.place_charts import PlaceRow
from engine.systems.europa.table import Table
from maps.hexgrid import Hex


def spots(table: Table, word: str) -> tuple[Location, ...]:
    """The land hexes and boxes a place word means, in order, whatever stands there.

    Worked out once a game. Raises KeyError for a word the chart does not have.
    """
    if word not in table.places:
        table.places[word] = tuple(_spots(table, table.charts.places.row(word)))
    return table.places[word]


def _spots(table: Table, wanted: PlaceRow) -> Iterator[Location]:
    if wanted.box:
        yield wanted.box
    if wanted.areas or wanted.near or wanted.borders or wanted.fortified:
        yield from (at for at in sorted(_around(table, wanted)) if _fits(table, wanted, at))


def _around(table: Table, wanted: PlaceRow) -> frozenset[Hex]:
    """The land hexes a row may mean, by its areas, neighbours and borders."""
    found = table.land
    if wanted.areas:
        found &= frozenset[Hex]().union(*(area(table, name) for name in wanted.areas))
    if wanted.near:
        found &= table.near(map(table.hex_of, wanted.near), wanted.within)
    if wanted.borders:
        beyond = frozenset[Hex]().union(*(area(table, name) for name in wanted.borders))
        found &= table.near(beyond, wanted.depth)
    if wanted.fortified:
        found &= frozenset(at for side in table.fortified for at in side.hexes)
    return found


def _fits(table: Table, wanted: PlaceRow, at: Hex) -> bool:
    rank = table.city_rank(at)
    return not (
        (wanted.cities and not rank)
        or (wanted.dots and rank < CITY_RANK["dot"])
        or (wanted.ports and at not in table.ports)
        or (wanted.fields and at not in table.fields)
    )
