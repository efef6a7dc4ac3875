"""What several handlers do: losses, marks, ownership, and the words of objections."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

from engine.core.actions import Objection
from engine.core.change import pieces_changed
from engine.core.handler import Transition
from engine.core.state import Location, Piece
from engine.rules.board.pieces import mark as mark
from engine.rules.board.pieces import unmark as unmark
from engine.systems.europa.board import bases, zones
from engine.systems.europa.board.board import FORTRESS
from engine.systems.europa.board.ownership import FIRM, PASSING, lent, reverting, zone_takes
from engine.systems.europa.state.constants import (
    ALLIED,
    ATTACKED,
    AXIS,
    DEAD,
    DEFENDED,
    GONE,
    SIDES,
    other,
)
from engine.systems.europa.state.context import SIDE_NAMES, Context
from engine.systems.europa.state.position import Position
from engine.systems.europa.state.records import Entry, Theatre
from maps.hexgrid import Hex
from oob.model import UnitId

Work = Transition[Theatre]
"""A step in the making, of whatever state the title has."""
TheatreT = TypeVar("TheatreT", bound=Theatre)
"""The state of a title."""
PositionT = TypeVar("PositionT", bound=Position)
"""The position of a title."""


def objection(
    pos: Position,
    topic: str,
    text: str,
    *,
    units: tuple[UnitId, ...] = (),
    places: tuple[Location, ...] = (),
    aside: bool = False,
) -> Objection:
    """A sentence that forbids, cited by the topic's rule in the title played, and whom and where it
    is about.
    """
    return Objection(pos.context.cite(topic), text, units, places, aside)


def now(context: Context, transition: Work) -> Position:
    """The position of a step in the making."""
    return context.look(transition.state)


def bury(transition: Work, unit: UnitId, *, forever: bool = False) -> None:
    """Take a unit off the map: into the dead pile, or out of the game."""
    at = GONE if forever else DEAD
    transition.state = transition.state.with_piece(unit, at=at, steps=0, mode="", marks=frozenset())


def eliminate(
    context: Context, transition: Work, unit: UnitId, *, cadre: bool = True, cited: str = ""
) -> bool:
    """A unit is eliminated: turned to its cadre if it has one and may, else removed (BF-9E.1);
    by the rule that is cited, where it is not combat that eliminates it.

    True when nothing of it is left on the map.
    """
    reduced = cadre and context.facts(unit, transition.state.pieces[unit].steps).has_cadre
    for count_loss in context.loss_counters:
        count_loss(transition, unit, reduced, cited or context.cite("eliminated"))
    if reduced:
        transition.state = transition.state.with_piece(unit, steps=1)
        transition.tell("reduced", cited or context.cite("cadre"), unit=unit)
        return False
    bury(transition, unit)
    transition.tell("eliminated", cited or context.cite("eliminated"), unit=unit)
    return True


def in_play(pos: Position, unit: UnitId) -> bool:
    """Whether a unit is on the map or in a holding box."""
    at = pos.piece(unit).at
    return isinstance(at, Hex) or at in pos.context.holding


FOUGHT = frozenset({ATTACKED, DEFENDED})
"""The marks of units that have attacked or been attacked."""


def spoilt(pos: Position, unit: UnitId) -> bool:
    """Whether what has happened to a unit ends what was planned for it: it is in an enemy zone of
    control, has attacked or been attacked, or is in play no more (BF-25C.5, 25C.6).
    """
    piece = pos.state.pieces[unit]
    if not isinstance(piece.at, Hex) and piece.at not in pos.context.holding:
        return True
    return piece.at in pos.zoc(other(pos.side(unit))) or not piece.marks.isdisjoint(FOUGHT)


def spend(transition: Work, unit: UnitId, half_points: int) -> None:
    """Count half movement points as used by a unit in this phase."""
    spent = transition.state.spent
    transition.set(spent={**spent, unit: spent.get(unit, 0) + half_points})


def use(transition: Work, allowance: str, amount: int) -> None:
    """Count part of an allowance of the player turn as used."""
    used = transition.state.used
    transition.set(used={**used, allowance: used.get(allowance, 0) + amount})


def award(transition: Work, side: str, points: int, text: str, rule: str) -> None:
    """Enter victory points into the ledger, and tell of it."""
    entry = Entry(transition.state.turn, side, points, text, rule)
    transition.set(ledger=(*transition.state.ledger, entry))
    transition.tell("points", rule, side=side, points=points, text=text)


class Sided(Protocol):
    """An open decision of a side."""

    @property
    def side(self) -> str:
        """Whose it is."""


class Tallying(Protocol):
    """A state that says which units have been counted, and as what."""

    @property
    def pieces(self) -> Mapping[UnitId, Piece]:
        """The pieces."""

    @property
    def tallied(self) -> Mapping[UnitId, int]:
        """The steps with which units were counted last."""


def result_called(winner: str, level: str) -> str:
    """How a game ended, in words: *Axis major victory*, *stalemate*."""
    return f"{SIDE_NAMES[winner]} {level}" if winner else level


def uncounted(state: Tallying, since: Tallying | None) -> tuple[UnitId, ...] | None:
    """Units that may not be counted yet, when all were in another state; None for any unit."""
    few = None if since is None else pieces_changed(since.pieces, state.pieces)
    if since is None or few is None:
        return None
    if since.tallied is state.tallied:
        return tuple(few)
    others = {unit for unit, _ in since.tallied.items() ^ state.tallied.items()}
    return tuple([unit for unit in state.pieces if unit in others or unit in few])


def claims(pos: Position) -> dict[Hex, str]:
    """Hexes that have a new owner as units stand now, with that owner (BF-3D).

    A hex belongs to the side whose units stand in it; else to the side whose zone of control
    reaches it uncontested; else to whoever had it last.
    """
    found: dict[Hex, str] = {}
    graph = pos.context.supply_graph
    masks, hexes, sides = graph.masks, graph.bits.hexes, pos.standing.sides
    held = {
        side: masks.made_of(("stacks", side), sides[side], sides[side].units.keys) for side in SIDES
    }
    lands = pos.holdings.lands
    owned = {
        side: masks.made_of(("land", side), lands[side], lands[side].__iter__) for side in SIDES
    }
    zone = {side: zones.zones_of(pos, side).mask for side in SIDES}
    for side in SIDES:
        come = held[side] & ~(held[other(side)] | owned[side])
        for at in sorted(hexes(come)) if come else ():
            if pos.conquers(at):
                found[at] = side
    for side in SIDES:
        enemy = other(side)
        free = zone[side] & ~(owned[side] | zone[enemy] | held[enemy] | held[side])
        for at in sorted(hexes(free)) if free else ():
            if pos.claimable(at, side) and zone_takes(pos, at, side):
                found[at] = side
    return found


def settle_ownership(context: Context, transition: Work) -> dict[Hex, str]:
    """Give every hex its owner as units stand now; what a capture destroys goes with it (BF-3D,
    14E). Returns the hexes that changed hands.
    """
    pos = now(context, transition)
    found = claims(pos)
    if context.option(FIRM) or context.option(PASSING):
        found = {**reverting(pos), **found}
        lending = lent(pos, found)
        if lending != pos.state.lent:
            transition.set(lent=lending)
    if found:
        transition.set(taken=context.handed_over(transition.state.taken, found))
        for at, side in found.items():
            fall(pos, transition, at, side)
    return found


def fall(pos: Position, transition: Work, at: Hex, side: str) -> None:
    """What falls with a hex: forts, fortified hexsides, airstrips, works, supplies, sources."""
    state, context = transition.state, pos.context
    if pos.owner_of(at) not in (AXIS, ALLIED):
        return
    razed = context.fortifications.get(at, frozenset()) - state.razed
    if razed:
        transition.set(razed=state.razed | razed)
        transition.tell("fortifications razed", context.cite("fortified hexsides razed"), at=at)
    if at in state.forts:
        transition.set(forts=transition.state.forts - {at})
        transition.tell("fort destroyed", context.cite("fort destroyed"), at=at)
    if at in state.strips:
        name = bases.key(context, bases.AIRBASE, at)
        hits = {key: count for key, count in transition.state.hits.items() if key != name}
        transition.set(strips=transition.state.strips - {at}, hits=hits)
    if at in state.works:
        transition.set(works={h: w for h, w in transition.state.works.items() if h != at})
    delivery = state.deliveries.get(at)
    if delivery is not None and delivery.side != side:
        transition.set(deliveries={h: d for h, d in transition.state.deliveries.items() if h != at})
    if context.city_rank(at):
        if at not in state.captured:
            transition.set(captured=transition.state.captured | {at})
        transition.tell("captured", context.cite("ownership"), at=at, side=side)
    if pos.fortress(at) == FORTRESS:
        transition.tell("fortress destroyed", context.cite("fortress destroyed"), at=at)
    if (context.city_rank(at) or at in context.ports) and at not in state.forfeit:
        transition.set(forfeit=transition.state.forfeit | {at})
