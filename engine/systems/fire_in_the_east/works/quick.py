"""Quick construction: two engineers stacked together, or one with the workers of a major city, each
pay half of what a work costs (FE-14A1b, 14A1c).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family, by_unit
from engine.core.state import Frame
from engine.systems.europa.movement import engineering
from engine.systems.europa.movement.reach import spend_objections
from engine.systems.europa.production.initial_actions import Task
from engine.systems.europa.state.common import mark, spend, use
from engine.systems.europa.state.constants import MARCHED
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Moving
from engine.systems.europa.supply.nets import Terms
from engine.systems.europa.supply.supply_status import terms
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from engine.systems.fire_in_the_east.works.actions import WorkTogether, WorkWithWorkers
from maps.hexgrid import Hex
from oob.model import UnitId

TOGETHER, WORKERS, LIMIT = "FE-14A1b.1", "FE-14A1c.1", "FE-14A1c.2"
"""The rules of quick construction."""
USED = "workers of "
"""What begins the note, in :attr:`Theatre.used`, of an engineer that workers of a city help."""
TASKS = tuple(task for task in Task if task is not Task.DAMAGE)
"""What construction abilities do; damage to airbases is none of them."""

City = frozenset[Hex]
"""The hexes of a major city."""


def cities(pos: EastPosition) -> tuple[City, ...]:
    """The major cities of the workers' country, each with all its hexes, in order."""
    land, context = pos.context.charts.workers.land, pos.context
    kinds, is_major = context.city_kinds, context.major_city
    major = context.shared.once("major cities", (), lambda: tuple(filter(is_major, kinds)))
    hexes = {at for at in major if pos.country_of(at) == land}
    found: list[City] = []
    while hexes:
        edge, city = {min(hexes)}, set[Hex]()
        while edge:
            city |= edge
            edge = {near for at in edge for near in at.neighbours() if near in hexes} - city
        found.append(frozenset(city))
        hexes -= city
    return tuple(sorted(found, key=min))


def helped(pos: EastPosition, city: City) -> int:
    """How many engineers the workers of a city help (FE-14A1c.2)."""
    chart, kinds = pos.context.charts.workers, pos.context.city_kinds
    if len(city) > 1:
        return chart.multi
    return max(chart.single.get(kinds.get(at, ""), 0) for at in city)


def reached(pos: EastPosition, city: City) -> int:
    """The hexes, as a bitmap, from which a line leads to a major city; none where the side of the
    workers owns no hex of it (FE-14A1c.1).
    """
    return pos.once(("workers", city), lambda: _reached(pos, city))


def _reached(pos: EastPosition, city: City) -> int:
    side = pos.context.charts.nations.row(pos.context.charts.workers.nation).side
    held = [at for at in city if pos.owner_of(at) == side]
    bound = pos.once(("worker terms",), lambda: _terms(pos, side))
    return pos.context.supply_graph.net(held, bound, overland_only=True).hexes if held else 0


def _terms(pos: EastPosition, side: str) -> Terms:
    """What holds for lines to workers: those of supply, as long as workers go."""
    bound = terms(pos, side)
    lengths = {element: pos.context.charts.workers.reach for element in bound.bands[0].lengths}
    return replace(bound, bands=tuple(replace(band, lengths=lengths) for band in bound.bands[-1:]))


def _surroundings(pos: EastPosition) -> Mapping[City, int]:
    """The hexes around each major city, as a bitmap, that no line to it leads from beyond."""
    found = cities(pos)
    return pos.shared(("around cities", found), (), lambda: _around(pos, found))


def _around(pos: EastPosition, found: tuple[City, ...]) -> Mapping[City, int]:
    bits, reach = pos.context.supply_graph.bits, pos.context.charts.workers.reach
    return {city: bits.mask(pos.context.near(city, reach)) for city in found}


def _note(pos: EastPosition, city: City, unit: str = "") -> str:
    return f"{USED}{pos.context.number(min(city))}: {unit}"


