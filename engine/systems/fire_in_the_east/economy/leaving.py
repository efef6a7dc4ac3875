"""Soviet units that leave the game for replacement points: militia, and motorized divisions and
cadres that are disbanded (FE-34E1, 34E4).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Location
from engine.core.wording import counted
from engine.systems.europa.production.bills import give, strength_price
from engine.systems.europa.state.common import bury, use
from engine.systems.europa.state.constants import ALLIED, HALF
from engine.systems.europa.state.records import Initial
from engine.systems.europa.supply.supply_status import in_supply
from engine.systems.fire_in_the_east.economy import purses
from engine.systems.fire_in_the_east.economy.actions import Disband, WithdrawMilitia
from engine.systems.fire_in_the_east.economy.charts import CityRow, DistrictRow
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from maps.hexgrid import Hex
from oob.model import UnitId

WITHDRAWN = "militia withdrawn"
"""The note, in :attr:`Theatre.used`, of how many units went."""


def chosen(
    pos: EastPosition, kind: Collection[UnitId], test: Callable[[UnitId], bool]
) -> tuple[UnitId, ...]:
    """The Soviet units of a kind on the map that pass a test, in order of their hexes."""
    order = pos.standing.order
    found = [(at, order[unit], unit) for unit, at in _on_map(pos, kind) if test(unit)]
    return tuple([unit for _, _, unit in sorted(found)])


def some(pos: EastPosition, kind: Collection[UnitId], test: Callable[[UnitId], bool]) -> bool:
    """Whether any Soviet unit of a kind on the map passes a test; asks no more than it takes."""
    return any(test(unit) for unit, _ in _on_map(pos, kind))


def _on_map(pos: EastPosition, kind: Collection[UnitId]) -> Iterator[tuple[UnitId, Hex]]:
    """The Soviet units of a kind on the map, with their hexes."""
    pieces, owners = pos.state.pieces, pos.standing.owners
    for unit in kind:
        at = pieces[unit].at
        if owners[unit] == ALLIED and isinstance(at, Hex):
            yield unit, at


# Militia


def city_of(pos: EastPosition, unit: UnitId) -> tuple[DistrictRow, CityRow] | None:
    """The replacement city a unit stands in, with its district."""
    found = pos.shared("replacement cities", (), lambda: _by_hex(pos))
    return found.get(pos.piece(unit).at)


def _by_hex(pos: EastPosition) -> Mapping[Location, tuple[DistrictRow, CityRow]]:
    """The replacement cities with their districts, by their hexes; the first of each."""
    found: dict[Location, tuple[DistrictRow, CityRow]] = {}
    for row in pos.context.charts.districts.rows:
        for city in row.cities:
            for at in purses.hexes(pos, city):
                found.setdefault(at, (row, city))
    return found


def militia(pos: EastPosition, unit: UnitId) -> bool:
    """Whether a unit is militia."""
    return unit in pos.context.militia


def withdrawable(pos: EastPosition) -> tuple[UnitId, ...]:
    """The militia units that may be withdrawn now (FE-34E1.1)."""
    return chosen(pos, _leaving(pos), partial(_in_city, pos))


def _leaving(pos: EastPosition) -> Collection[UnitId]:
    """The militia of the order of battle, while any may be withdrawn in this phase."""
    chart = pos.context.charts.militia
    done = pos.state.turn < chart.first or pos.state.used.get(WITHDRAWN, 0) >= chart.most
    return () if done else pos.context.militia


def _in_city(pos: EastPosition, unit: UnitId) -> bool:
    return city_of(pos, unit) is not None


def militia_objections(
    pos: EastPosition, frame: Initial, action: WithdrawMilitia
) -> Iterator[Objection]:
    """What forbids withdrawing militia (FE-34E1.1)."""
    unit, chart, called = action.unit, pos.context.charts.militia, pos.called(action.unit)
    ours = isinstance(pos.piece(unit).at, Hex) and pos.side(unit) == frame.side
    if not ours or not militia(pos, unit):
        yield Objection("FE-34E1.1", f"{called} is no militia of yours on the map.")
        return
    if pos.state.turn < chart.first:
        when = pos.context.turn_name(chart.first)
        yield Objection("FE-34E1.1", f"Militia is withdrawn from {when} on.")
    if city_of(pos, unit) is None:
        yield Objection("FE-34E1.1", f"{called} is in no replacement city.")
    if pos.state.used.get(WITHDRAWN, 0) >= chart.most:
        many = counted(chart.most, "militia unit is", "militia units are")
        text = f"No more than {many} withdrawn in an initial phase."
        yield Objection("FE-34E1.1", text)


def worth(pos: EastPosition, unit: UnitId) -> int:
    """The infantry points that militia brings which is withdrawn (FE-34E1.1)."""
    return pos.facts(unit).attack + pos.context.charts.militia.bonus


def withdraw(pos: EastPosition, _frame: Initial, action: WithdrawMilitia, transition: Work) -> None:
    """Take the unit out of the game; the district, or the city if it is isolated, gets points."""
    unit, chart = action.unit, pos.context.charts.districts
    found = city_of(pos, unit)
    assert found is not None, "the check found the city"
    row, city = found
    count = worth(pos, unit)
    free = purses.joined(pos, purses.hexes(pos, city))
    give(
        transition, purses.pool(chart, row) if free else purses.own_pool(chart, city), count * HALF
    )
    use(transition, WITHDRAWN, 1)
    bury(transition, unit, forever=True)
    name = row.id if free else city.id
    transition.tell("militia withdrawn", "FE-34E1.1", unit=unit, count=count, name=name)


# Disbanding


def mobile(pos: EastPosition, unit: UnitId) -> bool:
    """Whether a unit is a motorized division or cadre."""
    facts = pos.facts(unit)
    return facts.mobile and (facts.divisional or facts.cadre)


def disbandable(pos: EastPosition) -> tuple[UnitId, ...]:
    """The units that may be disbanded now (FE-34E4.1)."""
    return chosen(pos, pos.context.movers, partial(_may_disband, pos))


def _may_disband(pos: EastPosition, unit: UnitId) -> bool:
    return mobile(pos, unit) and in_supply(pos, unit)


def disband_objections(pos: EastPosition, frame: Initial, action: Disband) -> Iterator[Objection]:
    """What forbids disbanding a unit (FE-34E4.1)."""
    unit, called = action.unit, pos.called(action.unit)
    ours = isinstance(pos.piece(unit).at, Hex) and pos.side(unit) == frame.side == ALLIED
    if not ours or not mobile(pos, unit):
        text = f"{called} is no motorized division or cadre of the Soviets on the map."
        yield Objection("FE-34E4.1", text)
    elif not in_supply(pos, unit):
        yield Objection("FE-34E4.1", f"{called} is out of supply.")


def disband(pos: EastPosition, _frame: Initial, action: Disband, transition: Work) -> None:
    """Take the unit out of the game; its points serve from the next turn on (FE-34E4.1)."""
    unit = action.unit
    count = strength_price(pos.facts(unit))
    give(transition, purses.disbanded(pos.context.charts.districts), count * HALF)
    bury(transition, unit, forever=True)
    transition.tell("disbanded", "FE-34E4.1", unit=unit, count=count)


# What is offered


def families(pos: EastPosition, frame: Initial) -> tuple[Family, ...]:
    """Withdrawing militia and disbanding, in the Soviet initial phase."""
    if frame.side != ALLIED:
        return ()
    found = []
    if some(pos, _leaving(pos), partial(_in_city, pos)):
        title = "Withdraw militia"
        found.append(_family(pos, "withdraw militia", title, withdrawable, WithdrawMilitia))
    if some(pos, pos.context.movers, partial(_may_disband, pos)):
        found.append(_family(pos, "disband", "Disband", disbandable, Disband, rare=True))
    return tuple(found)


def _family(
    pos: EastPosition,
    name: str,
    title: str,
    units: Callable[[EastPosition], tuple[UnitId, ...]],
    make: Callable[[UnitId], Action],
    *,
    rare: bool = False,
) -> Family:
    def offers() -> tuple[Action, ...]:
        return tuple(map(make, units(pos)))

    return Family(name, title, offers, weight=1, by_unit=True, quiet=True, rare=rare)


ANSWERS = (
    Answer(WithdrawMilitia, militia_objections, withdraw),
    Answer(Disband, disband_objections, disband),
)
"""The decisions."""
