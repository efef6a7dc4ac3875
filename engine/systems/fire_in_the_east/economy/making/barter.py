"""Soviet artillery made up of eliminated artillery: an advanced rule, by option (FE-38E)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.systems.europa.production.arrivals import put
from engine.systems.europa.production.bills import short
from engine.systems.europa.state.common import bury, use
from engine.systems.europa.state.constants import ALLIED
from engine.systems.europa.state.records import Initial
from engine.systems.europa.state.units import Facts
from engine.systems.fire_in_the_east.economy import buying, purses
from engine.systems.fire_in_the_east.economy.actions import Form, TradeGuns
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from maps.hexgrid import Hex
from oob.model import UnitId

BARTER = "artillery_exchange"
"""The option of the rule."""
MADE = "artillery made up"
"""The note, in :attr:`Theatre.used`, that a unit was made up in this initial phase."""


def guns(pos: EastPosition) -> tuple[UnitId, ...]:
    """The eliminated Soviet artillery in the pool, the weakest first."""
    units = (unit for unit in buying.fallen(pos, ALLIED) if _whole(pos, unit).artillery)
    return tuple(sorted(units, key=lambda unit: (_attack(pos, unit), unit)))


def _whole(pos: EastPosition, unit: UnitId) -> Facts:
    return pos.context.facts(unit, pos.context.units[unit].steps)


def _attack(pos: EastPosition, unit: UnitId) -> int:
    return _whole(pos, unit).attack


def homes(pos: EastPosition, unit: UnitId) -> tuple[Hex, ...]:
    """Where a unit appears that is made up: where armor points of the factories would bring it."""
    armory = short(purses.armory(pos.context.charts.districts))
    return buying.homes(pos, unit, armory, Form.WHOLE)


def open_now(pos: EastPosition) -> bool:
    """Whether a unit may be made up now: each turn in which replacements are taken, once."""
    turn = pos.context.charts.districts.first
    return pos.context.option(BARTER) and pos.state.turn >= turn and MADE not in pos.state.used


def offers(pos: EastPosition) -> Iterator[TradeGuns]:
    """Each unit that could be made up, of the two weakest that pay for it."""
    pool = guns(pos)
    for unit in reversed(pool):
        paying = [one for one in pool if one != unit and _attack(pos, one) >= _attack(pos, unit)]
        for one, two in islice(pairwise(paying), 1):
            yield from (TradeGuns(unit, at, one, two) for at in homes(pos, unit))


def families(pos: EastPosition, frame: Initial) -> tuple[Family, ...]:
    """Making up artillery, in the Soviet initial phase."""
    if frame.side != ALLIED or not open_now(pos):
        return ()
    return (Family("trade guns", "Make up artillery", lambda: offers(pos), weight=2, by_unit=True),)


def objections(pos: EastPosition, frame: Initial, action: TradeGuns) -> Iterator[Objection]:
    """What forbids that artillery is made up of other artillery."""
    called = pos.called(action.unit)
    if frame.side != ALLIED or not open_now(pos):
        yield Objection("FE-38E.1", "No artillery is made up now, or one unit was already.")
        return
    pool, paying = guns(pos), (action.one, action.two)
    if len({action.unit, *paying}) < len((action.unit, *paying)):
        yield Objection("FE-38E.1", f"Two other units make {called} up.")
    for unit in (action.unit, *paying):
        if unit not in pool:
            text = f"{pos.called(unit)} is no artillery that could be replaced."
            yield Objection("FE-38E.1", text)
            return
    for unit in paying:
        if _attack(pos, unit) < _attack(pos, action.unit):
            text = f"{pos.called(unit)} has less attack strength than {called}."
            yield Objection("FE-38E.1", text)
    if action.target not in homes(pos, action.unit):
        text = f"{called} does not appear in {pos.label(action.target)}."
        yield Objection("FE-34B2.5", text)


def trade(pos: EastPosition, _frame: Initial, action: TradeGuns, transition: Work) -> None:
    """Two units leave the game for good, one comes back."""
    for unit in (action.one, action.two):
        bury(transition, unit, forever=True)
    put(pos.context, transition, action.unit, action.target)
    use(transition, MADE, 1)
    spent = (action.one, action.two)
    transition.tell("guns made up", "FE-38E.1", unit=action.unit, at=action.target, units=spent)


ANSWERS = (Answer(TradeGuns, objections, trade),)
"""The decision."""
