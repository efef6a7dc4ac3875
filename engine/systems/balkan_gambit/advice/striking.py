"""Attacks and hunts: what each is likely to bring, and which units make it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.system import Advice
from engine.core.wording import counted
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.advice.marching import Option
from engine.systems.balkan_gambit.advice.odds import Odds, battle_odds
from engine.systems.balkan_gambit.advice.outlook import Outlook
from engine.systems.balkan_gambit.battle.attacks import attackers_in, candidates
from engine.systems.balkan_gambit.battle.fire import to_hit
from engine.systems.balkan_gambit.battle.hunts import hunt_ledger, prey_in
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import ALLIED, AXIS, Battle, Forming, Kind
from maps.hexgrid import Hex
from oob.model import UnitId

STEP = 0.5
"""Worth of a regular step."""

BAND = 0.25
"""Worth of a partisan unit."""

ROOMY = 0.8
"""Worth of a hex without places that regular units are driven out of."""


def shots(pos: Position, battle: Battle, units: tuple[UnitId, ...], attacking: bool) -> list[int]:
    """The to-hit numbers of a volley, support left out; units that cannot hit have none."""
    found = []
    for unit in units:
        if attacking and pos.support(unit):
            continue
        number = to_hit(pos, battle, unit, attacking)
        if number > 0 and not (pos.support(unit) and unit in battle.unsupplied):
            count = 1 if pos.support(unit) else pos.state.pieces[unit].steps
            found += [number] * count
    return found


def odds_of(pos: Position, battle: Battle, *, replied: bool = False) -> Odds:
    """The odds of a battle as formed; ``replied`` when defensive fire is over."""
    defenders = tuple(u for u in battle.defenders if pos.state.pieces[u].steps)
    attackers = tuple(u for u in battle.attackers if pos.state.pieces[u].steps)
    standing = sum(pos.state.pieces[unit].steps for unit in defenders)
    guns = [] if replied else _barrage(pos, battle, attackers)
    back = [] if replied else shots(pos, battle, defenders, attacking=False)
    attack = shots(pos, battle, attackers, attacking=True)
    return battle_odds(tuple(guns), tuple(attack), tuple(back), standing)


def _barrage(pos: Position, battle: Battle, units: tuple[UnitId, ...]) -> list[int]:
    return [
        number
        for unit in units
        if pos.support(unit) and unit not in battle.unsupplied
        for number in (to_hit(pos, battle, unit, True),)
        if number > 0
        for _ in range(pos.context.charts.combat.support_barrage_dice)
    ]


def drawn_up(pos: Position, battle: Battle, units: tuple[UnitId, ...]) -> Battle:
    """A battle with its force and its defenders as they would fight it."""
    defenders = pos.defenders(battle.target, battle.side)
    short = frozenset(unit for unit in (*units, *defenders) if not pos.supplied(unit))
    return replace(battle, attackers=units, defenders=defenders, unsupplied=short)


def step_worth(look: Outlook, units: tuple[UnitId, ...]) -> float:
    """Mean worth of a step among some units."""
    values = [
        BAND
        if look.pos.partisan(u)
        else STEP * (1.3 if look.pos.context.stats[u].division else 1.0)
        for u in units
    ]
    return sum(values) / len(values) if values else 0.0


def prize(look: Outlook, target: Hex) -> float:
    """What clearing a hex of the enemy is worth, its steps aside."""
    worth = look.points(target) * 1.3
    if target not in look.pos.context.places and look.threat(target, 0):
        worth = ROOMY
    if target in look.pos.state.beachheads and look.side == AXIS:
        worth += look.pos.context.charts.points.supply_marker + 2.0
    if target in look.pos.context.ports and look.side == ALLIED:
        worth += 1.0
    return worth


def worth_of(look: Outlook, battle: Battle) -> tuple[float, Odds]:
    """What a battle as drawn up gains, and its odds."""
    found = odds_of(look.pos, battle)
    gain = found.clear * prize(look, battle.target)
    gain += found.killed * step_worth(look, battle.defenders)
    gain -= found.lost * step_worth(look, battle.attackers)
    return gain, found


def able(look: Outlook, battle: Battle, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Those of the units that can attack the target and may hit something."""
    pos, origin = look.pos, battle.origin
    return tuple(
        unit
        for unit in units
        if (origin is None or origin == battle.target or pos.can_step(unit, origin, battle.target))
        and (pos.support(unit) or to_hit(pos, battle, unit, True) > 0)
    )


