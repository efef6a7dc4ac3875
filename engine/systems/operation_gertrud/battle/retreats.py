"""Retreats: which hexes are open to a beaten unit, and the moves out (OG 11.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.rules.combat.retreating import RetreatingStep
from engine.rules.combat.retreats import Preference, preferred
from engine.rules.combat.steps import Topic
from engine.systems.operation_gertrud.battle import battle_actions as do
from engine.systems.operation_gertrud.battle.battles import Battle, Retreating
from engine.systems.operation_gertrud.battle.combat_phase import crosses
from engine.systems.operation_gertrud.state.common import Work, bury, come_down, now, objection
from engine.systems.operation_gertrud.state.context import Context
from engine.systems.operation_gertrud.state.position import Position
from engine.systems.operation_gertrud.state.records import LOST, Board, other
from maps.hexgrid import Hex
from oob.model import UnitId


def stands_in(pos: Position, unit: UnitId) -> Hex:
    """The hex a unit retreats from: its own, or the one it drops into."""
    return pos.state.pieces[unit].hex or pos.state.drops[unit]


def exits(pos: Position, unit: UnitId) -> tuple[Hex, ...]:
    """Adjacent hexes open to a retreating unit (OG 11.1b, 9.5, 8.2)."""
    origin, side = stands_in(pos, unit), pos.owner(unit)
    hostile = pos.zoc(other(side))
    free = unit in pos.context.ignoring_zoc
    found = (
        at
        for at in origin.neighbours()
        if crosses(pos, unit, origin, at)
        and not pos.enemies(at, side)
        and (free or at not in hostile)
        and fits(pos, (unit,), at)
    )
    return preferred(found, Preference.ANY, lambda _at: ())


def fits(pos: Position, units: tuple[UnitId, ...], at: Hex) -> bool:
    """True when some units can join those in a hex (OG 6.0, 6.4)."""
    there = pos.stacked(at, pos.owner(units[0]))
    stack = (*(mate for mate in there if mate not in units), *units)
    if len(stack) > pos.context.charts.movement.stacking:
        return False
    return len({pos.soviet(unit) for unit in stack}) == 1


def withdraw(
    context: Context, transition: Work, battle: Battle, side: str, units: tuple[UnitId, ...]
) -> None:
    """Let a side retreat units; those without a hex to go to are eliminated at once (OG 11.1c)."""
    left = _trapped_lost(context, transition, units)
    if left:
        transition.state = transition.state.pushed(Retreating(battle, side, left))


def _trapped_lost(
    context: Context, transition: Work, units: tuple[UnitId, ...]
) -> tuple[UnitId, ...]:
    pos = now(context, transition)
    left = []
    for unit in units:
        if exits(pos, unit):
            left.append(unit)
        else:
            _lose_trapped(pos, unit, transition)
    return tuple(left)


def _lose_trapped(pos: Position, unit: UnitId, transition: Work) -> None:
    """Eliminate a unit with no retreat; for good where its way leads off the map (OG 9.2d)."""
    at = stands_in(pos, unit)
    off_map = any(near not in pos.context.map.terrain for near in at.neighbours())
    bury(transition, unit, *((LOST,) if off_map else ()))
    if off_map:
        transition.tell("driven off", "OG-9.2d", unit=unit, at=at)
    else:
        transition.tell("no retreat", "OG-11.1c", unit=unit, at=at)


class Retreat(RetreatingStep[Board, Position, Retreating[Battle]]):
    """A side moves its beaten units out (OG 11.1)."""

    def cite(self, _pos: Position, topic: Topic) -> str:
        """The paragraph of each topic."""
        return "OG-11.1d" if topic is Topic.TOGETHER else "OG-11.1a"

    def stands(self, pos: Position, unit: UnitId) -> Hex:
        """Its hex, or the one it drops into."""
        return stands_in(pos, unit)

    def ways(self, pos: Position, _frame: Retreating[Battle], unit: UnitId) -> tuple[Hex, ...]:
        """Adjacent hexes open to the unit."""
        return exits(pos, unit)

    def fits(self, pos: Position, units: tuple[UnitId, ...], at: Hex) -> bool:
        """True when the units can join those in a hex."""
        return fits(pos, units, at)

    def barred(
        self, pos: Position, _frame: Retreating[Battle], units: tuple[UnitId, ...], target: Hex
    ) -> Iterator[Objection]:
        """What forbids a retreat into a hex (OG 11.1)."""
        at = pos.label(target)
        for unit in units:
            if target not in exits(pos, unit):
                yield objection("OG-11.1b", f"{pos.called(unit)} cannot retreat to {at}.")
        if not fits(pos, units, target):
            yield objection("OG-11.1b", f"{at} would be overstacked or mixed.")

    def retreat(
        self,
        pos: Position,
        frame: Retreating[Battle],
        action: do.RetreatTo,
        transition: Work,
    ) -> None:
        """Move units out; the rest is asked about next."""
        for unit in action.units:
            come_down(transition, unit, action.target)
        transition.tell("retreated", "OG-11.1a", units=action.units, to=action.target)
        rest = tuple(unit for unit in frame.units if unit not in action.units)
        transition.state = transition.state.popped()
        left = _trapped_lost(pos.context, transition, rest)
        if left:
            transition.state = transition.state.pushed(replace(frame, units=left))


RETREAT = Retreat(Retreating)
HANDLERS = (RETREAT.handler(),)
