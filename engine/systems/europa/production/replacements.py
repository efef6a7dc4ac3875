"""Replacement points: who gets them, what they bring back, and cadres rebuilt (BF-29B, BC-22D).

Points are held in halves, so that half a regimental equivalent has a price.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import permutations

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family
from engine.core.state import Location
from engine.core.wording import halved, list_words, with_noun
from engine.systems.europa.board.board import CITY_RANK
from engine.systems.europa.charts.supply_charts import PurseRow, Serves
from engine.systems.europa.production import initial_actions as do
from engine.systems.europa.production.arrivals import put, triggered
from engine.systems.europa.production.bills import give
from engine.systems.europa.scenario.schedule import Points
from engine.systems.europa.state import kinds
from engine.systems.europa.state.common import Work, objection
from engine.systems.europa.state.constants import DEAD, HALF
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.kinds import free
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial
from engine.systems.europa.supply.supply_status import in_supply
from maps.hexgrid import Hex
from oob.model import UnitId

TOGETHER = "+"
"""Joins kinds of points that pay for one thing, in the order in which they are used up."""

Split = tuple[tuple[str, int], ...]
"""Half points of each kind that pay for one thing."""


def purse(nation: str, kind: str) -> str:
    """The key of a nation's points of a kind."""
    return f"{nation} {kind}"


def in_hand(pos: Position, nation: str, kind: str) -> int:
    """Half points a nation has of a kind."""
    return pos.state.points.get(purse(nation, kind), 0)


def receive(context: Context, transition: Work, pos: Position, side: str) -> None:
    """Give a side the points of the turn; what it saved stays (BF-29B.1)."""
    for row in context.figures.schedule.points:
        if pos.state.joined.get(row.nation) == side and granted(pos, row):
            points = dict(transition.state.points)
            for kind, count in row.kinds.items():
                key = purse(row.nation, kind)
                points[key] = points.get(key, 0) + count * HALF
                rule = context.cite("replacement points")
                transition.tell("points received", rule, nation=row.nation, kind=kind, count=count)
            transition.set(points=points)


def granted(pos: Position, row: Points) -> bool:
    """Whether points of the schedule are due this turn."""
    state = pos.state
    since = state.turn - state.entered if state.entered else None
    timely = state.turn in row.turns or (since is not None and since in row.after_entry)
    return (
        timely
        and row.nation not in state.surrendered
        and triggered(pos, row.trigger)
        and (not row.half_cities or holds_half(pos, row.nation))
    )


def holds_half(pos: Position, nation: str) -> bool:
    """True while a nation's side owns at least half the cities of its country."""
    side = pos.state.joined.get(nation)
    cities = [at for at in pos.context.cities if pos.context.holders.get(at) == nation]
    return sum(pos.owner_of(at) == side for at in cities) * 2 >= len(cities)


# What points buy


def serves(pos: Position, row: PurseRow, unit: UnitId) -> bool:
    """Whether points of a kind bring a unit back (BF-29B.2 to 29B.4, BC-22D.6)."""
    mobile = pos.context.facts(unit, pos.context.units[unit].steps).mobile
    match row.serves:
        case Serves.LISTED:
            return not mobile and pos.context.units[unit].type in row.types
        case Serves.OTHERS:
            return not mobile
        case Serves.MOBILE:
            return mobile
        case Serves.ANY:
            return True


def kinds_for(pos: Position, unit: UnitId) -> tuple[str, ...]:
    """The kinds of point that serve a unit, in the order of the chart."""
    return tuple(row.id for row in pos.context.charts.replacements.kinds if serves(pos, row, unit))


def price(pos: Position, unit: UnitId, *, cadre: bool = False) -> int:
    """Half points that bring an eliminated unit back, or its cadre (BF-29B.2, BC-22D.1, 22D.2)."""
    chart = pos.context.charts.replacements
    steps = pos.context.units[unit].steps
    facts = pos.context.facts(unit, 1 if cadre else steps)
    if chart.measure == "units":
        return (chart.division if facts.divisional else chart.small) * HALF
    return facts.halves * chart.small


def may_return_as_cadre(pos: Position, unit: UnitId) -> bool:
    """Whether points can bring back a division's cadre by itself: where they pay by size."""
    return pos.context.charts.replacements.measure == "REs" and pos.context.units[unit].steps > 1


def homes(pos: Position, unit: UnitId) -> tuple[Location, ...]:
    """Where a replaced unit may appear (BF-29B.5, BC-22D.3)."""
    chart, nation, side = pos.context.charts.replacements, pos.nation(unit), pos.side(unit)
    box = chart.boxes.get(nation)
    owned, least = pos.owned(side), CITY_RANK[chart.city]
    cities = [at for at, rank in pos.context.cities.items() if rank >= least and at in owned]
    if chart.home:
        home = pos.context.charts.areas.home(nation)
        cities = [at for at in cities if pos.country_of(at) == home]
    return (box, *cities) if box else tuple(cities)