def attack_options(look: Outlook) -> Iterator[Option]:
    """Every attack that gains something."""
    pos, side = look.pos, look.side
    cost = pos.context.charts.commands.attack
    if pos.state.cp < cost:
        return
    for origin in sorted(pos.held[side]):
        units = attackers_in(pos, side, origin)
        if not any(not pos.support(unit) for unit in units):
            continue
        for target in origin.neighbours():
            if target not in pos.held[look.enemy]:
                continue
            plan = _plan(look, Battle(side, target, origin=origin), units)
            action = do.DeclareAttack(origin, target)
            if plan is not None and plan.rate > 0 and look.allowed(action):
                yield replace(plan, action=action, cost=cost)


def _plan(look: Outlook, bare: Battle, units: tuple[UnitId, ...]) -> Option | None:
    pos = look.pos
    bare = replace(bare, tac_attack=bare.side == ALLIED and pos.tac_left > 0)
    short = frozenset(u for u in units if not pos.supplied(u))
    force = able(look, replace(bare, unsupplied=short), units)
    if not any(not pos.support(unit) for unit in force):
        return None
    gain, found = worth_of(look, drawn_up(pos, bare, force))
    reason = f"{pos.label(bare.target)} falls with {found.clear:.0%}."
    return Option(do.Resolve(), gain, 0, reason)


def hunt_options(look: Outlook) -> Iterator[Option]:
    """Hunts of dispersed partisans that are likely to catch some."""
    pos, side = look.pos, look.side
    cost = pos.context.charts.commands.attack
    if pos.state.cp < cost:
        return
    prey = {at for at in pos.occupied[look.enemy] if any(map(pos.dispersed, pos.at[at]))}
    for origin in sorted(pos.held[side]) if prey else ():
        units = attackers_in(pos, side, origin)
        for target in (origin, *origin.neighbours()) if units else ():
            if target not in prey:
                continue
            battle = Battle(side, target, units, kind=Kind.HUNT, origin=origin)
            chance = min(10, sum(line.value for line in hunt_ledger(pos, battle))) / 10
            count = len(prey_in(pos, battle))
            gain = chance * count * (BAND + 0.2 * (look.points(target) > 0))
            action = do.DeclareHunt(origin, target)
            if count and chance >= 0.5 and look.allowed(action):
                many = counted(count, "partisan unit is", "partisan units are")
                reason = f"{many} caught in {pos.label(target)} at {chance:.0%}."
                yield Option(action, gain, cost, reason)


def forming(look: Outlook, frame: Forming[Battle]) -> Advice:
    """Add every unit that may hit, commit TAC where it helps, then fight."""
    pos, battle = look.pos, frame.battle
    waiting = candidates(pos, battle)
    for unit in _in_order(look, battle, waiting):
        action = do.AddUnit(unit)
        if look.allowed(action):
            return Advice(action, f"{pos.called(unit)} adds to the chances.")
    if look.allowed(do.UseTac()):
        return Advice(do.UseTac(), "Air support makes every shot better.")
    return Advice(do.Resolve(), "The force is complete.")


def _in_order(look: Outlook, battle: Battle, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Those units worth adding, the strongest first; then the rest when nobody has joined."""
    pos = look.pos
    if battle.kind is Kind.HUNT:
        return units
    short = frozenset(u for u in units if not pos.supplied(u))
    useful = able(look, replace(battle, unsupplied=short), units)
    wanted = useful if battle.attackers else units
    return tuple(sorted(wanted, key=lambda u: (u not in useful, -power(pos, u), pos.support(u), u)))


def power(pos: Position, unit: UnitId) -> int:
    """Combat factor times steps."""
    piece = pos.state.pieces[unit]
    return pos.context.combat_factor(unit, max(1, piece.steps), piece.mode) * max(1, piece.steps)
