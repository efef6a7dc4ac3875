"""The Combat Phase: announcing attacks, forming the force, and the way to the die (OG 11.0)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.operation_gertrud import battle_actions as do
from engine.systems.operation_gertrud.actions import EndPhase
from engine.systems.operation_gertrud.battles import (
    NO_UNIT,
    Aftermath,
    Battle,
    CombatRoll,
    Forming,
    UltraCall,
)
from engine.systems.operation_gertrud.common import Work, no_objections, now, objection
from engine.systems.operation_gertrud.position import Position
from engine.systems.operation_gertrud.records import (
    ALLIED,
    ATTACKED,
    DEFENDED,
    Fighting,
    other,
)
from engine.systems.operation_gertrud.results import result
from engine.systems.operation_gertrud.shifts import column, odds
from engine.systems.operation_gertrud.support import open_support
from engine.systems.operation_gertrud.table import Table
from maps.hexgrid import Hex
from oob.model import UnitId


def drop_into(pos: Position, side: str, target: Hex) -> UnitId:
    """A side's airborne unit about to jump into a hex, '' if none (OG 15.0)."""
    for unit, at in pos.state.drops.items():
        if at == target and pos.owner(unit) == side:
            return unit
    return NO_UNIT


def can_attack(pos: Position, unit: UnitId) -> Iterator[Objection]:
    """What keeps a unit from attacking in this phase (OG 11.0.10, 17.1.1)."""
    if ATTACKED in pos.state.pieces[unit].marks:
        yield objection("OG-11.0.10", f"{pos.called(unit)} has attacked already.")
    if pos.state.paralysed == pos.state.turn and pos.nation(unit) == "turkish":
        yield objection("OG-17.1.1", f"{pos.called(unit)} may not attack: Inonu is captured.")


def crosses(pos: Position, unit: UnitId, a: Hex, b: Hex) -> bool:
    """True when terrain and mines let a unit cross between adjacent hexes, as quick as it can be
    told.
    """
    if b not in pos.table.fronts.get(a, ()):
        return False
    return not pos.mined_for(unit) or pos.can_step(unit, a, b)


def able(pos: Position, side: str, target: Hex) -> tuple[UnitId, ...]:
    """Units of a side that could attack a hex from next to it."""
    return tuple(
        unit
        for origin in target.neighbours()
        for unit in pos.friends(origin, side)
        if crosses(pos, unit, origin, target) and not any(True for _ in can_attack(pos, unit))
    )


def targets(pos: Position, side: str) -> tuple[Hex, ...]:
    """Enemy-held hexes next to a side's units, and the hexes its paradrops must attack."""
    foes = pos.held[other(side)]
    near = {at for own in pos.held[side] for at in own.neighbours() if at in foes}
    near.update(at for unit, at in pos.state.drops.items() if pos.owner(unit) == side)
    return tuple(sorted(near))


def question(pos: Position, frame: Fighting) -> Question:
    """Announce an attack, or end the phase."""
    side = frame.side
    attack = Family(
        "attack",
        "Attack",
        lambda: (do.DeclareAttack(at) for at in targets(pos, side)),
        of=partial(_attacks_of, pos, side),
        weight=8,
    )
    end = Family("end phase", "End the Combat Phase", lambda: (EndPhase(),), closing=True)
    return Question(side, "Announce an attack, or end the phase.", (attack, end), "OG-11.0a")


def _attacks_of(pos: Position, side: str, unit: UnitId) -> Iterator[Action]:
    origin = pos.state.pieces[unit].hex or pos.state.drops.get(unit)
    if origin is not None:
        near = {origin, *origin.neighbours()}
        yield from (do.DeclareAttack(at) for at in targets(pos, side) if at in near)


def declare_objections(
    pos: Position, frame: Fighting, action: do.DeclareAttack
) -> Iterator[Objection]:
    """What forbids an attack on a hex (OG 11.0, 15.0); a paradrop must be made, even on units that
    have just retreated there.
    """
    side, target = frame.side, action.target
    dropper = drop_into(pos, side, target)
    foes = pos.enemies(target, side)
    if not foes and not dropper:
        yield objection("OG-15.0e", f"No enemy to attack is in {pos.label(target)}.")
        return
    if not dropper and any(DEFENDED in pos.state.pieces[unit].marks for unit in foes):
        yield objection("OG-11.0.10", f"Units in {pos.label(target)} have been attacked already.")
    if not dropper and not able(pos, side, target):
        yield objection("OG-11.0d", f"No unit that may attack is next to {pos.label(target)}.")


