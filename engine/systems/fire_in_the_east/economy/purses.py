"""Where replacement points are kept, what units cost of them, how they come in, and how they are
lost (FE-34B).

Axis points are kept by nation, Soviet infantry points by military district, armor points in one
general pool. A replacement city or a factory that is isolated keeps what it gives by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from engine.systems.europa.board import places
from engine.systems.europa.production.bills import give, short, strength_price
from engine.systems.europa.production.turns import unisolated
from engine.systems.europa.state.constants import ALLIED, AXIS, HALF, SIDES
from engine.systems.fire_in_the_east.economy.charts import (
    CityRow,
    DistrictChart,
    DistrictRow,
    FactoryRow,
    Kinds,
    PriceRow,
)
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now
from maps.hexgrid import Hex
from oob.model import UnitId

INFANTRY, ARMOR = "infantry", "armor"
"""The kinds of point."""
DISTRICT = " district"
"""What ends the purse of a district: a city of its name may have one of its own."""


def purse(nation: str, kind: str, where: str = "") -> str:
    """The key of points of a nation: of all of it, or of a district, city or factory."""
    return f"{nation} {kind}, {where}" if where else f"{nation} {kind}"


def pool(chart: DistrictChart, row: DistrictRow) -> str:
    """The purse of a district."""
    return purse(chart.nation, INFANTRY, row.id + DISTRICT)


def own_pool(chart: DistrictChart, row: CityRow) -> str:
    """The purse that a replacement city has while it is isolated."""
    return purse(chart.nation, INFANTRY, row.id)


def stock(chart: DistrictChart, row: FactoryRow) -> str:
    """The purse that a factory has while it is isolated."""
    return purse(chart.nation, ARMOR, row.id)


def place(key: str) -> str:
    """Where the points of a purse are kept, in words."""
    nation, _, kind = key.partition(" ")
    _, _, where = kind.partition(", ")
    return where or f"the {nation.capitalize()} pool"


def special(chart: DistrictChart) -> str:
    """The purse of special replacements that are still to be given to districts."""
    return purse(chart.nation, INFANTRY, "special replacements")


def unguarded(chart: DistrictChart) -> str:
    """The purse of what missing Axis garrisons bring, still to be given to districts."""
    return purse(chart.nation, INFANTRY, "missing garrisons")


def disbanded(chart: DistrictChart) -> str:
    """The purse of what disbanding has brought in this turn: it serves from the next one on."""
    return purse(chart.nation, ARMOR, "disbanded")


def armory(chart: DistrictChart) -> str:
    """The general pool of armor points."""
    return purse(chart.nation, ARMOR)


def quay(context: EastContext, at: Hex) -> str:
    """The purse of armor points that are stockpiled in a port (FE-35.3)."""
    return purse(context.charts.districts.nation, ARMOR, context.label(at))


def eastern(chart: DistrictChart) -> tuple[str, ...]:
    """The purses whose units enter from the east: of all factories, and of districts there."""
    rows = (row for row in chart.rows if row.away and row.place == chart.place)
    return (armory(chart), *(pool(chart, row) for row in rows))


def every(context: EastContext) -> Iterator[str]:
    """Every purse of the game, in the order of the charts."""
    for row in context.charts.allotments.homes:
        yield purse(row.id, INFANTRY)
        if any(row.id in month.armor for month in context.charts.allotments.rows):
            yield purse(row.id, ARMOR)
    chart = context.charts.districts
    yield armory(chart)
    yield disbanded(chart)
    yield special(chart)
    yield unguarded(chart)
    for district in chart.rows:
        yield pool(chart, district)
        yield from (own_pool(chart, city) for city in district.cities)
    yield from (stock(chart, factory) for factory in chart.factories if factory.hex)
    if context.figures.deliveries:
        yield from (quay(context, at) for at in context.arctic_ports)


def payers(pos: EastPosition) -> Mapping[str, tuple[DistrictRow, CityRow | None]]:
    """Whose points the purses of districts and cities hold, by their short names; found once a
    game.
    """

    def work() -> Mapping[str, tuple[DistrictRow, CityRow | None]]:
        found: dict[str, tuple[DistrictRow, CityRow | None]] = {}
        chart = pos.context.charts.districts
        for row in chart.rows:
            found.setdefault(short(pool(chart, row)), (row, None))
            for city in row.cities:
                found.setdefault(short(own_pool(chart, city)), (row, city))
        return found

    return pos.shared("whose purses", (), work)


# What units cost


def speaks_of(context: EastContext, kinds: Kinds, unit: UnitId) -> bool:
    """Whether a row of a chart speaks of a unit."""
    found = context.units[unit]
    return (
        (not kinds.nations or found.nation in kinds.nations)
        and (not kinds.types or found.type in kinds.types)
        and (not kinds.sizes or found.size.value in kinds.sizes)
        and (not kinds.traits or not found.traits.isdisjoint(kinds.traits))
    )


def armor_share(context: EastContext, unit: UnitId, strength: int) -> int:
    """How many points of the strength of a unit are armor points (FE-34B1.4, 34B1.5, 34B2.2)."""
    row = _price_row(context, unit)
    if row is None:
        return 0
    parts = strength * row.top
    share = -(-parts // row.bottom) if row.up else parts // row.bottom
    return min(strength, max(share, row.least))


def _price_row(context: EastContext, unit: UnitId) -> PriceRow | None:
    rows = context.charts.prices.rows
    return next((row for row in rows if speaks_of(context, row.units, unit)), None)


def cost(
    context: EastContext, unit: UnitId, standing: int, *, upgraded: bool = False
) -> tuple[int, int]:
    """Half points of infantry and of armor that a unit with so many steps stands for, or one that
    is upgraded; position antiaircraft costs one for each of its points (FE-34B.2, 34B1.7, 34E2.2).
    """
    row = _price_row(context, unit)
    fixed = row.fixed if row is not None else 0
    facts = context.upgradable[unit] if upgraded else context.facts(unit, standing)
    strength = fixed or strength_price(facts)
    armor = armor_share(context, unit, strength)
    if facts.points:
        return (0, facts.points) if armor else (facts.points, 0)
    return (strength - armor) * HALF, armor * HALF


# Cities, districts, factories


def hexes(pos: EastPosition, city: CityRow) -> tuple[Hex, ...]:
    """The hexes of a replacement city."""
    return tuple(map(pos.context.hex_of, city.hexes))


def kept(pos: EastPosition, places_: Iterable[Hex]) -> tuple[Hex, ...]:
    """Those of some hexes that the Soviets own, and that are not Finland's again (FE-32B.3)."""
    return tuple(at for at in places_ if pos.owner_of(at) == ALLIED and at not in pos.regained)


