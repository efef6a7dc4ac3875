"""Resource points that come: those of the start at set-up, others in initial phases (FE-OBA-7,
OBS-8, 34A).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family, Pairs
from engine.core.state import Location
from engine.core.system import Question
from engine.core.view.outlook import Due
from engine.core.wording import counted
from engine.systems.europa.board import places
from engine.systems.europa.production import turns
from engine.systems.europa.scenario import set_up
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, UseRecommended
from engine.systems.europa.state.constants import AXIS, Phase, other
from engine.systems.europa.state.records import Initial, SettingUp
from engine.systems.fire_in_the_east.figures import ResourceLot
from engine.systems.fire_in_the_east.resources import stock
from engine.systems.fire_in_the_east.resources.actions import PlacePoints
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.deploying import BORDER
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now
from engine.systems.fire_in_the_east.state.supplies import stocks
from maps.hexgrid import Hex

Placing = SettingUp | Initial
"""The decisions at which points are placed."""


def opening(context: EastContext) -> dict[str, int]:
    """The lots that are placed at set-up, with their points."""
    return {row.id: row.amount for row in context.figures.resources if not row.turn}


def receive(context: EastContext, transition: Work, side: str) -> None:
    """As an initial phase opens, the points of its turn are to be placed; what has gone by rail in
    the last player turn may do so again.
    """
    stocks.refresh(transition, side)
    rows = context.figures.resources
    due = {r.id: r.amount for r in rows if r.turn == transition.state.turn and r.side == side}
    if due:
        transition.set(unplaced={**transition.state.unplaced, **due})


def lots(pos: EastPosition, side: str) -> tuple[ResourceLot, ...]:
    """A side's lots that have points left to place: those of set-up in it, with the last of its
    units, the others after it.
    """
    unplaced = pos.state.unplaced
    rows = pos.context.figures.resources if unplaced and pos.deploying != BORDER else ()
    begun = pos.state.phase != Phase.SET_UP.value
    return tuple(
        row
        for row in rows
        if row.side == side and bool(row.turn) is begun and unplaced.get(row.id, 0)
    )


def open_to(pos: EastPosition, lot: ResourceLot) -> tuple[Hex, ...]:
    """The hexes where points of a lot may be placed now: friendly ones of its place, without enemy
    units, and joined to a source of supply where the place word asks for that (FE-34A.1, 34A2.8).
    """
    return pos.once(("open to", lot.id), lambda: _open_to(pos, lot))


def _open_to(pos: EastPosition, lot: ResourceLot) -> tuple[Hex, ...]:
    row, hexes = pos.context.charts.places.row(lot.place), _places(pos.context, lot)
    company, ours = _company(pos.context, lot), pos.owned(lot.side)
    closed = frozenset[Hex]().union(*(pos.held[one] for one in pos.held if one != lot.side))
    return tuple(
        [
            at
            for at in hexes
            if at not in closed
            and (at in ours or (not lot.turn and at in company))
            and (row.linked != "unisolated" or turns.unisolated(pos, lot.side, at))
            and (at not in company or _accompanied(pos, lot, at))
        ]
    )


def _places(context: EastContext, lot: ResourceLot) -> tuple[Hex, ...]:
    """The hexes of a lot's place on the field; found once a game."""
    hexes = places.hexes(context, lot.place)
    key = ("places for points", lot.place)
    return context.shared.once(key, (), lambda: context.within_field(hexes))


def _company(context: EastContext, lot: ResourceLot) -> frozenset[Hex]:
    """The hexes where points of a lot lie with units of its company alone."""
    key = ("company of points", lot.company)
    hexes = places.hexes(context, lot.company) if lot.company else ()
    return context.shared.once(key, (), lambda: frozenset(hexes))


def _accompanied(pos: EastPosition, lot: ResourceLot, at: Hex) -> bool:
    setups = pos.context.setups
    mates = (setups[unit].place for unit in pos.at.get(at, ()) if unit in setups)
    return lot.company in mates


def room(pos: EastPosition, lot: ResourceLot, at: Hex) -> int:
    """How many points of a lot a hex takes still, by the limits of its place (FE-OBA-7)."""
    left = pos.state.unplaced.get(lot.id, 0)
    limits = pos.once(("room for points", lot.id), lambda: tuple(_limits(pos, lot)))
    if limits:
        left = min([left, *[more for within, more in limits if at in within]])
    return max(0, left)