def workers(pos: EastPosition, unit: UnitId) -> City | None:
    """The major city whose workers help an engineer: the one that helps it already, or that with
    most room; None without any.
    """
    at, used = pos.piece(unit).at, pos.state.used
    if not isinstance(at, Hex) or pos.nation(unit) != pos.context.charts.workers.nation:
        return None
    near = _near(pos, at)
    known = next((city for city in near if _note(pos, city, unit) in used), None)
    return known or max(near, key=lambda city: (_room(pos, city), city == near[0]), default=None)


def _near(pos: EastPosition, at: Hex) -> tuple[City, ...]:
    bit = pos.context.supply_graph.bits.bit.get(at, 0)
    around = pos.once(("worker cities",), lambda: _surroundings(pos))
    return tuple(city for city, hexes in around.items() if hexes & bit and reached(pos, city) & bit)


def _room(pos: EastPosition, city: City) -> int:
    begun = _note(pos, city)
    return helped(pos, city) - sum(note.startswith(begun) for note in pos.state.used)


# What is offered


def families(pos: Position, frame: Frame) -> tuple[Family, ...]:
    """Works of two engineers, and of one with workers."""
    if not isinstance(frame, Moving) or frame.exploiting:
        return ()
    assert isinstance(pos, EastPosition)
    return (
        by_unit(
            "together",
            "Work together",
            lambda: tuple(u for u in engineers(pos, frame.side) if mates(pos, u)),
            lambda unit: tuple(_shared(pos, unit)),
            lambda unit, job: WorkTogether(unit, *job),
            weight=1,
        ),
        by_unit(
            "workers",
            "Work with workers",
            lambda: engineers(pos, frame.side),
            lambda unit: () if any(no_workers(pos, unit)) else tuple(_jobs(pos, unit)),
            lambda unit, job: WorkWithWorkers(unit, *job),
            weight=1,
        ),
    )


def engineers(pos: EastPosition, side: str) -> tuple[UnitId, ...]:
    """A side's engineers on the map that have points left, in order of their hexes."""
    order, pieces = pos.standing.order, pos.state.pieces
    found = [
        (at, order[unit], unit)
        for unit in pos.context.engineers
        if isinstance(at := pieces[unit].at, Hex)
        and pos.side(unit) == side
        and pos.facts(unit).construction
        and pos.left(unit) > 0
    ]
    return tuple([unit for _, _, unit in sorted(found)])


def mates(pos: EastPosition, unit: UnitId) -> tuple[UnitId, ...]:
    """The other engineers in an engineer's hex."""
    at = pos.piece(unit).at
    return tuple(
        mate
        for mate in (pos.friends(at, pos.side(unit)) if isinstance(at, Hex) else ())
        if mate != unit and pos.facts(mate).construction
    )


def _jobs(pos: EastPosition, unit: UnitId) -> Iterator[tuple[Task, int]]:
    return (job for job in engineering.jobs(pos, unit) if job[0] in TASKS)


def _shared(pos: EastPosition, unit: UnitId) -> Iterator[tuple[UnitId, Task, int]]:
    for mate in mates(pos, unit):
        for task, amount in _jobs(pos, unit):
            if engineering.able(pos, mate, task) or task is Task.GAUGE:
                yield mate, task, amount


# Checks and effects


def _halved(pos: EastPosition, at: Hex, task: Task, amount: int) -> int:
    """Half movement points that each pays: as many as the whole points of the work."""
    return engineering.cost(pos, at, task, amount)


def _work_objections(
    pos: EastPosition, frame: Moving, unit: UnitId, task: Task, amount: int, rule: str
) -> Iterator[Objection]:
    if task not in TASKS:
        yield Objection(rule, "Damage to airbases is no construction.")
        return
    found = tuple(engineering.task_objections(pos, frame, unit, task, amount))
    yield from found
    at = pos.piece(unit).at
    if not found and isinstance(at, Hex):
        topic = engineering.TOPICS[task]
        yield from spend_objections(pos, frame, unit, _halved(pos, at, task, amount), topic)


