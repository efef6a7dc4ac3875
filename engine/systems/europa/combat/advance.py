"""The advance into a cleared hex (BF-9F2, BC-B9.15)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.rules.combat.advancing import AdvancingStep
from engine.rules.combat.steps import Topic
from engine.systems.europa.combat.battles import Advancing, Battle
from engine.systems.europa.combat.crossing import can_enter
from engine.systems.europa.movement.gate import snowed_in
from engine.systems.europa.state.common import Work, now, objection
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Theatre
from oob.model import UnitId


def followers(pos: Position, battle: Battle) -> tuple[UnitId, ...]:
    """The attackers that are left outside the attacked hex."""
    return tuple(
        unit for unit in battle.attackers if pos.piece(unit).hex not in (None, battle.target)
    )


def open_advance(pos: Position, battle: Battle, transition: Work) -> None:
    """Let the attacker advance where his attack has emptied the hex and somebody can enter."""
    if pos.enemies(battle.target, battle.side):
        return
    if _anybody(pos, battle):
        transition.state = transition.state.pushed(Advancing(battle))


def _anybody(pos: Position, battle: Battle) -> bool:
    return any(not any(True for _ in why_not(pos, battle, u)) for u in followers(pos, battle))


def why_not(pos: Position, battle: Battle, unit: UnitId) -> Iterator[Objection]:
    """What keeps an attacker out of the cleared hex (BF-9F2.1)."""
    target, origin = battle.target, pos.piece(unit).hex
    if pos.rail_only(unit):
        text = f"{pos.called(unit)} does not advance."
        yield objection(pos, "no advance", text)
    if origin is None or not can_enter(pos, unit, origin, target):
        snow = snowed_in(pos, unit, target)
        if snow is None and origin is not None:
            snow = snowed_in(pos, unit, origin)
        text = f"{pos.called(unit)} cannot enter {pos.label(target)}."
        yield pos.bars(unit, target) or snow or objection(pos, "prohibited terrain", text)
    if not pos.fits(target, (unit,)):
        text = f"{pos.label(target)} would be overstacked."
        yield objection(pos, "advance", text)


class Advance(AdvancingStep[Theatre, Position, Advancing[Battle]]):
    """The attackers move in, one by one, as long as others can follow (BF-9F2)."""

    def cite(self, pos: Position, topic: Topic) -> str:
        """All of it rests on one rule."""
        return pos.context.cite("advance")

    def followers(self, pos: Position, frame: Advancing[Battle]) -> tuple[UnitId, ...]:
        """The attackers that are left outside the attacked hex."""
        return followers(pos, frame.battle)

    def objections(
        self, pos: Position, frame: Advancing[Battle], unit: UnitId
    ) -> Iterator[Objection]:
        """What forbids an advance."""
        if unit not in followers(pos, frame.battle):
            text = f"{pos.called(unit)} took no part in this attack, or has advanced already."
            yield objection(pos, "advance", text)
        else:
            yield from why_not(pos, frame.battle, unit)

    def moved(
        self, pos: Position, frame: Advancing[Battle], _unit: UnitId, transition: Work
    ) -> None:
        """Ask on while others can follow."""
        if not _anybody(now(pos.context, transition), frame.battle):
            transition.state = transition.state.popped()


HANDLERS = (Advance(Advancing).handler(),)
