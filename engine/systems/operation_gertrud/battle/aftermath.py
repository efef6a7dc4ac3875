"""What a combat result does: losses, retreats, the drop, the advance (OG 11.0.10 to 11.4, 15.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer, Handler, no_objections
from engine.core.legal import Family
from engine.core.system import Question
from engine.rules.combat.advances import Follow, followers, survivors
from engine.rules.combat.advancing import AdvancingStep
from engine.rules.combat.steps import Topic
from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.battles import (
    Advancing,
    Aftermath,
    Battle,
    LeaveCall,
    Losing,
)
from engine.systems.operation_gertrud.battle.combat_phase import engaged
from engine.systems.operation_gertrud.battle.retreats import withdraw
from engine.systems.operation_gertrud.battle_charts import Code, Leave
from engine.systems.operation_gertrud.state.common import (
    Work,
    bury,
    come_down,
    hit,
    now,
    objection,
    set_marker,
)
from engine.systems.operation_gertrud.state.context import Context
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import DEAD, Board, Status, other
from oob.model import UnitId


def alive(pos: Position, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Those of the units that are not eliminated."""
    return survivors(pos.state, units, DEAD)


def stage(pos: Position, frame: Aftermath[Battle], transition: Work) -> None:
    """Do the next stage of a result; what it opens lies above the stage after it."""
    code = pos.context.charts.combat.code(frame.code)
    if frame.stage >= len(STAGES):
        conclude(pos.context, transition, frame.battle)
        return
    transition.state = transition.state.swapped(replace(frame, stage=frame.stage + 1))
    STAGES[frame.stage](pos, frame.battle, code, transition)


def _attacker_losses(pos: Position, battle: Battle, code: Code, transition: Work) -> None:
    """Airborne units that drop lose first, unless all lose alike (OG 15.0d)."""
    units = alive(pos, battle.attackers)
    jumping = tuple(unit for unit in units if unit in battle.droppers)
    first = jumping if jumping and code.attacker_steps == 1 else units
    _lose(pos, battle, battle.side, first, code.attacker_steps, transition)


def _defender_losses(pos: Position, battle: Battle, code: Code, transition: Work) -> None:
    units = alive(pos, battle.defenders)
    _lose(pos, battle, other(battle.side), units, code.defender_steps, transition)


def _lose(
    pos: Position,
    battle: Battle,
    side: str,
    units: tuple[UnitId, ...],
    steps: int,
    transition: Work,
) -> None:
    if not units or not steps:
        return
    if steps < 0:
        for unit in units:
            bury(transition, unit)
        transition.tell("all eliminated", "OG-11.0.9", units=units)
    elif len(units) == 1:
        for _ in range(min(steps, pos.state.pieces[units[0]].steps)):
            hit(transition, units[0])
    else:
        transition.state = transition.state.pushed(Losing(battle, side, units, steps))


def _attackers_leave(pos: Position, battle: Battle, code: Code, transition: Work) -> None:
    if code.attacker_leaves is Leave.MUST:
        units = alive(pos, battle.attackers)
        if pos.enemies(battle.target, battle.side):
            units = tuple(unit for unit in units if unit not in battle.droppers)
        withdraw(pos.context, transition, battle, battle.side, units)


def _defenders_leave(pos: Position, battle: Battle, code: Code, transition: Work) -> None:
    units = alive(pos, battle.defenders)
    if not units or code.defender_leaves is Leave.STAY:
        return
    if code.defender_leaves is Leave.MUST:
        withdraw(pos.context, transition, _drive(battle, transition), other(battle.side), units)
    else:
        transition.state = transition.state.pushed(LeaveCall(battle, other(battle.side)))


def _drive(battle: Battle, transition: Work) -> Battle:
    """Note in the stages to come that the defenders were made to retreat (OG 11.3, 11.4)."""
    driven = replace(battle, driven=True)
    frame = transition.state.top
    assert isinstance(frame, Aftermath)
    transition.state = transition.state.swapped(replace(frame, battle=driven))
    return driven


def _land(pos: Position, battle: Battle, _code: Code, transition: Work) -> None:
    """Airborne units have the hex if no enemy is left in it, and are lost if any is (OG 15.0f)."""
    for unit in (unit for unit in battle.droppers if unit in pos.state.drops):
        if pos.enemies(battle.target, battle.side):
            bury(transition, unit)
            transition.tell("drop failed", "OG-15.0f", unit=unit, at=battle.target)
        else:
            come_down(transition, unit, battle.target)
            transition.tell("landed", "OG-15.0f", unit=unit, at=battle.target)


def _advance(pos: Position, battle: Battle, code: Code, transition: Work) -> None:
    """Who may enter the hex: any attacker when the result itself eliminated the last defender,
    else those it lets in; units that died for want of a retreat were not eliminated by it (OG 11.3,
    11.4).
    """
    if not battle.defenders or pos.enemies(battle.target, battle.side):
        return
    if code.attacker_leaves is Leave.MUST:
        return
    wiped_out = not battle.driven and not alive(pos, battle.defenders)
    outside = tuple(
        unit
        for unit in alive(pos, battle.attackers)
        if pos.state.pieces[unit].hex not in (None, battle.target)
    )
    able = followers(
        outside,
        Follow.ANY if wiped_out else code.follow,
        lambda unit: pos.context.type_of(unit) == "armor",
    )
    frame = Advancing(battle, able)
    if ADVANCE.anybody(pos, frame):
        transition.state = transition.state.pushed(frame)


