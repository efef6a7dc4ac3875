"""Set-up and arrival places: which hexes a phrase of the scenario means."""

from __future__ import annotations

from engine.systems.operation_gertrud.charts import PlaceRow
from engine.systems.operation_gertrud.table import Table
from maps.hexgrid import Hex

PRINTED = "hex "
"""How a place begins that is one printed hex."""


def row(table: Table, place: str) -> PlaceRow:
    """The conditions of a place; ``hex 2809`` is that hex alone.

    Raises KeyError for a name the charts do not have.
    """
    if place.startswith(PRINTED):
        return PlaceRow(hexes=(place.removeprefix(PRINTED),))
    return table.charts.places[place]


def hexes(table: Table, place: str) -> tuple[Hex, ...]:
    """The land hexes of a place, in order, whatever stands there; worked out once a game."""
    if place not in table.places:
        table.places[place] = _hexes(table, row(table, place))
    return table.places[place]


def _hexes(table: Table, wanted: PlaceRow) -> tuple[Hex, ...]:
    if wanted.hexes:
        return tuple(table.hex_of(label) for label in wanted.hexes)
    around = _around(table, wanted) if wanted.near else table.land
    found = [at for at in sorted(table.land & around) if _fits(table, wanted, at)]
    if wanted.top_row and found:
        top = max(_row(table, at) for at in found)
        found = [at for at in found if _row(table, at) == top]
    return tuple(sorted({*found, *table.country(*wanted.or_in)}))


def _row(table: Table, at: Hex) -> str:
    """The printed row of a hex: the first half of its number."""
    label = table.map.label(at)
    return label[: len(label) // 2]


def _fits(table: Table, wanted: PlaceRow, at: Hex) -> bool:
    if wanted.nations and table.nations.get(at) not in wanted.nations:
        return False
    if wanted.borders and not any(
        table.nations.get(near) in wanted.borders for near in at.neighbours()
    ):
        return False
    return not wanted.coastal or at in table.coast


def _around(table: Table, wanted: PlaceRow) -> frozenset[Hex]:
    if wanted.near in table.nations.values():
        return table.near(table.country(wanted.near), wanted.within)
    centre = table.hex_of(wanted.near)
    return table.near((centre,), wanted.within) - {centre}
