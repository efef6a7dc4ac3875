"""Set-up and arrival places: which hexes a phrase of the scenario means."""

from __future__ import annotations

from engine.systems.operation_gertrud.charts import PlaceRow
from engine.systems.operation_gertrud.state.context import Context
from maps.hexgrid import Hex

PRINTED = "hex "
"""How a place begins that is one printed hex."""


def row(context: Context, place: str) -> PlaceRow:
    """The conditions of a place; ``hex 2809`` is that hex alone.

    Raises KeyError for a name the charts do not have.
    """
    if place.startswith(PRINTED):
        return PlaceRow(hexes=(place.removeprefix(PRINTED),))
    return context.charts.places[place]


def hexes(context: Context, place: str) -> tuple[Hex, ...]:
    """The land hexes of a place, in order, whatever is there; worked out once a game."""
    if place not in context.places:
        context.places[place] = _hexes(context, row(context, place))
    return context.places[place]


def _hexes(context: Context, wanted: PlaceRow) -> tuple[Hex, ...]:
    if wanted.hexes:
        return tuple(context.hex_of(label) for label in wanted.hexes)
    around = _around(context, wanted) if wanted.near else context.land
    found = [at for at in sorted(context.land & around) if _fits(context, wanted, at)]
    if wanted.top_row and found:
        top = max(_row(context, at) for at in found)
        found = [at for at in found if _row(context, at) == top]
    return tuple(sorted({*found, *context.country(*wanted.or_in)}))


def _row(context: Context, at: Hex) -> str:
    """The printed row of a hex: the first half of its number."""
    label = context.map.label(at)
    return label[: len(label) // 2]


def _fits(context: Context, wanted: PlaceRow, at: Hex) -> bool:
    if wanted.nations and context.nations.get(at) not in wanted.nations:
        return False
    if wanted.borders and not any(
        context.nations.get(near) in wanted.borders for near in at.neighbours()
    ):
        return False
    return not wanted.coastal or at in context.coast


def _around(context: Context, wanted: PlaceRow) -> frozenset[Hex]:
    if wanted.near in context.nations.values():
        return context.near(context.country(wanted.near), wanted.within)
    centre = context.hex_of(wanted.near)
    return context.near((centre,), wanted.within) - {centre}
