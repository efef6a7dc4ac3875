"""Divisions break down into components, and components form their division again (BF-15, BC-20)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Frame, Location, Piece
from engine.systems.europa.charts.movement_charts import BreakPhase, BreakRow
from engine.systems.europa.movement import move_actions as do
from engine.systems.europa.movement.gate import barred
from engine.systems.europa.movement.move_actions import Into
from engine.systems.europa.movement.reach import untouched
from engine.systems.europa.state.common import Work, objection
from engine.systems.europa.state.constants import ASSEMBLED, BROKEN, GONE, HELD, MOVED, Going
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial, Moving
from maps.hexgrid import Hex
from oob.model import Unit, UnitId

Set = tuple[UnitId, ...]
"""The components a division becomes, its headquarters first where it has one."""
HALVES = 2
"""The units that a regiment of a loose row becomes."""


def ratings(unit: Unit) -> str:
    """The printed ratings of a unit's full face: ``7-6``, ``4-5-6``."""
    face = unit.front
    return "-".join(str(n) for n in (face.attack, face.defense, face.move) if n is not None)


def rows_of(pos: Position, division: UnitId) -> tuple[BreakRow, ...]:
    """The rows of the breakdown chart that serve a division; its own counters alone if it has such
    (BF-15B.1, 15C).
    """
    context = pos.context
    return context.shared.once(("break rows", division), (), lambda: _rows_of(pos, division))


def _rows_of(pos: Position, division: UnitId) -> tuple[BreakRow, ...]:
    context = pos.context
    chart = context.charts.breakdowns
    rows = tuple(row for row in chart.rows if not row.option or context.option(row.option))
    own = tuple(row for row in rows if division in row.only)
    unit = pos.context.units[division]
    return own or tuple(
        row
        for row in rows
        if not row.only
        and (row.nation, row.type) == (unit.nation, unit.type)
        and ratings(unit) in row.ratings
    )


def loose(pos: Position, unit: UnitId) -> BreakRow | None:
    """The row of a regiment that becomes any two units of a kind, None for others (FE-15D.1)."""
    return next((row for row in rows_of(pos, unit) if row.loose), None)


def _halves_of(pos: Position, row: BreakRow) -> Set:
    """All units that are half a regiment of a loose row, in the order of battle."""
    return pos.context.shared.once(("halves of", row.id), (), lambda: _alike(pos, row))


def _alike(pos: Position, row: BreakRow) -> Set:
    return tuple(
        id_
        for id_, unit in pos.context.units.items()
        if (unit.nation, unit.type, ratings(unit)) == (row.nation, row.type, row.loose)
    )


def breaks(pos: Position, unit: UnitId) -> bool:
    """Whether a unit is of a kind that breaks down: a division, or a regiment that the chart
    names.
    """
    rows = rows_of(pos, unit)
    return bool(rows) and (pos.facts(unit).divisional or bool(rows[0].loose))


def candidates(pos: Position) -> Set:
    """All units of the game that the chart names, in the order of battle."""
    context = pos.context
    return context.shared.once(
        "breaking down", (), lambda: tuple(unit for unit in context.units if rows_of(pos, unit))
    )


def sets_of(row: BreakRow, into: Into) -> tuple[Set, ...]:
    """The sets of a row."""
    return row.supported if into is Into.SUPPORTED else row.apart


def counters(row: BreakRow, number: int) -> Set:
    """All counters of a lettered set: its supported and its unsupported ones."""
    found = (sets[number] for into in Into if number < len(sets := sets_of(row, into)))
    return tuple(unit for units in found for unit in units)


def free_set(pos: Position, division: UnitId, into: Into) -> Set:
    """The first set that can serve a division; empty when there is none left, or none of the
    order of battle (BF-15B.2).
    """
    row = loose(pos, division)
    if row is not None:
        free = (unit for unit in _halves_of(pos, row) if whereabouts(pos, unit) == HELD)
        found = tuple(islice(free, HALVES))
        return found if len(found) == HALVES and into is Into.SUPPORTED else ()
    for row in rows_of(pos, division):
        for number, units in enumerate(sets_of(row, into)):
            if all(whereabouts(pos, unit) == HELD for unit in counters(row, number)):
                return units
    return ()


