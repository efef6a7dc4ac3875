"""The movement and exploitation phases: marches, administrative movement, and what closes a phase
(BF-6, 8B). Rail movement, overruns, bridges and breakdowns have handlers of their own, joined
to this one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.handler import Answer, AnyAnswer, AnyHandler, Handler
from engine.core.legal import Family, by_unit
from engine.core.system import Question
from engine.core.wording import halved, with_noun
from engine.rules.board.occupancy import Standing
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.board.roster import Ask, Spent, brought, listed
from engine.systems.europa.charts.movement_charts import Administrative
from engine.systems.europa.movement import (
    breakdown,
    bridges,
    commandos,
    crossing_over,
    overrunning,
    overruns,
    rail_movement,
    transport,
)
from engine.systems.europa.movement import move_actions as do
from engine.systems.europa.movement.crowding import crowd_objections, relievable
from engine.systems.europa.movement.gate import leave, shut
from engine.systems.europa.movement.reach import (
    March,
    admin_left,
    admin_march,
    admin_objections,
    first_steps,
    march,
    one_hex,
    path_cost,
    path_objections,
    why_not,
)
from engine.systems.europa.state.common import (
    PositionT,
    TheatreT,
    Work,
    bury,
    now,
    objection,
    spend,
    unmark,
)
from engine.systems.europa.state.constants import (
    ADMIN,
    ASSEMBLED,
    FIRED,
    LOW_VOLUME,
    MARCHED,
    MOVED,
    NEAR,
    NEUTRAL,
    ONE_HEX,
    RAILED,
    SHIPPED,
    STAYED,
    TURNED,
    Going,
)
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from oob.model import UnitId

BY_ROAD = "by road through mountains and over major rivers"
"""Where administrative movement needs a road, unless the chart names terrain for it."""
PHASE_MARKS = (MOVED, MARCHED, ADMIN, ONE_HEX, STAYED, NEAR, ASSEMBLED, TURNED, FIRED)
"""What is remembered of units for one phase."""
RAIL_MARKS = (RAILED, LOW_VOLUME)
"""What is remembered of units while the rail capacity of a player turn is the same."""


def open_phase(transition: Work, side: str, *, exploiting: bool = False) -> None:
    """Open a side's movement or exploitation phase: nothing is spent yet.

    The sequence of a title calls this at the start of the phase; allowances of the player turn in
    ``used`` are the sequence's to clear.
    """
    off = PHASE_MARKS if exploiting else (*PHASE_MARKS, SHIPPED)
    unmark(transition, *off, *(() if rail_movement.RAIL in transition.state.used else RAIL_MARKS))
    transition.set(spent={})
    transition.state = transition.state.pushed(Moving(side, exploiting))


def question(pos: Position, frame: Moving) -> Question:
    """Move units."""
    units = phasing(pos, frame)
    families = [_family(pos, frame, units, Going.MARCH, "move", "Move", 24)]
    admin = pos.context.charts.movement.administrative is not Administrative.NONE
    if admin and not frame.exploiting:
        title = "Administrative movement"
        families.append(_family(pos, frame, units, Going.ADMIN, "admin move", title, 6))
    families += transport.families(pos, frame, units)
    families += overrunning.families(pos, frame, units)
    families += bridges.families(pos, frame, units)
    families += commandos.families(pos, frame, units)
    families += breakdown.families(pos, frame)
    families += crossing_over.families(pos, frame)
    name = f"End the {'exploitation' if frame.exploiting else 'movement'} phase"
    end = Family("end phase", name, lambda: (EndPhase(),), weight=1, closing=True)
    which = "c/m units once more" if frame.exploiting else "units"
    prompt = f"Move {which}: choose one, then a lit hex."
    rule = pos.context.cite("movement phase")
    return Question(frame.side, prompt, (*families, *pos.more_families(frame), end), rule)


def phasing(pos: Position, frame: Moving) -> tuple[UnitId, ...]:
    """Units of the side on the map with points left; whether they may act is checked elsewhere."""
    known, key = pos.context.rosters, (frame.side, frame.exploiting)
    last, terms = known.get(key), _roster_terms(pos, frame)
    found = brought(last, *terms) if last is not None else None
    known[key] = found = found or listed(*terms)
    led = pos.led(frame.side)
    if not led:
        return found.units
    able = terms[-1]
    return (*found.units, *[unit for unit in led if unit not in found.done and able(unit)])


def phasing_from_nothing(pos: Position, frame: Moving) -> tuple[UnitId, ...]:
    """The same without what is kept, neutrals aside."""
    return listed(*_roster_terms(pos, frame)).units


def _roster_terms(pos: Position, frame: Moving) -> tuple[Standing, str, Spent, Spent, Ask, Ask]:
    """What a roster is made of."""

    def done(unit: UnitId) -> bool:
        return not pos.left(unit) and not _marching_on(pos, unit)

    able = partial(_mobile, pos) if frame.exploiting else pos.state.pieces.__contains__
    return pos.standing, frame.side, pos.state.spent, pos.state.unfed, done, able


def _marching_on(pos: Position, unit: UnitId) -> bool:
    """True for a unit that moves administratively and has points left for that."""
    return ADMIN in pos.piece(unit).marks and admin_left(pos, unit) > 0


def _mobile(pos: Position, unit: UnitId) -> bool:
    return unit in pos.context.movers and pos.facts(unit).mobile


Finder = Callable[[Position, UnitId], March]
FINDERS: Mapping[Going, Finder] = {Going.MARCH: march, Going.ADMIN: admin_march}


def _family(
    pos: Position,
    frame: Moving,
    units: tuple[UnitId, ...],
    going: Going,
    name: str,
    title: str,
    weight: int,
) -> Family:
    action: Callable[[UnitId, Hex], Action] = do.Move if going is Going.MARCH else do.AdminMove
    find = FINDERS[going]

    def is_shut(unit: UnitId) -> bool:
        return shut(pos, unit, frame.side, going, exploiting=frame.exploiting) is not None

    def choices(unit: UnitId) -> tuple[Hex, ...]:
        return () if is_shut(unit) else find(pos, unit).targets

    def steps(unit: UnitId) -> Iterable[Hex]:
        return () if is_shut(unit) else first_steps(pos, unit)

    def sure(move: Action) -> bool:
        assert isinstance(move, (do.Move, do.AdminMove)), "what this family offers"
        if not pos.tight(pos.side(move.unit), move.target):
            return True
        if pos.fits(move.target, (move.unit,)):
            return True
        cost = find(pos, move.unit).reach.cost[move.target]
        return not any(True for _ in _crowding(pos, frame, move, going, cost))

    likely = steps if going is Going.MARCH else None
    return by_unit(
        name, title, lambda: units, choices, action, sure=sure, likely=likely, weight=weight
    )


def move_objections(pos: Position, frame: Moving, action: do.Move) -> Iterator[Objection]:
    """What forbids a march (BF-6, 6A, 7B, 8B)."""
    yield from _objections(pos, frame, action, Going.MARCH, why_not)


def admin_move_objections(
    pos: Position, frame: Moving, action: do.AdminMove
) -> Iterator[Objection]:
    """What forbids an administrative move (BF-6B)."""
    if frame.exploiting:
        text = "Administrative movement is for the movement phase alone."
        yield objection(pos, "admin movement", text)
        return
    yield from _objections(pos, frame, action, Going.ADMIN, _why_no_admin)


def _objections(
    pos: Position,
    frame: Moving,
    action: do.Move | do.AdminMove,
    going: Going,
    why: Callable[[Position, UnitId, Hex], Iterator[Objection]],
) -> Iterator[Objection]:
    unit, to = action.unit, action.target
    forbidden = shut(pos, unit, frame.side, going, exploiting=frame.exploiting)
    if forbidden is not None:
        yield forbidden
        return
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "units off the map were refused"
    if to == start:
        yield objection(pos, "movement points", f"It is in {pos.label(to)} already.")
        return
    closed = pos.beyond_hosts(unit)
    rule = next((closed[at] for at in (*action.via, to) if at in closed), "")
    if rule:
        text = f"{pos.called(unit)} does not go through a neutral country to {pos.label(to)}."
        yield Objection(rule, text)
        return
    admin = going is Going.ADMIN
    cost: int | None
    if action.via:
        if admin:
            yield from admin_objections(pos, unit)
        path = (start, *action.via, to)
        yield from path_objections(pos, unit, path, admin=admin)
        cost = path_cost(pos, unit, path, admin=admin)
    else:
        cost = FINDERS[going](pos, unit).reach.cost.get(to)
        if cost is None:
            yield from why(pos, unit, to)
            return
    yield from _crowding(pos, frame, action, going, cost)


def _crowding(
    pos: Position, frame: Moving, action: do.Move | do.AdminMove, going: Going, cost: int | None
) -> Iterator[Objection]:
    """Whether the hex at the end of a way that costs so much takes the unit (BF-8B)."""
    unit = action.unit
    whole = admin_left(pos, unit) if going is Going.ADMIN else pos.left(unit)
    left = whole - (whole if cost is None else cost)
    to, exploiting = action.target, frame.exploiting
    yield from crowd_objections(pos, frame.side, unit, to, left, exploiting=exploiting)


def _why_no_admin(pos: Position, unit: UnitId, to: Hex) -> Iterator[Objection]:
    refused = tuple(admin_objections(pos, unit))
    yield from refused
    if not refused:
        chart = pos.context.charts.movement
        is_cheap = chart.administrative is Administrative.HALF_COSTS
        many = with_noun(halved(admin_left(pos, unit)), "point")
        left = f"{many}{' at half cost' if is_cheap else ''}"
        roads = "by road or in clear terrain" if chart.admin_terrain else BY_ROAD
        text = (
            f"{pos.label(to)} is out of reach with {left}, "
            f"in hexes the enemy neither owns nor is beside, {roads}."
        )
        yield objection(pos, "admin movement", text)


def move(pos: Position, _frame: Moving, action: do.Move, transition: Work) -> None:
    """March along the fixed or the cheapest path."""
    unit, to = action.unit, action.target
    found = march(pos, unit)
    path = _path(pos, action, found)
    cost = path_cost(pos, unit, path) if action.via else found.reach.cost[to]
    whole = cost is None or cost > pos.left(unit) or to in found.one_hex
    if whole:
        assert one_hex(pos, unit, path), "the check found the path affordable"
        cost = pos.left(unit)
    assert cost is not None, "one-hex moves have got their cost"
    leave(pos, transition, unit, Going.MARCH, path, *((ONE_HEX,) if whole else ()))
    spend(transition, unit, cost)
    pos.passed(transition, unit, path)
    topic = "one-hex move" if whole else "movement points"
    transition.tell("moved", pos.context.cite(topic), unit=unit, at=path[0], to=to, cost=cost)


def admin_move(pos: Position, _frame: Moving, action: do.AdminMove, transition: Work) -> None:
    """March administratively; the unit loses its zone of control for the phase (BF-6B.4)."""
    unit, to = action.unit, action.target
    found = admin_march(pos, unit)
    path = _path(pos, action, found)
    cost = path_cost(pos, unit, path, admin=True) if action.via else found.reach.cost[to]
    assert cost is not None, "the check found the path"
    leave(pos, transition, unit, Going.ADMIN, path)
    spend(transition, unit, cost)
    pos.passed(transition, unit, path)
    rule = pos.context.cite("admin movement")
    transition.tell("moved administratively", rule, unit=unit, at=path[0], to=to, cost=cost)


def _path(pos: Position, action: do.Move | do.AdminMove, found: March) -> tuple[Hex, ...]:
    if not action.via:
        return found.reach.path(action.target)
    start = pos.piece(action.unit).at
    assert isinstance(start, Hex), "the check refused units off the map"
    return (start, *action.via, action.target)


def end_objections(pos: Position, frame: Moving, _action: EndPhase) -> Iterator[Objection]:
    """Stacks beyond the limit that can still be put right must be (BF-8B.1, 8B.2)."""
    for side, at in crowded(pos, frame):
        units = pos.friends(at, side)
        forming = (next(breakdown.assemblies(pos, frame, u), None) for u in units)
        if any(relievable(pos, frame, u) for u in units) or any(forming):
            text = f"{pos.label(at)} holds too many units: move some on."
            yield objection(pos, "stacking", text, units=tuple(units), places=(at,))


def crowded(pos: Position, frame: Moving) -> list[tuple[str, Hex]]:
    """Hexes with too many units of those that the side moves, and the side they are of."""
    sides = (frame.side, NEUTRAL) if pos.led(frame.side) else (frame.side,)
    over = {side: pos.once(("overstacked", side), partial(pos.overstacked, side)) for side in sides}
    return [(side, at) for side, places in over.items() for at in places]


def end(pos: Position, frame: Moving, _action: EndPhase, transition: Work) -> None:
    """Close the phase; units that stacks cannot hold and that could not leave are lost."""
    for side, at in crowded(pos, frame):
        _thin_out(pos.context, transition, side, at)
    unmark(transition, *PHASE_MARKS)
    transition.set(spent={})
    transition.state = transition.state.popped()


def _thin_out(context: Context, transition: Work, side: str, at: Hex) -> None:
    """Remove the weakest surplus units of a hex, units that stand still by rule aside (BF-8B.3)."""
    pos = now(context, transition)
    while not pos.fits(at, pos.friends(at, side)):
        surplus = [
            unit
            for unit in pos.friends(at, side)
            if pos.may_act(unit) is None and not _relief_free(pos, at, side, unit)
        ]
        if not surplus:
            return
        weakest = min(surplus, key=lambda u: (pos.facts(u).defense, pos.facts(u).attack, u))
        bury(transition, weakest)
        transition.tell("eliminated", context.cite("stacking"), unit=weakest)
        pos = now(context, transition)


def _relief_free(pos: Position, at: Hex, side: str, unit: UnitId) -> bool:
    """True when a unit's going would not help its stack: others are too many, or are at odds with
    one another.
    """
    row, stack = pos.stack_row(at), pos.friends(at, side)
    excess = pos.excess(stack, row)
    if not excess:
        return pos.fits(at, (unit,))
    return pos.excess([other for other in stack if other != unit], row) >= excess


def handlers(
    *answers: AnyAnswer[TheatreT, PositionT, Moving],
) -> tuple[AnyHandler[TheatreT, PositionT], ...]:
    """The handlers of movement, with what a title's own actions add to the phase."""
    own: tuple[AnyAnswer[TheatreT, PositionT, Moving], ...] = (
        Answer(do.Move, move_objections, move),
        Answer(do.AdminMove, admin_move_objections, admin_move),
        Answer(EndPhase, end_objections, end),
        *transport.ANSWERS,
        *overrunning.ANSWERS,
        *bridges.ANSWERS,
        *commandos.ANSWERS,
        *breakdown.ANSWERS,
        *crossing_over.ANSWERS,
        *answers,
    )
    return (
        Handler(Moving, own, question=question),
        *overrunning.HANDLERS,
        *bridges.HANDLERS,
        *commandos.HANDLERS,
    )


ACTIONS = do.ACTIONS
"""Every class of action of these phases, for the codec."""
FRAMES = (*overruns.FRAMES, *bridges.FRAMES, *commandos.FRAMES)
"""Open decisions besides the phase itself, for the codec."""
