"""Land and sea, relief and nationality of each hex, sampled at points inside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import Polygon
from shapely.geometry.base import BaseGeometry

from maps.formats.geodata.frame import Floats, Frame
from maps.formats.geodata.recipe import LatLon, Recipe, Surface
from maps.formats.geodata.sources import Sources
from maps.hexgrid import Hex

SEA, CLEAR, ROUGH, MOUNTAIN = "sea", "clear", "rough", "mountain"

STEPS = 7
"""Sample points per half hex width; about 150 points fall in a hex."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What the samples of one hex say: height in metres and slope in metres per km of its land."""

    land: float
    height: float
    slope: float
    country: str


def outline_polygon(points: tuple[LatLon, ...]) -> Polygon:
    """A polygon in longitude and latitude from points of latitude and longitude."""
    return Polygon([(lon, lat) for lat, lon in points])


def survey(recipe: Recipe, frame: Frame, sources: Sources) -> dict[Hex, Ground]:
    """Sample every hex of the sheet whose centre lies in the recipe's outline."""
    hexes = _inside(recipe, frame)
    offsets = _offsets(frame)
    centres = np.array([frame.layout.centre(at) for at in hexes])
    paper = (centres[:, None, :] + offsets[None, :, :]).reshape(-1, 2)
    lat, lon = frame.to_globe(paper)
    size = (len(hexes), len(offsets))
    land_shape = sources.land()
    shapely.prepare(land_shape)
    land = shapely.contains_xy(land_shape, lon, lat).reshape(size)
    owner = _owners(sources.countries(), lat, lon).reshape(size)
    heights = sources.heights()
    rows, columns = heights.at(lat, lon)
    metres = heights.metres[rows, columns].reshape(size)
    slope = heights.slope[rows, columns].reshape(size)
    return {at: _ground(land[i], metres[i], slope[i], owner[i]) for i, at in enumerate(hexes)}


def terrain_of(ground: Ground, limits: Surface) -> str:
    """The terrain kind of one hex by the recipe's thresholds."""
    if ground.land < limits.land_share:
        return SEA
    weight = ground.slope / limits.mountain_slope + ground.height / limits.mountain_height
    high = ground.height >= limits.mountain_floor and weight >= limits.mountain_sum
    if high or ground.slope >= limits.steep_slope:
        return MOUNTAIN
    if ground.slope >= limits.rough_slope or ground.height >= limits.rough_height:
        return ROUGH
    return CLEAR


def _inside(recipe: Recipe, frame: Frame) -> list[Hex]:
    hexes = frame.sheet.hexes()
    lat, lon = frame.to_globe(np.array([frame.layout.centre(at) for at in hexes]))
    inside = shapely.contains_xy(outline_polygon(recipe.outline), lon, lat)
    return [at for at, keep in zip(hexes, inside, strict=True) if keep]


def _offsets(frame: Frame) -> Floats:
    """Points of a fine triangular lattice inside the hex at the origin."""
    centre = frame.layout.centre(Hex(0, 0))
    found = []
    for row in range(-2 * STEPS, 2 * STEPS + 1):
        for column in range(-2 * STEPS, 2 * STEPS + 1):
            x = (column + (row % 2) / 2) / (2 * STEPS)
            y = row * 0.8660254 / (2 * STEPS)
            if frame.layout.hex_at(centre.x + x, centre.y + y) == Hex(0, 0):
                found.append((x, y))
    return np.array(found)


def _owners(countries: Mapping[str, BaseGeometry], lat: Floats, lon: Floats) -> NDArray[np.str_]:
    owner = np.full(len(lat), "", dtype="<U3")
    west, east, south, north = lon.min(), lon.max(), lat.min(), lat.max()
    for code in sorted(countries):
        outline = countries[code]
        left, bottom, right, top = outline.bounds
        if right < west or left > east or top < south or bottom > north:
            continue
        shapely.prepare(outline)
        owner[shapely.contains_xy(outline, lon, lat)] = code
    return owner


def _ground(
    land: NDArray[np.bool_], metres: Floats, slope: Floats, owner: NDArray[np.str_]
) -> Ground:
    share = float(land.mean())
    if share == 0.0:
        return Ground(0.0, 0.0, 0.0, "")
    votes = Counter(str(code) for code in owner[land] if code)
    ranked = sorted(votes.items(), key=lambda item: (-item[1], item[0]))
    country = ranked[0][0] if ranked else ""
    return Ground(share, float(metres[land].mean()), float(slope[land].mean()), country)
