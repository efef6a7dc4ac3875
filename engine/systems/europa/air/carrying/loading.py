"""What transports may take aboard, how much of it, and where to (BF-20E, 24B.2 to 24B.4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from engine.core.actions import Action, Objection
from engine.core.legal import Family
from engine.core.state import Location
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.carrying import drop_plans, towing
from engine.systems.europa.air.carrying.actions import Load, LoadSupplies, Unload
from engine.systems.europa.air.fleet import rule
from engine.systems.europa.air.launching import TOPICS, grounding
from engine.systems.europa.air.records import AirMoving, Mission
from engine.systems.europa.state.common import Work
from engine.systems.europa.state.constants import HALF
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex
from oob.model import UnitId


def transports(pos: Position, side: str) -> tuple[str, ...]:
    """A side's transports in play (BF-16A.1, 20E.1)."""
    return tuple(unit for unit in fleet.of_side(pos, side) if fleet.facts(pos, unit).transport)


def room(pos: Position, mission: str, *, extended: bool = False) -> Fraction:
    """Half regimental equivalents of ground units that a transport takes (BF-20E1.1, 20E2.4,
    24B.2).
    """
    chart = fleet.charts_of(pos.context).airlift
    whole = chart.dropped_halves if mission == Mission.AIR_DROP else chart.halves
    return Fraction(whole, chart.extended if extended else 1)


def dropped_room(pos: Position, unit: str) -> Fraction:
    """Half regimental equivalents that a transport drops with what it has in tow (BF-20E2.4,
    24C.5).
    """
    return room(pos, Mission.AIR_DROP) * towing.lifts(pos, unit)


def supplies(pos: Position, mission: str, *, extended: bool = False) -> Fraction:
    """Regimental equivalents of supplies that a transport takes (BF-20E1.1, 20E2.4, 24B.2)."""
    chart = fleet.charts_of(pos.context).airlift
    whole = chart.dropped_supplies if mission == Mission.AIR_DROP else chart.supplies
    return Fraction(whole, chart.extended if extended else 1)


def carriers(pos: Position, cargo: str) -> tuple[str, ...]:
    """The air units that a ground unit is aboard."""
    return tuple(unit for unit, found in pos.air.units.items() if cargo in found.cargo)


def aboard(pos: Position) -> Mapping[str, tuple[str, ...]]:
    """The ground units that are aboard transports, each with these."""
    cargo = dict.fromkeys(unit for found in pos.air.units.values() for unit in found.cargo)
    return {unit: carriers(pos, unit) for unit in cargo}


# Loading


def ready(pos: Position, side: str) -> list[str]:
    """The transports of a side that can still take off."""
    return pos.once(("transports ready", side), lambda: _ready(pos, side))


def _ready(pos: Position, side: str) -> list[str]:
    return [
        unit
        for unit in transports(pos, side)
        if fleet.grounded(pos.air.units[unit]) and next(grounding(pos, unit), None) is None
    ]


def families(pos: Position, frame: AirMoving) -> tuple[Family, ...]:
    """Loading and unloading of the transports that can still take off."""
    able = ready(pos, frame.side)
    if not able:
        return ()
    return (
        Family("load", "Load", lambda: _loads(pos, frame, able), weight=2),
        Family(
            "load supplies", "Load supplies", lambda: map(LoadSupplies, able), weight=1, listed=True
        ),
        Family(
            "tow",
            "Tow a glider",
            lambda: towing.offers(pos, frame, able),
            weight=2,
            listed=True,
        ),
        Family("unload", "Unload", lambda: map(Unload, able), weight=1, listed=True),
    )


def _loads(pos: Position, frame: AirMoving, ready: list[str]) -> Iterator[Action]:
    for air_unit in ready:
        at = pos.air.units[air_unit].at
        if isinstance(at, Hex):
            yield from (Load(unit, air_unit) for unit in pos.friends(at, frame.side))


def load_objections(pos: Position, frame: AirMoving, action: Load) -> Iterator[Objection]:
    """A ground unit of the side without heavy equipment, on the transport's own airbase (BF-20E.2,
    20E.3), that fits beside what is aboard (BF-20E1.1).
    """
    yield from not_ready(pos, frame, action.air_unit)
    unit = action.unit
    if unit not in pos.state.pieces or pos.side(unit) != frame.side:
        yield Objection(rule(pos, "passengers"), f"{unit!r} is no ground unit of yours.")
        return
    if action.air_unit not in pos.air.units:
        return
    found, name = pos.air.units[action.air_unit], pos.called(unit)
    if pos.piece(unit).at != found.at:
        text = f"{name} is not at {pos.label(found.at)}, the airbase of the transport."
        yield Objection(rule(pos, "passengers"), text)
    if pos.facts(unit).heavy:
        text = f"{name} has heavy equipment and is not carried by air."
        yield Objection(rule(pos, "no heavy equipment by air"), text)
    if unit in found.cargo:
        yield Objection(rule(pos, "airlift load"), f"The transport carries {name} already.")
        return
    alone = not carriers(pos, unit)
    size = pos.facts(unit).transport
    taken = sum(pos.facts(UnitId(one)).transport for one in found.cargo)
    loads = towing.lifts(pos, action.air_unit) - found.supplies
    taken += found.freight * HALF
    fits = size + taken <= room(pos, Mission.TRANSPORT) * loads
    if found.laden and not (alone and fits):
        text = "Units that share a transport fit into it together."
        yield Objection(rule(pos, "airlift load"), text)
    shared = any(pos.air.units[one].cargo != (unit,) for one in carriers(pos, unit))
    if shared:
        text = f"A transport with other units aboard carries {name} already."
        yield Objection(rule(pos, "airlift load"), text)


