"""Attack commands: declaring, forming the force, support, and the start of the battle (BG 7.4,
12.2).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.core.wording import counted
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.battle.fire import open_battle
from engine.systems.balkan_gambit.battle.hunts import open_hunt
from engine.systems.balkan_gambit.state.common import (
    Work,
    can_act,
    free_to_act,
    is_held_back,
    now,
    objection,
)
from engine.systems.balkan_gambit.state.position import Position
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    ATTACKED,
    AXIS,
    ENTERED,
    MED_BOX,
    Battle,
    Commanding,
    DefenderTac,
    Forming,
    Kind,
)
from engine.systems.balkan_gambit.turn.command_points import afford, can_afford, earmarked, pay
from maps.hexgrid import Hex, are_adjacent
from oob.model import UnitId


def families(pos: Position, side: str) -> list[Family]:
    """Attack commands of a side."""
    return [
        Family(
            "attack",
            "Attack",
            partial(_all, pos, side, _attacks),
            of=partial(_of, pos, side, _attacks),
            sure=partial(_may_declare, pos, side),
            weight=6,
        ),
        Family(
            "hunt",
            "Attack dispersed partisans",
            partial(_all, pos, side, _hunts),
            of=partial(_of, pos, side, _hunts),
            sure=partial(_may_declare, pos, side),
            weight=3,
        ),
    ]


From = Callable[[Position, str, Hex], Iterator[Action]]
"""What a side could declare from a hex."""


def _all(pos: Position, side: str, declared: From) -> Iterator[Action]:
    for origin in sorted(pos.held[side]):
        yield from declared(pos, side, origin)


def _of(pos: Position, side: str, declared: From, unit: UnitId) -> Iterator[Action]:
    # The window narrows by unit; the declaration itself names only hexes.
    at = pos.state.pieces[unit].at
    if isinstance(at, Hex) and not is_held_back(pos, unit, at):
        yield from declared(pos, side, at)


def _attacks(pos: Position, side: str, origin: Hex) -> Iterator[Action]:
    enemy = pos.held[AXIS if side == ALLIED else ALLIED]
    return (do.DeclareAttack(origin, near) for near in origin.neighbours() if near in enemy)


def _hunts(pos: Position, side: str, origin: Hex) -> Iterator[Action]:
    hiding = pos.hiding[AXIS if side == ALLIED else ALLIED]
    return (do.DeclareHunt(origin, at) for at in (origin, *origin.neighbours()) if at in hiding)


def _may_declare(pos: Position, side: str, action: Action) -> bool:
    """What the check says of an attack or hunt from a held hex on enemies in or beside it."""
    assert isinstance(action, (do.DeclareAttack, do.DeclareHunt)), "what the families offer"
    origin, target = action.origin, action.target
    able = attackers_in(pos, side, origin)
    hunt = isinstance(action, do.DeclareHunt)
    return (
        not all(pos.support(unit) for unit in able)
        and (origin == target or any(pos.can_step(unit, origin, target) for unit in able))
        and not any(True for _ in _target_objections(pos, side, target, hunt))
        and not any(True for _ in chetnik_limit(pos, able, target))
        and can_afford(
            pos,
            pos.context.charts.commands.attack,
            partisans=any(pos.partisan(unit) for unit in able),
        )
    )


def attackers_in(pos: Position, side: str, at: Hex) -> tuple[UnitId, ...]:
    """Units in a hex that may take part in an attack now."""
    return tuple(
        unit for unit in pos.friends(at, side) if not pos.dispersed(unit) and free_to_act(pos, unit)
    )


def chetnik_limit(pos: Position, units: tuple[UnitId, ...], target: Hex) -> Iterator[Objection]:
    """Chetniks under the Axis attack Yugoslav Partisans only (1943)."""
    if pos.state.chetniks != AXIS or not any(pos.nation(unit) == "chetnik" for unit in units):
        return
    if any(pos.nation(unit) != "yugoslav" for unit in pos.enemies(target, AXIS)):
        yield objection("BG-1943.13", "Axis Chetniks may attack only Yugoslav Partisans.")


def declare_objections(
    pos: Position, frame: Commanding, action: do.DeclareAttack | do.DeclareHunt
) -> Iterator[Objection]:
    """What forbids an attack command (BG 7.4, 11.5, 12.1, 12.15)."""
    side, origin, target = frame.side, action.origin, action.target
    units = pos.friends(origin, side)
    able = attackers_in(pos, side, origin)
    hunt = isinstance(action, do.DeclareHunt)
    if not units:
        yield objection("BG-7.4b", f"You have no units in {pos.label(origin)}.")
        return
    if not able:
        if all(pos.dispersed(unit) for unit in units):
            yield objection("BG-12.14b", "Dispersed partisans may not attack.")
        for unit in units:
            yield from can_act(pos, unit)
        return
    if all(pos.support(unit) for unit in able):
        yield objection("BG-12.5b", "Corps support never attacks alone.")
    if not (are_adjacent(origin, target) or (hunt and origin == target)):
        yield objection("BG-12.1b", f"{pos.label(target)} is not adjacent.")
        return
    yield from _target_objections(pos, side, target, hunt)
    if origin != target and not any(pos.can_step(unit, origin, target) for unit in able):
        yield objection(
            _barrier(pos, origin, target), f"No attack across that hexside to {pos.label(target)}."
        )
    yield from chetnik_limit(pos, able, target)
    partisans = any(pos.partisan(unit) for unit in able)
    yield from afford(pos, pos.context.charts.commands.attack, partisans=partisans)


def _barrier(pos: Position, a: Hex, b: Hex) -> str:
    """The rule by which a hexside cannot be crossed (BG 11.5)."""
    return "BG-11.5c" if "blocked" in pos.context.map.side_kinds(a, b) else "BG-11.5b"


def _target_objections(pos: Position, side: str, target: Hex, hunt: bool) -> Iterator[Objection]:
    if hunt:
        if not any(pos.dispersed(unit) for unit in pos.enemies(target, side)):
            yield objection("BG-12.15a", f"No dispersed partisans are in {pos.label(target)}.")
    elif not pos.defenders(target, side):
        yield objection("BG-12.1b", f"No enemy to fight is in {pos.label(target)}.")


def declare(
    pos: Position, frame: Commanding, action: do.DeclareAttack | do.DeclareHunt, transition: Work
) -> None:
    """Pay for the attack and open the forming of the force."""
    hunt = isinstance(action, do.DeclareHunt)
    cost = pos.context.charts.commands.attack
    pay(transition, cost)
    battle = Battle(
        kind=Kind.HUNT if hunt else Kind.ATTACK,
        side=frame.side,
        target=action.target,
        origin=action.origin,
        reserved=_needs_partisans(pos, cost),
    )
    transition.state = transition.state.pushed(Forming(battle))
    transition.tell(
        "attack declared", "BG-7.4a", at=action.origin, to=action.target, side=frame.side
    )


def _needs_partisans(pos: Position, cost: int) -> bool:
    """True when the points just spent include the one earmarked for partisans (BG 7.2)."""
    return cost > pos.state.cp - earmarked(pos)


def candidates(pos: Position, battle: Battle) -> tuple[UnitId, ...]:
    """Units that may still be added to a force."""
    if battle.origin is not None:
        able = attackers_in(pos, battle.side, battle.origin)
    else:
        able = tuple(unit for unit in pos.boxed(MED_BOX) if free_to_act(pos, unit))
    return tuple(unit for unit in able if unit not in battle.attackers)


def question(pos: Position, frame: Forming[Battle]) -> Question:
    """Choose the attacking units and support, then resolve."""
    battle = frame.battle
    units = candidates(pos, battle)
    words = {
        Kind.ATTACK: "attack on",
        Kind.HUNT: "attack on the partisans in",
        Kind.LANDING: "landing at",
        Kind.DROP: "drop on",
    }
    found = [
        Family(
            "add unit", "Add to the force", lambda: (do.AddUnit(unit) for unit in units), weight=6
        ),
        Family("resolve", "Resolve", lambda: (do.Resolve(),), weight=3, closing=True),
    ]
    if not battle.tac_attack:
        found.insert(1, Family("use tac", "Commit TAC", lambda: (do.UseTac(),), weight=2))
    fight = f"the {words[battle.kind]} {pos.label(battle.target)}"
    prompt = f"Choose the units for {fight}."
    limit = pos.context.charts.commands.assault_units
    if not units or (battle.origin is None and len(battle.attackers) >= limit):
        prompt = f"Resolve {fight}: no other unit can join."
    return Question(battle.side, prompt, tuple(found), "BG-12.2.1")


def add_objections(
    pos: Position, frame: Forming[Battle], action: do.AddUnit
) -> Iterator[Objection]:
    """What forbids a unit to join the force (BG 7.4, 7.5, 7.7, 7.9)."""
    battle, unit = frame.battle, action.unit
    if unit not in candidates(pos, battle):
        yield objection("BG-7.4b", "That unit cannot join this attack.")
        return
    if battle.origin is not None:
        if battle.origin != battle.target and not pos.can_step(unit, battle.origin, battle.target):
            rule = _barrier(pos, battle.origin, battle.target)
            yield objection(rule, f"{pos.called(unit)} cannot attack across that hexside.")
        yield from chetnik_limit(pos, (unit,), battle.target)
        if battle.reserved and not pos.partisan(unit) and not _partisan_to_come(pos, battle, unit):
            yield objection("BG-7.2d", "The last command point goes to partisans: add one first.")
        return
    yield from assault_unit_objections(pos, battle, unit)


def _partisan_to_come(pos: Position, battle: Battle, unit: UnitId) -> bool:
    force = (*battle.attackers, *candidates(pos, battle))
    return any(pos.partisan(mate) for mate in force if mate != unit)


def assault_unit_objections(pos: Position, battle: Battle, unit: UnitId) -> Iterator[Objection]:
    """What keeps a unit out of an amphibious or airborne assault."""
    limit = pos.context.charts.commands.assault_units
    if len(battle.attackers) >= limit:
        yield objection("BG-7.5c", f"An assault takes at most {counted(limit, 'unit')}.")
    yield from unfit_objections(pos, battle.kind, unit)
    broken = assault_stack(pos, battle, unit)
    if broken:
        yield objection(broken, f"{pos.label(battle.target)} would be overstacked or mixed.")


def unfit_objections(pos: Position, kind: Kind, unit: UnitId) -> Iterator[Objection]:
    """What keeps a unit out of any assault of a kind, wherever it goes (BG 7.5, 7.7, 7.9)."""
    if pos.support(unit):
        yield objection("BG-7.5c", "Corps support units make no assaults.")
    stats = pos.context.stats[unit]
    if kind is Kind.LANDING and stats.mobility.value == "mechanized":
        yield objection("BG-7.7c", f"{pos.called(unit)} is mechanized and cannot assault a beach.")
    if kind is Kind.LANDING and ENTERED in pos.state.pieces[unit].marks:
        text = f"{pos.called(unit)} was not in the Med Box when the Mutual Initial Phase began."
        yield objection("BG-7.6a", text)
    if kind is Kind.DROP and "parachute" not in stats.unit.traits:
        yield objection("BG-7.9a", f"{pos.called(unit)} is no parachute infantry.")


def assault_stack(pos: Position, battle: Battle, unit: UnitId) -> str:
    """The stacking rule that a unit's joining an assault would break; '' for none (BG 10)."""
    there = [*pos.friends(battle.target, battle.side), *battle.attackers]
    return pos.crowded([*there, unit], battle.side) or pos.mixed(unit, there)


