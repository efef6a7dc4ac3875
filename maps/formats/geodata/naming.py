"""Places and regions of the board: towns put in their hexes, hexes gathered into regions."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import replace

import numpy as np
import shapely

from maps.errors import KnownError
from maps.formats.geodata.corrections import Corrections
from maps.formats.geodata.frame import Frame
from maps.formats.geodata.recipe import Area, Recipe
from maps.formats.geodata.surface import SEA, outline_polygon
from maps.hexgrid import Hex
from maps.layout import Layout
from maps.model import Place

Regions = dict[str, dict[str, frozenset[Hex]]]

INSIDE = 0.44
"""A place is at most so far from its hex's centre, in hexes; a side is at 0.5."""


def put_places(
    recipe: Recipe, frame: Frame, fixes: Corrections, terrain: Mapping[Hex, str]
) -> dict[str, Place]:
    """Every place of the recipe in its hex.

    Raises KnownError when one falls in the sea or off the board.
    """
    found: dict[str, Place] = {}
    for spec in recipe.places:
        at = fixes.places.get(spec.id, frame.hex_at(recipe.points[spec.point]))
        if terrain.get(at, SEA) == SEA:
            label = frame.sheet.label(at)
            state = "off the board" if at not in terrain else f"in the sea (hex {label})"
            fix = "Move it in the corrections or fix the terrain there."
            raise KnownError(str(recipe.path), f"the place {spec.name!r} falls {state}.", fix)
        if spec.id in found:
            raise KnownError(
                str(recipe.path), f"two places have the id {spec.id!r}.", "Rename one."
            )
        found[spec.id] = Place(spec.id, spec.name, spec.kind, at, frozenset(spec.tags), spec.modern)
    unknown = sorted(set(fixes.places) - set(found))
    if unknown:
        where = str(recipe.path.with_name(recipe.edits))
        raise KnownError(where, f"there is no place {unknown[0]!r} to move.", "Fix its id.")
    lies = {spec.id: frame.point(recipe.points[spec.point]) for spec in recipe.places}
    return apart(found, lies, frame.layout)


def apart(
    places: Mapping[str, Place], spots: Mapping[str, tuple[float, float]], layout: Layout
) -> dict[str, Place]:
    """The places, those of a shared hex with their offsets in it.

    ``spots`` are the true places on paper by id, in hexes; one outside its hex (a port whose hex
    would be sea) comes to the edge nearest to it. A place that has its hex for itself, or no spot,
    keeps the middle, where lines meet.
    """
    count: dict[Hex, int] = {}
    for place in places.values():
        count[place.hex] = count.get(place.hex, 0) + 1
    found = dict(places)
    for key, place in places.items():
        if count[place.hex] > 1 and key in spots:
            x, y = spots[key]
            centre = layout.centre(place.hex)
            dx, dy = x - centre.x, y - centre.y
            share = min(1.0, INSIDE / max(math.hypot(dx, dy), 1e-9))
            found[key] = replace(place, offset=(round(dx * share, 2), round(dy * share, 2)))
    return found


class Gatherer:
    """Gathers hexes into the recipe's regions. ``owner`` is the country code of each land hex."""

    def __init__(
        self,
        frame: Frame,
        terrain: Mapping[Hex, str],
        owner: Mapping[Hex, str],
        exits: Collection[Hex],
    ) -> None:
        self._frame = frame
        self._terrain = terrain
        self._owner = owner
        self._exits = exits
        self._land = [at for at in sorted(terrain) if terrain[at] != SEA]
        centres = np.array([frame.layout.centre(at) for at in self._land])
        lat, lon = frame.to_globe(centres)
        self._globe = np.column_stack([lon, lat])
        self.regions: Regions = {}

    def gather(self, areas: tuple[Area, ...], exclusive: Collection[str]) -> Regions:
        """All regions in recipe order; in an exclusive layer later ones take hexes of earlier."""
        for area in areas:
            chosen = self._chosen(area)
            layer = self.regions.setdefault(area.layer, {})
            if area.layer in exclusive:
                for name in layer:
                    layer[name] -= chosen
            layer[area.name] = layer.get(area.name, frozenset()) | chosen
        for kind, layer in self.regions.items():
            for name, hexes in layer.items():
                if not hexes:
                    where = f"region {kind} {name}"
                    raise KnownError(where, "holds no hex.", "Fix the tests of its areas.")
        return self.regions

    def _chosen(self, area: Area) -> frozenset[Hex]:
        inside = np.ones(len(self._land), dtype=bool)
        if area.within:
            polygon = outline_polygon(area.within)
            inside = shapely.contains_xy(polygon, self._globe[:, 0], self._globe[:, 1])
        listed = frozenset(self._label(text, area) for text in area.hexes)
        if not (area.codes or area.countries or area.within or area.coastal or area.exits):
            return listed
        countries = self.regions.get("country", {})
        found = {
            at
            for at, kept in zip(self._land, inside, strict=True)
            if kept
            and (not area.codes or self._owner[at] in area.codes)
            and (not area.countries or any(at in countries.get(c, ()) for c in area.countries))
            and (not area.coastal or self._coastal(at))
            and (not area.exits or at in self._exits)
        }
        return frozenset(found) | listed

    def _coastal(self, at: Hex) -> bool:
        return any(self._terrain.get(near) == SEA for near in at.neighbours())

    def _label(self, text: str, area: Area) -> Hex:
        at = self._frame.sheet.hex(text)
        if at is None or at not in self._terrain:
            where = f"region {area.layer} {area.name}"
            raise KnownError(where, f"hex {text!r} is not on the board.", "Fix the list.")
        return at
