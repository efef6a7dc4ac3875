"""Land, lakes, relief and woods of each hex of a sheet board, sampled at points on paper."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import box
from shapely.geometry.base import BaseGeometry

from maps.formats.geodata.sheet_boards.lists import Cover
from maps.formats.geodata.sheet_boards.recipe import GroundPlan
from maps.formats.geodata.sheet_boards.warp import Floats, WarpFrame
from maps.formats.geodata.sources import Heights
from maps.hexgrid import Hex, Side, side

STEPS = 4
"""Sample points per half hex width; about 50 fall in a hex."""

PICTURE_TOP, PICTURE_LEFT, PIXELS = 72.5, 5.0, 15.0
"""Where the picture of the earth begins, in degrees, and its pixels in a degree."""

OWN = 0.5
"""How much of a hex's colour is its own; the rest is its neighbours'."""

TAIGA = 58.5
"""Latitude from which woods that no list names are forest."""

PATHLESS = (60.0, 62.0)
"""Latitudes between which the picture comes to add woods; the lists are coarse farther north."""

EDGE = 2
"""Woods of the lists reach so many hexes past their outlines where the picture shows woods."""

INLET = 0.3
"""Water narrower than twice this, in hexes, is an inlet."""

SEA, LAKE = "sea", "lake"

MAINLAND = 0.25
"""A shore of at least this part of the largest one's area is mainland, all others are islands."""

ALONG = (0.1, 0.3, 0.5, 0.7, 0.9)
"""Where along a hexside its water is sampled."""

CREST = (0.15, 0.5, 0.85)
"""Where along a hexside its height is sampled."""

BESIDE = 0.13
"""How far to either side of a hexside its water is sampled, in hexes."""


@dataclass(frozen=True, slots=True)
class Country:
    """The shapes of a board, on paper."""

    land: BaseGeometry
    lakes: BaseGeometry
    cover: dict[str, BaseGeometry]


def country_of(
    frame: WarpFrame, land: BaseGeometry, lakes: BaseGeometry, cover: Sequence[Cover], reach: Floats
) -> Country:
    """Lay land, lakes and cover on paper. ``reach`` is the board's west, south, east and north."""
    known = box(*reach)
    land, lakes = (_clipped(shape, known) for shape in (land, lakes))
    by_kind: dict[str, list[BaseGeometry]] = {}
    for item in cover:
        by_kind.setdefault(item.kind, []).append(item.shape.buffer(0))
    return Country(
        frame.laid(land),
        frame.laid(lakes),
        {
            kind: frame.laid(shapely.union_all(shapes)).buffer(0)
            for kind, shapes in sorted(by_kind.items())
        },
    )


def _clipped(shape: BaseGeometry, known: BaseGeometry) -> BaseGeometry:
    cut = shapely.intersection(shape, known)
    assert isinstance(cut, BaseGeometry)
    return cut


@dataclass(frozen=True, slots=True)
class Samples:
    """Shares and means of the samples of each hex, in the order of ``hexes``.

    ``wooded`` is how far a hex looks like woods from above, 0 to 1.
    """

    hexes: tuple[Hex, ...]
    land: Floats
    lake: Floats
    height: Floats
    slope: Floats
    cover: dict[str, Floats]
    wooded: Floats
    north: Floats


def sample(
    frame: WarpFrame,
    hexes: Iterable[Hex],
    country: Country,
    heights: Heights,
    plan: GroundPlan,
    picture: Floats | None,
) -> Samples:
    """Sample every hex; ``picture`` is the earth from above."""
    members = tuple(hexes)
    offsets = _offsets(frame)
    centres = np.array([frame.layout.centre(at) for at in members])
    points = (centres[:, None, :] + offsets[None, :, :]).reshape(-1, 2)
    size = (len(members), len(offsets))
    on_land = _inside(country.land, points).reshape(size)
    in_lake = _inside(country.lakes, points).reshape(size) & on_land
    lat, lon = _spread(frame, centres, offsets)
    rows, columns = heights.at(lat, lon)
    count = np.maximum(on_land.sum(axis=1), 1)
    wooded = np.zeros(len(members))
    if picture is not None:
        wooded = _wooded(members, picture, plan, lat, lon, on_land & ~in_lake)
    return Samples(
        members,
        on_land.mean(axis=1),
        in_lake.mean(axis=1),
        (heights.metres[rows, columns] * on_land).sum(axis=1) / count,
        (heights.slope[rows, columns] * on_land).sum(axis=1) / count,
        {k: _inside(v, points).reshape(size).mean(axis=1) for k, v in country.cover.items()},
        wooded,
        lat.mean(axis=1),
    )


