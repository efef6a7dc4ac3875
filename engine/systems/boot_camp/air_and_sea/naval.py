"""Naval movement: from port to port or onto a friendly coast (BC-19D)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Location
from engine.core.wording import counted
from engine.rules.naval.voyages import voyages
from engine.systems.boot_camp.actions import Ship
from engine.systems.boot_camp.air_and_sea.carried import carry, end_objections, start_objections
from engine.systems.boot_camp.state.constants import BRITISH, MIDDLE_EAST, RHODES
from engine.systems.boot_camp.state.position import ALLIED_BOXES, BootCampPosition, Work
from engine.systems.boot_camp.state.records import Interception, Way
from engine.systems.europa.state.common import use
from engine.systems.europa.state.constants import ALLIED, AXIS, Going
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from oob.model import UnitId

ADRIATIC = "sea adriatic"
DIVISIONS = "sea divisions"
SMALL = "sea others"
ALLIED_SEA = "sea allied"
BOXES = {AXIS: (RHODES,), ALLIED: ALLIED_BOXES}


def ports(pos: BootCampPosition, side: str) -> tuple[Location, ...]:
    """A side's ports, with its holding boxes."""
    owned = pos.owned(side)
    return (*[at for at in pos.context.ports if at in owned], *BOXES[side])


def coasts(pos: BootCampPosition, side: str) -> tuple[Hex, ...]:
    """Clear and rough coastal hexes a side owns (BC-19D.2)."""
    owned = pos.owned(side)
    return tuple([at for at in pos.context.landings if at in owned])


def aboard(pos: BootCampPosition, side: str) -> tuple[UnitId, ...]:
    """Units of a side that stand in its ports and have not moved."""
    key = ("aboard", side)
    found: tuple[UnitId, ...] | None = pos.known.get(key)
    if found is None:
        hexes, boxes = pos.standing.sides[side], pos.standing.boxes
        stacks = [
            hexes.get(at, ()) if isinstance(at, Hex) else boxes.get(at, ())
            for at in ports(pos, side)
        ]
        there = [unit for stack in stacks for unit in stack]
        shut = [any(True for _ in start_objections(pos, side, u, Going.SEA)) for u in there]
        found = tuple([unit for unit, kept in zip(there, shut, strict=True) if not kept])
        pos.known[key] = found
    return found


def adriatic(pos: BootCampPosition, origin: Location, target: Location) -> bool:
    """True for a voyage that keeps to the Adriatic zone (BC-19D1b)."""
    return pos.context.sea_ways.inside(origin, target)


def room(pos: BootCampPosition, side: str) -> dict[str, int]:
    """Units a side can still ship this turn, by allowance (BC-19D1, 19D2)."""
    chart, used = pos.context.charts.shipping, pos.state.used
    if side == ALLIED:
        return {ALLIED_SEA: max(0, chart.allied - used.get(ALLIED_SEA, 0))}
    large, small = used.get(DIVISIONS, 0), used.get(SMALL, 0)
    return {
        ADRIATIC: max(0, chart.adriatic - used.get(ADRIATIC, 0)),
        DIVISIONS: 0 if small else max(0, chart.axis_divisions - large),
        SMALL: 0 if large else max(0, chart.axis_small - small),
    }


def purse(pos: BootCampPosition, unit: UnitId, origin: Location, target: Location) -> str:
    """The allowance a voyage comes out of."""
    if pos.side(unit) == ALLIED:
        return ALLIED_SEA
    if adriatic(pos, origin, target):
        return ADRIATIC
    return DIVISIONS if pos.facts(unit).divisional else SMALL


def is_risky(pos: BootCampPosition, unit: UnitId, origin: Location, target: Location) -> bool:
    """True where the enemy may catch a unit at sea (BC-19D1a.2, 19D1b.2, 19D2.3)."""
    if pos.side(unit) == ALLIED:
        return bool(pos.state.athens)
    return not adriatic(pos, origin, target)


def ship_objections(pos: BootCampPosition, frame: Moving, action: Ship) -> Iterator[Objection]:
    """What forbids a voyage (BC-19D)."""
    if frame.exploiting:
        yield Objection("BC-19D.2", "Units move by sea in the movement phase alone.")
        return
    unit, target = action.unit, action.target
    origin = pos.piece(unit).at
    first = next(start_objections(pos, frame.side, unit, Going.SEA), None)
    if first is not None:
        yield first
        return
    if not pos.friendly_port(origin, frame.side):
        text = f"{pos.called(unit)} must start the turn in a friendly port to move by sea."
        yield Objection("BC-19D.1", text)
        return
    yield from target_objections(pos, frame.side, unit, origin, target)
    garrison = pos.kept(unit)
    if garrison is not None:
        yield garrison
    left = room(pos, frame.side)[purse(pos, unit, origin, target)]
    if not left:
        yield _full(pos, unit, origin, target)


