"""Supply regions of a sheet board: rail hexes on its edges, and hexes with cities."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from maps.errors import KnownError, nearest
from maps.formats.geodata.sheet_boards.recipe import SupplyPlan
from maps.hexgrid import Hex, Link
from maps.model import Place

LAYER = "supply"

EDGES: Mapping[str, tuple[int, ...]] = {
    "north": (1, 2),
    "east": (0,),
    "south": (4, 5),
    "west": (3,),
}
"""The directions in which a hex on an edge of the board has no neighbour, pointy-topped."""


def supply_regions(
    plans: Iterable[SupplyPlan],
    hexes: Collection[Hex],
    links: Mapping[Link, Collection[str]],
    places: Iterable[Place],
    nations: Mapping[str, Collection[Hex]],
    where: str,
) -> dict[str, frozenset[Hex]]:
    """The regions of all plans. Raises KnownError for an unknown nation and an empty region."""
    settled = list(places)
    found: dict[str, frozenset[Hex]] = {}
    asked = tuple(plans)
    for plan in asked:
        for name in (*plan.nations, *plan.but):
            if name not in nations:
                what = f"supply {plan.name!r} names the nation {name!r}, which is not on the board."
                raise KnownError(where, what, nearest(name, nations))
    for plan in asked:
        if plan.kinds:
            held = {place.hex for place in settled if place.kind in plan.kinds}
        else:
            lined = {
                at for step, kinds in links.items() if set(kinds) & set(plan.lines) for at in step
            }
            held = {at for at in lined if any(_on(edge, at, hexes) for edge in plan.edges)}
        if plan.nations:
            held &= {at for name in plan.nations for at in nations[name]}
        held -= {at for name in plan.but for at in nations[name]}
        if not held:
            raise KnownError(where, f"supply {plan.name!r} holds no hex.", "Fix its words.")
        found[plan.name] = frozenset(held)
    return found


def _on(edge: str, at: Hex, hexes: Collection[Hex]) -> bool:
    return not any(at.neighbour(way) in hexes for way in EDGES[edge])
