"""Lines by rail to the sources, found for all hexes of a net at once."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from engine.systems.europa.state.constants import SIDES
from engine.systems.europa.state.position import Position
from engine.systems.europa.supply import rail_ways, supply_status
from engine.systems.europa.supply.nets import Net, Terms
from maps.hexgrid import Hex
from tests.benchmarks.counts import CallCount
from tests.engine.systems.europa.homefront import Home
from tests.engine.systems.europa.supply.test_supply_status import scattered

Cost = tuple[int, int]


def searched(pos: Position, net: Net, bound: Terms, start: Hex) -> Cost | None:
    """The fewest low-volume hexes, then the fewest hexes, of a line from one hex outward."""
    bit, best = pos.context.supply_graph.bits.bit, {start: (0, 0)}
    queue = [start]
    for here in queue:
        low, length = best[here]
        for near in pos.context.rails.get(here, ()):
            cost = (low + pos.context.low_volume(here, near), length + 1)
            usable = net.rail.hexes & bound.railways & bit[near]
            if usable and (near not in best or cost < best[near]):
                best[near] = cost
                queue.append(near)
    return min((cost for at, cost in best.items() if net.sources & bit[at]), default=None)


@pytest.mark.parametrize("seed", range(3))
def test_every_line_is_as_good_as_the_best_that_a_search_from_its_hex_finds(seed: int) -> None:
    pos = scattered(Random(seed), Home("balkan_front")).pos
    graph, looked = pos.context.supply_graph, 0
    for side in SIDES:
        bound = supply_status.terms(pos, side)
        for net in supply_status.full(pos, side).values():
            for start in sorted(graph.bits.hexes(net.rail.hexes))[::4]:
                way = rail_ways.way(pos, net, bound, start)
                assert way[0] == start
                assert all(b in pos.context.rails[a] for a, b in pairwise(way))
                low = sum(pos.context.low_volume(a, b) for a, b in pairwise(way))
                ends = bool(net.sources & graph.bits.bit[way[-1]])
                found = (low, len(way) - 1) if ends else None
                assert found == searched(pos, net, bound, start)
                looked += len(way) > 1
    assert looked > 20


def test_all_lines_of_a_net_cost_one_search() -> None:
    pos = scattered(Random(1), Home("balkan_front")).pos
    bound = supply_status.terms(pos, SIDES[0])
    net = supply_status.full(pos, SIDES[0])[frozenset()]
    hexes = sorted(pos.context.supply_graph.bits.hexes(net.rail.hexes))
    assert any(len(rail_ways.way(pos, net, bound, at)) > 1 for at in hexes)
    with CallCount() as count:
        lengths = [len(rail_ways.way(pos, net, bound, at)) for at in hexes]
    assert count.calls <= 10 * len(hexes) + 2 * sum(lengths)
