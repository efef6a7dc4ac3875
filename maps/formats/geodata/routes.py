"""Roads over the board: named points joined by the cheapest way from hex to hex."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from maps.formats.geodata.frame import Floats, Frame
from maps.formats.geodata.recipe import LatLon, Road
from maps.formats.geodata.ways import astray, cheapest_way
from maps.hexgrid import Hex, Link, Side, link, side_between

GROUND = {"clear": 1.0, "rough": 1.1, "mountain": 1.25}
"""What a step costs by the terrain it enters."""

SHARED = 0.75
"""A link that already carries a road costs this part of its price, so that roads meet."""

RIVER = 0.4
"""What crossing a river adds."""

STRAY = 0.9
"""What a hex centre one hex off the straight line between two stops adds (with the square)."""


@dataclass(slots=True)
class RoadNet:
    """Roads laid so far: their links, and the hexes where they run off the board."""

    frame: Frame
    terrain: Mapping[Hex, str]
    water: Mapping[Side, str]
    bridges: Collection[Side]
    closed: Collection[Side]
    links: set[Link] = field(default_factory=set)
    exits: dict[Hex, str] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)

    def lay(self, road: Road, points: Mapping[str, LatLon], towns: Mapping[str, Hex]) -> None:
        """Lay one road; where it leaves the board its last hex becomes an exit.

        A stop that is a town goes to the town's hex, another stop to the hex it falls in.
        """
        spots = [self._spot(points[stop], towns.get(stop)) for stop in road.stops]
        for i, (start, end) in enumerate(pairwise(spots)):
            under = self._on_board(start, end)
            first, last = self._land_at(start), self._land_at(end)
            if not under or (first is None and last is None):
                continue
            if first is None:
                first = under[0]
                self.exits[first] = road.name
            if last is None:
                last = under[-1]
                self.exits[last] = road.name
            way = self._way(first, last, start, end)
            if way is None:
                self.broken.append(f"{road.name}: {road.stops[i]} to {road.stops[i + 1]}")
                continue
            self.links.update(link(p, q) for p, q in pairwise(way))

    def _spot(self, at: LatLon, town: Hex | None) -> Floats:
        spot = np.array(self.frame.point(at))
        if town is None or self.frame.layout.hex_at(*spot) == town:
            return spot
        return np.array(self.frame.layout.centre(town))

    def _land_at(self, spot: Floats) -> Hex | None:
        """The hex of a stop; the nearest land beside it when that is sea; None off the board."""
        at = self.frame.layout.hex_at(*spot)
        if at not in self.terrain:
            return None
        near = [h for h in (at, *at.neighbours()) if self.terrain.get(h, "sea") in GROUND]
        if at in near or not near:
            return at if near else None
        return min(near, key=lambda h: float(np.hypot(*(self.frame.layout.centre(h) - spot))))

    def _on_board(self, start: Floats, end: Floats) -> list[Hex]:
        """The land hexes under the straight line."""
        steps = max(2, int(np.hypot(*(end - start)) * 20))
        found: list[Hex] = []
        for i in range(steps + 1):
            at = self.frame.layout.hex_at(*(start + (end - start) * i / steps))
            if self.terrain.get(at, "sea") in GROUND and (not found or found[-1] != at):
                found.append(at)
        return found

    def _way(self, a: Hex, b: Hex, start: Floats, end: Floats) -> list[Hex] | None:
        """The cheapest way over land between two hexes, near the line between two spots."""

        def detour(there: Hex) -> float:
            return STRAY * astray(self.frame.layout.centre(there), start, end) ** 2

        return cheapest_way(a, b, self._step, detour)

    def _step(self, here: Hex, there: Hex) -> float | None:
        ground = GROUND.get(self.terrain.get(there, ""))
        if ground is None:
            return None
        over = side_between(here, there)
        water = self.water.get(over)
        if over in self.closed or (water == "danube" and over not in self.bridges):
            return None
        cost = ground + (RIVER if water else 0.0)
        return cost * SHARED if link(here, there) in self.links else cost
