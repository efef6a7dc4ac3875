"""What some hexes have in common: the facts an inspector shows of one hex or of many at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from maps.finding.runs import ascending, pairs, unbroken
from maps.hexgrid import Hex, Link, Side, link, side
from maps.layout import Orientation
from maps.model import GameMap, Place

DIRECTION_NAMES = {
    Orientation.FLAT: ("SE", "NE", "N", "NW", "SW", "S"),
    Orientation.POINTY: ("E", "NE", "NW", "W", "SW", "SE"),
}
"""What the six directions are called on paper, by direction number."""


@dataclass(frozen=True, slots=True)
class Survey:
    """Some hexes of a board. Counters tell how many of them hold what.

    ``regions`` counts, per region layer, the hexes in each region; a hex in none counts as "".
    """

    hexes: tuple[Hex, ...]
    area: frozenset[Hex] = frozenset()
    terrain: Counter[str] = field(default_factory=Counter)
    drafts: int = 0
    regions: dict[str, Counter[str]] = field(default_factory=dict)
    places: tuple[Place, ...] = ()

    def __len__(self) -> int:
        return len(self.hexes)


def survey(board: GameMap, hexes: Iterable[Hex], before: Survey | None = None) -> Survey:
    """What is in those hexes that are on the board.

    ``before``, an earlier survey, saves putting the same hexes in order again.
    """
    if before is not None and before.area == hexes and board.terrain.keys() >= before.area:
        inside, here = before.area, before.hexes
    else:
        inside = frozenset(board.terrain.keys() & hexes)
        here = tuple(ascending(inside, board.terrain))
    layers = [kind.id for kind in board.legend.kinds.values() if kind.layer == "region"]
    regions: dict[str, Counter[str]] = {}
    for layer in dict.fromkeys((*layers, *board.regions)):
        counts: Counter[str] = Counter()
        found: list[frozenset[Hex]] = []
        for name, members in board.regions.get(layer, {}).items():
            if members and not members.isdisjoint(inside):
                common = inside if members.issuperset(inside) else members & inside
                counts[name] = len(common)
                found.append(common)
        held = found[0] if len(found) == 1 else frozenset[Hex]().union(*found)
        counts[""] = len(inside) - len(held)
        regions[layer] = Counter({name: count for name, count in counts.items() if count})
    return Survey(
        here,
        inside,
        Counter(board.terrain.values())
        if len(here) == len(board.terrain)
        else Counter(map(board.terrain.__getitem__, here)),
        len(board.drafts & inside),
        regions,
        tuple(place for place in board.places.values() if place.hex in inside),
    )


def sides_of(hexes: Collection[Hex]) -> tuple[list[Side], list[Side]]:
    """The hexsides between some hexes, and those around them, each once and in a fixed order."""
    inside, edge = [], []
    for at in sorted(hexes):
        for direction in range(6):
            if at.neighbour(direction) not in hexes:
                edge.append(side(at, direction))
            elif direction < 3:
                inside.append(Side(at, direction))
    return inside, edge


def links_of(hexes: Collection[Hex]) -> list[Link]:
    """The links between the centres of neighbours among some hexes."""
    return [
        link(at, at.neighbour(direction))
        for at in sorted(hexes)
        for direction in range(3)
        if at.neighbour(direction) in hexes
    ]


Tally: TypeAlias = tuple[int, Counter[str]]
"""How many there are, and how many of them are of each kind."""


def along(board: GameMap, found: Survey) -> tuple[Tally, Tally, Tally]:
    """What :func:`tally` says of the hexsides between surveyed hexes, of those around them, and of
    the links between them, none of which is listed for it.
    """
    hexes = found.area
    joined = pairs(unbroken(found.hexes))
    inside: Counter[str] = Counter()
    around: Counter[str] = Counter()
    for of, kinds in board.hexsides.items():
        near, far = of.hexes
        if near in hexes or far in hexes:
            (inside if near in hexes and far in hexes else around).update(sorted(kinds))
    lines: Counter[str] = Counter()
    for way, kinds in board.lines.items():
        if way.a in hexes and way.b in hexes:
            lines.update(sorted(kinds))
    return (joined, inside), (6 * len(hexes) - 2 * joined, around), (joined, lines)


def tally(sets: Iterable[frozenset[str]]) -> Tally:
    """How many sets there are, and in how many of them each kind is."""
    found: Counter[str] = Counter()
    total = 0
    for kinds in sets:
        total += 1
        found.update(sorted(kinds))
    return total, found