def fallen(pos: Position, side: str) -> tuple[UnitId, ...]:
    """A side's eliminated units that points could bring back."""
    return tuple(
        unit
        for unit in pos.boxed(DEAD)
        if pos.side(unit) == side and pos.nation(unit) not in pos.state.surrendered
    )


def cadres(pos: Position, side: str) -> tuple[UnitId, ...]:
    """A side's divisions that show their cadre."""
    return kinds.cadres(pos, side)


# The decisions


def families(pos: Position, frame: Initial) -> list[Family]:
    """Replacements and rebuildings a side can pay for."""
    if not pos.context.charts.replacements.kinds:
        return []
    replaced = [unit for unit in fallen(pos, frame.side) if affordable(pos, unit)]
    rebuilt = [unit for unit in cadres(pos, frame.side) if payers(pos, unit, rebuild_price(pos))]
    found = []
    if replaced:
        found.append(Family("replace", "Replacement", partial(_replacements, pos, replaced)))
    if rebuilt:
        found.append(Family("rebuild", "Rebuild a cadre", partial(_rebuildings, pos, rebuilt)))
    return found


def bills(pos: Position, unit: UnitId, cost: int) -> Mapping[str, Split]:
    """The ways to pay a price: by one kind of point that serves a unit and suffices, or by several
    together, of which all but the last are used up (BF-29B.3, BC-22D.6).
    """
    nation = pos.nation(unit)
    have = {kind: in_hand(pos, nation, kind) for kind in kinds_for(pos, unit)}
    found: dict[str, Split] = {kind: ((kind, cost),) for kind, n in have.items() if n >= cost}
    some = [kind for kind, n in have.items() if n]
    seen: set[frozenset[tuple[str, int]]] = set()
    for count in range(2, len(some) + 1):
        for kinds_ in permutations(some, count):
            split = _split(have, kinds_, cost)
            if split and frozenset(split) not in seen:
                seen.add(frozenset(split))
                found[TOGETHER.join(kinds_)] = split
    return found


def _split(have: Mapping[str, int], kinds_: tuple[str, ...], cost: int) -> Split:
    """What each of some kinds pays of a price, one after the other; nothing where they do not
    suffice or one of them is not needed.
    """
    split = []
    for kind in kinds_:
        split.append((kind, min(cost, have[kind])))
        cost -= split[-1][1]
    return () if cost or not split[-1][1] else tuple(split)


def payers(pos: Position, unit: UnitId, cost: int) -> tuple[str, ...]:
    """The kinds of point that serve a unit and suffice for a price, alone or together."""
    return tuple(bills(pos, unit, cost))


def affordable(pos: Position, unit: UnitId) -> bool:
    """Whether some points suffice to bring a unit back, if only as its cadre."""
    least = price(pos, unit, cadre=may_return_as_cadre(pos, unit))
    return bool(payers(pos, unit, least))


def rebuild_price(pos: Position) -> int:
    """Half points that rebuild a cadre (BF-29B.6, BC-22D.4)."""
    return pos.context.charts.replacements.cadre * HALF


def _replacements(pos: Position, units: list[UnitId]) -> Iterator[Action]:
    for unit in units:
        forms = (False, True) if may_return_as_cadre(pos, unit) else (False,)
        for cadre in forms:
            for kind in payers(pos, unit, price(pos, unit, cadre=cadre)):
                yield from (do.Replace(unit, at, kind, cadre) for at in homes(pos, unit))


def _rebuildings(pos: Position, units: list[UnitId]) -> Iterator[Action]:
    for unit in units:
        for kind in payers(pos, unit, rebuild_price(pos)):
            yield do.RebuildCadre(unit, kind)


def _purse_objections(pos: Position, unit: UnitId, paid: str, cost: int) -> Iterator[Objection]:
    serving, named = kinds_for(pos, unit), paid.split(TOGETHER)
    wrong = next((kind for kind in named if kind not in serving), None)
    if wrong is not None:
        text = f"{pos.called(unit)} comes back for no {kind_called(wrong)} point."
        yield objection(pos, "kinds of replacement point", text)
    elif paid not in bills(pos, unit, cost):
        have = [halved(in_hand(pos, pos.nation(unit), kind)) for kind in named]
        wanted = with_noun(halved(cost), f"{_called_together(named)} point")
        text = f"{pos.called(unit)} costs {wanted} and you have {list_words(have)}."
        yield objection(pos, "replacement points", text)


