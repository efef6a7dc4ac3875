"""Supplies that ships land before supply is judged: Soviet ones over ports and coasts, those of the
Axis over Baltic ports (FE-28D).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family, drawing, nobody
from engine.core.state import Frame
from engine.core.wording import counted
from engine.systems.europa.state.common import use
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF
from engine.systems.europa.state.records import Initial
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.sea.actions import CarrySupplies, ShipSupplies
from engine.systems.fire_in_the_east.sea.records import Depot, MineRoll, Task
from engine.systems.fire_in_the_east.sea.shipping.cargo import port_key, port_left
from engine.systems.fire_in_the_east.state.craft.afloat import current
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from maps.hexgrid import Hex

TRANSPORT = "sea transport"
"""The note, in ``used``, of half REs of Axis naval transport."""


def loading(pos: EastPosition, zone: str) -> bool:
    """Whether supplies can be had on a sea: in a Soviet port from which railroads alone lead to a
    source (FE-28D.1).
    """
    return pos.once(("supply ports", zone), lambda: _loading(pos, zone))


def _loading(pos: EastPosition, zone: str) -> bool:
    seas, bit = pos.context.seas, pos.context.supply_graph.bits.bit
    rail = supply_status.full(pos, ALLIED)[frozenset()].rail.hexes
    ports = (at for at in seas.ports if seas.zones[at] == zone and pos.owner_of(at) == ALLIED)
    return any(rail & bit[at] and not pos.iced(at) for at in ports)


def amount(pos: EastPosition, to: Hex) -> int:
    """The REs of supply that a ship lands in a hex: fewer without a port (FE-28D.1, 28D.6)."""
    chart = pos.context.charts.shipments
    return chart.supplies if to in pos.context.seas.ports else chart.beach


def handled(pos: EastPosition, supplies: int) -> int:
    """Half REs of a port that supplies take (FE-28D.2)."""
    chart = pos.context.charts.shipments
    return -(-supplies // chart.per_port) * HALF


def families(pos: EastPosition, frame: Frame) -> tuple[Family, ...]:
    """Land supplies, in an initial phase."""
    if not isinstance(frame, Initial) or pos.state.surprise or not pos.fleet.vessels:
        return ()
    if frame.side == AXIS:
        found = tuple(CarrySupplies(at) for at in axis_ports(pos))
        if not found:
            return ()
        title = "Carry supplies by sea"
        return (Family("carry supplies", title, lambda: found, weight=1, quiet=True),)
    ready = tuple(
        ship
        for ship, found, at in pos.afloat
        if pos.stays(ship, found, at) is None and loading(pos, pos.ship(ship).zone)
    )
    if not ready:
        return ()

    def targets(ship: str) -> list[Hex]:
        at = pos.fleet.vessels[ship].hex
        assert at is not None, "a ship in play"
        owned = pos.owned(ALLIED)
        return [to for to in pos.context.seas.span(at) if to in owned]

    return (
        Family(
            "ship supplies",
            "Have ships carry supplies",
            lambda: (ShipSupplies(ship, to) for ship in ready for to in targets(ship)),
            of=nobody,
            there=lambda to: (ShipSupplies(ship, to) for ship in ready if isinstance(to, Hex)),
            search=drawing(lambda: ready, targets, ShipSupplies),
            weight=1,
            quiet=True,
        ),
    )


def objections(pos: EastPosition, frame: Initial, action: ShipSupplies) -> Iterator[Objection]:
    """What forbids a ship to land supplies in a hex (FE-28D.1, 28D.2, 28D.6)."""
    ship, to, context = action.ship, action.target, pos.context
    unknown = pos.no_ship(frame.side, ship)
    if unknown is not None:
        yield unknown
        return
    found, row = pos.fleet.vessels[ship], pos.ship(ship)
    at = found.hex
    assert at is not None, "a ship in play"
    kept = pos.stays(ship, found, at)
    if kept is not None:
        yield kept
        return
    if not loading(pos, row.zone):
        text = f"No Soviet port on the {row.zone} is joined to a source by railroads."
        yield Objection("FE-28D.1", text)
        return
    if not context.seas.waters.join((at,), to):
        yield Objection("FE-28B1.1", f"{row.name} does not get to {pos.label(to)}.")
        return
    label = pos.label(to)
    if to in context.seas.ports:
        closed = pos.quay(ALLIED, to)
        if closed is not None:
            yield closed
        elif port_left(pos, to) < handled(pos, amount(pos, to)):
            yield Objection("FE-28D.2", f"{label} can handle no more in this player turn.")
    elif to not in pos.owned(ALLIED):
        yield Objection("FE-28D.6", f"{label} is no coast of yours.")
    elif to in pos.fleet.depots:
        yield Objection("FE-28D.6", f"Supplies have been landed at {label}: there is no port.")


def ship(pos: EastPosition, frame: Initial, action: ShipSupplies, transition: Work) -> None:
    """The ship is there at once, at sea, replenished, and does nothing else (FE-28D.3)."""
    fleet, to, seas = pos.fleet, action.target, pos.context.seas
    found = fleet.vessels[action.ship]
    at = found.hex
    assert at is not None, "a ship in play"
    risk = found.risk + seas.risk(seas.way(at, to, refuge=fleet.refuge), refuge=fleet.refuge)
    after = replace(found, at=to, port=False, task=Task.SUPPLIED, starved=False, risk=risk)
    transition.set(fleet=fleet.having(action.ship, after))
    land(pos, transition, ALLIED, to, amount(pos, to))
    if risk and not seas.mined(to, refuge=fleet.refuge):
        transition.state = transition.state.pushed(MineRoll(frame.side, action.ship))


def land(pos: EastPosition, transition: Work, side: str, to: Hex, supplies: int) -> None:
    """Supplies lie in a hex for this initial phase and the next one (FE-28D.5)."""
    port = to in pos.context.seas.ports
    if port:
        use(transition, port_key(pos, to), handled(pos, supplies))
    fleet = current(transition)
    old = fleet.depots.get(to)
    whole = supplies + (old.amount if old is not None and old.side == side else 0)
    depots = {**fleet.depots, to: Depot(side, whole, port)}
    transition.set(fleet=replace(fleet, depots=depots))
    what = counted(supplies, "RE")
    transition.tell("supplies landed", "FE-28D.5", at=to, amount=what, side=side)


# The Axis


def transport_left(pos: EastPosition) -> int:
    """Half REs of Axis naval transport left in this player turn (FE-28C2.5)."""
    chart = pos.context.charts.shipments
    return max(0, chart.axis * HALF - pos.state.used.get(TRANSPORT, 0))


def axis_ports(pos: EastPosition) -> tuple[Hex, ...]:
    """The Axis ports on the Baltic that could take supplies now, in order (FE-28D.4)."""
    seas, zone = pos.context.seas, pos.context.charts.shipments.supplied
    if transport_left(pos) < HALF:
        return ()
    return tuple(
        at
        for at in seas.ports
        if seas.zones[at] == zone and pos.uses_quay(AXIS, at) and port_left(pos, at) >= HALF
    )


def carry_objections(
    pos: EastPosition, frame: Initial, action: CarrySupplies
) -> Iterator[Objection]:
    """What forbids the Axis to carry supplies to a port (FE-28D.4)."""
    to, seas = action.target, pos.context.seas
    if frame.side != AXIS or not pos.fleet.vessels:
        yield Objection("FE-28D.4", "Naval transport is the Axis player's.")
        return
    if seas.zones.get(to) != pos.context.charts.shipments.supplied:
        text = f"{pos.label(to)} does not lie on the {pos.context.charts.shipments.supplied}."
        yield Objection("FE-28D.4", text)
        return
    closed = pos.quay(AXIS, to)
    if closed is not None:
        yield closed
        return
    if transport_left(pos) < HALF:
        yield Objection("FE-28C2.5", "Naval transport is used up for this player turn.")
    if port_left(pos, to) < HALF:
        yield Objection("FE-28D.2", f"{pos.label(to)} can handle no more in this player turn.")


def carry(pos: EastPosition, _frame: Initial, action: CarrySupplies, transition: Work) -> None:
    """An RE of transport carries supplies, and no unit in this player turn (FE-28D.4)."""
    use(transition, TRANSPORT, HALF)
    land(pos, transition, AXIS, action.target, pos.context.charts.shipments.axis_supplies)


def open_turn(transition: Work, side: str) -> None:
    """Supplies of a side have lain for two initial phases as its next one begins (FE-28D.5)."""
    fleet = current(transition)
    left = {at: found for at, found in fleet.depots.items() if found.side != side}
    if len(left) < len(fleet.depots):
        transition.set(fleet=replace(fleet, depots=left))


ANSWERS = (
    Answer(ShipSupplies, objections, ship),
    Answer(CarrySupplies, carry_objections, carry),
)
"""What initial phases take besides."""