def _wooded(
    members: Sequence[Hex],
    picture: Floats,
    plan: GroundPlan,
    lat: Floats,
    lon: Floats,
    dry: NDArray[np.bool_],
) -> Floats:
    """How far each hex is as dark as the woods of its latitude, evened out with its neighbours."""
    rows = np.clip(((PICTURE_TOP - lat) * PIXELS).astype(int), 0, picture.shape[0] - 1)
    columns = np.clip(((lon - PICTURE_LEFT) * PIXELS).astype(int), 0, picture.shape[1] - 1)
    light = picture.mean(axis=2)[rows, columns]
    count = dry.sum(axis=1)
    mean = (light * dry).sum(axis=1) / np.maximum(count, 1)
    known = [row[0] for row in plan.colour]
    middle = lat.mean(axis=1)
    dark = np.interp(middle, known, [row[1] for row in plan.colour])
    bright = np.interp(middle, known, [row[2] for row in plan.colour])
    share = np.clip((bright - mean) / (bright - dark), 0.0, 1.0)
    return np.asarray(_evened(members, share, count > 0) * (count > 0))


def _evened(members: Sequence[Hex], share: Floats, dry: NDArray[np.bool_]) -> Floats:
    """Shares of hexes evened out with those of the dry hexes beside them."""
    number = {at: i for i, at in enumerate(members)}
    evened = np.empty_like(share)
    for i, at in enumerate(members):
        beside = [number[n] for n in at.neighbours() if n in number and dry[number[n]]]
        around = float(share[beside].mean()) if beside else float(share[i])
        evened[i] = OWN * share[i] + (1 - OWN) * around
    return evened


def terrain(samples: Samples, plan: GroundPlan, settled: Collection[Hex]) -> dict[Hex, str]:
    """The terrain kind of every hex; a settled hex is land whatever the samples say."""
    found: dict[Hex, str] = {}
    edges = {kind: _edge(samples, kind) for kind in ("forest", "woods")}
    for i, at in enumerate(samples.hexes):
        if at not in settled and samples.land[i] < plan.land:
            found[at] = plan.kinds[SEA]
        elif at not in settled and samples.lake[i] >= plan.lake * samples.land[i]:
            found[at] = plan.kinds[LAKE]
        else:
            around = {kind: float(edge[i]) for kind, edge in edges.items()}
            found[at] = plan.kinds[_dry(samples, i, plan, around)]
    return found


def _edge(samples: Samples, kind: str) -> Floats:
    """How much of what lies up to two hexes about each hex a list draws as a kind of cover."""
    share = samples.cover.get(kind, np.zeros(len(samples.hexes))) / np.maximum(samples.land, 0.05)
    dry = samples.land > 0.05
    for _ in range(EDGE):
        share = _evened(samples.hexes, share, dry)
    return share


