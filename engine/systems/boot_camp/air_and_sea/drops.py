"""German air drops after the fall of Athens (BC-19E)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.wording import counted
from engine.systems.boot_camp.actions import Drop
from engine.systems.boot_camp.air_and_sea.carried import end_objections, start_objections
from engine.systems.boot_camp.state.context import AIRBORNE
from engine.systems.boot_camp.state.position import BootCampPosition, Work
from engine.systems.boot_camp.state.records import Interception, Landed, Way
from engine.systems.europa.state.common import eliminate, use
from engine.systems.europa.state.constants import AXIS, DROPPED, Going
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex, distance
from oob.model import UnitId

USED = "drops"


def base_key(at: Hex) -> str:
    """The allowance that counts drops out of an airbase."""
    return f"{USED} {at.q},{at.r}"


def begun(pos: BootCampPosition) -> bool:
    """True in the turns after the one in which Athens fell (BC-19E.1)."""
    return 0 < pos.state.athens < pos.state.turn


def droppers(pos: BootCampPosition) -> tuple[UnitId, ...]:
    """Units of the kinds that drop, wherever they stand on the map (BC-19E.2)."""
    pieces = pos.state.pieces
    return tuple(
        [
            unit
            for unit in pos.context.airborne
            if isinstance(pieces[unit].at, Hex) and can_drop(pos, unit)
        ]
    )


def can_drop(pos: BootCampPosition, unit: UnitId) -> bool:
    """True for non-divisional, unsupported parachute, air landing and mountain units (BC-19E.2)."""
    facts = pos.facts(unit)
    return bool(facts.abilities & AIRBORNE) and not (facts.divisional or facts.supported)


def drop_objections(pos: BootCampPosition, frame: Moving, action: Drop) -> Iterator[Objection]:
    """What forbids a drop (BC-19E)."""
    chart, unit, target = pos.context.charts.air_drops, action.unit, action.target
    if frame.exploiting or frame.side != AXIS:
        yield Objection("BC-19E.4", "Units drop in the Axis movement phase.")
        return
    if not begun(pos):
        yield Objection("BC-19E.1", "There are air drops only in the turns after Athens fell.")
        return
    if pos.nation(unit) not in chart.nations or not can_drop(pos, unit):
        text = "Only unsupported, non-divisional German airborne and mountain units drop."
        yield Objection("BC-19E.2", text)
        return
    first = next(start_objections(pos, frame.side, unit, Going.AIR), None)
    if first is not None:
        yield first
        return
    origin = pos.piece(unit).at
    if not isinstance(origin, Hex) or origin not in pos.airbases or pos.owner_of(origin) != AXIS:
        text = f"{pos.called(unit)} does not stand at an airbase."
        yield Objection("BC-19E.3", text)
        return
    yield from ground_objections(pos, unit, origin, target)
    if pos.state.used.get(USED, 0) >= chart.units:
        yield Objection(
            "BC-19E.2", f"{counted(chart.units, 'unit drops', 'units drop')} in a turn."
        )
    if pos.state.used.get(base_key(origin), 0) >= chart.per_base:
        text = f"{counted(chart.per_base, 'unit leaves', 'units leave')} an airbase in a turn."
        yield Objection("BC-19E.3", text)


def ground_objections(
    pos: BootCampPosition, unit: UnitId, origin: Hex, target: Hex
) -> Iterator[Objection]:
    """What keeps a unit from dropping into a hex, whatever dropped before (BC-19E.3)."""
    chart, context = pos.context.charts.air_drops, pos.context
    if target not in context.land or context.map.terrain[target] not in chart.terrain:
        yield Objection("BC-19E.3", f"{pos.label(target)} is neither clear nor rough.")
        return
    away = distance(origin, target)
    if not 0 < away <= chart.distance:
        many = counted(away, "hex", "hexes")
        text = f"{pos.label(target)} is {many} away; a drop goes {chart.distance}."
        yield Objection("BC-19E.3", text)
    yield from end_objections(pos, AXIS, unit, target)


def drop(pos: BootCampPosition, frame: Moving, action: Drop, transition: Work) -> None:
    """Take off; the enemy may catch the unit (BC-19E.8)."""
    origin = pos.piece(action.unit).at
    assert isinstance(origin, Hex)
    use(transition, USED, 1)
    use(transition, base_key(origin), 1)
    transition.tell("takes off", "BC-19E.4", unit=action.unit, at=origin, to=action.target)
    landing = Interception(frame.side, action.unit, origin, action.target, Way.AIR)
    transition.state = transition.state.pushed(landing)


def grounds(pos: BootCampPosition, unit: UnitId) -> frozenset[Hex]:
    """Hexes a unit at an airbase can drop into."""
    origin = pos.piece(unit).at
    if not isinstance(origin, Hex) or origin not in pos.airbases:
        return frozenset()
    near = pos.context.near((origin,), pos.context.charts.air_drops.distance) & pos.context.land
    return frozenset(
        at for at in near if next(ground_objections(pos, unit, origin, at), None) is None
    )


def families(pos: BootCampPosition, frame: Moving) -> tuple[Family, ...]:
    """Air drops, where there are any."""
    if frame.exploiting or frame.side != AXIS or not begun(pos):
        return ()
    units = tuple(
        unit
        for unit in droppers(pos)
        if pos.piece(unit).at in pos.airbases
        and next(start_objections(pos, AXIS, unit, Going.AIR), None) is None
    )
    if not units:
        return ()
    return (
        Family(
            "drop",
            "Drop",
            lambda: (Drop(u, at) for u in units for at in sorted(grounds(pos, u))),
            of=lambda unit: (
                (Drop(unit, at) for at in sorted(grounds(pos, unit))) if unit in units else ()
            ),
            able=lambda: frozenset(units),
            draw=lambda stream: _draw(pos, units, stream),
            weight=2,
        ),
    )


def _draw(pos: BootCampPosition, units: tuple[UnitId, ...], stream: Stream) -> Action | None:
    unit = units[stream.below(len(units))]
    found = sorted(grounds(pos, unit))
    return Drop(unit, found[stream.below(len(found))]) if found else None


def fate(pos: BootCampPosition, _frame: Landed, transition: Work) -> None:
    """After the combat phase, units dropped on enemies who still hold the hex are lost
    (BC-19E.6).
    """
    transition.state = transition.state.popped()
    for unit in pos.context.of_nation(*pos.context.charts.air_drops.nations):
        piece = pos.piece(unit)
        if DROPPED in piece.marks and isinstance(piece.at, Hex) and pos.enemies(piece.at, AXIS):
            transition.tell("drop failed", "BC-19E.6", unit=unit, at=piece.at)
            eliminate(pos.context, transition, unit, cadre=False, cited="BC-19E.6")


ANSWERS = (Answer(Drop, drop_objections, drop),)
"""What the movement phase takes besides marches."""
HANDLERS = (Handler(Landed, auto=fate),)