def add(pos: Position, frame: Forming[Battle], action: do.AddUnit, transition: Work) -> None:
    """Add a unit to the force."""
    battle = replace(frame.battle, attackers=(*frame.battle.attackers, action.unit))
    transition.state = transition.state.swapped(Forming(battle))
    transition.tell("joined", "BG-7.4d", unit=action.unit)


def tac_objections(
    pos: Position, frame: Forming[Battle], _action: do.UseTac
) -> Iterator[Objection]:
    """What forbids committing TAC in attack (BG 13.2, 13.3)."""
    battle = frame.battle
    if battle.side != ALLIED:
        yield objection("BG-13.2a", "Only the Allies have TAC.")
    if battle.tac_attack:
        yield objection("BG-13.3a", "TAC is committed already.")
    if not pos.tac_left:
        yield objection("BG-13.3a", "No TAC unit is available.")
    if battle.kind is Kind.DROP:
        yield objection("BG-7.10c", "No modifiers apply in a drop battle.")
    if battle.kind is Kind.HUNT or not pos.defenders(battle.target, battle.side):
        yield objection("BG-13.3a", "There is no battle to support.")
    if not any(pos.regular(unit) for unit in battle.attackers):
        yield objection("BG-13.3b", "TAC never helps partisan type units.")


def commit_tac(pos: Position, frame: Forming[Battle], _action: do.UseTac, transition: Work) -> None:
    """Commit one TAC unit to the attack."""
    transition.set(tac_used=transition.state.tac_used + 1)
    transition.state = transition.state.swapped(Forming(replace(frame.battle, tac_attack=True)))
    transition.tell("tac", "BG-13.3a", at=frame.battle.target)


