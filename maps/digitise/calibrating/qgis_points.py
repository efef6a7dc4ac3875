"""Ground control points of QGIS (``.points``) as hexes on a scan, and the other way round.

Their map coordinates are those Sandtable's GeoJSON has: degrees for a board whose place on the
globe is known, else paper, hexes to the right and up of hex 0,0. Their pixels count downwards as
negative numbers.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from maps.digitise.arrays import Floats
from maps.digitise.calibrating.grids import Grid
from maps.digitise.calibrating.points import ControlPoint, on_a_line
from maps.errors import KnownError
from maps.files.reading import read_text
from maps.layout import Point

SUFFIX = ".points"

Globe = Callable[[Sequence[Point]], list[list[float]]]
"""Turns points of the paper into longitude and latitude."""

_HEAD = ("mapX", "mapY", "sourceX", "sourceY", "enable", "dX", "dY", "residual")
_OLDER = {"pixelX": "sourceX", "pixelY": "sourceY"}
_MOST = 5_000
_CENTRE = 0.002
"""Hexes that a point may lie off a centre and still be that."""
_OUTSIDE = 0.75
"""Hexes that a point may lie off the centre of the hex it is in."""
_STEP = 0.01


class GroundPoint(NamedTuple):
    """A point of the map, and its place on the scan in pixels to the right and down."""

    map_x: float
    map_y: float
    x: float
    y: float


def read_ground_points(path: Path) -> list[GroundPoint]:
    """The points of a file that are switched on.

    Raises KnownError, with the line, for anything else, and for none or more than 5,000 points.
    """
    text = read_text(path)
    lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
    lines = [(n, line) for n, line in lines if not line.lstrip().startswith("#")]
    if len(lines) > _MOST + 1:
        raise KnownError(path.name, f"has more than {_MOST:,} points.", "Keep the best of them.")
    head = [_OLDER.get(word.strip(), word.strip()) for word in _cells(lines[0][1])] if lines else []
    if not set(_HEAD[:4]) <= set(head):
        what = "has no line that names mapX, mapY, pixelX and pixelY."
        raise KnownError(path.name, what, "Save the points in QGIS's georeferencer.")
    found = []
    for number, line in lines[1:]:
        row = dict(zip(head, _cells(line), strict=False))
        if row.get("enable", "1").strip() in ("0", "false"):
            continue
        found.append(_point(row, f"{path.name}, line {number}"))
    if not found:
        raise KnownError(path.name, "has no point that is switched on.", "Switch some on.")
    if sum(point.y < 0 for point in found) * 2 >= len(found):
        found = [point._replace(y=-point.y) for point in found]
    return found


def _cells(line: str) -> list[str]:
    try:
        return next(csv.reader([line]), [])
    except csv.Error:
        return []


def _point(row: dict[str, str], where: str) -> GroundPoint:
    numbers = []
    for name in _HEAD[:4]:
        try:
            numbers.append(float(row.get(name, "")[:60]))
        except ValueError:
            numbers.append(math.nan)
    if not all(abs(number) < 1e9 for number in numbers):
        raise KnownError(where, "needs four numbers: map and pixel, x and y.", "Correct it.")
    return GroundPoint(*numbers)


def control_points(
    points: Sequence[GroundPoint], grid: Grid, where: str, globe: Globe | None = None
) -> list[ControlPoint]:
    """The hexes of a grid that points show, each once.

    A point beside the centre of its hex is carried there as the scan lies about it. Raises
    KnownError for points off the sheet, and for such beside centres when they are fewer than three
    or on one line.
    """
    hexes, labels = grid.hexes()
    centres = grid.units(hexes)
    maps = np.array([(point.map_x, point.map_y) for point in points])
    pixels = np.array([(point.x, point.y) for point in points])
    units = maps * (1.0, -1.0) if globe is None else _on_paper(maps, centres, globe)
    gaps = np.linalg.norm(units[:, None, :] - centres[None, :, :], axis=2)
    nearest = gaps.argmin(axis=1)
    apart = gaps[np.arange(len(points)), nearest]
    if (apart > _OUTSIDE).any():
        n = int((apart > _OUTSIDE).argmax())
        given = f"{points[n].map_x:g}, {points[n].map_y:g}"
        paper = "degrees" if globe is not None else "hexes right and up of hex 0,0"
        raise KnownError(
            where,
            f"{given} is no point of the sheet, in {paper}.",
            "Georeference the scan against the board's GeoJSON.",
        )
    if (apart > _CENTRE).any():
        if len(points) < 3 or on_a_line(units):
            what = "has points beside the centres of hexes, fewer than three or on one line."
            raise KnownError(where, what, "Show hexes by their centres, or add points.")
        ways, *_ = np.linalg.lstsq(np.column_stack((units, np.ones(len(units)))), pixels)
        pixels = pixels + (centres[nearest] - units) @ ways[:2]
    best: dict[str, tuple[float, ControlPoint]] = {}
    for index, row in enumerate(nearest):
        label = labels[row]
        x, y = (round(float(value), 2) for value in pixels[index])
        if label not in best or apart[index] < best[label][0]:
            best[label] = float(apart[index]), ControlPoint(label, x, y)
    return [point for _, point in best.values()]


def _on_paper(maps: Floats, centres: Floats, globe: Globe) -> Floats:
    """Points of the globe on the paper: from the nearest hex on, three steps nearer and nearer."""

    def to(units: Floats) -> Floats:
        return np.array(globe([Point(float(x), float(y)) for x, y in units]))

    known = to(centres)
    squeeze = np.array((math.cos(math.radians(float(known[:, 1].mean()))), 1.0))
    gaps = np.linalg.norm((maps[:, None, :] - known[None, :, :]) * squeeze, axis=2)
    units: Floats = centres[gaps.argmin(axis=1)].copy()
    right, down = np.array((_STEP, 0.0)), np.array((0.0, _STEP))
    for _ in range(3):
        here = to(units)
        east = (to(units + right) - here) / _STEP
        south = (to(units + down) - here) / _STEP
        frames = np.stack((east, south), axis=2)
        units = units + np.linalg.solve(frames, (maps - here)[:, :, None])[:, :, 0]
    return units


def ground_text(points: Sequence[ControlPoint], grid: Grid, globe: Globe | None = None) -> str:
    """Control points as a ``.points`` file for QGIS."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(_HEAD)
    rows.writerows(_rows(points, grid, globe))
    return out.getvalue()


def _rows(
    points: Sequence[ControlPoint], grid: Grid, globe: Globe | None
) -> Iterator[tuple[float, ...]]:
    units = grid.units([grid.hex(point.label, "the points") for point in points])
    if globe is None:
        maps = [(float(x), 0.0 - float(y)) for x, y in units]
    else:
        maps = [(lon, lat) for lon, lat in globe([Point(float(x), float(y)) for x, y in units])]
    for point, (x, y) in zip(points, maps, strict=True):
        yield round(x, 9), round(y, 9), point.x, -point.y, 1, 0, 0, 0
