"""Regions of a sheet board: nations grown from their towns up to the frontiers, bands, zones."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np
import shapely
from numpy.typing import NDArray
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from maps.errors import KnownError
from maps.formats.geodata.sheet_boards.lists import Lists, Town
from maps.formats.geodata.sheet_boards.recipe import Band, Realm, Zone
from maps.formats.geodata.sheet_boards.warp import Floats, LatLon, WarpFrame
from maps.hexgrid import Hex, Link, Side, link, side

WALL = 40.0
"""What it costs a region to grow over a frontier, in hexes."""

OVER_WATER = 2.0
"""What a step over water costs, so that islands go to the nearest shore's region."""

PARALLEL, FOLLOWS = 0.3, 1.5
"""A frontier within this distance of a river for at least that length, in hexes, follows it."""

BESIDE = 0.8
"""How far from such a frontier its river's hexsides may be."""

CLEAR, SIGHT = 0.3, 4.0
"""A hex this clear of every frontier, in hexes, belongs to what it sees within so many hexes."""

ASKED, WITNESSES = 12, 3
"""Of so many nearest towns, so many that are in sight are asked."""

Regions = dict[str, dict[str, frozenset[Hex]]]


class Realms:
    """Gathers regions over a board.

    ``dry`` are its land hexes, ``beaches`` the hexsides of open water between two of them;
    ``rivers`` are courses on paper with their hexsides, which frontiers along them follow.
    """

    def __init__(
        self,
        frame: WarpFrame,
        hexes: Collection[Hex],
        dry: Collection[Hex],
        beaches: Collection[Side],
        lists: Lists,
        rivers: Sequence[tuple[LineString, tuple[Side, ...]]] = (),
    ) -> None:
        self._beaches = beaches
        self._rivers = rivers
        self._frame = frame
        self._hexes = hexes
        self._dry = dry
        self._lists = lists
        self._order = sorted(hexes)
        centres = np.array([frame.layout.centre(at) for at in self._order])
        self._lat, self._lon = frame.to_globe(centres)
        self.regions: Regions = {}

    def grow(self, realm: Realm, homes: Mapping[Hex, Town]) -> None:
        """Grow a layer from its seeds; ``homes`` are the towns that settle their own hexes."""
        lines = self._lines(realm.walls)
        walls = self._walls(lines)
        seeds = self._seeds(realm, lines, homes)
        owner = self._flood(seeds, walls, self._field(realm))
        if realm.sight:
            owner |= self._in_sight(realm, lines, owner)
        for at, town in homes.items():
            name = realm.names.get(_fact(town, realm.seeds))
            if name and at in owner:
                owner[at] = name
        layer = self.regions.setdefault(realm.layer, {})
        members: dict[str, set[Hex]] = {}
        for at, name in owner.items():
            if at in self._dry:
                members.setdefault(name, set()).add(at)
        for name in sorted(members):
            layer[name] = frozenset(members[name])

    def lay_bands(self, band: Band) -> None:
        """Part all hexes, water too, by lines from west to east."""
        rank = np.zeros(len(self._order), dtype=int)
        for between in band.lines:
            points = [
                tuple(xy)
                for item in self._lists.frontiers
                if item.kind == "weather_line" and item.between == between
                for part in shapely.get_parts(item.line)
                for xy in part.coords
            ]
            if not points:
                raise KnownError("frontiers.geojson", f"has no line {between!r}.", "Draw it.")
            points.sort()
            edge = np.interp(self._lon, [p[0] for p in points], [p[1] for p in points])
            rank += self._lat < edge
        layer = self.regions.setdefault(band.layer, {})
        for i, name in enumerate(band.names):
            held = frozenset(at for at, r in zip(self._order, rank, strict=True) if r == i)
            if held:
                layer[name] = held

    def draw(self, zone: Zone, where: str) -> None:
        """Add a drawn or listed region; later zones of a layer take hexes from earlier ones."""
        found: set[Hex] = set()
        for label in zone.hexes:
            at = self._frame.hex(label)
            if at is None or at not in self._hexes:
                what = f"region {zone.name!r} lists hex {label!r}, which is not on the board."
                raise KnownError(where, what, "Fix the list.")
            found.add(at)
        if zone.of != "listed":
            found |= self._outlined(zone.within, zone.of)
        layer = self.regions.setdefault(zone.layer, {})
        if zone.takes:
            found &= set().union(*(layer.get(name, frozenset()) for name in zone.takes))
        if not zone.shares:
            for name in layer:
                layer[name] -= found
        layer[zone.name] = layer.get(zone.name, frozenset()) | frozenset(found)

    def _outlined(self, within: Sequence[LatLon], of: str) -> set[Hex]:
        inside = np.ones(len(self._order), dtype=bool)
        if within:
            shape = Polygon([(x, y) for y, x in within])
            inside = shapely.contains_xy(shape, self._lon, self._lat)
        return {
            at for at, kept in zip(self._order, inside, strict=True) if kept and self._is(of, at)
        }

    def _is(self, of: str, at: Hex) -> bool:
        if of == "land":
            return at in self._dry
        if of == "inland":
            return at in self._dry and not any(map(self._wets, (at, *at.neighbours())))
        return at not in self._dry or self._wets(at)

    def _wets(self, at: Hex) -> bool:
        """True when water lies beside a hex."""
        if any(near in self._hexes and near not in self._dry for near in at.neighbours()):
            return True
        return any(side(at, way) in self._beaches for way in range(6))

    def _lines(self, kinds: Collection[str]) -> BaseGeometry:
        """The frontiers of some kinds, on paper."""
        lines = [item.line for item in self._lists.frontiers if item.kind in kinds]
        return self._frame.laid(shapely.union_all(lines))

    def _walls(self, lines: BaseGeometry) -> frozenset[Link]:
        """The links between hex centres that cross a frontier; by a river, its hexsides."""
        steps = [
            link(at, near)
            for at in sorted(self._hexes)
            for near in at.neighbours()[:3]
            if near in self._hexes
        ]
        ends = np.array([[self._frame.layout.centre(at) for at in step] for step in steps])
        crossed = _crossing(lines, ends)
        along, sides = self._along_rivers(lines)
        if not sides:
            return frozenset(s for s, is_cut in zip(steps, crossed, strict=True) if is_cut)
        ashore = shapely.difference(lines, along.buffer(PARALLEL))
        middles = shapely.points(ends.mean(axis=1))
        shapely.prepare(along)
        shapely.prepare(ashore)
        by_river = shapely.distance(middles, along) <= BESIDE
        by_land = shapely.distance(middles, ashore) <= BESIDE if not ashore.is_empty else False
        kept = crossed & ~(by_river & ~by_land)
        dry_walls = {s for s, is_cut in zip(steps, kept.tolist(), strict=True) if is_cut}
        return frozenset(dry_walls | {link(*of.hexes) for of in sides})

    def _along_rivers(self, lines: BaseGeometry) -> tuple[BaseGeometry, set[Side]]:
        """The frontiers that follow rivers, and the hexsides of those rivers beside them."""
        shapely.prepare(lines)
        shared: list[BaseGeometry] = []
        sides: set[Side] = set()
        for course, laid in self._rivers:
            if course.distance(lines) > PARALLEL:
                continue
            for part in shapely.get_parts(shapely.intersection(lines, course.buffer(PARALLEL))):
                if part.length < FOLLOWS:
                    continue
                shared.append(part)
                for of in laid:
                    a, b = self._frame.layout.side_ends(of)
                    middle = shapely.Point((a.x + b.x) / 2, (a.y + b.y) / 2)
                    if part.distance(middle) <= BESIDE:
                        sides.add(of)
        return shapely.union_all(shared), sides

    def _seeds(
        self, realm: Realm, lines: BaseGeometry, homes: Mapping[Hex, Town]
    ) -> list[tuple[float, Hex, str]]:
        """Where regions start: a spot whose hex centre lies over the frontier starts dear.

        The largest town of a hex settles whose the hex is.
        """
        spots = list(realm.listed)
        found: list[tuple[float, Hex, str]] = []
        if realm.seeds != "listed":
            facts = [(at, _fact(town, realm.seeds)) for at, town in sorted(homes.items())]
            found = [(0.0, at, realm.names[fact]) for at, fact in facts if fact in realm.names]
            spots += [
                (realm.names[code], town.at)
                for town in self._lists.towns
                if (code := _fact(town, realm.seeds)) in realm.names
            ]
        points = self._frame.points([at for _, at in spots])
        under = [self._frame.layout.hex_at(*point) for point in points]
        settled = {at for _, at, _ in found}
        centres = [self._frame.layout.centre(at) for at in under]
        ends = np.array([(p, c) for p, c in zip(points, centres, strict=True)])
        crossed = _crossing(lines, ends)
        gaps = np.hypot(*(ends[:, 1] - ends[:, 0]).T)
        found += [
            (WALL * bool(crossed[i]) + float(gaps[i]), under[i], name)
            for i, (name, _) in enumerate(spots)
            if under[i] in self._hexes and under[i] not in settled
        ]
        return found

    def _in_sight(
        self, realm: Realm, lines: BaseGeometry, owner: Mapping[Hex, str]
    ) -> dict[Hex, str]:
        """The land hexes that are clear of every frontier and see towns of one nation alone.

        Where a frontier follows a river the hexsides of the river are the frontier.
        """
        _, sides = self._along_rivers(lines)
        by_river = {at for of in sides for at in of.hexes}
        order = [at for at in self._order if at in owner and at in self._dry and at not in by_river]
        centres = np.array([self._frame.layout.centre(at) for at in order]).reshape(-1, 2)
        gaps = shapely.distance(lines, shapely.points(centres))
        towns = [town for town in self._lists.towns if town.nation in realm.names]
        spots = np.array(self._frame.points([town.at for town in towns])).reshape(-1, 2)
        found: dict[Hex, str] = {}
        for at, centre, gap in zip(order, centres, gaps.tolist(), strict=True):
            if not CLEAR <= gap <= SIGHT:
                continue
            far = np.hypot(*(spots - centre).T)
            near = [i for i in np.argsort(far, kind="stable")[:ASKED] if far[i] <= SIGHT]
            ends = np.array([(centre, spots[i]) for i in near]).reshape(-1, 2, 2)
            hidden = _crossing(lines, ends).tolist()
            seen = [towns[i].nation for i, is_cut in zip(near, hidden, strict=True) if not is_cut]
            nations = {realm.names[nation] for nation in seen[:WITNESSES]}
            if len(seen) > 1 and len(nations) == 1:
                found[at] = nations.pop()
        return found

    def _field(self, realm: Realm) -> Collection[Hex]:
        if not realm.inside:
            return self._hexes
        nations = self.regions.get("nation", {})
        return frozenset().union(*(nations.get(name, frozenset()) for name in realm.inside))

    def _flood(
        self,
        seeds: Iterable[tuple[float, Hex, str]],
        walls: Collection[Link],
        field: Collection[Hex],
    ) -> dict[Hex, str]:
        """Every hex of a field by the seed that is nearest without crossing walls.

        Land outside the field is a wall too, not an end: an enclave is still someone's.
        """
        owner: dict[Hex, str] = {}
        queue = [seed for seed in seeds if seed[1] in field]
        heapq.heapify(queue)
        while queue:
            cost, here, name = heapq.heappop(queue)
            if here in owner:
                continue
            owner[here] = name
            for there in here.neighbours():
                if there in self._hexes and there not in owner:
                    step = 1.0 if there in self._dry else OVER_WATER
                    foreign = there in self._dry and there not in field
                    step += WALL if foreign or link(here, there) in walls else 0.0
                    heapq.heappush(queue, (cost + step, there, name))
        return {at: name for at, name in owner.items() if at in field}


def _fact(town: Town, seeds: str) -> str:
    return {"nation": town.nation, "district": town.district}.get(seeds, "")


def _crossing(lines: BaseGeometry, ends: Floats) -> NDArray[np.bool_]:
    """Which of some straight lines cross the frontiers."""
    shapely.prepare(lines)
    return np.asarray(shapely.intersects(lines, shapely.linestrings(ends)))