STAGES = (
    _attacker_losses,
    _defender_losses,
    _attackers_leave,
    _defenders_leave,
    _land,
    _advance,
)
"""What a result does, in order."""


def conclude(context: Context, transition: Work, battle: Battle) -> None:
    """Close the battle: support goes back to its piles, all who fought are marked (OG 11.0.10,
    12.5, 13.6).
    """
    for marker in battle.committed:
        if transition.state.support[marker] is Status.COMMITTED:
            set_marker(transition, marker, Status.USED)
    engaged(context, transition, battle)
    transition.tell("battle over", "OG-11.0.10", at=battle.target)
    transition.state = transition.state.popped()


def losing_question(pos: Position, frame: Losing) -> Question:
    """The owner chooses who loses a step."""
    units = alive(pos, frame.units)
    family = Family("lose", "Lose a step", lambda: (do.TakeLoss(unit) for unit in units))
    prompt = f"Choose the unit that loses a step at {pos.label(frame.battle.target)}."
    return Question(frame.side, prompt, (family,), "OG-2.7b")


def loss_objections(pos: Position, frame: Losing, action: do.TakeLoss) -> Iterator[Objection]:
    """It must be one of those the loss can fall on."""
    if action.unit not in alive(pos, frame.units):
        yield objection("OG-2.7b", "The loss falls on another unit of this battle.")


def lose(pos: Position, frame: Losing, action: do.TakeLoss, transition: Work) -> None:
    """Take the step; ask again while more are due."""
    hit(transition, action.unit)
    transition.state = transition.state.popped()
    left = alive(now(pos.context, transition), frame.units)
    if frame.steps > 1 and left:
        transition.state = transition.state.pushed(
            replace(frame, steps=frame.steps - 1, units=left)
        )


def leave_question(pos: Position, frame: LeaveCall) -> Question:
    """Retreat, or stay."""
    families = (
        Family("fall back", "Retreat", lambda: (do.FallBack(),)),
        Family("stand fast", "Stand fast", lambda: (do.StandFast(),), closing=True),
    )
    prompt = f"Retreat from {pos.label(frame.battle.target)}?"
    return Question(frame.side, prompt, families, "OG-11.1a")


def fall_back(pos: Position, frame: LeaveCall, _action: do.FallBack, transition: Work) -> None:
    """Retreat all units; those that cannot are eliminated."""
    transition.state = transition.state.popped()
    units = alive(pos, frame.battle.defenders)
    driven = _drive(frame.battle, transition)
    withdraw(pos.context, transition, driven, frame.side, units)


def stand_fast(_pos: Position, _frame: LeaveCall, _action: do.StandFast, transition: Work) -> None:
    """Stay."""
    transition.state = transition.state.popped()


class Advance(AdvancingStep[Board, Position, Advancing]):
    """The attackers move in that the result lets in (OG 11.3, 11.4)."""

    def cite(self, _pos: Position, _topic: Topic) -> str:
        """All of it rests on one rule."""
        return "OG-11.3a"

    def followers(self, _pos: Position, frame: Advancing) -> tuple[UnitId, ...]:
        """Those the result lets in."""
        return frame.able

    def objections(self, pos: Position, frame: Advancing, unit: UnitId) -> Iterator[Objection]:
        """What forbids an advance (OG 11.3, 11.4)."""
        target = frame.battle.target
        if unit not in frame.able:
            rule = "OG-11.4" if unit in frame.battle.attackers else "OG-11.3a"
            yield objection(rule, f"This result does not let {pos.called(unit)} advance.")
            return
        if unit in frame.advanced:
            yield objection("OG-11.3a", f"{pos.called(unit)} has advanced already.")
            return
        origin = pos.state.pieces[unit].hex
        if origin is None or not pos.can_step(unit, origin, target):
            yield objection(
                "OG-11.3a", f"{pos.called(unit)} cannot cross into {pos.label(target)}."
            )
        broken = pos.stack_objection(unit, target)
        if broken:
            yield objection(broken, f"{pos.label(target)} would be overstacked or mixed.")

    def moved(self, _pos: Position, frame: Advancing, unit: UnitId, transition: Work) -> None:
        """Ask on until the attacker has had enough."""
        advanced = replace(frame, advanced=(*frame.advanced, unit))
        transition.state = transition.state.swapped(advanced)


ADVANCE = Advance(Advancing)
HANDLERS = (
    Handler(Aftermath, auto=stage),
    Handler(Losing, (Answer(do.TakeLoss, loss_objections, lose),), question=losing_question),
    Handler(
        LeaveCall,
        (
            Answer(do.FallBack, no_objections, fall_back),
            Answer(do.StandFast, no_objections, stand_fast),
        ),
        question=leave_question,
    ),
    ADVANCE.handler(),
)
