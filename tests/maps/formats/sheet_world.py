"""A tiny world of two overlapping sheets: an island and an islet, a frontier, a railway, a lake."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

RECIPE = """
format = 2
id = "isle"
title = "Isle"
edits = "isle.edits.toml"

[numbering]
order = "RRCC"
parity = "odd"
columns_grow = "west"
rows_grow = "south"

[[sheets]]
id = "1A"
prefix = "1A"
columns = 12
rows = 7

[[sheets]]
id = "2B"
prefix = "2B"
columns = 12
rows = 7
rows_down = 6

[laying]
projection = "+proj=laea +lat_0=43 +lon_0=19 +R=6371000"
hex_km = 25.0
turn = 0.0
offset = [-6.0, 6.0]

[[pins]]
name = "Middle"
at = [43.0, 19.0]
hex = "1A:0706"

[[pins]]
name = "Westport"
at = [43.0, 18.2]
hex = "1A:0709"

[[pins]]
name = "Northend"
at = [43.6, 19.0]
hex = "1A:0406"

[sources.land]
file = "land.geojson"
origin = "drawn for the test"
licence = "public domain"

[sources.lakes]
file = "lakes.geojson"
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

[ground]
land = 0.3
lake = 0.5
swamp = 0.5
trees = 0.5
mountain_height = 1000.0
mountain_slope = 45.0
mountain_sum = 1.9
mountain_floor = 650.0
rough_slope = 20.0
year = 1940

[ground.kinds]
clear = "clear"
woods = "woods"
wooded_rough = "rough"
rough = "rough"
mountain = "mountain"
forest = "woods"
swamp = "clear"
lake = "lake"
sea = "sea"

[rivers]
rank = 5.0
kind = "river"
least = 1.0

[rivers.features]
major_river = "major_river"
strait = "strait"

[[lines]]
file = "railways"
gauges = ["standard"]
kind = "rail"

[[lines]]
file = "roads"
kind = "road"

[places]
family = "a"

[[realms]]
layer = "nation"
seeds = "nation"
walls = ["international"]

[realms.names]
WW = "West"
EE = "East"

[[bands]]
layer = "weather"
lines = ["D|E"]
names = ["D", "E"]

[[zones]]
layer = "sea_zone"
name = "Sea"
of = "sea"

[[boxes]]
id = "far"
name = "Far away"
at = [0.1, 0.1]
size = [0.1, 0.1]

[boxes.links]
"2B:0701" = 5
"""

LEGEND = [
    *(("terrain", kind) for kind in ("clear", "woods", "rough", "mountain", "lake", "sea")),
    *(("hexside", kind) for kind in ("river", "major_river", "sea", "lake", "strait", "border")),
    ("line", "rail"),
    ("line", "road"),
    ("place", "dot"),
    ("place", "point"),
    *(("region", kind) for kind in ("nation", "weather", "sea_zone")),
]
EDITS = '[[terrain]]\nkind = "woods"\nhexes = "1A:0705"\nwhy = "A park."\n'
STATIONS = {
    "Westport": (43.0, 18.2), "Middle": (43.0, 19.0), "Eastport": (43.0, 19.85),
    "Northend": (43.6, 19.0), "Islet": (42.4, 20.45),
}  # fmt: skip
PLACES = (
    "name_1940,modern_name,lat,lon,board,class,port,fortress,airfield,nation_1940,"
    "military_district,note,origin\n"
    "Westport,,43.0,18.2,a,dot,major,0,1,WW,,,listed\n"
    "Middle,Centre,43.0,19.0,a,dot,none,line,0,WW,,,listed\n"
    "Eastport,,43.0,19.85,a,dot,minor,0,0,EE,,,listed\n"
    "Northend,,43.6,19.0,a,point,none,0,0,EE,,,auto\n"
    "Islet,,42.4,20.45,a,point,none,0,0,EE,,,listed\n"
    "Elsewhere,,43.0,19.0,b,dot,none,0,0,EE,,,listed\n"
)
LINES = "line_id,name,country,gauge,volume,tracks,opened_or_note,stations\n"
RAILWAYS = LINES + "R1,Main line,WW,standard,high,1,,Westport;Middle;Eastport\n"
ROADS = LINES + "W1,North road,WW,road,low,1,,Middle;Northend\n"
FEATURES = (
    "kind,name,from,from_lat,from_lon,to,to_lat,to_lon,board,confidence,note,river_path_lat_lon\n"
    'major_river,Stream,,,,,,,a,high,,"42.9,19.4 42.5,19.4 42.1,19.4"\n'
)


def make_sheet_world(folder: Path, recipe: str = RECIPE, edits: str = EDITS) -> Path:
    """Write recipe, lists and data files into a folder; the path of the recipe."""
    legend = "".join(
        f'\n[[legend]]\nlayer = "{layer}"\nid = "{kind}"\nname = "{kind}"\n'
        for layer, kind in LEGEND
    )
    path = folder / "isle.recipe.toml"
    path.write_text(recipe + legend, encoding="utf-8")
    (folder / "isle.edits.toml").write_text(edits, encoding="utf-8")
    lists = folder / "lists"
    lists.mkdir()
    rows = "".join(f"{name},,{lat},{lon},1,1,0\n" for name, (lat, lon) in STATIONS.items())
    (lists / "stations.csv").write_text(
        "name,modern_name,lat,lon,rail_degree,on_rail,on_road\n" + rows, encoding="utf-8"
    )
    for name, text in (
        ("places", PLACES), ("railways", RAILWAYS), ("roads", ROADS),
        ("hexside_features", FEATURES),
    ):  # fmt: skip
        (lists / f"{name}.csv").write_text(text, encoding="utf-8")
    frontier = _line([(19.42, 44.5), (19.42, 41.0)])
    weather = _line([(15.0, 42.6), (23.0, 42.6)])
    _geojson(
        lists / "frontiers.geojson",
        ({"kind": "international", "name": "Frontier", "between": "EE|WW"}, frontier),
        ({"kind": "weather_line", "name": "Line D", "between": "D|E"}, weather),
    )
    _geojson(lists / "landcover.geojson")
    (lists / "banks.csv").write_text(
        "town,river,side,note\nMiddle,Brook,E,left\n", encoding="utf-8"
    )
    _data(folder)
    return path


def _data(folder: Path) -> None:
    island, islet = _box(18.0, 42.2, 20.0, 43.8), _box(20.3, 42.2, 20.65, 42.6)
    _geojson(folder / "land.geojson", ({"featurecla": "Land"}, island), ({}, islet))
    _geojson(
        folder / "lakes.geojson",
        ({"name": "Old lake"}, _box(18.3, 43.3, 18.75, 43.65)),
        ({"name": "New lake", "year": "1960"}, _box(19.2, 43.3, 19.7, 43.65)),
    )
    course = _line([(18.5, 42.95), (18.5, 42.2)])
    _geojson(folder / "rivers.geojson", ({"name": "Brook", "scalerank": 3}, course))
    np.savez_compressed(folder / "heights.npz", elev=np.full((960, 1650), 100, dtype=np.int16))


def _geojson(path: Path, *items: tuple[dict[str, object], dict[str, object]]) -> None:
    features = [
        {"type": "Feature", "properties": facts, "geometry": shape} for facts, shape in items
    ]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}), "utf-8")


def _line(points: list[tuple[float, float]]) -> dict[str, object]:
    return {"type": "LineString", "coordinates": points}


def _box(west: float, south: float, east: float, north: float) -> dict[str, object]:
    ring = [(west, south), (east, south), (east, north), (west, north), (west, south)]
    return {"type": "Polygon", "coordinates": [ring]}
