"""How supply reaches a unit, or what bars it."""

from __future__ import annotations

from engine.core.view.outlook import Block, SupplyElement, SupplyLine
from engine.rules.supply.trace import Supplied
from engine.systems.by_hand.position import HandPosition
from maps.hexgrid import Hex
from oob.model import UnitId


def supply(pos: HandPosition, unit: UnitId) -> tuple[bool, tuple[Hex, ...], str]:
    """Whether a unit is in supply, its path, and why."""
    chart, at = pos.charts.supply, pos.piece(unit).hex
    if chart is None:
        return True, (), "Supply is not checked: nothing is declared."
    if at is None:
        return True, (), f"Supply is judged on the board [{chart.rule}]."
    if pos.needs_none(unit):
        return True, (), f"It never needs supply [{chart.rule}]."
    found = pos.supplied(unit)
    if found is None:
        return True, (), f"No source is declared for its side [{chart.rule}]."
    path = _path(found, at)
    if path:
        return True, path, f"In supply from {pos.label(path[-1])} [{chart.rule}]."
    over = " or a line that carries it" if chart.lines else ""
    return False, (), f"No source{over} within {chart.length} hexes [{chart.rule}]."


def _path(supplied: Supplied, at: Hex) -> tuple[Hex, ...]:
    """The hexes to the source: over land, then along lines."""
    toward, found = supplied.source, [at]
    while found[-1] in toward and toward[found[-1]] != found[-1]:
        found.append(toward[found[-1]])
    return tuple(found) if found[-1] in toward else ()


def supply_line(pos: HandPosition, unit: UnitId) -> SupplyLine:
    """The path as elements; without one, the hexes beside the unit that bar it."""
    supplied, path, why = supply(pos, unit)
    chart, at = pos.charts.supply, pos.piece(unit).hex
    if chart is None or at is None:
        return SupplyLine(supplied, why)
    if not supplied:
        barring = pos.barring(pos.owner(unit))
        near = [hex_ for hex_ in (at, *at.neighbours()) if hex_ in barring]
        text = "Enemies or their zones are here."
        return SupplyLine(False, why, (), tuple(Block(h, text, chart.rule) for h in near))
    roads = pos.context.supply_lines
    cut = next((n for n, here in enumerate(path) if here in roads), len(path) - 1)
    if not chart.lines:
        cut = len(path) - 1
    elements = []
    if cut > 0:
        elements.append(SupplyElement("march", path[: cut + 1], cut, chart.length, chart.rule))
    if len(path) - cut > 1:
        rest = path[cut:]
        elements.append(SupplyElement("road", rest, len(rest) - 1, None, chart.rule))
    return SupplyLine(True, why, tuple(elements))
