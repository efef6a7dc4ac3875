"""Forts and permanent airfields that engineers build more quickly: two together, or one with the
workers of a city (FE-14A1b.2, 14A1b.3).

A work is begun in the initial phase, as all are. In the movement phase of that player turn or of a
later one, two engineers in its hex take a turn off what it needs still. If that is its last one,
they do it for half their movement allowances, and it is finished at once; else it takes their whole
allowances, and they stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family, by_unit
from engine.core.state import Frame
from engine.core.wording import counted
from engine.systems.europa.production import construction
from engine.systems.europa.state.common import mark, spend
from engine.systems.europa.state.constants import HALF, MARCHED
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Moving
from engine.systems.europa.state.records import Work as Building
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from engine.systems.fire_in_the_east.works import quick
from engine.systems.fire_in_the_east.works.actions import Hasten, HastenWithWorkers
from maps.hexgrid import Hex
from oob.model import UnitId

RULE, BEGUN = "FE-14A1b.2", "FE-14A1b.3"
"""The rules of works that need turns."""


def work_of(pos: EastPosition, unit: UnitId) -> Building | None:
    """The fort or airfield that a unit is building where it stands."""
    at = pos.piece(unit).at
    found = pos.state.works.get(at) if isinstance(at, Hex) else None
    return found if found is not None and found.unit == unit else None


def price(pos: EastPosition, unit: UnitId, work: Building) -> int:
    """Half movement points that an engineer pays: half its allowance, rounded up to whole points,
    where that finishes the work, else all of it.
    """
    whole = pos.allowance(unit)
    last = work.ready - pos.state.turn <= 1
    return -(-whole // (HALF * HALF)) * HALF if last else whole


def families(pos: Position, frame: Frame) -> tuple[Family, ...]:
    """Works that can be hastened."""
    assert isinstance(pos, EastPosition)
    if not isinstance(frame, Moving) or frame.exploiting or not pos.state.works:
        return ()
    works = sorted(pos.state.works.items())
    builders = tuple(work.unit for _, work in works if work.side == frame.side)
    if not builders:
        return ()
    return (
        by_unit(
            "hasten",
            "Build on together",
            lambda: builders,
            lambda unit: quick.mates(pos, unit),
            Hasten,
            weight=1,
        ),
        by_unit(
            "hasten with workers",
            "Build on with workers",
            lambda: tuple(unit for unit in builders if quick.workers(pos, unit)),
            lambda _unit: (None,),
            lambda unit, _: HastenWithWorkers(unit),
            weight=1,
        ),
    )


def _objections(
    pos: EastPosition, frame: Moving, units: tuple[UnitId, ...], builder: UnitId
) -> Iterator[Objection]:
    work = work_of(pos, builder)
    if work is None or work.side != frame.side or frame.exploiting:
        yield Objection(BEGUN, f"{pos.called(builder)} has begun no work here.")
        return
    for unit in units:
        if pos.out(unit):
            yield Objection("FE-14A1.2", f"{pos.called(unit)} is out of supply.")
        need = price(pos, unit, work)
        if not need or pos.left(unit) < need:
            text = f"It takes {counted(need // HALF, 'movement point')} of {pos.called(unit)}."
            yield Objection(RULE, text)


def hasten_objections(pos: EastPosition, frame: Moving, action: Hasten) -> Iterator[Objection]:
    """Two engineers in the hex of a work, one of which has begun it (FE-14A1b.2)."""
    pair = (action.unit, action.other)
    if action.other not in quick.mates(pos, action.unit):
        yield Objection(quick.TOGETHER, f"{pos.called(action.other)} is no engineer in the hex.")
    else:
        yield from _objections(pos, frame, pair, action.unit)


def workers_objections(
    pos: EastPosition, frame: Moving, action: HastenWithWorkers
) -> Iterator[Objection]:
    """An engineer that has begun a work, with workers that help it (FE-14A1c)."""
    refused = tuple(quick.no_workers(pos, action.unit))
    yield from refused or _objections(pos, frame, (action.unit,), action.unit)


def hasten(pos: EastPosition, frame: Moving, action: Hasten, transition: Work) -> None:
    """Both pay; a turn is taken off."""
    _hasten(pos, frame, (action.unit, action.other), transition)


def hasten_with_workers(
    pos: EastPosition, frame: Moving, action: HastenWithWorkers, transition: Work
) -> None:
    """The engineer pays, the city remembers it; a turn is taken off."""
    quick.engage(pos, action.unit, transition)
    _hasten(pos, frame, (action.unit,), transition)


def _hasten(pos: EastPosition, frame: Moving, units: tuple[UnitId, ...], transition: Work) -> None:
    work, at = work_of(pos, units[0]), pos.piece(units[0]).at
    assert work is not None and isinstance(at, Hex), "the check found a work"
    for unit in units:
        spend(transition, unit, price(pos, unit, work))
        mark(transition, unit, MARCHED)
    nearer = replace(work, ready=work.ready - 1)
    transition.set(works={**transition.state.works, at: nearer})
    transition.tell("work hastened", RULE, units=units, at=at, project=work.project.value)
    construction.finish(pos.context, transition, frame.side)


ANSWERS = (
    Answer(Hasten, hasten_objections, hasten),
    Answer(HastenWithWorkers, workers_objections, hasten_with_workers),
)
"""What the movement phase takes besides."""
