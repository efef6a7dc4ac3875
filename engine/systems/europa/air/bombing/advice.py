"""The automatic player bombs places: aircraft on the ground, capitals, ports."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.core.rules_base import Adviser
from engine.core.state import Frame
from engine.core.system import Advice
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.air import fleet
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.bombing import attacks, strengths, targets
from engine.systems.europa.air.bombing.actions import AimAt, DropBombs, JoinBombing, StrikeOnGround
from engine.systems.europa.air.bombing.records import AimingBombs, ChoosingVictim, Grouping
from engine.systems.europa.air.combat import antiaircraft, interception
from engine.systems.europa.air.records import Manner, Mission
from engine.systems.europa.board import bases
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex, distance

WORTH: Mapping[Mission, float] = {
    Mission.AIR_UNIT_BOMBING: 2.0,
    Mission.AIRBASE_BOMBING: 2.0,
    Mission.TERROR_BOMBING: 1.0,
    Mission.PORT_BOMBING: 0.5,
    Mission.INTERDICTION_BOMBING: 2.0,
    Mission.FACTORY_BOMBING: 0.6,
    Mission.SHIP_BOMBING: 0.6,
}
"""What a hit is worth, in victory points."""
GUN = 0.05
"""What a point of antiaircraft fire costs on average."""
FIGHTER = 0.35
"""What an enemy fighter that reaches the target costs on average."""
LEAST = 0.1
"""What a flight must be worth."""
LARGE = 12
"""Ports of more regimental equivalents are not worth bombs: they have enough."""


def flights(look: Outlook, units: Iterable[str]) -> list[FlyMission]:
    """Flights against places that are worth their risk, the best first."""
    pos, side = look.pos, look.side
    threats = interception.available(pos, look.enemy)
    found = []
    for mission in fleet.flown(pos, WORTH):
        for at in _places(pos, side, mission, units):
            value = WORTH[mission] * _stake(pos, look.enemy, mission, at)
            if not value:
                continue
            guns = GUN * _guns(pos, at, look.enemy, mission)
            risen = FIGHTER * sum(_reaches(pos, enemy, at) for enemy in threats)
            for action in _ways(pos, units, mission, at):
                risk = guns + (0.0 if action.manner.night else risen)
                worth = value * strengths.chance_of(pos, action) - risk
                if worth >= LEAST:
                    found.append((-worth, action.air_unit, at, action))
    return [action for *_, action in sorted(found, key=lambda entry: entry[:3])]


def naval_patrols(look: Outlook, units: Iterable[str]) -> Iterator[FlyMission]:
    """Patrols off the nearest enemy port that nobody watches."""
    pos, watched = look.pos, {found.target for found in look.pos.air.units.values()}
    spots = targets.spots(pos, look.side, Mission.NAVAL_PATROL) if pos.seas else ()
    ports = [at for at in spots if isinstance(at, Hex) and at not in watched]
    for unit in units:
        at = pos.air.units[unit].at
        if ports and isinstance(at, Hex):
            yield FlyMission(unit, Mission.NAVAL_PATROL, _nearest(ports, at))


def _places(pos: Position, side: str, mission: Mission, units: Iterable[str]) -> list[Hex]:
    """The targets of a mission; at sea, where all are alike, the nearest to each air unit."""
    spots = targets.spots(pos, side, mission)
    places = [at for at in spots if isinstance(at, Hex)]
    if mission is not Mission.INTERDICTION_BOMBING or not places:
        return places
    bases = {pos.air.units[unit].at for unit in units}
    return sorted({_nearest(places, at) for at in bases if isinstance(at, Hex)})


def _nearest(places: list[Hex], at: Hex) -> Hex:
    return min(places, key=lambda to: (distance(at, to), to))


def _guns(pos: Position, at: Hex, enemy: str, mission: Mission) -> int:
    """The antiaircraft fire that awaits a mission."""
    if mission is Mission.INTERDICTION_BOMBING:
        return fleet.charts_of(pos.context).flak.warships
    if mission is Mission.SHIP_BOMBING:
        return min((pos.quarry_flak(ship) for ship in pos.quarry(enemy).get(at, ())), default=0)
    return antiaircraft.strength(pos, at, enemy)


def _ways(pos: Position, units: Iterable[str], mission: Mission, at: Hex) -> Iterator[FlyMission]:
    """By day, or by night for those at home in it."""
    for unit in units:
        far = fleet.distance(pos, unit, pos.air.units[unit].at, at)
        if far is None or far > fleet.reach(pos, unit, mission):
            continue
        night = fleet.facts(pos, unit).night and mission in strengths.STRATEGIC
        yield FlyMission(unit, mission, at, Manner.NIGHT if night else Manner.PLAIN)


def _stake(pos: Position, enemy: str, mission: Mission, at: Hex) -> float:
    """The part of a hit's worth that is to be had in a place now."""
    if mission in (Mission.AIR_UNIT_BOMBING, Mission.AIRBASE_BOMBING):
        raided = mission is Mission.AIR_UNIT_BOMBING or fleet.charts_of(pos.context).bombing.strikes
        return 1.0 if raided and fleet.parked(pos, at, enemy) else 0.0
    if mission is Mission.PORT_BOMBING:
        whole = bases.port_capacity(pos, at)
        return 1.0 if whole and 1 < whole <= LARGE else 0.0
    return 1.0


