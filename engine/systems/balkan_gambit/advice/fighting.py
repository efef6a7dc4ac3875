"""Decisions inside a battle: whom to fire at, when to break off, when to give ground."""

from __future__ import annotations

from engine.core.system import Advice
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.advice.outlook import Outlook
from engine.systems.balkan_gambit.advice.striking import odds_of, prize, step_worth
from engine.systems.balkan_gambit.battle.fire import attacking_step, marks, to_hit
from engine.systems.balkan_gambit.state.common import alive
from engine.systems.balkan_gambit.state.records import (
    Battle,
    BreakOffCall,
    DefenderTac,
    InBattle,
    Kind,
    Overstacked,
    RetreatCall,
)
from oob.model import UnitId


def firing(look: Outlook, frame: InBattle[Battle]) -> Advice:
    """The best shot at the unit whose loss hurts most."""
    pos, battle = look.pos, frame.battle
    attacking = attacking_step(frame)
    shooter = max(battle.shots, key=lambda u: (to_hit(pos, battle, u, attacking), u))
    aim = max(marks(pos, frame), key=lambda u: _hurt(look, frame, u))
    return Advice(do.Fire(shooter, aim), f"{pos.called(aim)} would be missed most.")


def _hurt(look: Outlook, frame: InBattle[Battle], unit: UnitId) -> tuple[float, UnitId]:
    """How much a hit on a unit hurts: a division's last step most, then its firepower."""
    pos = look.pos
    piece = pos.state.pieces[unit]
    last = piece.steps == 1 and pos.context.stats[unit].division
    firepower = to_hit(pos, frame.battle, unit, not attacking_step(frame))
    return (firepower + 3.0 * last + 0.5 * (piece.steps == 1), unit)


def breaking_off(look: Outlook, frame: BreakOffCall) -> Advice:
    """Press on while that is worth more than the step a break off saves."""
    pos, battle = look.pos, frame.battle
    odds = odds_of(pos, battle, replied=True)
    gain = odds.clear * prize(look, battle.target)
    gain += odds.killed * step_worth(look, battle.defenders)
    saved = max(battle.lost_defending, key=lambda u: (step_worth(look, (u,)), u))
    worth = step_worth(look, (saved,)) + (0.3 if pos.state.pieces[saved].steps == 0 else 0.0)
    if look.allowed(do.PressOn()) and gain >= worth:
        return Advice(do.PressOn(), f"There is still a chance of {odds.clear:.0%}.")
    return Advice(do.BreakOff(saved), f"{pos.called(saved)} is worth more than the chance left.")


def giving_ground(look: Outlook, frame: RetreatCall) -> Advice:
    """Retreat when the hex is lost anyway, or worth less than the step and what is at risk."""
    pos, battle = look.pos, frame.battle
    saved = max(battle.lost_attacking, key=lambda u: (step_worth(look, (u,)), u))
    standing = alive(pos, battle.defenders)
    retreat = do.Retreat(saved)
    if not look.allowed(retreat):
        others = [u for u in dict.fromkeys(battle.lost_attacking) if look.allowed(do.Retreat(u))]
        if not others or standing:
            return Advice(do.Hold(), "There is nowhere to go.")
        return Advice(do.Retreat(others[0]), "The hex is lost; a step is saved.")
    if not standing:
        return Advice(retreat, "The hex is lost; a step is saved.")
    left = sum(pos.state.pieces[u].steps for u in standing)
    against = sum(pos.state.pieces[u].steps for u in alive(pos, battle.attackers))
    worth = prize(look, battle.target) * min(1.0, left / max(1, against))
    if worth > 0.8 or left >= against:
        return Advice(do.Hold(), f"{pos.label(battle.target)} is worth holding.")
    return Advice(retreat, "The ground is not worth the men.")


def defending_tac(look: Outlook, frame: DefenderTac) -> Advice:
    """Air support in defence, unless the battle has no modifiers."""
    if frame.battle.kind is Kind.DROP or not look.allowed(do.UseTac()):
        return Advice(do.NoTac(), "It would not help.")
    return Advice(do.UseTac(), "Air support makes every shot better.")


def thinning(look: Outlook, frame: Overstacked) -> Advice | None:
    """Give up the unit that would be missed least."""
    units = [
        u for u in look.pos.friends(frame.at, look.side) if look.allowed(do.RemoveOverstack(u))
    ]
    if not units:
        return None
    least = min(units, key=lambda u: (look.weight(u) * step_worth(look, (u,)), u))
    return Advice(do.RemoveOverstack(least), f"{look.pos.called(least)} is missed least.")