def resolve_objections(
    pos: Position, frame: Forming[Battle], _action: do.Resolve
) -> Iterator[Objection]:
    """What forbids resolving (BG 12.5, 7.2)."""
    battle = frame.battle
    if not battle.attackers:
        yield objection("BG-12.2.1", "No unit has joined the force yet.")
    elif all(pos.support(unit) for unit in battle.attackers):
        yield objection("BG-12.5b", "Corps support never attacks alone.")
    elif battle.reserved and not any(pos.partisan(unit) for unit in battle.attackers):
        yield objection("BG-7.2d", "The last command point goes to partisans: add one.")


def resolve(pos: Position, frame: Forming[Battle], _action: do.Resolve, transition: Work) -> None:
    """Mark the force as having attacked and open the battle, landing, drop or hunt."""
    battle = frame.battle
    if any(pos.partisan(unit) for unit in battle.attackers):
        transition.set(partisans_paid=True)
    transition.state = transition.state.with_pieces(
        {unit: transition.state.pieces[unit].marked(ATTACKED) for unit in battle.attackers}
    )
    if battle.kind is Kind.HUNT:
        open_hunt(pos, battle, transition)
        return
    defenders = pos.defenders(battle.target, battle.side)
    force = (*battle.attackers, *defenders)
    battle = replace(
        battle,
        defenders=defenders,
        unsupplied=frozenset(unit for unit in force if not pos.supplied(unit)),
    )
    if defenders:
        transition.tell(
            "battle", "BG-12.2.1", at=battle.target, units=battle.attackers, enemies=defenders
        )
    may_defend_with_tac = (
        battle.side == AXIS
        and now(pos.context, transition).tac_left > 0
        and any(pos.regular(unit) for unit in defenders)
    )
    transition.state = transition.state.popped()
    if may_defend_with_tac:
        transition.state = transition.state.pushed(DefenderTac(battle))
    else:
        open_battle(pos.context, transition, battle)


