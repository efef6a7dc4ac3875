"""The Combat Phase: announcing attacks, forming the force, and the way to the die (OG 11.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.chance import ChanceNode
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.rules.combat.declaring import DeclaringStep
from engine.rules.combat.forming import FormingStep
from engine.rules.combat.steps import Topic
from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.battles import (
    NO_UNIT,
    Aftermath,
    Battle,
    CombatRoll,
    Forming,
    UltraCall,
)
from engine.systems.operation_gertrud.battle.results import result
from engine.systems.operation_gertrud.battle.shifts import column, odds
from engine.systems.operation_gertrud.battle.support import open_support
from engine.systems.operation_gertrud.state.common import Work, now, objection
from engine.systems.operation_gertrud.state.context import Context
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import (
    ALLIED,
    ATTACKED,
    DEFENDED,
    Board,
    Fighting,
    other,
)
from maps.hexgrid import Hex
from oob.model import UnitId

RULES = {Topic.JOINED: "OG-11.0g", Topic.JOIN: "OG-11.0f", Topic.CALL_OFF: "OG-11.0c"}
"""The paragraphs of forming a force, but for its first."""


def drops_into(pos: Position, side: str, target: Hex) -> tuple[UnitId, ...]:
    """A side's airborne units about to jump into a hex (OG 15.0)."""
    found = (unit for unit, at in pos.state.drops.items() if at == target)
    return tuple(unit for unit in found if pos.owner(unit) == side)


def battle_for(
    pos: Position,
    side: str,
    target: Hex,
    attackers: tuple[UnitId, ...],
    jumping: tuple[UnitId, ...],
) -> Battle:
    """A side's attack on what is in a hex, the airborne units in ``jumping`` dropping into it."""
    first, second = (*jumping, NO_UNIT, NO_UNIT)[:2]
    enemies = pos.enemies(target, side)
    return Battle(side, target, attackers, enemies, dropper=first, second=second)


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
    if b not in pos.context.fronts.get(a, ()):
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
    enemies = pos.held[other(side)]
    near = {at for own in pos.held[side] for at in own.neighbours() if at in enemies}
    near.update(at for unit, at in pos.state.drops.items() if pos.owner(unit) == side)
    return tuple(sorted(near))


def candidates(pos: Position, battle: Battle) -> tuple[UnitId, ...]:
    """Units that may still join an attack: Soviets only with Soviets (OG 11.0e)."""
    found = (unit for unit in able(pos, battle.side, battle.target))
    rest = tuple(unit for unit in found if unit not in battle.attackers)
    if not battle.attackers:
        return rest
    soviet = pos.soviet(battle.attackers[0])
    return tuple(unit for unit in rest if pos.soviet(unit) == soviet)


class Declaring(DeclaringStep[Board, Position, Battle]):
    """The Combat Phase of a side (OG 11.0)."""

    prompt = "Announce an attack, or end the phase."
    ending = "End the Combat Phase"

    def cite(self, _pos: Position, _topic: Topic) -> str:
        """All of it rests on one rule."""
        return "OG-11.0a"

    def stands(self, pos: Position, unit: UnitId) -> Hex | None:
        """A unit's hex, or the one it drops into."""
        return pos.state.pieces[unit].hex or pos.state.drops.get(unit)

    def targets(self, pos: Position, side: str) -> tuple[Hex, ...]:
        """Enemy-held hexes next to a side's units, and those its paradrops must attack."""
        return targets(pos, side)

    def may_join(self, pos: Position, side: str, unit: UnitId, target: Hex) -> bool:
        """Whoever may attack and has not yet, or drops there (OG 11.0)."""
        return unit in (*drops_into(pos, side, target), *able(pos, side, target))

    def objections(self, pos: Position, side: str, target: Hex) -> Iterator[Objection]:
        """What forbids an attack on a hex (OG 11.0, 15.0); a paradrop must be made, even on units
        that have just retreated there.
        """
        jumping = drops_into(pos, side, target)
        enemies = pos.enemies(target, side)
        if not enemies and not jumping:
            yield objection("OG-15.0e", f"No enemy to attack is in {pos.label(target)}.")
            return
        if not jumping and any(DEFENDED in pos.state.pieces[unit].marks for unit in enemies):
            yield objection(
                "OG-11.0.10", f"Units in {pos.label(target)} have been attacked already."
            )
        if not jumping and not able(pos, side, target):
            near = (unit for at in target.neighbours() for unit in pos.friends(at, side))
            barred = next((found for unit in near for found in can_attack(pos, unit)), None)
            text = f"No unit that may attack is next to {pos.label(target)}."
            yield barred or objection("OG-11.0d", text)

    def battle(self, pos: Position, side: str, target: Hex) -> Battle:
        """A paradrop is part of the force from the start (OG 15.0d)."""
        jumping = drops_into(pos, side, target)
        return battle_for(pos, side, target, jumping, jumping)

    def still_due(self, pos: Position, frame: Fighting) -> Iterator[Objection]:
        """Paradropped units must have attacked their hexes (OG 15.0b)."""
        for unit, at in pos.state.drops.items():
            if pos.owner(unit) == frame.side:
                text = f"{pos.called(unit)} must attack {pos.label(at)}, where it drops."
                yield objection("OG-15.0b", text, units=(unit,), places=(at,))