def declare(pos: Position, frame: Fighting, action: do.DeclareAttack, doing: Work) -> None:
    """Open the forming of the force; a paradrop is part of it from the start (OG 15.0d)."""
    dropper = drop_into(pos, frame.side, action.target)
    battle = Battle(
        side=frame.side,
        target=action.target,
        attackers=(dropper,) if dropper else (),
        defenders=pos.enemies(action.target, frame.side),
        dropper=dropper,
    )
    doing.tell("attack declared", "OG-11.0a", side=frame.side, to=action.target)
    doing.state = doing.state.pushed(Forming(battle))


def end_objections(pos: Position, frame: Fighting, _action: EndPhase) -> Iterator[Objection]:
    """Paradropped units must have attacked their hexes (OG 15.0b)."""
    for unit, at in pos.state.drops.items():
        if pos.owner(unit) == frame.side:
            yield objection(
                "OG-15.0b", f"{pos.called(unit)} must attack {pos.label(at)}, where it drops."
            )


def end(_pos: Position, frame: Fighting, _action: EndPhase, doing: Work) -> None:
    """End the Combat Phase."""
    doing.tell("combat ends", "OG-11.0a", side=frame.side)
    doing.state = doing.state.popped()


def candidates(pos: Position, battle: Battle) -> tuple[UnitId, ...]:
    """Units that may still join an attack: Soviets only with Soviets (OG 11.0e)."""
    found = (unit for unit in able(pos, battle.side, battle.target))
    rest = tuple(unit for unit in found if unit not in battle.attackers)
    if not battle.attackers:
        return rest
    soviet = pos.soviet(battle.attackers[0])
    return tuple(unit for unit in rest if pos.soviet(unit) == soviet)


def forming_question(pos: Position, frame: Forming) -> Question:
    """Choose the attacking units."""
    battle = frame.battle
    units = candidates(pos, battle)
    places = tuple(dict.fromkeys(pos.state.pieces[unit].hex for unit in units))
    stacks = tuple(at for at in places if at is not None)
    families = (
        Family("add unit", "Add a unit", lambda: (do.AddUnit(unit) for unit in units), weight=6),
        Family(
            "add stack",
            "Add a stack",
            lambda: (do.AddStack(at) for at in stacks),
            of=lambda unit: _stack_of(pos, stacks, unit),
            weight=4,
        ),
        Family("go in", "Go in", lambda: (do.GoIn(),), weight=6, closing=True),
        Family("call off", "Call the attack off", lambda: (do.CallOff(),), weight=1),
    )
    prompt = f"Choose the units that attack {pos.label(battle.target)}."
    return Question(battle.side, prompt, families, "OG-11.0d")


def _stack_of(pos: Position, stacks: Iterable[Hex], unit: UnitId) -> Iterator[Action]:
    at = pos.state.pieces[unit].hex
    if at is not None and at in stacks:
        yield do.AddStack(at)


def add_objections(pos: Position, frame: Forming, action: do.AddUnit) -> Iterator[Objection]:
    """What keeps a unit out of the attack (OG 11.0d, 11.0e)."""
    battle, unit = frame.battle, action.unit
    if unit in battle.attackers:
        yield objection("OG-11.0g", f"{pos.called(unit)} has joined already.")
    elif unit not in able(pos, battle.side, battle.target):
        yield objection("OG-11.0d", f"{pos.called(unit)} cannot attack {pos.label(battle.target)}.")
    elif unit not in candidates(pos, battle):
        yield objection("OG-11.0e", "Soviet units attack only with Soviet units.")


def stack_objections(pos: Position, frame: Forming, action: do.AddStack) -> Iterator[Objection]:
    """The hex must hold a unit that may still join."""
    if not _joining(pos, frame.battle, action.origin):
        yield objection("OG-11.0d", f"No unit in {pos.label(action.origin)} can join the attack.")


def _joining(pos: Position, battle: Battle, origin: Hex) -> tuple[UnitId, ...]:
    units = [u for u in candidates(pos, battle) if pos.state.pieces[u].hex == origin]
    return tuple(unit for unit in units if pos.soviet(unit) == pos.soviet(units[0]))


def add(_pos: Position, frame: Forming, action: do.AddUnit, doing: Work) -> None:
    """Add a unit to the force."""
    _join(frame, (action.unit,), doing)


def add_stack(pos: Position, frame: Forming, action: do.AddStack, doing: Work) -> None:
    """Add all able units of a hex."""
    _join(frame, _joining(pos, frame.battle, action.origin), doing)


