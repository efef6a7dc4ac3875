"""The combat phase: declaring attacks, forming the force, and the way to the die (BF-9, BC-B9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.chance import ChanceNode
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.europa import battle_actions as do
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.armor import plain
from engine.systems.europa.battles import Aftermath, ArmorCall, Battle, CombatRoll, Forming
from engine.systems.europa.common import Work, no_objections, objection, unmark
from engine.systems.europa.crossing import can_cross, origin_of
from engine.systems.europa.odds import odds_text
from engine.systems.europa.position import Position
from engine.systems.europa.reckoning import Reckoning
from engine.systems.europa.records import Fighting
from engine.systems.europa.words import ATTACKED, DEFENDED, other
from maps.hexgrid import Hex
from oob.model import UnitId


def open_phase(doing: Work, side: str) -> None:
    """Begin a side's combat phase: nobody has fought yet."""
    unmark(doing, ATTACKED, DEFENDED)
    doing.state = doing.state.pushed(Fighting(side))


def can_attack(pos: Position, unit: UnitId, target: Hex) -> Iterator[Objection]:
    """What keeps a unit beside a hex from attacking it (BF-9B)."""
    called, at = pos.called(unit), pos.label(target)
    if ATTACKED in pos.piece(unit).marks:
        yield objection(pos, "once per phase", f"{called} has attacked already.")
    if not can_cross(pos, unit, target):
        yield objection(pos, "prohibited attack", f"{called} cannot attack into {at}.")
    for barred in (pos.may_act(unit), pos.bars_attack(unit, target)):
        if barred is not None:
            yield barred


def beside(pos: Position, side: str, target: Hex) -> Iterator[UnitId]:
    """A side's units next to a hex, and those that have dropped into it."""
    for origin in (target, *target.neighbours()):
        yield from pos.friends(origin, side)


def able(pos: Position, side: str, target: Hex) -> tuple[UnitId, ...]:
    """Units of a side that could attack a hex."""
    return tuple(
        unit
        for unit in beside(pos, side, target)
        if not any(True for _ in can_attack(pos, unit, target))
    )


def defenders(pos: Position, side: str, target: Hex) -> tuple[tuple[UnitId, ...], ...]:
    """All the enemies in a hex, and those of them that have retreated there in this phase."""
    foes = pos.enemies(target, side)
    return foes, tuple(unit for unit in foes if DEFENDED in pos.piece(unit).marks)


def targets(pos: Position, side: str) -> tuple[Hex, ...]:
    """Enemy-held hexes next to a side's units, and those its units have dropped into."""
    foes, held = pos.held[other(side)], pos.held[side]
    near = {at for own in held for at in own.neighbours() if at in foes}
    return tuple(sorted(near | (foes & held)))


def question(pos: Position, frame: Fighting) -> Question:
    """Declare an attack, or end the phase."""
    side = frame.side
    attack = Family(
        "attack",
        "Attack",
        lambda: (do.DeclareAttack(at) for at in targets(pos, side)),
        of=lambda unit: _attacks_of(pos, side, unit),
        weight=8,
    )
    end = Family("end phase", "End the combat phase", lambda: (EndPhase(),), closing=True)
    more = pos.more_families(frame)
    rule = pos.table.cite("attack")
    return Question(side, "Declare an attack, or end the phase.", (attack, *more, end), rule)


def _attacks_of(pos: Position, side: str, unit: UnitId) -> Iterator[Action]:
    origin = pos.piece(unit).hex
    if origin is not None:
        near = {origin, *origin.neighbours()}
        yield from (do.DeclareAttack(at) for at in targets(pos, side) if at in near)


def declare_objections(
    pos: Position, frame: Fighting, action: do.DeclareAttack
) -> Iterator[Objection]:
    """What forbids an attack on a hex (BF-9A.1, 9B.1)."""
    target, at = action.target, pos.label(action.target)
    foes, late = defenders(pos, frame.side, target)
    if not foes:
        yield objection(pos, "attack", f"No enemy to attack is in {at}.")
    elif len(late) == len(foes):
        yield objection(pos, "once per phase", f"The units in {at} have been attacked already.")
    elif not any(pos.facts(unit).attack for unit in able(pos, frame.side, target)):
        yield objection(pos, "attack", f"No unit that may attack is next to {at}.")


