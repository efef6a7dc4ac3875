"""The waters that river flotillas move on: along rivers, over lakes, from coastal hex to coastal
hex, in their own country alone (FE-28E.2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from engine.frozen import dataclass
from engine.systems.europa.board.board import STRAITS, GameBoard
from engine.systems.europa.movement.costs import MAJOR_RIVER
from engine.systems.europa.state.constants import HALF
from maps.hexgrid import Hex, Side, Vertex, side_between, side_vertices, vertices_of

RIVER, LAKE, SEA = "river", "lake", "sea"
"""Kinds of water."""
RIVERS = frozenset({RIVER, MAJOR_RIVER})
"""The hexsides that are rivers."""


@dataclass(frozen=True, slots=True)
class Frost:
    """The weather zones whose rivers and whose lakes are frozen."""

    rivers: frozenset[str] = frozenset()
    lakes: frozenset[str] = frozenset()


class Courses(dict[Hex, tuple[tuple[Hex, int], ...]]):
    """Where flotillas go on from a hex, with the half points it costs, worked out when first asked
    for: a graph as units have it.
    """

    def __init__(self, streams: Streams, frost: Frost) -> None:
        super().__init__()
        self._streams = streams
        self._frost = frost

    def __missing__(self, at: Hex) -> tuple[tuple[Hex, int], ...]:
        near = self._streams.links(at, self._frost)
        found = self[at] = tuple((to, HALF) for to in near)
        return found


class Streams:
    """The waters of a board for flotillas of a ``land``: worked out when asked for, once."""

    def __init__(self, ground: GameBoard, land: str) -> None:
        self._ground = ground
        self._land = land
        self._graphs: dict[Frost, Courses] = {}

    @cached_property
    def lakes(self) -> frozenset[Hex]:
        """The hexes that are all lake."""
        return frozenset(at for at, kind in self._ground.map.terrain.items() if kind == LAKE)

    @cached_property
    def hexes(self) -> frozenset[Hex]:
        """Every hex a flotilla may be in: those of its land with water, and full lakes that no
        other country borders on.
        """
        countries = self._ground.countries
        own = {at for at in self._ground.land if countries.get(at) == self._land}
        open_ = {
            at
            for at in self.lakes
            if all(countries.get(n, self._land) == self._land for n in (at, *at.neighbours()))
        }
        return frozenset(own & self._wet | open_)

    @property
    def _wet(self) -> set[Hex]:
        """The hexes with water along a hexside (see `water`), and those that are all lake."""
        ground, waters = self._ground, RIVERS | {LAKE, SEA, STRAITS}
        sides = ground.map.hexsides.items()
        wet = {at for side, kinds in sides if kinds & waters for at in side.hexes}
        full = self.lakes | ground.sea
        return wet | self.lakes | {near for at in full for near in at.neighbours()}

    def water(self, a: Hex, b: Hex) -> str:
        """The kind of water that lies along the hexside between two hexes, '' for none."""
        ground, kinds = self._ground, self._ground.map.side_kinds(a, b)
        if kinds & RIVERS:
            return RIVER
        if LAKE in kinds or a in self.lakes or b in self.lakes:
            return LAKE
        if SEA in kinds or STRAITS in kinds or (a in ground.sea) != (b in ground.sea):
            return SEA
        return ""

    def _open(self, a: Hex, b: Hex, frost: Frost) -> bool:
        """Whether there is water along a hexside that is not frozen (FE-29D2.3)."""
        kind = self.water(a, b)
        if kind in ("", SEA):
            return bool(kind)
        frozen = frost.rivers if kind == RIVER else frost.lakes
        return not frozen or self._northmost(a, b) not in frozen

    def _northmost(self, a: Hex, b: Hex) -> str:
        ground = self._ground
        return ground.charts.weather.northmost((ground.weather_zone(a), ground.weather_zone(b)))

    def links(self, at: Hex, frost: Frost) -> Iterator[Hex]:
        """The hexes a flotilla goes on to from one: over water, or around a corner where water lies
        along both hexes.
        """
        if at not in self.hexes:
            return
        beside = at.neighbours()
        for number, near in enumerate(beside):
            if near not in self.hexes:
                continue
            corners = (beside[number - 1], beside[(number + 1) % len(beside)])
            if self._open(at, near, frost) or any(
                self._open(at, corner, frost) and self._open(near, corner, frost)
                for corner in corners
            ):
                yield near

    def courses(self, frost: Frost) -> Courses:
        """Where flotillas go on from each hex while some waters are frozen."""
        if frost not in self._graphs:
            self._graphs[frost] = Courses(self, frost)
        return self._graphs[frost]

    def rivers(self, at: Hex, frost: Frost) -> Iterator[Side]:
        """The river hexsides of a hex that are not frozen."""
        for near in at.neighbours():
            if self.water(at, near) == RIVER and self._open(at, near, frost):
                yield side_between(at, near)

    def crossable(self, at: Hex, frost: Frost) -> tuple[Hex, ...]:
        """The land hexes beyond the lake hexsides of a land hex that are not frozen
        (FE-28E.10).
        """
        land = self._ground.land
        if at not in land:
            return ()
        return tuple(
            near
            for near in at.neighbours()
            if near in land and self.water(at, near) == LAKE and self._open(at, near, frost)
        )

    def frozen_sides(self, zones: Collection[str]) -> Iterator[Side]:
        """The lake hexsides between land hexes in some weather zones (FE-29D2.2)."""
        land = self._ground.land
        for side, kinds in sorted(self._ground.map.hexsides.items()):
            a, b = side.hexes
            if LAKE in kinds and a in land and b in land and self._northmost(a, b) in zones:
                yield side

    def lacustrine(self, at: Hex) -> bool:
        """Whether the only water of a hex is lake."""
        return {self.water(at, near) for near in at.neighbours()} - {""} == {LAKE}

    @cached_property
    def shores(self) -> tuple[tuple[frozenset[Hex], frozenset[Hex]], ...]:
        """The hexes of each lake, shores included, and the land on its shore: hexsides of lake that
        hang together.
        """
        sides = dict.fromkeys(
            side_between(at, near)
            for at in sorted(self._lakeside)
            for near in at.neighbours()
            if self.water(at, near) == LAKE
        )
        meeting: dict[Vertex, list[Side]] = {}
        for side in sides:
            for corner in side_vertices(side):
                meeting.setdefault(corner, []).append(side)
        found, seen = [], set[Side]()
        for first in sides:
            if first in seen:
                continue
            lake = [first]
            seen.add(first)
            for side in lake:
                corners = set(side_vertices(side))
                for at in self.lakes.intersection(side.hexes):
                    corners.update(vertices_of(at))
                for corner in sorted(corners):
                    more = [one for one in meeting.get(corner, ()) if one not in seen]
                    seen.update(more)
                    lake += more
            hexes = frozenset(at for side in lake for at in side.hexes)
            found.append((hexes, hexes & self._ground.land))
        return tuple(found)

    @cached_property
    def _lakeside(self) -> frozenset[Hex]:
        """Full lakes, and the land with hexsides of lake."""
        edges = (side.hexes for side, kinds in self._ground.map.hexsides.items() if LAKE in kinds)
        return self.lakes.union(*edges)
