"""The Combat Phase: which attacks, with whom, with what support; losses, retreats and advances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.system import Advice
from engine.systems.operation_gertrud.actions import EndPhase
from engine.systems.operation_gertrud.advice.odds import Stakes, trapped, value
from engine.systems.operation_gertrud.advice.outlook import Outlook
from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.battles import (
    Advancing,
    AirCall,
    AirUltra,
    Battle,
    Forming,
    LeaveCall,
    Losing,
    NavalCall,
    Retreating,
    UltraCall,
)
from engine.systems.operation_gertrud.battle.combat_phase import (
    able,
    battle_for,
    candidates,
    drops_into,
    targets,
)
from engine.systems.operation_gertrud.battle.duels import Fate, duel_chances
from engine.systems.operation_gertrud.battle.retreats import exits, stands_in
from engine.systems.operation_gertrud.battle.shifts import column
from engine.systems.operation_gertrud.battle.support import duellist, markers_for
from engine.systems.operation_gertrud.state.records import ALLIED, Fighting, Kind, other
from maps.hexgrid import Hex
from oob.model import UnitId

LEAST = 0.8
"""Mean gain, in combat factors, below which no attack is made."""

AIR = {True: 8.0, False: 3.0}
"""What a CAS is worth to the German player and to the other."""

SHIP = 3.0
"""What an NGS is worth."""


def stakes(look: Outlook, battle: Battle) -> Stakes:
    """What an attack puts at stake, seen by the attacker."""
    pos = look.pos
    attack = [float(pos.factor(u, battle.target)) for u in battle.attackers]
    defence = [float(pos.factor(u, battle.target)) for u in battle.defenders]
    armor = any(pos.context.type_of(u) == "armor" for u in battle.attackers)
    return Stakes(
        attack=sum(attack),
        attack_step=min(attack, default=0.0) / 2 + 0.5,
        defence=sum(defence) * 0.9,
        defence_step=min(defence, default=0.0) / 2 + 0.5,
        prize=look.prize(battle.target),
        follows=armor or bool(battle.dropper),
        trapped=trapped(pos, battle.defenders),
    )


def gain(look: Outlook, battle: Battle, shift: int = 0) -> float:
    """The mean worth of a battle to its attacker, with so many columns more."""
    chart = look.pos.context.charts.combat
    final = min(max(column(look.pos, battle) + shift, 0), len(chart.columns) - 1)
    return value(chart, final, stakes(look, battle))


def plans(look: Outlook, target: Hex) -> Iterator[tuple[float, Battle]]:
    """The attacks one can make on a hex, each with the fewest units that make it as good."""
    pos, side = look.pos, look.side
    jumping = drops_into(pos, side, target)
    for force in _forces(look, able(pos, side, target)):
        whole = (*jumping, *force)
        if whole and not (jumping and pos.soviet(whole[-1])):
            battle = _thrifty(look, battle_for(pos, side, target, whole, jumping))
            promised = 1 if markers_for(pos, battle, side, Kind.CAS) and look.attacking else 0
            yield gain(look, battle, promised), battle


def _forces(look: Outlook, units: tuple[UnitId, ...]) -> Iterator[tuple[UnitId, ...]]:
    """The able units, Soviets apart from others (OG 11.0e)."""
    others = tuple(unit for unit in units if not look.pos.soviet(unit))
    soviets = tuple(unit for unit in units if look.pos.soviet(unit))
    yield others
    if soviets:
        yield soviets


def _thrifty(look: Outlook, battle: Battle) -> Battle:
    """The battle without units whose absence costs no column, the weakest first."""
    best = column(look.pos, battle)
    ranked = sorted(
        (unit for unit in battle.attackers if unit not in battle.droppers),
        key=lambda unit: (look.pos.factor(unit, battle.target), unit),
    )
    for unit in ranked:
        if len(battle.attackers) < 2:
            break
        fewer = tuple(mate for mate in battle.attackers if mate != unit)
        leaner = replace(battle, attackers=fewer)
        if column(look.pos, leaner) >= best:
            battle = leaner
    return battle


def fighting(look: Outlook, _frame: Fighting) -> Advice:
    """The attack that gains most; none when nothing is worth it. Drops must be made."""
    found = (plan for at in targets(look.pos, look.side) for plan in plans(look, at))
    ranked = sorted(found, key=lambda plan: (-plan[0], plan[1].target))
    for worth, battle in ranked:
        action = do.DeclareAttack(battle.target)
        if (worth >= LEAST or battle.dropper) and look.allowed(action):
            place = look.pos.label(battle.target)
            return Advice(action, f"An attack on {place} promises most.")
    return Advice(EndPhase(), "No attack left is worth it.")


def forming(look: Outlook, frame: Forming[Battle]) -> Advice:
    """Add the units of the plan, then go in."""
    battle = frame.battle
    found = max(plans(look, battle.target), key=lambda plan: plan[0], default=None)
    if found is None:
        return Advice(do.CallOff(), "Nobody is left to attack.")
    wanted = tuple(unit for unit in found[1].attackers if unit not in battle.attackers)
    for unit in wanted:
        at = look.pos.state.pieces[unit].hex
        whole = tuple(u for u in candidates(look.pos, battle) if look.pos.state.pieces[u].hex == at)
        action = do.AddStack(at) if at and set(whole) <= set(wanted) else do.AddUnit(unit)
        if look.allowed(action):
            return Advice(action, "It helps to bring up the odds.")
    return Advice(do.GoIn(), "The force is complete.")


def _column_worth(look: Outlook, battle: Battle, side: str) -> float:
    """What one column more in its favour is worth to a side."""
    more = 1 if side == battle.side else -1
    gained = gain(look, battle, more) - gain(look, battle)
    return gained if side == battle.side else -gained


def air_call(look: Outlook, frame: AirCall) -> Advice:
    """Commit a CAS where a column is worth the danger to it."""
    pos, battle, side = look.pos, frame.battle, frame.side
    rival = battle.air_attack if side != battle.side else ""
    own = markers_for(pos, battle, side, Kind.CAS)
    answer = markers_for(pos, battle, other(side), Kind.CAS) if not rival else (rival,)
    best: tuple[float, str] | None = None
    for marker in sorted(own, key=lambda m: (pos.context.markers[m].bonus, m)):
        enemies = answer if side == battle.side or rival else ()
        worth = _column_worth(look, battle, side) * _spare(look, battle)
        worth += _duel(look, side, marker, enemies, worth, forced=bool(rival))
        if marker == pos.state.experten and not enemies:
            worth -= 0.2
        if best is None or worth > best[0]:
            best = (worth, marker)
    if best is None or best[0] < 0.3:
        return Advice(do.Withhold(), "A column is not worth a CAS here.")
    return Advice(do.Commit(best[1]), "A column here is worth a CAS.")


def _spare(look: Outlook, battle: Battle) -> float:
    """A defender keeps some markers for the next attack."""
    return 1.0 if look.side == battle.side else 0.9


def _duel(
    look: Outlook,
    side: str,
    marker: str,
    enemies: tuple[str, ...],
    column_worth: float,
    *,
    forced: bool,
) -> float:
    """What air combat changes: markers won and lost, and the column gone with them.

    An enemy who may answer is taken to do so half the time.
    """
    if not enemies:
        return 0.0
    pos = look.pos
    enemy = max(enemies, key=lambda m: (pos.context.markers[m].bonus, m))
    found = 0.0
    mine, theirs = AIR[side != ALLIED], AIR[side == ALLIED]
    duels = duel_chances(duellist(pos, marker), duellist(pos, enemy), pos.context.die)
    for (ours, his), chance in duels.items():
        worth = 0.0
        if ours is not Fate.HOLDS:
            worth -= column_worth
        if ours is Fate.LOST:
            worth -= mine
        if his is Fate.LOST:
            worth += theirs
        if forced and his is not Fate.HOLDS:
            worth += column_worth
        found += float(chance) * worth
    return found if forced else found / 2


def naval_call(look: Outlook, frame: NavalCall) -> Advice:
    """Commit an NGS where a column is worth the danger of the air and of other ships."""
    pos, battle, side = look.pos, frame.battle, frame.side
    own = markers_for(pos, battle, side, Kind.NGS)
    rival = battle.naval_attack if side != battle.side else ""
    danger = 0.25 * len(markers_for(pos, battle, other(side), Kind.CAS)[:2])
    danger += 0.4 if rival else 0.0
    worth = _column_worth(look, battle, side) * (1.6 if rival else 1.0) - danger * SHIP
    if not own or worth < 0.3:
        return Advice(do.Withhold(), "The ships are safer in port.")
    return Advice(do.Commit(own[0]), "Naval gunfire is worth a column here.")


def ultra_call(look: Outlook, frame: UltraCall) -> Advice:
    """Spend an ULTRA where a column decides."""
    worth = _column_worth(look, frame.battle, ALLIED)
    if worth >= 1.5:
        return Advice(do.UseUltra(), "A column decides here.")
    return Advice(do.KeepUltra(), "It will be worth more later.")


def air_ultra(look: Outlook, frame: AirUltra) -> Advice:
    """Spend an ULTRA on air combat only while there are more than two."""
    if look.pos.state.ultra > 2:
        return Advice(do.UseUltra(), "Enough of them are left.")
    return Advice(do.KeepUltra(), "The last ones are kept for the ground.")


def losing(look: Outlook, frame: Losing) -> Advice:
    """Lose the step that costs least: no unit altogether if it can be helped, no armor."""
    pos = look.pos

    def cost(unit: UnitId) -> tuple[float, UnitId]:
        piece = pos.state.pieces[unit]
        now = pos.context.combat_factor(unit, piece.steps)
        after = pos.context.combat_factor(unit, piece.steps - 1) if piece.steps > 1 else 0
        found = float(now - after)
        if piece.steps == 1:
            found += 1.0
            if look.attacking and pos.context.type_of(unit) == "armor":
                found += 6.0
        return found, unit

    unit = min(frame.units, key=cost)
    return Advice(do.TakeLoss(unit), "It can best spare the step.")


def leaving(look: Outlook, frame: LeaveCall) -> Advice:
    """Stand on what is worth holding; else give ground before the next blow."""
    at = frame.battle.target
    units = look.pos.friends(at, look.side)
    if at in look.pos.context.objectives or any(not exits(look.pos, unit) for unit in units):
        return Advice(do.StandFast(), "This ground is worth holding.")
    return Advice(do.FallBack(), "There is nothing here to die for.")


def retreating(look: Outlook, frame: Retreating[Battle]) -> Advice:
    """Each unit to the open hex that serves best."""
    unit = frame.units[0]
    best = max(exits(look.pos, unit), key=lambda at: (_refuge(look, unit, at), at))
    mates = tuple(
        mate
        for mate in frame.units
        if stands_in(look.pos, mate) == stands_in(look.pos, unit) and best in exits(look.pos, mate)
    )
    for count in range(len(mates), 0, -1):
        action = do.RetreatTo(mates[:count], best)
        if look.allowed(action):
            return Advice(action, "It is the best way back.")
    return Advice(do.RetreatTo((unit,), best), "It is the best way back.")


def _refuge(look: Outlook, unit: UnitId, at: Hex) -> float:
    found = look.pull[at] + 0.5 * look.pos.context.shifts(at)
    if look.supplied(unit, at):
        found += 0.5
    if at in look.pos.context.objectives:
        found += 2.0
    return found - look.risk(at, look.defence(at) + look.pos.factor(unit, at))


def advancing(look: Outlook, frame: Advancing) -> Advice:
    """Take what is worth having, and hold it with enough."""
    pos, target = look.pos, frame.battle.target
    ranked = sorted(
        (unit for unit in frame.able if unit not in frame.advanced),
        key=lambda unit: (-pos.factor(unit, target), unit),
    )
    for unit in ranked:
        action = do.Advance(unit, target)
        if _better_there(look, frame, unit) and look.allowed(action):
            return Advice(action, "The ground is worth having.")
    return Advice(do.EndAdvance(), "Enough have gone.")


def _better_there(look: Outlook, frame: Advancing, unit: UnitId) -> bool:
    pos, target = look.pos, frame.battle.target
    start = pos.state.pieces[unit].hex
    assert start is not None
    there = look.defence(target)
    if target in pos.context.objectives or target in look.banks:
        held = any(look.counts(u) for u in pos.friends(target, look.side))
        if not held:
            return look.counts(unit) or not look.attacking
        return look.risk(target, there) > 0.2 and not _keeps(look, unit, start)
    if _keeps(look, unit, start):
        return False
    factor = float(pos.factor(unit, target))
    gained = look.pull[target] - look.pull[start]
    fear = look.risk(target, there + factor) - look.risk(start, look.defence(start))
    return gained * 3.0 - fear > 0


def _keeps(look: Outlook, unit: UnitId, start: Hex) -> bool:
    """True for the last unit that holds an objective or a crossing."""
    pos = look.pos
    if start not in pos.context.objectives and start not in look.banks:
        return False
    mates = [u for u in pos.friends(start, look.side) if u != unit]
    return not any(look.counts(u) or start in look.banks for u in mates)