def _limits(pos: EastPosition, lot: ResourceLot) -> Iterator[tuple[frozenset[Hex], int]]:
    """The parts of a lot's place with a limit, and how many points each takes still."""
    resources = pos.state.resources
    for limit in pos.context.charts.places.row(lot.place).limits:
        within = frozenset(places.hexes(pos.context, limit.place))
        there = sum(resources[one].amount for one in within & resources.keys())
        yield within, limit.most - there


def families(pos: EastPosition, frame: Placing) -> tuple[Family, ...]:
    """Placing points of the lots that have come."""
    ready = lots(pos, frame.side)
    if not ready:
        return ()

    def of(places_: Iterable[tuple[ResourceLot, Hex]]) -> Pairs:
        return Pairs(
            places_,
            lambda where: stock.parts(room(pos, *where)),
            lambda where, amount: PlacePoints(where[0].id, where[1], amount),
        )

    def there(at: Location) -> Pairs:
        return of((lot, at) for lot in ready if isinstance(at, Hex) and at in open_to(pos, lot))

    def every() -> Pairs:
        return of((lot, at) for lot in ready for at in open_to(pos, lot))

    title = "Resource points"
    return (Family("place points", title, every, of=stock.nobody, there=there, weight=8),)


def objections(pos: EastPosition, frame: Placing, action: PlacePoints) -> Iterator[Objection]:
    """What forbids placing points in a hex."""
    lot = next((row for row in lots(pos, frame.side) if row.id == action.lot), None)
    at = action.target
    if lot is None:
        yield Objection("FE-34A.1", f"No resource points of {action.lot!r} are yours to place.")
    elif at not in open_to(pos, lot):
        yield Objection(lot.rule, f"Resource points of this lot do not come to {pos.label(at)}.")
    elif not 0 < action.amount <= room(pos, lot, at):
        text = f"{pos.label(at)} takes no more than {room(pos, lot, at)} of them."
        yield Objection(lot.rule, text)


def place(pos: EastPosition, frame: Placing, action: PlacePoints, transition: Work) -> None:
    """Put them there."""
    lot = next(row for row in lots(pos, frame.side) if row.id == action.lot)
    _put(transition, lot, action.target, action.amount)


def count_down(transition: Work, lot: ResourceLot, amount: int) -> None:
    """So many points of a lot are placed."""
    unplaced = dict(transition.state.unplaced)
    unplaced[lot.id] -= amount
    if not unplaced[lot.id]:
        del unplaced[lot.id]
    transition.set(unplaced=unplaced)


def _put(transition: Work, lot: ResourceLot, at: Hex, amount: int) -> None:
    count_down(transition, lot, amount)
    stocks.add(transition, at, lot.side, amount)
    transition.tell("points placed", lot.rule, at=at, amount=amount)


def unfinished(pos: EastPosition, frame: Placing) -> Iterator[Objection]:
    """Points are placed as they come; a lot for which no hex is open waits."""
    for lot in lots(pos, frame.side):
        left = pos.state.unplaced[lot.id]
        if any(room(pos, lot, at) for at in open_to(pos, lot)):
            points = counted(left, "resource point")
            yield Objection(lot.rule, f"{points} must be placed first ({lot.id}).")


# Set-up


def question(pos: EastPosition, frame: SettingUp) -> Question:
    """Units, then resource points."""
    asked = set_up.question(pos, frame)
    more = families(pos, frame)
    if not more:
        return asked
    left = sum(pos.state.unplaced[lot.id] for lot in lots(pos, frame.side))
    prompt = asked.prompt
    if not set_up.waiting(pos, frame.side):
        prompt = f"Place {counted(left, 'resource point')}, or use the recommended set-up."
    units, *rest = asked.families
    return replace(asked, prompt=prompt, families=(units, *more, *rest))


def recommended_objections(
    pos: EastPosition, frame: SettingUp, action: UseRecommended
) -> Iterator[Objection]:
    """Units or points must be left to place."""
    if not lots(pos, frame.side):
        yield from set_up.recommended_objections(pos, frame, action)


