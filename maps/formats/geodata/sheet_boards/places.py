"""Towns of a sheet board: which are printed, in which hex, with which tags."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from maps.formats.geodata.naming import apart
from maps.formats.geodata.sheet_boards.edits import SheetEdits
from maps.formats.geodata.sheet_boards.lists import Town
from maps.formats.geodata.sheet_boards.rails import LineNet
from maps.formats.geodata.sheet_boards.recipe import SheetRecipe
from maps.formats.geodata.sheet_boards.warp import WarpFrame
from maps.hexgrid import Hex, Side, side
from maps.model import Place

SETTLED = ("full_city", "multi_city", "partial_city", "city", "dot", "reference", "town")
"""Classes of towns that prove their hex to be land, largest first."""

_RANK = {size: i for i, size in enumerate((*SETTLED, "point"))}


def homes_of(
    towns: Sequence[Town], frame: WarpFrame, hexes: Collection[Hex], fixes: SheetEdits
) -> dict[Hex, Town]:
    """The largest town of each hex that has any."""
    found: dict[Hex, Town] = {}
    spots = frame.points([town.at for town in towns])
    for town, spot in zip(towns, spots, strict=True):
        at = fixes.places.get(town.name, frame.layout.hex_at(*spot))
        if at in hexes and (at not in found or _RANK[town.size] < _RANK[found[at].size]):
            found[at] = town
    return found


def put_towns(
    towns: Sequence[Town],
    recipe: SheetRecipe,
    net: LineNet,
    homes: Mapping[Hex, Town],
    fixes: SheetEdits,
    terrain: Mapping[Hex, str],
    shores: Collection[Side],
) -> dict[str, Place]:
    """Every town the board prints: chosen ones, those of the recipe's classes, and line ends.

    A town of the list that falls into a water hex is in the land hex beside it.
    """
    frame = net.frame
    degree: dict[Hex, int] = {}
    for step, kinds in net.links.items():
        for end in step if kinds else ():
            degree[end] = degree.get(end, 0) + 1
    found: dict[str, Place] = {}
    lies: dict[str, tuple[float, float]] = {}
    spots = frame.points([town.at for town in towns])
    for town, spot in zip(towns, spots, strict=True):
        home = fixes.places.get(town.name, frame.layout.hex_at(*spot))
        if home not in terrain or town.name in fixes.dropped:
            continue
        at: Hex | None = home if terrain[home] in net.dry else net.stops.get(town.name)
        if at is None:
            continue
        is_end = degree.get(at) == 1 and homes.get(home) is town
        if town.chosen or town.size in recipe.auto or is_end:
            place = _place(town, at, _shore(at, net, terrain, shores))
            key = _free(place.id, found)
            found[key], lies[key] = replace(place, id=key), spot
    for name, kind, where, tags in fixes.extra:
        key = _free(_slug(name), found)
        found[key] = Place(key, name, kind, where, tags)
    return apart(found, lies, frame.layout)


def _shore(at: Hex, net: LineNet, terrain: Mapping[Hex, str], shores: Collection[Side]) -> bool:
    """A port needs water beside it: the sea, a lake, a strait or a river."""
    if any(near in terrain and terrain[near] not in net.dry for near in at.neighbours()):
        return True
    return any(side(at, way) in shores for way in range(6))


def _place(town: Town, at: Hex, has_shore: bool) -> Place:
    tags = set()
    if town.port not in ("", "none") and has_shore:
        tags |= {"port", f"{town.port}_port"}
    if town.works:
        tags.add(town.works)
    if town.airfield:
        tags.add("airfield")
    modern = "" if town.modern == town.name else town.modern
    name = re.sub(r" [A-Z]{2}$", "", town.name)
    return Place(_slug(town.name), name, town.size, at, frozenset(tags), modern)


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def _free(key: str, taken: Collection[str]) -> str:
    if key not in taken:
        return key
    number = 2
    while f"{key}_{number}" in taken:
        number += 1
    return f"{key}_{number}"
