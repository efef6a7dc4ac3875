"""Soviet units that become Guards by the order of battle (FE-34E3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.wording import counted
from engine.systems.europa.production.arrivals import put
from engine.systems.europa.production.bills import give, strength_price
from engine.systems.europa.production.conversions import conversion_objections
from engine.systems.europa.state.common import bury, use
from engine.systems.europa.state.constants import ALLIED, CONVERTED, HALF, PENDING
from engine.systems.europa.state.kinds import whole
from engine.systems.europa.state.records import Initial
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.economy.actions import RaiseGuards
from engine.systems.fire_in_the_east.economy.charts import DistrictRow
from engine.systems.fire_in_the_east.economy.purses import armor_share, speaks_of
from engine.systems.fire_in_the_east.figures import GuardsRow
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from maps.hexgrid import Hex
from oob.model import UnitId


def open_rows(pos: EastPosition) -> Iterator[GuardsRow]:
    """The conversions to Guards whose turn has come."""
    return (row for row in pos.context.figures.guards if row.turn <= pos.state.turn)


def waiting(pos: EastPosition, row: GuardsRow) -> tuple[UnitId, ...]:
    """The Guards of a row that have not been raised yet."""
    return tuple(unit for unit in row.new if pos.piece(unit).at == PENDING)


def fit(pos: EastPosition, row: GuardsRow, unit: UnitId) -> bool:
    """Whether a unit on the map is of a type and size that a row asks for, and neither Guards nor
    one of those that never are (FE-34E3.1).
    """
    here = isinstance(pos.piece(unit).at, Hex)
    return here and whole(pos, unit) and unit in _of_kind(pos, row)


def _of_kind(pos: EastPosition, row: GuardsRow) -> frozenset[UnitId]:
    """The units of the order of battle that a row speaks of; found once a game."""
    context, chart = pos.context, pos.context.charts.guards

    def work() -> frozenset[UnitId]:
        return frozenset(
            unit
            for unit, kind in context.units.items()
            if kind.nation == chart.nation
            and kind.traits.isdisjoint(chart.never)
            and any(speaks_of(context, kinds, unit) for kinds in row.old)
        )

    return pos.shared(("become guards", row.new), (), work)


def candidates(pos: EastPosition, row: GuardsRow) -> tuple[UnitId, ...]:
    """The units in cities that could become Guards of a row."""
    stacks, cities = pos.standing.sides[ALLIED].units, pos.context.cities.keys()
    able, places = _of_kind(pos, row), sorted(cities & stacks.keys())
    return tuple(u for at in places for u in stacks[at] if u in able and whole(pos, u))


def district(pos: EastPosition, at: Hex) -> DistrictRow | None:
    """The military district of a hex that has a pool of its own."""
    name = pos.context.districts.get(at, "")
    rows = pos.context.charts.districts.rows
    return next((row for row in rows if row.id == name), None)


def balance(pos: EastPosition, unit: UnitId, new: UnitId) -> int:
    """Points that a conversion brings, or takes where that is negative (FE-34E3.2)."""
    guards = pos.context.facts(new, pos.context.units[new].steps)
    return pos.facts(unit).attack + pos.context.charts.guards.bonus - guards.attack


def purse(pos: EastPosition, unit: UnitId, new: UnitId) -> str:
    """Where these points come from or go to; '' where a district has no pool (FE-34E3.2)."""
    chart, at = pos.context.charts.districts, pos.piece(unit).at
    facts = pos.context.facts(new, pos.context.units[new].steps)
    if armor_share(pos.context, new, strength_price(facts)):
        return purses.armory(chart)
    row = district(pos, at) if isinstance(at, Hex) else None
    return purses.pool(chart, row) if row is not None else ""


def offers(pos: EastPosition) -> Iterator[RaiseGuards]:
    """Every unit that could become Guards now, with the first of those that wait."""
    for row in open_rows(pos):
        for new in waiting(pos, row)[:1]:
            yield from (RaiseGuards(unit, new) for unit in candidates(pos, row))


def families(pos: EastPosition, frame: Initial) -> tuple[Family, ...]:
    """Raising Guards, in the Soviet initial phase."""
    if frame.side != ALLIED or not any(waiting(pos, row) for row in open_rows(pos)):
        return ()
    return (Family("raise guards", "Guards", partial(offers, pos), weight=3, by_unit=True),)


def objections(pos: EastPosition, frame: Initial, action: RaiseGuards) -> Iterator[Objection]:
    """What forbids that a unit becomes Guards (FE-34E3)."""
    unit, new, called = action.unit, action.new, pos.called(action.unit)
    row = next((row for row in open_rows(pos) if new in waiting(pos, row)), None)
    if row is None or frame.side != ALLIED:
        yield Objection("FE-34E3.1", f"{pos.called(new)} is not to be raised now.")
        return
    if not fit(pos, row, unit):
        yield Objection("FE-34E3.1", f"{called} is not of a kind that becomes {pos.called(new)}.")
        return
    yield from conversion_objections(pos, unit)
    count, key = balance(pos, unit, new), purse(pos, unit, new)
    if count < 0 and pos.state.points.get(key, 0) < -count * HALF:
        many = counted(-count, "replacement point")
        text = f"It takes {many}, which {purses.place(key)} does not have."
        yield Objection("FE-34E3.2", text)


def convert(pos: EastPosition, _frame: Initial, action: RaiseGuards, transition: Work) -> None:
    """The Guards take the unit's place, idle in this turn; it may be replaced later."""
    unit, new, at = action.unit, action.new, pos.piece(action.unit).at
    count, key = balance(pos, unit, new), purse(pos, unit, new)
    if key:
        give(transition, key, count * HALF)
    bury(transition, unit)
    put(pos.context, transition, new, at)
    use(transition, CONVERTED + new, 1)
    transition.tell("guards raised", "FE-34E3.1", unit=unit, new=new, at=at, count=count)


ANSWERS = (Answer(RaiseGuards, objections, convert),)
"""The decision."""
