"""Retreats: which hexes are open to a beaten unit, and the moves out (OG 11.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.system import Question
from engine.mechanics.retreats import Preference, preferred, together
from engine.systems.operation_gertrud import battle_actions as do
from engine.systems.operation_gertrud.battles import Battle, Retreating
from engine.systems.operation_gertrud.combat import crosses
from engine.systems.operation_gertrud.common import Work, bury, come_down, now, objection
from engine.systems.operation_gertrud.position import Position
from engine.systems.operation_gertrud.records import LOST, other
from engine.systems.operation_gertrud.table import Table
from maps.hexgrid import Hex
from oob.model import UnitId


def stands_in(pos: Position, unit: UnitId) -> Hex:
    """The hex a unit retreats from: its own, or the one it drops into."""
    return pos.state.pieces[unit].hex or pos.state.drops[unit]


def exits(pos: Position, unit: UnitId) -> tuple[Hex, ...]:
    """Adjacent hexes open to a retreating unit (OG 11.1b, 9.5, 8.2)."""
    origin, side = stands_in(pos, unit), pos.owner(unit)
    hostile = pos.zoc(other(side))
    free = unit in pos.table.ignoring_zoc
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
    if len(stack) > pos.table.charts.movement.stacking:
        return False
    return len({pos.soviet(unit) for unit in stack}) == 1


def withdraw(
    table: Table, doing: Work, battle: Battle, side: str, units: tuple[UnitId, ...]
) -> None:
    """Let a side retreat units; those without a hex to go to are eliminated at once (OG 11.1c)."""
    left = _trapped_lost(table, doing, units)
    if left:
        doing.state = doing.state.pushed(Retreating(battle, side, left))


def _trapped_lost(table: Table, doing: Work, units: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
    pos = now(table, doing)
    left = []
    for unit in units:
        if exits(pos, unit):
            left.append(unit)
        else:
            _lose_trapped(pos, unit, doing)
    return tuple(left)


def _lose_trapped(pos: Position, unit: UnitId, doing: Work) -> None:
    """Eliminate a unit with no retreat; for good where its way leads off the map (OG 9.2d)."""
    at = stands_in(pos, unit)
    off_map = any(near not in pos.table.map.terrain for near in at.neighbours())
    bury(doing, unit, *((LOST,) if off_map else ()))
    if off_map:
        doing.tell("driven off", "OG-9.2d", unit=unit, at=at)
    else:
        doing.tell("no retreat", "OG-11.1c", unit=unit, at=at)


def question(pos: Position, frame: Retreating) -> Question:
    """Where to?"""
    family = Family(
        "retreat to",
        "Retreat to",
        lambda: _options(pos, frame),
        of=lambda unit: _options_of(pos, frame, unit),
    )
    count = len(frame.units)
    prompt = f"Retreat {'the unit' if count == 1 else f'{count} units'}, together or one by one."
    return Question(frame.side, prompt, (family,), "OG-11.1a")


def _options(pos: Position, frame: Retreating) -> Iterator[Action]:
    for stack in _stacks(pos, frame.units):
        if len(stack) > 1:
            for at in together(stack, lambda u: exits(pos, u), lambda us, at: fits(pos, us, at)):
                yield do.RetreatTo(stack, at)
    for unit in frame.units:
        yield from (do.RetreatTo((unit,), at) for at in exits(pos, unit))


def _options_of(pos: Position, frame: Retreating, unit: UnitId) -> Iterator[Action]:
    return (action for action in _options(pos, frame) if unit in action.who())


def _stacks(pos: Position, units: tuple[UnitId, ...]) -> tuple[tuple[UnitId, ...], ...]:
    """The units by the hex they stand in."""
    found: dict[Hex, list[UnitId]] = {}
    for unit in units:
        found.setdefault(stands_in(pos, unit), []).append(unit)
    return tuple(tuple(stack) for stack in found.values())


def retreat_objections(
    pos: Position, frame: Retreating, action: do.RetreatTo
) -> Iterator[Objection]:
    """What forbids a retreat into a hex (OG 11.1)."""
    units = action.units
    if not units or len(set(units)) != len(units) or not set(units) <= set(frame.units):
        yield objection("OG-11.1a", "Choose among the units that must retreat.")
        return
    if len({stands_in(pos, unit) for unit in units}) > 1:
        yield objection("OG-11.1d", "Only units of one hex retreat together.")
        return
    for unit in units:
        if action.target not in exits(pos, unit):
            yield objection(
                "OG-11.1b", f"{pos.called(unit)} cannot retreat to {pos.label(action.target)}."
            )
    if not fits(pos, units, action.target):
        yield objection("OG-11.1b", f"{pos.label(action.target)} would be overstacked or mixed.")


def retreat(pos: Position, frame: Retreating, action: do.RetreatTo, doing: Work) -> None:
    """Move units out; the rest is asked about next."""
    for unit in action.units:
        come_down(doing, unit, action.target)
    doing.tell("retreated", "OG-11.1a", units=action.units, to=action.target)
    rest = tuple(unit for unit in frame.units if unit not in action.units)
    doing.state = doing.state.popped()
    left = _trapped_lost(pos.table, doing, rest)
    if left:
        doing.state = doing.state.pushed(replace(frame, units=left))


DESKS = (Desk(Retreating, {do.RetreatTo: Answer(retreat_objections, retreat)}, question=question),)
