"""What players see of a battle: both line-ups, the shifts in order, the chances of each result."""

from __future__ import annotations

from dataclasses import replace

from engine.core.actions import Action
from engine.core.view.display import BattleView, Combatant, Display, Modifier, Row
from engine.core.wording import per_cent
from engine.rules.combat.battles import fought
from engine.rules.view.line_up import battle_view
from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.battles import (
    Advancing,
    Aftermath,
    AirCall,
    AirOver,
    Battle,
    CombatRoll,
    Forming,
    InBattle,
    LeaveCall,
    Losing,
    NavalCall,
    NavalCombat,
    Retreating,
    UltraCall,
)
from engine.systems.operation_gertrud.battle.combat_phase import able, battle_for, drops_into
from engine.systems.operation_gertrud.battle.shifts import (
    column,
    defending,
    ledger,
    odds,
    outlook,
    strength,
)
from engine.systems.operation_gertrud.battle.support import committed
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import DEAD, Fighting
from oob.model import UnitId

STEPS = ("Forming", "Naval support", "Air support", "ULTRA", "Die", "Result", "Advance")

STEP_OF: dict[type[InBattle[Battle]], int] = {
    Forming: 0,
    NavalCall: 1,
    NavalCombat: 1,
    AirCall: 2,
    AirOver: 2,
    UltraCall: 3,
    CombatRoll: 4,
    Aftermath: 5,
    Losing: 5,
    LeaveCall: 5,
    Retreating: 5,
    Advancing: 6,
}


def battle(pos: Position) -> BattleView | None:
    """The battle being fought, with both line-ups; each unit's number is its combat factor."""
    found = battle_view(pos, Battle, steps=STEPS, step_of=STEP_OF, line_up=_line_up, told=_told)
    frame = fought(pos.state, Battle)
    is_open = frame is not None and STEP_OF[type(frame)] < STEP_OF[Losing]
    if found is None or frame is None or not is_open or not frame.battle.attackers:
        return found
    return replace(found, odds=in_short(pos, frame.battle))


def in_short(pos: Position, shown: Battle) -> str:
    """The strengths, the column and the chances of its results in one line."""
    chances = (f"{code}\u00a0{per_cent(chance)}" for code, chance in outlook(pos, shown).items())
    final = pos.context.charts.combat.columns[column(pos, shown)]
    force = f"{strength(pos, shown, shown.attackers)} against {defending(pos, shown)}"
    return f"{force}, column {final}%: {', '.join(chances)}"


def _told(pos: Position, frame: InBattle[Battle]) -> tuple[str, ...]:
    return lines(pos, frame.battle) if frame.battle.attackers else ()


def _line_up(
    pos: Position, frame: InBattle[Battle], units: tuple[UnitId, ...]
) -> tuple[Combatant, ...]:
    return tuple(_combatant(pos, frame.battle, unit) for unit in units)


def _combatant(pos: Position, shown: Battle, unit: UnitId) -> Combatant:
    piece = pos.state.pieces[unit]
    factor = pos.factor(unit, shown.target) if piece.steps else 0
    printed = pos.context.combat_factor(unit, piece.steps) if piece.steps else 0
    notes = [Modifier("Printed factor", printed, "OG-2.5")]
    if factor != printed:
        text = "Mountain unit in its terrain" if factor > printed else "Out of supply"
        notes.append(
            Modifier(text, factor - printed, "OG-16.0a" if factor > printed else "OG-7.3b")
        )
    return Combatant(
        unit=unit,
        to_hit=factor,
        ledger=tuple(notes),
        shots=0,
        lost=0,
        eliminated=piece.at == DEAD,
        says=f"factor {factor}",
    )


def lines(pos: Position, shown: Battle) -> tuple[str, ...]:
    """The battle in sentences: odds, each shift in the order of the rules, column, chances."""
    chart = pos.context.charts.combat
    attack = strength(pos, shown, shown.attackers)
    defence = defending(pos, shown)
    found = [f"{attack} against {defence}: {odds(pos, shown)}%"]
    found += [f"{line.text} {line.value:+d} [{line.rule}]" for line in ledger(pos, shown)]
    found.append(f"Column {chart.columns[column(pos, shown)]}%")
    found += [
        f"{code} {per_cent(chance)}: {_result(pos, shown, code)}"
        for code, chance in outlook(pos, shown).items()
    ]
    return tuple(found)


def _result(pos: Position, shown: Battle, code: str) -> str:
    """What a result means; an empty drop hex has nobody whom a defender's one concerns (OG
    15.0).
    """
    found = pos.context.charts.combat.code(code)
    spares = not found.attacker_steps and found.attacker_leaves == "stay"
    empty = not shown.defenders and bool(shown.droppers)
    return "Nothing happens to the attacker." if empty and spares else found.text


def display(pos: Position) -> Display | None:
    """The odds panel of the battle being formed or fought: every shift, and the exact chances of
    every result before anything is committed.
    """
    frame = fought(pos.state, Battle)
    if frame is None or not frame.battle.attackers or isinstance(frame, (Aftermath, Advancing)):
        return None
    shown, chart = frame.battle, pos.context.charts.combat
    rows = [Row("Odds", f"{odds(pos, shown)}%", shown.attackers, shown.target)]
    for line in ledger(pos, shown):
        tone = "good" if line.value > 0 else "bad"
        rows.append(Row(line.text, f"{line.value:+d}", tone=tone))
    final = f"{chart.columns[column(pos, shown)]}%"
    rows.append(Row("Column", final, tone="now"))
    for code, chance in outlook(pos, shown).items():
        rows.append(Row(f"{code}  {_result(pos, shown, code)}", per_cent(chance, 1)))
    return Display("odds", f"Battle for {pos.label(shown.target)}", tuple(rows), f"column {final}")


def forecast(pos: Position, action: Action) -> tuple[Modifier, ...]:
    """The shifts an attack would have: with all able units when it is announced, else as formed
    with the action added.
    """
    frame = pos.state.top if pos.state.flow else None
    if isinstance(action, do.DeclareAttack) and isinstance(frame, Fighting):
        return _declared(pos, frame, action)
    if not isinstance(frame, InBattle):
        return ()
    shown = frame.battle
    if isinstance(action, do.AddUnit):
        shown = replace(shown, attackers=(*shown.attackers, action.unit))
    elif isinstance(action, do.AddStack):
        joining = (u for u in able(pos, shown.side, shown.target) if u not in shown.attackers)
        stack = tuple(u for u in joining if pos.state.pieces[u].hex == action.origin)
        shown = replace(shown, attackers=(*shown.attackers, *stack))
    elif isinstance(action, do.Commit) and isinstance(frame, (NavalCall, AirCall)):
        shown = committed(frame, action.marker)
    elif not isinstance(action, (do.GoIn, do.KeepUltra, do.Withhold)):
        return ()
    return ledger(pos, shown) if shown.attackers else ()


def _declared(pos: Position, frame: Fighting, action: do.DeclareAttack) -> tuple[Modifier, ...]:
    jumping = drops_into(pos, frame.side, action.target)
    force = (*jumping, *able(pos, frame.side, action.target))
    if not force:
        return ()
    return ledger(pos, battle_for(pos, frame.side, action.target, force, jumping))
