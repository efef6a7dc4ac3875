"""Resource points that go by rail by themselves, as units do that move by rail alone (FE-12F.5)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family, drawing, nobody
from engine.core.state import Location
from engine.core.wording import counted
from engine.rules.movement.paths import Reach
from engine.systems.europa.board.gauges import changing
from engine.systems.europa.board.rail_network import Gauging
from engine.systems.europa.movement.gate import beside
from engine.systems.europa.movement.rail_movement import capacity, room
from engine.systems.europa.state.common import use
from engine.systems.europa.state.constants import HALF, MOVED, other
from engine.systems.europa.state.records import Moving
from engine.systems.fire_in_the_east.resources import stock
from engine.systems.fire_in_the_east.resources.actions import RailPoints
from engine.systems.fire_in_the_east.state.position import EastPosition, Work
from engine.systems.fire_in_the_east.state.supplies import stocks
from maps.hexgrid import Hex

Searched = tuple[str, Hex, bool, tuple[Gauging, ...]]
"""What a search of the railroads depends on: a side, a hex, whether it is far, and the gauges."""


def lines(pos: EastPosition, side: str, at: Hex, *, far: bool = False) -> Reach:
    """Where the railroads take points of a side from a hex; capacity aside."""
    return _searched(pos, (side, at, far, _gauges(pos, side, at)))


def distance(pos: EastPosition, side: str, origin: Hex, to: Hex, *, far: bool) -> int | None:
    """The rail hexes that points of a side go from one hex to another, None where they cannot.

    Lines lead as far either way, so one search from either end answers it.
    """
    gauges = _gauges(pos, side, origin)
    known = ("freight", (side, origin, far, gauges)) in pos.known
    start, end = (origin, to) if known else (to, origin)
    return _searched(pos, (side, start, far, gauges)).cost.get(end)


def _gauges(pos: EastPosition, side: str, at: Hex) -> tuple[Gauging, ...]:
    return pos.gauges_at(pos.context.charts.resources.owners[side], at)


def _searched(pos: EastPosition, search: Searched) -> Reach:
    return pos.once(("freight", search), lambda: _search(pos, search))


def _search(pos: EastPosition, search: Searched) -> Reach:
    side, at, far, gauges = search
    chart, open_ = pos.context.charts.rail, _open(pos, side)
    if far:
        open_ = open_ - beside(pos, other(side))
    if at not in open_:
        return Reach(at, {at: 0}, {})
    graphs = tuple(
        pos.context.railways.graph(pos.rails_apart, high=False, around=False, gauging=one)
        for one in gauges
    )
    most = chart.strategic if far else chart.rail_only
    change = chart.strategic_change if far else chart.change * chart.rate(0)
    barred = frozenset(pos.context.rails) - open_
    return changing(graphs, at, most, change, barred, {})


def _open(pos: EastPosition, side: str) -> frozenset[Hex]:
    """The rail hexes that points of a side may enter and leave (FE-7A.1)."""
    return pos.once(("freight lines", side), lambda: _open_lines(pos, side))


def _open_lines(pos: EastPosition, side: str) -> frozenset[Hex]:
    rails = pos.context.railways.hexes & pos.settled(side)
    within = rails & pos.zoc(other(side))
    closed = [
        at for at in within if all(MOVED in pos.piece(u).marks for u in pos.friends(at, side))
    ]
    return rails.difference(closed) - pos.state.breaks


def left(pos: EastPosition, side: str, at: Hex) -> int:
    """How many points of a hex rails can take away now: those that have not gone by rail, within
    the capacity that is left.
    """
    net = pos.net_at(side, at)
    return min(stock.rideable(pos, at, side), room(pos, side, net) // HALF)


def families(pos: EastPosition, frame: Moving) -> tuple[Family, ...]:
    """Points that could go by rail."""
    side = frame.side
    if frame.exploiting or pos.surprise or not pos.state.resources:
        return ()

    def ready() -> tuple[Hex, ...]:
        return tuple([at for at in stock.of_side(pos, side) if left(pos, side, at)])

    def rides(origin: Hex, to: Hex) -> Iterator[Action]:
        near = distance(pos, side, origin, to, far=False) is not None
        if to != origin and (near or distance(pos, side, origin, to, far=True) is not None):
            for amount in stock.parts(left(pos, side, origin)):
                yield RailPoints(origin, to, amount, not near)

    def there(at: Location) -> Iterator[Action]:
        starts = ready() if isinstance(at, Hex) else ()
        if starts and at in _open(pos, side):
            for origin in starts:
                yield from rides(origin, at)

    def away(origin: Hex) -> Iterator[tuple[Hex, int, bool]]:
        near, far = (lines(pos, side, origin, far=it).cost for it in (False, True))
        amounts = stock.parts(left(pos, side, origin))
        for to in dict.fromkeys((*near, *far)):
            if to != origin:
                yield from ((to, amount, to not in near) for amount in amounts)

    def make(origin: Hex, way: tuple[Hex, int, bool]) -> Action:
        return RailPoints(origin, *way)

    return (
        Family(
            "rail points",
            "Resource points by rail",
            lambda: (make(origin, way) for origin in ready() for way in away(origin)),
            of=nobody,
            there=there,
            search=drawing(ready, away, make),
            weight=1,
            plain=tuple,
            quiet=True,
        ),
    )


def objections(pos: EastPosition, frame: Moving, action: RailPoints) -> Iterator[Objection]:
    """What forbids bringing points somewhere by rail."""
    side, origin, to = frame.side, action.origin, action.target
    if frame.exploiting or pos.surprise:
        yield Objection("FE-7A.1", "Rail movement is for the movement phase alone.")
        return
    if not 0 < action.amount <= stock.rideable(pos, origin, side):
        text = f"{counted(stock.rideable(pos, origin, side), 'resource point')} of yours in"
        yield Objection("FE-12F.5", f"{text} {pos.label(origin)} can go by rail.")
        return
    if to == origin or distance(pos, side, origin, to, far=action.far) is None:
        chart = pos.context.charts.rail
        most = chart.strategic if action.far else chart.rail_only
        text = f"No open line leads from {pos.label(origin)} to {pos.label(to)}"
        yield Objection("FE-12F.5", f"{text} within {counted(most, 'rail hex', 'rail hexes')}.")
    free = room(pos, side, pos.net_at(side, origin))
    if action.amount * HALF > free:
        text = f"They take {counted(action.amount, 'RE')} of rail capacity; {free // HALF} left."
        yield Objection("FE-7A4.4", text)


def ride(pos: EastPosition, frame: Moving, action: RailPoints, transition: Work) -> None:
    """Bring them there; each takes 1 RE of the capacity (FE-7A4.4)."""
    side, amount = frame.side, action.amount
    use(transition, capacity(pos.net_at(side, action.origin)), amount * HALF)
    stocks.take_fresh(transition, action.origin, amount)
    railed, fixed = (0, amount) if action.far else (amount, 0)
    stocks.add(transition, action.target, side, amount, railed=railed, fixed=fixed)
    transition.tell("points railed", "FE-12F.5", at=action.origin, to=action.target, amount=amount)


ANSWERS = (Answer(RailPoints, objections, ride),)
"""The decision."""
