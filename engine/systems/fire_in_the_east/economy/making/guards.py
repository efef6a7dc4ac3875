"""Regular air units become Guards units when the order of battle says so (FE-27F4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Frame
from engine.systems.europa.air import fleet
from engine.systems.europa.state.common import use
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial
from engine.systems.fire_in_the_east.economy.actions import MakeGuards
from engine.systems.fire_in_the_east.state.position import EastPosition, Work

RULE = "FE-27F4.1"
MADE = "Guards air units "
"""What begins the note, in :attr:`Theatre.used`, of how many a nation has made."""


def left(pos: EastPosition, nation: str) -> int:
    """How many air units of a nation may still become Guards on this turn."""
    rows = fleet.plan_of(pos.context).guards
    due = sum(row.amount for row in rows if (row.nation, row.turn) == (nation, pos.state.turn))
    return due - pos.state.used.get(MADE + nation, 0)


def regulars(pos: EastPosition, side: str) -> tuple[str, ...]:
    """The active air units of a side that may become Guards now, in order."""
    nations = {row.nation for row in fleet.plan_of(pos.context).guards}
    due = {nation for nation in nations if left(pos, nation) > 0}
    if not due:
        return ()
    return tuple(
        unit
        for unit in fleet.of_side(pos, side)
        if unit not in pos.guards and fleet.facts(pos, unit).nation in due
    )


def families(pos: Position, frame: Frame) -> tuple[Family, ...]:
    """What can become Guards."""
    assert isinstance(pos, EastPosition)
    if not isinstance(frame, Initial) or not regulars(pos, frame.side):
        return ()
    side = frame.side
    return (
        Family(
            "make guards",
            "Make Guards air units",
            lambda: tuple(map(MakeGuards, regulars(pos, side))),
            weight=2,
        ),
    )


def objections(pos: EastPosition, frame: Initial, action: MakeGuards) -> Iterator[Objection]:
    """An active regular air unit of the side, while the order of battle leaves any."""
    unit = action.air_unit
    if unit not in fleet.of_side(pos, frame.side):
        yield Objection(RULE, f"{unit!r} is no air unit of yours in play.")
        return
    found = fleet.facts(pos, unit)
    if unit in pos.guards:
        yield Objection(RULE, f"{found.name} is one of the Guards already.")
    if left(pos, found.nation) <= 0:
        text = f"No more air units of {found.nation.capitalize()} become Guards on this turn."
        yield Objection(RULE, text)


def make(pos: EastPosition, _frame: Initial, action: MakeGuards, transition: Work) -> None:
    """It is a Guards unit where it stands, operative or not (FE-27F4.2)."""
    unit = action.air_unit
    transition.set(guards=pos.guards | {unit})
    use(transition, MADE + fleet.facts(pos, unit).nation, 1)
    transition.tell("guards made", RULE, air_unit=unit)


def strongest(pos: EastPosition, side: str) -> MakeGuards | None:
    """What a sensible player makes of them first: the fighters that fight best."""

    def merit(unit: str) -> tuple[bool, int, str]:
        found = fleet.facts(pos, unit)
        return (found.fighter, found.model.attack + found.model.defense, unit)

    best = max(regulars(pos, side), key=merit, default=None)
    return MakeGuards(best) if best is not None else None


ANSWERS = (Answer(MakeGuards, objections, make),)
