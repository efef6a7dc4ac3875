"""Railways and roads of the project's lists, routed over the board from station to station."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from maps.formats.geodata.sheet_boards.lists import Chain, LatLon
from maps.formats.geodata.sheet_boards.warp import Floats, WarpFrame
from maps.formats.geodata.ways import astray, cheapest_way
from maps.hexgrid import Hex, Link, Side, are_adjacent, link, side_between

GROUND = {"rough": 1.1, "wooded_rough": 1.15, "mountain": 1.35, "swamp": 1.2, "forest": 1.05}
"""What a step costs by the terrain it enters; other land costs 1."""

SHARED = 0.7
"""A link that already carries a line costs this part of its price, so that lines meet."""

APART, CROWDED = 35.0, 3.0
"""Lines that leave a station this many degrees apart do not share a link there: sharing costs."""

RIVER, GREAT, WATER = 0.15, 2.0, 9.0
"""What crossing a river adds, and a great one, and open water where a list says the line does."""

STRAY = 1.1
"""What a hex centre one hex off the straight line between two stops adds (with the square)."""

FARTHEST = 6.0
"""Hexes from that line beyond which no line strays."""


@dataclass(slots=True)
class LineNet:
    """Lines laid so far: the kinds of each link.

    No line crosses a ``closed`` side; ``water`` that one wades through is ``waded``. ``rivers`` say
    what crossing each adds. ``towns`` are the hexes of stops that were moved; ``leaving`` holds the
    bearings of the lines on each link from a stop.
    """

    frame: WarpFrame
    terrain: Mapping[Hex, str]
    dry: Collection[str]
    rivers: Mapping[Side, float]
    water: Mapping[Side, str]
    closed: Collection[Side]
    towns: Mapping[str, Hex]
    stations: Mapping[str, LatLon]
    links: dict[Link, set[str]] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)
    waded: set[Side] = field(default_factory=set)
    stops: dict[str, Hex] = field(default_factory=dict)
    leaving: dict[tuple[Hex, Link], list[float]] = field(default_factory=dict)
    spots: dict[str, tuple[float, float]] = field(init=False)
    kept: frozenset[Hex] = field(init=False)

    def __post_init__(self) -> None:
        laid = self.frame.points(list(self.stations.values()))
        self.spots = dict(zip(self.stations, laid, strict=True))
        self.kept = frozenset(self.towns.values()) | {
            self.frame.layout.hex_at(*spot) for spot in self.spots.values()
        }

    def lay(self, chain: Chain, kind: str) -> None:
        """Lay one chain; stretches off the board are left out up to the board's edge."""
        spots = [self._spot(stop) for stop in chain.stops]
        for (name, start), (other, end) in pairwise(zip(chain.stops, spots, strict=True)):
            first, last = self._stop(name, start), self._stop(other, end)
            under = self._on_board(start, end)
            if first is None and last is None:
                continue
            first = first or (under[0] if under else None)
            last = last or (under[-1] if under else None)
            if first is None or last is None or first == last:
                continue
            way = self._way(first, last, start, end)
            if way is not None:
                way = self._without_spikes(way)
                self._leave(way[0], way[1], start, end)
                self._leave(way[-1], way[-2], end, start)
            if way is None:
                self.broken.append(f"{chain.name}: {name} to {other}")
                continue
            for p, q in pairwise(way):
                self.links.setdefault(link(p, q), set()).add(kind)
                if self.water.get(side_between(p, q)):
                    self.waded.add(side_between(p, q))

    def _spot(self, stop: str) -> Floats:
        spot = np.array(self.spots[stop])
        town = self.towns.get(stop)
        if town is None or self.frame.layout.hex_at(*spot) == town:
            return spot
        return np.array(self.frame.layout.centre(town))

    def _stop(self, name: str, spot: Floats) -> Hex | None:
        """The land hex of a stop, or the land beside it when that is water; None off the board."""
        at = self.frame.layout.hex_at(*spot)
        if at not in self.terrain:
            return None
        near = [h for h in (at, *at.neighbours()) if self.terrain.get(h, "") in self.dry]
        if not near:
            return None
        gap = {h: float(np.hypot(*(self.frame.layout.centre(h) - spot))) for h in near}
        found = at if at in gap else min(near, key=lambda h: (gap[h], h))
        self.stops[name] = found
        return found

    def _on_board(self, start: Floats, end: Floats) -> list[Hex]:
        steps = max(2, int(np.hypot(*(end - start)) * 8))
        found: list[Hex] = []
        for i in range(steps + 1):
            at = self.frame.layout.hex_at(*(start + (end - start) * i / steps))
            if self.terrain.get(at, "") in self.dry and (not found or found[-1] != at):
                found.append(at)
        return found

    def _way(self, a: Hex, b: Hex, start: Floats, end: Floats) -> list[Hex] | None:
        def detour(there: Hex) -> float | None:
            gap = astray(self.frame.layout.centre(there), start, end)
            return None if gap > FARTHEST else STRAY * gap * gap

        ahead = {a: _bearing(start, end), b: _bearing(end, start)}

        def step(here: Hex, there: Hex) -> float | None:
            cost = self._step(here, there)
            over = link(here, there)
            if cost is not None and over in self.links:
                for stop in (here, there):
                    taken = self.leaving.get((stop, over), ())
                    if stop in ahead and any(_turn(ahead[stop], way) > APART for way in taken):
                        cost += CROWDED
            return cost

        return cheapest_way(a, b, step, detour)

    def _without_spikes(self, way: list[Hex]) -> list[Hex]:
        """A way without the hexes by which it turns sharply beside a link that leads straight on.

        It keeps those of towns, and those by which it goes round water or a crossing.
        """
        found = way[:1]
        for here, there in pairwise([*way[1:], way[-1]]):
            back = found[-1]
            if here == there or not self._is_spike(back, here, there):
                found.append(here)
        return found

    def _is_spike(self, back: Hex, here: Hex, there: Hex) -> bool:
        if not are_adjacent(back, there) or here in self.kept:
            return False
        over = side_between(back, there)
        if over in self.closed or over in self.water:
            return False
        is_crossed = any(side_between(here, one) in self.rivers for one in (back, there))
        return over not in self.rivers or is_crossed

    def _leave(self, stop: Hex, after: Hex, start: Floats, end: Floats) -> None:
        self.leaving.setdefault((stop, link(stop, after)), []).append(_bearing(start, end))

    def _step(self, here: Hex, there: Hex) -> float | None:
        kind = self.terrain.get(there, "")
        if kind not in self.dry:
            return None
        over = side_between(here, there)
        if over in self.closed:
            return None
        cost = GROUND.get(kind, 1.0) + self.rivers.get(over, 0.0)
        if over in self.water and over not in self.waded:
            cost += WATER
        return cost * SHARED if link(here, there) in self.links else cost


def _bearing(start: Floats, end: Floats) -> float:
    return float(np.degrees(np.arctan2(end[1] - start[1], end[0] - start[0])))


def _turn(one: float, other: float) -> float:
    """The angle between two bearings, 0 to 180."""
    return abs((one - other + 180.0) % 360.0 - 180.0)