def declare(pos: Position, frame: Fighting, action: do.DeclareAttack, doing: Work) -> None:
    """Open the forming of the force; units that have dropped into the hex are part of it."""
    inside = tuple(u for u in able(pos, frame.side, action.target) if _inside(pos, u, action))
    foes, late = defenders(pos, frame.side, action.target)
    battle = Battle(frame.side, action.target, inside, foes, late)
    doing.tell("attack declared", pos.table.cite("attack"), side=frame.side, to=action.target)
    doing.state = doing.state.pushed(Forming(battle))


def _inside(pos: Position, unit: UnitId, action: do.DeclareAttack) -> bool:
    return pos.piece(unit).hex == action.target


def end_objections(pos: Position, frame: Fighting, _action: EndPhase) -> Iterator[Objection]:
    """Units that dropped onto enemies must attack them (BC-19E.5)."""
    for at in pos.must_attack(frame.side):
        declaring = do.DeclareAttack(at)
        if not any(True for _ in declare_objections(pos, frame, declaring)):
            text = f"The units that dropped into {pos.label(at)} must attack there."
            yield objection(pos, "drop must attack", text)


def end(pos: Position, frame: Fighting, _action: EndPhase, doing: Work) -> None:
    """End the combat phase."""
    doing.tell("combat ends", pos.table.cite("attack"), side=frame.side)
    unmark(doing, ATTACKED, DEFENDED)
    doing.state = doing.state.popped()


def over_limit(pos: Position, battle: Battle, unit: UnitId) -> bool:
    """True when more units of a hex would attack than may stack in the attacked one (BF-9B.6)."""
    origin = origin_of(pos, unit, battle.target)
    mates = (u for u in battle.attackers if origin_of(pos, u, battle.target) == origin)
    return bool(pos.excess((*mates, unit), pos.stack_row(battle.target)))


def candidates(pos: Position, battle: Battle) -> tuple[UnitId, ...]:
    """Units that may still join an attack."""
    return tuple(
        unit
        for unit in able(pos, battle.side, battle.target)
        if unit not in battle.attackers and not over_limit(pos, battle, unit)
    )


def forming_question(pos: Position, frame: Forming) -> Question:
    """Choose the attacking units."""
    battle = frame.battle
    units = candidates(pos, battle)
    stacks = tuple(dict.fromkeys(origin_of(pos, unit, battle.target) for unit in units))
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
        Family("count", "Count armour", lambda: (do.CountHalf(), do.CountNeutral()), weight=1),
        Family(
            "drop unit",
            "Leave a unit out",
            lambda: (do.DropUnit(unit) for unit in battle.attackers),
            weight=1,
        ),
    )
    prompt = f"Choose the units that attack {pos.label(battle.target)}."
    return Question(battle.side, prompt, families, pos.table.cite("attack"))


def _stack_of(pos: Position, stacks: Iterable[Hex], unit: UnitId) -> Iterator[Action]:
    at = pos.piece(unit).hex
    if at is not None and at in stacks:
        yield do.AddStack(at)


def add_objections(pos: Position, frame: Forming, action: do.AddUnit) -> Iterator[Objection]:
    """What keeps a unit out of the attack (BF-9B)."""
    battle, unit = frame.battle, action.unit
    called, at = pos.called(unit), pos.label(battle.target)
    if unit in battle.attackers:
        yield objection(pos, "one target", f"{called} has joined already.")
    elif unit not in beside(pos, battle.side, battle.target):
        yield objection(pos, "attack", f"{called} is not next to {at}.")
    else:
        yield from can_attack(pos, unit, battle.target)
        if over_limit(pos, battle, unit):
            text = f"No more units may attack out of that hex than may stack in {at}."
            yield objection(pos, "attackers per hex", text)


def stack_objections(pos: Position, frame: Forming, action: do.AddStack) -> Iterator[Objection]:
    """The hex must hold a unit that may still join."""
    if not _joining(pos, frame.battle, action.origin):
        text = f"No unit in {pos.label(action.origin)} can join the attack."
        yield objection(pos, "attack", text)


