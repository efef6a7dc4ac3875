"""How supply reaches a unit, element by element, or what keeps it away (BF-12A, 12B)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import pairwise

from engine.core.view.outlook import Block, SupplyElement, SupplyLine
from engine.systems.europa.board.bitmaps import Levels, union
from engine.systems.europa.state.constants import Phase, other
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.source import Source
from engine.systems.europa.supply import rail_ways
from engine.systems.europa.supply.nets import (
    OVERLAND,
    RAIL,
    ROAD,
    SPECIAL,
    TRUCKS,
    Layer,
    Link,
    Net,
    Terms,
)
from engine.systems.europa.supply.supply_graph import SupplyGraph
from engine.systems.europa.supply.supply_status import (
    boxed_source,
    feeding,
    full,
    in_supply,
    isolated,
    seeds,
    source_net,
    terms,
)
from maps.hexgrid import Hex
from oob.model import UnitId

TOPICS = {
    OVERLAND: "overland element",
    ROAD: "road element",
    RAIL: "rail element",
    TRUCKS: "truck element",
    SPECIAL: "special overland element",
}
STANDING = frozenset(
    {
        Phase.MOVEMENT,
        Phase.AIR,
        Phase.COMBAT,
        Phase.EXPLOITATION,
        Phase.SURPRISE_MOVEMENT,
        Phase.SURPRISE_AIR,
        Phase.SURPRISE_COMBAT,
    }
)
"""The phases throughout which units have the standing that they were judged to have."""
Path = tuple[Hex, ...]


def supply_line(pos: Position, unit: UnitId) -> SupplyLine:
    """The line of a unit at present, or what blocks it, with its standing this player turn."""
    side, at = pos.side(unit), pos.piece(unit).at
    if not side:
        return SupplyLine(True, "A neutral's units need no supply.")
    if not isinstance(at, Hex):
        return _off_the_map(pos, unit, at)
    found = _feeder(pos, unit, side, at)
    if found is None:
        rule = pos.context.cite("supply line")
        far = " No line, however long, would." if isolated(pos, unit) else ""
        text = f"No supply line leads to a source [{rule}].{far}{_cut_off(pos, unit)}"
        blocks = pos.once(("supply blocks", side, at), lambda: tuple(_blocks(pos, side, at)))
        return SupplyLine(False, text, (), blocks)
    net, bound, sources = found
    short = len(sources) == 1 and sources[0].overland
    land = SPECIAL if short and pos.context.charts.supply.has(SPECIAL) else OVERLAND
    elements, origin = _line(pos, net, bound, at, land, sources)
    return SupplyLine(True, f"In supply from {origin}.{_standing(pos, unit)}", elements)


def _off_the_map(pos: Position, unit: UnitId, box: str) -> SupplyLine:
    """In a holding box its own sources feed a unit or none does (BF-12C2.5)."""
    if box not in pos.context.holding:
        return SupplyLine(True, "In supply: off the map.")
    source = boxed_source(pos, unit, box)
    if source is None:
        text = f"No source feeds it in {pos.label(box)} [{pos.context.cite('supply line')}]."
        return SupplyLine(False, f"{text}{_cut_off(pos, unit)}")
    return SupplyLine(True, f"In supply from {source.name} [{source.rule}].{_standing(pos, unit)}")


def _standing(pos: Position, unit: UnitId) -> str:
    """How a unit was judged for this player turn."""
    if not pos.out(unit):
        return ""
    turns = pos.state.unfed.get(unit, 0)
    lasting = f", for {turns} player turns in a row" if turns > 1 else ""
    return f" Out of supply until the next initial phase{lasting}."


def _cut_off(pos: Position, unit: UnitId) -> str:
    """The standing of a unit without a line: judged to be in supply it is so, whatever comes, until
    all are judged again.
    """
    if pos.out(unit) or pos.state.phase not in STANDING:
        return _standing(pos, unit)
    return " It is in supply all the same until the next initial phase."


def supply(pos: Position, unit: UnitId) -> tuple[bool, Path, str]:
    """Whether a line leads to a unit, its hexes from unit to source, and why."""
    line = supply_line(pos, unit)
    path: list[Hex] = []
    for element in line.elements:
        path += element.hexes if not path else element.hexes[1:]
    return line.supplied, tuple(path), line.text


def supplied(pos: Position, unit: UnitId) -> bool:
    """Whether a line leads to a unit, which is cheap to know beside where it runs."""
    return in_supply(pos, unit)


def _feeder(
    pos: Position, unit: UnitId, side: str, at: Hex
) -> tuple[Net, Terms, tuple[Source, ...]] | None:
    """The net that feeds a unit, the terms it was made under, and its sources."""
    bound, bit = terms(pos, side), pos.context.supply_graph.bits.bit[at]
    for nations, net in full(pos, side).items():
        if (not nations or pos.nation(unit) in nations) and net.hexes & bit:
            work = partial(_regular, pos, side, nations)
            return net, bound, pos.once(("regular", side, nations), work)
    source = feeding(pos, side).draws.get(unit)
    if source is None:
        return None
    return source_net(pos.context, source, bound), bound, (source,)


def _regular(pos: Position, side: str, nations: frozenset[str]) -> tuple[Source, ...]:
    return tuple([s for s in pos.sources(side) if s.regular and s.nations == nations])


def _line(
    pos: Position,
    net: Net,
    bound: Terms,
    at: Hex,
    land: str,
    sources: tuple[Source, ...],
) -> tuple[tuple[SupplyElement, ...], str]:
    """The elements for all units of a hex, and where they come from; kept with the position, beside
    the net they are of.
    """
    key = ("supply line", id(net), at, land)
    kept: tuple[Net, tuple[SupplyElement, ...], str] | None = pos.known.get(key)
    if kept is None:
        elements = tuple(_elements(pos, net, bound, at, land))
        end = elements[-1].hexes[-1] if elements else at
        kept = pos.known[key] = (net, elements, _origin(pos, net, sources, end))
    return kept[1], kept[2]


def _origin(pos: Position, net: Net, sources: tuple[Source, ...], end: Hex) -> str:
    """The source of a line that ends in a hex, with its rule."""
    key = ("source hexes", id(net))
    kept: tuple[Net, Mapping[Hex, Source]] | None = pos.known.get(key)
    if kept is None:
        found: dict[Hex, Source] = {}
        for one in sources:
            for seed in seeds(pos.context, (one,)):
                found.setdefault(seed, one)
        kept = pos.known[key] = (net, found)
    source = kept[1].get(end)
    if source is None:
        return f"{pos.label(end)} [{pos.context.cite('supply line')}]"
    return f"{source.name} [{source.rule}]"


def _elements(pos: Position, net: Net, bound: Terms, at: Hex, land: str) -> Iterator[SupplyElement]:
    """The elements from the unit on; one that is not needed is left out."""
    supply_graph = pos.context.supply_graph
    count = supply_graph.counting(bound)
    overland = _descent(supply_graph, net.overland, at, count, supply_graph.fronts(bound))
    yield from _element(pos, land, overland, bound)
    if net.sources & supply_graph.bits.bit[overland[-1]]:
        return
    yield from _beyond(pos, net, bound, overland[-1])


def _beyond(pos: Position, net: Net, bound: Terms, start: Hex) -> tuple[SupplyElement, ...]:
    """The elements that follow the overland one where it ends; many lines share them, so they are
    kept with the position, beside the net they are of.
    """
    key = ("supply beyond", id(net), start)
    kept: tuple[Net, tuple[SupplyElement, ...]] | None = pos.known.get(key)
    if kept is None:
        kept = pos.known[key] = (net, tuple(_onwards(pos, net, bound, start)))
    return kept[1]


def _onwards(pos: Position, net: Net, bound: Terms, start: Hex) -> Iterator[SupplyElement]:
    """The same, worked out: by truck, by road, by truck again, and by rail."""
    end = start
    for path in _trucks(pos, net.before, bound, end):
        yield from _element(pos, TRUCKS, path, bound)
        end = path[-1]
    roads = pos.context.roads
    along = pos.context.supply_graph.uncut(bound, lambda a: roads.get(a, ()))
    road = _descent(pos.context.supply_graph, net.road, end, _one, along)
    yield from _element(pos, ROAD, road, bound)
    end = road[-1]
    for path in _trucks(pos, net.behind, bound, end):
        yield from _element(pos, TRUCKS, path, bound)
        end = path[-1]
    yield from _by_rail(pos, net, bound, end)


def _by_rail(pos: Position, net: Net, bound: Terms, start: Hex) -> tuple[SupplyElement, ...]:
    """The rail element from where it begins; kept in the same way."""
    key = ("supply by rail", id(net), start)
    kept: tuple[Net, tuple[SupplyElement, ...]] | None = pos.known.get(key)
    if kept is None:
        way = rail_ways.way(pos, net, bound, start)
        kept = pos.known[key] = (net, tuple(_element(pos, RAIL, way, bound)))
    return kept[1]


def _trucks(pos: Position, chain: tuple[Link, ...], bound: Terms, at: Hex) -> Iterator[Path]:
    """The line from the truck in a hex to the next one, and so on to where the chain begins; none
    where no truck of the chain stands.
    """
    graph = pos.context.supply_graph
    bit, count = graph.bits.bit, graph.counting(bound)
    for link in reversed(chain):
        if link.trucks & bit[at]:
            path = _descent(graph, link.layer, at, count, graph.fronts(bound))
            yield path
            at = path[-1]


def _one(_a: Hex, _b: Hex) -> int:
    return 1


def _element(pos: Position, kind: str, path: Path, bound: Terms) -> Iterator[SupplyElement]:
    if len(path) < 2:
        return
    context, mask = pos.context, pos.context.supply_graph.bits.mask
    if kind == RAIL:
        low = context.low_links
        used = sum(pair in low for pair in pairwise(path)) if low else 0
    elif kind != ROAD:
        count = context.supply_graph.counting(bound)
        used = sum(count(a, b) for a, b in pairwise(path))
    else:
        used = len(path) - 1
    limit = bound.limits(mask(path))[kind] if kind != RAIL or used else None
    yield SupplyElement(kind, path, used, limit, context.cite(TOPICS[kind]))


def _descent(
    supply_graph: SupplyGraph,
    layer: Layer,
    start: Hex,
    count: Callable[[Hex, Hex], int],
    near: Callable[[Hex], Iterable[Hex]],
) -> Path:
    """The path from a hex down the levels of an element to where the next one begins."""
    bit = supply_graph.bits.bit
    levels, length = _level(layer, bit[start])
    path = [start]
    while length:
        here, below = path[-1], union(levels[:length])
        steps = ((to, count(here, to)) for to in near(here) if below & bit[to])
        to, cost = next(
            (to, cost) for to, cost in steps if cost <= length and levels[length - cost] & bit[to]
        )
        path.append(to)
        length -= cost
    return tuple(path)


def _level(layer: Layer, bit: int) -> tuple[Levels, int]:
    """The levels by which a hex is reached most cheaply, and at what length."""
    found: tuple[Levels, int] | None = None
    for levels in layer.bands:
        most = len(levels) if found is None else min(len(levels), found[1])
        length = next((n for n in range(most) if levels[n] & bit), most)
        if length < most:
            found = levels, length
    assert found is not None, "some level of a layer has each of its hexes"
    return found


def _blocks(pos: Position, side: str, start: Hex) -> Iterator[Block]:
    """What closes the ground around all that an overland element from a hex could reach."""
    context, enemy = pos.context, other(side)
    bound = terms(pos, side)
    bit = context.supply_graph.bits.bit
    limit = max(band.lengths[OVERLAND] for band in bound.bands)
    beyond = context.supply_graph.fronts(bound)
    found, edge = {start: 0}, deque([start])
    closed: dict[Hex, None] = {}
    while edge:
        at = edge.popleft()
        for near in beyond(at):
            if near in found or found[at] >= limit:
                continue
            if bound.open & bit[near]:
                found[near] = found[at] + 1
                edge.append(near)
            else:
                closed[near] = None
    for at in sorted(closed):
        if at in pos.held[enemy]:
            topic, text = "supply past enemies", f"Enemy units stand in {pos.label(at)}."
        elif pos.neutral(at):
            topic, text = "supply over closed ground", f"{pos.label(at)} is neutral."
        else:
            text = f"{pos.label(at)} is in an enemy zone of control."
            topic = "supply in enemy zones"
        yield Block(at, text, context.cite(topic))
