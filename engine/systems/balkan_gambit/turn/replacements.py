"""Replacements: divisions restored, brigades and regiments reclaimed (BG 8.2, 8.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.systems.balkan_gambit import actions as do
from engine.systems.balkan_gambit.state.common import Work, arrive, can_act, objection
from engine.systems.balkan_gambit.state.position import Position, other
from engine.systems.balkan_gambit.state.records import (
    ALLIED,
    AXIS,
    DEAD,
    LOST,
    MED_BOX,
    REBUILT,
    SURRENDERED,
    Commanding,
)
from engine.systems.balkan_gambit.turn.command_points import afford, pay
from maps.hexgrid import Hex
from oob.model import Size, UnitId


def restored(pos: Position, side: str) -> tuple[str, ...]:
    """Nations whose divisions may be restored; those of the Axis reclaim brigades too (BG 8.3)."""
    return pos.context.charts.replacements.restored[side]


def families(pos: Position, side: str) -> list[Family]:
    """Replacement commands."""
    found = [
        Family(
            "restore",
            "Restore a division",
            partial(_restorations, pos, side),
            sure=partial(_may_restore, pos, side),
        )
    ]
    if side == AXIS:
        reclaims = partial(_reclaims, pos)
        may = partial(_may_reclaim, pos)
        found.append(Family("reclaim", "Reclaim a brigade", reclaims, sure=may))
    return found


def _may_restore(pos: Position, side: str, action: Action) -> bool:
    """What the check says of restoring a reduced unit of a side."""
    assert isinstance(action, do.Restore), "what the family offers"
    return not any(True for _ in _restore_bars(pos, side, action.unit))


def _may_reclaim(pos: Position, action: Action) -> bool:
    """What the check says of a dead unit of a nation that may come back, beside a division."""
    assert isinstance(action, do.Reclaim), "what the family offers"
    unit, at = action.unit, action.target
    if any(True for _ in _dead_bars(pos, unit)):
        return False
    return not any(True for _ in _spot_bars(pos, unit, at))


def _restorations(pos: Position, side: str) -> Iterator[Action]:
    for unit, piece in pos.state.pieces.items():
        if piece.steps and not pos.full(unit) and pos.owner(unit) == side:
            yield do.Restore(unit)


def _reclaims(pos: Position) -> Iterator[Action]:
    units = [unit for unit in pos.dead() if pos.nation(unit) in restored(pos, AXIS)]
    if not units:
        return
    spots = reclaim_spots(pos)
    for unit in units:
        yield from (do.Reclaim(unit, at) for at in spots)


def reclaim_spots(pos: Position) -> tuple[Hex, ...]:
    """Hexes with or adjacent to an Axis division in supply (BG 8.3)."""
    sponsors: set[Hex] = set()
    for unit in pos.context.divisions:
        at = pos.state.pieces[unit].at
        if not isinstance(at, Hex) or at in sponsors or pos.owner(unit) != AXIS:
            continue
        if pos.supplied(unit):
            sponsors.add(at)
    beside = {near for at in sponsors for near in at.neighbours()}
    return tuple(sorted(sponsors | (beside & pos.context.land)))


def restore_objections(pos: Position, frame: Commanding, action: do.Restore) -> Iterator[Objection]:
    """What forbids restoring a division."""
    unit, side = action.unit, frame.side
    piece = pos.state.pieces.get(unit)
    if piece is None or pos.owner(unit) != side:
        yield objection("BG-8.2a", "That is no unit of yours.")
        return
    yield from _restore_bars(pos, side, unit)


def _restore_bars(pos: Position, side: str, unit: UnitId) -> Iterator[Objection]:
    """What keeps a unit of a side from being restored."""
    piece = pos.state.pieces[unit]
    if not isinstance(piece.at, Hex) and piece.at != MED_BOX:
        yield objection(
            "BG-8.3.3", f"{pos.called(unit)} is not in play; divisions are never rebuilt."
        )
        return
    if not pos.context.stats[unit].division or pos.full(unit):
        yield objection("BG-8.2a", f"{pos.called(unit)} is no reduced division.")
    if pos.nation(unit) not in restored(pos, side):
        rule = "BG-8.3.A1" if side == ALLIED else "BG-8.3.X1"
        yield objection(rule, f"{pos.called(unit)} takes no replacements.")
    if not pos.supplied(unit):
        yield objection("BG-8.3.1", f"{pos.called(unit)} is out of supply.")
    yield from can_act(pos, unit)
    yield from afford(pos, pos.context.charts.commands.replacement, partisans=False)


def restore(pos: Position, _frame: Commanding, action: do.Restore, transition: Work) -> None:
    """Bring a division back to full strength."""
    pay(transition, pos.context.charts.commands.replacement)
    piece = transition.state.pieces[action.unit].marked(REBUILT)
    transition.state = transition.state.with_pieces({action.unit: piece}).with_piece(
        action.unit, steps=pos.context.units[action.unit].steps
    )
    transition.tell("restored", "BG-8.2a", unit=action.unit)


def reclaim_objections(pos: Position, frame: Commanding, action: do.Reclaim) -> Iterator[Objection]:
    """What forbids reclaiming a brigade."""
    unit, at = action.unit, action.target
    if frame.side != AXIS:
        yield objection("BG-8.3.A1", "The Allies reclaim no units.")
        return
    piece = pos.state.pieces.get(unit)
    if piece is None or piece.at != DEAD or pos.owner(unit) != AXIS:
        yield objection("BG-8.2b", "That unit is not in the Axis dead pile.")
        return
    yield from _dead_bars(pos, unit)
    if at not in reclaim_spots(pos):
        yield objection("BG-8.3.X2", "It returns with or next to an Axis division in supply.")
    yield from _spot_bars(pos, unit, at)


def _dead_bars(pos: Position, unit: UnitId) -> Iterator[Objection]:
    """What keeps a dead unit from coming back anywhere."""
    piece = pos.state.pieces[unit]
    if pos.nation(unit) not in restored(pos, AXIS):
        yield objection("BG-8.3.X1", "Only German and SS units are reclaimed.")
    if pos.context.units[unit].size not in (Size.BRIGADE, Size.REGIMENT) or pos.support(unit):
        yield objection("BG-8.3.3", "Only brigades and regiments are reclaimed.")
    if piece.marks & {LOST, SURRENDERED}:
        yield objection("BG-8.3.2", f"{pos.called(unit)} is lost for good.")
    yield from afford(pos, pos.context.charts.commands.replacement, partisans=False)


def _spot_bars(pos: Position, unit: UnitId, at: Hex) -> Iterator[Objection]:
    """What a hex has against a unit that comes back, beside whatever division."""
    if at in pos.held[other(AXIS)]:
        yield objection("BG-11.3a", f"An enemy unit holds {pos.label(at)}.")
    elif at in pos.state.beachheads:
        yield objection("BG-11.3.1", "Only a force that moves eliminates a lone supply marker.")
    if not pos.allowed(unit, at):
        yield objection(pos.closed_rule(unit), f"{pos.called(unit)} may not be in {pos.label(at)}.")
    broken = pos.stack_objection(unit, at)
    if broken:
        yield objection(broken, f"{pos.label(at)} would be overstacked or mixed.")


def reclaim(pos: Position, _frame: Commanding, action: do.Reclaim, transition: Work) -> None:
    """Bring a brigade back from the dead pile."""
    pay(transition, pos.context.charts.commands.replacement)
    transition.state = transition.state.with_piece(
        action.unit,
        at=action.target,
        steps=pos.context.units[action.unit].steps,
        marks=frozenset({REBUILT}),
    )
    transition.tell("reclaimed", "BG-8.2b", unit=action.unit, at=action.target)
    arrive(pos.context, transition, action.unit, action.target)


COMMANDS = (
    Answer(do.Restore, restore_objections, restore),
    Answer(do.Reclaim, reclaim_objections, reclaim),
)