def _joining(pos: Position, battle: Battle, origin: Hex) -> tuple[UnitId, ...]:
    """The units of a hex that may join, the strongest first, as many as the limit lets."""
    found = battle
    units = (u for u in candidates(pos, battle) if origin_of(pos, u, battle.target) == origin)
    for unit in sorted(units, key=lambda unit: -pos.facts(unit).attack):
        if not over_limit(pos, found, unit):
            found = replace(found, attackers=(*found.attackers, unit))
    return found.attackers[len(battle.attackers) :]


def add(pos: Position, frame: Forming, action: do.AddUnit, doing: Work) -> None:
    """Add a unit to the force."""
    _join(pos, frame, (action.unit,), doing)


def add_stack(pos: Position, frame: Forming, action: do.AddStack, doing: Work) -> None:
    """Add the units of a hex."""
    _join(pos, frame, _joining(pos, frame.battle, action.origin), doing)


def _join(pos: Position, frame: Forming, units: tuple[UnitId, ...], doing: Work) -> None:
    battle = replace(frame.battle, attackers=(*frame.battle.attackers, *units))
    doing.state = doing.state.swapped(Forming(battle))
    doing.tell("joined", pos.table.cite("attack"), units=units)


def drop_objections(pos: Position, frame: Forming, action: do.DropUnit) -> Iterator[Objection]:
    """It must have joined; units that dropped into the hex must attack (BC-19E.5)."""
    if action.unit not in frame.battle.attackers:
        yield objection(pos, "attack", f"{pos.called(action.unit)} has not joined the attack.")
    elif pos.piece(action.unit).hex == frame.battle.target:
        text = f"{pos.called(action.unit)} has dropped there and must attack."
        yield objection(pos, "drop must attack", text)


def drop(pos: Position, frame: Forming, action: do.DropUnit, doing: Work) -> None:
    """Leave a unit out of the force again."""
    left = tuple(unit for unit in frame.battle.attackers if unit != action.unit)
    doing.state = doing.state.swapped(Forming(replace(frame.battle, attackers=left)))
    doing.tell("left out", pos.table.cite("attack"), unit=action.unit)


def half_objections(pos: Position, frame: Forming, _action: do.CountHalf) -> Iterator[Objection]:
    """It must make a difference, and not be so already (BF-10E.1)."""
    battle = frame.battle
    if battle.side in battle.halved:
        yield objection(pos, "half capability", "Half-capable armour counts as half already.")
    elif battle.side not in Reckoning(pos, battle).armor.choices:
        yield objection(pos, "half capability", "The counting of armour changes nothing here.")


def neutral_objections(
    pos: Position, frame: Forming, _action: do.CountNeutral
) -> Iterator[Objection]:
    """It must count as half now."""
    if frame.battle.side not in frame.battle.halved:
        text = "Half-capable armour is counted as serves the attack best already."
        yield objection(pos, "half capability", text)


def count_half(_pos: Position, frame: Forming, _action: do.CountHalf, doing: Work) -> None:
    """Half-capable units count as half."""
    battle = replace(frame.battle, halved=(*frame.battle.halved, frame.battle.side))
    doing.state = doing.state.swapped(Forming(battle))


def count_neutral(_pos: Position, frame: Forming, _action: do.CountNeutral, doing: Work) -> None:
    """Half-capable units count as serves best."""
    doing.state = doing.state.swapped(Forming(replace(frame.battle, halved=())))


def call_off(pos: Position, frame: Forming, _action: do.CallOff, doing: Work) -> None:
    """Take the declaration back."""
    doing.tell("called off", pos.table.cite("attack"), to=frame.battle.target)
    doing.state = doing.state.popped()


def go_in_objections(pos: Position, frame: Forming, _action: do.GoIn) -> Iterator[Objection]:
    """Somebody with attack strength must attack (BF-9G.1)."""
    units = frame.battle.attackers
    if not units:
        yield objection(pos, "attack", "No unit has joined the attack yet.")
    elif not any(pos.facts(unit).attack for unit in units):
        text = "Units without attack strength do not attack by themselves."
        yield objection(pos, "zero attack", text)


