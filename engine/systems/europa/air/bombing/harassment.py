"""Harassment: air units over a hex make it dear for enemy ground units to leave (BF-20F2d)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.europa.air import fleet
from engine.systems.europa.air.bombing import strengths
from engine.systems.europa.air.records import Mission
from engine.systems.europa.state.constants import other
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex


def hits(pos: Position, side: str) -> Mapping[Hex, int]:
    """The harassment hits on ground units of a side by hex: one for so many points of bombing
    strength, no more than the chart allows (BF-20F2d.3, 20F2d.5).
    """
    chart = fleet.charts_of(pos.context).bombing
    over: dict[Hex, list[str]] = {}
    for unit in fleet.of_side(pos, other(side)):
        found = pos.air.units[unit]
        if found.mission == Mission.HARASSMENT and isinstance(found.target, Hex):
            over.setdefault(found.target, []).append(unit)
    counted = {
        at: int(strengths.together(pos, units, at) / chart.harassment) for at, units in over.items()
    }
    if chart.most_harassment:
        counted = {at: min(chart.most_harassment, count) for at, count in counted.items()}
    return {at: count for at, count in counted.items() if count}
