"""What Soviet ships carry: units and resource points from port to port, units over beaches
(FE-28C).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from engine.core.actions import Objection
from engine.core.handler import Answer, Handler
from engine.core.legal import Family, by_unit
from engine.core.state import Frame
from engine.core.wording import counted
from engine.systems.europa.board import bases
from engine.systems.europa.movement.gate import leave, shut
from engine.systems.europa.movement.reach import toll_of
from engine.systems.europa.state.common import eliminate, spend, use
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF, LANDED, Going
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.resources import stock
from engine.systems.fire_in_the_east.sea.actions import Disembark, Embark, LoadPoints
from engine.systems.fire_in_the_east.sea.records import Arrival, Fleet, Task
from engine.systems.fire_in_the_east.state.craft.afloat import current
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from engine.systems.fire_in_the_east.state.supplies import stocks
from maps.hexgrid import Hex
from oob.model import UnitId


def port_key(pos: EastPosition, at: Hex) -> str:
    """The name under which the use of a port in a player turn is counted."""
    return f"port {pos.context.number(at)}"


def port_left(pos: EastPosition, at: Hex) -> int:
    """Half REs that a port can still handle in this player turn (FE-28C1.1)."""
    room = bases.port_capacity(pos, at) or 0
    return max(0, room * HALF - pos.state.used.get(port_key(pos, at), 0))


def fare(pos: EastPosition, unit: UnitId) -> int:
    """Half movement points that going aboard takes, with what leaving an enemy zone of control or
    a harassed hex does (FE-28C2.1, 6A.1, 20F2e.2).
    """
    at, tolls = pos.piece(unit).at, toll_of(pos, unit)
    cost: int = pos.context.charts.carriage.fare * HALF
    if isinstance(at, Hex):
        cost += tolls.harassed.get(at, 0)
    return cost + tolls.leave if at in tolls.zone else cost


# Who is aboard


def aboard(pos: EastPosition) -> dict[UnitId, tuple[str, ...]]:
    """The units that are to sail, with their ships: those still with them and with points left."""
    fleet = pos.fleet
    return {
        unit: ships
        for unit, ships in fleet.aboard.items()
        if pos.left(unit) >= fare(pos, unit)
        and all(fleet.vessels[ship].at == pos.piece(unit).at for ship in ships)
    }


def convoy(pos: EastPosition, ship: str) -> tuple[tuple[str, ...], tuple[UnitId, ...]]:
    """The ships that move together with one, for a division on two of them, and who is aboard
    (FE-28C2.2).
    """
    booked, together = aboard(pos), {ship}
    while True:
        more = {one for ships in booked.values() if together & set(ships) for one in ships}
        if more <= together:
            break
        together |= more
    units = tuple(unit for unit, ships in booked.items() if together & set(ships))
    return tuple(one for one in pos.fleet.vessels if one in together), units


def room(pos: EastPosition, ships: Iterable[str]) -> int:
    """Half REs that some ships can still take aboard, with those that move together with them."""
    fleet, together = pos.fleet, {one for ship in ships for one in convoy(pos, ship)[0]}
    at = next(iter(fleet.vessels[ship].at for ship in together))
    units = (u for u, on in aboard(pos).items() if together & set(on))
    taken = sum(size(pos, unit, at) for unit in units)
    taken += sum(fleet.points.get(ship, 0) * HALF for ship in together)
    return len(together) * pos.context.charts.carriage.load * HALF - taken


def size(pos: EastPosition, unit: UnitId, at: object) -> int:
    """The half REs that a unit takes in ships: twice its size from a coast without a port
    (FE-28C3.1).
    """
    chart = pos.context.charts.carriage
    whole = pos.facts(unit).transport
    return whole if at in pos.context.seas.ports else whole * chart.landing_size


# Going aboard


def pools(pos: EastPosition, unit: UnitId) -> Sequence[tuple[str, str]]:
    """The ships in a unit's hex with room for it, or pairs of them for what one cannot take."""
    at, need = pos.piece(unit).at, size(pos, unit, pos.piece(unit).at)
    here = [
        ship
        for ship, found, where in pos.afloat
        if where == at and pos.stays(ship, found, where) is None
    ]
    alone = [(ship, "") for ship in here if room(pos, (ship,)) >= need]
    if alone or need <= pos.context.charts.carriage.load * HALF:
        return alone
    return [pair for pair in combinations(here, 2) if room(pos, pair) >= need]


