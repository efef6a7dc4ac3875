"""Reinforcements: who is due, where they may appear, and what becomes of those that cannot
(BF-29A, BC-22A).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from engine.core.actions import Objection
from engine.core.handler import Answer
from engine.core.legal import Family, by_unit
from engine.core.state import Location
from engine.core.wording import counted
from engine.systems.europa.board.areas import area
from engine.systems.europa.charts.place_charts import TheatreChart
from engine.systems.europa.production import initial_actions as do
from engine.systems.europa.production import turns
from engine.systems.europa.scenario.schedule import Arrival
from engine.systems.europa.state.common import Work, award, bury, now, objection
from engine.systems.europa.state.constants import NEUTRAL, PENDING, other
from engine.systems.europa.state.context import Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Initial
from engine.systems.europa.state.water_terms import NOWHERE
from maps.hexgrid import Hex
from oob.model import UnitId

CALLED = "called "
"""What begins the note, in :attr:`Theatre.used`, that a region's unit has mobilized."""


def triggered(pos: Position, trigger: str) -> bool:
    """Whether what an entry waits for has happened; '' waits for nothing."""
    if not trigger:
        return True
    chart: TheatreChart = pos.context.charts.theatre
    return chart.trigger(trigger).happened(pos.state.joined, pos.state.entered)


def first_turn(pos: Position, turn: int, after_entry: int) -> int | None:
    """The first turn an entry holds; None as long as it waits for the turn of entry."""
    if not after_entry:
        return turn
    return max(turn, pos.state.entered + after_entry) if pos.state.entered else None


def opened(pos: Position, entry: Arrival) -> bool:
    """Whether reinforcements may come now."""
    first = first_turn(pos, entry.turn, entry.after_entry)
    if first is None or not triggered(pos, entry.trigger):
        return False
    if entry.option and not pos.context.option(entry.option):
        return False
    dated = entry.turn or entry.after_entry or entry.trigger
    return bool(dated) and first <= pos.state.turn


