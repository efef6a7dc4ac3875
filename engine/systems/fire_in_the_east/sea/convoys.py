"""Naval transport of the Axis: German units from port to port on the Baltic and in the Arctic
(FE-28C2.5).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Frame
from engine.rules.naval.voyages import Ship, voyages
from engine.systems.europa.movement.gate import leave, shut
from engine.systems.europa.state.common import spend, use
from engine.systems.europa.state.constants import AXIS, Going
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.sea.cargo import fare, port_key, port_left
from engine.systems.fire_in_the_east.sea.supplying import TRANSPORT, transport_left
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from maps.hexgrid import Hex
from oob.model import UnitId


def families(pos: EastPosition, frame: Frame) -> tuple[Family, ...]:
    """Ship German units, in the Axis movement phase but not that of the surprise turn."""
    if not isinstance(frame, Moving) or frame.exploiting or frame.side != AXIS:
        return ()
    if pos.surprise or not pos.fleet.vessels or not transport_left(pos):
        return ()
    units = pos.once("axis aboard", lambda: _aboard(pos))
    if not units:
        return ()
    return (
        voyages(
            "Carry by sea",
            lambda: units,
            lambda unit: _targets(pos, unit),
            lambda ship: end_objections(pos, ship.unit, ship.target),
        ),
    )


def quays(pos: EastPosition) -> dict[Hex, str]:
    """The Axis ports on the seas of its transport, with their sea zones."""
    seas, chart = pos.context.seas, pos.context.charts.shipments
    return pos.once(
        "axis quays",
        lambda: {
            at: seas.zones[at]
            for at in seas.ports
            if seas.zones[at] in chart.axis_zones and pos.quay(AXIS, at) is None
        },
    )


def _aboard(pos: EastPosition) -> tuple[UnitId, ...]:
    nation = pos.context.charts.shipments.axis_nation
    return tuple(
        unit
        for at in quays(pos)
        for unit in pos.friends(at, AXIS)
        if pos.nation(unit) == nation
        and pos.left(unit) >= fare(pos, unit)
        and shut(pos, unit, AXIS, Going.SEA) is None
    )


def _targets(pos: EastPosition, unit: UnitId) -> list[Hex]:
    here, ports = pos.piece(unit).at, quays(pos)
    if not isinstance(here, Hex) or here not in ports:
        return []
    size = pos.facts(unit).transport
    if size > transport_left(pos) or size > port_left(pos, here):
        return []
    return [
        to
        for to, zone in ports.items()
        if to != here and zone == ports[here] and port_left(pos, to) >= size
        if pos.context.seas.waters.join((here,), to)
    ]


def end_objections(pos: EastPosition, unit: UnitId, to: object) -> Iterator[Objection]:
    """What the port at the end has against a unit."""
    if isinstance(to, Hex):
        barred = pos.bars(unit, to)
        if barred is not None:
            yield barred
        if not pos.fits(to, (unit,)):
            yield Objection("FE-8B.1", f"{pos.label(to)} would hold too many units.")


def objections(pos: EastPosition, frame: Moving, action: Ship) -> Iterator[Objection]:
    """What forbids a voyage (FE-28C1.1, 28C2.1, 28C2.5, 31F1.1)."""
    unit, to, chart = action.unit, action.target, pos.context.charts.shipments
    if frame.side != AXIS or not pos.fleet.vessels:
        yield Objection("FE-28C2.2", "Soviet units go by sea aboard ships.")
        return
    if pos.surprise:
        yield Objection("FE-31F1.1", "There is no naval transport in the surprise turn.")
        return
    if frame.exploiting:
        yield Objection("FE-28C2.1", "Units go by sea in the movement phase alone.")
        return
    barred = shut(pos, unit, AXIS, Going.SEA)
    if barred is not None:
        yield barred
        return
    here, ports, name = pos.piece(unit).at, quays(pos), pos.called(unit)
    if pos.nation(unit) != chart.axis_nation:
        yield Objection("FE-28C2.5", f"{name} is not German: German units alone are shipped.")
        return
    for at in (here, to):
        if not isinstance(at, Hex) or at not in ports:
            closed = pos.quay(AXIS, at) if isinstance(at, Hex) else None
            text = f"{pos.label(at)} has no port of yours that transport calls at."
            yield closed or Objection("FE-28C2.5", text)
            return
    assert isinstance(here, Hex) and isinstance(to, Hex), "both are ports"
    if here == to or ports[here] != ports[to] or not pos.context.seas.waters.join((here,), to):
        text = f"{pos.label(here)} and {pos.label(to)} are not two ports of one sea."
        yield Objection("FE-28C2.1", text)
        return
    if pos.left(unit) < fare(pos, unit):
        yield Objection("FE-28C2.1", f"{name} has too few movement points for the voyage.")
    size = pos.facts(unit).transport
    if transport_left(pos) < size:
        yield Objection("FE-28C2.5", f"Naval transport has no room left for {name}.")
    for at in (here, to):
        if port_left(pos, at) < size:
            yield Objection("FE-28C1.1", f"{pos.label(at)} can handle no more this turn.")
    yield from end_objections(pos, unit, to)


def ship(pos: EastPosition, _frame: Moving, action: Ship, transition: Work) -> None:
    """Carry it over; it may move on (FE-28C2.1, 28C2.5)."""
    unit, to, size = action.unit, action.target, pos.facts(action.unit).transport
    here = pos.piece(unit).at
    assert isinstance(here, Hex) and isinstance(to, Hex), "the check found two ports"
    use(transition, TRANSPORT, size)
    for at in (here, to):
        use(transition, port_key(pos, at), size)
    spend(transition, unit, fare(pos, unit))
    leave(pos, transition, unit, Going.SEA, (here, to))
    transition.tell("shipped", "FE-28C2.5", unit=unit, at=here, to=to, side=AXIS)


ANSWERS = (Answer(Ship, objections, ship),)
"""What movement phases take besides."""
