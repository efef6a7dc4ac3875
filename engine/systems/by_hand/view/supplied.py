"""How supply reaches a unit, or what bars it."""

from __future__ import annotations

from collections.abc import Container
from fractions import Fraction
from itertools import pairwise

from engine.core.view.outlook import Block, SupplyElement, SupplyLine
from engine.core.wording import counted, list_words, mixed, with_noun
from engine.rules.supply.trace import Supplied
from engine.systems.by_hand.charts.ground import Measure, SupplyChart
from engine.systems.by_hand.context import points_of
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
        none = "" if _unknown(pos, unit) else f"No source is declared for its side [{chart.rule}]."
        return True, (), none + _unknown(pos, unit).strip()
    path = _path(found, at)
    if path:
        return True, path, f"In supply from {pos.label(path[-1])} [{chart.rule}]."
    over = " or a line that carries it" if chart.lines or chart.links else ""
    why = f"No source{over} within {_stretch(pos, chart, unit)} [{chart.rule}]."
    return False, (), why + _unknown(pos, unit)


def _unknown(pos: HandPosition, unit: UnitId) -> str:
    """The declared sources of a unit that the board has not, as a sentence behind another."""
    chart, context = pos.charts.supply, pos.context
    keys = {pos.owner(unit), context.units[unit].nation}
    words = [word for key in sorted(keys) for word in (chart.sources.get(key, ()) if chart else ())]
    known = (bool(context.named(word)) or word in context.marker_rows for word in words)
    missing = [word for word, is_known in zip(words, known, strict=True) if not is_known]
    return f" The board has no {list_words(missing, last='or')}." if missing else ""


def _stretch(pos: HandPosition, chart: SupplyChart, unit: UnitId) -> str:
    """How long the last stretch may be, in words."""
    if chart.measure is Measure.HEXES:
        return counted(chart.length, "hex", "hexes")
    points = pos.unworn(unit) if chart.measure is Measure.ALLOWANCE else chart.length
    return f"a march of {with_noun(mixed(Fraction(points)), 'movement point')}"


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
    cut = _cut(pos, chart, unit, path)
    elements = []
    if cut > 0:
        used, limit = cut, chart.length
        if chart.measure is not Measure.HEXES:
            used, limit = _points(pos, chart, unit, path[: cut + 1])
        elements.append(SupplyElement("march", path[: cut + 1], used, limit, chart.rule))
    if len(path) - cut > 1:
        rest = path[cut:]
        elements.append(SupplyElement("road", rest, len(rest) - 1, None, chart.rule))
    return SupplyLine(True, why, tuple(elements))


def _cut(pos: HandPosition, chart: SupplyChart, unit: UnitId, path: tuple[Hex, ...]) -> int:
    """How many steps of a path go over land, before it is on a line or at the source."""
    net = pos.net(unit)
    on: Container[Hex] = ()
    if chart.measure is not Measure.HEXES and net is not None:
        on = net
    elif chart.lines or chart.links:
        on = pos.context.supply_lines
    return next((number for number, at in enumerate(path) if at in on), len(path) - 1)


def _points(
    pos: HandPosition, chart: SupplyChart, unit: UnitId, way: tuple[Hex, ...]
) -> tuple[int, int]:
    """What a march costs a unit, and what it may cost, in movement points."""
    graph = pos.context.graph(pos.context.classes[unit], pos.skies)
    cost = sum(dict(graph[at])[to] for at, to in pairwise(way))
    limit = pos.unworn(unit) if chart.measure is Measure.ALLOWANCE else Fraction(chart.length)
    return int(-(-points_of(cost) // 1)), int(limit)
