"""The way that fewest enemy fighters watch, held against a search hex by hex."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Mapping

from engine.core.state import Location
from engine.systems.europa.air import fleet
from engine.systems.europa.air.combat.ways import watched, way
from engine.systems.europa.board.flights import bits_of, starts
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex
from tests.engine.systems.europa.air.sky import BERAT, IOANNINA, LARISA, SM79, TIRANA, VALONA, Sky

ZONES = {BERAT: 2, IOANNINA: 4, VALONA: 3, LARISA: 6}
"""Where fighters watch, and how far."""


def searched(
    pos: Position,
    unit: str,
    base: Location,
    target: Location,
    limit: int,
    seen_by: Mapping[Hex, int],
) -> tuple[Hex, ...]:
    """The way, found hex by hex: those that fewest watch first, the shortest of these, then the one
    whose hexes come first.
    """
    left, ends = fleet.near(pos, unit, target, limit), starts(pos.context, target)
    waiting = [
        (0 if at == base else seen_by.get(at, 0), far, at, () if at == base else (at,))
        for at, far in starts(pos.context, base).items()
    ]
    shortest: dict[Hex, int] = {}
    while waiting:
        seen, far, here, path = heapq.heappop(waiting)
        if here in ends and far + ends[here] <= limit:
            return path
        if shortest.get(here, limit + 1) <= far:
            continue
        shortest[here] = far
        for near in here.neighbours():
            if near in left and far + 1 + left[near] <= limit:
                more = seen + seen_by.get(near, 0)
                heapq.heappush(waiting, (more, far + 1, near, (*path, near)))
    return ()


def test_the_way_is_that_of_a_search_hex_by_hex() -> None:
    """BF-19: of all targets and ranges, from a base and a box, to hexes and boxes, with one fighter
    more on watch each time.
    """
    sky = Sky().station(TIRANA, SM79)
    pos, found = sky.pos, Counter[bool]()
    bits, boxes = bits_of(pos.context), sorted(pos.context.holding)
    targets: list[Location] = [*sorted(pos.context.land)[::67], *boxes]
    for count in range(len(ZONES) + 1):
        zones = [
            fleet.flying_from(pos, SM79, sky.at(at)).upto(far)
            for at, far in [*ZONES.items()][:count]
        ]
        counts = watched(bits, zones)
        seen_by = Counter(at for zone in zones for at in bits.hexes(zone))
        assert seen_by == {
            at: many for many, among in counts.items() if many for at in bits.hexes(among)
        }
        for base in (sky.at(TIRANA), *boxes[:1]):
            for target in targets:
                for limit in (6, 15):
                    one = way(pos, SM79, base, target, limit, counts)
                    assert one == searched(pos, SM79, base, target, limit, seen_by)
                    found[bool(one)] += 1
    assert min(found[True], found[False]) > 20