class ForceForming(FormingStep[Board, Position, Battle]):
    """The attacker chooses his units, then goes in (OG 11.0)."""

    def cite(self, _pos: Position, topic: Topic) -> str:
        """The paragraph of each topic."""
        return RULES.get(topic, "OG-11.0d")

    def candidates(self, pos: Position, battle: Battle) -> tuple[UnitId, ...]:
        """Units that may still join: Soviets only with Soviets (OG 11.0e)."""
        return candidates(pos, battle)

    def barred(self, pos: Position, battle: Battle, unit: UnitId) -> Iterator[Objection]:
        """What keeps a unit out of the attack (OG 11.0d, 11.0e)."""
        if unit not in able(pos, battle.side, battle.target):
            text = f"{pos.called(unit)} cannot attack {pos.label(battle.target)}."
            yield objection("OG-11.0d", text)
        elif unit not in candidates(pos, battle):
            yield objection("OG-11.0e", "Soviet units attack only with Soviet units.")

    def joining(self, pos: Position, battle: Battle, origin: Hex) -> tuple[UnitId, ...]:
        """All units of a hex that may join, of the kind of the first (OG 11.0e)."""
        units = super().joining(pos, battle, origin)
        return tuple(unit for unit in units if pos.soviet(unit) == pos.soviet(units[0]))

    def go_in(
        self, pos: Position, frame: Forming[Battle], _action: do.GoIn, transition: Work
    ) -> None:
        """The odds stand: on to naval and air support."""
        battle = frame.battle
        transition.tell(
            "battle",
            "OG-11.0.1",
            at=battle.target,
            units=battle.attackers,
            enemies=battle.defenders or ("an empty hex",),
            percent=odds(pos, battle),
        )
        transition.state = transition.state.popped()
        open_support(pos.context, transition, battle)


DECLARING, FORMING = Declaring(), ForceForming()


def ultra_question(pos: Position, frame: UltraCall) -> Question:
    """Spend an ULTRA on the land combat?"""
    prompt = f"Spend an ULTRA on the battle for {pos.label(frame.battle.target)}?"
    families = (
        Family("use ultra", "Spend an ULTRA", lambda: (do.UseUltra(),)),
        Family("keep ultra", "Keep it", lambda: (do.KeepUltra(),), closing=True),
    )
    return Question(ALLIED, prompt, families, "OG-14.0b")


def use_ultra(_pos: Position, frame: UltraCall, _action: do.UseUltra, transition: Work) -> None:
    """One marker is spent, whatever comes (OG 3.2)."""
    battle = replace(frame.battle, ultra=True)
    transition.set(ultra=transition.state.ultra - 1)
    transition.tell("ultra", "OG-11.0.7", at=battle.target, left=transition.state.ultra)
    transition.state = transition.state.swapped(CombatRoll(battle))


def keep_ultra(_pos: Position, frame: UltraCall, _action: do.KeepUltra, transition: Work) -> None:
    """On to the die."""
    transition.state = transition.state.swapped(CombatRoll(frame.battle))


def combat_node(pos: Position, frame: CombatRoll[Battle]) -> ChanceNode:
    """The die of the battle, with what each face would do (OG 11.0.9)."""
    chart = pos.context.charts.combat
    final = column(pos, frame.battle)
    meanings = tuple(result(chart, final, face) for face in range(1, chart.die + 1))
    reason = f"the battle for {pos.label(frame.battle.target)}, {chart.columns[final]}%"
    return ChanceNode(chart.die, reason, "OG-11.0.9", meanings)


def roll_combat(pos: Position, frame: CombatRoll[Battle], face: int, transition: Work) -> None:
    """Read the result; its stages follow."""
    chart = pos.context.charts.combat
    final = column(pos, frame.battle)
    code = result(chart, final, face)
    transition.tell(
        "combat result",
        "OG-11.0.9",
        at=frame.battle.target,
        column=chart.columns[final],
        face=face,
        code=code,
        effect=chart.code(code).text,
    )
    transition.state = transition.state.swapped(Aftermath(frame.battle, code))


def engaged(context: Context, transition: Work, battle: Battle) -> None:
    """Mark everyone who fought and is left (OG 11.0.10)."""
    here = now(context, transition)
    for units, mark in ((battle.attackers, ATTACKED), (battle.defenders, DEFENDED)):
        alive = (unit for unit in units if here.state.pieces[unit].hex is not None)
        transition.state = transition.state.with_pieces(
            {unit: transition.state.pieces[unit].marked(mark) for unit in alive}
        )


HANDLERS = (
    DECLARING.handler(),
    FORMING.handler(),
    Handler(
        UltraCall,
        (
            Answer(do.UseUltra, no_objections, use_ultra),
            Answer(do.KeepUltra, no_objections, keep_ultra),
        ),
        question=ultra_question,
    ),
    Handler(CombatRoll, chance=combat_node, rolled=roll_combat),
)