def _join(frame: Forming, units: tuple[UnitId, ...], doing: Work) -> None:
    battle = replace(frame.battle, attackers=(*frame.battle.attackers, *units))
    doing.state = doing.state.swapped(Forming(battle))
    doing.tell("joined", "OG-11.0f", units=units)


def call_off(_pos: Position, frame: Forming, _action: do.CallOff, doing: Work) -> None:
    """Take the announcement back (OG 11.0c)."""
    doing.tell("called off", "OG-11.0c", to=frame.battle.target)
    doing.state = doing.state.popped()


def go_in_objections(_pos: Position, frame: Forming, _action: do.GoIn) -> Iterator[Objection]:
    """Somebody must attack."""
    if not frame.battle.attackers:
        yield objection("OG-11.0d", "No unit has joined the attack yet.")


def go_in(pos: Position, frame: Forming, _action: do.GoIn, doing: Work) -> None:
    """The odds stand: on to naval and air support."""
    battle = frame.battle
    doing.tell(
        "battle",
        "OG-11.0.1",
        at=battle.target,
        units=battle.attackers,
        foes=battle.defenders or ("an empty hex",),
        percent=odds(pos, battle),
    )
    doing.state = doing.state.popped()
    open_support(pos.table, doing, battle)


def ultra_question(pos: Position, frame: UltraCall) -> Question:
    """Spend an ULTRA on the land combat?"""
    prompt = f"Spend an ULTRA on the battle for {pos.label(frame.battle.target)}?"
    families = (
        Family("use ultra", "Spend an ULTRA", lambda: (do.UseUltra(),)),
        Family("keep ultra", "Keep it", lambda: (do.KeepUltra(),), closing=True),
    )
    return Question(ALLIED, prompt, families, "OG-14.0b")


def use_ultra(_pos: Position, frame: UltraCall, _action: do.UseUltra, doing: Work) -> None:
    """One marker is spent, whatever comes (OG 3.2)."""
    battle = replace(frame.battle, ultra=True)
    doing.set(ultra=doing.state.ultra - 1)
    doing.tell("ultra", "OG-11.0.7", at=battle.target, left=doing.state.ultra)
    doing.state = doing.state.swapped(CombatRoll(battle))


def keep_ultra(_pos: Position, frame: UltraCall, _action: do.KeepUltra, doing: Work) -> None:
    """On to the die."""
    doing.state = doing.state.swapped(CombatRoll(frame.battle))


def combat_node(pos: Position, frame: CombatRoll) -> ChanceNode:
    """The die of the battle, with what each face would do (OG 11.0.9)."""
    chart = pos.table.charts.combat
    final = column(pos, frame.battle)
    meanings = tuple(result(chart, final, face) for face in range(1, chart.die + 1))
    reason = f"the battle for {pos.label(frame.battle.target)}, {chart.columns[final]}%"
    return ChanceNode(chart.die, reason, "OG-11.0.9", meanings)


def roll_combat(pos: Position, frame: CombatRoll, face: int, doing: Work) -> None:
    """Read the result; its stages follow."""
    chart = pos.table.charts.combat
    final = column(pos, frame.battle)
    code = result(chart, final, face)
    doing.tell(
        "combat result",
        "OG-11.0.9",
        at=frame.battle.target,
        column=chart.columns[final],
        face=face,
        code=code,
        effect=chart.code(code).text,
    )
    doing.state = doing.state.swapped(Aftermath(frame.battle, code))


def engaged(table: Table, doing: Work, battle: Battle) -> None:
    """Mark everyone who fought and is left (OG 11.0.10)."""
    here = now(table, doing)
    for units, mark in ((battle.attackers, ATTACKED), (battle.defenders, DEFENDED)):
        alive = (unit for unit in units if here.state.pieces[unit].hex is not None)
        doing.state = doing.state.with_pieces(
            {unit: doing.state.pieces[unit].marked(mark) for unit in alive}
        )


DESKS = (
    Desk(
        Fighting,
        {
            do.DeclareAttack: Answer(declare_objections, declare),
            EndPhase: Answer(end_objections, end),
        },
        question=question,
    ),
    Desk(
        Forming,
        {
            do.AddUnit: Answer(add_objections, add),
            do.AddStack: Answer(stack_objections, add_stack),
            do.GoIn: Answer(go_in_objections, go_in),
            do.CallOff: Answer(no_objections, call_off),
        },
        question=forming_question,
    ),
    Desk(
        UltraCall,
        {
            do.UseUltra: Answer(no_objections, use_ultra),
            do.KeepUltra: Answer(no_objections, keep_ultra),
        },
        question=ultra_question,
    ),
    Desk(CombatRoll, chance=combat_node, rolled=roll_combat),
)