def recommend(
    pos: EastPosition, frame: SettingUp, action: UseRecommended, transition: Work
) -> None:
    """Units first, then points among them."""
    set_up.recommend(pos, frame, action, transition)
    while True:
        here = now(pos.context, transition)
        found = next(recommended(here, frame.side), None)
        if found is None:
            return
        place(here, frame, found, transition)


def recommended(pos: EastPosition, side: str) -> Iterator[PlacePoints]:
    """Where the next points of each of a side's lots go if nobody says otherwise: with units of
    their company as many as may, the others dealt out over the places that engineers are nearest
    to.
    """
    for lot in lots(pos, side):
        left = pos.state.unplaced[lot.id]
        spots = [at for at in open_to(pos, lot) if room(pos, lot, at)]
        if spots:
            at = _best(pos, lot, spots)
            yield PlacePoints(lot.id, at, min(room(pos, lot, at), max(1, -(-left // PILES))))


PILES = 4
"""Into how many heaps the points of a lot are dealt out."""


BEHIND = 12
"""How many hexes off the enemy's land points lie that are set up by who is surprised."""


def _best(pos: EastPosition, lot: ResourceLot, spots: list[Hex]) -> Hex:
    """The best of some hexes for points of a lot: company first, then hexes of railroads with
    engineers, the emptiest of them first; who is surprised keeps away from the border, and deals
    out to one military district after the other.
    """
    context, lying = pos.context, pos.state.resources
    company, districts = _company(context, lot), context.districts

    def region(at: Hex) -> tuple[int, ...]:
        if lot.side == AXIS:
            return (at not in company,)
        district = districts.get(at, "")
        return (at not in company, at in near, not district, stored[district])

    def spot(at: Hex) -> tuple[int, ...]:
        heap, friends = lying.get(at), pos.friends(at, lot.side)
        built = any(pos.facts(unit).construction for unit in friends)
        amount = heap.amount if heap is not None else 0
        return (amount, not built, at not in context.rails, -context.city_rank(at), at.q, at.r)

    near, stored = _border(pos, lot.side), _by_district(pos, lot.side)
    regions = {at: region(at) for at in spots}
    first = min(regions.values())
    return min((at for at in spots if regions[at] == first), key=spot)


def _border(pos: EastPosition, side: str) -> frozenset[Hex]:
    """The hexes near land that the enemy has, or will have once his allies have joined."""
    enemy = other(side)

    def work() -> frozenset[Hex]:
        land = frozenset(at for at in pos.context.fronts if pos.future_owner(at) == enemy)
        return pos.context.near(land, BEHIND)

    return pos.shared(("border of", side), (pos.state.taken, pos.state.joined), work)


def _by_district(pos: EastPosition, side: str) -> Counter[str]:
    """The points of a side in each military district."""
    districts, found = pos.context.districts, Counter[str]()
    for at, lying in pos.state.resources.items():
        if lying.side == side:
            found[districts.get(at, "")] += lying.amount
    return found


def finish_objections(
    pos: EastPosition, frame: SettingUp, action: FinishSetUp
) -> Iterator[Objection]:
    """All must be placed, and points of a company lie with units of it."""
    yield from set_up.finish_objections(pos, frame, action)
    yield from unfinished(pos, frame)
    yield from _left_alone(pos, frame.side)


def _left_alone(pos: EastPosition, side: str) -> Iterator[Objection]:
    """Points in hexes of a company whose units have been shifted away (FE-OBA-7)."""
    for lot in pos.context.figures.resources:
        company = _company(pos.context, lot) if lot.side == side else frozenset()
        if company:
            for at in stock.of_side(pos, side):
                if at in company and not _accompanied(pos, lot, at):
                    text = (
                        f"The resource points in {pos.label(at)} lie with units of {lot.company}."
                    )
                    yield Objection(lot.rule, text)


def due(pos: EastPosition, turn: int) -> Iterator[Due]:
    """What a turn brings."""
    for row in pos.context.figures.resources:
        if row.turn and row.turn == turn:
            text = f"{counted(row.amount, 'resource point')}."
            done = turn < pos.state.turn
            yield Due(turn, "replacement", text, row.rule, row.side, Phase.INITIAL.value, done=done)


ANSWERS = (Answer(PlacePoints, objections, place),)
"""The decision of initial phases."""
