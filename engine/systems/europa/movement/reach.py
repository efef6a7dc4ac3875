"""Where units may march from where they stand, and why not elsewhere (BF-6, 6A, 6B, 8B, 13)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise

from engine.core.actions import Objection
from engine.core.wording import halved, with_noun
from engine.frozen import dataclass
from engine.rules.movement.paths import Graph, Reach
from engine.rules.movement.tolls import FREE, Toll, spread
from engine.systems.europa.charts.movement_charts import Administrative
from engine.systems.europa.movement.costs import CostGraph, conditions, mobility_of, toll
from engine.systems.europa.movement.gate import barred, beside, snowed_in
from engine.systems.europa.state.common import objection
from engine.systems.europa.state.constants import (
    ADMIN,
    HALF,
    MARCHED,
    MOVED,
    NEAR,
    Going,
    other,
)
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Moving
from maps.hexgrid import Hex, are_adjacent
from oob.model import UnitId

FAR = 400
"""Half points within which the cost of a hex out of reach is worked out for a sentence."""


@dataclass(frozen=True, slots=True)
class March:
    """Where ways lead a unit, which of these hexes its one-hex move alone reaches, and which are
    ``closed`` for what the ways lead through.
    """

    reach: Reach
    one_hex: frozenset[Hex] = frozenset()
    closed: Container[Hex] = ()

    @property
    def targets(self) -> tuple[Hex, ...]:
        """Every hex it can go to, its own left out, in order of cost."""
        start, closed = self.reach.start, self.closed
        return tuple([at for at in self.reach.cost if at != start and at not in closed])


def work_objections(
    pos: Position, frame: Moving, unit: UnitId, cost: int, topic: str
) -> Iterator[Objection]:
    """What forbids a unit to spend so many points in its hex on a task (BF-6.11, 6B.3)."""
    yield from spend_objections(pos, frame, unit, cost * HALF, topic)


def spend_objections(
    pos: Position, frame: Moving, unit: UnitId, halves: int, topic: str
) -> Iterator[Objection]:
    """The same for half movement points."""
    forbidden = barred(pos, unit, frame.side, Going.WORK, exploiting=frame.exploiting)
    if forbidden is not None:
        yield forbidden
    elif pos.left(unit) < halves:
        many = with_noun(halved(pos.left(unit)), "is", "are")
        text = f"That takes {with_noun(halved(halves), 'movement point')}; {many} left."
        yield objection(pos, topic, text)


def graph_of(pos: Position, unit: UnitId, *, admin: bool = False) -> CostGraph:
    """The steps a unit may take and their cost, enemies aside."""
    facts = pos.facts(unit)
    mobility = mobility_of(facts)
    rating = pos.context.charts.terrain_costs.rating(mobility, facts.move)
    slow, side = pos.slows(unit), pos.side(unit)
    key = ("cost graph", side, mobility, admin, rating, slow)
    found: CostGraph | None = pos.known.get(key)
    if found is None:
        graph, under = pos.context.tracks.graph, conditions(pos, side)
        work = partial(graph, under, mobility, admin=admin, rating=rating, slow=slow)
        found = pos.known[key] = pos.shared(key, (under,), work)
    return found


def harassing(pos: Position, side: str) -> Mapping[Hex, int]:
    """What harassment makes it cost a side's units to leave hexes, in half points (BF-20F2d.4)."""
    return {at: hits * HALF for at, hits in pos.harassed(side).items()}


def unzoned(pos: Position, side: str) -> Toll:
    """The toll of a side's units where enemy zones ask none: harassment alone."""
    found = harassing(pos, side)
    return replace(FREE, harassed=found) if found else FREE


def toll_of(pos: Position, unit: UnitId) -> Toll:
    """What enemy zones and harassment do to a unit."""
    side, nation, facts = pos.side(unit), pos.nation(unit), pos.facts(unit)
    key = ("toll", side, nation, facts.mobile)
    found: Toll | None = pos.known.get(key)
    if found is None:
        zone, full = pos.zoc(other(side)), pos.full_zoc(other(side))
        harassed = harassing(pos, side)
        work = partial(toll, pos, nation, facts.mobile, zone, full, harassed)
        found = work() if harassed else pos.shared(key, (zone, full), work)
        pos.known[key] = found
    return found


def stopped(pos: Position, unit: UnitId) -> bool:
    """True for a unit that has moved into an enemy zone that stops it (BC-B5.3)."""
    piece = pos.piece(unit)
    return (
        pos.context.charts.movement.stops
        and MOVED in piece.marks
        and piece.at in pos.zoc(other(pos.side(unit)))
    )


def march(pos: Position, unit: UnitId) -> March:
    """Where a unit on the map can march from its hex; stacking is checked elsewhere."""
    return pos.once(("march", unit), partial(_march, pos, unit))


