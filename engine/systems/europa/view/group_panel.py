"""The air chart: group allowances, active air units, and the boxes of those out of play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from engine.core.view.display import Display, Row
from engine.core.view.outlook import Due
from engine.systems.europa.air import fleet
from engine.systems.europa.air.groups import chart
from engine.systems.europa.air.groups.records import Box
from engine.systems.europa.state.constants import SIDES, Phase
from engine.systems.europa.state.position import Position
from engine.systems.europa.view.panels import rows_later

TOLD = 2
"""So many nations are told of while the chart is folded."""


def displays(pos: Position) -> tuple[Display, ...]:
    """The air chart of each side; none where air forces have no group allowances."""
    if not pos.groups.allowances:
        return ()
    return tuple(_display(pos, side) for side in SIDES)


def _display(pos: Position, side: str) -> Display:
    words = [
        f"{name} {chart.active(pos, nation)}/{chart.allowance(pos, nation)}"
        for nation, name in _nations(pos, side)
    ]
    side_name, rows = pos.context.side_names[side], rows_later(pos, partial(_rows, side))
    summary = ", ".join(words[:TOLD])
    return Display(f"air chart:{side}", f"Air chart, {side_name}", rows, summary)


def _nations(pos: Position, side: str) -> list[tuple[str, str]]:
    """The nations of a side that have air forces, with their names."""
    nations, joined = pos.context.oob.nations, pos.state.joined
    homes = [home.nation for home in fleet.plan_of(pos.context).homes]
    return [(nation, nations[nation].name) for nation in homes if joined.get(nation) == side]


def _rows(side: str, pos: Position) -> list[Row]:
    rows: list[Row] = []
    for nation, name in _nations(pos, side):
        active, allowance = chart.active(pos, nation), chart.allowance(pos, nation)
        tone = "bad" if active > allowance else "now"
        rows.append(Row(name, f"{active} active of {allowance}", tone=tone))
        disrupted = pos.groups.disrupted.get(nation, 0)
        if disrupted:
            rows.append(Row("disrupted", str(disrupted), tone="bad", depth=1))
        for box in Box:
            units = chart.held(pos, box, nation)
            if units:
                rows.append(Row(box.value, str(len(units)), depth=1))
                rows += _models(pos, units)
    return rows


def _models(pos: Position, units: tuple[str, ...]) -> Iterator[Row]:
    counts = Counter(fleet.facts(pos, unit).model.id for unit in units)
    for model, count in sorted(counts.items()):
        yield Row(model, str(count), tone="muted", depth=2)


def due(pos: Position, first: int, last: int) -> Iterator[Due]:
    """What turns bring and take of group allowances."""
    for row in fleet.plan_of(pos.context).allowances:
        if row.turn and first <= row.turn <= last and row.turn > pos.state.turn:
            name = pos.context.oob.nations[row.nation].name
            text = f"{name}: group allowance {row.amount:+d}."
            topic = fleet.rule(pos, "air arrival" if row.amount > 0 else "allowance withdrawn")
            side = pos.state.joined.get(row.nation, "")
            yield Due(row.turn, "replacement", text, topic, side, Phase.INITIAL.value)
