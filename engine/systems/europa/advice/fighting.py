"""Combat: which attacks, with whom; losses, retreats and advances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.system import Advice
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.combat import combat_phase, retreats
from engine.systems.europa.combat.aftermath import worths
from engine.systems.europa.combat.battles import (
    Advancing,
    ArmorCall,
    Battle,
    Forming,
    Losing,
    Retreating,
)
from engine.systems.europa.combat.calculation import Calculation
from engine.systems.europa.combat.losses import open_to
from engine.systems.europa.state.constants import DEFENDED
from engine.systems.europa.state.records import Fighting
from engine.systems.europa.view import planning
from maps.hexgrid import Hex
from oob.model import UnitId

LEAST = 0.6
"""Mean gain, in combat factors, below which no attack is made."""
GROUND = 0.8
"""What winning any hex is worth, in combat factors."""
CORNERED = 0.8
"""How surely they are lost who retreat with nowhere to go but into zones of control."""
ELSEWHERE, FAIR = 0.2, 1.5
"""What a point of strength is worth to another attack, in combat factors, and the odds, ground
aside, at which one is to be thought of.
"""


def force(look: Outlook, target: Hex) -> tuple[UnitId, ...]:
    """The units that would attack a hex: from each hex around it the strongest that may."""
    pos, side = look.pos, look.side
    found: tuple[UnitId, ...] = ()
    battle = Battle(side, target, (), pos.enemies(target, side))
    ranked = sorted(
        combat_phase.able(pos, side, target), key=lambda u: (-look.strength(u, attacking=True), u)
    )
    for unit in ranked:
        if look.strength(unit, attacking=True) <= 0:
            continue
        trial = replace(battle, attackers=found)
        if not combat_phase.over_limit(pos, trial, unit):
            found = (*found, unit)
    for unit in ranked:
        if unit not in found and _lends(look, battle, found, unit):
            found = (*found, unit)
    return found


def _lends(look: Outlook, battle: Battle, found: tuple[UnitId, ...], unit: UnitId) -> bool:
    """Whether a unit without strength supports attackers out of its hex that nobody else does, as a
    headquarters does (BF-11, 9G.1).
    """
    pos, at = look.pos, look.pos.piece(unit).at
    mates = [mate for mate in found if pos.piece(mate).at == at]
    if not mates or not look.gives_support(unit) or any(map(look.gives_support, mates)):
        return False
    weak = any(not pos.facts(mate).supported for mate in mates)
    return weak and not combat_phase.over_limit(pos, replace(battle, attackers=found), unit)


def needed(look: Outlook, target: Hex) -> tuple[UnitId, ...]:
    """The units of the force against a hex without which an attack gains much less; others are
    left to attack somebody else, if they stand beside him.
    """
    units = force(look, target)
    if target in look.pos.must_attack(look.side):
        return units
    others = _others(look, target)
    best = gain(look, target, units)
    for unit in units:
        power = look.strength(unit, attacking=True)
        at = look.pos.piece(unit).at
        if len(units) == 1 or power <= 0 or at not in others:
            continue
        fewer = tuple([one for one in units if one != unit])
        found = gain(look, target, fewer)
        if found > best - ELSEWHERE * power:
            units, best = fewer, found
    return units


def _others(look: Outlook, target: Hex) -> frozenset[Hex]:
    """The hexes beside enemies elsewhere who could be attacked too."""
    pos, found = look.pos, set[Hex]()
    for other in _left_to_attack(look):
        able = combat_phase.able(pos, look.side, other)
        power, against = _opposed(look, other, able)
        if other != target and power >= FAIR * against:
            found.update(at for unit in able if isinstance(at := pos.piece(unit).at, Hex))
    return frozenset(found)


def gain(look: Outlook, target: Hex, units: tuple[UnitId, ...]) -> float:
    """The mean worth of an attack, in combat factors."""
    pos = look.pos
    defenders, late = combat_phase.defenders(pos, look.side, target)
    found = Calculation(pos, Battle(look.side, target, units, defenders, late))
    total = 0.0
    prize = look.prize(target) + GROUND + 1.5 * look.pull(target) + look.nuisance(target)
    whole = sum(pos.facts(unit).defense for unit in defenders)
    cornered = all(_cornered(look, unit, target) for unit in defenders)
    for id_, chance in found.chances.items():
        code = pos.context.charts.combat.code(id_)
        result = planning.result_of(found, code, float(chance))
        own, theirs = float(result.attacker_loss), float(result.defender_loss)
        worth = theirs - look.thrift * own
        if result.clears:
            worth += prize
            if cornered:
                worth += CORNERED * max(0.0, whole - theirs)
        total += float(chance) * worth
    return total


def _cornered(look: Outlook, unit: UnitId, at: Hex) -> bool:
    """True for a defender with nowhere to go but into one's own zones of control."""
    pos = look.pos
    return all(
        near in pos.zoc(look.side) or pos.enemies(near, look.enemy)
        for near in look.context.fronts[at]
    )


def best_attack(look: Outlook) -> tuple[float, Hex] | None:
    """The attack that gains most, with its gain."""
    found: list[tuple[float, Hex]] = []
    for target in _left_to_attack(look):
        units = force(look, target)
        if not units or not _hopeful(look, target, units):
            continue
        if look.allowed(do.DeclareAttack(target)):
            found.append((gain(look, target, units), target))
    return max(found, key=lambda pair: (pair[0], pair[1])) if found else None


