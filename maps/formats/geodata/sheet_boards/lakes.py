"""Long lakes too thin to fill a hex, laid along hexsides."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

import shapely
from shapely.affinity import rotate
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from maps.formats.geodata.sheet_boards.sidecourses import SideCourses
from maps.formats.geodata.sheet_boards.warp import WarpFrame
from maps.hexgrid import Hex, Side

SLICE = 0.2
"""A lake's middle line is read at points this far apart, in hexes."""

SHOWN = 0.75
"""A lake is on the board if a water hex's centre lies this near to its middle, in hexes."""

Named = tuple[str, BaseGeometry]


def thin_lakes(
    lakes: Iterable[Named], least_long: float, least_area: float, always: Collection[str]
) -> list[Named]:
    """The lakes, on paper, that a board must show: long enough and large enough, or named.

    Lengths are in hexes, areas in squares of a hex's width. Sorted by area, the largest first;
    nameless ones are numbered.
    """
    found: list[Named] = []
    for name, outline in lakes:
        for part in shapely.get_parts(outline):
            if not isinstance(part, Polygon) or part.is_empty:
                continue
            is_large = part.area >= least_area and _length(part) >= least_long
            if is_large or (name in always and part.area >= least_area / 4):
                found.append((name or f"lake {len(found) + 1}", part))
    return sorted(found, key=lambda item: (-item[1].area, item[0]))


def lake_sides(
    lakes: Sequence[Named],
    frame: WarpFrame,
    dry: Collection[Hex],
    wet: Collection[Hex],
    open_ended: bool = False,
) -> dict[str, frozenset[Side]]:
    """The hexsides of each lake that no water hex shows.

    ``open_ended`` ones are arms that reach the ``wet`` hexes.
    """
    courses = SideCourses(frame, dry, wet if open_ended else ())
    found: dict[str, frozenset[Side]] = {}
    for name, outline in lakes:
        line = middle_line(outline)
        centre = line.interpolate(0.5, normalized=True)
        home = frame.layout.hex_at(centre.x, centre.y)
        beside = [at for at in (home, *home.neighbours()) if at in wet]
        if not open_ended and any(
            centre.distance(Point(frame.layout.centre(at))) <= SHOWN for at in beside
        ):
            continue
        laid = courses.lay(line, "lake")
        if laid:
            found[name] = found.get(name, frozenset()) | frozenset(laid)
    return found


def _length(outline: Polygon) -> float:
    """The longer side of the smallest rectangle around a lake."""
    corners = list(outline.minimum_rotated_rectangle.exterior.coords)
    return float(max(Point(corners[0]).distance(Point(corners[i])) for i in (1, 3)))


def middle_line(outline: Polygon) -> LineString:
    """The line along the middle of a long lake, from end to end."""
    corners = [Point(at) for at in outline.minimum_rotated_rectangle.exterior.coords]
    long = max(
        (corners[0], corners[1]), (corners[1], corners[2]), key=lambda e: e[0].distance(e[1])
    )
    heading = LineString(long)
    (ax, ay), (bx, by) = heading.coords
    turn = math.degrees(math.atan2(by - ay, bx - ax))
    origin = outline.centroid
    flat = rotate(outline, -turn, origin=origin)
    west, south, east, north = flat.bounds
    count = max(2, int((east - west) / SLICE))
    spots = []
    for i in range(count + 1):
        x = west + (east - west) * min(max(i / count, 0.02), 0.98)
        cut = shapely.get_parts(flat.intersection(LineString([(x, south - 1), (x, north + 1)])))
        if len(cut):
            widest = max(cut, key=lambda part: part.length)
            spots.append(widest.interpolate(0.5, normalized=True))
    line = rotate(LineString(spots), turn, origin=origin)
    assert isinstance(line, LineString)
    return line
