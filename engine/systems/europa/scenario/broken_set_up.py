"""Divisions set up broken down: their components stand where they may (BF-30.6)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.systems.europa.movement import breakdown
from engine.systems.europa.movement.move_actions import BreakDown, Into
from engine.systems.europa.state.common import Work, mark, objection
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import SettingUp
from maps.hexgrid import Hex
from oob.model import UnitId

OF = "set up for "
"""What begins the mark of a component, until its side has set up: the division follows."""


def division_of(pos: Position, unit: UnitId) -> UnitId:
    """The division that a component stands for in the set-up; any other unit itself."""
    for word in pos.state.pieces[unit].marks:
        if word.startswith(OF):
            return UnitId(word.removeprefix(OF))
    return unit


def offers(pos: Position, units: tuple[UnitId, ...]) -> Iterator[BreakDown]:
    """The ways to break the divisions among some units down."""
    for unit in units:
        if isinstance(pos.piece(unit).at, Hex) and _listed(pos, unit):
            yield from (BreakDown(unit, into) for into in Into)


def _listed(pos: Position, unit: UnitId) -> bool:
    return pos.facts(unit).divisional and bool(breakdown.rows_of(pos, unit))


def objections(pos: Position, unit: UnitId, into: Into) -> Iterator[Objection]:
    """What forbids to set up a division of one's own broken down: it stands in a hex, there are
    counters, and they fit in its place.
    """
    at, name = pos.piece(unit).at, pos.called(unit)
    if not pos.context.charts.breakdowns.deployed:
        yield objection(pos, "breakdown", "Divisions are not set up broken down.")
    elif not isinstance(at, Hex):
        yield objection(pos, "deployment", f"{name} must be set up before it breaks down.")
    elif not _listed(pos, unit):
        yield objection(pos, "breakdown list", f"{name} does not break down.")
    elif not (parts := breakdown.free_set(pos, unit, into)):
        text = f"No set of {into} breakdown counters is left for {name}."
        yield objection(pos, "breakdown counters", text)
    elif not pos.fits(at, parts, (unit,)):
        text = f"{pos.label(at)} cannot hold the components of {name}."
        yield objection(pos, "deployment stacking", text)


def break_down(pos: Position, _frame: SettingUp, action: BreakDown, transition: Work) -> None:
    """Put the components in the division's place, from where they may be shifted."""
    parts = breakdown.free_set(pos, action.unit, action.into)
    breakdown.put_apart(pos, action, transition)
    for part in parts:
        mark(transition, part, OF + action.unit)


def close(transition: Work) -> None:
    """Forget it: the set-up is over."""
    for unit, piece in transition.state.pieces.items():
        left = frozenset(word for word in piece.marks if not word.startswith(OF))
        if left != piece.marks:
            transition.state = transition.state.with_piece(unit, marks=left)
