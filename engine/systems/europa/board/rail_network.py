"""The railroads of a board: what they link, at what volume, and round by which map edges."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from engine.frozen import dataclass
from engine.rules.movement.paths import Graph
from engine.systems.europa.board.board import GameBoard
from maps.hexgrid import Hex, Side, side_between

WEST = 3
"""The direction west on a board of pointy-topped hexes."""
STANDARD, BROAD = "rail_standard", "rail_broad"
GAUGES = (STANDARD, BROAD)
"""Kinds of railroad on boards that show gauges."""
REMEMBERED = 4
"""How many graphs of steps are kept of each kind of network."""
NOWHERE = frozenset[Hex]()


@dataclass(frozen=True, slots=True)
class Gauging:
    """Which gauge is wanted, which hexes are re-gauged, and which of them in this player turn:
    those carry no rail movement yet. ``within`` are the hexes where lines of the gauge serve, None
    for all.
    """

    broad: bool
    regauged: frozenset[Hex]
    fresh: frozenset[Hex]
    within: frozenset[Hex] | None = None


Ends = tuple[tuple[Hex, bool], ...]


class Link(NamedTuple):
    """A line from a hex to an adjacent one: whether it is of low volume, or of both gauges, and
    the ends that tell its gauge.
    """

    a: Hex
    b: Hex
    side: Side
    low: bool
    doubled: bool
    ends: Ends


def _serves(gauging: Gauging, link: Link) -> bool:
    """Whether a line serves the gauge that is wanted."""
    a, b, regauged = link.a, link.b, gauging.regauged
    if a in gauging.fresh or b in gauging.fresh:
        return False
    if gauging.within is not None and not (a in gauging.within and b in gauging.within):
        return False
    if link.doubled and a not in regauged and b not in regauged:
        return True
    for at, broad in link.ends:
        if broad != (at in regauged):
            return gauging.broad
    return not gauging.broad


class Network(NamedTuple):
    """Which rail steps are wanted: without those over hexsides where bridges are down, of
    high-volume lines alone, with the way round over the west edge, of one gauge alone.
    """

    down: frozenset[Side]
    high: bool
    around: bool
    gauging: Gauging | None

    def serves(self, link: Link) -> bool:
        """Whether a line is part of it."""
        if link.side in self.down or (self.high and link.low):
            return False
        return self.gauging is None or _serves(self.gauging, link)

    @property
    def kind(self) -> tuple[bool, ...]:
        """What networks have in common that lines here and there tell apart."""
        gauging = self.gauging
        gauge = (gauging.broad, gauging.within is None) if gauging is not None else ()
        return (self.high, self.around, *gauge)

    def apart(self, other: Network) -> frozenset[Hex]:
        """The hexes with all ends of lines that are part of one of two networks of a kind alone."""
        ends = frozenset(at for side in self.down ^ other.down for at in side.hexes)
        one, two = self.gauging, other.gauging
        if one is None or two is None:
            return ends
        within = (one.within or NOWHERE) ^ (two.within or NOWHERE)
        return ends | (one.regauged ^ two.regauged) | (one.fresh ^ two.fresh) | within


def regauged_in(at: Hex) -> str:
    """The allowance that tells of a hex re-gauged in this player turn."""
    return f"regauged {at.q} {at.r}"


class Railways:
    """The rail links of a board, worked out once for each set of bridges down."""

    def __init__(self, ground: GameBoard) -> None:
        self.ground = ground
        self._graphs: dict[tuple[bool, ...], dict[Network, Graph]] = {}
        self._told: dict[tuple[Hex, Hex], Ends] = {}

    @cached_property
    def all(self) -> frozenset[Hex]:
        """All rail hexes."""
        return frozenset(self.ground.rails)

    @cached_property
    def hexes(self) -> frozenset[Hex]:
        """Rail hexes where rail movement is allowed at all (BF-7A3.1)."""
        closed = self.ground.charts.rail.closed
        countries = self.ground.countries
        return frozenset(at for at in self.ground.rails if countries.get(at) not in closed)

    @cached_property
    def west_ends(self) -> tuple[Hex, ...]:
        """Rail hexes of one country on the west edge, joined off the map (BF-32D.1)."""
        chart = self.ground.charts.rail
        board = self.ground.map.terrain
        return tuple(
            at
            for at in self.ground.edges
            if self.ground.countries.get(at) == chart.around and at.neighbour(WEST) not in board
        )

    def graph(
        self, down: frozenset[Side], *, high: bool, around: bool, gauging: Gauging | None = None
    ) -> Graph:
        """Rail steps with their length in rail hexes: high-volume lines alone, or all; with the way
        round over the west edge; of one gauge alone where they differ.
        """
        wanted = Network(down, high, around, gauging)
        known = self._graphs.setdefault(wanted.kind, {})
        if wanted not in known:
            made = self._made(wanted, known)
            if len(known) >= REMEMBERED:
                del known[next(iter(known))]
            known[wanted] = made
        return known[wanted]

    def low(self, a: Hex, b: Hex) -> bool:
        """True when a rail step uses a low-volume line. Beyond the edge of the map a line is what
        it is on the map, high-volume where its last hex has any such line (BF-7A2.3, 32D.1).
        """
        if b in self.ground.rails[a]:
            return self.ground.low_volume(a, b)
        low, rails = self.ground.low_volume, self.ground.rails
        return any(all(low(end, near) for near in rails[end]) for end in (a, b))

    def broad(self, a: Hex, b: Hex, regauged: frozenset[Hex]) -> bool:
        """True when a line between adjacent hexes has broad gauge: one of them has, by the line as
        the board shows it, else by its country, or because it was re-gauged. Crossing lines of a
        hex re-gauged keep theirs that way; where both gauges meet, a line has that of its other
        end.
        """
        if (a, b) not in self._told:
            self._told[a, b] = self._ends(a, b)
        return any(broad != (at in regauged) for at, broad in self._told[a, b])

    def broad_in(self, at: Hex, regauged: frozenset[Hex]) -> bool | None:
        """Whether the lines of a hex have broad gauge in it; None where both gauges meet, and each
        line has that of its other end.
        """
        if at in self.changes:
            return None
        chart = self.ground.charts.rail
        printed = {
            self._printed_broad(at, near)
            for near in self.ground.rails[at]
            if not self.ground.map.line_kinds(at, near).isdisjoint(GAUGES)
        }
        found = True in printed if printed else self.ground.countries.get(at) in chart.broad
        return found != (at in regauged)

    def _ends(self, a: Hex, b: Hex) -> Ends:
        """The ends of a line that tell its gauge: whether it is broad there, not re-gauged."""
        countries, chart = self.ground.countries, self.ground.charts.rail
        if self.ground.map.line_kinds(a, b).isdisjoint(GAUGES):
            return tuple((at, countries.get(at) in chart.broad) for at in (a, b))
        printed = self._printed_broad(a, b)
        ends = [at for at in (a, b) if at not in self.changes] or (a, b)
        return tuple((at, printed) for at in ends)

    def _printed_broad(self, a: Hex, b: Hex) -> bool:
        """Whether the board shows a line of broad gauge between two hexes, and none of standard
        gauge instead.
        """
        broad = BROAD in self.ground.map.line_kinds(a, b)
        return broad and not self.ground.standard_alone.issuperset((a, b))

    @cached_property
    def changes(self) -> frozenset[Hex]:
        """The hexes where lines of both gauges meet, as the board shows them."""
        found = dict[Hex, set[bool]]()
        for at, near in self.ground.rails.items():
            kinds = {n: self.ground.map.line_kinds(at, n) for n in near}
            shown = [n for n in near if not kinds[n].isdisjoint(GAUGES)]
            found[at] = {self._printed_broad(at, n) for n in shown}
        return frozenset(at for at, kinds in found.items() if len(kinds) > 1)

    def _made(self, wanted: Network, known: dict[Network, Graph]) -> Graph:
        """The steps of a network: those of the last one of its kind where no line has changed."""
        if not known:
            return {at: self._steps(at, wanted) for at in self._links}
        last, graph = next(reversed(known.items()))
        ends = self.hexes.intersection(wanted.apart(last))
        touched = ends.union(link.b for at in ends for link in self._links[at])
        return {**graph, **{at: self._steps(at, wanted) for at in touched}}

    def _steps(self, at: Hex, wanted: Network) -> tuple[tuple[Hex, int], ...]:
        """The steps of a network that lead from a hex."""
        found = [(link.b, 1) for link in self._links[at] if wanted.serves(link)]
        if wanted.around:
            length, high = self.ground.charts.rail.off_map, wanted.high
            found += [(b, length) for b in self._round[at] if not (high and self.low(at, b))]
        return tuple(found)

    @cached_property
    def _round(self) -> Mapping[Hex, tuple[Hex, ...]]:
        """The rail hexes that each is joined to off the map."""
        ends = self.west_ends
        return {at: tuple(b for b in ends if b != at) if at in ends else () for at in self.hexes}

    def _doubled(self, a: Hex, b: Hex) -> bool:
        """True where lines of both gauges join two hexes."""
        both = self.ground.map.line_kinds(a, b) >= set(GAUGES)
        return both and not self.ground.standard_alone.issuperset((a, b))

    @cached_property
    def _links(self) -> Mapping[Hex, tuple[Link, ...]]:
        """The rail links from each hex, in order."""
        low = self.ground.low_volume
        return {
            a: tuple(
                Link(a, b, side_between(a, b), low(a, b), self._doubled(a, b), self._ends(a, b))
                for b in self.ground.rails[a]
                if b in self.hexes
            )
            for a in sorted(self.hexes)
        }


def joined(links: Mapping[Hex, tuple[Hex, ...]], owned: frozenset[Hex]) -> dict[Hex, int]:
    """Hexes among those owned, numbered alike where links through such hexes join them."""
    found: dict[Hex, int] = {}
    for number, start in enumerate(links):
        if start not in owned or start in found:
            continue
        found[start] = number
        queue = [start]
        while queue:
            for near in links[queue.pop()]:
                if near in owned and near not in found:
                    found[near] = number
                    queue.append(near)
    return found
