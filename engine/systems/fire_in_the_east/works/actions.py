"""What engineers of Fire in the East do together or with workers."""

from __future__ import annotations

from engine.core.actions import Action
from engine.frozen import dataclass
from engine.systems.europa.production.initial_actions import BeginWork, Task
from oob.model import UnitId


@dataclass(frozen=True, slots=True)
class WorkTogether(Action):
    """Two engineers in a hex share a work: each spends half its points (FE-14A1b.1)."""

    unit: UnitId
    other: UnitId
    task: Task
    amount: int = 1


@dataclass(frozen=True, slots=True)
class WorkWithWorkers(Action):
    """A Soviet engineer works with the workers of a major city for half the points
    (FE-14A1c.1).
    """

    unit: UnitId
    task: Task
    amount: int = 1


@dataclass(frozen=True, slots=True)
class Hasten(Action):
    """An engineer works on the fort or airfield that was begun in its hex, with another one
    (FE-14A1b.2).
    """

    unit: UnitId
    other: UnitId


@dataclass(frozen=True, slots=True)
class HastenWithWorkers(Action):
    """A Soviet engineer works on the fort or airfield that was begun in its hex, with the workers
    of a major city (FE-14A1c.1).
    """

    unit: UnitId


ACTIONS: tuple[type[Action], ...] = (WorkTogether, WorkWithWorkers, Hasten, HastenWithWorkers)
"""These classes, for the codec."""
LINES: dict[type[Action], str] = {
    BeginWork: "Begin a work with {unit}: {project}, for a point of {paid}",
    WorkTogether: "Work with {unit} and {other}: {task}",
    WorkWithWorkers: "Work with {unit} and workers: {task}",
    Hasten: "Build on with {unit} and {other}",
    HastenWithWorkers: "Build on with {unit} and workers",
}
"""Menu lines; names in braces are fields of the action."""
