"""Naval transport of the Axis: German units from port to port on the Baltic and in the Arctic, and
to and from its ports off the map, which lie on both (FE-28C2.5, 28C2.6).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Frame, Location
from engine.core.wording import halved, with_noun
from engine.rules.naval.voyages import Ship, voyages
from engine.systems.europa.movement.gate import leave, shut
from engine.systems.europa.state.common import spend, use
from engine.systems.europa.state.constants import AXIS, SHIPPED, Going
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.sea.shipping.cargo import fare, port_key, port_left
from engine.systems.fire_in_the_east.sea.shipping.supplying import TRANSPORT, transport_left
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
            "Move by sea",
            lambda: units,
            lambda unit: landfalls(pos, unit),
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
            if seas.zones[at] in chart.axis_zones and pos.uses_quay(AXIS, at)
        },
    )


def _aboard(pos: EastPosition) -> tuple[UnitId, ...]:
    chart = pos.context.charts.shipments
    ashore = (unit for at in quays(pos) for unit in pos.friends(at, AXIS))
    return tuple(
        unit
        for unit in (*ashore, *pos.boxed(chart.axis_box))
        if pos.nation(unit) == chart.axis_nation
        and not just_in(pos, unit)
        and pos.left(unit) >= fare(pos, unit)
        and shut(pos, unit, AXIS, Going.SEA) is None
    )


def just_in(pos: EastPosition, unit: UnitId) -> bool:
    """Whether a unit has come to the ports off the map in this player turn: it goes on in a later
    one (FE-28C2.6).
    """
    piece = pos.piece(unit)
    return piece.at == pos.context.charts.shipments.axis_box and SHIPPED in piece.marks


def landfalls(pos: EastPosition, unit: UnitId) -> list[Location]:
    """Where a unit can be carried now, as far as ports and transport have room."""
    here, ports, size = pos.piece(unit).at, quays(pos), pos.facts(unit).transport
    if size > transport_left(pos):
        return []
    box = pos.context.charts.shipments.axis_box
    if here == box:
        return [to for to in ports if port_left(pos, to) >= size]
    if not isinstance(here, Hex) or here not in ports or size > port_left(pos, here):
        return []
    return [
        *(to for to in ports if joined(pos, here, to) and port_left(pos, to) >= size),
        box,
    ]


def joined(pos: EastPosition, here: Hex, to: Hex) -> bool:
    """Whether two ports lie on one sea, and ships come from one to the other (FE-28C2.1)."""
    ports = quays(pos)
    one_sea = here != to and ports[here] == ports[to]
    return one_sea and pos.context.seas.waters.join((here,), to)


def end_objections(pos: EastPosition, unit: UnitId, to: object) -> Iterator[Objection]:
    """What the port at the end has against a unit."""
    if isinstance(to, Hex):
        barred = pos.bars(unit, to)
        if barred is not None:
            yield barred
        if not pos.fits(to, (unit,)):
            yield Objection("FE-8B.1", f"{pos.label(to)} would hold too many units.")


def objections(pos: EastPosition, frame: Moving, action: Ship) -> Iterator[Objection]:
    """What forbids a voyage (FE-28C1.1, 28C2.1, 28C2.5, 28C2.6, 31F1.1)."""
    unit, to, chart = action.unit, action.target, pos.context.charts.shipments
    if frame.side != AXIS or not pos.fleet.vessels:
        yield Objection("FE-28C2.2", "Soviet units move by sea aboard ships.")
        return
    if pos.surprise:
        yield Objection("FE-31F1.1", "There is no naval transport in the surprise turn.")
        return
    if frame.exploiting:
        yield Objection("FE-28C2.1", "Units move by sea in the movement phase alone.")
        return
    barred = shut(pos, unit, AXIS, Going.SEA)
    if barred is not None:
        yield barred
        return
    here, name = pos.piece(unit).at, pos.called(unit)
    if pos.nation(unit) != chart.axis_nation:
        yield Objection("FE-28C2.5", f"{name} is not German: German units alone are shipped.")
        return
    wrong = astray(pos, here, to)
    if wrong is not None:
        yield wrong
        return
    if just_in(pos, unit):
        text = f"{name} has come to {pos.label(here)} now, and sails on in a later turn."
        yield Objection("FE-28C2.6", text)
    if pos.left(unit) < fare(pos, unit):
        yield Objection("FE-28C2.1", f"{name} has too few movement points for the voyage.")
    size = pos.facts(unit).transport
    if transport_left(pos) < size:
        yield Objection("FE-28C2.5", f"Naval transport has no room left for {name}.")
    for at in (here, to):
        if isinstance(at, Hex) and port_left(pos, at) < size:
            yield Objection("FE-28C1.1", f"{pos.label(at)} can handle no more this turn.")
    yield from end_objections(pos, unit, to)


def terms(pos: EastPosition, action: Ship) -> str:
    """What a voyage takes of a unit and of the transport, as the end of its menu line."""
    unit = action.unit
    points = with_noun(halved(fare(pos, unit)), "MP")
    return f" ({points}, {with_noun(halved(pos.facts(unit).transport), 'RE')} by sea)"


def astray(pos: EastPosition, here: Location, to: Location) -> Objection | None:
    """Why no transport goes from one place to another: both are ports of one sea, or one of them is
    the box of ports off the map, which lie on both (FE-28C2.1, 28C2.5, 28C2.6).
    """
    ports, box = quays(pos), pos.context.charts.shipments.axis_box
    for at in (here, to):
        if at != box and not (isinstance(at, Hex) and at in ports):
            closed = pos.quay(AXIS, at) if isinstance(at, Hex) else None
            text = f"{pos.label(at)} has no port of yours that transport calls at."
            return closed or Objection("FE-28C2.5", text)
    apart = isinstance(here, Hex) and isinstance(to, Hex) and not joined(pos, here, to)
    if apart or here == to:
        text = f"{pos.label(here)} and {pos.label(to)} are not two ports of one sea."
        return Objection("FE-28C2.1", text)
    return None


def ship(pos: EastPosition, _frame: Moving, action: Ship, transition: Work) -> None:
    """Carry it over; it may move on from a port (FE-28C2.1, 28C2.5, 28C2.6)."""
    unit, to, size = action.unit, action.target, pos.facts(action.unit).transport
    here = pos.piece(unit).at
    use(transition, TRANSPORT, size)
    for at in (here, to):
        if isinstance(at, Hex):
            use(transition, port_key(pos, at), size)
    spend(transition, unit, fare(pos, unit))
    leave(pos, transition, unit, Going.SEA, (here, to))
    cited = "FE-28C2.5" if isinstance(here, Hex) and isinstance(to, Hex) else "FE-28C2.6"
    transition.tell("shipped", cited, unit=unit, at=here, to=to, side=AXIS)


ANSWERS = (Answer(Ship, objections, ship),)
"""What movement phases take besides."""
