"""Operations that are planned a turn ahead, air drops and amphibious landings: which plans are due,
which lapse, and which can be given up (BF-25C).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol, TypeVar

from engine.core.actions import Action, Objection
from engine.core.legal import Family, by_unit
from engine.systems.europa.state.common import in_play, spoilt
from engine.systems.europa.state.constants import other
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial
from maps.hexgrid import Hex
from oob.model import UnitId


class Plan(Protocol):
    """Where an operation of a unit goes, and on which turn."""

    @property
    def target(self) -> Hex:
        """The hex it is planned for."""

    @property
    def turn(self) -> int:
        """The turn it is planned for."""


PlanT = TypeVar("PlanT", bound=Plan)


def due(pos: Position, plans: Mapping[UnitId, PlanT], side: str) -> Mapping[UnitId, PlanT]:
    """The operations that a side has planned for this turn."""
    return {
        unit: plan
        for unit, plan in plans.items()
        if plan.turn == pos.state.turn and pos.side(unit) == side
    }


def standing(pos: Position, plans: Mapping[UnitId, PlanT], side: str) -> dict[UnitId, PlanT]:
    """The plans that still hold as a side's initial phase opens: its own for past turns are void
    (BF-25C.6).
    """
    turn = pos.state.turn
    return {u: plan for u, plan in plans.items() if pos.side(u) != side or plan.turn >= turn}


def ended(pos: Position, plans: Mapping[UnitId, PlanT]) -> dict[UnitId, str]:
    """Units whose plans end, each with its topic: in an enemy zone of control, after an attack by
    or on them, or in play no more (BF-25C.5, 25C.6).
    """
    gone = [unit for unit in plans if spoilt(pos, unit)]
    return {unit: "plan void" if in_play(pos, unit) else "plan lapsed" for unit in gone}


def unplannable(pos: Position, side: str, unit: UnitId) -> Iterator[Objection]:
    """What forbids to plan any operation of a unit in play (BF-25C.2, 25C.4)."""
    name, cited = pos.called(unit), pos.context.citations
    if pos.planned(unit):
        yield Objection(cited["one plan"], f"A landing or drop of {name} is planned already.")
    if pos.piece(unit).at in pos.zoc(other(side)):
        yield Objection(cited["plan in zone"], f"{name} is in an enemy zone of control.")
    for barred in (pos.kept(unit), pos.bars_plan(unit)):
        if barred is not None:
            yield barred


def open_to_change(
    pos: Position, frame: object, plans: Mapping[UnitId, PlanT], side: str
) -> tuple[UnitId, ...]:
    """Units whose plans can be given up now: in an initial phase, else those that are due, for the
    phases that ask are those in which they take place (BF-25C.3).
    """
    own = plans if isinstance(frame, Initial) else due(pos, plans, side)
    return tuple(unit for unit in own if pos.side(unit) == side)


def cancel_family(
    pos: Position,
    frame: object,
    plans: Mapping[UnitId, PlanT],
    side: str,
    words: tuple[str, str],
    make: Callable[[UnitId], Action],
) -> Family:
    """Plans that can be given up now, as a family of that name and title."""
    return by_unit(
        *words,
        lambda: open_to_change(pos, frame, plans, side),
        lambda _unit: (None,),
        lambda unit, _: make(unit),
        weight=1,
    )
