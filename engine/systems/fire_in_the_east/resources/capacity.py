"""Rail capacity that resource points add for a player turn (FE-7A4.7 to 7A4.11)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family, nobody
from engine.core.state import Location
from engine.core.wording import counted
from engine.systems.europa.state.common import use
from engine.systems.europa.state.records import Initial
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.resources import stock
from engine.systems.fire_in_the_east.resources.actions import RaiseCapacity
from engine.systems.fire_in_the_east.resources.charts import NetRow
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from engine.systems.fire_in_the_east.state.rails import raised_by
from engine.systems.fire_in_the_east.state.supplies import stocks
from maps.hexgrid import Hex


def joined(pos: EastPosition, side: str, at: Hex) -> bool:
    """Whether points of a side in a hex are not isolated (FE-7A4.11)."""
    nation = pos.context.charts.resources.owners[side]
    return supply_status.joined(pos, side, nation, at)


def full(pos: EastPosition, row: NetRow) -> bool:
    """Whether points have added all to a net that they may in a player turn."""
    return pos.state.used.get(raised_by(row.id), 0) * row.step >= row.most


def families(pos: EastPosition, frame: Initial) -> tuple[Family, ...]:
    """Spending points on railroads."""
    hexes = stock.of_side(pos, frame.side)
    rows = [
        row
        for row in pos.context.charts.resources.rows
        if row.side == frame.side and not full(pos, row)
    ]
    if not hexes or not rows or pos.unprepared(frame.side):
        return ()

    def there(at: Location) -> Iterator[Action]:
        if isinstance(at, Hex) and at in hexes and joined(pos, frame.side, at):
            yield from (RaiseCapacity(row.id, at) for row in rows)

    def every() -> Iterator[Action]:
        for at in hexes:
            yield from there(at)

    title = "Raise rail capacity"
    return (Family("raise capacity", title, every, of=nobody, there=there, weight=1, quiet=True),)


def objections(pos: EastPosition, frame: Initial, action: RaiseCapacity) -> Iterator[Objection]:
    """What forbids spending a point on a net."""
    rows = pos.context.charts.resources.rows
    row = next((one for one in rows if one.id == action.net and one.side == frame.side), None)
    if row is None:
        yield Objection("FE-7A4.1", f"{action.net!r} are no railroads of yours.")
        return
    if pos.unprepared(frame.side):
        yield Objection("FE-31G.1", "The Soviets raise no rail capacity on the turn of surprise.")
    at = action.target
    if not stock.free(pos, at, frame.side):
        yield Objection(row.rule, f"No resource point of yours lies in {pos.label(at)}.")
    elif not joined(pos, frame.side, at):
        yield Objection("FE-7A4.11", f"The resource points in {pos.label(at)} are isolated.")
    if full(pos, row):
        yield Objection(row.rule, f"{row.id} get no more than {counted(row.most, 'RE')} in a turn.")


def spend(pos: EastPosition, _frame: Initial, action: RaiseCapacity, transition: Work) -> None:
    """Spend the point; the capacity is there for this player turn (FE-7A4.10)."""
    row = next(one for one in pos.context.charts.resources.rows if one.id == action.net)
    stocks.take(transition, action.target, 1)
    use(transition, raised_by(row.id), 1)
    count = transition.state.used[raised_by(row.id)] * row.step
    amount = min(count, row.most)
    transition.tell("capacity raised", row.rule, name=row.id, at=action.target, amount=amount)


ANSWERS = (Answer(RaiseCapacity, objections, spend),)
"""The decision."""