def _dry(samples: Samples, i: int, plan: GroundPlan, around: Mapping[str, float]) -> str:
    def share(kind: str) -> float:
        values = samples.cover.get(kind)
        return 0.0 if values is None else float(values[i]) / max(float(samples.land[i]), 0.05)

    height, slope = float(samples.height[i]), float(samples.slope[i])
    relief = slope / plan.mountain_slope + height / plan.mountain_height
    if share("mountain") >= 0.5 or (height >= plan.mountain_floor and relief >= plan.mountain_sum):
        return "mountain"
    is_rough = slope >= plan.rough_slope or share("rough") >= 0.5
    if share("swamp") >= plan.swamp and not is_rough:
        return "swamp"
    drawn = min(1.0, share("forest") + share("woods"))
    weights = (plan.colour_weight, plan.colour_weight_north)
    north = float(np.interp(samples.north[i], PATHLESS, weights))
    wooded = float(samples.wooded[i])
    trees = max(drawn + weight * (wooded - drawn) for weight in (plan.colour_weight, north))
    is_wooded, is_forest = trees >= plan.trees, share("forest") > share("woods")
    if plan.colour_edges and not is_wooded:
        beside = min(1.0, sum(around.values()))
        is_wooded = beside + plan.colour_edges * (wooded - beside) >= plan.trees
        is_forest = around["forest"] > around["woods"]
    if is_wooded:
        if is_rough:
            return "wooded_rough"
        is_taiga = drawn < 0.2 and samples.north[i] >= TAIGA
        return "forest" if is_taiga or is_forest else "woods"
    return "rough" if is_rough else "clear"


def side_water(
    frame: WarpFrame, country: Country, terrain: dict[Hex, str], dry: Collection[str]
) -> dict[Side, str]:
    """Hexsides between two land hexes that are mostly under water: ``sea`` or ``lake``."""
    sides = [
        side(at, way)
        for at in sorted(terrain)
        if terrain[at] in dry
        for way in range(3)
        if terrain.get(at.neighbour(way), "") in dry
    ]
    ends = np.array([frame.layout.side_ends(of) for of in sides])
    mates = np.array([[frame.layout.centre(at) for at in of.hexes] for of in sides])
    start, run = ends[:, 0], ends[:, 1] - ends[:, 0]
    across = (mates[:, 1] - mates[:, 0]) * BESIDE
    spots = [start + run * along + across * step for along in ALONG for step in (-1, 0, 1)]
    flat = np.stack(spots, axis=1).reshape(-1, 2)
    size = (len(sides), 3 * len(ALONG))
    on_land = _inside(country.land, flat).reshape(size).mean(axis=1)
    in_lake = _inside(country.lakes, flat).reshape(size).mean(axis=1)
    found: dict[Side, str] = {}
    for i, of in enumerate(sides):
        if on_land[i] < 0.2:
            found[of] = SEA
        elif in_lake[i] >= 0.55:
            found[of] = LAKE
    return found


def inlets(country: Country, least_long: float) -> list[tuple[str, BaseGeometry]]:
    """Fjords and other arms of the sea too narrow to fill hexes, the largest first."""
    if not least_long:
        return []
    main = country.land.simplify(0.02)
    closed = main.buffer(INLET, quad_segs=2).buffer(-INLET, quad_segs=2)
    water = closed.difference(country.land).buffer(-0.02).buffer(0.02)
    return [
        (f"inlet {i}", part)
        for i, part in enumerate(sorted(shapely.get_parts(water), key=lambda one: -one.area))
        if part.length >= 2 * least_long
    ]


def ridge_sides(
    frame: WarpFrame, heights: Heights, samples: Samples, dry: Collection[Hex], least: float
) -> set[Side]:
    """Hexsides along a crest: at least ``least`` metres above the mean of either hex."""
    mean = dict(zip(samples.hexes, samples.height.tolist(), strict=True))
    sides = [side(at, way) for at in sorted(dry) for way in range(3) if at.neighbour(way) in dry]
    ends = np.array([frame.layout.side_ends(of) for of in sides])
    spots = [ends[:, 0] + (ends[:, 1] - ends[:, 0]) * along for along in CREST]
    lat, lon = frame.to_globe(np.concatenate(spots))
    crest = heights.metres[heights.at(lat, lon)].reshape(len(CREST), -1).mean(axis=0)
    return {
        of
        for of, height in zip(sides, crest.tolist(), strict=True)
        if height - max(mean[at] for at in of.hexes) >= least
    }


