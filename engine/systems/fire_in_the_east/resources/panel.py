"""What players see of resource points and trucks: markers for heaps, a panel by side, the duties of
trucks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.view.display import CounterView, Display, MarkerView, Row
from engine.core.wording import counted
from engine.systems.europa.state.constants import AXIS, NEUTRAL, SIDES
from engine.systems.europa.view.display import counters as shared_counters
from engine.systems.europa.view.panels import rows_later
from engine.systems.fire_in_the_east.resources import capacity, placing, stock
from engine.systems.fire_in_the_east.state.position import EastPosition
from engine.systems.fire_in_the_east.state.rails import raised_by
from maps.hexgrid import Hex

MARKER = "resource points"
"""The kind of the marker."""
DEPLETED = "depleted"
"""The badge of a truck that has given its supply."""


def markers(pos: EastPosition) -> Iterator[MarkerView]:
    """The heaps of resource points."""
    for at, found in sorted(pos.state.resources.items()):
        carried = stock.carried(pos, at)
        more = f", {carried} carried" if carried else ""
        text = f"{counted(found.amount, 'resource point')}{more}"
        yield MarkerView(MARKER, at, found.side, text)


def displays(pos: EastPosition) -> Iterator[Display]:
    """The panel, where the scenario has resource points; trucks alone where it has none."""
    if not pos.context.figures.resources:
        alone = tuple(truck_rows(pos))
        if alone:
            yield Display("trucks", "Trucks", alone, counted(len(alone), "truck"))
        return
    totals = ", ".join(f"{pos.context.side_names[side]} {_total(pos, side)}" for side in SIDES)
    yield Display("resources", "Resource points", rows_later(pos, _rows), totals)


def _total(pos: EastPosition, side: str) -> int:
    """The resource points of a side, on the map and off it."""
    heaps = sum(found.amount for found in pos.state.resources.values() if found.side == side)
    return heaps + (pos.fleet.kept if side == AXIS else 0)


def _rows(pos: EastPosition) -> list[Row]:
    rows: list[Row] = []
    for side in SIDES:
        hexes = stock.of_side(pos, side)
        kept = pos.fleet.kept if side == AXIS else 0
        name, total = pos.context.side_names[side], counted(_total(pos, side), "point")
        rows.append(Row(name, total, tone="now"))
        rows += _unplaced(pos, side)
        rows += _raised(pos, side)
        rows += (_heap(pos, side, at) for at in hexes)
        if kept:
            rows.append(Row(pos.label(pos.context.charts.shipments.axis_box), str(kept)))
        rows += _coming(pos, side)
    found = tuple(truck_rows(pos))
    if found:
        rows += (Row("Trucks", "", tone="now"), *found)
    return rows


def _unplaced(pos: EastPosition, side: str) -> Iterator[Row]:
    for lot in placing.lots(pos, side):
        yield Row(f"to be placed: {lot.place}", str(pos.state.unplaced[lot.id]), tone="bad")


def _raised(pos: EastPosition, side: str) -> Iterator[Row]:
    for row in pos.context.charts.resources.rows:
        spent = pos.state.used.get(raised_by(row.id), 0)
        if row.side == side and spent:
            added = min(spent * row.step, row.most)
            yield Row(row.id, f"+{added} of {counted(row.most, 'RE')} this turn", tone="good")


def _heap(pos: EastPosition, side: str, at: Hex) -> Row:
    """Points in a hex; what is isolated raises no rail capacity."""
    count = pos.state.resources[at].amount
    cut_off = not capacity.joined(pos, side, at)
    value = f"{count}, isolated" if cut_off else str(count)
    return Row(pos.label(at), value, hex=at, tone="bad" if cut_off else "")


def _coming(pos: EastPosition, side: str) -> Iterator[Row]:
    begun = pos.state.turn + (pos.state.active != NEUTRAL)
    rows = [lot for lot in pos.context.figures.resources if lot.side == side and lot.turn >= begun]
    coming = min(rows, key=lambda lot: lot.turn, default=None)
    if coming is not None and coming.turn:
        when = pos.context.turn_name(coming.turn)
        yield Row(f"on {when}", f"+{coming.amount}", tone="muted")


def counters(pos: EastPosition) -> tuple[CounterView, ...]:
    """All counters; trucks with whether they are depleted."""
    found = shared_counters(pos)
    spent = pos.state.depleted
    if not spent:
        return found
    return tuple(
        replace(one, badges=(*one.badges, DEPLETED)) if one.unit in spent else one for one in found
    )


def truck_rows(pos: EastPosition) -> Iterator[Row]:
    """What each truck does, and how much it could carry now."""
    for side in SIDES:
        for truck in pos.trucks_of(side):
            at = pos.piece(truck).at
            words = [DEPLETED] if truck in pos.state.depleted else []
            words.append(pos.duty(truck))
            if truck in pos.state.served:
                words.append("used in this turn")
            where = pos.label(at) if isinstance(at, Hex) else ""
            tone = "bad" if truck in pos.state.depleted else ""
            name = f"{pos.called(truck)}, {where}"
            yield Row(name, ", ".join(words), hex=at if isinstance(at, Hex) else None, tone=tone)