def _left_to_attack(look: Outlook) -> Iterator[Hex]:
    """The hexes beside one's own units whose defenders have not been attacked in this phase."""
    pos = look.pos
    for target in combat_phase.targets(pos, look.side):
        enemies = pos.enemies(target, look.side)
        if not any(DEFENDED in pos.piece(unit).marks for unit in enemies):
            yield target


def _hopeful(look: Outlook, target: Hex, units: tuple[UnitId, ...]) -> bool:
    return look.hopeful(*_opposed(look, target, units), target)


def _opposed(look: Outlook, target: Hex, units: tuple[UnitId, ...]) -> tuple[float, float]:
    """The strength of units and of those they would attack, ground aside."""
    power = sum(look.strength(unit, attacking=True) for unit in units)
    enemies = look.pos.enemies(target, look.side)
    return power, sum(look.strength(unit, attacking=False) for unit in enemies)


def fighting(look: Outlook, _frame: Fighting) -> Advice:
    """The attack that gains most; none when nothing is worth it. Drops must be made."""
    for target in look.pos.must_attack(look.side):
        action = do.DeclareAttack(target)
        if look.allowed(action):
            return Advice(action, f"The units that dropped must attack {look.pos.label(target)}.")
    found = best_attack(look)
    if found is not None and found[0] >= LEAST:
        place = look.pos.label(found[1])
        return Advice(do.DeclareAttack(found[1]), f"An attack on {place} promises most.")
    return Advice(EndPhase(), "No attack left is worth it.")


def forming(look: Outlook, frame: Forming[Battle]) -> Advice:
    """Add the units of the plan, then go in."""
    battle = frame.battle
    for unit in needed(look, battle.target):
        action = do.AddUnit(unit)
        if unit not in battle.attackers and look.allowed(action):
            return Advice(action, "It adds to the odds.")
    for gun in combat_phase.gunners(look.pos, battle.side, battle.target):
        action = do.AddUnit(gun)
        if battle.attackers and look.allowed(action):
            return Advice(action, "It fires from afar, at no risk.")
    if look.allowed(do.GoIn()):
        return Advice(do.GoIn(), "All who can attack do.")
    return Advice(do.CallOff(), "The attack cannot be made.")


def armor_call(look: Outlook, _frame: ArmorCall) -> Advice:
    """Count half-capable armour as serves best."""
    if look.allowed(do.CountNeutral()):
        return Advice(do.CountNeutral(), "Neutral armour serves better.")
    return Advice(do.CountHalf(), "It counts half.")


def losing(look: Outlook, frame: Losing) -> Advice:
    """Lose what costs least: units that leave a cadre first, and no more than must be."""
    found = worths(look.pos, frame)
    due = frame.demand.strength - sum(found[unit] for unit in frame.chosen)

    def cost(unit: UnitId) -> tuple[float, float, str]:
        facts = look.pos.facts(unit)
        whole = max(facts.attack, facts.defense)
        lost = whole * (0.65 if facts.has_cadre else 1.0)
        wasted = max(0, found[unit] - due)
        return (lost / max(1, min(found[unit], due)) + 0.3 * wasted, lost, unit)

    units = open_to(frame.demand, found, frame.chosen)
    ranked = sorted(units, key=cost)
    return Advice(do.TakeLoss(ranked[0]), "It is the loss that hurts least.")


def retreating(look: Outlook, frame: Retreating) -> Advice:
    """Together if possible, out of enemy zones, towards one's own."""
    pos = look.pos
    options = [action for action in _retreats(look, frame) if look.allowed(action)]

    def merit(action: do.RetreatTo) -> tuple[bool, float, int, Hex]:
        unit, to = action.units[0], action.target
        worth = look.peril(to) + 0.2 * len(pos.friends(to, look.side))
        worth += 0.5 if look.supplied(unit, to) else 0.0
        worth -= look.threat.get(to, 0.0) * 0.05
        worth += sum(look.strength(enemy, attacking=False) for enemy in pos.enemies(to, look.side))
        return (retreats.suffers(pos, unit, to), -worth, -len(action.units), to)

    return Advice(min(options, key=merit), "It is the safest way back.")


def _retreats(look: Outlook, frame: Retreating) -> Iterator[do.RetreatTo]:
    for family in retreats.RETREAT.question(look.pos, frame).families:
        for action in family.candidates():
            if isinstance(action, do.RetreatTo):
                yield action


def advancing(look: Outlook, frame: Advancing[Battle]) -> Advice:
    """Go in with enough to hold what was won."""
    pos, target = look.pos, frame.battle.target
    mates = pos.friends(target, look.side)
    there = sum(look.strength(unit, attacking=False) for unit in mates)
    if not any(look.gives_support(unit) for unit in mates):
        there -= 0.5 * sum(
            look.strength(unit, attacking=False) for unit in mates if not pos.facts(unit).supported
        )
    threat = look.threat.get(target, 0.0)
    enough = there * look.hard(target) > max(1.0, threat * 0.7) and there > 0
    enough = enough and not look.massed(target)
    if not enough:
        ranked = sorted(
            frame.battle.attackers, key=lambda u: (-look.strength(u, attacking=False), u)
        )
        found = next(filter(look.allowed, (do.Advance(unit, target) for unit in ranked)), None)
        if found is not None:
            return Advice(found, f"{pos.label(target)} must be held.")
    return Advice(do.EndAdvance(), "Enough hold the hex.")
