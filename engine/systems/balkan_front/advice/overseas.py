"""The automatic player's war across the sea: who waits where for ships and transports, what breaks
down to be flown, whom ships carry to an island on which one has a foothold.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.state import Location
from engine.systems.balkan_front.state.position import FrontPosition
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.air.carrying import drop_plans, loading
from engine.systems.europa.air.records import Mission
from engine.systems.europa.movement import breakdown
from engine.systems.europa.movement.move_actions import BreakDown, Into
from engine.systems.europa.sea import sailing, transport
from engine.systems.europa.sea.actions import Ship
from engine.systems.europa.sea.points import points_left
from maps.hexgrid import Hex, distance
from oob.model import UnitId

RISK = 0.25
"""The share of cargo that may at most be sunk on a way that units are sent on."""
EACH = 3
"""How many unsupported units make one headquarters worth its passage."""
WALK = 3
"""How far from a base of transports a division breaks down to be flown from there, in hexes."""
FAR = 6
"""From how far behind the front on units can be spared for an island, in hexes."""


def land_of(pos: FrontPosition, at: Location) -> int:
    """The land that a place belongs to, -1 for none."""
    return pos.context.masses.get(at, -1) if isinstance(at, Hex) else -1


def contested(look: Outlook) -> frozenset[int]:
    """The lands on which the enemy stands or has cities that one may enter."""
    known = look.context.masses
    cities = look.pos.owned(look.enemy) & look.enterable(look.side)
    goals = (at for at in look.context.cities if at in cities)
    return frozenset(known[at] for at in (*look.pos.held[look.enemy], *goals) if at in known)


def islands(look: Outlook) -> frozenset[int]:
    """The contested lands that one's own units stand on and no full source of theirs reaches."""
    known = look.context.masses
    mine = {known[at] for at in look.pos.held[look.side] if at in known} & contested(look)
    if not mine:
        return frozenset()
    bit, fed = look.context.supply_graph.bits.bit, 0
    for net in look.fed.values():
        fed |= net
    return frozenset(mine - {number for at, number in known.items() if bit[at] & fed})


def bases(look: Outlook) -> frozenset[Hex]:
    """The bases that one's own operative transports are on."""
    air = look.pos.air.units
    operative = loading.transports(look.pos, look.side)
    places = (air[unit].at for unit in operative if air[unit].operative)
    return frozenset(at for at in places if isinstance(at, Hex))


def spared(look: Outlook, pos: FrontPosition, at: Location, fought: frozenset[int]) -> bool:
    """True where units are of no use: on land without enemies, or far behind the front."""
    if not isinstance(at, Hex):
        return False
    return land_of(pos, at) not in fought or _behind(look, pos, at) >= FAR


def _behind(look: Outlook, pos: FrontPosition, at: Hex) -> int:
    """How far the nearest enemy on the same land is."""
    known, here = pos.context.masses, land_of(pos, at)
    near = (distance(at, enemy) for enemy in pos.held[look.enemy] if known.get(enemy) == here)
    return min(near, default=99)


def staff(look: Outlook, unit: UnitId) -> bool:
    """True for a unit that is there for the support of others alone."""
    return not look.pos.facts(unit).attack and look.gives_support(unit)


def backing(look: Outlook, unit: UnitId, at: Hex) -> float:
    """What the support of a headquarters is worth in a hex, in combat factors: half the strength of
    those whom nobody else supports there.
    """
    if not staff(look, unit):
        return 0.0
    mates = [mate for mate in look.pos.friends(at, look.side) if mate != unit]
    if any(map(look.gives_support, mates)):
        return 0.0
    weak = (mate for mate in mates if not look.pos.facts(mate).supported)
    return 0.5 * sum(look.strength(mate, attacking=True) for mate in weak)


def waits(look: Outlook, pos: FrontPosition, unit: UnitId) -> bool:
    """True for a heavy unit on land without enemies that is where ships or transports can fetch it:
    in a port that takes it, or near a base.
    """
    at, facts = pos.piece(unit).at, pos.facts(unit)
    if not isinstance(at, Hex) or not facts.heavy or land_of(pos, at) in contested(look):
        return False
    if any(distance(at, home) <= WALK for home in bases(look)):
        return True
    return transport.takes(pos, at, facts.transport)


