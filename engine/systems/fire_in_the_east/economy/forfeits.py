"""Withdrawals that no unit in play can make: an eliminated one goes, and points with it
(FE-34C.2).
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.systems.europa.production import conversions
from engine.systems.europa.production.bills import give
from engine.systems.europa.state.common import bury
from engine.systems.europa.state.constants import AXIS, DEAD
from engine.systems.europa.state.kinds import kind_of
from engine.systems.europa.state.records import Initial
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.economy.actions import WithdrawFallen
from engine.systems.fire_in_the_east.economy.purses import cost
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from oob.model import UnitId


def owed(pos: EastPosition, side: str) -> tuple[UnitId, ...]:
    """Eliminated units of the kinds that are to be withdrawn and that nobody in play can give."""
    kinds = conversions.owed(pos, side)
    if not kinds:
        return ()
    fallen = [(unit, kind_of(pos.context, unit)) for unit in pos.boxed(DEAD)]
    lost = {kind for _, kind in fallen if kind in kinds}
    missing = {kind for kind in lost if not conversions.any_leaves(pos, kind)}
    return tuple(unit for unit, kind in fallen if kind in missing)


def fine(pos: EastPosition, unit: UnitId) -> dict[str, int]:
    """Half points by purse that go with a unit: those of its nation, German ones where the nation
    has none.
    """
    found = pos.context.units[unit]
    infantry, armor = cost(pos.context, unit, found.steps)
    homes = pos.context.charts.allotments
    nation = found.nation if homes.home(found.nation) else homes.payer
    parts = {purses.INFANTRY: infantry, purses.ARMOR: armor}
    return {purses.purse(nation, kind): n for kind, n in parts.items() if n}


def families(pos: EastPosition, frame: Initial) -> tuple[Family, ...]:
    """Giving up eliminated units in place of those that are to be withdrawn."""
    units = owed(pos, frame.side) if frame.side == AXIS else ()
    if not units:
        return ()
    found = tuple(map(WithdrawFallen, units))
    return (Family("withdraw fallen", "Withdrawal of the fallen", lambda: found, weight=8),)


def objections(pos: EastPosition, frame: Initial, action: WithdrawFallen) -> Iterator[Objection]:
    """What forbids giving up an eliminated unit."""
    if action.unit not in owed(pos, frame.side):
        text = f"No eliminated unit such as {pos.called(action.unit)} is to be withdrawn now."
        yield Objection("FE-34C.2", text)


def withdraw(pos: EastPosition, _frame: Initial, action: WithdrawFallen, transition: Work) -> None:
    """Take the unit out of the game with the points that would replace it; what is missing is taken
    from points to come.
    """
    unit = action.unit
    debts = dict(pos.state.debts)
    for key, count in fine(pos, unit).items():
        paid = min(count, transition.state.points.get(key, 0))
        give(transition, key, -paid)
        if paid < count:
            debts[key] = debts.get(key, 0) + count - paid
    transition.set(debts=debts)
    conversions.count_withdrawn(pos, transition, unit)
    bury(transition, unit, forever=True)
    transition.tell("fallen withdrawn", "FE-34C.2", unit=unit)


def unfinished(pos: EastPosition, frame: Initial) -> Iterator[Objection]:
    """An eliminated unit that can go must go before the phase ends."""
    units = owed(pos, frame.side)
    if units:
        text = f"An eliminated unit such as {pos.called(units[0])} must be withdrawn first."
        yield Objection("FE-34C.2", text, units=units)


ANSWERS = (Answer(WithdrawFallen, objections, withdraw),)
"""The decision."""
