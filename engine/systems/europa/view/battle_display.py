"""What players see of a battle: both line-ups, each halving and modifier, the chances."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from engine.core.actions import Action
from engine.core.view.display import BattleView, Combatant, Display, Modifier, Row
from engine.core.wording import mixed, per_cent
from engine.rules.combat.battles import fought
from engine.rules.view.line_up import battle_view
from engine.systems.europa.air.bombing.support import GoingIn
from engine.systems.europa.combat import battle_actions as do
from engine.systems.europa.combat.battles import (
    Advancing,
    Aftermath,
    ArmorCall,
    Battle,
    CombatRoll,
    Forming,
    InBattle,
    Losing,
    Retreating,
    SlippingAway,
)
from engine.systems.europa.combat.calculation import Calculation
from engine.systems.europa.combat.combat_phase import (
    able,
    afar,
    candidates,
    defenders,
    joined,
)
from engine.systems.europa.combat.crossing import origin_of
from engine.systems.europa.combat.strength import Line, attack_lines, defense_lines, ledger
from engine.systems.europa.state.constants import DEAD, GONE
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Fighting
from engine.systems.europa.view.planning import column_text, further, result_of
from oob.model import UnitId

STEPS = ("Forming", "Armour", "Die", "Losses", "Retreats", "Advance")

STEP_OF: dict[type[InBattle[Battle]], int] = {
    Forming: 0,
    GoingIn: 0,
    ArmorCall: 1,
    CombatRoll: 2,
    Aftermath: 3,
    Losing: 3,
    Retreating: 4,
    SlippingAway: 4,
    Advancing: 5,
}


def battle(pos: Position) -> BattleView | None:
    """The battle being fought, with both line-ups; each unit's number is its strength in it. Guns
    that fire from afar stand with the attackers.
    """
    found = battle_view(pos, Battle, steps=STEPS, step_of=STEP_OF, line_up=_line_up, told=_told)
    frame = fought(pos.state, Battle)
    if found is None or frame is None:
        return found
    if _fresh(frame) and frame.battle.attackers:
        found = replace(found, odds=odds(Calculation(pos, frame.battle)))
    if not frame.battle.firing:
        return found
    return replace(found, attackers=_line_up(pos, frame, frame.battle.striking))


def odds(found: Calculation) -> str:
    """The column and the chances of its results in one line."""
    chances = (f"{code}\u00a0{per_cent(chance)}" for code, chance in found.chances.items())
    return f"{column_text(found)}: {', '.join(chances)}"


def _fresh(frame: InBattle[Battle]) -> bool:
    return STEP_OF[type(frame)] < STEP_OF[Losing]


def _told(pos: Position, frame: InBattle[Battle]) -> tuple[str, ...]:
    return lines(pos, frame.battle) if _fresh(frame) and frame.battle.attackers else ()


def _line_up(
    pos: Position, frame: InBattle[Battle], units: tuple[UnitId, ...]
) -> tuple[Combatant, ...]:
    """Units with their strength while the battle is open; afterwards what is left of them."""
    worked: dict[UnitId, Line] = {}
    if _fresh(frame):
        both = (*attack_lines(pos, frame.battle), *defense_lines(pos, frame.battle))
        worked = {line.unit: line for line in both if line.unit is not None}
    return tuple(_combatant(pos, frame, unit, worked.get(unit)) for unit in units)


def _combatant(
    pos: Position, frame: InBattle[Battle], unit: UnitId, line: Line | None
) -> Combatant:
    lost = pos.piece(unit).at in (DEAD, GONE)
    if line is None:
        cadre = not lost and pos.facts(unit).cadre
        says = "eliminated" if lost else _left(pos, frame, unit, cadre=cadre)
        return Combatant(unit, 0, (), 0, int(cadre), lost, says)
    return Combatant(unit, int(line.value), _notes(pos, line), 0, 0, lost, mixed(line.value))


def _left(pos: Position, frame: InBattle[Battle], unit: UnitId, *, cadre: bool) -> str:
    """What is left of a unit, whether its player has chosen it as a loss, and whether it has gone
    from the attacked hex or into it.
    """
    if isinstance(frame, Losing) and unit in frame.chosen:
        return "chosen as a loss"
    there = pos.piece(unit).at == frame.battle.target
    if unit in frame.battle.defenders:
        went = "" if there else "retreated"
    else:
        went = "advanced" if there and isinstance(frame, Advancing) else ""
    return ", ".join(filter(None, ("cadre" if cadre else "", went))) or "in the fight"


def _notes(pos: Position, line: Line) -> tuple[Modifier, ...]:
    """Printed strength, then what each factor adds or takes."""
    cite = pos.context.cite
    notes = [Modifier(f"Printed {line.printed}", line.printed, cite(line.topic))]
    value = Fraction(line.printed)
    for factor in line.factors:
        after = value * factor.by
        text = f"{factor.text.capitalize()}: {mixed(value)} to {mixed(after)}"
        gain = after - value
        says = f"{'+' if gain > 0 else '−'}{mixed(abs(gain))}" if gain.denominator > 1 else ""
        notes.append(Modifier(text, int(gain), cite(factor.topic), says=says))
        value = after
    return tuple(notes)


def lines(pos: Position, shown: Battle) -> tuple[str, ...]:
    """The battle in sentences: strengths, odds, each modifier, the chances."""
    found = Calculation(pos, shown)
    told = [f"Attack {mixed(found.attack)}", *ledger(found.attackers)]
    told += [f"Defence {mixed(found.defense)}", *ledger(found.defenders)]
    told += [f"{line.text} {line.value:+d} [{line.rule}]" for line in found.modifiers]
    told += [column_text(found), further(found)]
    told += [
        f"{code} {per_cent(chance)}: {found.chart.code(code).text}"
        for code, chance in found.chances.items()
    ]
    return tuple(told)


def display(pos: Position) -> Display | None:
    """The odds panel of the battle being formed: each modifier, the exact chances of each result,
    what it would do.
    """
    frame = fought(pos.state, Battle)
    if not isinstance(frame, (Forming, ArmorCall, CombatRoll)) or not frame.battle.attackers:
        return None
    shown = frame.battle
    found = Calculation(pos, shown)
    rows = [
        Row(pos.label(shown.target), "attacked", hex=shown.target, tone="now"),
        Row("Attack", mixed(found.attack), shown.striking, shown.target),
        Row("Defence", mixed(found.defense), shown.defenders, shown.target),
    ]
    for line in found.modifiers:
        rows.append(Row(line.text, f"{line.value:+d}", tone="good" if line.value > 0 else "bad"))
    rows.append(Row("Odds", column_text(found), tone="now"))
    rows.append(Row("Next column", further(found), tone="muted"))
    for code, chance in found.chances.items():
        result = result_of(found, found.chart.code(code), float(chance))
        rows.append(Row(f"{code}  {result.effect}", per_cent(result.chance, 1)))
    return Display("odds", "Battle", tuple(rows), column_text(found))


def forecast(pos: Position, action: Action) -> tuple[Modifier, ...]:
    """The modifiers an attack would have: with all able units when it is declared, else as formed
    with the action taken.
    """
    frame = pos.state.top if pos.state.flow else None
    if isinstance(action, do.DeclareAttack) and isinstance(frame, Fighting):
        force = able(pos, frame.side, action.target)
        enemies, late = defenders(pos, frame.side, action.target)
        shown = Battle(frame.side, action.target, force, enemies, late)
        return Calculation(pos, shown).modifiers if force and enemies else ()
    if not isinstance(frame, InBattle):
        return ()
    after = _after(pos, frame.battle, action)
    return Calculation(pos, after).modifiers if after is not None and after.attackers else ()


def _after(pos: Position, shown: Battle, action: Action) -> Battle | None:
    match action:
        case do.AddUnit(unit):
            return joined(pos, shown, unit)
        case do.DropUnit(unit):
            return shown.without(unit)
        case do.AddStack(origin):
            near = (u for u in candidates(pos, shown) if not afar(pos, u, shown.target))
            stack = (u for u in near if origin_of(pos, u, shown.target) == origin)
            return replace(shown, attackers=(*shown.attackers, *stack))
        case do.GoIn():
            return shown
    return None
