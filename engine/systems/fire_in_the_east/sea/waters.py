"""The waters that ships move on: sea zones, ports, the refuge among the mines (FE-28A, 28B1,
28B5).
"""

from __future__ import annotations

import heapq
from collections.abc import Container, Mapping
from functools import cached_property

from engine.rules.naval.waters import Waters
from engine.systems.europa.board.board import GameBoard
from engine.systems.europa.board.lanes import links
from engine.systems.fire_in_the_east.sea.charts import FleetChart, MineChart, PortIceChart
from maps.hexgrid import Hex

Path = tuple[Hex, ...]
"""The hexes of a voyage, both ends included."""
KEPT = 64
"""How many ways are remembered."""


class Seas:
    """The waters of a board: worked out when asked for, once. No ship enters ``closed`` hexes
    (FE-31B.1, 31B.2, 39E.1).
    """

    def __init__(
        self,
        ground: GameBoard,
        fleet: FleetChart,
        mines: MineChart,
        ice: PortIceChart,
        closed: frozenset[Hex],
    ) -> None:
        self._ground = ground
        self._fleet: FleetChart = fleet
        self._mines: MineChart = mines
        self._ice: PortIceChart = ice
        self._closed = closed
        self._ways: dict[tuple[Hex, Hex, bool], Path] = {}
        self._risks: dict[tuple[Hex, bool], Mapping[Hex, int]] = {}

    @cached_property
    def zones(self) -> Mapping[Hex, str]:
        """The sea zone of each hex of one (FE-28A.1)."""
        layer = self._ground.map.regions.get("sea_zone", {})
        found = {at: name for name in self._fleet.zones for at in layer.get(name, ())}
        for at in sorted(self._ground.coastal - found.keys()):  # on hexsides of the sea alone
            near = (n for n in self._links.get(at, ()) if n in found)
            joined = next(near, None)
            if joined is not None:
                found[at] = found[joined]
        return found

    @cached_property
    def _links(self) -> Mapping[Hex, Path]:
        return links(self._ground)

    @cached_property
    def lanes(self) -> Mapping[Hex, Path]:
        """For each sea and coastal hex of a zone those that a ship goes on to, never over land
        (FE-28B1.1).
        """
        zones, closed = self.zones, self._closed
        return {
            at: tuple(n for n in near if zones.get(n) == zones[at] and n not in closed)
            for at, near in self._links.items()
            if at in zones and at not in closed
        }

    @cached_property
    def waters(self) -> Waters:
        """What of them hangs together."""
        return Waters(frozenset(self.lanes), self.lanes, boxes=False)

    @cached_property
    def _spans(self) -> Mapping[int | None, Path]:
        found: dict[int | None, list[Hex]] = {}
        for at in sorted(self.lanes):
            found.setdefault(self.waters.of(at), []).append(at)
        return {number: tuple(hexes) for number, hexes in found.items()}

    def span(self, at: Hex) -> Path:
        """Every hex that a ship gets to from one, in order; none from dry land."""
        return self._spans[self.waters.of(at)] if at in self.lanes else ()

    @cached_property
    def ports(self) -> Path:
        """The ports of the sea zones, in order (FE-28C1.1)."""
        return tuple(at for at in self._ground.ports if at in self.lanes)

    @cached_property
    def refuge(self) -> frozenset[Hex]:
        """The hexes without mines in the zone that has them (FE-28B5.1)."""
        chart = self._mines
        near = self._ground.near((self._ground.hex_of(chart.refuge),), chart.radius)
        return frozenset(at for at in near if self.zones.get(at) == chart.zone)

    @cached_property
    def refuge_ports(self) -> frozenset[Hex]:
        """The ports among them."""
        return self.refuge.intersection(self.ports)

    @cached_property
    def icy(self) -> frozenset[Hex]:
        """The ports that freeze (FE-29D3.1)."""
        found = set[Hex]()
        for row in self._ice.rows:
            spared = {self._ground.hex_of(label) for label in row.spared}
            far = self._ground.hex_of(row.north_of).r if row.north_of else None
            for at in self.ports:
                if self.zones[at] != row.id or at in spared:
                    continue
                if (far is not None and at.r <= far) or self._ground.countries.get(at) == row.land:
                    found.add(at)
        return frozenset(found)

    def mined(self, at: Hex, *, refuge: bool) -> bool:
        """Whether a ship risks mines in a hex; with or without a ``refuge`` left (FE-28B5.1,
        28B5.4).
        """
        return self.zones.get(at) == self._mines.zone and not (refuge and at in self.refuge)

    def risk(self, way: Path, *, refuge: bool) -> int:
        """How many hexes of a way, the first one aside, lie among mines (FE-28B5.3)."""
        return sum(self.mined(at, refuge=refuge) for at in way[1:])

    def risks(self, a: Hex, *, refuge: bool) -> Mapping[Hex, int]:
        """How many hexes among mines the way of a ship to each hex has."""
        key = (a, refuge)
        if key not in self._risks:
            if len(self._risks) >= KEPT:
                del self._risks[next(iter(self._risks))]
            cost, _previous, _end = self._spread(a, (), refuge=refuge)
            self._risks[key] = {at: among for at, (among, _length) in cost.items()}
        return self._risks[key]

    def way(self, a: Hex, b: Hex, *, refuge: bool) -> Path:
        """The way of a ship with the fewest hexes among mines, then the shortest; none where no
        water leads.
        """
        key = (a, b, refuge)
        if key not in self._ways:
            if len(self._ways) >= KEPT:
                del self._ways[next(iter(self._ways))]
            joined = a in self.lanes and self.waters.join((a,), b)
            self._ways[key] = self.approach(a, {b}, refuge=refuge) if joined else ()
        return self._ways[key]

    def approach(self, a: Hex, goals: Container[Hex], *, refuge: bool) -> Path:
        """The best of the ways of a ship to some hexes, as :meth:`way` judges; none where no water
        leads to any.
        """
        _cost, previous, end = self._spread(a, goals, refuge=refuge)
        if end is None:
            return ()
        found = [end]
        while found[-1] != a:
            found.append(previous[found[-1]])
        return tuple(reversed(found))

    def _spread(
        self, a: Hex, goals: Container[Hex], *, refuge: bool
    ) -> tuple[dict[Hex, tuple[int, int]], dict[Hex, Hex], Hex | None]:
        """What the ways from a hex cost, hexes among mines and all, the hex before each, and the
        nearest of some goals; the ways to all hexes without any.
        """
        cost = {a: (0, 0)}
        previous: dict[Hex, Hex] = {}
        queue = [((0, 0), a)]
        end: Hex | None = None
        while queue:
            so_far, at = heapq.heappop(queue)
            if at in goals:
                end = at
                break
            if so_far > cost[at]:
                continue
            for near in self.lanes.get(at, ()):
                onward = (so_far[0] + self.mined(near, refuge=refuge), so_far[1] + 1)
                if near not in cost or onward < cost[near]:
                    cost[near], previous[near] = onward, at
                    heapq.heappush(queue, (onward, near))
        return cost, previous, end