def not_ready(pos: Position, frame: AirMoving, air_unit: str) -> Iterator[Objection]:
    """Why an air unit takes nothing aboard: it is no transport of the side that can take off."""
    if air_unit not in pos.air.units or fleet.side_of(pos, air_unit) != frame.side:
        yield Objection(rule(pos, "air movement"), f"{air_unit!r} is no air unit of yours.")
    elif not fleet.facts(pos, air_unit).transport:
        text = f"{fleet.facts(pos, air_unit).name} is no transport."
        yield Objection(rule(pos, "transports"), text)
    else:
        yield from grounding(pos, air_unit)


def load(pos: Position, _frame: AirMoving, action: Load, transition: Work) -> None:
    """It is aboard, and stands where it is until it is flown."""
    found = pos.air.units[action.air_unit]
    cargo = (*found.cargo, action.unit)
    fates.change(
        pos,
        transition,
        action.air_unit,
        found.loaded(cargo, supplies=found.supplies, freight=found.freight),
    )
    topic = rule(pos, "passengers")
    transition.tell("loaded", topic, unit=action.unit, air_unit=action.air_unit)


def supply_objections(pos: Position, frame: AirMoving, action: LoadSupplies) -> Iterator[Objection]:
    """An airbase to which a line led from a full source in the side's initial phase (BF-20E.4)."""
    yield from not_ready(pos, frame, action.air_unit)
    if action.air_unit not in pos.air.units:
        return
    found = pos.air.units[action.air_unit]
    if found.at not in pos.air.stocked:
        text = f"No supply line led from a full source to {pos.label(found.at)} this turn."
        yield Objection(rule(pos, "supplies by air"), text)
    beside = (towing.lifts(pos, action.air_unit) - 1) * room(pos, Mission.TRANSPORT)
    if found.supplies or needed(pos, found.cargo) + found.freight * HALF > beside:
        yield Objection(rule(pos, "airlift load"), "The transport is loaded.")


def load_supplies(pos: Position, _frame: AirMoving, action: LoadSupplies, transition: Work) -> None:
    """They are aboard."""
    found = pos.air.units[action.air_unit]
    fates.change(
        pos,
        transition,
        action.air_unit,
        found.loaded(found.cargo, supplies=True, freight=found.freight),
    )
    topic = rule(pos, "supplies by air")
    transition.tell("supplies loaded", topic, air_unit=action.air_unit, at=found.at)


def unload_objections(pos: Position, frame: AirMoving, action: Unload) -> Iterator[Objection]:
    """A transport that has something aboard."""
    yield from not_ready(pos, frame, action.air_unit)
    found = pos.air.units.get(action.air_unit)
    if found is not None and not found.laden and not found.tow:
        yield Objection(rule(pos, "transports"), "The transport carries nothing.")


def unload(pos: Position, _frame: AirMoving, action: Unload, transition: Work) -> None:
    """Nothing is aboard or in tow."""
    found = replace(pos.air.units[action.air_unit].loaded(()), tow="")
    fates.change(pos, transition, action.air_unit, found)


# Flight


def objections(pos: Position, action: FlyMission) -> Iterator[Objection]:
    """What forbids a flight with cargo, as far as that depends on the cargo: transports alone, not
    empty, with room for it together, all to one place (BF-20E.1, 20E.6).
    """
    unit, mission = action.air_unit, action.mission
    name, found = fleet.facts(pos, unit).name, pos.air.units[unit]
    if not fleet.facts(pos, unit).transport:
        yield Objection(rule(pos, "transports"), f"{name} is no transport.")
        return
    if not found.laden:
        yield Objection(rule(pos, "transports"), f"{name} carries nothing.")
        return
    for cargo in found.cargo:
        flying = [one for one in carriers(pos, cargo) if not fleet.grounded(pos.air.units[one])]
        if any(_bound(pos, one) != (mission, action.target) for one in flying):
            text = f"{pos.called(UnitId(cargo))} is on its way elsewhere with another transport."
            yield Objection(rule(pos, "joint carriage"), text)
    yield from _unwelcome(pos, action)
    if mission is Mission.AIR_DROP:
        for cargo in found.cargo:
            joint = carriers(pos, cargo)
            yield from drop_plans.unfit(pos, UnitId(cargo), action.target, joint)
        yield from drop_plans.too_far(pos, fleet.side_of(pos, unit), action.target)
    yield from _crowded(pos, action)


