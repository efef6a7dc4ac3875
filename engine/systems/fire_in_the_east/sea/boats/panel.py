"""What players see of river flotillas: their part of the display of the fleet, markers on the
map.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.view.display import MarkerView, Row
from engine.core.wording import counted
from engine.systems.europa.state.constants import ALLIED, HALF, PENDING
from engine.systems.fire_in_the_east.sea.boats import boarding
from engine.systems.fire_in_the_east.sea.records import Boat, Job
from engine.systems.fire_in_the_east.state.position import EastPosition
from maps.hexgrid import Hex

MARKER = "naval"
"""The kind of the marker."""


def markers(pos: EastPosition) -> Iterator[MarkerView]:
    """The flotillas, hex by hex."""
    found: dict[Hex, list[str]] = {}
    for boat, state, at in pos.boats:
        name = pos.flotilla(boat).name
        hits = f" ({counted(state.hits, 'hit')})" if state.hits else ""
        found.setdefault(at, []).append(name + hits)
    for at, names in sorted(found.items()):
        yield MarkerView(MARKER, at, ALLIED, f"On the water: {', '.join(names)}")


def rows(pos: EastPosition) -> Iterator[Row]:
    """Each flotilla with where it is, what it does and who is aboard."""
    if not pos.fleet.boats:
        return
    yield Row("River flotillas", "", tone="now")
    for boat, found in pos.fleet.boats.items():
        yield _row(pos, boat, found)
        for unit in boarding.aboard(pos, boat):
            yield Row(f"\u2003{pos.called(unit)}", "aboard", units=(unit,), tone="now")
        if found.freight:
            points = counted(found.freight, "resource point")
            yield Row(f"\u2003{points}", "aboard", tone="now")


def _row(pos: EastPosition, boat: str, found: Boat) -> Row:
    row, at, chart = pos.flotilla(boat), found.hex, pos.context.charts.flotillas
    if at is None:
        coming = found.at == PENDING
        text = f"comes to {row.at}" if coming else "lost"
        return Row(row.name, text, tone="muted" if coming else "bad")
    words = [pos.label(at)]
    if found.spent:
        left = (chart.move * HALF - found.spent) // HALF
        words.append(f"{left} of {counted(chart.move, 'hex', 'hexes')} left")
    if found.hits:
        words.append(f"{found.hits} of {counted(chart.hits, 'hit')}")
    if found.job is Job.FERRIES and found.over is not None:
        words.append(f"opens the lake to {pos.label(found.over)}")
    elif found.job:
        words.append(found.job.value)
    iced = pos.frozen_in(at)
    if iced:
        words.append("fast in the ice")
    return Row(row.name, ", ".join(words), hex=at, tone="bad" if iced or found.hits else "")
