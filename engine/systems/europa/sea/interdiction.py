"""Naval interdiction: the zone that a side's warships watch (BF-26C)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Frame
from engine.systems.europa.sea.actions import DeclareZone
from engine.systems.europa.sea.context import SeaContext
from engine.systems.europa.sea.position import SeaPosition, forbids, now
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.records import Initial


def open_phase(context: SeaContext, transition: Work, side: str) -> None:
    """As the initial phase of the side that interdicts opens, its zone has lasted (BF-26C.1)."""
    if not context.at_sea or side != context.charts.interdiction.side:
        return
    sea = now(context, transition).sea
    if sea.zone:
        transition.set(sea=replace(sea, zone=""))


def families(pos: SeaPosition, frame: Frame) -> tuple[Family, ...]:
    """Declare a zone, in an initial phase."""
    if not isinstance(frame, Initial) or not pos.context.at_sea or pos.state.surprise:
        return ()
    chart = pos.context.charts.interdiction
    if frame.side != chart.side or pos.sea.zone:
        return ()
    return (
        Family(
            "declare zone",
            "Interdict the sea",
            lambda: [DeclareZone(row.id) for row in chart.zones],
            there=lambda place: [
                DeclareZone(row.id)
                for row in chart.zones
                if place in pos.context.interdicted[row.id]
            ],
            weight=3,
            quiet=True,
        ),
    )


def objections(pos: SeaPosition, frame: Initial, action: DeclareZone) -> Iterator[Objection]:
    """What forbids a zone (BF-26C.1)."""
    chart = pos.context.charts.interdiction
    if not pos.context.at_sea or frame.side != chart.side:
        text = f"{pos.context.side_names[chart.side]} ships alone interdict the sea."
        yield forbids(pos, "interdiction zone", text)
    elif chart.row(action.zone) is None:
        known = " and ".join(row.id for row in chart.zones)
        text = f"There is no {action.zone!r} zone; known are {known}."
        yield forbids(pos, "interdiction zone", text)
    elif pos.sea.hits >= chart.most_hits:
        text = f"Air units have hit your warships {pos.sea.hits} times: there are no more zones."
        yield forbids(pos, "end of interdiction", text)
    elif pos.sea.zone:
        text = f"A {pos.sea.zone} zone has been declared for this turn."
        yield forbids(pos, "interdiction zone", text)


def declare(pos: SeaPosition, frame: Initial, action: DeclareZone, transition: Work) -> None:
    """It is in effect until the side's next initial phase."""
    row = pos.context.charts.interdiction.row(action.zone)
    assert row is not None, "the check found it"
    transition.set(sea=replace(pos.sea, zone=row.id))
    transition.tell("zone declared", row.rule, side=frame.side, name=row.id)


ANSWERS = (Answer(DeclareZone, objections, declare),)
"""What an initial phase takes besides."""
