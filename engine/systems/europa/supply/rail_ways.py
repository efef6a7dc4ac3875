"""Lines by rail from the hexes of a net to its sources, found for all at once (BF-12A, 12C2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush

from engine.systems.europa.state.position import Position
from engine.systems.europa.supply.nets import Net, Terms
from maps.hexgrid import Hex


def way(pos: Position, net: Net, bound: Terms, start: Hex) -> tuple[Hex, ...]:
    """A rail line from a hex to a source with as few low-volume hexes as can be, then short; the
    hex alone where it is a source, or no line leads from it.
    """
    if net.sources & pos.context.supply_graph.bits.bit[start]:
        return (start,)
    onward, path = _onward(pos, net, bound), [start]
    while path[-1] in onward:
        path.append(onward[path[-1]])
    return tuple(path)


def _onward(pos: Position, net: Net, bound: Terms) -> Mapping[Hex, Hex]:
    """The next hex of the line from each hex; kept with the position, beside the net it is of."""
    key = ("ways by rail", id(net))
    kept: tuple[Net, Mapping[Hex, Hex]] | None = pos.known.get(key)
    if kept is None:
        kept = pos.known[key] = (net, _searched(pos, net, bound))
    return kept[1]


def _searched(pos: Position, net: Net, bound: Terms) -> Mapping[Hex, Hex]:
    """The same, searched from the sources outwards. The nearest of equally good sources in hex
    order is taken.
    """
    context, rails, low_links = pos.context, pos.context.rails, pos.context.low_links
    bits = context.supply_graph.bits
    on_rails, entered = net.rail.hexes, net.rail.hexes & bound.railways
    reached, open_ = set(bits.hexes(on_rails)), set(bits.hexes(entered))
    graph, bit = context.supply_graph, bits.bit
    whole = [lines for _, on, lines in bound.lines if on == bits.all]
    parts = [(on, lines) for _, on, lines in bound.lines if on != bits.all]

    def joined(at: Hex) -> Iterable[Hex]:
        if not bound.lines:
            return rails.get(at, ())
        found, here = [near for lines in whole for near, _ in lines.get(at, ())], bit[at]
        for on, lines in parts:
            if here & on:
                for near, _ in lines.get(at, ()):
                    if bit[near] & on:
                        found.append(near)
        return found

    along = graph.uncut(bound, joined)
    queue = sorted((0, 0, at, at) for at in bits.hexes(net.sources & entered))
    best = {at: (low, length, source) for low, length, source, at in queue}
    onward: dict[Hex, Hex] = {}
    while queue:
        low, length, source, here = heappop(queue)
        if here not in open_ or (low, length, source) != best[here]:
            continue
        for near in along(here):
            if near in reached:
                cost = (low + ((here, near) in low_links), length + 1, source)
                if near not in best or cost < best[near]:
                    best[near], onward[near] = cost, here
                    heappush(queue, (*cost, near))
    return onward