def together_objections(
    pos: EastPosition, frame: Moving, action: WorkTogether
) -> Iterator[Objection]:
    """Two engineers that stand together, each of whom may do the work for half its points
    (FE-14A1b.1).
    """
    if action.unit == action.other or pos.piece(action.unit).at != pos.piece(action.other).at:
        yield Objection(TOGETHER, "Two engineers that stand together share a work.")
        return
    yield from _work_objections(pos, frame, action.unit, action.task, action.amount, TOGETHER)
    if action.task is Task.GAUGE and pos.facts(action.other).construction:
        yield from _helper_objections(pos, frame, action.other, action.amount)
    else:
        yield from _work_objections(pos, frame, action.other, action.task, action.amount, TOGETHER)


def _helper_objections(
    pos: EastPosition, frame: Moving, unit: UnitId, amount: int
) -> Iterator[Objection]:
    """What keeps any engineer from helping one of railroads to regauge a line (FE-14A4.4)."""
    at = pos.piece(unit).at
    if pos.side(unit) != frame.side or pos.out(unit):
        yield Objection("FE-14A4.4", f"{pos.called(unit)} does not help: it is out of supply.")
    if isinstance(at, Hex):
        topic = engineering.TOPICS[Task.GAUGE]
        halves = _halved(pos, at, Task.GAUGE, amount)
        yield from spend_objections(pos, frame, unit, halves, topic)


def worker_objections(
    pos: EastPosition, frame: Moving, action: WorkWithWorkers
) -> Iterator[Objection]:
    """A Soviet engineer near a Soviet major city in the USSR whose workers have room for it
    (FE-14A1c).
    """
    yield from no_workers(pos, action.unit)
    if workers(pos, action.unit) is not None:
        yield from _work_objections(pos, frame, action.unit, action.task, action.amount, WORKERS)


def no_workers(pos: EastPosition, unit: UnitId) -> Iterator[Objection]:
    """Why no workers help an engineer (FE-14A1c, 31G.1)."""
    if pos.unprepared(pos.side(unit)):
        yield Objection("FE-31G.1", "No workers help engineers on the turn of surprise.")
    city = workers(pos, unit)
    if city is None:
        text = f"No line to a major city of its own leads to {pos.called(unit)}."
        yield Objection(WORKERS, text)
    elif _note(pos, city, unit) not in pos.state.used and _room(pos, city) <= 0:
        text = f"The workers near {pos.called(unit)} help enough engineers already."
        yield Objection(LIMIT, text)


def work_together(
    pos: EastPosition, _frame: Moving, action: WorkTogether, transition: Work
) -> None:
    """Both pay half; the work is done at once."""
    pair = (action.unit, action.other)
    _carry_out(pos, pair, action.task, action.amount, TOGETHER, transition)


def work_with_workers(
    pos: EastPosition, _frame: Moving, action: WorkWithWorkers, transition: Work
) -> None:
    """The engineer pays half; the city remembers it."""
    engage(pos, action.unit, transition)
    _carry_out(pos, (action.unit,), action.task, action.amount, WORKERS, transition)


def engage(pos: EastPosition, unit: UnitId, transition: Work) -> None:
    """The workers of a city help an engineer for the player turn (FE-14A1c.2)."""
    city = workers(pos, unit)
    assert city is not None, "the check found a city"
    note = _note(pos, city, unit)
    if note not in transition.state.used:
        use(transition, note, 1)


def _carry_out(
    pos: EastPosition,
    units: tuple[UnitId, ...],
    task: Task,
    amount: int,
    rule: str,
    transition: Work,
) -> None:
    at = pos.piece(units[0]).at
    assert isinstance(at, Hex), "checked to stand on the map"
    for unit in units:
        spend(transition, unit, _halved(pos, at, task, amount))
        mark(transition, unit, MARCHED)
    engineering.accomplish(pos, at, task, amount, transition)
    words = task.value + engineering.extent(pos, at, task, amount)
    transition.tell("quick work", rule, units=units, at=at, task=words, amount=amount)


ANSWERS = (
    Answer(WorkTogether, together_objections, work_together),
    Answer(WorkWithWorkers, worker_objections, work_with_workers),
)
"""What the movement phase takes besides."""
