"""Plain naval transport: from port to port in one sea zone, within transport points (BF-26A, 26B1).

Beaches, landings, supplies as cargo and naval interdiction are not in play yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Frame, Location
from engine.rules.naval.voyages import voyages
from engine.systems.balkan_front.actions import Ship
from engine.systems.balkan_front.own_charts import ShippingRow
from engine.systems.balkan_front.politics import morale
from engine.systems.balkan_front.state.constants import EASTERN_GREECE, RHODES
from engine.systems.balkan_front.state.context import FrontContext
from engine.systems.balkan_front.state.position import BOXES, FrontPosition, Work, now
from engine.systems.europa.board import bases
from engine.systems.europa.movement.crowding import crowd_objections
from engine.systems.europa.movement.gate import beside, leave, shut
from engine.systems.europa.movement.reach import toll_of
from engine.systems.europa.state.common import spend, use
from engine.systems.europa.state.constants import ADMIN, HALF, Going, other
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from oob.model import UnitId


def open_harbours(context: FrontContext, transition: Work, side: str) -> None:
    """Fix the ports a side may use this turn: those it controls as its initial phase begins
    (BF-26A3.5).
    """
    pos = now(context, transition)
    ports = frozenset(at for at in context.ports if pos.owner_of(at) == side)
    boxes = frozenset[Location](BOXES.get(side, (RHODES,)))
    transition.set(harbours=ports | boxes)


def points_of(pos: FrontPosition, row: ShippingRow) -> int:
    """Naval transport points of a side in a zone now, in half regimental equivalents: the first
    capture of a gate changes them for good (BF-26B.4, 26B.6).
    """
    lost = sum(at in pos.state.captured for at in pos.context.gates)
    extra = row.entered if pos.state.entered else 0
    return max(0, row.points + extra + lost * row.gained) * HALF


def points_left(pos: FrontPosition, side: str, zone: str) -> int:
    """What is left of a side's points in a zone this turn, in half regimental equivalents."""
    rows = (r for r in pos.context.charts.transport.rows if (r.side, r.zone) == (side, zone))
    return sum(points_of(pos, row) for row in rows) - pos.state.used.get(f"sea {zone}", 0)


def port_left(pos: FrontPosition, at: Location) -> int | None:
    """Half regimental equivalents a port can still handle this turn; None without limit
    (BF-26A3.2).
    """
    room = bases.port_capacity(pos, at)
    if room is None:
        return None
    return max(0, room * HALF - pos.state.used.get(f"port {port_name(pos, at)}", 0))


def port_name(pos: FrontPosition, at: Location) -> str:
    """The id a port's damage and use are counted under."""
    if isinstance(at, str):
        return at
    return pos.context.port_ids[at]


def fare(pos: FrontPosition, unit: UnitId) -> int:
    """Half movement points the voyage costs a unit, and leaving an enemy zone of control
    (BF-26B1.7, 6A.1).
    """
    chart, at = pos.context.charts.transport, pos.piece(unit).at
    cost = (chart.mobile_cost if pos.facts(unit).mobile else chart.cost) * HALF
    if at not in pos.zoc(other(pos.side(unit))):
        return cost
    return cost + toll_of(pos, unit).leave


def families(pos: FrontPosition, frame: Frame) -> tuple[Family, ...]:
    """Ship units while they move, from the ports the side could use when its turn began."""
    if not isinstance(frame, Moving) or frame.exploiting:
        return ()
    return (
        voyages(
            "Carry by sea",
            lambda: aboard(pos, frame.side),
            lambda unit: landfalls(pos, frame.side, unit),
            lambda ship: _end_objections(pos, ship),
        ),
    )


def aboard(pos: FrontPosition, side: str) -> tuple[UnitId, ...]:
    """Units of a side that stand in a usable port or box with points enough for a voyage."""
    key = ("aboard", side)
    found: tuple[UnitId, ...] | None = pos.known.get(key)
    if found is None:
        harbours = pos.state.harbours
        there = [unit for unit, piece in pos.state.pieces.items() if piece.at in harbours]
        found = pos.known[key] = tuple(
            unit
            for unit in there
            if pos.side(unit) == side
            and shut(pos, unit, side, Going.SEA) is None
            and pos.left(unit) >= fare(pos, unit)
        )
    return found


def destinations(pos: FrontPosition, unit: UnitId) -> tuple[Location, ...]:
    """Usable ports and boxes in the same sea zone, in order."""
    here = pos.piece(unit).at
    zone = pos.context.sea_zone(here)
    key = ("harbours", zone)
    found: tuple[Location, ...] | None = pos.known.get(key)
    if found is None:
        inside = [at for at in pos.state.harbours if pos.context.sea_zone(at) == zone]
        hexes = sorted([at for at in inside if isinstance(at, Hex)])
        boxes = sorted([at for at in inside if isinstance(at, str)])
        found = pos.known[key] = (*hexes, *boxes)
    return tuple([to for to in found if to != here])


