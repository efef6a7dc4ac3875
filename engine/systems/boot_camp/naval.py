"""Naval movement: from port to port or onto a friendly coast (BC-19D)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.desk import Answer
from engine.core.legal import Family
from engine.core.state import Location
from engine.systems.boot_camp import politics
from engine.systems.boot_camp.actions import CrossOver, Ship
from engine.systems.boot_camp.carried import carry, end_objections, start_objections
from engine.systems.boot_camp.position import ALLIED_BOXES, BootCampPosition
from engine.systems.boot_camp.records import Interception, Way
from engine.systems.boot_camp.words import BRITISH
from engine.systems.europa.common import Work, use
from engine.systems.europa.records import Moving
from engine.systems.europa.words import (
    ALLIED,
    AXIS,
    EASTERN_GREECE,
    MIDDLE_EAST,
    MOVED,
    ONE_HEX,
    RHODES,
)
from maps.hexgrid import Hex
from oob.model import UnitId

ADRIATIC = "sea adriatic"
DIVISIONS = "sea divisions"
SMALL = "sea others"
ALLIED_SEA = "sea allied"
BOXES = {AXIS: (RHODES,), ALLIED: ALLIED_BOXES}


def ports(pos: BootCampPosition, side: str) -> tuple[Location, ...]:
    """A side's ports, with its holding boxes."""
    return (*(at for at in pos.table.ports if pos.owner_of(at) == side), *BOXES[side])


def coasts(pos: BootCampPosition, side: str) -> tuple[Hex, ...]:
    """Clear and rough coastal hexes a side owns (BC-19D.2)."""
    return tuple(at for at in pos.table.landings if pos.owner_of(at) == side)


def aboard(pos: BootCampPosition, side: str) -> Iterator[UnitId]:
    """Units of a side that stand in its ports and have not moved."""
    for at in ports(pos, side):
        units = pos.friends(at, side) if isinstance(at, Hex) else pos.boxed(at)
        for unit in units:
            if next(start_objections(pos, side, unit, "BC-19D.3"), None) is None:
                yield unit


def adriatic(pos: BootCampPosition, origin: Location, target: Location) -> bool:
    """True for a voyage that keeps to the Adriatic zone (BC-19D1b)."""
    return pos.table.sea_ways.inside(origin, target)


def room(pos: BootCampPosition, side: str) -> dict[str, int]:
    """Units a side can still ship this turn, by allowance (BC-19D1, 19D2)."""
    chart, used = pos.table.charts.shipping, pos.state.used
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


def ship_objections(pos: BootCampPosition, frame: Moving, action: Action) -> Iterator[Objection]:
    """What forbids a voyage (BC-19D)."""
    assert isinstance(action, Ship)
    if frame.exploiting:
        yield Objection("BC-19D.2", "Units move by sea in the movement phase alone.")
        return
    unit, target = action.unit, action.target
    origin = pos.piece(unit).at
    first = next(start_objections(pos, frame.side, unit, "BC-19D.3"), None)
    if first is not None:
        yield first
        return
    if not pos.friendly_port(origin, frame.side):
        text = f"{pos.called(unit)} must start the turn in a friendly port to move by sea."
        yield Objection("BC-19D.1", text)
        return
    yield from target_objections(pos, frame.side, unit, origin, target)
    garrison = politics.garrison_objection(pos, unit)
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
    table, where = pos.table, pos.label(target)
    if isinstance(target, str):
        if not pos.friendly_port(target, side):
            yield Objection("BC-19D.2", f"{where} is no friendly port.")
            return
        if target == MIDDLE_EAST and pos.nation(unit) != BRITISH:
            yield Objection("BC-24B.2", "The Middle East holds British units alone.")
    elif pos.owner_of(target) != side or not (target in table.ports or target in table.landings):
        text = f"{where} is neither a friendly port nor a clear or rough coast of yours."
        yield Objection("BC-19D.2", text)
        return
    ways = table.sea_ways
    if side == ALLIED and not ways.around(origin, target):
        yield Objection("BC-19D2.2", "Allied ships never enter the Adriatic zone.")
    elif not ways.anywhere(origin, target):
        yield Objection("BC-19D.2", f"No sea joins {pos.label(origin)} and {where}.")
    if isinstance(target, Hex):
        yield from end_objections(pos, unit, target)


