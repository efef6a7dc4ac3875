"""Reading a recipe: TOML and its list of points, checked key by key."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

from maps.errors import KnownError
from maps.files.reading import read_text
from maps.formats.geodata.parts import read_box, read_kind, read_sources, read_texts
from maps.formats.geodata.recipe import (
    ROLES,
    Area,
    Fit,
    Grid,
    Lake,
    LatLon,
    Pin,
    PlaceSpec,
    Recipe,
    River,
    Road,
    Surface,
)
from maps.formats.geodata.shapes import degrees
from maps.formats.geodata.tables import Table, load_toml


def read_recipe(path: Path) -> Recipe:
    """Read a recipe and its list of points. KnownError with a sentence for whatever is wrong."""
    root = load_toml(path)
    if root.take("format", int) != 1:
        raise KnownError(
            str(path), "is a recipe of another format.", "This program reads format 1."
        )
    points = _points(path.with_name(root.take("points", str)))
    recipe = Recipe(
        path=path,
        id=root.take("id", str),
        title=root.take("title", str),
        grid=_grid(root.table("grid")),
        fit=_fit(root.table("fit")),
        pins=tuple(_pin(item, points) for item in root.tables("pins")),
        sources=read_sources(root, ROLES),
        outline=root.points("outline", 3),
        left_out=root.words("left_out", ()),
        surface=_surface(root.table("surface")),
        rivers=tuple(_river(item) for item in root.tables("rivers")),
        lakes=tuple(_lake(item) for item in root.tables("lakes")),
        bridges=_bridges(root.table("bridges")),
        blocked=tuple(_blocked(item) for item in root.tables("blocked")),
        roads=_roads(root.table("roads"), points),
        places=tuple(_place(item, points) for item in root.tables("places")),
        areas=tuple(_area(item) for item in root.tables("areas")),
        boxes=tuple(read_box(item) for item in root.tables("boxes")),
        legend=tuple(read_kind(item) for item in root.tables("legend")),
        notes=read_texts(root.table("notes")),
        points=points,
        edits=root.take("edits", str, ""),
        exclusive=root.words("exclusive", ()),
        banks=root.take("banks", str, ""),
    )
    root.done()
    return recipe


def _points(path: Path) -> dict[str, LatLon]:
    if not path.is_file():
        raise KnownError(str(path), "there is no such list of points.", "Check 'points'.")
    try:
        rows = list(csv.DictReader(read_text(path).splitlines()))
    except csv.Error as error:
        raise KnownError(str(path), f"is no list of points: {error}.", "Correct it.") from None
    found: dict[str, LatLon] = {}
    for number, row in enumerate(rows, start=2):
        name, at = row.get("name"), degrees(row)
        if name is None or at is None:
            fix = "Write name,lat,lon with decimal degrees."
            raise KnownError(f"{path} line {number}", "is not a point.", fix)
        found[name] = at
    return found


def _known(name: str, points: Mapping[str, LatLon], item: Table) -> str:
    if name not in points:
        raise KnownError(item.where, f"{name!r} is not in the list of points.", "Add it there.")
    return name


def _grid(item: Table) -> Grid:
    grid = Grid(
        columns=item.take("columns", int),
        rows=item.take("rows", int),
        first_column=item.take("first_column", int, 1),
        first_row=item.take("first_row", int, 1),
        parity=item.take("parity", str),
    )
    if grid.parity not in ("odd", "even"):
        raise item.wrong("parity", f"must be odd or even, not {grid.parity!r}.")
    if grid.columns < 1 or grid.rows < 1:
        raise item.wrong("columns", "and 'rows' must be at least 1.")
    last = max(grid.first_column + grid.columns, grid.first_row + grid.rows) - 1
    if min(grid.first_column, grid.first_row) < 0 or last > 99:
        raise item.wrong("columns", "and 'rows' must be numbered within 00 and 99.")
    item.done()
    return grid


def _fit(item: Table) -> Fit:
    fit = Fit(
        projection=item.take("projection", str),
        anchor=item.point("anchor"),
        anchor_hex=item.take("anchor_hex", str),
        nudge=item.pair("nudge", (0.0, 0.0)),
        hex_km=item.take("hex_km", float),
        north=item.take("north", float),
        reach_km=item.take("reach_km", float),
    )
    if fit.hex_km <= 0 or fit.reach_km <= 0:
        raise item.wrong("hex_km", "and 'reach_km' must be above 0.")
    item.done()
    return fit


def _pin(item: Table, points: Mapping[str, LatLon]) -> Pin:
    name = _known(item.take("name", str), points, item)
    pin = Pin(name, points[name], item.take("hex", str))
    item.done()
    return pin


def _surface(item: Table) -> Surface:
    surface = Surface(
        land_share=item.take("land_share", float),
        mountain_height=item.take("mountain_height", float),
        mountain_slope=item.take("mountain_slope", float),
        mountain_sum=item.take("mountain_sum", float),
        mountain_floor=item.take("mountain_floor", float),
        steep_slope=item.take("steep_slope", float),
        rough_slope=item.take("rough_slope", float),
        rough_height=item.take("rough_height", float),
    )
    item.done()
    return surface


def _river(item: Table) -> River:
    river = River(
        name=item.take("name", str),
        kind=item.take("kind", str, "river"),
        names=item.words("names", ()),
        course=item.points("course"),
        start=item.point("from"),
        end=item.point("to"),
    )
    if not river.names and len(river.course) < 2:
        raise item.wrong("names", "is empty and 'course' has no line.")
    item.done()
    return river


def _lake(item: Table) -> Lake:
    lake = Lake(item.take("name", str), item.points("course", 2))
    item.done()
    return lake


def _bridges(item: Table) -> dict[str, LatLon]:
    found = {name: item.point(name) for name in item.names()}
    item.done()
    return found


def _blocked(item: Table) -> tuple[tuple[str, ...], tuple[str, ...]]:
    pair = (item.words("hexes"), item.words("from"))
    item.take("name", str, "")
    item.done()
    return pair


def _roads(item: Table, points: Mapping[str, LatLon]) -> tuple[Road, ...]:
    roads = []
    for name in item.names():
        stops = item.words(name)
        if len(stops) < 2:
            raise item.wrong(name, "needs two points at least.")
        roads.append(Road(name, tuple(_known(stop, points, item) for stop in stops)))
    item.done()
    return tuple(roads)


def _place(item: Table, points: Mapping[str, LatLon]) -> PlaceSpec:
    name = item.take("name", str)
    point = _known(item.take("point", str, name), points, item)
    place = PlaceSpec(
        id=item.take("id", str, name.lower().replace(" ", "_")),
        name=name,
        kind=item.take("kind", str),
        point=point,
        tags=item.words("tags", ()),
        modern=item.take("modern", str, ""),
    )
    item.done()
    return place


def _area(item: Table) -> Area:
    area = Area(
        layer=item.take("layer", str),
        name=item.take("name", str),
        codes=item.words("codes", ()),
        countries=item.words("countries", ()),
        within=item.points("within"),
        coastal=item.take("coastal", bool, False),
        exits=item.take("exits", bool, False),
        hexes=item.words("hexes", ()),
    )
    item.done()
    return area
