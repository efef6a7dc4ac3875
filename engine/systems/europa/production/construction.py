"""Forts and permanent airfields: begun in an initial phase, done in a later one, or abandoned
(BF-14A1, 14E, BC-19C).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.change import pieces_changed
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.systems.europa.board import bases
from engine.systems.europa.production import initial_actions as do
from engine.systems.europa.state.common import Work as Doings
from engine.systems.europa.state.common import now, objection, use
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial, Project, Theatre, Work
from engine.systems.europa.supply.supply_status import in_supply
from maps.hexgrid import Hex
from oob.model import UnitId

BEGUN = "begun "
"""What begins the note, in :attr:`Theatre.used`, of how many works somebody has begun."""


def builders(pos: Position, side: str) -> tuple[UnitId, ...]:
    """A side's construction units in hexes of the map (BF-14A1.1)."""
    return pos.once(("builders", side), lambda: _builders(pos, side))


def _builders(pos: Position, side: str) -> tuple[UnitId, ...]:
    """The same in order of their stacks: each comes with its first unit."""
    stacks, order = pos.standing.sides[side].units, pos.standing.order
    found = [(order[stacks[at][0]], order[unit], unit) for unit, at in _on_map(pos, side)]
    return tuple([unit for _, _, unit in sorted(found)])


def _on_map(pos: Position, side: str) -> Iterator[tuple[UnitId, Hex]]:
    """The same in no order, with their hexes."""
    pieces, owners = pos.state.pieces, pos.standing.owners
    for unit in pos.context.constructors:
        at = pieces[unit].at
        if owners[unit] == side and isinstance(at, Hex) and pos.builds(unit):
            yield unit, at


def who(pos: Position, unit: UnitId) -> str:
    """Whose limit a unit's work counts against: its side's or its nation's."""
    by_side = pos.context.charts.construction.by == "side"
    return pos.side(unit) if by_side else pos.nation(unit)


def room(pos: Position, unit: UnitId) -> int:
    """How many works may still be begun in this phase on a unit's account (BF-14A1.8, 14A1.9)."""
    name = who(pos, unit)
    begun = pos.state.used.get(BEGUN + name, 0)
    return max(0, pos.context.charts.construction.limit(name) - begun)


def ready_turn(pos: Position, at: Hex) -> int:
    """The turn in whose initial phase a work begun now is done: later in poor weather, and for
    forts on hard ground (BF-14A1.4, 14A1.19, FE-14A1.3).
    """
    chart = pos.context.charts.construction
    easy = pos.context.terrain_at(at) in chart.sites
    turns = chart.turns if easy else chart.elsewhere
    return pos.state.turn + turns * pos.by_weather(chart.weather, at)


def site_objections(pos: Position, project: Project, at: Hex) -> Iterator[Objection]:
    """What speaks against a site (BF-14A1.2, 14A1.6)."""
    context, state = pos.context, pos.state
    fort, chart = project is Project.FORT, pos.context.charts.construction
    topic = "fort site" if fort else "airfield site"
    anywhere = fort and chart.elsewhere
    if not anywhere and context.terrain_at(at) not in chart.sites:
        sites = " or ".join(context.charts.construction.sites)
        yield objection(pos, topic, f"{pos.label(at)} is not {sites}.")
    if at in state.works:
        yield objection(pos, topic, f"Something is being built in {pos.label(at)} already.")
    if project is Project.AIRFIELD:
        if bases.permanent(pos, at):
            yield objection(pos, topic, f"{pos.label(at)} has a permanent airfield.")
    elif at in state.forts:
        yield objection(pos, topic, f"{pos.label(at)} has a fort.")
    elif context.fortifications.get(at, frozenset()) - state.razed:
        yield objection(pos, topic, f"{pos.label(at)} has a fortified hexside.")


def begin_objections(pos: Position, frame: Initial, action: do.BeginWork) -> Iterator[Objection]:
    """What forbids beginning a fort or an airfield (BF-14A1, BC-19C)."""
    unit, at = action.unit, pos.piece(action.unit).at
    if not pos.side(unit):
        text = f"The nation of {pos.called(unit)} is not at war."
        yield objection(pos, "construction at war", text)
        return
    if unit not in builders(pos, frame.side) or not isinstance(at, Hex):
        text = f"{pos.called(unit)} is no construction unit of yours on the map."
        yield objection(pos, "construction units", text)
        return
    if pos.nation(unit) in pos.state.surrendered:
        yield objection(pos, "construction after surrender", "Its nation has surrendered.")
    if not in_supply(pos, unit):
        yield objection(pos, "construction begun", f"{pos.called(unit)} is out of supply.")
    if pos.context.charts.construction.cost:
        yield from _payment_objections(pos, unit, action.paid)
    elif not room(pos, unit):
        limit = pos.context.charts.construction.limit(who(pos, unit))
        text = f"No more than {limit} works may be begun in an initial phase."
        yield objection(pos, f"construction limit of {frame.side}", text)
    yield from site_objections(pos, action.project, at)
    barred = pos.bars_work(unit, action.project, at)
    if barred is not None:
        yield barred