def tac_question(pos: Position, frame: DefenderTac) -> Question:
    """An Allied defender may commit TAC."""
    return Question(
        ALLIED,
        f"{pos.label(frame.battle.target)} is attacked. Commit TAC to its defence?",
        (
            Family("use tac", "Commit TAC", lambda: (do.UseTac(),)),
            Family("no tac", "Keep TAC back", lambda: (do.NoTac(),), closing=True),
        ),
        "BG-12.2.3c",
    )


def defend_with_tac(
    pos: Position, frame: DefenderTac, _action: do.UseTac, transition: Work
) -> None:
    """Commit one TAC unit to the defence."""
    transition.set(tac_used=transition.state.tac_used + 1)
    transition.tell("tac", "BG-13.3a", at=frame.battle.target)
    transition.state = transition.state.popped()
    open_battle(pos.context, transition, replace(frame.battle, tac_defense=True))


def defend_without(pos: Position, frame: DefenderTac, _action: do.NoTac, transition: Work) -> None:
    """Keep TAC out of it."""
    transition.state = transition.state.popped()
    open_battle(pos.context, transition, frame.battle)


COMMANDS = (
    Answer(do.DeclareAttack, declare_objections, declare),
    Answer(do.DeclareHunt, declare_objections, declare),
)

HANDLERS = (
    Handler(
        Forming,
        (
            Answer(do.AddUnit, add_objections, add),
            Answer(do.UseTac, tac_objections, commit_tac),
            Answer(do.Resolve, resolve_objections, resolve),
        ),
        question=question,
    ),
    Handler(
        DefenderTac,
        (
            Answer(do.UseTac, no_objections, defend_with_tac),
            Answer(do.NoTac, no_objections, defend_without),
        ),
        question=tac_question,
    ),
)
