"""The automatic player in the air: bombers over the attacks that gain most, over the defenders
most in danger and over places, and bases nearer to the front.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.rules_base import Adviser
from engine.core.state import Frame, Location
from engine.core.system import Advice
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.advice import fighting
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.air import fleet, launching, readiness
from engine.systems.europa.air.actions import FlyMission, LandAll, ReplaceAirUnit, WithdrawAirUnit
from engine.systems.europa.air.bombing import advice as bombing_advice
from engine.systems.europa.air.bombing import support
from engine.systems.europa.air.carrying import advice as carrying_advice
from engine.systems.europa.air.combat import advice as combat_advice
from engine.systems.europa.air.records import AirMoving, Mission, ToLand, WithdrawingAir
from engine.systems.europa.combat import combat_phase
from maps.hexgrid import Hex, distance

EQUAL = 0.75
"""The share of the defenders' strength from which on an attack may become worth making."""
SURE = 9.0
"""The odds beyond which bombs add nothing to an attack."""
DOUBTFUL = 1.5
"""Up to how many times their strength defenders are in danger."""
MOST = 2
"""Air units that one battle gets, or more where there are few battles."""
SHARE = 3
"""One of how many bombers a kind of support may get."""
NEARER = 4
"""How many hexes nearer to the front a base must lie to be worth a transfer."""