def _full(pos: BootCampPosition, unit: UnitId, origin: Location, target: Location) -> Objection:
    chart = pos.table.charts.shipping
    if pos.side(unit) == ALLIED:
        return Objection("BC-19D2.1", f"The Allies ship {chart.allied} units a turn.")
    if adriatic(pos, origin, target):
        return Objection("BC-19D1b.1", f"The Axis ships {chart.adriatic} units in the Adriatic.")
    text = (
        f"Outside the Adriatic the Axis ships {chart.axis_divisions} divisional unit or "
        f"{chart.axis_small} others a turn."
    )
    return Objection("BC-19D1a.1", text)


def ship(pos: BootCampPosition, frame: Moving, action: Action, doing: Work) -> None:
    """Sail; the enemy may catch the unit on the way (BC-19D1a.2, 19D2.3)."""
    assert isinstance(action, Ship)
    unit, target, side = action.unit, action.target, frame.side
    origin = pos.piece(unit).at
    allowance = purse(pos, unit, origin, target)
    use(doing, allowance, 1)
    risky = pos.state.athens if side == ALLIED else allowance != ADRIATIC
    if risky:
        doing.tell("sails", "BC-19D.2", unit=unit, at=origin, to=target)
        frame_ = Interception(side, unit, origin, target, Way.SEA)
        doing.state = doing.state.pushed(frame_)
    else:
        carry(doing, unit, target, Way.SEA, "BC-19D1b.2" if side == AXIS else "BC-19D.2")


def targets(pos: BootCampPosition, side: str) -> tuple[Location, ...]:
    """Where ships of a side may take anybody."""
    return tuple(dict.fromkeys((*ports(pos, side), *coasts(pos, side))))


def families(pos: BootCampPosition, frame: Moving) -> tuple[Family, ...]:
    """Sea moves and crossings to and from Eastern Greece, in a movement phase."""
    if frame.exploiting:
        return ()
    side = frame.side
    found = []
    if any(room(pos, side).values()):
        found.append(
            Family(
                "ship",
                "Move by sea",
                lambda: (Ship(u, to) for u in aboard(pos, side) for to in targets(pos, side)),
                of=lambda unit: (Ship(unit, to) for to in targets(pos, side)),
                draw=lambda stream: _draw(pos, side, stream),
                weight=2,
            )
        )
    if side == ALLIED:
        found.append(Family("cross over", "Cross over", lambda: _crossings(pos), weight=1))
    return tuple(found)


def _draw(pos: BootCampPosition, side: str, stream: Stream) -> Action | None:
    units, ends = tuple(aboard(pos, side)), targets(pos, side)
    if not units or not ends:
        return None
    return Ship(units[stream.below(len(units))], ends[stream.below(len(ends))])


# Eastern Greece by land


def _crossings(pos: BootCampPosition) -> Iterator[Action]:
    beside = pos.table.beside_eastern_greece
    for unit in pos.boxed(EASTERN_GREECE):
        yield CrossOver(unit, beside)
    for unit in pos.friends(beside, ALLIED):
        yield CrossOver(unit, EASTERN_GREECE)


def crossing_objections(
    pos: BootCampPosition, frame: Moving, action: Action
) -> Iterator[Objection]:
    """What forbids going between Eastern Greece and the hex beside it (BC-24A1)."""
    assert isinstance(action, CrossOver)
    unit, beside = action.unit, pos.table.beside_eastern_greece
    origin = pos.piece(unit).at
    if {origin, action.target} != {EASTERN_GREECE, beside}:
        text = f"Units go between Eastern Greece and {pos.label(beside)} alone."
        yield Objection("BC-24A1.1", text)
        return
    yield from start_objections(pos, frame.side, unit, "BC-B6.5")
    garrison = politics.garrison_objection(pos, unit)
    if garrison is not None:
        yield garrison
    if pos.enemies(beside, frame.side):
        yield Objection("BC-B6.4", f"Enemy units hold {pos.label(beside)}.")
    elif action.target == beside:
        yield from end_objections(pos, unit, beside)


def cross(pos: BootCampPosition, _frame: Moving, action: Action, doing: Work) -> None:
    """Go, as the one hex of the unit's move."""
    assert isinstance(action, CrossOver)
    piece = pos.piece(action.unit)
    doing.tell("crossed over", "BC-24A1.3", unit=action.unit, at=piece.at, to=action.target)
    marks = piece.marks | {MOVED, ONE_HEX}
    doing.state = doing.state.with_piece(action.unit, at=action.target, marks=marks)


ANSWERS: dict[type[Action], Answer] = {
    Ship: Answer(ship_objections, ship),
    CrossOver: Answer(crossing_objections, cross),
}
"""What the movement phase takes besides marches."""
