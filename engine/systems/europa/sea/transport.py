"""Naval transport of units: between ports and beaches of one sea zone, within transport points
(BF-26A, 26B1).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family, by_unit
from engine.core.state import Frame, Location
from engine.core.wording import counted, halved, with_noun
from engine.frozen import dataclass
from engine.rules.naval.voyages import voyages
from engine.systems.europa.board import bases
from engine.systems.europa.movement.crowding import crowd_objections
from engine.systems.europa.movement.gate import beside, shut
from engine.systems.europa.movement.reach import toll_of
from engine.systems.europa.sea import routes, sailing
from engine.systems.europa.sea.actions import Ship, ShipOverBeach
from engine.systems.europa.sea.context import SeaContext
from engine.systems.europa.sea.points import points_left
from engine.systems.europa.sea.position import (
    SeaPosition,
    beaches,
    forbids,
    is_beach,
    now,
    rule,
    sands,
)
from engine.systems.europa.sea.records import Berth, Voyage
from engine.systems.europa.state.common import Work, claims
from engine.systems.europa.state.constants import ADMIN, HALF, Going, other
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from oob.model import UnitId


def port_left(pos: SeaPosition, at: Location) -> int | None:
    """Half regimental equivalents a port can still handle this turn; None without limit
    (BF-26A3.2).
    """
    return _left(pos, sailing.port_key(pos, at), bases.port_capacity(pos, at))


def _left(pos: SeaPosition, name: str, room: int | None) -> int | None:
    return None if room is None else max(0, room * HALF - pos.state.used.get(name, 0))


def departure(pos: SeaPosition, frame: Moving, unit: UnitId) -> Objection | None:
    """What forbids a unit to begin a voyage in this phase, wherever it goes (BF-26B.1)."""
    if frame.exploiting:
        return forbids(pos, "sea phase", "Units move by sea in the movement phase alone.")
    return shut(pos, unit, frame.side, Going.SEA)


def fare(pos: SeaPosition, unit: UnitId) -> int:
    """Half movement points the voyage from port to port costs a unit, and leaving an enemy zone of
    control or a harassed hex (BF-26B1.7, 6A.1, 20F2d.4).
    """
    chart, at = pos.context.charts.transport, pos.piece(unit).at
    cost = (chart.mobile_cost if pos.facts(unit).mobile else chart.cost) * HALF
    tolls = toll_of(pos, unit)
    if isinstance(at, Hex):
        cost += tolls.harassed.get(at, 0)
    return cost + tolls.leave if at in tolls.zone else cost


def over_beaches(pos: SeaPosition, unit: UnitId) -> bool:
    """Whether a unit can use beaches now: without heavy equipment, with all its movement points
    (BF-26B1.8, 26B1.9).
    """
    whole = pos.allowance(unit)
    return not pos.facts(unit).heavy and 0 < whole == pos.left(unit)


def takes(pos: SeaPosition, port: Location, size: int) -> bool:
    """Whether the phasing side may use a port, and it can handle so many half regimental
    equivalents more this turn.
    """
    dock = docks(pos).get(port)
    if dock is None:
        return False
    left = _left(pos, *dock)
    return left is None or left >= size


def docks(pos: SeaPosition) -> Mapping[Location, tuple[str, int | None]]:
    """The ports and boxes that the phasing side may use: the names under which their use is
    counted, and what they take in a turn.
    """

    def work() -> Mapping[Location, tuple[str, int | None]]:
        return {
            at: (sailing.port_key(pos, at), bases.port_capacity(pos, at)) for at in pos.harbours
        }

    return pos.shared("docks", (pos.harbours, pos.state.hits), work)


def berth(
    pos: SeaPosition, side: str, at: Location, size: int, *, light: bool, beach: bool = False
) -> Berth | None:
    """Where cargo boards or lands: in the port where it can, else on the beach where it may
    (``light``), or on the ``beach`` first if so wished (BF-26A4.2). None for neither.
    """
    sandy = light and is_beach(pos, side, at)
    if beach and sandy:
        return Berth.BEACH
    if takes(pos, at, size):
        return Berth.PORT
    return Berth.BEACH if sandy else None


# What is offered


def families(pos: SeaPosition, frame: Frame) -> tuple[Family, ...]:
    """Ship units while they move, from the ports the side could use when its turn began, and over
    beaches.
    """
    if not isinstance(frame, Moving) or frame.exploiting:
        return ()
    side = frame.side
    found = [
        voyages(
            "Move by sea",
            lambda: aboard(pos, side),
            lambda unit: _paid(pos, side, unit),
            lambda ship: end_objections(pos, ship.unit, ship.target),
        )
    ]
    if pos.context.at_sea:
        found.append(
            by_unit(
                "ship over beach",
                "Carry over the beaches of ports",
                lambda: tuple(unit for unit in aboard(pos, side) if over_beaches(pos, unit)),
                lambda unit: _sparing(pos, side, unit),
                ShipOverBeach,
                sure=lambda action: _sure(pos, action),
                weight=1,
                quiet=True,
            )
        )
    return tuple(found)


def _sure(pos: SeaPosition, action: Action) -> bool:
    assert isinstance(action, ShipOverBeach), "what this family offers"
    return not any(True for _ in end_objections(pos, action.unit, action.target))


def aboard(pos: SeaPosition, side: str) -> tuple[UnitId, ...]:
    """Units of a side that can go on board where they are: in a usable port or box with points
    enough for a voyage, or on a beach.
    """
    return pos.once(("aboard", side), lambda: _aboard(pos, side))


def _aboard(pos: SeaPosition, side: str) -> tuple[UnitId, ...]:
    order = pos.standing.order
    there = sorted(_quayside(pos, side), key=order.__getitem__)
    shore = sands(pos, side)
    return tuple([unit for unit in there if _boards(pos, side, unit, shore)])


def _quayside(pos: SeaPosition, side: str) -> Iterator[UnitId]:
    """Units of a side in its ports and boxes and on its beaches."""
    owners, stacks = pos.standing.owners, pos.standing.sides[side].units
    for at in pos.harbours:
        if isinstance(at, Hex):
            yield from stacks.get(at, ())
        else:
            yield from (unit for unit in pos.boxed(at) if owners[unit] == side)
    for at in sands(pos, side) - pos.harbours:
        yield from stacks.get(at, ())


def _boards(pos: SeaPosition, side: str, unit: UnitId, shore: frozenset[Hex]) -> bool:
    """Whether a unit can go on board in a port, or over the beach of a shore that it is on."""
    at = pos.state.pieces[unit].at
    ported = at in pos.harbours and pos.left(unit) >= fare(pos, unit)
    if not ported and not (at in shore and over_beaches(pos, unit)):
        return False
    return shut(pos, unit, side, Going.SEA) is None


def destinations(pos: SeaPosition, unit: UnitId) -> tuple[Location, ...]:
    """Usable ports and boxes in the same sea zone, in order."""
    here = pos.piece(unit).at
    return tuple([to for to in harbours(pos, pos.context.sea_zone(here)) if to != here])


def harbours(pos: SeaPosition, zone: str) -> tuple[Location, ...]:
    """Usable ports of a sea zone, and boxes, in order."""

    def work() -> tuple[Location, ...]:
        inside = [at for at in pos.harbours if pos.context.sea_zone(at) == zone]
        hexes = sorted([at for at in inside if isinstance(at, Hex)])
        boxes = sorted([at for at in inside if isinstance(at, str)])
        return (*hexes, *boxes)

    return pos.shared(("harbours", zone), (pos.harbours,), work)


def landfalls(pos: SeaPosition, side: str, unit: UnitId) -> list[Location]:
    """Where ships may take a unit now as far as sea, points, ports and beaches go."""
    here, size = pos.piece(unit).at, pos.facts(unit).transport
    zone = pos.context.sea_zone(here)
    if points_left(pos, side, zone) < size or pos.kept(unit) is not None:
        return []
    light = over_beaches(pos, unit)
    by_port = takes(pos, here, size) and pos.left(unit) >= fare(pos, unit)
    if not by_port and not (light and is_beach(pos, side, here)):
        return []
    owned, shore = pos.owned(side), sands(pos, side) if light else frozenset()
    found = [
        to
        for to in destinations(pos, unit)
        if (to in owned or not isinstance(to, Hex)) and (to in shore or takes(pos, to, size))
    ]
    if light:
        known = frozenset(found)
        found += [to for to in beaches(pos, side, zone) if to not in known and to != here]
    if pos.context.at_sea:
        near = routes.sailed_to(pos.context, here)
        found = [to for to in found if to in near]
    return [to for to in found if pos.bars_voyage(unit, to) is None]


def _paid(pos: SeaPosition, side: str, unit: UnitId) -> list[Location]:
    """Where a unit can pay for a voyage to: it leaves and lands by ports where these have room, and
    without the points for that only over a beach (BF-26B1.7, 26B1.9).
    """
    found = landfalls(pos, side, unit)
    if not found or pos.left(unit) >= fare(pos, unit):
        return found
    here, size, light = pos.piece(unit).at, pos.facts(unit).transport, over_beaches(pos, unit)
    if berth(pos, side, here, size, light=light) is Berth.BEACH:
        return found
    return [to for to in found if berth(pos, side, to, size, light=light) is Berth.BEACH]


def _reached(pos: SeaPosition, here: Location, to: Location) -> bool:
    return not pos.context.at_sea or routes.joined(pos, here, to)


def _sparing(pos: SeaPosition, side: str, unit: UnitId) -> list[Location]:
    """Where a unit may go when it is to use a beach though there is a port."""
    here, size = pos.piece(unit).at, pos.facts(unit).transport
    ported = takes(pos, here, size) and is_beach(pos, side, here)
    return [
        to
        for to in landfalls(pos, side, unit)
        if ported or (takes(pos, to, size) and is_beach(pos, side, to))
    ]


# What forbids a voyage


@dataclass(frozen=True, slots=True)
class Wish:
    """A voyage that is asked for, over the beaches of ports or not."""

    unit: UnitId
    target: Location
    beach: bool = False


def objections(pos: SeaPosition, frame: Moving, action: Ship) -> Iterator[Objection]:
    """What forbids a voyage (BF-26A, 26B, 28A)."""
    yield from _objections(pos, frame, Wish(action.unit, action.target))


def sparing_objections(
    pos: SeaPosition, frame: Moving, action: ShipOverBeach
) -> Iterator[Objection]:
    """What forbids a voyage over beaches: there must be one where there is a port (BF-26A4.2)."""
    wish, side = Wish(action.unit, action.target, beach=True), frame.side
    found = tuple(_objections(pos, frame, wish))
    yield from found
    if found:
        return
    ends = (pos.piece(action.unit).at, action.target)
    if not any(at in pos.harbours and is_beach(pos, side, at) for at in ends):
        yield forbids(pos, "beach", "Neither end of this voyage is a port with a beach.")
    elif not over_beaches(pos, action.unit):
        yield _not_over_beaches(pos, action.unit)


def _objections(pos: SeaPosition, frame: Moving, wish: Wish) -> Iterator[Objection]:
    unit, to = wish.unit, wish.target
    side = frame.side
    forbidden = departure(pos, frame, unit)
    if forbidden is not None:
        yield forbidden
        return
    here = pos.piece(unit).at
    if here not in pos.harbours and not is_beach(pos, side, here):
        yield _no_end(pos, here, f"{pos.called(unit)} is in")
        return
    if to == here:
        text = f"{pos.called(unit)} is in {pos.label(to)} already."
        yield forbids(pos, "sea route ends", text)
        return
    if to not in pos.harbours and not is_beach(pos, side, to):
        yield _no_end(pos, to, f"{pos.label(to)} is")
        return
    if isinstance(to, Hex) and pos.owner_of(to) != side:
        yield forbids(pos, "sea route ends", f"{pos.label(to)} is no longer yours.")
        return
    zone = pos.context.sea_zone(here)
    if pos.context.sea_zone(to) != zone:
        text = f"{pos.label(here)} and {pos.label(to)} lie in different sea zones."
        yield forbids(pos, "sea route ends", text)
        return
    if not _reached(pos, here, to):
        text = f"No sea joins {pos.label(here)} and {pos.label(to)}."
        yield forbids(pos, "traced path", text)
        return
    yield from _room_objections(pos, wish, zone)


def _room_objections(pos: SeaPosition, wish: Wish, zone: str) -> Iterator[Objection]:
    unit, to, here = wish.unit, wish.target, pos.piece(wish.unit).at
    side, size = pos.side(unit), pos.facts(unit).transport
    light = over_beaches(pos, unit)
    berths = [berth(pos, side, at, size, light=light, beach=wish.beach) for at in (here, to)]
    if Berth.BEACH not in berths and pos.left(unit) < fare(pos, unit):
        need = fare(pos, unit) // HALF
        text = f"{pos.called(unit)} needs {counted(need, 'movement point')} for the voyage."
        yield forbids(pos, "cost of a voyage", text)
    if points_left(pos, side, zone) < size:
        text = f"The naval transport points of the {zone} are used up for this turn."
        yield forbids(pos, "load of ships", text)
    for at, found in zip((here, to), berths, strict=True):
        if found is not None:
            continue
        if at in pos.harbours:
            yield full(pos, at, size)
        elif is_beach(pos, side, at):
            yield _not_over_beaches(pos, unit)
    yield from end_objections(pos, unit, to, whole=Berth.BEACH in berths)
    for barred in (pos.kept(unit), pos.bars_voyage(unit, to)):
        if barred is not None:
            yield barred


def _no_end(pos: SeaPosition, at: Location, who: str) -> Objection:
    """Why no voyage begins or ends in a place: its port was not the side's when the turn began, or
    there is neither a port nor a beach of the side (BF-26A3.5, 26B1.1).
    """
    if not isinstance(at, Hex) or at in pos.context.port_ids:
        text = f"{who} no port that was yours when the initial phase began."
        return forbids(pos, "port control", text)
    what = "neither a port nor a beach of yours" if pos.context.at_sea else "no port of yours"
    return replace(forbids(pos, "sea route ends", f"{who} {what}."), aside=True)


def full(pos: SeaPosition, port: Location, size: int) -> Objection:
    """Why a port handles no cargo of so many half regimental equivalents (BF-26A3.2)."""
    left, where = port_left(pos, port), pos.label(port)
    text = f"{where} can handle no more this turn."
    if left:
        text = f"{where} can handle {_res(left)} this turn, the cargo is {_res(size)}."
    return forbids(pos, "port capacity", text)


def _res(halves: int) -> str:
    return with_noun(halved(halves), "RE")


def _not_over_beaches(pos: SeaPosition, unit: UnitId) -> Objection:
    if pos.facts(unit).heavy:
        text = f"{pos.called(unit)} has heavy equipment and does not use beaches."
        return forbids(pos, "beach equipment", text)
    text = f"{pos.called(unit)} has spent movement points; a voyage over a beach takes them all."
    return forbids(pos, "beach fare", text)


def end_objections(
    pos: SeaPosition, unit: UnitId, to: Location, *, whole: bool = False
) -> Iterator[Objection]:
    """What the end of a voyage has against a unit, whatever points and ports have left; ``whole``
    says that it has no movement points left there.
    """
    side = pos.side(unit)
    if not isinstance(to, Hex):
        return
    barred = pos.bars(unit, to)
    if barred is not None:
        yield barred
    if ADMIN in pos.piece(unit).marks and to in beside(pos, other(side)):
        text = f"{pos.called(unit)} moves administratively, {pos.label(to)} is beside an enemy."
        yield forbids(pos, "admin beside enemies", text)
    left = 0 if whole else pos.left(unit) - fare(pos, unit)
    yield from crowd_objections(pos, side, unit, to, left)


# What a voyage does


def ship(pos: SeaPosition, frame: Moving, action: Ship, transition: Work) -> None:
    """Carry the unit over; after a voyage from port to port it may move on with what it has left
    (BF-26B1.6, 26B1.7).
    """
    _sail(pos, frame, Wish(action.unit, action.target), transition)


def ship_over_beach(
    pos: SeaPosition, frame: Moving, action: ShipOverBeach, transition: Work
) -> None:
    """Carry the unit over the beaches."""
    _sail(pos, frame, Wish(action.unit, action.target, beach=True), transition)


def _sail(pos: SeaPosition, frame: Moving, wish: Wish, transition: Work) -> None:
    unit, here, side = wish.unit, pos.piece(wish.unit).at, frame.side
    size, light = pos.facts(unit).transport, over_beaches(pos, unit)
    board, land = (
        berth(pos, side, at, size, light=light, beach=wish.beach) for at in (here, wish.target)
    )
    assert board is not None and land is not None, "the check found both"
    voyage = Voyage(side, unit, here, wish.target, board, land, size, size)
    paid = pos.left(unit) if Berth.BEACH in (board, land) else fare(pos, unit)
    sailing.sail(pos, voyage, paid, transition, rule(pos, "cargo by sea"))


ANSWERS = (
    Answer(Ship, objections, ship),
    Answer(ShipOverBeach, sparing_objections, ship_over_beach),
)
"""What movement phases take besides."""


def open_harbours(
    context: SeaContext, transition: Work, side: str, dropped: frozenset[Hex] = frozenset()
) -> None:
    """Fix the ports (and boxes) a side may use this turn: those it controls as its initial phase
    begins (BF-26A3.5), among them the hexes where its units had ``dropped`` and that
    they own in full from then on (BF-25B.1).
    """
    pos = now(context, transition)
    fresh = claims(pos) if dropped else {}
    ports = frozenset(
        at
        for at in context.ports
        if pos.owner_of(at) == side or (at in dropped and fresh.get(at) == side)
    )
    boxes = [box for box in context.charts.transport.boxes if pos.boxed_for(box, side)]
    transition.set(harbours=ports.union(boxes))
