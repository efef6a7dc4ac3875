"""Resource points that come: those of the start at set-up, others in initial phases (FE-OBA-7,
OBS-8, 34A).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.core.actions import Action, Objection
from engine.core.handler import Answer
from engine.core.legal import Family, Pairs, nobody
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
from engine.systems.fire_in_the_east.resources.actions import PlacePoints, TakeUpPoints
from engine.systems.fire_in_the_east.state.context import EastContext
from engine.systems.fire_in_the_east.state.deploying import BORDER
from engine.systems.fire_in_the_east.state.position import EastPosition, Work, now
from engine.systems.fire_in_the_east.state.supplies import stocks
from maps.hexgrid import Hex

Placing = SettingUp | Initial
"""The decisions at which points are placed."""
ANY_LOT = "FE-34A.1"
"""The rule of points that come, for a side that has no lot of its own."""


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
    row, side = pos.context.charts.places.row(lot.place), lot.side
    joined = turns.connected(pos, side) if row.linked == "unisolated" else None
    ours, held = pos.owned(side), tuple(pos.held[one] for one in pos.held if one != side)
    key, terms = ("open to points", lot.id), (ours, joined, *held)
    hexes = pos.shared(key, terms, lambda: _friendly(pos.context, lot, ours, joined, held))
    company = _company(pos.context, lot)
    if not company:
        return hexes
    return tuple([at for at in hexes if at not in company or _accompanied(pos, lot, at)])


def _friendly(
    context: EastContext,
    lot: ResourceLot,
    ours: frozenset[Hex],
    joined: int | None,
    held: tuple[frozenset[Hex], ...],
) -> tuple[Hex, ...]:
    """The hexes of a lot's place that are friendly, those of its company at set-up, without enemy
    units, and joined to a source of supply if it must be.
    """
    hexes, closed = _places(context, lot), frozenset[Hex]().union(*held)
    open_ = ours if lot.turn else ours | _company(context, lot)
    found = [at for at in hexes if at in open_ and at not in closed]
    if joined is not None:
        bit = context.supply_graph.bits.bit
        found = [at for at in found if bit[at] & joined]
    return tuple(found)


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


def room(pos: EastPosition, lot: ResourceLot) -> Mapping[Hex, int]:
    """How many points of a lot the hexes that are open to it take still, by the limits of its place
    (FE-OBA-7); without those that take none.
    """
    return pos.once(("room for points", lot.id), lambda: _room(pos, lot))


def _room(pos: EastPosition, lot: ResourceLot) -> Mapping[Hex, int]:
    left, limits = pos.state.unplaced.get(lot.id, 0), tuple(_limits(pos, lot))
    found = dict.fromkeys(open_to(pos, lot), left)
    for within, more in limits:
        found.update({at: min(found[at], more) for at in within & found.keys()})
    return {at: most for at, most in found.items() if most > 0} if limits else found


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

    def choices(lot: ResourceLot) -> list[tuple[Hex, int]]:
        return [(at, some) for at, most in room(pos, lot).items() for some in stock.parts(most)]

    def there(at: Location) -> list[Action]:
        if not isinstance(at, Hex):
            return []
        amounts = ((lot, stock.parts(room(pos, lot).get(at, 0))) for lot in ready)
        return [PlacePoints(lot.id, at, some) for lot, parts in amounts for some in parts]

    def every() -> Pairs:
        return Pairs(ready, choices, lambda lot, where: PlacePoints(lot.id, *where))

    title = "Resource points"
    return (Family("place points", title, every, of=nobody, there=there, weight=8),)


def objections(pos: EastPosition, frame: Placing, action: PlacePoints) -> Iterator[Objection]:
    """What forbids placing points in a hex."""
    lot = next((row for row in lots(pos, frame.side) if row.id == action.lot), None)
    at = action.target
    if lot is None:
        yield Objection(ANY_LOT, f"No resource points of {action.lot!r} are yours to place.")
    elif at not in open_to(pos, lot):
        yield Objection(lot.rule, f"Resource points of this lot do not come to {pos.label(at)}.")
    elif not 0 < action.amount <= (most := room(pos, lot).get(at, 0)):
        yield Objection(lot.rule, f"{pos.label(at)} takes no more than {most} of them.")


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
        places = tuple(room(pos, lot))
        if places:
            text = f"{counted(left, 'resource point')} must be placed first ({lot.id})."
            yield Objection(lot.rule, text, places=places)


# Set-up


def question(pos: EastPosition, frame: SettingUp) -> Question:
    """Units, then resource points."""
    asked = set_up.question(pos, frame)
    more = (*families(pos, frame), *_taking_up(pos, frame.side))
    left = sum(pos.state.unplaced[lot.id] for lot in lots(pos, frame.side))
    prompt = asked.prompt
    if left and not set_up.waiting(pos, frame.side):
        prompt = f"Place {counted(left, 'resource point')}, or use the recommended set-up."
    units, *rest = asked.families
    return replace(asked, prompt=prompt, families=(units, *more, *rest))


def _placed(pos: EastPosition, side: str) -> Mapping[Hex, ResourceLot]:
    """Where points of a side lie that were placed at set-up, with their lots."""
    rows = [r for r in pos.context.figures.resources if r.side == side and not r.turn]
    lots_at = {
        at: next((row for row in rows if at in _places(pos.context, row)), None)
        for at in stock.of_side(pos, side)
    }
    return {at: lot for at, lot in lots_at.items() if lot is not None}


def _taking_up(pos: EastPosition, side: str) -> tuple[Family, ...]:
    """Points that were placed may be placed elsewhere."""
    heaps = _placed(pos, side)
    if not heaps:
        return ()

    def there(at: Location) -> list[Action]:
        return [TakeUpPoints(at)] if isinstance(at, Hex) and at in heaps else []

    return (
        Family(
            "take up points",
            "Take up resource points",
            lambda: [TakeUpPoints(at) for at in heaps],
            of=nobody,
            there=there,
            weight=1,
            quiet=True,
        ),
    )


def take_up_objections(
    pos: EastPosition, frame: SettingUp, action: TakeUpPoints
) -> Iterator[Objection]:
    """There must be points of one's own that were placed."""
    if action.target not in _placed(pos, frame.side):
        rows = (row for row in pos.context.figures.resources if row.side == frame.side)
        rule = next((row.rule for row in rows), ANY_LOT)
        text = f"No resource points of yours were placed in {pos.label(action.target)}."
        yield Objection(rule, text)


