"""A tiny world for the importer's tests: an island of two countries, a ridge, a river, towns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

RECIPE = """
format = 1
id = "isle"
title = "Isle"
points = "isle.points.csv"
edits = "isle.edits.toml"
exclusive = ["country"]
left_out = ["CCC"]
outline = [[41.0, 16.0], [45.0, 16.0], [45.0, 22.0], [41.0, 22.0]]

[grid]
columns = 9
rows = 8
parity = "odd"

[fit]
projection = "+proj=lcc +lat_0=43 +lon_0=19 +lat_1=42 +lat_2=44 +R=6371000"
anchor = [43.0, 19.0]
anchor_hex = "0504"
hex_km = 40.0
north = 20.0
reach_km = 150.0

[[pins]]
name = "Westport"
hex = "0304"

[surface]
land_share = 0.5
mountain_height = 1000.0
mountain_slope = 45.0
mountain_sum = 1.9
mountain_floor = 650.0
steep_slope = 75.0
rough_slope = 22.0
rough_height = 900.0

[sources.land]
file = "land.geojson"
origin = "drawn for the test"
licence = "public domain"

[sources.countries]
file = "countries.geojson"
origin = "drawn for the test"
licence = "public domain"

[sources.elevation]
file = "heights.npz"
origin = "made for the test"
licence = "public domain"

[sources.rivers]
file = "rivers.geojson"
origin = "drawn for the test"
licence = "public domain"

[[rivers]]
name = "Great river"
kind = "danube"
names = ["Great"]
from = [43.9, 19.0]
to = [42.1, 19.0]

[bridges]
Ford = [43.0, 19.0]

[roads]
"Coast to coast" = ["Westport", "Middle", "Eastport", "Overseas"]

[[places]]
name = "Westport"
kind = "town"
tags = ["port"]

[[places]]
name = "Middle"
kind = "city"

[[areas]]
layer = "country"
name = "West"
codes = ["AAA"]

[[areas]]
layer = "country"
name = "East"
codes = ["BBB"]

[[areas]]
layer = "supply"
name = "ways out"
exits = true

[[legend]]
layer = "terrain"
id = "clear"
name = "Clear"

[[legend]]
layer = "terrain"
id = "rough"
name = "Rough"

[[legend]]
layer = "terrain"
id = "mountain"
name = "Mountain"

[[legend]]
layer = "terrain"
id = "sea"
name = "Sea"
look = { sea = "yes" }

[[legend]]
layer = "hexside"
id = "danube"
name = "Great river"

[[legend]]
layer = "line"
id = "road"
name = "Road"

[[legend]]
layer = "place"
id = "town"
name = "Town"

[[legend]]
layer = "place"
id = "city"
name = "City"

[[legend]]
layer = "region"
id = "country"
name = "Countries"

[[legend]]
layer = "region"
id = "supply"
name = "Supply"

[notes]
about = "An island for tests."
"""
POINTS = """name,lat,lon
Westport,42.9,18.1
Middle,43.1,18.6
Eastport,42.9,20.0
Overseas,42.9,23.5
Atlantis,41.7,18.6
"""


def make_world(folder: Path, recipe: str = RECIPE, edits: str = "") -> Path:
    """Write the data files, the points and the recipe into a folder; the path of the recipe."""
    west, east = ((17.5, 19.0), (19.0, 24.0))
    _write(folder / "land.geojson", [({}, _box(17.5, 24.0, 42.0, 44.0))])
    owners = [({"adm0_a3": "AAA"}, _box(*west, 42.0, 44.0))]
    owners += [({"adm0_a3": "BBB"}, _box(*east, 42.0, 44.0))]
    _write(folder / "countries.geojson", owners)
    river = {"type": "LineString", "coordinates": [[19.0, 44.0], [19.02, 43.0], [19.0, 42.0]]}
    _write(folder / "rivers.geojson", [({"name": "Great"}, river)])
    heights = np.full((960, 1650), 100, dtype=np.int16)
    ridge = np.arange(1650) % 4 * 600
    heights[:, 480:1650] = (ridge[480:]).astype(np.int16)
    np.savez_compressed(folder / "heights.npz", elev=heights)
    (folder / "isle.points.csv").write_text(POINTS, encoding="utf-8")
    (folder / "isle.edits.toml").write_text(edits, encoding="utf-8")
    path = folder / "isle.recipe.toml"
    path.write_text(recipe, encoding="utf-8")
    return path


def _box(west: float, east: float, south: float, north: float) -> dict[str, Any]:
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    return {"type": "Polygon", "coordinates": [ring]}


def _write(path: Path, features: list[tuple[dict[str, str], dict[str, Any]]]) -> None:
    items = [{"type": "Feature", "properties": p, "geometry": g} for p, g in features]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": items}), encoding="utf-8")
