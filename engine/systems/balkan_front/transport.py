"""Plain naval transport: from port to port in one sea zone, within transport points (BF-26A, 26B1).

Beaches, landings, supplies as cargo and naval interdiction are not in play yet.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.desk import Answer
from engine.core.legal import Family
from engine.core.state import Frame, Location
from engine.systems.balkan_front import morale
from engine.systems.balkan_front.actions import Ship
from engine.systems.balkan_front.own_charts import ShippingRow
from engine.systems.balkan_front.position import BOXES, FrontPosition
from engine.systems.balkan_front.table import FrontTable
from engine.systems.europa import bases
from engine.systems.europa.common import Work, mark, now, spend, use
from engine.systems.europa.records import Moving
from engine.systems.europa.words import (
    ADMIN,
    AXIS,
    EASTERN_GREECE,
    HALF,
    MOVED,
    ONE_HEX,
    RHODES,
    SHIPPED,
)
from maps.hexgrid import Hex
from oob.model import UnitId


def open_harbours(table: FrontTable, doing: Work, side: str) -> None:
    """Fix the ports a side may use this turn: those it controls as its initial phase begins
    (BF-26A3.5).
    """
    pos = now(table, doing)
    assert isinstance(pos, FrontPosition)
    ports = frozenset(at for at in table.ports if pos.owner_of(at) == side)
    boxes = frozenset[Location](BOXES.get(side, (RHODES,)))
    doing.set(harbours=ports | boxes)


def points_of(pos: FrontPosition, row: ShippingRow) -> int:
    """Naval transport points of a side in a zone now, in half regimental equivalents (BF-26B)."""
    lost = sum(at in pos.state.captured and pos.owner_of(at) == AXIS for at in pos.table.gates)
    extra = row.entered if pos.state.entered else 0
    return max(0, row.points + extra + lost * row.gained) * HALF


def points_left(pos: FrontPosition, side: str, zone: str) -> int:
    """What is left of a side's points in a zone this turn, in half regimental equivalents."""
    rows = (r for r in pos.table.charts.transport.rows if (r.side, r.zone) == (side, zone))
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
    return next(p.id for p in pos.table.map.places_at(at) if "port" in p.tags)


def fare(pos: FrontPosition, unit: UnitId) -> int:
    """Half movement points the voyage costs a unit (BF-26B1.7)."""
    chart = pos.table.charts.transport
    return (chart.mobile_cost if pos.facts(unit).mobile else chart.cost) * HALF


def families(pos: FrontPosition, frame: Frame) -> tuple[Family, ...]:
    """Ship units while they move, from the ports the side could use when its turn began."""
    if not isinstance(frame, Moving) or frame.exploiting:
        return ()
    units = aboard(pos, frame.side)

    def of(unit: UnitId) -> Iterator[Action]:
        if unit in units:
            yield from (Ship(unit, to) for to in destinations(pos, unit))

    def every() -> Iterator[Action]:
        for unit in units:
            yield from of(unit)

    def draw(stream: Stream) -> Action | None:
        if not units:
            return None
        unit = units[stream.below(len(units))]
        found = destinations(pos, unit)
        return Ship(unit, found[stream.below(len(found))]) if found else None

    return (Family("ship", "Carry by sea", every, of=of, draw=draw, weight=4),)


def aboard(pos: FrontPosition, side: str) -> tuple[UnitId, ...]:
    """Units of a side that stand in a usable port or box with points enough for a voyage."""
    return tuple(
        unit
        for unit, piece in pos.state.pieces.items()
        if piece.at in pos.state.harbours
        and pos.side(unit) == side
        and not piece.marks & {ADMIN, ONE_HEX}
        and pos.left(unit) >= fare(pos, unit)
    )


def destinations(pos: FrontPosition, unit: UnitId) -> tuple[Location, ...]:
    """Usable ports and boxes in the same sea zone, in order."""
    here = pos.piece(unit).at
    zone = pos.table.sea_zone(here)
    hexes = sorted(at for at in pos.state.harbours if isinstance(at, Hex))
    boxes = sorted(at for at in pos.state.harbours if isinstance(at, str))
    found: tuple[Location, ...] = (*hexes, *boxes)
    return tuple(to for to in found if to != here and pos.table.sea_zone(to) == zone)


def objections(pos: FrontPosition, frame: Moving, action: Ship) -> Iterator[Objection]:
    """What forbids a voyage (BF-26A, 26B, 28A)."""
    unit, to = action.unit, action.target
    piece, side = pos.piece(unit), frame.side
    if frame.exploiting:
        yield Objection("BF-26B.1", "Units move by sea in the movement phase alone.")
        return
    if pos.side(unit) != side:
        yield Objection("BF-6.1", f"{pos.called(unit)} is not yours to move.")
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
    zone = pos.table.sea_zone(piece.at)
    if pos.table.sea_zone(to) != zone:
        text = f"{pos.label(piece.at)} and {pos.label(to)} lie in different sea zones."
        yield Objection("BF-26B1.1", text)
        return
    yield from _room_objections(pos, action, zone)


def _room_objections(pos: FrontPosition, action: Ship, zone: str) -> Iterator[Objection]:
    unit, to, here = action.unit, action.target, pos.piece(action.unit).at
    side = pos.side(unit)
    if pos.piece(unit).marks & {ADMIN, ONE_HEX} or pos.left(unit) < fare(pos, unit):
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
    if isinstance(to, Hex):
        barred = pos.bars(unit, to)
        if barred is not None:
            yield barred
        if not pos.fits(to, (unit,)):
            yield Objection("BF-8B.2", f"{pos.label(to)} would be overstacked.")
    for barred in (_locked(pos, unit), morale.voyage(pos, unit, here, to)):
        if barred is not None:
            yield barred


def _locked(pos: FrontPosition, unit: UnitId) -> Objection | None:
    """A garrison that no move may weaken: the Rhodes units, and Eastern Greece (BF-28)."""
    here = pos.piece(unit).at
    if here == RHODES and pos.table.setups.get(unit) is not None and not pos.state.surrendered:
        return Objection("BF-28A1c.5", f"{pos.called(unit)} is the garrison of Rhodes.")
    if here == EASTERN_GREECE and not pos.state.entered:
        row = next(r for r in pos.table.charts.garrisons.rows if r.box == EASTERN_GREECE)
        left = sum(pos.facts(u).halves for u in pos.boxed(EASTERN_GREECE) if u != unit)
        if left < row.halves:
            text = f"{row.halves // HALF} REs must stay in Eastern Greece."
            return Objection(row.duty, text)
    return None


def ship(pos: FrontPosition, frame: Moving, action: Ship, doing: Work) -> None:
    """Carry the unit over; it may move on with what it has left (BF-26B1.6, 26B1.7)."""
    unit, to, here = action.unit, action.target, pos.piece(action.unit).at
    size, zone = pos.facts(unit).transport, pos.table.sea_zone(here)
    spend(doing, unit, fare(pos, unit))
    use(doing, f"sea {zone}", size)
    for port in (here, to):
        use(doing, f"port {port_name(pos, port)}", size)
    doing.state = doing.state.with_piece(unit, at=to)
    mark(doing, unit, SHIPPED, MOVED)
    doing.tell("shipped", "BF-26B.1", unit=unit, at=here, to=to, side=frame.side)


ANSWERS: dict[type[Action], Answer] = {Ship: Answer(objections, ship)}
"""What movement phases take besides."""
