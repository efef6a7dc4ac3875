"""The advance into a cleared hex (BF-9F2, BC-B9.15)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.europa import battle_actions as do
from engine.systems.europa.battles import Advancing, Battle
from engine.systems.europa.common import Work, no_objections, now, objection
from engine.systems.europa.crossing import can_enter
from engine.systems.europa.position import Position
from oob.model import UnitId


def followers(pos: Position, battle: Battle) -> tuple[UnitId, ...]:
    """The attackers that are left outside the attacked hex."""
    return tuple(
        unit for unit in battle.attackers if pos.piece(unit).hex not in (None, battle.target)
    )


def open_advance(pos: Position, battle: Battle, doing: Work) -> None:
    """Let the attacker advance where his attack has emptied the hex and somebody can enter."""
    if pos.enemies(battle.target, battle.side):
        return
    if _anybody(pos, battle):
        doing.state = doing.state.pushed(Advancing(battle))


def _anybody(pos: Position, battle: Battle) -> bool:
    return any(not any(True for _ in why_not(pos, battle, u)) for u in followers(pos, battle))


def question(pos: Position, frame: Advancing) -> Question:
    """Advance victorious units."""
    units = followers(pos, frame.battle)
    families = (
        Family("advance", "Advance", lambda: (do.Advance(unit) for unit in units), weight=6),
        Family(
            "end advance", "No further advance", lambda: (do.EndAdvance(),), weight=2, closing=True
        ),
    )
    prompt = f"{pos.label(frame.battle.target)} is clear: advance?"
    return Question(frame.battle.side, prompt, families, pos.table.cite("advance"))


def objections(pos: Position, frame: Advancing, action: do.Advance) -> Iterator[Objection]:
    """What forbids an advance."""
    if action.unit not in followers(pos, frame.battle):
        text = f"{pos.called(action.unit)} took no part in this attack, or has advanced already."
        yield objection(pos, "advance", text)
        return
    yield from why_not(pos, frame.battle, action.unit)


def why_not(pos: Position, battle: Battle, unit: UnitId) -> Iterator[Objection]:
    """What keeps an attacker out of the cleared hex (BF-9F2.1)."""
    target, origin = battle.target, pos.piece(unit).hex
    if origin is None or not can_enter(pos, unit, origin, target):
        text = f"{pos.called(unit)} cannot enter {pos.label(target)}."
        yield objection(pos, "advance", text)
    if not pos.fits(target, (unit,)):
        text = f"{pos.label(target)} would be overstacked."
        yield objection(pos, "advance", text)


def advance(pos: Position, frame: Advancing, action: do.Advance, doing: Work) -> None:
    """Move a victorious unit in, zones of control or not; ask on while others can follow."""
    battle = frame.battle
    doing.state = doing.state.with_piece(action.unit, at=battle.target)
    doing.tell("advanced", pos.table.cite("advance"), unit=action.unit, to=battle.target)
    if not _anybody(now(pos.table, doing), battle):
        doing.state = doing.state.popped()


def end_advance(_pos: Position, _frame: Advancing, _action: do.EndAdvance, doing: Work) -> None:
    """Enough."""
    doing.state = doing.state.popped()


DESKS = (
    Desk(
        Advancing,
        {
            do.Advance: Answer(objections, advance),
            do.EndAdvance: Answer(no_objections, end_advance),
        },
        question=question,
    ),
)