class Isles:
    """Which island or shore each hex and each spot on paper belongs to.

    A hex belongs to the shore of its stop, a spot on paper, and else to the one that fills most.
    Islands have numbers; all shores of the mainland have ``MAIN``.
    """

    MAIN = -1

    def __init__(
        self,
        frame: WarpFrame,
        country: Country,
        samples: Samples,
        stops: Mapping[Hex, tuple[float, float]],
    ) -> None:
        parts = shapely.get_parts(country.land)
        self._areas = shapely.area(parts)
        self._tree = shapely.STRtree(parts)
        self._of = _isles(frame, parts, samples)
        for at, spot in sorted(stops.items()):
            self._of[at] = self.at(spot)

    def at(self, spot: tuple[float, float]) -> int:
        """The island nearest to a spot."""
        nearest = int(self._tree.nearest(shapely.Point(spot)))
        is_island = self._areas[nearest] < self._areas.max() * MAINLAND
        return nearest if is_island else self.MAIN

    def of(self, at: Hex) -> int:
        """The island of a hex."""
        return self._of.get(at, self.MAIN)

    def sides(self, dry: Collection[Hex]) -> set[Side]:
        """Hexsides between two land hexes that belong to different islands or shores."""
        return {
            side(at, way)
            for at in sorted(dry)
            for way in range(3)
            if at.neighbour(way) in dry and self.of(at) != self.of(at.neighbour(way))
        }


def _isles(frame: WarpFrame, parts: NDArray[np.object_], samples: Samples) -> dict[Hex, int]:
    """The number of the island that fills most of a hex's land; hexes of the mainland lack one."""
    areas = shapely.area(parts)
    small = np.flatnonzero(areas < areas.max() * MAINLAND)
    outlines = shapely.polygons([frame.layout.corners(at) for at in samples.hexes])
    hexes, found = shapely.STRtree(outlines).query(parts[small], predicate="intersects")[::-1]
    shared = shapely.area(shapely.intersection(outlines[hexes], parts[small][found]))
    best: dict[int, tuple[float, int]] = {}
    total: dict[int, float] = {}
    numbers = small[found].tolist()
    for at, isle, area in zip(hexes.tolist(), numbers, shared.tolist(), strict=True):
        best[at] = max(best.get(at, (0.0, 0)), (area, isle))
        total[at] = total.get(at, 0.0) + area
    whole = float(shapely.area(outlines[0]))
    return {
        samples.hexes[at]: isle
        for at, (area, isle) in sorted(best.items())
        if area > samples.land[at] * whole - total[at]
    }


def _inside(shape: BaseGeometry, points: Floats) -> NDArray[np.bool_]:
    shapely.prepare(shape)
    return np.asarray(shapely.contains_xy(shape, points[:, 0], points[:, 1]))


def _spread(frame: WarpFrame, centres: Floats, offsets: Floats) -> tuple[Floats, Floats]:
    """Latitude and longitude of every sample, linear about the hex centres."""
    lat, lon = frame.to_globe(centres)
    step = 0.5
    east, south = (frame.to_globe(centres + np.array(by)) for by in ((step, 0.0), (0.0, step)))
    spread = []
    for base, right, down in ((lat, east[0], south[0]), (lon, east[1], south[1])):
        grown = (
            base[:, None]
            + ((right - base)[:, None] * offsets[:, 0] + (down - base)[:, None] * offsets[:, 1])
            / step
        )
        spread.append(grown)
    return spread[0], spread[1]


def _offsets(frame: WarpFrame) -> Floats:
    """Points of a fine lattice inside the hex at the origin."""
    found = []
    for row in range(-2 * STEPS, 2 * STEPS + 1):
        for column in range(-2 * STEPS, 2 * STEPS + 1):
            x = (column + (row % 2) / 2) / (2 * STEPS)
            y = row * 0.8660254 / (2 * STEPS)
            if frame.layout.hex_at(x + 1e-6, y + 1e-6) == Hex(0, 0):
                found.append((x, y))
    return np.array(found)
