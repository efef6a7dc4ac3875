"""What units spend movement points on besides moving: airstrips, repairs, demolition, damage
(BF-14A1.10 to 14A1.18, 17D.1, 32A4).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family, by_unit
from engine.core.state import Frame
from engine.core.wording import counted, halved, with_noun
from engine.systems.europa.board import bases
from engine.systems.europa.board.rail_network import regauged_in
from engine.systems.europa.movement.rail_movement import (
    convert,
    regauge_cost,
    regauge_objections,
    regaugeable,
)
from engine.systems.europa.movement.reach import work_objections
from engine.systems.europa.production import initial_actions as do
from engine.systems.europa.production.initial_actions import Task
from engine.systems.europa.state.common import Work, mark, objection, spend
from engine.systems.europa.state.constants import HALF, MARCHED
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex
from oob.model import UnitId

PARTIAL = "partial airfields"
"""The option of temporary airfields built bit by bit (BF-32A4)."""
TOPICS = {
    Task.STRIP: "temporary airfield",
    Task.AIRBASE: "airbase repair",
    Task.PORT: "port repair",
    Task.RAIL: "rail repair",
    Task.DEMOLITION: "port demolition",
    Task.DAMAGE: "airbase damage",
    Task.GAUGE: "regauging",
}


def cost(pos: Position, at: Hex, task: Task, amount: int = 1) -> int:
    """Movement points of a work: bad weather multiplies what construction units do, not what any
    unit destroys on an airbase (BF-14A1.18, 17D.1).
    """
    chart = pos.context.charts.construction
    if task is Task.GAUGE:
        return regauge_cost(pos, at)
    if task is Task.STRIP:
        whole = pos.context.charts.airbases.capacity("temporary")
        price = chart.strip if amount >= whole else chart.partial_strip * amount
    else:
        price = (
            amount
            * {
                Task.AIRBASE: chart.airbase_repair,
                Task.PORT: chart.port_repair,
                Task.RAIL: chart.rail_repair,
                Task.DEMOLITION: chart.port_demolition,
                Task.DAMAGE: chart.airbase_damage,
            }[task]
        )
    return price if task is Task.DAMAGE else price * pos.by_weather(chart.weather, at)


def terms(pos: Position, action: Action) -> str:
    """How much is done of a work, where, and for how many points, as the end of its menu line; ''
    for other actions.
    """
    if not isinstance(action, do.Labour):
        return ""
    return done_for(pos, action.unit, action.task, action.amount)


def done_for(
    pos: Position, unit: UnitId, task: Task, amount: int, *, halves: bool = False, each: str = ""
) -> str:
    """The same of a work of a unit that pays points, or ``halves`` of them; ``each`` of several."""
    at = pos.piece(unit).at
    if not isinstance(at, Hex):
        return ""
    price = cost(pos, at, task, amount) * (1 if halves else HALF)
    more = extent(pos, at, task, amount)
    return f"{more}, in {pos.label(at)} ({with_noun(halved(price), 'MP')}{each})"


def extent(pos: Position, at: Hex, task: Task, amount: int) -> str:
    """How much is done of a work, or to which gauge, as it follows the word for the work."""
    if task is not Task.GAUGE:
        return f", {amount}" if amount > 1 else ""
    broad = pos.context.railways.broad_in(at, pos.state.regauged)
    return "" if broad is None else f" to {'standard' if broad else 'broad'} gauge"


def most(pos: Position, at: Hex, task: Task) -> int:
    """The most that is to be done in a hex: hits to repair or inflict, capacity to build."""
    match task:
        case Task.STRIP:
            return pos.context.charts.airbases.capacity("temporary")
        case Task.AIRBASE:
            return bases.hits(pos, bases.AIRBASE, at)
        case Task.PORT:
            return bases.hits(pos, bases.PORT, at)
        case Task.RAIL:
            return int(at in pos.state.breaks)
        case Task.DEMOLITION:
            return bases.most_port_hits(pos, at) - bases.hits(pos, bases.PORT, at)
        case Task.DAMAGE:
            return bases.capacity(pos, at)
        case Task.GAUGE:
            return int(regaugeable(pos, at) and regauged_in(at) not in pos.state.used)


def amounts(pos: Position, at: Hex, task: Task) -> range:
    """What may be done at a stroke: hits one by one, a temporary airfield whole unless it may be
    built bit by bit (BF-32A4).
    """
    whole = most(pos, at, task)
    if task is Task.STRIP and not pos.context.option(PARTIAL):
        return range(whole, whole + 1)
    return range(1, whole + 1)


def families(pos: Position, frame: Frame) -> tuple[Family, ...]:
    """Works that units of a side could do where they stand: c/m units in exploitation too."""
    chart = pos.context.charts.construction
    if not isinstance(frame, Moving) or not chart.labour:
        return ()
    return (
        by_unit(
            "labour",
            "Work",
            lambda: _workers(pos, frame),
            lambda unit: tuple(jobs(pos, unit)) if _at_hand(pos, frame, unit) else (),
            lambda unit, job: do.Labour(unit, *job),
            weight=1,
        ),
    )


def _workers(pos: Position, frame: Moving) -> list[UnitId]:
    """The units that may have something to work on, in order of their hexes: all in airbases and
    beside engineers.
    """
    stacks, pieces = pos.standing.sides[frame.side].units, pos.state.pieces
    hexes = stacks.keys() & {*bases.fields(pos), *[pieces[u].at for u in pos.context.engineers]}
    return [unit for at in sorted(hexes) for unit in stacks[at]]


def jobs(pos: Position, unit: UnitId) -> Iterator[tuple[Task, int]]:
    """What a unit could do where it stands, and how much of it."""
    at = pos.piece(unit).at
    if isinstance(at, Hex):
        for task in Task:
            if able(pos, unit, task):
                yield from ((task, amount) for amount in amounts(pos, at, task))


def _at_hand(pos: Position, frame: Moving, unit: UnitId) -> bool:
    """Whether a unit has something to work on where it stands; any unit has in an airbase."""
    facts, at = pos.facts(unit), pos.piece(unit).at
    if facts.points or (frame.exploiting and not facts.mobile) or pos.left(unit) < HALF:
        return False
    return facts.construction or (isinstance(at, Hex) and bool(bases.capacity(pos, at)))


def able(pos: Position, unit: UnitId, task: Task) -> bool:
    """Whether units of a kind do a work: engineers of railroads repair these alone, who has no
    strength may damage no airbase (FE-14A4.1, 17D.1).
    """
    facts = pos.facts(unit)
    if task is Task.DAMAGE:
        armed = facts.attack or facts.defense or not pos.context.charts.construction.armed
        return bool(armed) or pos.builds(unit)
    if task is Task.GAUGE:
        return pos.context.units[unit].type in pos.context.charts.rail.regaugers
    return facts.construction if task is Task.RAIL else pos.builds(unit)


def barred_weather(pos: Position, at: Hex) -> bool:
    """True where temporary airfields are neither built nor repaired now (BF-14A1.20)."""
    named = pos.context.charts.construction.strip_barred
    return pos.weather_at(at) in named if named else pos.poor_at(at)


def labour_objections(pos: Position, frame: Moving, action: do.Labour) -> Iterator[Objection]:
    """What forbids a work (BF-14A1.10 to 14A1.20, 17D)."""
    unit, task, at = action.unit, action.task, pos.piece(action.unit).at
    yield from task_objections(pos, frame, unit, task, action.amount)
    if isinstance(at, Hex) and action.amount in amounts(pos, at, task):
        yield from work_objections(
            pos, frame, unit, cost(pos, at, task, action.amount), TOPICS[task]
        )


def task_objections(
    pos: Position, frame: Moving, unit: UnitId, task: Task, amount: int
) -> Iterator[Objection]:
    """What forbids a unit a work, its cost aside."""
    at, topic = pos.piece(unit).at, TOPICS[task]
    if pos.side(unit) != frame.side or not isinstance(at, Hex):
        yield objection(pos, topic, f"{pos.called(unit)} is no unit of yours on the map.")
        return
    if not pos.context.charts.construction.labour:
        yield objection(pos, topic, "Units do no such work in this game.")
        return
    if frame.exploiting and task in (Task.STRIP, Task.GAUGE):
        text = "That is done in the movement phase alone."
        yield objection(pos, topic, text)
    if not able(pos, unit, task):
        what = "has no strength" if task is Task.DAMAGE else "is no construction unit for it"
        yield objection(pos, topic, f"{pos.called(unit)} {what}.")
    if pos.facts(unit).points:
        text = f"{pos.called(unit)} is position AA: it damages no airbases."
        yield objection(pos, "position guns at work", text)
    yield from _task_objections(pos, unit, task, at)
    barred = pos.bars_work(unit, task, at)
    if barred is not None:
        yield barred
    if amount not in amounts(pos, at, task):
        yield objection(pos, topic, _nothing(pos, task, at))


def _task_objections(pos: Position, unit: UnitId, task: Task, at: Hex) -> Iterator[Objection]:
    if task is Task.STRIP:
        yield from _strip_objections(pos, unit, at)
    elif task is Task.AIRBASE and at in pos.state.strips and barred_weather(pos, at):
        text = "Temporary airfields are not repaired in this weather."
        yield objection(pos, "airstrips in poor weather", text)
    elif task is Task.GAUGE:
        yield from regauge_objections(pos, unit, at)


def _strip_objections(pos: Position, unit: UnitId, at: Hex) -> Iterator[Objection]:
    context = pos.context
    if context.terrain_at(at) not in context.charts.construction.sites:
        sites = " or ".join(context.charts.construction.sites)
        yield objection(pos, "temporary airfield", f"{pos.label(at)} is not {sites}.")
    if bases.permanent(pos, at) or at in pos.state.strips:
        yield objection(pos, "temporary airfield", f"{pos.label(at)} has an airfield.")
    if pos.out(unit):
        yield objection(pos, "temporary airfield", f"{pos.called(unit)} is out of supply.")
    if barred_weather(pos, at):
        text = "Temporary airfields are not built in this weather."
        yield objection(pos, "airstrips in poor weather", text)


def _nothing(pos: Position, task: Task, at: Hex) -> str:
    found = most(pos, at, task)
    what = {
        Task.STRIP: f"a temporary airfield is built with a capacity of {found}",
        Task.RAIL: "the line is not broken there" if not found else "one break is all there is",
        Task.DEMOLITION: f"the port can take {counted(found, 'more hit')}",
        Task.DAMAGE: f"the airbase can take {counted(found, 'more hit')}",
        Task.GAUGE: "there is no line to be regauged now",
    }.get(task, f"there are {counted(found, 'hit')} to repair")
    return f"In {pos.label(at)} {what}."


def labour(pos: Position, _frame: Moving, action: do.Labour, transition: Work) -> None:
    """Spend the points; the work is done at once (BF-7A4.4, 14A1)."""
    at, task = pos.piece(action.unit).at, action.task
    assert isinstance(at, Hex), "checked to stand on the map"
    spend(transition, action.unit, cost(pos, at, task, action.amount) * HALF)
    mark(transition, action.unit, MARCHED)
    accomplish(pos, at, task, action.amount, transition)
    rule, words = pos.context.cite(TOPICS[task]), task.value + extent(pos, at, task, action.amount)
    transition.tell("labour", rule, unit=action.unit, at=at, task=words, amount=action.amount)


def accomplish(pos: Position, at: Hex, task: Task, amount: int, transition: Work) -> None:
    """What a work does to its hex."""
    match task:
        case Task.STRIP:
            transition.set(strips=transition.state.strips | {at})
            missing = most(pos, at, task) - amount
            _hit(pos, transition, bases.AIRBASE, at, missing)
        case Task.AIRBASE:
            _hit(pos, transition, bases.AIRBASE, at, -amount)
        case Task.PORT:
            _hit(pos, transition, bases.PORT, at, -amount)
        case Task.RAIL:
            transition.set(breaks=transition.state.breaks - {at})
        case Task.DEMOLITION:
            _hit(pos, transition, bases.PORT, at, amount)
        case Task.DAMAGE:
            _hit(pos, transition, bases.AIRBASE, at, amount)
        case Task.GAUGE:
            convert(transition, at)


def _hit(pos: Position, transition: Work, what: str, at: Hex, more: int) -> None:
    transition.set(hits=bases.damaged(pos.context, transition.state.hits, what, at, more))


ANSWERS = (Answer(do.Labour, labour_objections, labour),)