def whereabouts(pos: Position, unit: UnitId) -> Location:
    """Where a component is; out of the game where the order of battle does without it."""
    piece = pos.state.pieces.get(unit)
    return GONE if piece is None else piece.at


def families(pos: Position, frame: Initial | Moving) -> list[Family]:
    """Break divisions down, assemble them."""
    if not timely(pos, frame):
        return []
    broken = Family(
        "break down",
        "Break down",
        lambda: _breakable(pos, frame),
        of=lambda unit: _breakings(pos, frame, unit),
        able=lambda: _here(pos, frame),
        weight=1,
        by_unit=True,
        rare=True,
    )
    formed = Family(
        "assemble",
        "Assemble",
        lambda: _formable(pos, frame),
        of=lambda unit: _formings(pos, frame, unit),
        able=lambda: frozenset(pos.boxed(BROKEN)),
        weight=2,
        by_unit=True,
    )
    return [broken, formed] if pos.context.charts.breakdowns.assembly else [broken]


def timely(pos: Position, frame: Frame) -> bool:
    """True in the phase in which a title's divisions break down (BF-15A.1, BC-20.2)."""
    wanted = Moving if pos.context.charts.breakdowns.phase is BreakPhase.MOVEMENT else Initial
    return isinstance(frame, wanted)


def _here(pos: Position, frame: Initial | Moving) -> frozenset[UnitId]:
    """The units of a side on the map that the chart names."""
    pieces, owners, side = pos.state.pieces, pos.standing.owners, frame.side
    return frozenset(
        [u for u in candidates(pos) if owners[u] == side and isinstance(pieces[u].at, Hex)]
    )


def _breakable(pos: Position, frame: Initial | Moving) -> Iterator[Action]:
    for unit in candidates(pos):
        yield from _breakings(pos, frame, unit)


def _breakings(pos: Position, frame: Initial | Moving, unit: UnitId) -> Iterator[Action]:
    """The ways in which a unit could break down."""
    is_here = isinstance(pos.state.pieces[unit].at, Hex) and pos.side(unit) == frame.side
    if is_here and breaks(pos, unit):
        yield from (do.BreakDown(unit, into) for into in Into)


def break_down_objections(
    pos: Position, frame: Initial | Moving, action: do.BreakDown
) -> Iterator[Objection]:
    """What forbids breaking a division down."""
    unit, name = action.unit, pos.called(action.unit)
    exploiting = isinstance(frame, Moving) and frame.exploiting
    forbidden = barred(pos, unit, frame.side, Going.BREAKDOWN, exploiting=exploiting)
    if forbidden is not None:
        yield forbidden
    elif not timely(pos, frame):
        yield objection(pos, "breakdown", "Divisions do not break down in this phase.")
    elif not breaks(pos, unit):
        yield objection(pos, "breakdown list", f"{name} does not break down.")
    elif isinstance(frame, Moving) and not untouched(pos, unit):
        text = f"{name} has moved; divisions break down before they move."
        yield objection(pos, "breakdown", text)
    elif not free_set(pos, unit, action.into):
        text = f"No set of {action.into} breakdown counters is left for {name}."
        yield objection(pos, "breakdown counters", text)


def break_down(
    pos: Position, _frame: Initial | Moving, action: do.BreakDown, transition: Work
) -> None:
    """Put the components in the division's place."""
    put_apart(pos, action, transition)


def put_apart(pos: Position, action: do.BreakDown, transition: Work) -> None:
    """The components of a free set stand where the division stood, as it was."""
    division, piece = action.unit, pos.piece(action.unit)
    parts = free_set(pos, division, action.into)
    changed = {
        unit: Piece(piece.at, pos.context.units[unit].steps, "", piece.marks) for unit in parts
    }
    changed[division] = Piece(BROKEN, piece.steps)
    transition.state = transition.state.with_pieces(changed)
    rule = pos.context.cite("breakdown")
    transition.tell("broken down", rule, unit=division, at=piece.at, into=parts)