def _reaches(pos: Position, unit: str, at: Hex) -> bool:
    far = fleet.distance(pos, unit, pos.air.units[unit].at, at)
    return far is not None and far <= fleet.reach(pos, unit, Mission.INTERCEPTION)


def harassment(look: Outlook, units: Iterable[str]) -> Iterator[FlyMission]:
    """Harassment of the enemies nearest to what one's side wants to keep."""
    pos = look.pos
    held = sorted(pos.held[look.enemy], key=lambda at: (look.behind.get(at, 99.0), at))
    for unit in units:
        if fleet.facts(pos, unit).bombing >= fleet.charts_of(pos.context).bombing.harassment:
            yield from (FlyMission(unit, Mission.HARASSMENT, at) for at in held[:3])


def grouping(look: Outlook, frame: Grouping) -> Advice:
    """One by one where that hits more often, else all together."""
    pos, at = look.pos, frame.at
    if frame.group:
        return Advice(DropBombs(), "That attack is formed.")
    singly = sum(strengths.chance(pos, (unit,), at) for unit in frame.left)
    if singly >= strengths.chance(pos, frame.left, at):
        return Advice(JoinBombing(frame.left[0]), "Each hits by itself.")
    return Advice(DropBombs(), "Together they hit more surely.")


def victim(look: Outlook, frame: ChoosingVictim) -> Advice:
    """One that is inoperative, for it is lost; else the strongest."""

    def order(unit: str) -> tuple[bool, int, str]:
        model = fleet.facts(look.pos, unit).model
        return look.pos.air.units[unit].operative, -max(model.attack, model.bombing), unit

    return Advice(StrikeOnGround(min(frame.units, key=order)), "That hurts most.")


def aiming(look: Outlook, frame: AimingBombs) -> Advice:
    """Each at another one, the strongest on the ground first; all at the ship with the fewest
    guns around it.
    """
    there = attacks.aims(look.pos, frame)
    if frame.mission is Mission.SHIP_BOMBING:
        weakest = min(there, key=lambda ship: (look.pos.quarry_flak(ship), ship))
        return Advice(AimAt(frame.units[0], weakest), "It is the easiest to come at.")
    taken = [against for _, against in frame.aimed]

    def order(unit: str) -> tuple[int, int, str]:
        model = fleet.facts(look.pos, unit).model
        return taken.count(unit), -max(model.attack, model.bombing), unit

    return Advice(AimAt(frame.units[0], min(there, key=order)), "That hurts most.")


ADVISERS: Mapping[type[Frame], Adviser] = {
    Grouping: grouping,
    ChoosingVictim: victim,
    AimingBombs: aiming,
}
"""Who knows about these decisions."""
