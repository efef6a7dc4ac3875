"""What players see of resource points: a marker for each heap, and a panel by side."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.view.display import Display, MarkerView, Row
from engine.core.wording import counted
from engine.systems.europa.state.constants import NEUTRAL, SIDES
from engine.systems.fire_in_the_east.resources import capacity, placing, stock
from engine.systems.fire_in_the_east.state.position import EastPosition
from engine.systems.fire_in_the_east.state.rails import raised_by
from maps.hexgrid import Hex

MARKER = "resource points"
"""The kind of the marker."""


def markers(pos: EastPosition) -> Iterator[MarkerView]:
    """The heaps of resource points."""
    for at, found in sorted(pos.state.resources.items()):
        carried = stock.carried(pos, at)
        more = f", {carried} carried" if carried else ""
        text = f"{counted(found.amount, 'resource point')}{more}"
        yield MarkerView(MARKER, at, found.side, text)


def displays(pos: EastPosition) -> Iterator[Display]:
    """The panel, where the scenario has resource points."""
    if not pos.context.figures.resources:
        return
    rows: list[Row] = []
    totals = []
    for side in SIDES:
        hexes = stock.of_side(pos, side)
        total = sum(pos.state.resources[at].amount for at in hexes)
        name = pos.context.side_names[side]
        totals.append(f"{name} {total}")
        rows.append(Row(name, counted(total, "point"), tone="now"))
        rows += _unplaced(pos, side)
        rows += _raised(pos, side)
        rows += (_heap(pos, side, at) for at in hexes)
        rows += _coming(pos, side)
    yield Display("resources", "Resource points", tuple(rows), f"resources: {', '.join(totals)}")


def _unplaced(pos: EastPosition, side: str) -> Iterator[Row]:
    for lot in placing.lots(pos, side):
        yield Row(f"to be placed: {lot.place}", str(pos.state.unplaced[lot.id]), tone="bad")


def _raised(pos: EastPosition, side: str) -> Iterator[Row]:
    for row in pos.context.charts.resources.rows:
        spent = pos.state.used.get(raised_by(row.id), 0)
        if row.side == side and spent:
            added = min(spent * row.step, row.most)
            yield Row(row.id, f"+{added} of {row.most} REs this turn", tone="good")


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