def families(pos: EastPosition, frame: Frame) -> tuple[Family, ...]:
    """Put units and resource points aboard ships, and take them off again."""
    if not isinstance(frame, Moving) or frame.exploiting or frame.side != ALLIED:
        return ()
    hexes = {at for ship, found, at in pos.afloat if pos.stays(ship, found, at) is None}
    units = tuple(
        unit
        for at in sorted(hexes & pos.held[ALLIED])
        for unit in pos.friends(at, ALLIED)
        if unit not in pos.fleet.aboard
    )
    found = []
    if units:
        make = Embark
        found.append(
            by_unit(
                "embark",
                "Put aboard ships",
                lambda: units,
                lambda unit: pools(pos, unit),
                lambda unit, ships: make(unit, *ships),
                weight=2,
                quiet=True,
            )
        )
    booked = tuple(pos.fleet.aboard)
    if booked:
        found.append(
            Family(
                "disembark",
                "Take off the ships",
                lambda: map(Disembark, booked),
                weight=1,
                quiet=True,
            )
        )
    loading = tuple(
        LoadPoints(ship, amount)
        for ship, _, at in pos.afloat
        if at in hexes and (free := stock.portable(pos, at, ALLIED)) > 0
        for amount in range(min(free, pos.context.charts.carriage.load) + 1)
    )
    if loading:
        found.append(
            Family("load points", "Load resource points", lambda: loading, weight=1, quiet=True)
        )
    return tuple(found)


def objections(pos: EastPosition, frame: Moving, action: Embark) -> Iterator[Objection]:
    """What keeps a unit from going aboard (FE-28C1.1, 28C2.1, 28C2.2, 28C3.1)."""
    unit, ships = action.unit, tuple(filter(None, (action.ship, action.second)))
    unknown = next(filter(None, (pos.no_ship(frame.side, ship) for ship in ships)), None)
    if unknown is not None:
        yield unknown
        return
    if frame.exploiting:
        yield Objection("FE-28C2.1", "Units move by sea in the movement phase alone.")
        return
    barred = shut(pos, unit, frame.side, Going.SEA)
    if barred is not None:
        yield barred
        return
    at, name = pos.piece(unit).at, pos.called(unit)
    for ship in ships:
        found = pos.fleet.vessels[ship]
        if found.hex != at or len(set(ships)) < len(ships):
            yield Objection("FE-28C2.3", f"{pos.ship(ship).name} is not in the hex of {name}.")
            return
        kept = pos.stays(ship, found, found.hex)
        if kept is not None:
            yield kept
            return
    assert isinstance(at, Hex), "ships are in hexes"
    if unit in pos.fleet.aboard:
        yield Objection("FE-28C2.2", f"{name} is aboard already.")
    yield from berth(pos, at, (unit,), landing=False)
    if pos.left(unit) < fare(pos, unit):
        need = fare(pos, unit) // HALF
        yield Objection(
            "FE-28C2.1", f"{name} needs {counted(need, 'movement point')} to go aboard."
        )
    if room(pos, ships) < size(pos, unit, at):
        yield Objection("FE-28C2.2", f"There is no room for {name} aboard.")


def berth(
    pos: EastPosition, at: Hex, units: Sequence[UnitId], *, landing: bool, points: int = 0
) -> Iterator[Objection]:
    """What forbids units and resource points to use a port or a coast (FE-28C1.1, 28C3.1,
    28C3.6).
    """
    context, label = pos.context, pos.label(at)
    if at in context.seas.ports:
        closed = pos.quay(ALLIED, at)
        if closed is not None:
            yield closed
        elif units or points:
            need = sum(pos.facts(unit).transport for unit in units) + points * HALF
            if port_left(pos, at) < need:
                yield Objection("FE-28C1.1", f"{label} can handle no more in this player turn.")
        return
    if at not in context.land or at not in context.seas.lanes:
        yield Objection("FE-28C2.3", f"{label} is no coast: cargo must be landed.")
        return
    if points:
        yield Objection("FE-28C3.1", f"{label} has no port to land resource points in.")
    for unit in units:
        if pos.facts(unit).mobile:
            text = f"{pos.called(unit)} is motorized and uses ports alone."
            yield Objection("FE-28C3.1", text)
    if landing and pos.country_of(at) != context.charts.fleet.land:
        yield Objection("FE-28C3.6", f"Soviet units do not land at {label}, outside the USSR.")


