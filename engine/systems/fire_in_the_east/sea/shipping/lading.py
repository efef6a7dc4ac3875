"""Resource points that go by the naval transport of the Axis, from port to port and to and from its
ports off the map, where those that come may be kept (FE-28C2.5, 28C2.6, 34A1.1).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family, nobody
from engine.core.state import Frame, Location
from engine.core.wording import counted, halved
from engine.systems.europa.state.common import use
from engine.systems.europa.state.constants import AXIS, HALF
from engine.systems.europa.state.records import Initial, Moving
from engine.systems.fire_in_the_east.figures import ResourceLot
from engine.systems.fire_in_the_east.resources import placing, stock
from engine.systems.fire_in_the_east.sea.actions import KeepPoints, ShipPoints
from engine.systems.fire_in_the_east.sea.shipping.cargo import port_key, port_left
from engine.systems.fire_in_the_east.sea.shipping.convoys import astray, joined, quays
from engine.systems.fire_in_the_east.sea.shipping.supplying import TRANSPORT, transport_left
from engine.systems.fire_in_the_east.state.craft.afloat import current
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from engine.systems.fire_in_the_east.state.supplies import stocks
from maps.hexgrid import Hex


def waiting(pos: EastPosition, at: Location) -> int:
    """The resource points of the Axis that could sail from a port, or from those off the map, by
    themselves: none that units carry, that came by strategic rail movement, or that have just come
    to the ports off the map.
    """
    if isinstance(at, Hex):
        return max(0, stock.portable(pos, at, AXIS))
    return pos.fleet.kept - pos.fleet.just_in


def most(pos: EastPosition, origin: Location, target: Location) -> int:
    """How many of them could sail now, as far as transport and ports have room."""
    ends = (at for at in (origin, target) if isinstance(at, Hex))
    free = min([transport_left(pos), *(port_left(pos, at) for at in ends)]) // HALF
    return min(waiting(pos, origin), free)


def ways(pos: EastPosition) -> Iterator[tuple[Location, Location]]:
    """From where to where points could sail now."""
    ports, box = quays(pos), pos.context.charts.shipments.axis_box
    if pos.fleet.kept:
        yield from ((box, to) for to in ports)
    for here in ports:
        if here in pos.state.resources:
            yield from ((here, to) for to in ports if joined(pos, here, to))
            yield here, box


def families(pos: EastPosition, frame: Frame) -> tuple[Family, ...]:
    """Shipping points in the movement phase of the Axis, keeping those that come in its initial
    phase.
    """
    if not pos.fleet.vessels or pos.surprise:
        return ()
    if isinstance(frame, Initial) and frame.side == AXIS:
        return _keeping(pos)
    if not isinstance(frame, Moving) or frame.exploiting or frame.side != AXIS:
        return ()
    if transport_left(pos) < HALF or not (pos.fleet.kept or pos.state.resources):
        return ()
    sailing = pos.once("axis lading", lambda: tuple(_offers(pos)))
    if not sailing:
        return ()
    return (
        Family(
            "ship points",
            "Resource points by sea",
            lambda: sailing,
            of=nobody,
            there=lambda at: [one for one in sailing if one.target == at],
            weight=1,
            quiet=True,
        ),
    )


def _offers(pos: EastPosition) -> Iterator[ShipPoints]:
    for origin, target in ways(pos):
        for amount in stock.parts(most(pos, origin, target)):
            yield ShipPoints(origin, target, amount)


def objections(pos: EastPosition, frame: Moving, action: ShipPoints) -> Iterator[Objection]:
    """What forbids a voyage of points (FE-28C1.1, 28C2.1, 28C2.5, 28C2.6, 31F1.1)."""
    origin, to, amount = action.origin, action.target, action.amount
    if frame.side != AXIS or not pos.fleet.vessels:
        yield Objection("FE-28C2.2", "Soviet resource points move by sea aboard ships.")
        return
    if pos.surprise:
        yield Objection("FE-31F1.1", "There is no naval transport in the surprise turn.")
        return
    if frame.exploiting:
        yield Objection("FE-28C2.1", "Resource points move by sea in the movement phase alone.")
        return
    wrong = astray(pos, origin, to)
    if wrong is not None:
        yield wrong
        return
    ready = waiting(pos, origin)
    if not 0 < amount <= ready:
        rule = "FE-28C2.1" if isinstance(origin, Hex) else "FE-28C2.6"
        many = counted(ready, "resource point of yours", "resource points of yours")
        yield Objection(rule, f"{many} could sail from {pos.label(origin)}.")
        return
    if transport_left(pos) < amount * HALF:
        left = halved(transport_left(pos))
        text = f"They take {counted(amount, 'RE')} of naval transport; {left} left."
        yield Objection("FE-28C2.5", text)
    for at in (origin, to):
        if isinstance(at, Hex) and port_left(pos, at) < amount * HALF:
            yield Objection("FE-28C1.1", f"{pos.label(at)} can handle no more this turn.")


def ship(pos: EastPosition, _frame: Moving, action: ShipPoints, transition: Work) -> None:
    """Carry them over, each for 1 RE; they may be carried on or go by rail from a port, and sail on
    in a later turn from those off the map (FE-28C2.1, 28C2.6).
    """
    origin, to, amount = action.origin, action.target, action.amount
    use(transition, TRANSPORT, amount * HALF)
    for at in (origin, to):
        if isinstance(at, Hex):
            use(transition, port_key(pos, at), amount * HALF)
    fleet = current(transition)
    if isinstance(origin, Hex):
        stocks.take(transition, origin, amount)
    else:
        fleet = replace(fleet, kept=fleet.kept - amount)
    if isinstance(to, Hex):
        stocks.add(transition, to, AXIS, amount)
    else:
        fleet = replace(fleet, kept=fleet.kept + amount, just_in=fleet.just_in + amount)
    transition.set(fleet=fleet)
    cited = "FE-28C2.5" if isinstance(origin, Hex) and isinstance(to, Hex) else "FE-28C2.6"
    transition.tell("points shipped", cited, at=origin, to=to, amount=amount)


def open_turn(transition: Work, side: str) -> None:
    """As a player turn of the Axis begins nothing has just come to its ports off the map."""
    fleet = current(transition)
    if side == AXIS and fleet.just_in:
        transition.set(fleet=replace(fleet, just_in=0))


# Reinforcements


def lots(pos: EastPosition) -> tuple[ResourceLot, ...]:
    """The lots that have come to the west edge, which may be kept off the map instead."""
    edges = pos.context.charts.shipments.axis_places
    return tuple(lot for lot in placing.lots(pos, AXIS) if lot.turn and lot.place in edges)


def _keeping(pos: EastPosition) -> tuple[Family, ...]:
    found = lots(pos)
    if not found:
        return ()
    offers: list[Action] = [
        KeepPoints(lot.id, amount)
        for lot in found
        for amount in stock.parts(pos.state.unplaced[lot.id])
    ]
    title = "Resource points to the ports off the map"
    return (Family("keep points", title, lambda: offers, of=nobody, weight=1, quiet=True),)


def keep_objections(pos: EastPosition, frame: Initial, action: KeepPoints) -> Iterator[Objection]:
    """German points that come to the west edge may be kept, where ships are played
    (FE-34A1.1).
    """
    lot = next((row for row in placing.lots(pos, frame.side) if row.id == action.lot), None)
    if lot is None:
        yield Objection("FE-34A.1", f"No resource points of {action.lot!r} are yours to place.")
    elif frame.side != AXIS or not pos.fleet.vessels or lot not in lots(pos):
        text = "Only Axis points that come to the west edge are kept in the ports off the map."
        yield Objection("FE-34A1.1", text)
    elif not 0 < action.amount <= pos.state.unplaced[lot.id]:
        left = counted(pos.state.unplaced[lot.id], "point is", "points are")
        yield Objection("FE-34A1.1", f"{left} left of these.")


def keep(pos: EastPosition, _frame: Initial, action: KeepPoints, transition: Work) -> None:
    """They are there, and may sail in this player turn."""
    lot = next(row for row in lots(pos) if row.id == action.lot)
    placing.count_down(transition, lot, action.amount)
    fleet = current(transition)
    transition.set(fleet=replace(fleet, kept=fleet.kept + action.amount))
    box = pos.context.charts.shipments.axis_box
    transition.tell("points placed", "FE-34A1.1", at=box, amount=action.amount)


ANSWERS = (Answer(ShipPoints, objections, ship),)
"""What movement phases take besides."""
INITIAL = (Answer(KeepPoints, keep_objections, keep),)
"""What initial phases take besides."""