def _crowded(pos: Position, action: FlyMission) -> Iterator[Objection]:
    """Whether all that carry what is aboard have room for it, on the mission and at its range
    (BF-20E1.1, 20E2.4, 24B.2).
    """
    unit, mission, extended = action.air_unit, action.mission, action.manner.extended
    cargo = pos.air.units[unit].cargo
    if not cargo:
        return
    size, name = needed(pos, cargo), fleet.facts(pos, unit).name
    if size <= _joint(pos, unit, mission, extended=extended):
        return
    if extended and size <= _joint(pos, unit, mission, extended=False):
        text = f"{name} has no room at extended range for what is aboard."
        yield Objection(rule(pos, "extended load"), text)
        return
    topic = "air drop load" if mission is Mission.AIR_DROP else "airlift load"
    text = f"{name} has no room for what is aboard on this mission."
    yield Objection(rule(pos, topic), text)


def _unwelcome(pos: Position, action: FlyMission) -> Iterator[Objection]:
    """Whether the ground units aboard may be where they are flown: in an area of theirs, within the
    stacking limit with all that is flown there (BF-8B, 28A.1).
    """
    at, flights = action.target, pos.air.units
    cargo = flights[action.air_unit].cargo
    if not isinstance(at, Hex):
        if not cargo:
            text = f"Supplies lie in hexes: none are flown to {pos.label(at)}."
            yield Objection(rule(pos, "supplies in hexes"), text)
        return
    for unit in cargo:
        barred = pos.bars(UnitId(unit), at)
        if barred is not None:
            yield barred
    coming = {one for found in flights.values() if found.target == at for one in found.cargo}
    if cargo and not pos.fits(at, tuple(UnitId(unit) for unit in sorted(coming.union(cargo)))):
        text = f"{pos.label(at)} has no room for what is flown there."
        yield Objection(rule(pos, "stacking"), text)


def _bound(pos: Position, unit: str) -> tuple[str, Location | None]:
    found = pos.air.units[unit]
    return found.mission, found.target


def needed(pos: Position, cargo: tuple[str, ...]) -> int:
    """The half regimental equivalents of some ground units in transport (BF-3A2)."""
    return sum(pos.facts(UnitId(unit)).transport for unit in cargo)


def _joint(pos: Position, unit: str, mission: Mission, *, extended: bool) -> Fraction:
    """The room of the transports that carry what a transport carries, itself as it would fly."""
    loads = towing.lifts(pos, unit) - pos.air.units[unit].supplies
    whole = room(pos, mission, extended=extended) * loads
    for one in carriers(pos, pos.air.units[unit].cargo[0]):
        if one != unit:
            other = pos.air.units[one]
            flies = other.mission or mission
            far = other.extended or (extended and not other.mission)
            whole += room(pos, flies, extended=far) * towing.lifts(pos, one)
    return whole


def spots(pos: Position, side: str, mission: Mission) -> tuple[Location, ...]:
    """Where transports may fly: to airbases of the side, or to drop, where its units stand or are
    to be dropped now; see :func:`takes` for all others (BF-20E1.2, 20E1.3, 20E2.2).
    """
    if mission is Mission.AIR_DROP:
        terms = (pos.held[side], pos.air.plans, pos.state.joined, pos.state.turn)
        return pos.shared(("drops", side), terms, lambda: tuple(sorted(_drops(pos, side))))
    return fleet.bases_of(pos, side)


def _drops(pos: Position, side: str) -> Iterator[Hex]:
    wanted = pos.held[side] | {plan.target for plan in drop_plans.due(pos, side).values()}
    return (at for at in wanted if _welcoming(pos, side, at))


def _welcoming(pos: Position, side: str, at: Hex) -> bool:
    anywhere = fleet.charts_of(pos.context).airlift.anywhere and at in pos.context.land
    return (anywhere or drop_plans.droppable(pos, at)) and not drop_plans.abroad(pos, side, at)


def takes(pos: Position, unit: str, at: Location) -> bool:
    """Whether what a transport has aboard may be dropped into a place, as far as its ground goes
    (BF-20E2.2, FE-20E2.1, 20E2.3).
    """
    if drop_plans.droppable(pos, at):
        return True
    anywhere = fleet.charts_of(pos.context).airlift.anywhere and not pos.air.units[unit].cargo
    return anywhere and at in pos.context.land


def misplaced(pos: Position, mission: Mission, at: Location) -> Objection:
    """Why a place is no goal of a transport."""
    if mission is Mission.AIR_DROP:
        return drop_plans.misplaced(pos, at)
    return Objection(rule(pos, TOPICS[mission]), f"You own no airbase in {pos.label(at)}.")
