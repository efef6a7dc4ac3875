"""The automatic player as interceptor and escort: it fights where it hurts more than it is hurt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.core.rules_base import Adviser
from engine.core.state import Frame
from engine.core.system import Advice
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.air import fates, fleet
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.combat import engagement, interception, patrol, strengths
from engine.systems.europa.air.combat.actions import (
    Allocate,
    Bypass,
    Fight,
    FireAt,
    HoldBack,
    LetPass,
    ResolveAirCombat,
)
from engine.systems.europa.air.combat.records import (
    Aiming,
    ChoosingAirCombat,
    Dividing,
    Intercepting,
    Matching,
    Patrolling,
    Preparing,
)
from engine.systems.europa.air.records import Mission
from engine.systems.europa.state.constants import other
from maps.hexgrid import Hex

WORTH: Mapping[str, float] = {fates.ELIMINATED: 1.0, fates.ABORTED: 0.5, fates.TURNED: 0.3}
"""What the results of fire are worth."""
MOST = 2
"""Fighters that one hex gets as escorts."""


def harm(look: Outlook, unit: str, against: str) -> float:
    """What a shot is worth on average."""
    found = strengths.chances(look.pos, unit, against)
    return sum(chance * WORTH.get(kind, 0.0) for kind, chance in found.items())


def gain(look: Outlook, unit: str, against: str) -> float:
    """What an exchange of fire is worth: the enemy's harm without one's own."""
    return harm(look, unit, against) - harm(look, against, unit)


def patrolling(look: Outlook, frame: Patrolling) -> Advice:
    """Attack at once, with the fighter most likely to turn it back: it risks nothing."""
    offers = tuple(patrol.chances_of(look.pos, frame))
    if not offers:
        return Advice(LetPass(), "No fighter can reach it.")

    def order(at: int) -> tuple[int, int]:
        needed = strengths.patrol_roll(look.pos, offers[at].air_unit, frame.air_unit)
        return needed, at

    best = offers[min(range(len(offers)), key=order)]
    return Advice(best, "A patrol attack risks nothing.")


def intercepting(look: Outlook, frame: Intercepting) -> Advice:
    """Fighters rise where they harm the enemy more than he harms them."""
    found = []
    for action in interception.offers(look.pos, frame.side, Mission.INTERCEPTION):
        assert isinstance(action.target, Hex), "interceptors fly to hexes"
        night = action.manner.night
        enemies = fleet.flying(look.pos, other(frame.side), night=night)[action.target]
        escorts = [u for u in enemies if look.pos.air.units[u].mission == Mission.ESCORT]
        worth = max(gain(look, action.air_unit, enemy) for enemy in (escorts or enemies))
        if worth > 0:
            found.append((-worth, action.air_unit, action.target, action))
    for *_, action in sorted(found, key=lambda entry: entry[:3]):
        if look.allowed(action):
            return Advice(action, "It harms the enemy more than he harms it.")
    return Advice(EndPhase(), "Nothing more is worth a fight.")


def choosing(_look: Outlook, frame: ChoosingAirCombat) -> Advice:
    """One after the other."""
    return Advice(ResolveAirCombat(frame.hexes[0]), "One after the other.")


def preparing(_look: Outlook, _frame: Preparing) -> Advice:
    """Missions are flown."""
    return Advice(Fight(), "The mission is worth it.")


def dividing(_look: Outlook, frame: Dividing) -> Advice:
    """One interceptor for each escort; the others go for the mission force."""
    battle = frame.battle
    if len(battle.screen) > len(battle.escorts):
        return Advice(Bypass(battle.screen[-1]), "Enough attack the escorts.")
    return Advice(Fight(), "The escorts come first.")


def matching(look: Outlook, frame: Matching) -> Advice:
    """The pair that gains most; escorts left over wait only where some bypass."""
    pairs = tuple(
        Allocate(unit, enemy)
        for unit in engagement.mine(frame)
        for enemy in engagement.theirs(frame)
    )
    best = _best(look, pairs)
    return Advice(best or HoldBack(), "That pair gains most.")


def _best(look: Outlook, pairs: Iterable[Allocate]) -> Allocate | None:
    order = sorted(pairs, key=lambda p: (-gain(look, p.air_unit, p.against), p.air_unit, p.against))
    return next((pair for pair in order if look.allowed(pair)), None)


def aiming(look: Outlook, frame: Aiming) -> Advice:
    """Where it harms most."""
    shots = [FireAt(unit, enemy) for unit in frame.shooters for enemy in frame.targets]
    best = min(shots, key=lambda s: (-harm(look, s.air_unit, s.against), s.air_unit, s.against))
    return Advice(best, "It harms most there.")


def escorts(look: Outlook, units: Iterable[str]) -> Iterator[FlyMission]:
    """Escorts for air units over hexes that enemy fighters can reach."""
    pos, side = look.pos, look.side
    threats = interceptors(look)
    for at, flying in fleet.flying(pos, side).items():
        mine = sum(pos.air.units[unit].mission == Mission.ESCORT for unit in flying)
        if mine >= MOST or not any(_reaches(look, enemy, at) for enemy in threats):
            continue
        for unit in units:
            if fleet.facts(pos, unit).fighter:
                yield FlyMission(unit, Mission.ESCORT, at)


def interceptors(look: Outlook) -> tuple[str, ...]:
    """Enemy fighters that can take off."""
    return interception.available(look.pos, look.enemy)


def _reaches(look: Outlook, unit: str, at: Hex) -> bool:
    far = fleet.distance(look.pos, unit, look.pos.air.units[unit].at, at)
    return far is not None and far <= fleet.reach(look.pos, unit, Mission.INTERCEPTION)


ADVISERS: Mapping[type[Frame], Adviser] = {
    Patrolling: patrolling,
    Intercepting: intercepting,
    ChoosingAirCombat: choosing,
    Preparing: preparing,
    Dividing: dividing,
    Matching: matching,
    Aiming: aiming,
}
"""Who knows about these decisions."""
