"""What engineers of the automatic player do before they march: repairs, cheaply where they can."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action
from engine.core.system import Advice
from engine.systems.europa.advice.outlook import Outlook
from engine.systems.europa.movement import engineering
from engine.systems.europa.production.initial_actions import Labour, Task
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.state.position import EastPosition
from engine.systems.fire_in_the_east.works import quick
from engine.systems.fire_in_the_east.works.actions import WorkTogether, WorkWithWorkers
from oob.model import UnitId

REPAIRS = (Task.RAIL, Task.AIRBASE, Task.PORT)
"""What is repaired, the most needed first."""


def repair(look: Outlook, frame: Moving) -> Advice | None:
    """A repair in the hex of an engineer, with help where there is any; None without one."""
    pos = look.pos
    assert isinstance(pos, EastPosition)
    if frame.exploiting or not (pos.state.hits or pos.state.breaks):
        return None
    for unit in quick.engineers(pos, frame.side):
        for action in _repairs(pos, unit):
            if look.allowed(action):
                return Advice(action, "What is damaged here serves again.")
    return None


def _repairs(pos: EastPosition, unit: UnitId) -> Iterator[Action]:
    found = dict(job for job in engineering.jobs(pos, unit) if job[0] in REPAIRS)
    for task in (task for task in REPAIRS if task in found):
        yield WorkWithWorkers(unit, task)
        yield from (WorkTogether(unit, mate, task) for mate in quick.mates(pos, unit))
        yield Labour(unit, task)