def flying(look: Outlook, frame: AirMoving) -> Advice:
    """Drops, with all the support that counts for them; support for attacks, then for the defence,
    bombs on places and harassment by those left over, escorts for all, then transfers of what is
    out of range.
    """
    units = launching.available(look.pos, frame.side)
    bombers = [unit for unit in units if fleet.facts(look.pos, unit).bombing]
    bombers.sort(key=lambda unit: (-fleet.facts(look.pos, unit).bombing, unit))
    for jump in carrying_advice.jumps(look, units):
        if look.allowed(jump):
            return Advice(jump, "The drop was planned for now.")
    for action in over_drops(look, bombers):
        if look.allowed(action):
            return Advice(action, f"Units drop on {look.pos.label(action.target)}.")
    for mission, targets in (
        (Mission.GROUND_SUPPORT, attacks(look, max(3, len(bombers) // 6))),
        (Mission.DEFENSIVE_SUPPORT, dangers(look, max(2, len(bombers) // 12))),
    ):
        most = max(MOST, len(bombers) // (SHARE * max(1, len(targets))))
        for unit in bombers:
            for at in targets:
                action = FlyMission(unit, mission, at)
                if sent(look, mission, at) < most and look.allowed(action):
                    return Advice(action, f"{look.pos.label(at)} matters most.")
    for action in bombing_advice.flights(look, bombers):
        if look.allowed(action):
            return Advice(action, "Bombs there pay most.")
    for action in bombing_advice.harassment(look, bombers):
        if sent(look, Mission.HARASSMENT, action.target) < 1 and look.allowed(action):
            return Advice(action, "It slows them.")
    for action in bombing_advice.naval_patrols(look, bombers):
        if look.allowed(action):
            return Advice(action, "Enemy ships sail there.")
    for transfer in carrying_advice.gathering(look, units):
        if look.allowed(transfer):
            return Advice(transfer, "Airborne units wait there.")
    for carrying in carrying_advice.actions(look, units):
        if look.allowed(carrying):
            return Advice(carrying, "Transports are there to be used.")
    for action in combat_advice.escorts(look, units):
        if look.allowed(action):
            return Advice(action, "Enemy fighters reach that hex.")
    for action in transfers(look, units):
        if look.allowed(action):
            return Advice(action, "From there it reaches the front.")
    return Advice(EndPhase(), "The others stay on the ground.")


def sent(look: Outlook, mission: Mission, at: Location) -> int:
    """Air units of one's own on a mission over a hex."""
    units = look.pos.air.units
    return sum(
        units[unit].target == at and units[unit].mission == mission
        for unit in fleet.of_side(look.pos, look.side)
    )


def over_drops(look: Outlook, bombers: list[str]) -> Iterator[FlyMission]:
    """Ground support over the defended places that units drop on or beside in this phase, up to
    their own printed strength, beyond which no bombing counts (BF-20F2b.4).
    """
    pos = look.pos
    for spot, units in carrying_advice.dropping_on(pos, look.side).items():
        at = carrying_advice.assaulted(look, spot, units)
        if at is None:
            continue
        printed = sum(pos.facts(unit).attack for unit in units)
        for unit in bombers if support.points(pos, at, look.side) < printed else ():
            yield FlyMission(unit, Mission.GROUND_SUPPORT, at)


def attacks(look: Outlook, most: int) -> list[Hex]:
    """Some enemy hexes that one may well attack, the best first."""
    found = []
    for at in combat_phase.targets(look.pos, look.side):
        units = fighting.force(look, at)
        power = sum(look.strength(unit, attacking=True) for unit in units)
        against = max(0.5, look.defence[look.enemy].get(at, 0.5))
        if units and EQUAL * against <= power < SURE * against:
            found.append((-(look.prize(at) + look.pull(at) + min(power / against, 4.0)), at))
    return [at for _, at in sorted(found)][:most]


def dangers(look: Outlook, most: int) -> list[Hex]:
    """Some of one's own hexes whose defenders the enemy may well attack, the worst off first."""
    found = []
    for at, units in look.pos.standing.sides[look.side].items():
        mine, theirs = look.defence[look.side].get(at, 0.0), look.threat.get(at, 0.0)
        if units and 0 < mine < DOUBTFUL * theirs:
            found.append((-(theirs * (0.3 + look.peril(at)) + look.prize(at)), at))
    return [at for _, at in sorted(found)][:most]


def transfers(look: Outlook, units: tuple[str, ...]) -> Iterator[FlyMission]:
    """Flights of air units that are far from the enemy to the base that is nearest to him."""
    pos = look.pos
    front = sorted(pos.held[look.enemy])
    if not front:
        return
    bases = [at for at in fleet.bases_of(pos, look.side) if isinstance(at, Hex)]
    safe = [at for at in bases if look.threat.get(at, 0.0) < 1.0 and fleet.left(pos, at) != 0]
    for unit in units:
        found = pos.air.units[unit]
        if found.flown:
            continue
        here = _far(pos.air.units[unit].at, front)
        reach = fleet.facts(pos, unit).move // 2
        best = min(safe, key=lambda at: (_far(at, front), at), default=None)
        if best is not None and here > reach and _far(best, front) + NEARER <= here:
            yield FlyMission(unit, Mission.TRANSFER, best)


def _far(at: Location, front: list[Hex]) -> int:
    """How far the nearest enemy is; off the map, far."""
    return min(distance(at, enemy) for enemy in front) if isinstance(at, Hex) else 99


def landing(_look: Outlook, _frame: ToLand) -> Advice:
    """Home, or to the nearest base."""
    return Advice(LandAll(), "They come home.")


def replacement(look: Outlook) -> Advice | None:
    """An eliminated air unit that a point brings back, the strongest first."""
    pos = look.pos
    if not any(pos.air.points.values()):
        return None
    lost = [unit for unit in pos.air.units if fleet.out_of_play(pos, unit)]
    for unit in sorted(lost, key=lambda u: (-fleet.facts(pos, u).bombing, u)):
        for at in readiness.homes(pos, unit)[:1]:
            action = ReplaceAirUnit(unit, at)
            if look.allowed(action):
                return Advice(action, "A point brings it back.")
    return None


def withdrawing(look: Outlook, frame: WithdrawingAir) -> Advice:
    """The one farthest from the front."""
    front = sorted(look.pos.held[look.enemy])

    def order(unit: str) -> tuple[int, str]:
        return -_far(look.pos.air.units[unit].at, front) if front else 0, unit

    return Advice(WithdrawAirUnit(min(frame.units, key=order)), "It is missed least.")


ADVISERS: Mapping[type[Frame], Adviser] = {
    AirMoving: flying,
    ToLand: landing,
    WithdrawingAir: withdrawing,
    **combat_advice.ADVISERS,
    **bombing_advice.ADVISERS,
    **carrying_advice.ADVISERS,
}
"""Who knows about the decisions of the air."""