def embark(pos: EastPosition, _frame: Moving, action: Embark, transition: Work) -> None:
    """The unit sails with its ships when they do."""
    ships = tuple(filter(None, (action.ship, action.second)))
    booked = {**pos.fleet.aboard, action.unit: ships}
    transition.set(fleet=replace(pos.fleet, aboard=booked))
    transition.tell("embarked", "FE-28C2.1", unit=action.unit, ships=ships)


def off_objections(pos: EastPosition, _frame: Moving, action: Disembark) -> Iterator[Objection]:
    """It must be aboard."""
    if action.unit not in pos.fleet.aboard:
        yield Objection("FE-28C2.1", f"{pos.called(action.unit)} is not aboard a ship.")


def disembark(pos: EastPosition, _frame: Moving, action: Disembark, transition: Work) -> None:
    """It does not sail."""
    booked = {unit: on for unit, on in pos.fleet.aboard.items() if unit != action.unit}
    transition.set(fleet=replace(pos.fleet, aboard=booked))
    transition.tell("not embarked", "FE-28C2.1", unit=action.unit)


def load_objections(pos: EastPosition, frame: Moving, action: LoadPoints) -> Iterator[Objection]:
    """What keeps resource points off a ship (FE-28C2.1, 28C2.2)."""
    unknown = pos.no_ship(frame.side, action.ship)
    if unknown is not None:
        yield unknown
        return
    found = pos.fleet.vessels[action.ship]
    at = found.hex
    assert at is not None, "a ship in play"
    had = pos.fleet.points.get(action.ship, 0)
    kept = pos.stays(action.ship, found, at)
    others = sum(
        amount
        for ship, amount in pos.fleet.points.items()
        if ship != action.ship and pos.fleet.vessels[ship].at == at
    )
    if kept is not None:
        yield kept
    elif frame.exploiting:
        yield Objection("FE-28C2.1", "Ships carry in the movement phase alone.")
    elif action.amount == had:
        yield Objection(
            "FE-28C2.2", f"{pos.ship(action.ship).name} has {counted(had, 'point')} aboard."
        )
    elif action.amount and not 0 < action.amount <= stock.portable(pos, at, ALLIED) - others:
        yield Objection("FE-28C2.1", f"{pos.label(at)} has no so many free resource points.")
    elif (action.amount - had) * HALF > room(pos, (action.ship,)):
        name = pos.ship(action.ship).name
        yield Objection("FE-28C2.2", f"There is no room for them aboard {name}.")
    elif action.amount:
        yield from berth(pos, at, (), landing=False, points=action.amount)


def load(pos: EastPosition, _frame: Moving, action: LoadPoints, transition: Work) -> None:
    """They sail with the ship."""
    points = {ship: n for ship, n in pos.fleet.points.items() if ship != action.ship}
    if action.amount:
        points[action.ship] = action.amount
    transition.set(fleet=replace(pos.fleet, points=points))
    transition.tell("points loaded", "FE-28C2.1", ship=action.ship, amount=action.amount)


# Sailing and landing


def carried(pos: EastPosition, ships: Sequence[str]) -> int:
    """The resource points aboard some ships that are still where they were loaded."""
    fleet, found = pos.fleet, 0
    for ship in ships:
        at, amount = fleet.vessels[ship].hex, fleet.points.get(ship, 0)
        if at is not None and amount <= stock.free(pos, at, ALLIED):
            found += amount
    return found


def landing_objections(
    pos: EastPosition, ships: Sequence[str], units: Sequence[UnitId], to: Hex
) -> Iterator[Objection]:
    """What forbids the cargo of some ships to be landed in a hex (FE-28C2.3, 28C3)."""
    points = carried(pos, ships)
    if not units and not points:
        return
    found = tuple(berth(pos, to, units, landing=True, points=points))
    yield from found
    if found:
        return
    at = pos.fleet.vessels[ships[0]].at
    for unit in units:
        barred = pos.bars(unit, to)
        if barred is not None:
            yield barred
    if to not in pos.context.seas.ports:
        chart = pos.context.charts.carriage
        need = sum(pos.facts(unit).transport * chart.landing_size for unit in units)
        if need > len(ships) * chart.load * HALF:
            text = f"Over the beach of {pos.label(to)} they count twice: there is no room aboard."
            yield Objection("FE-28C3.1", text)
    if not pos.enemies(to, ALLIED) and units and not pos.fits(to, units):
        yield Objection("FE-8B.1", f"{pos.label(to)} would hold too many units.")
    if isinstance(at, Hex):
        need = sum(pos.facts(unit).transport for unit in units) + points * HALF
        if at in pos.context.seas.ports and port_left(pos, at) < need:
            yield Objection("FE-28C1.1", f"{pos.label(at)} can handle no more in this player turn.")