def _march(pos: Position, unit: UnitId) -> March:
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "only units on the map march"
    if stopped(pos, unit) or ADMIN in pos.piece(unit).marks:
        return March(Reach(start, {start: 0}, {}))
    graph, (barred_, held_) = graph_of(pos, unit), closed_to(pos, unit)
    found = spread(graph, start, pos.left(unit), toll_of(pos, unit), barred_, held_)
    closed = pos.beyond_hosts(unit)
    if not untouched(pos, unit):
        return March(found, closed=closed)
    beyond = {
        near: start
        for near, _ in graph[start]
        if near not in found.cost and near not in barred_ and near not in held_
    }
    if not beyond:
        return March(found, closed=closed)
    whole = pos.allowance(unit)
    cost = {**found.cost, **dict.fromkeys(beyond, whole)}
    return March(Reach(start, cost, {**found.previous, **beyond}), frozenset(beyond), closed)


def first_steps(pos: Position, unit: UnitId) -> Iterator[Hex]:
    """Hexes beside a unit on the map that it can march to straight, some of what :func:`march`
    finds: nothing farther is looked at, no way round.
    """
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "only units on the map march"
    if stopped(pos, unit) or ADMIN in pos.piece(unit).marks:
        return
    barred_, held_ = closed_to(pos, unit)
    closed, tolls = pos.beyond_hosts(unit), toll_of(pos, unit)
    left, is_free = pos.left(unit), untouched(pos, unit)
    for near, price in graph_of(pos, unit)[start]:
        if near in barred_ or near in held_ or near in closed:
            continue
        extra = tolls.of(start, near)
        if is_free or (extra is not None and price + extra <= left):
            yield near


def untouched(pos: Position, unit: UnitId) -> bool:
    """True while a unit has all its points and may make its one-hex move (BF-6.8, 6.11)."""
    return not pos.state.spent.get(unit) and MOVED not in pos.piece(unit).marks


def closed_to(pos: Position, unit: UnitId) -> tuple[Container[Hex], Container[Hex]]:
    """The hexes a unit may not enter: those that the title bars, and those where enemies stand."""
    return pos.barred_to(unit), pos.standing.sides[other(pos.side(unit))].units


def admin_march(pos: Position, unit: UnitId) -> March:
    """Where a unit can go by administrative movement."""
    return pos.once(("admin", unit), partial(_admin_march, pos, unit))


def avoided(pos: Position, unit: UnitId) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """The hexes that a unit keeps away from in administrative movement: those that the title bars,
    that are beside enemies or were not its side's when the player turn began, and those that the
    enemy owns (BF-6B).
    """
    enemy = other(pos.side(unit))
    terms = (pos.barred_to(unit), beside(pos, enemy), pos.unsettled)
    key = ("avoided", enemy, pos.nation(unit), pos.tied(unit), pos.apart(unit))
    away = pos.shared(key, terms, lambda: terms[0].union(*terms[1:]))
    return away, pos.owned(enemy)


def admin_left(pos: Position, unit: UnitId) -> int:
    """Half movement points a unit has left for administrative movement in this phase."""
    more = pos.context.charts.movement.administrative is Administrative.RATING_AND_A_HALF
    whole = pos.allowance(unit) * 3 // 2 if more else pos.allowance(unit)
    return max(0, whole - pos.state.spent.get(unit, 0))


def _admin_march(pos: Position, unit: UnitId) -> March:
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "only units on the map march"
    if next(admin_objections(pos, unit), None) is not None:
        return March(Reach(start, {start: 0}, {}))
    side, left = pos.side(unit), admin_left(pos, unit)
    graph, tolls = graph_of(pos, unit, admin=True), unzoned(pos, side)
    found = spread(graph, start, left, tolls, *avoided(pos, unit))
    return March(found, closed=pos.beyond_hosts(unit))


def admin_objections(pos: Position, unit: UnitId) -> Iterator[Objection]:
    """What forbids a unit administrative movement at all (BF-6B)."""
    piece, name = pos.piece(unit), pos.called(unit)
    chart = pos.context.charts.movement
    if chart.administrative is Administrative.NONE:
        yield objection(pos, "admin movement", "This game has no administrative movement.")
    elif chart.admin_supplied and pos.out(unit):
        yield objection(pos, "admin movement", f"{name} is out of supply.")
    elif piece.at in beside(pos, other(pos.side(unit))) or NEAR in piece.marks:
        yield objection(pos, "admin beside enemies", f"{name} was beside an enemy unit this phase.")
    elif MARCHED in piece.marks:
        text = f"{name} has spent points on other things than administrative and rail movement."
        yield objection(pos, "admin points", text)


