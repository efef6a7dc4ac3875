"""Forts and permanent airfields: begun in an initial phase, done in a later one, or abandoned
(BF-14A1, 14E, BC-19C).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.desk import Answer
from engine.core.legal import Family
from engine.systems.europa import bases
from engine.systems.europa import initial_actions as do
from engine.systems.europa.common import Work as Doings
from engine.systems.europa.common import now, objection, use
from engine.systems.europa.position import Position
from engine.systems.europa.records import Initial, Project, Work
from engine.systems.europa.supply import in_supply
from engine.systems.europa.table import Table
from maps.hexgrid import Hex
from oob.model import UnitId

BEGUN = "begun "
"""What begins the note, in :attr:`Theatre.used`, of how many works somebody has begun."""


def builders(pos: Position, side: str) -> tuple[UnitId, ...]:
    """A side's construction units in hexes of the map (BF-14A1.1)."""
    return tuple(
        unit
        for units in pos.standing.sides[side].values()
        for unit in units
        if pos.facts(unit).construction
    )


def who(pos: Position, unit: UnitId) -> str:
    """Whose limit a unit's work counts against: its side's or its nation's."""
    by_side = pos.table.charts.construction.by == "side"
    return pos.side(unit) if by_side else pos.nation(unit)


def room(pos: Position, unit: UnitId) -> int:
    """How many works may still be begun in this phase on a unit's account (BF-14A1.8, 14A1.9)."""
    name = who(pos, unit)
    begun = pos.state.used.get(BEGUN + name, 0)
    return max(0, pos.table.charts.construction.limit(name) - begun)


def ready_turn(pos: Position, at: Hex) -> int:
    """The turn in whose initial phase a work begun now is done: later in poor weather
    (BF-14A1.4, 14A1.19).
    """
    chart = pos.table.charts.construction
    return pos.state.turn + chart.turns * (chart.poor if pos.weather_at(at).bad else 1)


def site_objections(pos: Position, project: Project, at: Hex) -> Iterator[Objection]:
    """What speaks against a site (BF-14A1.2, 14A1.6)."""
    table, state = pos.table, pos.state
    topic = "fort site" if project is Project.FORT else "airfield site"
    if table.terrain_at(at) not in table.charts.construction.sites:
        sites = " or ".join(table.charts.construction.sites)
        yield objection(pos, topic, f"{pos.label(at)} is not {sites}.")
    if at in state.works:
        yield objection(pos, topic, f"Something is being built in {pos.label(at)} already.")
    if project is Project.AIRFIELD:
        if bases.permanent(pos, at):
            yield objection(pos, topic, f"{pos.label(at)} has a permanent airfield.")
    elif at in state.forts:
        yield objection(pos, topic, f"{pos.label(at)} has a fort.")
    elif any(table.fortified_between(at, near, state.razed) for near in at.neighbours()):
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
    if not room(pos, unit):
        limit = pos.table.charts.construction.limit(who(pos, unit))
        text = f"No more than {limit} works may be begun in an initial phase."
        yield objection(pos, f"construction limit of {frame.side}", text)
    yield from site_objections(pos, action.project, at)
    barred = pos.bars_work(unit, action.project, at)
    if barred is not None:
        yield barred


def begin(pos: Position, frame: Initial, action: do.BeginWork, doing: Doings) -> None:
    """Mark the hex; the builder must stay (BF-14A1.3)."""
    at = pos.piece(action.unit).at
    assert isinstance(at, Hex), "checked to stand on the map"
    work = Work(action.project, action.unit, frame.side, ready_turn(pos, at))
    doing.set(works={**doing.state.works, at: work})
    use(doing, BEGUN + who(pos, action.unit), 1)
    rule = pos.table.cite("construction begun")
    doing.tell(
        "work begun",
        rule,
        unit=action.unit,
        at=at,
        project=action.project.value,
        turn=work.ready,
    )


def finish(table: Table, doing: Doings, side: str) -> None:
    """Complete a side's works that are due; a permanent airfield takes the place of a temporary
    one (BF-14A1.4, 14A1.13).
    """
    done = {
        at: work
        for at, work in doing.state.works.items()
        if work.side == side and work.ready <= doing.state.turn
    }
    for at, work in done.items():
        state = doing.state
        left = {here: other for here, other in state.works.items() if here != at}
        if work.project is Project.FORT:
            doing.set(works=left, forts=state.forts | {at})
        else:
            doing.set(works=left, airfields=state.airfields | {at}, strips=state.strips - {at})
        rule = table.cite("construction done")
        doing.tell("work done", rule, at=at, project=work.project.value)


def keep(table: Table, doing: Doings) -> None:
    """Give up works whose builder has left, and temporary airfields without a construction unit
    (BF-14A1.5, 14A1.12).
    """
    if not doing.state.works and not doing.state.strips:
        return
    pos = now(table, doing)
    for at, work in doing.state.works.items():
        if pos.piece(work.unit).at != at:
            rest = {here: other for here, other in doing.state.works.items() if here != at}
            doing.set(works=rest)
            rule = table.cite("construction abandoned")
            doing.tell("work abandoned", rule, at=at, project=work.project.value)
    for at in sorted(doing.state.strips):
        if not any(pos.facts(unit).construction for unit in pos.at.get(at, ())):
            _remove_strip(table, doing, at)


def _remove_strip(table: Table, doing: Doings, at: Hex) -> None:
    name = bases.key(table, bases.AIRBASE, at)
    hits = {key: count for key, count in doing.state.hits.items() if key != name}
    doing.set(strips=doing.state.strips - {at}, hits=hits)
    doing.tell("strip removed", table.cite("temporary airfield kept"), at=at)


def families(pos: Position, frame: Initial) -> list[Family]:
    """Forts and airfields that may be begun."""
    found = [unit for unit in builders(pos, frame.side) if room(pos, unit)]
    if not found:
        return []
    return [Family("build", "Begin a work", partial(_offers, found), weight=2)]


def _offers(units: list[UnitId]) -> Iterator[Action]:
    for unit in units:
        yield from (do.BeginWork(unit, project) for project in Project)


ANSWERS: Mapping[type[Action], Answer] = {do.BeginWork: Answer(begin_objections, begin)}