def depart(
    pos: EastPosition, ships: Sequence[str], units: Sequence[UnitId], to: Hex, transition: Work
) -> Arrival:
    """Use the port of embarkation; what sails, to land once the ships have come through."""
    at = pos.fleet.vessels[ships[0]].hex
    assert at is not None, "a ship in play"
    points = carried(pos, ships)
    if at in pos.context.seas.ports:
        need = sum(pos.facts(unit).transport for unit in units) + points * HALF
        use(transition, port_key(pos, at), need)
    for unit in units:
        spend(transition, unit, fare(pos, unit))
    loads = tuple((ship, pos.fleet.points[ship]) for ship in ships if ship in pos.fleet.points)
    if points:
        stocks.take(transition, at, points)
    booked = pos.fleet.aboard
    cargo = tuple((unit, booked[unit]) for unit in units)
    fleet = current(transition)
    left = {u: on for u, on in fleet.aboard.items() if not set(on) & set(ships)}
    rest = {ship: n for ship, n in fleet.points.items() if ship not in ships}
    transition.set(fleet=replace(fleet, aboard=left, points=rest))
    return Arrival(ALLIED, at, to, cargo, loads if points else ())


def arrive(pos: EastPosition, frame: Arrival, transition: Work) -> None:
    """What the sea has not taken comes on land; the ships stay (FE-28C2.3, 28C2.4, 28C3)."""
    transition.state = transition.state.popped()
    fleet, to = pos.fleet, frame.target
    port = to in pos.context.seas.ports
    for unit, ships in frame.cargo:
        if any(fleet.vessels[ship].at != to for ship in ships):
            eliminate(pos.context, transition, unit, cadre=False, cited="FE-28C2.4")
            continue
        _land(pos, frame, unit, transition, port=port)
    for ship, amount in frame.points:
        if fleet.vessels[ship].at != to:
            transition.tell("points lost at sea", "FE-28C2.4", amount=amount, ship=ship)
            continue
        stocks.add(transition, to, ALLIED, amount)
        use(transition, port_key(pos, to), amount * HALF)
        transition.tell("points landed", "FE-28C2.1", amount=amount, at=to, ship=ship)
    carriers = {ship for _, ships in frame.cargo for ship in ships} | {s for s, _ in frame.points}
    after: Fleet = current(transition)
    for ship in carriers:
        found = after.vessels[ship]
        if found.at == to:
            after = after.having(ship, replace(found, task=Task.LANDED))
    transition.set(fleet=after)


def _land(pos: EastPosition, frame: Arrival, unit: UnitId, transition: Work, *, port: bool) -> None:
    at, to = frame.origin, frame.target
    over_beach = not (port and at in pos.context.seas.ports)
    marks = () if port else (LANDED,)
    leave(pos, transition, unit, Going.SEA, (at, to), *marks)
    if over_beach:
        spend(transition, unit, pos.left(unit))
    if port:
        use(transition, port_key(pos, to), pos.facts(unit).transport)
        transition.tell("shipped", "FE-28C2.1", unit=unit, at=at, to=to, side=ALLIED)
        return
    if at in pos.context.seas.ports:
        pos.set_out(unit, at, transition)
    transition.tell("landed", "FE-28C3.1", unit=unit, at=at, to=to, side=ALLIED)
    if not pos.out(unit):
        fleet = current(transition)
        transition.set(fleet=replace(fleet, fed=fleet.fed | {unit}))


def close_movement(transition: Work) -> None:
    """As the movement phase ends, who is still aboard has not sailed (FE-28C2.3)."""
    fleet = current(transition)
    if fleet.aboard or fleet.points:
        transition.set(fleet=replace(fleet, aboard={}, points={}))


def open_turn(transition: Work, side: str) -> None:
    """Who landed in supply stays so through the enemy player turn that follows (FE-28C3.3)."""
    fleet = current(transition)
    if side != AXIS and fleet.fed:
        transition.set(fleet=replace(fleet, fed=frozenset()))


ANSWERS = (
    Answer(Embark, objections, embark),
    Answer(Disembark, off_objections, disembark),
    Answer(LoadPoints, load_objections, load),
)
"""What movement phases take besides."""
HANDLERS = (Handler(Arrival, auto=arrive),)
"""The landing."""