def landfalls(pos: FrontPosition, side: str, unit: UnitId) -> list[Location]:
    """Where ships may take a unit now as far as sea, points and ports go."""
    here, size = pos.piece(unit).at, pos.facts(unit).transport
    if points_left(pos, side, pos.context.sea_zone(here)) < size or not _takes(pos, here, size):
        return []
    if pos.kept(unit) is not None or _neglect(pos, unit) is not None:
        return []
    owned = pos.owned(side)
    ends = [to for to in destinations(pos, unit) if not isinstance(to, Hex) or to in owned]
    return [to for to in ends if _takes(pos, to, size)]


def _takes(pos: FrontPosition, port: Location, size: int) -> bool:
    """Whether a port can still handle so many half regimental equivalents this turn."""
    key = ("port left", port)
    if key not in pos.known:
        pos.known[key] = port_left(pos, port)
    left: int | None = pos.known[key]
    return left is None or left >= size


def objections(pos: FrontPosition, frame: Moving, action: Ship) -> Iterator[Objection]:
    """What forbids a voyage (BF-26A, 26B, 28A)."""
    unit, to = action.unit, action.target
    piece, side = pos.piece(unit), frame.side
    if frame.exploiting:
        yield Objection("BF-26B.1", "Units move by sea in the movement phase alone.")
        return
    forbidden = shut(pos, unit, side, Going.SEA)
    if forbidden is not None:
        yield forbidden
        return
    if piece.at not in pos.state.harbours:
        text = f"{pos.called(unit)} is in no port that was yours when the initial phase began."
        yield Objection("BF-26A3.5", text)
        return
    if to not in pos.state.harbours or to == piece.at:
        text = f"{pos.label(to)} is no port that was yours when the initial phase began."
        yield Objection("BF-26A3.5", text)
        return
    if isinstance(to, Hex) and pos.owner_of(to) != side:
        yield Objection("BF-26B1.1", f"{pos.label(to)} is no longer yours.")
        return
    zone = pos.context.sea_zone(piece.at)
    if pos.context.sea_zone(to) != zone:
        text = f"{pos.label(piece.at)} and {pos.label(to)} lie in different sea zones."
        yield Objection("BF-26B1.1", text)
        return
    yield from _room_objections(pos, action, zone)


def _room_objections(pos: FrontPosition, action: Ship, zone: str) -> Iterator[Objection]:
    unit, to, here = action.unit, action.target, pos.piece(action.unit).at
    side = pos.side(unit)
    if pos.left(unit) < fare(pos, unit):
        need = fare(pos, unit) // HALF
        text = f"{pos.called(unit)} needs {need} movement points for the voyage."
        yield Objection("BF-26B1.7", text)
    size = pos.facts(unit).transport
    if points_left(pos, side, zone) < size:
        text = f"The naval transport points of the {zone} are used up for this turn."
        yield Objection("BF-26B1.2", text)
    for port in (here, to):
        left = port_left(pos, port)
        if left is not None and left < size:
            yield Objection("BF-26A3.2", f"{pos.label(port)} can handle no more this turn.")
    yield from _end_objections(pos, action)
    for barred in (pos.kept(unit), _neglect(pos, unit)):
        if barred is not None:
            yield barred


def _end_objections(pos: FrontPosition, action: Ship) -> Iterator[Objection]:
    """What the end of a voyage has against a unit, whatever points and ports have left."""
    unit, to, here = action.unit, action.target, pos.piece(action.unit).at
    side = pos.side(unit)
    if isinstance(to, Hex):
        barred = pos.bars(unit, to)
        if barred is not None:
            yield barred
        if ADMIN in pos.piece(unit).marks and to in beside(pos, other(side)):
            text = f"{pos.called(unit)} moves administratively, {pos.label(to)} is beside an enemy."
            yield Objection("BF-6B.5", text)
        yield from crowd_objections(pos, side, unit, to, pos.left(unit) - fare(pos, unit))
    voyage = morale.voyage(pos, unit, here, to)
    if voyage is not None:
        yield voyage


def _neglect(pos: FrontPosition, unit: UnitId) -> Objection | None:
    """While the Metaxas Line is neglected, Greek units do not embark east of the Vardar
    (BF-28B1b.6).
    """
    here = pos.piece(unit).at
    east = here == EASTERN_GREECE or here in pos.context.east_of_the_vardar
    if not east or not pos.neglects(unit):
        return None
    text = f"The Metaxas Line is neglected: {pos.called(unit)} does not embark east of the Vardar."
    return Objection("BF-28B1b.6", text)


def ship(pos: FrontPosition, frame: Moving, action: Ship, transition: Work) -> None:
    """Carry the unit over; it may move on with what it has left (BF-26B1.6, 26B1.7)."""
    unit, to, here = action.unit, action.target, pos.piece(action.unit).at
    size, zone = pos.facts(unit).transport, pos.context.sea_zone(here)
    spend(transition, unit, fare(pos, unit))
    use(transition, f"sea {zone}", size)
    for port in (here, to):
        use(transition, f"port {port_name(pos, port)}", size)
    leave(pos, transition, unit, Going.SEA, (here, to))
    transition.tell("shipped", "BF-26B.1", unit=unit, at=here, to=to, side=frame.side)


ANSWERS = (Answer(Ship, objections, ship),)
"""What movement phases take besides."""