def due(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Reinforcements a side may place now, conditional ones included (BF-29A.3)."""
    return pos.once(("due", side), lambda: _due(pos, side))


def _due(pos: Position, side: str) -> tuple[UnitId, ...]:
    state = pos.state
    called = [key.removeprefix(CALLED) for key in state.used if key.startswith(CALLED)]
    coming = filter(_listed(pos).union(called).__contains__, pos.boxed(PENDING))
    return tuple(
        [
            unit
            for unit in coming
            if pos.commander(unit) == side
            and pos.nation(unit) not in state.surrendered
            and pos.arrives_now(unit)
        ]
    )


def _listed(pos: Position) -> frozenset[UnitId]:
    """The units whose entries let them come by now, wherever they are."""
    state, entries = pos.state, pos.arrivals

    def work() -> frozenset[UnitId]:
        dated = [(unit, entry) for unit, entry in entries.items() if entry.turn <= state.turn]
        return frozenset([unit for unit, entry in dated if opened(pos, entry)])

    return pos.shared("listed to arrive", (entries, state.turn, state.entered, state.joined), work)


def price(pos: Position, unit: UnitId) -> int:
    """Victory points that a conditional reinforcement costs its side, 0 for regular ones."""
    entry = pos.arrival(unit)
    return entry.cost if entry is not None else 0


def targets(pos: Position, unit: UnitId) -> tuple[Location, ...]:
    """Where a reinforcement may appear now: friendly-owned hexes of its place, in enemy zones of
    control too, and within stacking where the title says so (BF-29A.1, FE-34A2.2).
    """
    found = turns.open_now(pos, unit, _friendly(pos, unit))
    if pos.context.charts.replacements.crowding:
        return found
    return tuple(_taking(pos, unit, found))


def _taking(pos: Position, unit: UnitId, places: Iterable[Location]) -> Iterator[Location]:
    """Those of some places that have room for a reinforcement within all limits."""
    closed = pos.closed_to_arrival(unit)
    for at in places:
        if not isinstance(at, Hex) or (at not in closed and turns.has_room(pos, unit, at)):
            yield at


def _friendly(pos: Position, unit: UnitId) -> tuple[Location, ...]:
    """The boxes and friendly-owned hexes of a reinforcement's place."""
    side, entry = pos.side(unit), pos.arrival(unit)
    word = entry.place if entry is not None else pos.context.regions[unit]
    key = ("spots", side, word, pos.kept_in(unit))
    found: tuple[Location, ...] | None = pos.known.get(key)
    if found is None:
        led = side != NEUTRAL or pos.commander(unit) != NEUTRAL
        terms = (pos.owned(side) if led else NOWHERE, pos.held[other(side)], _places(pos, unit))
        found = pos.known[key] = pos.shared(key, terms, partial(_free_of, *terms))
    return found


def _free_of(
    ours: frozenset[Hex], theirs: frozenset[Hex], places: tuple[Location, ...]
) -> tuple[Location, ...]:
    """The boxes among some places, and the hexes that are a side's own and not held by others."""
    return tuple(
        [at for at in places if not isinstance(at, Hex) or (at in ours and at not in theirs)]
    )


def _places(pos: Position, unit: UnitId) -> tuple[Location, ...]:
    entry = pos.arrival(unit)
    if entry is not None:
        found, boxes = pos.place_hexes(entry.place), pos.kept_in(unit)
        return (*found, *boxes) if boxes else found
    region = pos.context.regions[unit]
    return pos.shared(("cities of a region", region), (), partial(_cities, pos.context, region))


def _cities(context: Context, region: str) -> tuple[Hex, ...]:
    within = area(context, region)
    return tuple([at for at in context.cities if at in within])


def best_target(pos: Position, unit: UnitId) -> Location | None:
    """The place with most room: within stacking and out of enemy zones if possible, larger cities
    first; boxes last.
    """
    side = pos.side(unit)
    enemy, stacks, ranks = pos.zoc(other(side)), pos.standing.sides[side].units, pos.context.cities
    spots = turns.open_now(pos, unit, _friendly(pos, unit))
    boxes = [at for at in spots if at in pos.context.holding]
    numbers = {at: number for number, at in enumerate(spots) if isinstance(at, Hex)}
    merits = [
        (at in enemy, -ranks.get(at, 0), len(stacks.get(at, ())), number)
        for at, number in numbers.items()
    ]
    places = [*[spots[number] for *_, number in sorted(merits)], *boxes]
    crowded = places[0] if places and pos.context.charts.replacements.crowding else None
    return next(_taking(pos, unit, places), crowded)


def families(pos: Position, frame: Initial) -> list[Family]:
    """Reinforcements to be placed."""
    ready = due(pos, frame.side)
    if not ready:
        return []
    choices = partial(targets, pos)
    found = [by_unit("arrive", "Reinforcement", lambda: ready, choices, do.Arrive, weight=8)]
    if any(not price(pos, unit) for unit in ready):
        found.append(
            Family(
                "arrive all", "All reinforcements", lambda: (do.ArriveAll(),), weight=2, main=True
            )
        )
    return found


def arrive_objections(pos: Position, frame: Initial, action: do.Arrive) -> Iterator[Objection]:
    """What forbids a reinforcement's appearance in a place (BF-29A.1)."""
    unit, at = action.unit, action.target
    if unit not in due(pos, frame.side):
        text = f"{pos.called(unit)} is no reinforcement of yours that is due now."
        yield objection(pos, "reinforcement", text)
    elif at not in _places(pos, unit):
        text = f"{pos.called(unit)} does not arrive in {pos.label(at)}."
        yield objection(pos, "reinforcement", text)
    elif at not in _friendly(pos, unit):
        text = f"{pos.label(at)} is not friendly-owned."
        yield objection(pos, "reinforcement", text)
    elif _out_of_turn(pos, unit, at):
        text = f"It is not the turn of {pos.label(at)}: other cities come first."
        yield objection(pos, "placement cycle", text)
    elif at not in targets(pos, unit):
        text = f"{pos.label(at)} has no room for {pos.called(unit)}."
        yield objection(pos, "blocked reinforcement", text)


def _out_of_turn(pos: Position, unit: UnitId, at: Location) -> bool:
    """Whether a friendly hex with room is not the next of its place word."""
    later = at not in turns.open_now(pos, unit, _friendly(pos, unit))
    return later and isinstance(at, Hex) and turns.has_room(pos, unit, at)


def arrive(pos: Position, frame: Initial, action: do.Arrive, transition: Work) -> None:
    """Place the unit; a conditional one has its price in points (BF-29A.3, VPA.18, VPL.10)."""
    put(pos.context, transition, action.unit, action.target)
    transition.tell(
        "arrived", pos.context.cite("reinforcement"), unit=action.unit, at=action.target
    )
    cost = price(pos, action.unit)
    if cost:
        text = f"{pos.called(action.unit)} called up"
        cited = pos.context.cite("conditional reinforcement")
        award(transition, frame.side, -cost, text, cited)


def put(context: Context, transition: Work, unit: UnitId, at: Location, *, steps: int = 0) -> None:
    """Put a unit on the map or in a box, whole unless fewer steps are given."""
    strength = steps or context.units[unit].steps
    transition.state = transition.state.with_piece(unit, at=at, steps=strength, marks=turns.NEW)


def arrive_all_objections(
    pos: Position, frame: Initial, _action: do.ArriveAll
) -> Iterator[Objection]:
    """Nothing is left that could be placed for nothing."""
    if not pressing(pos, frame.side):
        yield objection(pos, "reinforcement", "There are no reinforcements to be placed.")


def arrive_all(pos: Position, frame: Initial, _action: do.ArriveAll, transition: Work) -> None:
    """Place one after the other where there is most room."""
    for unit in due(pos, frame.side):
        look = now(pos.context, transition)
        at = None if price(look, unit) else best_target(look, unit)
        if at is not None:
            arrive(look, frame, do.Arrive(unit, at), transition)


def pressing(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Reinforcements that must still be placed: due, regular, and not blocked."""
    return pos.once(("pressing", side), lambda: _pressing(pos, side))


def _pressing(pos: Position, side: str) -> tuple[UnitId, ...]:
    kinds, found = turns.kinds(pos), list[UnitId]()
    opened = dict[tuple[object, ...], tuple[tuple[Hex, ...], bool]]()
    fitting = dict[tuple[object, ...], bool]()
    for unit in due(pos, side):
        if price(pos, unit):
            continue
        kind = (pos.side(unit), kinds[unit], pos.kept_in(unit))
        if kind not in opened:
            opened[kind] = _open(pos, unit)
        places, fits = opened[kind]
        if places and not fits:
            bulk = (kind, pos.bulk(unit))
            if bulk not in fitting:
                fitting[bulk] = any(turns.has_room(pos, unit, at) for at in places)
            fits = fitting[bulk]
        if fits:
            found.append(unit)
    return tuple(found)


def _open(pos: Position, unit: UnitId) -> tuple[tuple[Hex, ...], bool]:
    """The hexes where reinforcements of a kind may appear if they fit; none of them where one, or
    a box, takes whatever unit comes, and whether there is one.
    """
    places, side = _friendly(pos, unit), pos.side(unit)
    if pos.context.charts.replacements.crowding:
        return (), bool(turns.open_now(pos, unit, places))
    hexes = list[Hex]()
    for at in turns.open_in_turn(pos, unit, places):
        if not isinstance(at, Hex) or not pos.tight(side, at):
            return (), True
        hexes.append(at)
    return tuple(hexes), False


def end_objections(pos: Position, frame: Initial) -> Iterator[Objection]:
    """Arrival is not put off (BF-29A.1)."""
    waiting = pressing(pos, frame.side)
    if waiting:
        text = f"{pos.called(waiting[0])} must be placed first"
        others = len(waiting) - 1
        more = f", as must {counted(others, 'more unit')}" if others else ""
        yield objection(pos, "reinforcement", f"{text}{more}.", units=waiting)


def close(pos: Position, frame: Initial, transition: Work) -> None:
    """Reinforcements that could not come as specified are eliminated, where the title says so
    (BF-29A.2).
    """
    for unit in blocked(pos, frame.side):
        bury(transition, unit)
        transition.tell("blocked", pos.context.cite("blocked reinforcement"), unit=unit)


def blocked(pos: Position, side: str) -> tuple[UnitId, ...]:
    """Who finds no place to arrive and is lost as the phase ends."""
    if not pos.context.charts.replacements.blocked_lost:
        return ()
    return tuple(
        unit
        for unit in due(pos, side)
        if not price(pos, unit) and not targets(pos, unit) and not turns.later(pos, unit)
    )


ANSWERS = (
    Answer(do.Arrive, arrive_objections, arrive),
    Answer(do.ArriveAll, arrive_all_objections, arrive_all),
)
