"""The movement and exploitation phases: marches, administrative movement, and what closes a phase
(BF-6, 8B). Rail movement, overruns, bridges and breakdowns have desks of their own that are joined
to this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from engine.core.actions import Action, Objection
from engine.core.chance import Stream
from engine.core.desk import Answer, Desk
from engine.core.legal import Family
from engine.core.system import Question
from engine.systems.europa import (
    breaking,
    bridges,
    commandos,
    overrunning,
    overruns,
    rail,
    riding,
)
from engine.systems.europa import move_actions as do
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.common import Work, bury, mark, now, objection, spend, unmark
from engine.systems.europa.marching import (
    March,
    admin_left,
    admin_march,
    admin_objections,
    free_to_go,
    march,
    one_hex,
    path_cost,
    path_objections,
    stack_objections,
    standing,
    why_not,
)
from engine.systems.europa.movement import points
from engine.systems.europa.movement_charts import Administrative
from engine.systems.europa.position import Position
from engine.systems.europa.records import Moving
from engine.systems.europa.table import Table
from engine.systems.europa.words import (
    ADMIN,
    ASSEMBLED,
    LOW_VOLUME,
    MARCHED,
    MOVED,
    NEAR,
    ONE_HEX,
    RAILED,
    SHIPPED,
    STAYED,
)
from maps.hexgrid import Hex
from oob.model import UnitId

PHASE_MARKS = (MOVED, MARCHED, ADMIN, ONE_HEX, STAYED, NEAR, ASSEMBLED)
"""What is remembered of units for one phase."""
RAIL_MARKS = (RAILED, LOW_VOLUME)
"""What is remembered of units while the rail capacity of a player turn is the same."""


def open_phase(doing: Work, side: str, *, exploiting: bool = False) -> None:
    """Open a side's movement or exploitation phase: nothing is spent yet.

    The sequence of a title calls this at the start of the phase; allowances of the player turn in
    ``used`` are the sequence's to clear.
    """
    off = PHASE_MARKS if exploiting else (*PHASE_MARKS, SHIPPED)
    unmark(doing, *off, *(() if rail.RAIL in doing.state.used else RAIL_MARKS))
    doing.set(spent={})
    doing.state = doing.state.pushed(Moving(side, exploiting))


def question(pos: Position, frame: Moving) -> Question:
    """Move units."""
    units = phasing(pos, frame)
    families = [_family(pos, frame, units, "move", "March", do.Move, march, 24)]
    if not frame.exploiting:
        if pos.table.charts.movement.administrative is not Administrative.NONE:
            title = "Administrative movement"
            families.append(
                _family(pos, frame, units, "admin move", title, do.AdminMove, admin_march, 6)
            )
        families += riding.families(pos, frame, units)
    families += overrunning.families(pos, frame, units)
    families += bridges.families(pos, frame, units)
    families += commandos.families(pos, frame, units)
    families += breaking.families(pos, frame)
    end = Family("end phase", "End the phase", lambda: (EndPhase(),), weight=1, closing=True)
    which = "c/m units once more" if frame.exploiting else "units"
    prompt = f"Move {which}: choose one, then a lit hex."
    rule = pos.table.cite("movement phase")
    return Question(frame.side, prompt, (*families, *pos.more_families(frame), end), rule)


def phasing(pos: Position, frame: Moving) -> tuple[UnitId, ...]:
    """Units of the side on the map with points left; whether they may act is checked elsewhere."""
    stacks, spent = pos.standing.sides[frame.side], pos.state.spent
    return tuple(
        unit
        for at in sorted(stacks)
        for unit in stacks[at]
        if (unit not in spent or pos.left(unit) or _marching_on(pos, unit))
        and not (frame.exploiting and not _mobile(pos, unit))
    )


def _marching_on(pos: Position, unit: UnitId) -> bool:
    """True for a unit that moves administratively and has points left for that."""
    return ADMIN in pos.piece(unit).marks and admin_left(pos, unit) > 0


def _mobile(pos: Position, unit: UnitId) -> bool:
    return pos.facts(unit).mobile


Finder = Callable[[Position, UnitId], March]


def _family(
    pos: Position,
    frame: Moving,
    units: tuple[UnitId, ...],
    name: str,
    title: str,
    action: Callable[[UnitId, Hex], Action],
    find: Finder,
    weight: int,
) -> Family:
    def of(unit: UnitId) -> Iterator[Action]:
        if standing(pos, unit, frame.side, exploiting=frame.exploiting) is None:
            yield from (action(unit, at) for at in find(pos, unit).targets)

    def draw(stream: Stream) -> Action | None:
        unit = units[stream.below(len(units))] if units else None
        if unit is None or standing(pos, unit, frame.side, exploiting=frame.exploiting):
            return None
        found = find(pos, unit).targets
        return action(unit, found[stream.below(len(found))]) if found else None

    def every() -> Iterator[Action]:
        for unit in units:
            yield from of(unit)

    return Family(name, title, every, of=of, draw=draw, weight=weight)


def move_objections(pos: Position, frame: Moving, action: do.Move) -> Iterator[Objection]:
    """What forbids a march (BF-6, 6A, 7B, 8B)."""
    yield from _objections(pos, frame, action, march, why_not)


def admin_move_objections(
    pos: Position, frame: Moving, action: do.AdminMove
) -> Iterator[Objection]:
    """What forbids an administrative move (BF-6B)."""
    if frame.exploiting:
        text = "Administrative movement is for the movement phase alone."
        yield objection(pos, "admin movement", text)
        return
    yield from _objections(pos, frame, action, admin_march, _why_no_admin)


def _objections(
    pos: Position,
    frame: Moving,
    action: do.Move | do.AdminMove,
    find: Finder,
    why: Callable[[Position, UnitId, Hex], Iterator[Objection]],
) -> Iterator[Objection]:
    unit, to = action.unit, action.target
    forbidden = standing(pos, unit, frame.side, exploiting=frame.exploiting)
    forbidden = forbidden or free_to_go(pos, unit)
    if forbidden is not None:
        yield forbidden
        return
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "units off the map were refused"
    if to == start:
        yield objection(pos, "movement points", f"It stands in {pos.label(to)} already.")
        return
    if action.via:
        admin = isinstance(action, do.AdminMove)
        if admin:
            yield from admin_objections(pos, unit)
        path = (start, *action.via, to)
        yield from path_objections(pos, unit, path, admin=admin)
    elif to not in find(pos, unit).reach.cost:
        yield from why(pos, unit, to)
        return
    yield from stack_objections(pos, unit, to)


def _why_no_admin(pos: Position, unit: UnitId, to: Hex) -> Iterator[Objection]:
    refused = tuple(admin_objections(pos, unit))
    yield from refused
    if not refused:
        halved = pos.table.charts.movement.administrative is Administrative.HALF_COSTS
        left = f"{points(admin_left(pos, unit))} points{' at half cost' if halved else ''}"
        text = (
            f"{pos.label(to)} is out of reach with {left}, "
            "in hexes the enemy neither owns nor stands beside, by road through mountains and over "
            "major rivers."
        )
        yield objection(pos, "admin movement", text)


def move(pos: Position, _frame: Moving, action: do.Move, doing: Work) -> None:
    """March along the fixed or the cheapest path."""
    unit, to = action.unit, action.target
    found = march(pos, unit)
    path = _path(pos, action, found)
    cost = path_cost(pos, unit, path)
    whole = cost is None or cost > pos.left(unit)
    if whole:
        assert one_hex(pos, unit, path), "the check found the path affordable"
        cost = pos.left(unit)
        mark(doing, unit, ONE_HEX)
    assert cost is not None, "one-hex moves have got their cost"
    go(doing, unit, path, cost, MOVED, MARCHED)
    topic = "one-hex move" if whole else "movement points"
    doing.tell("moved", pos.table.cite(topic), unit=unit, at=path[0], to=to, cost=cost)


def admin_move(pos: Position, _frame: Moving, action: do.AdminMove, doing: Work) -> None:
    """March administratively; the unit loses its zone of control for the phase (BF-6B.4)."""
    unit, to = action.unit, action.target
    path = _path(pos, action, admin_march(pos, unit))
    cost = path_cost(pos, unit, path, admin=True)
    assert cost is not None, "the check found the path"
    go(doing, unit, path, cost, MOVED, ADMIN)
    rule = pos.table.cite("admin movement")
    doing.tell("moved administratively", rule, unit=unit, at=path[0], to=to, cost=cost)


def _path(pos: Position, action: do.Move | do.AdminMove, found: March) -> tuple[Hex, ...]:
    if not action.via:
        return found.reach.path(action.target)
    start = pos.piece(action.unit).at
    assert isinstance(start, Hex), "the check refused units off the map"
    return (start, *action.via, action.target)


def go(doing: Work, unit: UnitId, path: tuple[Hex, ...], cost: int, *marks: str) -> None:
    """Put a unit at the end of its path, its points spent and its way remembered."""
    piece = doing.state.pieces[unit]
    left = piece.marks - {STAYED}
    doing.state = doing.state.with_piece(unit, at=path[-1], marks=left | frozenset(marks))
    spend(doing, unit, cost)


def end_objections(pos: Position, frame: Moving, _action: EndPhase) -> Iterator[Objection]:
    """Stacks beyond the limit that can still be put right must be (BF-8B.1, 8B.2)."""
    for at in pos.overstacked(frame.side):
        if any(relievable(pos, frame, unit) for unit in pos.friends(at, frame.side)):
            text = f"{pos.label(at)} holds too many units: move some on."
            yield objection(pos, "stacking", text)


def relievable(pos: Position, frame: Moving, unit: UnitId) -> bool:
    """True when a unit could leave its hex, or vanish from it by assembly."""
    if breaking.assemblies(pos, frame, unit):
        return True
    forbidden = standing(pos, unit, frame.side, exploiting=frame.exploiting)
    if forbidden or not pos.left(unit) or free_to_go(pos, unit):
        return False
    return any(pos.fits(to, (unit,)) for to in march(pos, unit).targets)


def end(pos: Position, frame: Moving, _action: EndPhase, doing: Work) -> None:
    """Close the phase; units that stacks cannot hold and that could not leave are lost."""
    for at in pos.overstacked(frame.side):
        _thin_out(pos.table, doing, frame.side, at)
    unmark(doing, *PHASE_MARKS)
    doing.set(spent={})
    doing.state = doing.state.popped()


def _thin_out(table: Table, doing: Work, side: str, at: Hex) -> None:
    """Remove the weakest surplus units of a hex, units that stand still by rule aside (BF-8B.3)."""
    pos = now(table, doing)
    while pos.excess(pos.friends(at, side), pos.stack_row(at)):
        surplus = [
            unit
            for unit in pos.friends(at, side)
            if pos.may_act(unit) is None and not _relief_free(pos, at, side, unit)
        ]
        if not surplus:
            return
        weakest = min(surplus, key=lambda u: (pos.facts(u).defense, pos.facts(u).attack, u))
        bury(doing, weakest)
        doing.tell("eliminated", table.cite("stacking"), unit=weakest)
        pos = now(table, doing)


def _relief_free(pos: Position, at: Hex, side: str, unit: UnitId) -> bool:
    """True when a unit's going would not help its stack."""
    row, stack = pos.stack_row(at), pos.friends(at, side)
    rest = [other for other in stack if other != unit]
    return pos.excess(rest, row) >= pos.excess(stack, row)


def desks(answers: Mapping[type[Action], Answer] | None = None) -> tuple[Desk, ...]:
    """The desks of movement, with what a title's own actions add to the phase."""
    own = {
        do.Move: Answer(move_objections, move),
        do.AdminMove: Answer(admin_move_objections, admin_move),
        EndPhase: Answer(end_objections, end),
        **riding.ANSWERS,
        **overrunning.ANSWERS,
        **bridges.ANSWERS,
        **commandos.ANSWERS,
        **breaking.ANSWERS,
        **(answers or {}),
    }
    return (
        Desk(Moving, own, question=question),
        *overrunning.DESKS,
        *commandos.DESKS,
    )


ACTIONS = do.ACTIONS
"""Every class of action of these phases, for the codec."""
FRAMES = (*overruns.FRAMES, *commandos.FRAMES)
"""Open decisions besides the phase itself, for the codec."""
