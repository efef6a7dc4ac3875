"""What a combat result does: losses, retreats, the drop, the advance (OG 11.0.10 to 11.4, 15.0)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.system import Question
from engine.mechanics.advances import Follow, followers, survivors
from engine.systems.operation_gertrud import battle_actions as do
from engine.systems.operation_gertrud.battle_charts import Code, Leave
from engine.systems.operation_gertrud.battles import (
    Advancing,
    Aftermath,
    Battle,
    LeaveCall,
    Losing,
)
from engine.systems.operation_gertrud.combat import engaged
from engine.systems.operation_gertrud.common import (
    Work,
    bury,
    come_down,
    hit,
    no_objections,
    now,
    objection,
    set_marker,
)
from engine.systems.operation_gertrud.position import Position
from engine.systems.operation_gertrud.records import DEAD, Status, other
from engine.systems.operation_gertrud.table import Table
from engine.systems.operation_gertrud.withdrawal import withdraw
from oob.model import UnitId


def alive(pos: Position, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    """Those of the units that are not eliminated."""
    return survivors(pos.state, units, DEAD)


def stage(pos: Position, frame: Aftermath, doing: Work) -> None:
    """Do the next stage of a result; what it opens lies above the stage after it."""
    code = pos.table.charts.combat.code(frame.code)
    if frame.stage >= len(STAGES):
        conclude(pos.table, doing, frame.battle)
        return
    doing.state = doing.state.swapped(replace(frame, stage=frame.stage + 1))
    STAGES[frame.stage](pos, frame.battle, code, doing)


def _attacker_losses(pos: Position, battle: Battle, code: Code, doing: Work) -> None:
    """The airborne unit that drops loses first, unless all lose alike (OG 15.0d)."""
    units = alive(pos, battle.attackers)
    first = (battle.dropper,) if battle.dropper in units and code.attacker_steps == 1 else units
    _lose(pos, battle, battle.side, first, code.attacker_steps, doing)


def _defender_losses(pos: Position, battle: Battle, code: Code, doing: Work) -> None:
    units = alive(pos, battle.defenders)
    _lose(pos, battle, other(battle.side), units, code.defender_steps, doing)


def _lose(
    pos: Position, battle: Battle, side: str, units: tuple[UnitId, ...], steps: int, doing: Work
) -> None:
    if not units or not steps:
        return
    if steps < 0:
        for unit in units:
            bury(doing, unit)
        doing.tell("all eliminated", "OG-11.0.9", units=units)
    elif len(units) == 1:
        for _ in range(min(steps, pos.state.pieces[units[0]].steps)):
            hit(doing, units[0])
    else:
        doing.state = doing.state.pushed(Losing(battle, side, units, steps))


def _attackers_leave(pos: Position, battle: Battle, code: Code, doing: Work) -> None:
    if code.attacker_leaves is Leave.MUST:
        units = alive(pos, battle.attackers)
        if battle.dropper in units and pos.enemies(battle.target, battle.side):
            units = tuple(unit for unit in units if unit != battle.dropper)
        withdraw(pos.table, doing, battle, battle.side, units)


def _defenders_leave(pos: Position, battle: Battle, code: Code, doing: Work) -> None:
    units = alive(pos, battle.defenders)
    if not units or code.defender_leaves is Leave.STAY:
        return
    if code.defender_leaves is Leave.MUST:
        withdraw(pos.table, doing, battle, other(battle.side), units)
    else:
        doing.state = doing.state.pushed(LeaveCall(battle, other(battle.side)))


def _land(pos: Position, battle: Battle, _code: Code, doing: Work) -> None:
    """The airborne unit has the hex if no enemy is left in it, and is lost if any is (OG 15.0f)."""
    unit = battle.dropper
    if unit not in pos.state.drops:
        return
    if pos.enemies(battle.target, battle.side):
        bury(doing, unit)
        doing.tell("drop failed", "OG-15.0f", unit=unit, at=battle.target)
    else:
        come_down(doing, unit, battle.target)
        doing.tell("landed", "OG-15.0f", unit=unit, at=battle.target)


def _advance(pos: Position, battle: Battle, code: Code, doing: Work) -> None:
    """Who may enter the hex: any attacker when the last defender is eliminated, else those the
    result lets in (OG 11.3, 11.4).
    """
    if not battle.defenders or pos.enemies(battle.target, battle.side):
        return
    if code.attacker_leaves is Leave.MUST:
        return
    wiped_out = not alive(pos, battle.defenders)
    outside = tuple(
        unit
        for unit in alive(pos, battle.attackers)
        if pos.state.pieces[unit].hex not in (None, battle.target)
    )
    able = followers(
        outside,
        Follow.ANY if wiped_out else code.follow,
        lambda unit: pos.table.type_of(unit) == "armor",
    )
    frame = Advancing(battle, able)
    if any(not any(True for _ in advance_objections(pos, frame, do.Advance(u))) for u in able):
        doing.state = doing.state.pushed(frame)


STAGES = (
    _attacker_losses,
    _defender_losses,
    _attackers_leave,
    _defenders_leave,
    _land,
    _advance,
)
"""What a result does, in order."""


def conclude(table: Table, doing: Work, battle: Battle) -> None:
    """Close the battle: support goes back to its piles, all who fought are marked (OG 11.0.10,
    12.5, 13.6).
    """
    for marker in battle.committed:
        if doing.state.support[marker] is Status.COMMITTED:
            set_marker(doing, marker, Status.USED)
    engaged(table, doing, battle)
    doing.tell("battle over", "OG-11.0.10", at=battle.target)
    doing.state = doing.state.popped()


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


def lose(pos: Position, frame: Losing, action: do.TakeLoss, doing: Work) -> None:
    """Take the step; ask again while more are due."""
    hit(doing, action.unit)
    doing.state = doing.state.popped()
    left = alive(now(pos.table, doing), frame.units)
    if frame.steps > 1 and left:
        doing.state = doing.state.pushed(replace(frame, steps=frame.steps - 1, units=left))


def leave_question(pos: Position, frame: LeaveCall) -> Question:
    """Retreat, or stay."""
    families = (
        Family("fall back", "Retreat", lambda: (do.FallBack(),)),
        Family("stand fast", "Stand fast", lambda: (do.StandFast(),), closing=True),
    )
    prompt = f"Retreat from {pos.label(frame.battle.target)}?"
    return Question(frame.side, prompt, families, "OG-11.1a")


def fall_back(pos: Position, frame: LeaveCall, _action: do.FallBack, doing: Work) -> None:
    """Retreat all units; those that cannot are eliminated."""
    doing.state = doing.state.popped()
    units = alive(pos, frame.battle.defenders)
    withdraw(pos.table, doing, frame.battle, frame.side, units)


def stand_fast(_pos: Position, _frame: LeaveCall, _action: do.StandFast, doing: Work) -> None:
    """Stay."""
    doing.state = doing.state.popped()


def advance_question(pos: Position, frame: Advancing) -> Question:
    """Advance victorious units."""
    families = (
        Family("advance", "Advance", lambda: (do.Advance(unit) for unit in frame.able), weight=6),
        Family(
            "end advance", "No further advance", lambda: (do.EndAdvance(),), weight=2, closing=True
        ),
    )
    prompt = f"{pos.label(frame.battle.target)} is clear: advance?"
    return Question(frame.battle.side, prompt, families, "OG-11.3a")


def advance_objections(pos: Position, frame: Advancing, action: do.Advance) -> Iterator[Objection]:
    """What forbids an advance (OG 11.3, 11.4)."""
    unit, target = action.unit, frame.battle.target
    if unit not in frame.able:
        rule = "OG-11.4" if unit in frame.battle.attackers else "OG-11.3a"
        yield objection(rule, f"This result does not let {pos.called(unit)} advance.")
        return
    if unit in frame.advanced:
        yield objection("OG-11.3a", f"{pos.called(unit)} has advanced already.")
        return
    origin = pos.state.pieces[unit].hex
    if origin is None or not pos.can_step(unit, origin, target):
        yield objection("OG-11.3a", f"{pos.called(unit)} cannot cross into {pos.label(target)}.")
    broken = pos.stack_objection(unit, target)
    if broken:
        yield objection(broken, f"{pos.label(target)} would be overstacked or mixed.")


def advance(_pos: Position, frame: Advancing, action: do.Advance, doing: Work) -> None:
    """Move one victorious unit in, zones of control or not."""
    doing.state = doing.state.with_piece(action.unit, at=frame.battle.target).swapped(
        replace(frame, advanced=(*frame.advanced, action.unit))
    )
    doing.tell("advanced", "OG-11.3a", unit=action.unit, to=frame.battle.target)


def end_advance(_pos: Position, _frame: Advancing, _action: do.EndAdvance, doing: Work) -> None:
    """Enough."""
    doing.state = doing.state.popped()


DESKS = (
    Desk(Aftermath, auto=stage),
    Desk(Losing, {do.TakeLoss: Answer(loss_objections, lose)}, question=losing_question),
    Desk(
        LeaveCall,
        {
            do.FallBack: Answer(no_objections, fall_back),
            do.StandFast: Answer(no_objections, stand_fast),
        },
        question=leave_question,
    ),
    Desk(
        Advancing,
        {
            do.Advance: Answer(advance_objections, advance),
            do.EndAdvance: Answer(no_objections, end_advance),
        },
        question=advance_question,
    ),
)