def _payment_objections(pos: Position, unit: UnitId, paid: Hex | None) -> Iterator[Objection]:
    """What keeps a resource point from paying for a unit's work (FE-14A1.6)."""
    if paid is None:
        yield objection(pos, "construction paid", "Name the hex whose resource point pays for it.")
    elif paid not in pos.payers(unit):
        text = (
            f"No overland supply line leads from {pos.called(unit)} to a resource point in "
            f"{pos.label(paid)}."
        )
        yield objection(pos, "construction paid", text)


def begin(pos: Position, frame: Initial, action: do.BeginWork, transition: Doings) -> None:
    """Mark the hex; the builder must stay (BF-14A1.3). What pays for it is gone (FE-14A1.6)."""
    at = pos.piece(action.unit).at
    assert isinstance(at, Hex), "checked to stand on the map"
    work = Work(action.project, action.unit, frame.side, ready_turn(pos, at))
    transition.set(works={**transition.state.works, at: work})
    if action.paid is not None and pos.context.charts.construction.cost:
        pos.pay_work(action.paid, transition)
    use(transition, BEGUN + who(pos, action.unit), 1)
    rule = pos.context.cite("construction begun")
    transition.tell(
        "work begun",
        rule,
        unit=action.unit,
        at=at,
        project=action.project.value,
        turn=work.ready,
    )


def finish(context: Context, transition: Doings, side: str) -> None:
    """Complete a side's works that are due; a permanent airfield takes the place of a temporary
    one (BF-14A1.4, 14A1.13).
    """
    done = {
        at: work
        for at, work in transition.state.works.items()
        if work.side == side and work.ready <= transition.state.turn
    }
    for at, work in done.items():
        state = transition.state
        left = {here: other for here, other in state.works.items() if here != at}
        if work.project is Project.FORT:
            transition.set(works=left, forts=state.forts | {at})
        else:
            transition.set(works=left, airfields=state.airfields | {at}, strips=state.strips - {at})
        rule = context.cite("construction done")
        transition.tell("work done", rule, at=at, project=work.project.value)


def keep(context: Context, transition: Doings, since: Theatre | None = None) -> None:
    """Give up works whose builder has left, and temporary airfields without a construction unit
    (BF-14A1.5, 14A1.12). In the state ``since``, if any, each had what it needs.
    """
    works, pieces = transition.state.works, transition.state.pieces
    for at, work in works.items():
        if pieces[work.unit].at != at:
            rest = {here: other for here, other in transition.state.works.items() if here != at}
            transition.set(works=rest)
            rule = context.cite("construction abandoned")
            transition.tell("work abandoned", rule, at=at, project=work.project.value)
    left = transition.state.strips and _left(transition.state, since) - context.lasting_strips
    for at in sorted(left):
        pos = now(context, transition)
        if not any(pos.builds(unit) for unit in pos.present(at)):
            _remove_strip(context, transition, at)


def _left(state: Theatre, since: Theatre | None) -> frozenset[Hex]:
    """The temporary airfields that are new, or that some unit may have left."""
    changed = None if since is None else pieces_changed(since.pieces, state.pieces)
    if since is None or changed is None:
        return state.strips
    left = state.strips.intersection([since.pieces[unit].at for unit in changed])
    return left if state.strips is since.strips else left | (state.strips - since.strips)


def _remove_strip(context: Context, transition: Doings, at: Hex) -> None:
    name = bases.key(context, bases.AIRBASE, at)
    hits = {key: count for key, count in transition.state.hits.items() if key != name}
    transition.set(strips=transition.state.strips - {at}, hits=hits)
    transition.tell("strip removed", context.cite("temporary airfield kept"), at=at)


def families(pos: Position, frame: Initial) -> list[Family]:
    """Forts and airfields that may be begun."""
    side, cost = frame.side, pos.context.charts.construction.cost
    if cost:
        able = pos.may_pay(side) and any(True for _ in _on_map(pos, side))
    else:
        able = any(room(pos, unit) for unit, _ in _on_map(pos, side))
    if not able:
        return []
    offers = _paid if cost else _unpaid
    return [Family("build", "Begin a work", partial(offers, pos, side), weight=2)]


def spot(pos: Position, action: Action) -> str:
    """Where a work is begun, as the end of its menu line; '' for other actions."""
    if not isinstance(action, do.BeginWork):
        return ""
    at = pos.piece(action.unit).at
    return f", in {pos.label(at)}" if isinstance(at, Hex) else ""


def _paid(pos: Position, side: str) -> Iterator[Action]:
    for unit in builders(pos, side):
        for hex_ in pos.payers(unit):
            yield from (do.BeginWork(unit, project, hex_) for project in Project)


def _unpaid(pos: Position, side: str) -> Iterator[Action]:
    for unit in builders(pos, side):
        if room(pos, unit):
            yield from (do.BeginWork(unit, project, None) for project in Project)


ANSWERS = (Answer(do.BeginWork, begin_objections, begin),)