def joined(pos: EastPosition, places_: Iterable[Hex]) -> tuple[Hex, ...]:
    """Those of some hexes that the Soviets own and that are not isolated."""
    return tuple(at for at in kept(pos, places_) if unisolated(pos, ALLIED, at))


def cities(pos: EastPosition, district: DistrictRow) -> tuple[Hex, ...]:
    """The dot and major cities of a district, or where units enter from one off the map."""
    context, key = pos.context, ("cities of a district", district.id)
    work = partial(context.within_field, places.hexes(context, district.place))
    return pos.shared(key, (), work)


def producing(pos: EastPosition, city: CityRow) -> bool:
    """Whether a replacement city gives points: any of its hexes is Soviet, and it was not
    recaptured too lately (FE-34B2.7).
    """
    return _recovered(pos, city) and bool(kept(pos, hexes(pos, city)))


def _recovered(pos: EastPosition, city: CityRow) -> bool:
    """Whether a replacement city was not recaptured too lately."""
    since = pos.state.retaken.get(city.id)
    return since is None or pos.state.turn >= since + pos.context.charts.districts.recovery


def on_map(pos: EastPosition, factory: FactoryRow) -> bool:
    """Whether a factory stands in its hex: it has neither moved nor been destroyed (FE-31D)."""
    gone = factory.id in pos.state.moved or factory.id in pos.state.ruined
    return bool(factory.hex) and not gone


def working(pos: EastPosition, factory: FactoryRow) -> bool:
    """Whether a factory gives points: in a Soviet hex, or off the map once it has arrived there
    (FE-31D.2, 31D.4).
    """
    if on_map(pos, factory):
        return pos.owner_of(pos.context.hex_of(factory.hex)) == ALLIED
    due = pos.state.moved.get(factory.id, 0)
    return factory.id not in pos.state.ruined and pos.state.turn >= due


def cut_off(pos: EastPosition, factory: FactoryRow) -> bool:
    """Whether a factory is isolated; never off the map (FE-34B2.4)."""
    standing = on_map(pos, factory)
    return standing and not unisolated(pos, ALLIED, pos.context.hex_of(factory.hex))


# Points that come in


def receive(context: EastContext, transition: Work, side: str) -> None:
    """Give a side the points of the turn as its initial phase opens (FE-34B.1)."""
    if not context.figures.replacements:
        return
    pos = now(context, transition)
    gains = _monthly(pos) if side == AXIS else _produced(pos, transition)
    for key, count in _settled(transition, gains).items():
        give(transition, key, count)
        nation, _, kind = key.partition(" ")
        rule = "FE-34B1.1" if side == AXIS else "FE-34B2.1"
        whole = count / HALF if count % HALF else count // HALF
        transition.tell("points received", rule, nation=nation, kind=kind, count=whole)