def parts_in(pos: Position, division: UnitId, at: Hex) -> Set:
    """A whole set of a division's components that is in a hex; empty when none does."""
    row = loose(pos, division)
    if row is not None:
        there = (unit for unit in _halves_of(pos, row) if whereabouts(pos, unit) == at)
        found = tuple(islice(there, HALVES))
        return found if len(found) == HALVES else ()
    for row in rows_of(pos, division):
        for into in Into:
            for units in sets_of(row, into):
                if all(whereabouts(pos, unit) == at for unit in units):
                    return units
    return ()


def _formable(pos: Position, frame: Initial | Moving) -> Iterator[do.Assemble]:
    for division in pos.boxed(BROKEN):
        yield from _formings(pos, frame, division)


def _formings(pos: Position, frame: Initial | Moving, division: UnitId) -> Iterator[do.Assemble]:
    """The places where a division could be assembled."""
    if pos.piece(division).at != BROKEN or pos.side(division) != frame.side:
        return
    row = loose(pos, division)
    if row is not None:
        hexes = {whereabouts(pos, unit) for unit in _halves_of(pos, row)}
    else:
        hexes = {
            whereabouts(pos, units[0])
            for row in rows_of(pos, division)
            for into in Into
            for units in sets_of(row, into)
        }
    places = sorted(at for at in hexes if isinstance(at, Hex))
    yield from (do.Assemble(division, at) for at in places if parts_in(pos, division, at))


def assemblies(pos: Position, frame: Moving, unit: UnitId) -> Iterator[do.Assemble]:
    """The divisions that a unit with other components could form where they stand."""
    if not timely(pos, frame) or not pos.context.charts.breakdowns.assembly:
        return
    at = pos.piece(unit).at
    for action in _formable(pos, frame):
        if (
            action.target == at
            and unit in parts_in(pos, action.unit, action.target)
            and next(assemble_objections(pos, frame, action), None) is None
        ):
            yield action


def assemble_objections(
    pos: Position, frame: Initial | Moving, action: do.Assemble
) -> Iterator[Objection]:
    """What forbids assembling a division."""
    division, name = action.unit, pos.called(action.unit)
    if not timely(pos, frame) or not pos.context.charts.breakdowns.assembly:
        yield objection(pos, "assembly", "Divisions are not assembled in this phase.")
    elif pos.piece(division).at != BROKEN or pos.side(division) != frame.side:
        yield objection(pos, "assembly", f"{name} is not broken down.")
    elif not (parts := parts_in(pos, division, action.target)):
        text = f"The components of {name} are not together in {pos.label(action.target)}."
        yield objection(pos, "assembly", text)
    elif isinstance(frame, Moving) and frame.exploiting and not _mobile(pos, division):
        yield objection(pos, "assembly", "Only c/m divisions assemble in the exploitation phase.")
    else:
        refused = (pos.may_act(unit) for unit in (division, *parts))
        yield from (found for found in refused if found is not None)


def _mobile(pos: Position, division: UnitId) -> bool:
    return pos.context.facts(division, pos.context.units[division].steps).mobile


def assemble(
    pos: Position, _frame: Initial | Moving, action: do.Assemble, transition: Work
) -> None:
    """Put the division in its components' place; it is done moving (BF-15A.3)."""
    division, at = action.unit, action.target
    parts = parts_in(pos, division, at)
    marks = frozenset[str]().union(*(pos.piece(unit).marks for unit in parts))
    changed = {unit: Piece(HELD, pos.context.units[unit].steps) for unit in parts}
    steps = pos.context.units[division].steps
    changed[division] = Piece(at, steps, "", marks | {MOVED, ASSEMBLED})
    transition.state = transition.state.with_pieces(changed)
    transition.tell("assembled", pos.context.cite("assembly"), unit=division, at=at, of=parts)


ANSWERS = (
    Answer(do.BreakDown, break_down_objections, break_down),
    Answer(do.Assemble, assemble_objections, assemble),
)
