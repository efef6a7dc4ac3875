"""The ways of ships, held against a search hex by hex."""

from __future__ import annotations

import heapq

from engine.core.state import Location
from engine.systems.europa.sea import routes
from engine.systems.europa.sea.context import SeaContext
from maps.hexgrid import Hex
from tests.engine.systems.europa.sea.fleet import Fleet


def searched(
    context: SeaContext, origin: Location, danger: frozenset[Hex]
) -> dict[Hex, tuple[routes.Cost, routes.Path]]:
    """The best ways from a place, with what they cost: found hex by hex, those that avoid danger
    first, then the shortest; each goes on from the first hex of several.
    """
    waiting = [
        ((int(at in danger), far), at, (0, 0), at, (at,))
        for at, far in routes.ends(context, origin)
    ]
    heapq.heapify(waiting)
    found: dict[Hex, tuple[routes.Cost, routes.Path]] = {}
    while waiting:
        cost, here, _, _, path = heapq.heappop(waiting)
        if here in found:
            continue
        found[here] = (cost, path)
        for near in context.lanes[here]:
            onward = (max(cost[0], int(near in danger)), cost[1] + 1)
            heapq.heappush(waiting, (onward, near, cost, here, (*path, near)))
    return found


def test_ways_are_those_of_a_search_hex_by_hex() -> None:
    """BF-26B1.3: from ports and boxes, in clear water and with a zone of interdiction, part of
    which lies before the port.
    """
    context = Fleet().pos.context
    boxes, ports = sorted(context.moorings), sorted(context.ports)
    dangers = [frozenset[Hex](), *context.interdicted.values(), frozenset([*context.lanes][::7])]
    for danger in dangers:
        for origin in (*boxes, *ports[::20]):
            chart = routes.Chart(context, origin, danger)
            known = searched(context, origin, danger)
            for at in [*context.lanes][::6]:
                cost, path = known.get(at, (None, ()))
                assert (chart.cost(at), chart.path(at)) == (cost, path)


def test_ships_sail_to_what_their_waters_join() -> None:
    """BF-26B1.3: the ports, beaches and boxes of a sea zone."""
    pos = Fleet().pos
    ends = (*pos.context.ports, *pos.context.beaches, *pos.context.moorings)
    for origin in (*sorted(pos.context.moorings), *sorted(pos.context.ports)[::5]):
        joined = {to for to in ends if routes.joined(pos, origin, to)}
        assert routes.sailed_to(pos.context, origin) == joined