def breakdowns(look: Outlook, pos: FrontPosition, heads: frozenset[Hex]) -> Iterator[BreakDown]:
    """Divisions that break down so that their regiments go to an island: no more than transports
    take at once where these have a base there, else than ships take that land on beaches.
    """
    fought, over, homes = contested(look), islands(look), bases(look)
    if not over:
        return
    side, room = look.side, 0
    if heads:
        air = (pos.air.units[unit] for unit in loading.transports(pos, side))
        room = sum(found.operative for found in air) * int(loading.room(pos, Mission.SHUTTLE))
    elif risk(pos) <= RISK and any(land_of(pos, at) in over for at in _sands(pos, side)):
        room = max((points_left(pos, side, zone) for zone in _zones(pos, side, over)), default=0)
    waiting = sum(
        pos.facts(unit).transport
        for at in (*homes, *(at for at in pos.harbours if isinstance(at, Hex)))
        for unit in pos.friends(at, side)
        if _flies(pos, unit) and spared(look, pos, at, fought)
    )
    for unit in breakdown.candidates(pos):
        at = pos.piece(unit).at
        if not isinstance(at, Hex) or pos.side(unit) != side or not pos.facts(unit).heavy:
            continue
        near = any(distance(at, home) <= WALK for home in homes) if heads else at in pos.harbours
        parts = breakdown.free_set(pos, unit, Into.APART) if near else ()
        light = [part for part in parts if not pos.context.facts(part, 1).heavy]
        size = sum(pos.context.facts(part, 1).transport for part in light)
        if light and waiting + size <= room and spared(look, pos, at, fought):
            yield BreakDown(unit, Into.APART)


def _sands(pos: FrontPosition, side: str) -> frozenset[Hex]:
    """The beaches that a side owns."""
    return frozenset(pos.context.beaches) & pos.owned(side)


def _zones(pos: FrontPosition, side: str, over: frozenset[int]) -> frozenset[str]:
    """The sea zones of a side's beaches on some lands."""
    sands = (at for at in _sands(pos, side) if land_of(pos, at) in over)
    return frozenset(pos.context.beaches[at] for at in sands)


def _flies(pos: FrontPosition, unit: UnitId) -> bool:
    facts = pos.facts(unit)
    return not facts.heavy and facts.attack > 0 and not drop_plans.airborne(pos, unit)


def risk(pos: FrontPosition) -> float:
    """The share of one's own cargo that the zone of interdiction sinks."""
    chart = pos.context.charts.interdiction
    row = chart.row(pos.sea.zone) if pos.sea.zone else None
    if row is None:
        return 0.0
    sunk = sum(chart.result(id_).fate == sailing.SUNK for id_ in row.faces)
    return sunk / len(row.faces)


def crossings(look: Outlook, pos: FrontPosition, heads: frozenset[Hex]) -> Iterator[Ship]:
    """Voyages to an island: first who supports those that fight there, then the strongest; light
    units wait for transports where there are any.
    """
    over = islands(look)
    if not over or not pos.context.at_sea or risk(pos) > RISK:
        return
    fought, homes = contested(look), bases(look)
    for unit in sorted(transport.aboard(pos, look.side), key=lambda u: _rank(look, u)):
        at, facts = pos.piece(unit).at, pos.facts(unit)
        useful = facts.attack > 0 or look.gives_support(unit)
        kept = look.duty(unit) and not waits(look, pos, unit)
        if not useful or kept or not spared(look, pos, at, fought):
            continue
        if heads and at in homes and not facts.heavy:
            continue
        if staff(look, unit) and _staffed(look, pos, over):
            continue
        goals = [
            to
            for to in transport.landfalls(pos, look.side, unit)
            if isinstance(to, Hex) and land_of(pos, to) in over
        ]
        for to in sorted(goals, key=lambda to: (-len(pos.friends(to, look.side)), to)):
            yield Ship(unit, to)


def _staffed(look: Outlook, pos: FrontPosition, over: frozenset[int]) -> bool:
    """Whether there are headquarters enough on some lands for those who need their support."""
    there = [
        unit
        for at, units in pos.standing.sides[look.side].items()
        if land_of(pos, at) in over
        for unit in units
    ]
    weak = sum(not pos.facts(unit).supported for unit in there)
    return sum(staff(look, unit) for unit in there) >= max(1, weak // EACH)


def _rank(look: Outlook, unit: UnitId) -> tuple[bool, float, UnitId]:
    return not look.gives_support(unit), -look.strength(unit, attacking=True), unit
