"""An attack before it is made: who could join it, every shift in order, exact chances (OG 11.0)."""

from __future__ import annotations

from engine.core.actions import Action, Objection
from engine.core.view.outlook import Plan, Result, Strength
from engine.core.wording import counted
from engine.rules.combat.battles import in_battle, top_of
from engine.systems.operation_gertrud.battle.battle_actions import AddUnit, DeclareAttack
from engine.systems.operation_gertrud.battle.battles import Battle, Forming, InBattle
from engine.systems.operation_gertrud.battle.combat_phase import (
    DECLARING,
    FORMING,
    able,
    battle_for,
    drops_into,
)
from engine.systems.operation_gertrud.battle.results import column_of, result_chances
from engine.systems.operation_gertrud.battle.shifts import column, defending, ledger, odds, strength
from engine.systems.operation_gertrud.battle_charts import Code, Leave
from engine.systems.operation_gertrud.state.common import objection
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import GERMAN, Fighting
from maps.hexgrid import Hex
from oob.model import UnitId


def side_to_attack(pos: Position) -> str:
    """The side whose player turn it is, the German player's before the first."""
    return pos.state.active or GERMAN


def may_attack(pos: Position) -> bool:
    """Whether attacks are declared now, or one is being fought."""
    return isinstance(top_of(pos.state), (Fighting, InBattle))


def candidates(pos: Position, target: Hex) -> tuple[UnitId, ...]:
    """The units of the side whose turn it is that could attack a hex now."""
    side = side_to_attack(pos)
    jumping = drops_into(pos, side, target)
    if not jumping and not pos.enemies(target, side):
        return ()
    return (*jumping, *able(pos, side, target))


def plan(pos: Position, target: Hex, units: tuple[UnitId, ...]) -> Plan:
    """The attack as it would be fought now, with the support that is committed already."""
    battle = _battle(pos, target, units)
    chart = pos.context.charts.combat
    final = column(pos, battle) if units else 0
    found = result_chances(chart, final) if units else {}
    return Plan(
        target=target,
        units=units,
        attackers=tuple(_strength(pos, battle, unit) for unit in battle.attackers),
        defenders=_defenders(pos, battle),
        modifiers=ledger(pos, battle) if units else (),
        column=f"{chart.columns[final]}% column, from {odds(pos, battle)}%" if units else "",
        results=tuple(
            _result(pos, battle, chart.code(code), float(chance)) for code, chance in found.items()
        ),
        further=_further(pos, battle) if units else "",
        objections=_objections(pos, battle),
        actions=_actions(pos, battle),
    )


def _actions(pos: Position, battle: Battle) -> tuple[Action, ...]:
    """What announces the attack and forms it, up to before support and die; a drop has joined.

    Where it is being formed already, the units that have not joined yet; later, nothing.
    """
    frame = pos.state.top if pos.state.flow else None
    if isinstance(frame, Forming) and frame.battle.target == battle.target:
        joined = frame.battle.attackers
        return tuple(AddUnit(unit) for unit in battle.attackers if unit not in joined)
    if not isinstance(frame, Fighting):
        return ()
    joining = (unit for unit in battle.attackers if unit not in battle.droppers)
    return (DeclareAttack(battle.target), *(AddUnit(unit) for unit in joining))


def _battle(pos: Position, target: Hex, units: tuple[UnitId, ...]) -> Battle:
    """The battle being formed on that hex, or one that could be announced."""
    side = side_to_attack(pos)
    jumping = tuple(unit for unit in drops_into(pos, side, target) if unit in units)
    bare = battle_for(pos, side, target, units, jumping)
    fought = in_battle(top_of(pos.state), Battle)
    if fought is not None and (fought.battle.target, fought.battle.attackers) == (target, units):
        return fought.battle
    return bare


def _strength(pos: Position, battle: Battle, unit: UnitId) -> Strength:
    factor = pos.factor(unit, battle.target)
    printed = pos.context.combat_factor(unit, pos.state.pieces[unit].steps)
    rule = "OG-2.5" if factor == printed else "OG-16.0a" if factor > printed else "OG-7.3b"
    return Strength(pos.called(unit), str(factor), rule, unit)


def _defenders(pos: Position, battle: Battle) -> tuple[Strength, ...]:
    if battle.defenders:
        return tuple(_strength(pos, battle, unit) for unit in battle.defenders)
    empty = str(pos.context.charts.shifts.empty_drop)
    return (Strength("An empty hex", empty, "OG-15.0c"),) if battle.dropper else ()


def _result(pos: Position, battle: Battle, code: Code, chance: float) -> Result:
    return Result(
        code.id,
        chance,
        code.text,
        _loss(pos, battle, battle.attackers, code.attacker_steps),
        _loss(pos, battle, battle.defenders, code.defender_steps),
        clears=_clears(pos, battle, code),
    )


def _clears(pos: Position, battle: Battle, code: Code) -> bool:
    """True when a result leaves no defender in the hex, whatever the owner chooses."""
    steps = sum(pos.state.pieces[unit].steps for unit in battle.defenders)
    everybody = code.defender_steps < 0 or code.defender_steps >= steps
    return everybody or code.defender_leaves is Leave.MUST


def _loss(pos: Position, battle: Battle, units: tuple[UnitId, ...], steps: int) -> float:
    """Combat factors a loss costs: all of them, or the cheapest step (OG 2.7)."""
    if steps < 0:
        return float(strength(pos, battle, units))
    if not steps or not units:
        return 0.0
    return float(min(_step(pos, unit) for unit in units)) * steps


def _step(pos: Position, unit: UnitId) -> int:
    steps = pos.state.pieces[unit].steps
    after = pos.context.combat_factor(unit, steps - 1) if steps > 1 else 0
    return pos.context.combat_factor(unit, steps) - after


def _further(pos: Position, battle: Battle) -> str:
    """What the next better column takes."""
    columns = pos.context.charts.combat.columns
    attack = strength(pos, battle, battle.attackers)
    defence = defending(pos, battle)
    now = column_of(columns, pos.context.odds(attack, defence))
    if now + 1 >= len(columns):
        return "The odds are as good as they get."
    more = pos.context.factors_for(columns[now + 1], defence) - attack
    return f"{counted(more, 'more combat factor')} for the next column."


def _objections(pos: Position, battle: Battle) -> tuple[Objection, ...]:
    if not battle.attackers:
        return (objection("OG-11.0d", "No unit has joined the attack yet."),)
    frame = pos.state.top if pos.state.flow else None
    if not isinstance(frame, Fighting) or frame.side != battle.side:
        if isinstance(frame, InBattle) and frame.battle.target == battle.target:
            return ()
        return (objection("OG-11.0a", "Attacks are announced in one's own Combat Phase."),)
    found = list(DECLARING.objections(pos, frame.side, battle.target))
    joined = battle.droppers
    for unit in battle.attackers:
        if unit not in joined:
            forming = Forming(Battle(battle.side, battle.target, joined, battle.defenders))
            found += FORMING.add_objections(pos, forming, AddUnit(unit))
            joined = (*joined, unit)
    return tuple(dict.fromkeys(found))
