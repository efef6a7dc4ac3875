"""An attack before it is made: who could join, each strength and modifier, exact chances (BF-9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.state import Frame
from engine.core.view.outlook import Plan, Result, Strength
from engine.core.wording import mixed
from engine.rules.combat.battles import in_battle, top_of
from engine.systems.europa.charts.combat_charts import Code, Fate
from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.combat.aftermath import exchange_demand, weaker_attacks
from engine.systems.europa.combat.battles import Battle, Demand, Forming, InBattle
from engine.systems.europa.combat.calculation import Calculation
from engine.systems.europa.combat.combat_phase import (
    DECLARING,
    FORMING,
    able,
    beside,
    defenders,
)
from engine.systems.europa.combat.losses import half_of, least
from engine.systems.europa.combat.odds import odds_text, to_next_column
from engine.systems.europa.combat.strength import Line, printed, worth
from engine.systems.europa.movement import overruns
from engine.systems.europa.state.common import objection
from engine.systems.europa.state.constants import AXIS
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Fighting, Moving
from maps.hexgrid import Hex
from oob.model import UnitId


def side_to_attack(pos: Position) -> str:
    """The side whose player turn it is, the Axis before the first."""
    return pos.state.active or AXIS


def may_attack(pos: Position) -> bool:
    """Whether attacks are declared now, or one is being fought."""
    return isinstance(top_of(pos.state), (Fighting, InBattle))


def candidates(pos: Position, target: Hex) -> tuple[UnitId, ...]:
    """The units of the side whose turn it is that could attack a hex now."""
    side = side_to_attack(pos)
    return able(pos, side, target) if pos.enemies(target, side) else ()


def plan(pos: Position, target: Hex, units: tuple[UnitId, ...]) -> Plan:
    """The attack as it would be fought now, with the air points assigned already."""
    battle = battle_of(pos, target, units)
    near = set(beside(pos, battle.side, target))
    if not units or not battle.defenders or not near.issuperset(units):
        return Plan(target, units, (), (), (), "", (), objections=_objections(pos, battle))
    found = Calculation(pos, battle)
    codes = ((found.chart.code(code), chance) for code, chance in found.chances.items())
    return Plan(
        target=target,
        units=units,
        attackers=tuple(_strength(pos, line) for line in found.attackers),
        defenders=tuple(_strength(pos, line) for line in found.defenders),
        modifiers=found.modifiers,
        column=column_text(found),
        results=tuple(result_of(found, code, float(chance)) for code, chance in codes),
        further=further(found),
        objections=_objections(pos, battle),
        actions=_actions(pos, battle),
        roll=found.modifier,
    )


def column_text(found: Calculation) -> str:
    """The column with the strengths behind it and the sum of the modifiers."""
    strengths = f"{mixed(found.attack)} against {mixed(found.defense)}"
    if found.undefended:
        return f"No defence: {strengths}"
    odds = odds_text(found.chart, found.column)
    return f"{odds}, {strengths}, die {found.modifier:+d}"


def battle_of(pos: Position, target: Hex, units: tuple[UnitId, ...]) -> Battle:
    """The battle being formed on a hex, or one that could be declared."""
    fought = in_battle(top_of(pos.state), Battle)
    if fought is not None and fought.battle.target == target:
        return replace(fought.battle, attackers=units)
    side = side_to_attack(pos)
    return Battle(side, target, units, *defenders(pos, side, target))


def _strength(pos: Position, line: Line) -> Strength:
    text = f"{line.text} ({line.printed})" if line.unit else line.text
    if line.factors:
        text += f": {line.worded}"
    return Strength(text, mixed(line.value), pos.context.cite(line.topic), line.unit)


def result_of(found: Calculation, code: Code, chance: float) -> Result:
    """What a result would do: losses as small as the owner can make them."""
    attacker, defender, effect = _losses(found, code)
    return Result(code.id, chance, effect, attacker, defender, clears(found, code))


def clears(found: Calculation, code: Code) -> bool:
    """True when a result leaves no defender in the hex, whatever the owners choose."""
    if code.exchange:
        return not weaker_attacks(found.pos, found.battle)
    return code.defender is not Fate.STAYS


def _losses(found: Calculation, code: Code) -> tuple[int, int, str]:
    """Least losses of attacker and defender, and what the result does to whom."""
    if code.exchange:
        return _exchanged(found, code)
    attacker, defender = (
        _fate(found, units, fate, attacking=attacking)
        for units, fate, attacking in (
            (found.battle.attackers, code.attacker, True),
            (found.battle.defenders, code.defender, False),
        )
    )
    for side, fate, lost in (
        ("Attackers", code.attacker, attacker),
        ("Defenders", code.defender, defender),
    ):
        if fate is Fate.HALVED:
            return attacker, defender, f"{side} lose {lost} or more and retreat"
    return attacker, defender, code.text


def _exchanged(found: Calculation, code: Code) -> tuple[int, int, str]:
    pos, battle = found.pos, found.battle
    attacking = weaker_attacks(pos, battle)
    weak, strong = battle.standing, battle.attackers
    if attacking:
        weak, strong = strong, weak
    gone = printed(pos, weak, attacking=attacking)
    lost = _least(found, strong, exchange_demand(pos, battle, code), attacking=not attacking)
    if attacking:
        return gone, lost, f"Attackers eliminated, defenders lose {lost} or more"
    return lost, gone, f"Defenders eliminated, attackers lose {lost} or more"


def _fate(found: Calculation, units: tuple[UnitId, ...], fate: Fate, *, attacking: bool) -> int:
    everything = printed(found.pos, units, attacking=attacking)
    if fate is Fate.ELIMINATED:
        return everything
    if fate is Fate.HALVED:
        return _least(found, units, half_of(everything), attacking=attacking)
    return 0


def _least(found: Calculation, units: tuple[UnitId, ...], strength: int, *, attacking: bool) -> int:
    demand = Demand(strength, found.required(attacking=attacking))
    return least(demand, {unit: worth(found.pos, unit, attacking=attacking) for unit in units})


def further(found: Calculation) -> str:
    """What the next better column takes."""
    more = None if found.undefended else to_next_column(found.chart, found.attack, found.defense)
    if more is None:
        return "The odds are as good as they get."
    return f"{mixed(more)} more attack strength for {found.chart.columns[found.column + 1]}."


def _actions(pos: Position, battle: Battle) -> tuple[Action, ...]:
    """What declares the attack and forms it, up to before the die.

    Where it is being formed already, the units that have not joined yet; later, nothing.
    """
    frame = pos.state.top if pos.state.flow else None
    if isinstance(frame, Forming) and frame.battle.target == battle.target:
        joined = frame.battle.attackers
        return tuple(do.AddUnit(unit) for unit in battle.attackers if unit not in joined)
    if not isinstance(frame, Fighting):
        return ()
    outside = (unit for unit in battle.attackers if pos.piece(unit).hex != battle.target)
    return (do.DeclareAttack(battle.target), *(do.AddUnit(unit) for unit in outside))


def _too_early(pos: Position, battle: Battle, frame: Frame | None) -> Objection:
    """That nobody attacks now; who marches is told what units beside a hex lack for an overrun
    (BF-13).
    """
    text = "Attacks are declared in one's own combat phase"
    marching = isinstance(frame, Moving) and frame.side == battle.side
    origins = {pos.piece(unit).at for unit in battle.attackers}
    if marching and len(origins) == 1 and origins <= set(battle.target.neighbours()):
        now_at = overruns.odds(pos, battle.attackers, battle.target)
        if now_at < (least := pos.context.charts.overruns.least):
            return objection(pos, "overrun", f"{text}; an overrun takes {least}:1, not {now_at}:1.")
    return objection(pos, "attack", f"{text}.")


def _unjoined(
    pos: Position, frame: InBattle[Battle], units: tuple[UnitId, ...]
) -> Iterator[Objection]:
    """Why units do not join the attack that is fought; nothing of those who have."""
    late = f"The attack on {pos.label(frame.battle.target)} has gone in."
    for unit in units:
        if unit in frame.battle.attackers:
            continue
        if isinstance(frame, Forming):
            yield from FORMING.add_objections(pos, frame, do.AddUnit(unit))
        else:
            yield objection(pos, "attack", late)


def _objections(pos: Position, battle: Battle) -> tuple[Objection, ...]:
    if not battle.attackers:
        return (objection(pos, "attack", "No unit has joined the attack yet."),)
    frame = pos.state.top if pos.state.flow else None
    if isinstance(frame, InBattle) and frame.battle.target == battle.target:
        return tuple(dict.fromkeys(_unjoined(pos, frame, battle.attackers)))
    if not isinstance(frame, Fighting) or frame.side != battle.side:
        return (_too_early(pos, battle, frame),)
    found = list(DECLARING.objections(pos, frame.side, battle.target))
    forming = Forming(replace(battle, attackers=()))
    for unit in battle.attackers:
        if pos.piece(unit).hex != battle.target:
            found += FORMING.add_objections(pos, forming, do.AddUnit(unit))
        joined = (*forming.battle.attackers, unit)
        forming = Forming(replace(battle, attackers=joined))
    found += FORMING.go_in_objections(pos, forming, do.GoIn())
    return tuple(dict.fromkeys(found))