def terms(pos: Position, action: Action) -> str:
    """In what form a unit comes back and for how many points, as the end of its menu line; '' for
    other actions.
    """
    if isinstance(action, do.Replace):
        form = "as a cadre" if action.cadre else "whole"
        told = f" {form}" if may_return_as_cadre(pos, action.unit) else ""
        cost = price(pos, action.unit, cadre=action.cadre)
    elif isinstance(action, do.RebuildCadre):
        told, cost = "", rebuild_price(pos)
    else:
        return ""
    split = bills(pos, action.unit, cost).get(action.purse, ())
    if len(split) > 1:
        word = list_words(f"{halved(n)} {kind_called(kind)}" for kind, n in split)
        return f"{told} for {word} points"
    alone = f"{_called_together(action.purse.split(TOGETHER))} point"
    return f"{told} for {with_noun(halved(cost), alone)}"


def _called_together(kinds_: list[str]) -> str:
    return list_words(map(kind_called, kinds_))


def kind_called(kind: str) -> str:
    """A kind of replacement point as it is in sentences."""
    return do.KINDS.get(kind, kind)


def replace_objections(pos: Position, frame: Initial, action: do.Replace) -> Iterator[Objection]:
    """What forbids bringing an eliminated unit back (BF-29B, BC-22D)."""
    unit, at = action.unit, action.target
    if unit not in fallen(pos, frame.side):
        text = f"{pos.called(unit)} is not among your eliminated units."
        yield objection(pos, "replacement", text)
        return
    if action.cadre and not may_return_as_cadre(pos, unit):
        text = f"{pos.called(unit)} cannot come back as a cadre."
        yield objection(pos, "replacement", text)
    if at not in homes(pos, unit):
        text = f"{pos.label(at)} is no place where {pos.called(unit)} may appear."
        yield objection(pos, "replacement placed", text)
    yield from _purse_objections(pos, unit, action.purse, price(pos, unit, cadre=action.cadre))


def replace(pos: Position, _frame: Initial, action: do.Replace, transition: Work) -> None:
    """Pay, and place the unit like a reinforcement."""
    unit = action.unit
    _pay(transition, pos, unit, action.purse, price(pos, unit, cadre=action.cadre))
    put(pos.context, transition, unit, action.target, steps=1 if action.cadre else 0)
    rule = pos.context.cite("replacement")
    form = "as a cadre" if action.cadre else "whole"
    transition.tell("replaced", rule, unit=unit, at=action.target, form=form)


def rebuild_objections(
    pos: Position, frame: Initial, action: do.RebuildCadre
) -> Iterator[Objection]:
    """What forbids rebuilding a cadre (BF-29B.6, BC-22D.5)."""
    unit, at = action.unit, pos.piece(action.unit).at
    if unit not in cadres(pos, frame.side):
        yield objection(pos, "rebuilding", f"{pos.called(unit)} is no cadre of yours in play.")
        return
    if not in_supply(pos, unit):
        yield objection(pos, "rebuilding conditions", f"{pos.called(unit)} is out of supply.")
    if not free(pos, unit):
        text = f"{pos.called(unit)} is in an enemy zone of control."
        yield objection(pos, "rebuilding conditions", text)
    if pos.context.charts.replacements.cadre_in_city and not _in_city(pos, unit, at):
        text = f"{pos.label(at)} is no friendly-owned city."
        yield objection(pos, "rebuilding conditions", text)
    yield from _purse_objections(pos, unit, action.purse, rebuild_price(pos))


def _in_city(pos: Position, unit: UnitId, at: Location) -> bool:
    if not isinstance(at, Hex):
        return True
    return bool(pos.context.city_rank(at)) and pos.owner_of(at) == pos.side(unit)


def rebuild(pos: Position, _frame: Initial, action: do.RebuildCadre, transition: Work) -> None:
    """Pay, and flip the cadre; it acts as usual at once (BF-29B.7)."""
    unit = action.unit
    _pay(transition, pos, unit, action.purse, rebuild_price(pos))
    transition.state = transition.state.with_piece(unit, steps=pos.context.units[unit].steps)
    transition.tell("rebuilt", pos.context.cite("rebuilding"), unit=unit)


def _pay(transition: Work, pos: Position, unit: UnitId, paid: str, cost: int) -> None:
    for kind, part in bills(pos, unit, cost)[paid]:
        give(transition, purse(pos.nation(unit), kind), -part)


ANSWERS = (
    Answer(do.Replace, replace_objections, replace),
    Answer(do.RebuildCadre, rebuild_objections, rebuild),
)