def target_objections(
    pos: BootCampPosition, side: str, unit: UnitId, origin: Location, target: Location
) -> Iterator[Objection]:
    """What keeps a voyage from its end, whatever was shipped before (BC-19D.2, 19D2.2)."""
    if target == origin:
        yield Objection("BC-19D.2", f"{pos.called(unit)} is there already.")
        return
    context, where = pos.context, pos.label(target)
    if isinstance(target, str):
        if not pos.friendly_port(target, side):
            yield Objection("BC-19D.2", f"{where} is no friendly port.")
            return
        if target == MIDDLE_EAST and pos.nation(unit) != BRITISH:
            yield Objection("BC-24B.2", "The Middle East holds British units alone.")
    elif pos.owner_of(target) != side or not (
        target in context.ports or target in context.landings
    ):
        text = f"{where} is neither a friendly port nor a clear or rough coast of yours."
        yield Objection("BC-19D.2", text)
        return
    ways = context.sea_ways
    if side == ALLIED and not ways.around(origin, target):
        yield Objection("BC-19D2.2", "Allied ships never enter the Adriatic zone.")
    elif not ways.anywhere(origin, target):
        yield Objection("BC-19D.2", f"No sea joins {pos.label(origin)} and {where}.")
    if isinstance(target, Hex):
        yield from end_objections(pos, side, unit, target)


def _full(pos: BootCampPosition, unit: UnitId, origin: Location, target: Location) -> Objection:
    chart = pos.context.charts.shipping
    if pos.side(unit) == ALLIED:
        return Objection("BC-19D2.1", f"The Allies ship {counted(chart.allied, 'unit')} a turn.")
    if adriatic(pos, origin, target):
        return Objection(
            "BC-19D1b.1", f"The Axis ships {counted(chart.adriatic, 'unit')} in the Adriatic."
        )
    text = (
        f"Outside the Adriatic the Axis ships {chart.axis_divisions} divisional unit or "
        f"{counted(chart.axis_small, 'other')} a turn."
    )
    return Objection("BC-19D1a.1", text)


def ship(pos: BootCampPosition, frame: Moving, action: Ship, transition: Work) -> None:
    """Sail; the enemy may catch the unit on the way (BC-19D1a.2, 19D2.3)."""
    unit, target, side = action.unit, action.target, frame.side
    origin = pos.piece(unit).at
    use(transition, purse(pos, unit, origin, target), 1)
    if is_risky(pos, unit, origin, target):
        transition.tell("sails", "BC-19D.2", unit=unit, at=origin, to=target)
        frame_ = Interception(side, unit, origin, target, Way.SEA)
        transition.state = transition.state.pushed(frame_)
    else:
        carry(pos, transition, unit, target, Way.SEA, "BC-19D1b.2" if side == AXIS else "BC-19D.2")


def targets(pos: BootCampPosition, side: str) -> tuple[Location, ...]:
    """Where ships of a side may take anybody."""
    key = ("landfalls", side)
    found: tuple[Location, ...] | None = pos.known.get(key)
    if found is None:
        found = tuple(dict.fromkeys((*ports(pos, side), *coasts(pos, side))))
        pos.known[key] = found
    return found


def landfalls(pos: BootCampPosition, side: str, unit: UnitId) -> list[Location]:
    """Where ships may take a unit now, but for what the hex it lands in has against it."""
    if pos.kept(unit) is not None:
        return []
    origin, left = pos.piece(unit).at, room(pos, side)
    every, inside = pos.context.sea_ways.voyages(origin)
    if side == ALLIED:
        around = pos.context.sea_ways.around
        open_ = frozenset([to for to in every if left[ALLIED_SEA] and around(origin, to)])
        if pos.nation(unit) != BRITISH:
            open_ -= {MIDDLE_EAST}
    else:
        divisional = pos.facts(unit).divisional
        outside = every - inside if left[DIVISIONS if divisional else SMALL] else frozenset()
        open_ = outside | (inside if left[ADRIATIC] else frozenset())
    return [to for to in targets(pos, side) if to in open_ and to != origin]


def _end_objections(pos: BootCampPosition, side: str, ship: Ship) -> Iterator[Objection]:
    """What a hex has against a unit that ships may take to it."""
    if isinstance(ship.target, Hex):
        yield from end_objections(pos, side, ship.unit, ship.target)


def families(pos: BootCampPosition, frame: Moving) -> tuple[Family, ...]:
    """Sea moves, in a movement phase."""
    if frame.exploiting:
        return ()
    side = frame.side
    found = []
    if any(room(pos, side).values()):
        ships = voyages(
            "Move by sea",
            lambda: aboard(pos, side),
            lambda unit: landfalls(pos, side, unit),
            lambda ship: _end_objections(pos, side, ship),
            weight=2,
        )
        found.append(ships)
    return tuple(found)


ANSWERS = (Answer(Ship, ship_objections, ship),)
"""What the movement phase takes besides marches."""
