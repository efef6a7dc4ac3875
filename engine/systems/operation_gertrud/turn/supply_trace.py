"""How supply reaches a unit, stretch by stretch, or which hexes keep it away (OG 7)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.core.view.outlook import Block, SupplyElement, SupplyLine
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import other
from engine.systems.operation_gertrud.view.display import supply
from maps.hexgrid import Hex
from oob.model import UnitId

RULES = {"road": "OG-7.1a", "path": "OG-7.0a"}


def supply_line(pos: Position, unit: UnitId) -> SupplyLine:
    """The path of a unit by stretches of road and open country, or what blocks it."""
    supplied, path, why = supply(pos, unit)
    if path:
        return SupplyLine(supplied, why, tuple(_elements(pos, path)))
    at = pos.piece(unit).at
    if isinstance(at, Hex) and pos.cut_off(unit):
        return SupplyLine(supplied, why, (), tuple(_blocks(pos, unit, at)))
    return SupplyLine(supplied, why)


def _elements(pos: Position, path: tuple[Hex, ...]) -> Iterator[SupplyElement]:
    stretch: list[Hex] = list(path[:1])
    kind = ""
    for a, b in pairwise(path):
        by_road = pos.context.road(a, b, pos.state.cut_roads, pos.state.cut_rails)
        here = "road" if by_road else "path"
        if kind and here != kind:
            yield SupplyElement(kind, tuple(stretch), len(stretch) - 1, None, RULES[kind])
            stretch = [a]
        kind = here
        stretch.append(b)
    if kind:
        yield SupplyElement(kind, tuple(stretch), len(stretch) - 1, None, RULES[kind])


def _blocks(pos: Position, unit: UnitId, start: Hex) -> Iterator[Block]:
    """The hexes around all that a path from the unit can reach, that enemies close to it."""
    side = pos.owner(unit)
    enemy = other(side)
    barred = (pos.held[enemy] | pos.zoc(enemy)) - pos.held[side]
    for at in sorted(_around(pos, side, start, barred)):
        if at in pos.held[enemy]:
            yield Block(at, f"Enemy units stand in {pos.label(at)}.", "OG-7.0b")
        else:
            yield Block(at, f"{pos.label(at)} is in an enemy zone of control.", "OG-8.4")


def _around(pos: Position, side: str, start: Hex, barred: frozenset[Hex]) -> set[Hex]:
    found, edge, queue = {start}, set(), [start]
    while queue:
        at = queue.pop()
        for near in pos.context.fronts[at]:
            if not pos.feeds(side, at, near) or near in found:
                continue
            if near in barred:
                edge.add(near)
            else:
                found.add(near)
                queue.append(near)
    return edge