def _settled(transition: Work, gains: Mapping[str, int]) -> dict[str, int]:
    """The half points that are left of points that come in once those are taken out that were
    forfeited before they were there (FE-34C.2).
    """
    debts = dict(transition.state.debts)
    found = {key: count * HALF for key, count in gains.items()}
    for key in debts.keys() & gains.keys():
        taken = min(debts[key], found[key])
        debts[key] -= taken
        found[key] -= taken
    left = {key: count for key, count in debts.items() if count}
    if left != transition.state.debts:
        transition.set(debts=left)
    return {key: count for key, count in found.items() if count}


def _monthly(pos: EastPosition) -> dict[str, int]:
    """What the calendar gives to the nations of the Axis that are at war (FE-34B1.1)."""
    found: dict[str, int] = {}
    for row in pos.context.charts.allotments.rows:
        if row.turn != pos.state.turn:
            continue
        for kind, amounts in ((INFANTRY, row.infantry), (ARMOR, row.armor)):
            for nation, count in amounts.items():
                if pos.state.joined.get(nation) == AXIS:
                    found[purse(nation, kind)] = count
    return found


def _produced(pos: EastPosition, transition: Work) -> dict[str, int]:
    """What cities and factories give; what isolated ones have kept is pooled first when a line
    leads to them again (FE-34B2.3 to 34B2.6).
    """
    chart = pos.context.charts.districts
    pour(transition, disbanded(chart), armory(chart))
    every = tuple(sources(pos))
    for source in every:
        if source.key == source.common != source.own:
            pour(transition, source.own, source.common)
    return _rates(every) if pos.state.turn >= chart.first else {}


class Production(NamedTuple):
    """What a city or factory gives: to its own purse while it is isolated, else to the common one
    of its district or of all factories.
    """

    own: str
    common: str
    key: str
    rate: int


def sources(pos: EastPosition) -> Iterator[Production]:
    """The cities and factories that are Soviet, with what they give now."""
    chart = pos.context.charts.districts
    common = armory(chart)
    for factory in chart.factories:
        if working(pos, factory):
            own = stock(chart, factory)
            key = own if cut_off(pos, factory) else common
            rate = 0 if pos.stopped(factory) else chart.output
            yield Production(own, common, key, rate)
    for row in chart.rows:
        common = pool(chart, row)
        if row.off:
            yield Production(common, common, common, row.off)
        for city in row.cities:
            held = kept(pos, hexes(pos, city))
            if held:
                own, rate = own_pool(chart, city), city.rate if _recovered(pos, city) else 0
                rate = max(0, rate - pos.points_lost(city))
                key = common if any(unisolated(pos, ALLIED, at) for at in held) else own
                yield Production(own, common, key, rate)


def income(pos: EastPosition) -> dict[str, int]:
    """Whole points a turn by purse, as things stand (FE-34B2.1)."""
    return _rates(sources(pos))


def _rates(every: Iterable[Production]) -> dict[str, int]:
    """Whole points a turn by purse."""
    found: dict[str, int] = {}
    for source in every:
        if source.rate:
            found[source.key] = found.get(source.key, 0) + source.rate
    return found


def pour(transition: Work, own: str, common: str) -> None:
    """Put what is in one purse into another."""
    amount = transition.state.points.get(own, 0)
    if amount:
        give(transition, own, -amount)
        give(transition, common, amount)


# Points that are lost


def captured(context: EastContext, transition: Work, taken: Mapping[Hex, str]) -> None:
    """What becomes of points where hexes change hands: those of a factory, of a city, of a whole
    district go with it; a city that is recaptured is remembered (FE-31D.2, 34B2.7, 34B2.8).
    """
    if not context.figures.replacements or context.producers.isdisjoint(taken):
        return
    pos, chart = now(context, transition), context.charts.districts
    lost = []
    for factory in chart.factories:
        if on_map(pos, factory) and taken.get(context.hex_of(factory.hex)) == AXIS:
            lost.append((stock(chart, factory), "FE-34B2.4"))
    retaken = dict(pos.state.retaken)
    for row in chart.rows:
        for city in row.cities:
            own = hexes(pos, city)
            changed = {taken[at] for at in own if at in taken} & set(SIDES)
            if AXIS in changed and not kept(pos, own):
                lost.append((own_pool(chart, city), "FE-34B2.7"))
            elif ALLIED in changed and all(at in taken for at in kept(pos, own)):
                retaken[city.id] = pos.state.turn
        if not row.away and not kept(pos, cities(pos, row)):
            lost.append((pool(chart, row), "FE-34B2.8"))
    if retaken != pos.state.retaken:
        transition.set(retaken=retaken)
    for key, rule in lost:
        lose(transition, key, rule)


def lose(transition: Work, key: str, rule: str) -> None:
    """Take all that is in a purse."""
    amount = transition.state.points.get(key, 0)
    if amount:
        give(transition, key, -amount)
        nation, _, kind = key.partition(" ")
        transition.tell("points lost", rule, nation=nation, kind=kind, count=amount / HALF)