def go_in(pos: Position, frame: Forming, _action: do.GoIn, doing: Work) -> None:
    """The odds stand; the defender may still say how he counts his armour."""
    battle = frame.battle
    found = Reckoning(pos, battle)
    doing.tell(
        "battle",
        pos.table.cite("odds"),
        at=battle.target,
        units=battle.attackers,
        foes=battle.defenders,
        attack=plain(found.attack),
        defense=plain(found.defense),
        column=odds_text(found.chart, found.column),
        modifier=f"{found.modifier:+d}",
    )
    if other(battle.side) in found.armor.choices and not found.certain:
        doing.state = doing.state.swapped(ArmorCall(battle))
    else:
        _to_the_die(found, doing)


def _to_the_die(found: Reckoning, doing: Work) -> None:
    battle = found.battle
    if not found.certain:
        doing.state = doing.state.swapped(CombatRoll(battle))
        return
    topic = "zero defense" if found.undefended else "minimum odds"
    code = found.chart.code(found.certain)
    doing.tell(
        "certain result",
        found.pos.table.cite(topic),
        at=battle.target,
        code=code.id,
        effect=code.text,
    )
    doing.state = doing.state.swapped(Aftermath(battle, code.id))


def armor_question(pos: Position, frame: ArmorCall) -> Question:
    """How does the defender count half-capable armour?"""
    at = pos.label(frame.battle.target)
    families = (
        Family("count neutral", "Count it as neutral", lambda: (do.CountNeutral(),), closing=True),
        Family("count half", "Count it as half", lambda: (do.CountHalf(),)),
    )
    prompt = f"How does your half-capable armour in {at} count?"
    return Question(other(frame.battle.side), prompt, families, pos.table.cite("half capability"))


def defend_neutral(pos: Position, frame: ArmorCall, _action: do.CountNeutral, doing: Work) -> None:
    """As serves the defence best."""
    _to_the_die(Reckoning(pos, frame.battle), doing)


def defend_half(pos: Position, frame: ArmorCall, _action: do.CountHalf, doing: Work) -> None:
    """As half."""
    halved = (*frame.battle.halved, other(frame.battle.side))
    _to_the_die(Reckoning(pos, replace(frame.battle, halved=halved)), doing)


def combat_node(pos: Position, frame: CombatRoll) -> ChanceNode:
    """The die of the battle, with what each face would do (BF-9A.7)."""
    found = Reckoning(pos, frame.battle)
    die = found.chart.die
    meanings = tuple(found.code(face) for face in range(1, die + 1))
    odds = odds_text(found.chart, found.column)
    reason = f"the battle for {pos.label(frame.battle.target)}, {odds} {found.modifier:+d}"
    return ChanceNode(die, reason, pos.table.cite("combat roll"), meanings)


def roll_combat(pos: Position, frame: CombatRoll, face: int, doing: Work) -> None:
    """Read the result; its stages follow."""
    found = Reckoning(pos, frame.battle)
    code = found.chart.code(found.code(face))
    doing.tell(
        "combat result",
        pos.table.cite("combat roll"),
        at=frame.battle.target,
        column=odds_text(found.chart, found.column),
        face=face,
        modifier=f"{found.modifier:+d}",
        code=code.id,
        effect=code.text,
    )
    doing.state = doing.state.swapped(Aftermath(frame.battle, code.id))


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
            do.DropUnit: Answer(drop_objections, drop),
            do.CountHalf: Answer(half_objections, count_half),
            do.CountNeutral: Answer(neutral_objections, count_neutral),
            do.GoIn: Answer(go_in_objections, go_in),
            do.CallOff: Answer(no_objections, call_off),
        },
        question=forming_question,
    ),
    Desk(
        ArmorCall,
        {
            do.CountNeutral: Answer(no_objections, defend_neutral),
            do.CountHalf: Answer(no_objections, defend_half),
        },
        question=armor_question,
    ),
    Desk(CombatRoll, chance=combat_node, rolled=roll_combat),
)
