"""Rail movement reckoned: where it leads, and what it takes of the capacity (BF-7A)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise

from engine.core.actions import Objection
from engine.frozen import dataclass
from engine.rules.movement.paths import Graph, Reach
from engine.rules.movement.tolls import FREE, spread
from engine.systems.europa.board.gauges import along, changing
from engine.systems.europa.board.rail_network import joined, regauged_in
from engine.systems.europa.board.zones import zones_of
from engine.systems.europa.charts.movement_charts import Counting, RailChart
from engine.systems.europa.movement.costs import conditions, mobility_of
from engine.systems.europa.movement.gate import beside, snowed_in
from engine.systems.europa.state.common import Work, objection, spend, use
from engine.systems.europa.state.constants import (
    ADMIN,
    HALF,
    LOW_VOLUME,
    MOVED,
    RAILED,
    other,
)
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex
from oob.model import UnitId

RAIL = "rail"
"""The allowance of a player turn that rail movement uses."""


@dataclass(frozen=True, slots=True)
class Lines:
    """Where the railroads take a unit: by high-volume lines alone, and by all."""

    high: Reach
    every: Reach

    def way(self, to: Hex) -> Reach | None:
        """The lines that lead to a hex, high-volume ones where they do."""
        if to in self.high.cost:
            return self.high
        return self.every if to in self.every.cost else None

    def low(self, to: Hex) -> bool:
        """True when the way to a hex in reach uses a low-volume line (BF-7A2.3)."""
        return to not in self.high.cost

    def hexes(self, to: Hex) -> int:
        """The rail hexes of the way to a hex in reach."""
        return (self.every if self.low(to) else self.high).cost[to]


def lines(pos: Position, unit: UnitId) -> Lines:
    """Where the railroads could take a unit from its hex; capacity and stacking aside."""
    return pos.once(("rail", unit), partial(_lines, pos, unit))


def _lines(pos: Position, unit: UnitId) -> Lines:
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "only units on the map go by rail"
    nowhere = Reach(start, {start: 0}, {})
    if next(start_objections(pos, unit), None) is not None:
        return Lines(nowhere, nowhere)
    return reached(pos, unit, most_hexes(pos, unit), change(pos, unit), shut_lines(pos, unit))


def reached(
    pos: Position,
    unit: UnitId,
    far: int,
    changed: int,
    barred: Container[Hex],
    *,
    strategic: bool = False,
) -> Lines:
    """Where so many rail hexes take a unit from its hex, of which changing trains takes some."""
    start = pos.piece(unit).at
    assert isinstance(start, Hex), "only units on the map go by rail"
    tolls = replace(FREE, harassed=_harassed(pos, unit, strategic=strategic))
    if len(pos.gauges(unit)) > 1:
        both, leaving = graphs(pos, unit, high=False), tolls.harassed
        found = changing(both, start, far, changed, barred, leaving)
        return Lines(found, found)
    high, every = (
        spread(graph(pos, unit, high=only), start, far, tolls, barred) for only in (True, False)
    )
    return Lines(high, every)


def _harassed(pos: Position, unit: UnitId, *, strategic: bool = False) -> Mapping[Hex, int]:
    """What leaving harassed hexes costs a unit on rails, as the rail hexes that it could go for the
    points; more on a far ride, fewer for who goes by rail alone (BF-20F2d.4, FE-20F2e.2).
    """
    chart = pos.context.charts.rail
    if strategic:
        rate = chart.strategic_harassed
    elif pos.rail_only(unit):
        rate = chart.rail_only_harassed
    else:
        rate = chart.rate(pos.facts(unit).move)
    return {at: hits * rate for at, hits in pos.harassed(pos.side(unit)).items()}


def graph(pos: Position, unit: UnitId, *, high: bool) -> Graph:
    """The rail steps open to a unit, enemies aside: on any gauge that serves it."""
    found = graphs(pos, unit, high=high)
    if len(found) == 1:
        return found[0]
    key = ("rail graph", high, pos.gauges(unit))
    return pos.once(key, lambda: _together(found))


def _together(found: tuple[Graph, ...]) -> Graph:
    steps: dict[Hex, dict[Hex, int]] = {}
    for one in found:
        for at, near in one.items():
            steps.setdefault(at, {}).update(near)
    return {at: tuple(near.items()) for at, near in steps.items()}


def graphs(pos: Position, unit: UnitId, *, high: bool) -> tuple[Graph, ...]:
    """The rail steps open to a unit on each gauge that serves it, enemies aside."""
    chart: RailChart = pos.context.charts.rail
    around = bool(chart.around_by) and pos.context.option(chart.around_by)
    around = around and chart.off_map > 0 and pos.side(unit) == chart.around_for
    railways, down = pos.context.railways, pos.rails_apart
    return tuple(
        railways.graph(down, high=high, around=around, gauging=one)
        for one in pos.gauges(unit) or (None,)
    )


def change(pos: Position, unit: UnitId) -> int:
    """What changing trains costs a unit, in rail hexes (FE-7A3.7)."""
    chart: RailChart = pos.context.charts.rail
    return chart.change * chart.rate(pos.facts(unit).move)


def regaugeable(pos: Position, at: Hex) -> bool:
    """Whether the line in a hex can be given the other gauge: not while it is broken
    (FE-14A4.3).
    """
    return bool(pos.context.charts.rail.broad) and at in pos.context.rails


def regauge_objections(pos: Position, unit: UnitId, at: Hex) -> Iterator[Objection]:
    """What forbids a unit to regauge the line where it stands (FE-14A4.2, 14A4.3)."""
    if pos.out(unit):
        yield objection(pos, "regauging", f"{pos.called(unit)} is out of supply.")
    if at in pos.state.breaks:
        text = f"The line is broken in {pos.label(at)}: it is repaired first."
        yield objection(pos, "regauging", text)


def regauge_cost(pos: Position, at: Hex) -> int:
    """Movement points to re-gauge a hex now."""
    chart: RailChart = pos.context.charts.rail
    return pos.by_weather(chart.regauge, at)


def regauge(pos: Position, unit: UnitId, transition: Work) -> None:
    """A unit changes a country's gauge in its unbroken rail hex for points; rail movement uses the
    hex from the next player turn on. Raises ValueError where it cannot.
    """
    at = pos.piece(unit).at
    assert isinstance(at, Hex), "only units on the map build"
    cost = regauge_cost(pos, at)
    able = regaugeable(pos, at) and at not in pos.state.breaks
    if not able or regauged_in(at) in pos.state.used or pos.left(unit) < cost * HALF:
        raise ValueError(f"{unit} cannot re-gauge {pos.label(at)}")
    spend(transition, unit, cost * HALF)
    convert(transition, at)


def convert(transition: Work, at: Hex) -> None:
    """Give the lines of a hex the other gauge; they serve rail movement from the next player turn
    on.
    """
    use(transition, regauged_in(at), 1)
    transition.set(regauged=transition.state.regauged ^ {at})


def most_hexes(pos: Position, unit: UnitId) -> int:
    """How many rail hexes a unit's points take it now (BF-7A1.2)."""
    chart = pos.context.charts.rail
    if pos.rail_only(unit):
        return chart.rail_only - ridden(pos, unit)
    whole = max(0, pos.left(unit) // HALF - chart.entrain)
    far = whole * chart.rate(pos.facts(unit).move)
    return min(far, chart.most - ridden(pos, unit)) if chart.most else far


def ridden(pos: Position, unit: UnitId) -> int:
    """Rail hexes a unit has gone in this player turn, where a title limits them."""
    return pos.state.used.get(f"{RAIL} {unit}", 0)


def fare(pos: Position, unit: UnitId, hexes: int) -> int:
    """Half points that so many rail hexes cost a unit: whole points, rounded up, and entraining."""
    chart = pos.context.charts.rail
    if pos.rail_only(unit):
        return 0
    return (chart.entrain - (-hexes // chart.rate(pos.facts(unit).move))) * HALF


def linked(pos: Position, unit: UnitId, at: Hex) -> bool:
    """True when a line of owned rail hexes joins a hex to a source of a unit's (BF-7A1.8)."""
    side, nation, board = pos.side(unit), pos.nation(unit), pos.context.supply_graph
    sources = [
        source.at
        for source in pos.sources(side)
        if isinstance(source.at, Hex)
        and not source.overland
        and (not source.nations or nation in source.nations)
    ]
    if pos.context.charts.rail.broad:
        key = ("broad networks", side, pos.gauges(unit))
        networks = pos.once(key, lambda: _gauged(pos, unit, side))
        return at in networks and any(networks.get(to) == networks[at] for to in sources)
    bit, within = board.bits.bit, board.masks.of(("rails of", side), pos.settled(side))
    line = board.line(at, within)
    return any(bit.get(to, 0) & line for to in sources)


def _gauged(pos: Position, unit: UnitId, side: str) -> Mapping[Hex, int]:
    """The networks of a side's rail hexes on the gauges that a unit may use."""
    steps = graph(pos, unit, high=False)
    links = {here: tuple(near for near, _ in found) for here, found in steps.items()}
    return joined(links, pos.settled(side))


def zoned(pos: Position, unit: UnitId, at: Hex) -> bool:
    """True where an enemy zone keeps rail movement out: no friend stays there (BF-7A1.5, 7A1.6)."""
    side = pos.side(unit)
    if at not in pos.zoc(other(side)):
        return False
    return not stayers(pos, unit, at)


def stayers(pos: Position, unit: UnitId, at: Hex) -> tuple[UnitId, ...]:
    """Friends other than the unit that have stood in a hex all phase."""
    friends = pos.friends(at, pos.side(unit))
    return tuple(u for u in friends if u != unit and MOVED not in pos.piece(u).marks)


def start_objections(pos: Position, unit: UnitId) -> Iterator[Objection]:
    """What forbids a unit to entrain where it stands (BF-7A1.3, 7A1.5, 7A1.8)."""
    at, side = pos.piece(unit).at, pos.side(unit)
    assert isinstance(at, Hex), "only units on the map go by rail"
    if at not in pos.context.rails:
        yield objection(pos, "rail start", f"There is no railroad in {pos.label(at)}.")
        return
    shut = closed(pos, unit, at)
    if shut is not None:
        yield shut
    elif pos.context.charts.rail.linked and not linked(pos, unit, at):
        text = f"No friendly-owned rail hexes join {pos.label(at)} to a supply source."
        yield objection(pos, "rail link", text)
    elif ADMIN in pos.piece(unit).marks and at in beside(pos, other(side)):
        text = f"{pos.label(at)} is beside an enemy unit."
        yield objection(pos, "admin beside enemies", text)


def closed(pos: Position, unit: UnitId, at: Hex) -> Objection | None:
    """Why rail movement may neither enter nor leave a hex."""
    side = pos.side(unit)
    if at not in pos.context.railways.hexes:
        if at not in pos.context.rails:
            return objection(pos, "rail start", f"There is no railroad in {pos.label(at)}.")
        text = f"There is no rail movement in the country of {pos.label(at)}."
        return objection(pos, "no rail here", text)
    if pos.owner_of(at) != side:
        text = f"{pos.label(at)} is not owned by your side."
        return objection(pos, "rail ownership", text)
    if at in pos.unsettled:
        text = f"{pos.label(at)} was not owned by your side when its player turn began."
        return objection(pos, "rail ownership", text)
    if at in pos.state.breaks:
        return objection(pos, "rail broken", f"The line is broken in {pos.label(at)}.")
    if zoned(pos, unit, at):
        return objection(pos, "rail zones", f"{pos.label(at)} is in an enemy zone of control.")
    if ADMIN in pos.piece(unit).marks and at in beside(pos, other(side)):
        text = f"{pos.label(at)} is beside an enemy unit."
        return objection(pos, "admin beside enemies", text)
    return snowed_in(pos, unit, at) or pos.bars(unit, at)


def shut_lines(pos: Position, unit: UnitId, *, away: bool = False) -> frozenset[Hex]:
    """The rail hexes that are :func:`closed` to a unit, its own hex aside, and with ``away`` those
    beside enemies too.
    """
    away = away or ADMIN in pos.piece(unit).marks
    mobility = mobility_of(pos.facts(unit))
    bound = (pos.side(unit), pos.nation(unit), pos.tied(unit), pos.apart(unit))
    key = ("shut lines", away, mobility, *bound)
    return pos.once(key, lambda: _shut_lines(pos, unit, key, away=away))


def _shut_lines(
    pos: Position, unit: UnitId, key: tuple[object, ...], *, away: bool
) -> frozenset[Hex]:
    """The same worked out with the numbers of sets; ``key`` tells units to which they are alike."""
    side, rails, graph = pos.side(unit), pos.context.railways.hexes, pos.context.supply_graph
    enemy, masks, land = other(side), graph.masks, pos.holdings.lands[side]
    open_ = masks.of("railways", rails) & masks.made_of(("land", side), land, land.__iter__)
    open_ &= ~masks.of("unsettled", pos.unsettled) & ~masks.of("broken rails", pos.state.breaks)
    open_ &= ~masks.of(("barred", *key), pos.barred_to(unit))
    if away:
        open_ &= ~masks.of(("beside", enemy), beside(pos, enemy))
    zoned = open_ & zones_of(pos, enemy).mask
    taken = [at for at in graph.bits.hexes(zoned) if not _stayed_in(pos, side, at)]
    open_ &= ~graph.bits.mask(taken) & ~masks.of(("snowbound", *key), _snowbound(pos, unit))
    every = pos.context.rails
    return masks.set_of(key, masks.made_of("every railroad", every, every.__iter__) & ~open_)


def _stayed_in(pos: Position, side: str, at: Hex) -> bool:
    """Whether units of a side have stood in a hex all phase."""
    pieces = pos.state.pieces
    return any([MOVED not in pieces[unit].marks for unit in pos.friends(at, side)])


def _snowbound(pos: Position, unit: UnitId) -> frozenset[Hex]:
    """The rail hexes that the weather closes to a unit."""
    under, mobility, tracks = conditions(pos), mobility_of(pos.facts(unit)), pos.context.tracks
    if not tracks.snow_bars(under, mobility):
        return frozenset()
    return pos.shared(
        ("snowbound rails", mobility),
        (under,),
        lambda: frozenset(
            [at for at in pos.context.rails if tracks.snowbound(under, mobility, at)]
        ),
    )


def charge(pos: Position, unit: UnitId, *, low: bool) -> int:
    """What a rail move still takes of the capacity: a unit is counted once a turn, at double by a
    low-volume line (BF-7A2.2, 7A2.3, 7A2.7).
    """
    marks = pos.piece(unit).marks
    if pos.rides_free(unit):
        return 0
    if pos.context.charts.rail.counting is Counting.UNITS:
        return 0 if RAILED in marks else 1
    size = pos.facts(unit).transport
    if RAILED not in marks:
        return size * HALF if low else size
    return size if low and LOW_VOLUME not in marks else 0


def capacity(net: str) -> str:
    """The note, in :attr:`Theatre.used`, of what has gone by rail, or on a net of its own."""
    return f"{RAIL}, {net}" if net else RAIL


def room(pos: Position, side: str, net: str = "") -> int:
    """Rail capacity a side has left in this player turn, or a net of its own."""

    def work() -> int:
        most = pos.net_room(net) if net else pos.rail_room(side)
        return most - pos.state.used.get(capacity(net), 0)

    return pos.once(("room by rail", side, net), work)


def targets(pos: Position, unit: UnitId) -> tuple[Hex, ...]:
    """Every hex the railroads could take a unit to."""
    found = lines(pos, unit).every
    return tuple(at for at in found.cost if at != found.start)


def length(pos: Position, unit: UnitId, path: tuple[Hex, ...]) -> int:
    """The rail hexes of a way along open links, and what harassment of some adds to them."""
    found, harassed = graphs(pos, unit, high=False), _harassed(pos, unit)
    whole = along(found, path, change(pos, unit))
    return whole + sum(harassed.get(at, 0) for at in path[:-1])


def low_volume(pos: Position, path: tuple[Hex, ...]) -> bool:
    """True when a way uses a low-volume line anywhere (BF-7A2.3)."""
    return any(pos.context.railways.low(a, b) for a, b in pairwise(path))
