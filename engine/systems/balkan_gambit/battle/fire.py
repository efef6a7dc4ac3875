"""Fire in battle: the ledger of each shot, barrage, defensive and offensive fire (BG 12.2 to
12.12).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.charts.tables import known
from engine.core.handler import Answer, Handler
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.view.display import Modifier
from engine.core.wording import counted
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.battle.aftermath import after_defensive_fire, after_offensive_fire
from engine.systems.balkan_gambit.state.common import Work, alive, hit, now, objection
from engine.systems.balkan_gambit.state.context import Context
from engine.systems.balkan_gambit.state.position import Position, other
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    DEAD,
    Barrage,
    Battle,
    DefensiveFire,
    InBattle,
    Kind,
    OffensiveFire,
    Shot,
    ShotRoll,
)
from oob.model import UnitId


def ledger(pos: Position, battle: Battle, unit: UnitId, attacking: bool) -> tuple[Modifier, ...]:
    """What a unit's to-hit number is made of, its printed factor first (BG 12.11)."""
    piece = pos.state.pieces[unit]
    factor = pos.context.combat_factor(unit, max(piece.steps, 1), piece.mode)
    lines = [Modifier("combat factor", factor, "BG-12.3a")]
    if battle.kind is Kind.DROP:
        return tuple(lines)
    chart = pos.context.charts.combat
    if unit in battle.unsupplied:
        rule = "BG-9.5b" if attacking else "BG-9.5c"
        lines.append(Modifier("out of supply", chart.out_of_supply, rule))
    if attacking:
        lines += _ground(pos, battle, unit)
    lines += _support(pos, battle, unit, attacking)
    return tuple(lines)


def _ground(pos: Position, battle: Battle, unit: UnitId) -> Iterator[Modifier]:
    terrain = pos.context.charts.terrain
    value = pos.context.terrain_to_hit(battle.target)
    if value:
        kind = pos.context.map.terrain[battle.target]
        row = terrain.city if battle.target in pos.context.cities else terrain.row(kind)
        yield Modifier(row.id, value, "BG-12.12a", str(known(row, "to_hit")))
    river = battle.origin is not None and battle.origin != battle.target
    if (
        river
        and battle.origin is not None
        and pos.context.crosses_river(battle.origin, battle.target)
        and not pos.support(unit)
    ):
        sure = known(terrain.river, "to_hit")
        yield Modifier("river", terrain.river.to_hit, "BG-12.12a", str(sure))
    if battle.side == ALLIED and battle.target in pos.state.improved:
        yield Modifier("Improved Position", pos.context.charts.combat.improved_position, "BG-7.12c")


def _support(pos: Position, battle: Battle, unit: UnitId, attacking: bool) -> Iterator[Modifier]:
    """TAC and naval support, never for corps support or partisans; TAC in attack for divisions
    alone.
    """
    allied = pos.owner(unit) == ALLIED
    if not allied or pos.support(unit) or pos.partisan(unit):
        return
    chart = pos.context.charts.combat
    flown = battle.tac_attack if attacking else battle.tac_defense
    if flown and (pos.context.stats[unit].division or not attacking):
        yield Modifier("TAC", chart.tac, "BG-12.2.5b" if attacking else "BG-12.2.3c")
    if pos.naval_supports(battle.target):
        rule = "BG-12.2.5c" if attacking else "BG-12.2.3d"
        yield Modifier("naval support", chart.naval, rule)


def to_hit(pos: Position, battle: Battle, unit: UnitId, attacking: bool) -> int:
    """A unit's modified to-hit number."""
    return sum(line.value for line in ledger(pos, battle, unit, attacking))