def why_not(pos: Position, unit: UnitId, to: Hex) -> Iterator[Objection]:
    """Why a march does not reach a hex, the nearest reason first."""
    start, side = pos.piece(unit).at, pos.side(unit)
    assert isinstance(start, Hex), "only units on the map march"
    yield from _closed(pos, unit, to)
    if ADMIN in pos.piece(unit).marks:
        text = f"{pos.called(unit)} moves administratively this phase and in no other way."
        yield objection(pos, "admin points", text)
        return
    if to not in pos.context.land or pos.enemies(to, side) or pos.bars(unit, to) is not None:
        return
    graph = graph_of(pos, unit)
    if are_adjacent(start, to) and all(near != to for near, _ in graph[start]):
        snow = snowed_in(pos, unit, start) or snowed_in(pos, unit, to)
        if snow is not None:
            yield snow
            return
        text = f"{pos.called(unit)} cannot go from {pos.label(start)} to {pos.label(to)}."
        yield objection(pos, "prohibited terrain", text)
        return
    left, closed, tolls = pos.left(unit), closed_to(pos, unit), toll_of(pos, unit)
    if stopped(pos, unit):
        text = f"{pos.called(unit)} stopped in an enemy zone of control."
        yield objection(pos, "entering a zone", text)
    elif to in spread(graph, start, left, unzoned(pos, side), *closed).cost:
        yield _zone_objection(pos, unit, start, to, tolls)
    else:
        need = spread(graph, start, FAR, tolls, *closed).cost.get(to)
        where = pos.label(to)
        text = f"No way leads to {where}."
        if need is not None:
            many = with_noun(halved(need), "movement point")
            text = f"{where} costs {many}; {with_noun(halved(left), 'is', 'are')} left."
        yield objection(pos, "movement points", text, aside=need is None)


def _closed(pos: Position, unit: UnitId, to: Hex) -> Iterator[Objection]:
    if to not in pos.context.land:
        yield objection(pos, "prohibited terrain", f"{pos.label(to)} is no land hex.", aside=True)
    elif pos.enemies(to, pos.side(unit)):
        text = f"Enemy units stand in {pos.label(to)}: overrun or attack them."
        yield objection(pos, "enemy occupied", text)
    else:
        found = pos.bars(unit, to)
        if found is not None:
            yield found


def _zone_objection(pos: Position, unit: UnitId, start: Hex, to: Hex, tolls: Toll) -> Objection:
    if start in tolls.zone and to in tolls.zone and tolls.across is None:
        text = f"It may not go from one enemy zone of control to another, as in {pos.label(to)}."
        return objection(pos, "zone to zone", text)
    if tolls.stops:
        text = f"Enemy zones of control stop it short of {pos.label(to)}."
        return objection(pos, "entering a zone", text)
    cost = halved(tolls.leave)
    many = with_noun(cost, "point")
    text = f"Leaving enemy zones of control, at {many} or more each, it cannot reach {{}}."
    return objection(pos, "leaving a zone", text.format(pos.label(to)))


def path_objections(
    pos: Position, unit: UnitId, path: tuple[Hex, ...], *, admin: bool = False
) -> Iterator[Objection]:
    """What forbids the very path a player fixed, from the unit's hex on."""
    for a, b in pairwise(path):
        if not are_adjacent(a, b):
            text = f"{pos.label(a)} and {pos.label(b)} are not adjacent."
            yield objection(pos, "prohibited terrain", text)
            return
    for at in path[1:]:
        yield from _closed(pos, unit, at)
        if admin:
            yield from _admin_closed(pos, unit, at)
    cost = path_cost(pos, unit, path, admin=admin)
    left = admin_left(pos, unit) if admin else pos.left(unit)
    if cost is None:
        text = "Prohibited terrain or an enemy zone of control bars that path."
        yield objection(pos, "prohibited terrain", text)
    elif cost > left and not one_hex(pos, unit, path, admin=admin):
        many = with_noun(halved(cost), "movement point")
        text = f"That path costs {many}; {with_noun(halved(left), 'is', 'are')} left."
        yield objection(pos, "movement points", text)


def _admin_closed(pos: Position, unit: UnitId, at: Hex) -> Iterator[Objection]:
    enemy = other(pos.side(unit))
    if at in beside(pos, enemy):
        text = f"Administrative movement keeps away from enemy units, as beside {pos.label(at)}."
        yield objection(pos, "admin beside enemies", text)
    if pos.owner_of(at) == enemy:
        text = f"The enemy owns {pos.label(at)}."
        yield objection(pos, "admin enemy hexes", text)
    elif at in pos.unsettled:
        text = f"{pos.label(at)} was not owned by its side when the player turn began."
        yield objection(pos, "admin enemy hexes", text)


def one_hex(pos: Position, unit: UnitId, path: tuple[Hex, ...], *, admin: bool = False) -> bool:
    """True when a path could be a unit's one-hex move."""
    return len(path[1:]) == 1 and not admin and untouched(pos, unit)


def path_cost(
    pos: Position, unit: UnitId, path: tuple[Hex, ...], *, admin: bool = False
) -> int | None:
    """What a path costs a unit in half points; None where it cannot be gone."""
    tolls = unzoned(pos, pos.side(unit)) if admin else toll_of(pos, unit)
    return walked(graph_of(pos, unit, admin=admin), path, tolls)


def walked(graph: Graph, path: tuple[Hex, ...], tolls: Toll) -> int | None:
    """What a path costs in half points; None where a step cannot be made or a zone stops it."""
    total = 0
    for number, (a, b) in enumerate(pairwise(path)):
        price = dict(graph[a]).get(b)
        extra = tolls.of(a, b)
        if price is None or extra is None or (number and tolls.stops and a in tolls.zone):
            return None
        total += price + extra
    return total