def take_up(pos: EastPosition, frame: SettingUp, action: TakeUpPoints, transition: Work) -> None:
    """They are to be placed once more."""
    _lift(transition, _placed(pos, frame.side)[action.target], action.target)


def _lift(transition: Work, lot: ResourceLot, at: Hex) -> None:
    amount, unplaced = transition.state.resources[at].amount, transition.state.unplaced
    stocks.clear(transition, (at,))
    transition.set(unplaced={**unplaced, lot.id: unplaced.get(lot.id, 0) + amount})
    transition.tell("points taken up", lot.rule, at=at, amount=amount)


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
        spots = room(pos, lot)
        if spots:
            at = _best(pos, lot, [*spots])
            yield PlacePoints(lot.id, at, min(spots[at], max(1, -(-left // PILES))))


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
    found = [at for at in spots if at in company] or spots
    if lot.side != AXIS:
        near, stored = _border(pos, lot.side), _by_district(pos, lot.side)
        found = [at for at in found if at not in near] or found
        found = [at for at in found if districts.get(at)] or found
        least = min([stored[districts.get(at, "")] for at in found])
        found = [at for at in found if stored[districts.get(at, "")] == least]
    building = _building(pos, lot.side)

    def spot(at: Hex) -> tuple[int, ...]:
        amount = lying[at].amount if at in lying else 0
        city = context.cities.get(at, 0)
        return (amount, at not in building, at not in context.rails, -city, at.q, at.r)

    return min(found, key=spot)


def _building(pos: EastPosition, side: str) -> frozenset[Hex]:
    """The hexes where a side has engineers."""
    pieces, stacks = pos.state.pieces, pos.standing.sides[side].units
    standing = [(unit, pieces[unit].at) for unit in pos.context.engineers]
    return frozenset(
        [
            at
            for unit, at in standing
            if isinstance(at, Hex) and unit in stacks.get(at, ()) and pos.facts(unit).construction
        ]
    )


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


def follow(pos: EastPosition, side: str, transition: Work) -> None:
    """Points whose company has been shifted away are to be placed once more (FE-OBA-7)."""
    for lot, at in _left_alone(pos, side):
        _lift(transition, lot, at)


def finish_objections(
    pos: EastPosition, frame: SettingUp, action: FinishSetUp
) -> Iterator[Objection]:
    """All must be placed, and points of a company lie with units of it."""
    yield from set_up.finish_objections(pos, frame, action)
    yield from unfinished(pos, frame)
    for lot, at in _left_alone(pos, frame.side):
        text = f"The resource points in {pos.label(at)} lie with units of {lot.company}."
        yield Objection(lot.rule, text)


def _left_alone(pos: EastPosition, side: str) -> Iterator[tuple[ResourceLot, Hex]]:
    """Lots with the hexes where points of them lie without units of their company (FE-OBA-7)."""
    for lot in pos.context.figures.resources:
        company = _company(pos.context, lot) if lot.side == side else frozenset()
        if company:
            for at in stock.of_side(pos, side):
                if at in company and not _accompanied(pos, lot, at):
                    yield lot, at


def due(pos: EastPosition, turn: int) -> Iterator[Due]:
    """What a turn brings."""
    for row in pos.context.figures.resources:
        if row.turn and row.turn == turn:
            text = f"{counted(row.amount, 'resource point')}."
            done = turn < pos.state.turn
            yield Due(turn, "replacement", text, row.rule, row.side, Phase.INITIAL.value, done=done)


ANSWERS = (Answer(PlacePoints, objections, place),)
"""The decision of initial phases."""