def targets(pos: Position, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Whom one may fire at: corps support only when nothing else is left (BG 12.5)."""
    standing = alive(pos, units)
    front = tuple(unit for unit in standing if not pos.support(unit))
    return front or standing


def open_battle(context: Context, transition: Work, battle: Battle) -> None:
    """Steps 1 and 2: supplied corps support of the attacker fires its barrage first."""
    pos = now(context, transition)
    guns = tuple(
        unit
        for unit in battle.attackers
        if pos.support(unit)
        and unit not in battle.unsupplied
        and to_hit(pos, battle, unit, True) > 0
        for _ in range(context.charts.combat.support_barrage_dice)
    )
    if guns:
        transition.state = transition.state.pushed(Barrage(replace(battle, shots=guns)))
    else:
        open_defensive_fire(context, transition, battle)


def open_defensive_fire(context: Context, transition: Work, battle: Battle) -> None:
    """Step 3, or straight on when no defender can fire."""
    pos = now(context, transition)
    shots = _volley(pos, battle, alive(pos, battle.defenders), attacking=False)
    if shots and alive(pos, battle.attackers):
        transition.state = transition.state.pushed(DefensiveFire(replace(battle, shots=shots)))
    else:
        after_defensive_fire(context, transition, replace(battle, shots=()), open_offensive_fire)


def open_offensive_fire(context: Context, transition: Work, battle: Battle) -> None:
    """Step 5, or straight on when no attacker can fire."""
    pos = now(context, transition)
    front = tuple(unit for unit in alive(pos, battle.attackers) if not pos.support(unit))
    shots = _volley(pos, battle, front, attacking=True)
    if shots and alive(pos, battle.defenders):
        transition.state = transition.state.pushed(OffensiveFire(replace(battle, shots=shots)))
    else:
        after_offensive_fire(context, transition, replace(battle, shots=()))


def _volley(
    pos: Position, battle: Battle, units: tuple[UnitId, ...], *, attacking: bool
) -> tuple[UnitId, ...]:
    """One entry for each shot: two for a full division, one otherwise (BG 2.12, 12.3)."""
    return tuple(
        unit
        for unit in units
        if to_hit(pos, battle, unit, attacking) > 0
        and not (pos.support(unit) and unit in battle.unsupplied)
        for _ in range(1 if pos.support(unit) else pos.state.pieces[unit].steps)
    )


def attacking_step(frame: InBattle[Battle]) -> bool:
    """True when the attackers are firing."""
    return not isinstance(frame, DefensiveFire)


def marks(pos: Position, frame: InBattle[Battle]) -> tuple[UnitId, ...]:
    """The units that may be fired at in a step; already eliminated ones for an extra hit (BG
    12.9).
    """
    battle = frame.battle
    if not attacking_step(frame):
        return targets(pos, battle.attackers)
    standing = targets(pos, battle.defenders)
    return standing or battle.defenders


def question(pos: Position, frame: InBattle[Battle]) -> Question:
    """Choose the firing unit and its target, shot by shot."""
    battle = frame.battle
    attacking = attacking_step(frame)
    side = battle.side if attacking else other(battle.side)
    what = {Barrage: "Barrage", DefensiveFire: "Defensive fire"}.get(type(frame), "Offensive fire")
    shots, aims = battle.shots, marks(pos, frame)
    families = [
        Family(
            "fire",
            "Fire",
            partial(_shots, frame, aims),
            draw=lambda s: do.Fire(shots[s.below(len(shots))], aims[s.below(len(aims))]),
        ),
    ]
    prompt = f"{what}: {counted(len(shots), 'shot')} left."
    if attacking and not alive(pos, battle.defenders):
        prompt = "Every defender is eliminated: fire on for an extra hit, or cease fire."
        families.append(Family("cease fire", "Cease fire", lambda: (do.CeaseFire(),), closing=True))
    return Question(side, prompt, tuple(families), "BG-12.3c")


def _shots(frame: InBattle[Battle], aims: tuple[UnitId, ...]) -> Iterator[Action]:
    for shooter in dict.fromkeys(frame.battle.shots):
        yield from (do.Fire(shooter, aim) for aim in aims)


def fire_objections(pos: Position, frame: InBattle[Battle], action: do.Fire) -> Iterator[Objection]:
    """What forbids a shot (BG 12.3, 12.5)."""
    if action.unit not in frame.battle.shots:
        yield objection("BG-12.3b", "That unit has no shot left in this step.")
    if action.at not in marks(pos, frame):
        enemies = frame.battle.defenders if attacking_step(frame) else frame.battle.attackers
        if action.at in alive(pos, enemies):
            yield objection("BG-12.5a", "Corps support is screened by the front line.")
        else:
            yield objection("BG-12.3c", "That is no target: it is not in this battle now.")


def fire(pos: Position, frame: InBattle[Battle], action: do.Fire, transition: Work) -> None:
    """Aim; the die follows."""
    number = to_hit(pos, frame.battle, action.unit, attacking_step(frame))
    transition.state = transition.state.pushed(ShotRoll(action.unit, action.at, number))


def cease_objections(
    pos: Position, frame: InBattle[Battle], _a: do.CeaseFire
) -> Iterator[Objection]:
    """Shots may be given up only when every defender is eliminated (BG 12.9)."""
    if alive(pos, frame.battle.defenders):
        yield objection("BG-12.2.5a", "All attackers fire while a defender is left.")


def cease(pos: Position, frame: InBattle[Battle], _action: do.CeaseFire, transition: Work) -> None:
    """End offensive fire."""
    transition.state = transition.state.popped()
    after_offensive_fire(pos.context, transition, replace(frame.battle, shots=()))


def shot_node(pos: Position, frame: ShotRoll) -> ChanceNode:
    """The die of one shot: at or under the number hits (BG 12.3)."""
    meanings = tuple("hit" if face <= frame.to_hit else "miss" for face in pos.faces)
    reason = f"{pos.called(frame.shooter)} fires at {pos.called(frame.target)}"
    return ChanceNode(pos.die, reason, "BG-12.3a", meanings)


def roll_shot(pos: Position, frame: ShotRoll, face: int, transition: Work) -> None:
    """Settle one shot; hits take effect at once (BG 12.4)."""
    transition.state = transition.state.popped()
    step = transition.state.top
    assert isinstance(step, InBattle)
    battle = step.battle
    struck = face <= frame.to_hit
    transition.tell(
        "shot",
        "BG-12.3a",
        unit=frame.shooter,
        target=frame.target,
        face=face,
        number=frame.to_hit,
        result="hit" if struck else "miss",
    )
    shots = list(battle.shots)
    shots.remove(frame.shooter)
    battle = replace(
        battle,
        shots=tuple(shots),
        fired=(*battle.fired, Shot(frame.shooter, frame.target, frame.to_hit, face, struck)),
    )
    if struck:
        battle = _strike(pos, step, battle, frame.target, transition)
    _go_on(pos.context, transition, step, battle)


def _strike(
    pos: Position, step: InBattle[Battle], battle: Battle, target: UnitId, transition: Work
) -> Battle:
    if transition.state.pieces[target].at == DEAD:
        transition.tell("extra hit", "BG-12.9a", target=target)
        return replace(battle, extra_hit=True, shots=())
    hit(pos.context, transition, target, supplied=target not in battle.unsupplied)
    if isinstance(step, DefensiveFire):
        return replace(battle, lost_defending=(*battle.lost_defending, target))
    if isinstance(step, OffensiveFire):
        return replace(battle, lost_attacking=(*battle.lost_attacking, target))
    return battle


def _go_on(context: Context, transition: Work, step: InBattle[Battle], battle: Battle) -> None:
    """Next shot, or the next step of the battle."""
    pos = now(context, transition)
    if battle.shots and _more_to_hit(pos, step, battle):
        transition.state = transition.state.swapped(type(step)(battle))
        return
    transition.state = transition.state.popped()
    battle = replace(battle, shots=())
    if isinstance(step, Barrage):
        open_defensive_fire(context, transition, battle)
    elif isinstance(step, DefensiveFire):
        after_defensive_fire(context, transition, battle, open_offensive_fire)
    else:
        after_offensive_fire(context, transition, battle)


def _more_to_hit(pos: Position, step: InBattle[Battle], battle: Battle) -> bool:
    if isinstance(step, DefensiveFire):
        return bool(alive(pos, battle.attackers))
    if alive(pos, battle.defenders):
        return True
    recoverable = isinstance(step, OffensiveFire) and bool(battle.lost_attacking)
    return recoverable and any(pos.regular(unit) for unit in battle.defenders)


FIRING = (Answer(do.Fire, fire_objections, fire),)

HANDLERS = (
    Handler(Barrage, FIRING, question=question),
    Handler(DefensiveFire, FIRING, question=question),
    Handler(
        OffensiveFire, (*FIRING, Answer(do.CeaseFire, cease_objections, cease)), question=question
    ),
    Handler(ShotRoll, chance=shot_node, rolled=roll_shot),
)
