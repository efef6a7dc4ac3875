"""What several desks do: losses, marks, ownership, and the words of objections."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.core.actions import Action, Objection
from engine.core.desk import Doing
from engine.systems.europa import bases
from engine.systems.europa.occupying import FIRM, lent, reverting, zone_takes
from engine.systems.europa.position import Position
from engine.systems.europa.records import Entry
from engine.systems.europa.table import Table
from engine.systems.europa.words import ALLIED, AXIS, DEAD, GONE, SIDES, other
from maps.hexgrid import Hex, side_between
from oob.model import UnitId

Work = Doing[Any]
"""A step in the making, of whatever state the title has."""


def objection(pos: Position, topic: str, text: str) -> Objection:
    """A sentence that forbids, cited by the topic's rule in the title played."""
    return Objection(pos.table.cite(topic), text)


def now(table: Table, doing: Work) -> Position:
    """The position of a step in the making."""
    return table.look(doing.state)


def bury(doing: Work, unit: UnitId, *, forever: bool = False) -> None:
    """Take a unit off the map: into the dead pile, or out of the game."""
    at = GONE if forever else DEAD
    doing.state = doing.state.with_piece(unit, at=at, steps=0, mode="", marks=frozenset())


def eliminate(table: Table, doing: Work, unit: UnitId, *, cadre: bool = True) -> bool:
    """A unit is eliminated: turned to its cadre if it has one and may, else removed (BF-9E.1).

    True when nothing of it is left on the map.
    """
    if cadre and table.facts(unit, doing.state.pieces[unit].steps).has_cadre:
        doing.state = doing.state.with_piece(unit, steps=1)
        doing.tell("reduced", table.cite("cadre"), unit=unit)
        return False
    bury(doing, unit)
    doing.tell("eliminated", table.cite("eliminated"), unit=unit)
    return True


def mark(doing: Work, unit: UnitId, *marks: str) -> None:
    """Add marks to a unit."""
    doing.state = doing.state.with_pieces({unit: doing.state.pieces[unit].marked(*marks)})


def unmark(doing: Work, *marks: str, units: frozenset[UnitId] | None = None) -> None:
    """Take marks off units, off all of them by default."""
    off = frozenset(marks)
    changed = {
        unit: piece.__class__(piece.at, piece.steps, piece.mode, piece.marks - off)
        for unit, piece in doing.state.pieces.items()
        if piece.marks & off and (units is None or unit in units)
    }
    if changed:
        doing.state = doing.state.with_pieces(changed)


def spend(doing: Work, unit: UnitId, half_points: int) -> None:
    """Count half movement points as used by a unit in this phase."""
    spent = doing.state.spent
    doing.set(spent={**spent, unit: spent.get(unit, 0) + half_points})


def use(doing: Work, allowance: str, amount: int) -> None:
    """Count part of an allowance of the player turn as used."""
    used = doing.state.used
    doing.set(used={**used, allowance: used.get(allowance, 0) + amount})


def award(doing: Work, side: str, points: int, text: str, rule: str) -> None:
    """Enter victory points into the ledger, and tell of it."""
    entry = Entry(doing.state.turn, side, points, text, rule)
    doing.set(ledger=(*doing.state.ledger, entry))
    doing.tell("points", rule, side=side, points=points, text=text)


def no_objections(_pos: Position, _frame: object, _action: Action) -> Iterator[Objection]:
    """Always allowed."""
    return iter(())


def claims(pos: Position) -> dict[Hex, str]:
    """Hexes that have a new owner as units stand now, with that owner (BF-3D).

    A hex belongs to the side whose units stand in it; else to the side whose zone of control
    reaches it uncontested; else to whoever had it last.
    """
    found: dict[Hex, str] = {}
    for side in SIDES:
        for at in sorted(pos.held[side] - pos.held[other(side)] - pos.owned(side)):
            found[at] = side
    for side in SIDES:
        foe = other(side)
        free = pos.zoc(side) - pos.owned(side) - pos.zoc(foe)
        for at in sorted(free - pos.held[foe] - pos.held[side]):
            if pos.claimable(at, side) and zone_takes(pos, at, side):
                found[at] = side
    return found


def settle_ownership(table: Table, doing: Work) -> dict[Hex, str]:
    """Give every hex its owner as units stand now; what a capture destroys goes with it (BF-3D,
    14E). Returns the hexes that changed hands.
    """
    pos = now(table, doing)
    found = claims(pos)
    if table.option(FIRM):
        found = {**reverting(pos), **found}
        doing.set(lent=lent(pos, found))
    if found:
        doing.set(taken={**doing.state.taken, **found})
        for at, side in found.items():
            _captured(pos, doing, at, side)
    return found


def _captured(pos: Position, doing: Work, at: Hex, side: str) -> None:
    """What falls with a hex: forts, fortified hexsides, airstrips, works, supplies, sources."""
    state, table = doing.state, pos.table
    if pos.owner_of(at) not in (AXIS, ALLIED):
        return
    razed = {side_between(at, near) for near in at.neighbours()} & table.fortified - state.razed
    if razed:
        doing.set(razed=state.razed | razed)
        doing.tell("fortifications razed", table.cite("fortified hexsides razed"), at=at)
    if at in state.forts:
        doing.set(forts=doing.state.forts - {at})
        doing.tell("fort destroyed", table.cite("fort destroyed"), at=at)
    if at in state.strips:
        name = bases.key(table, bases.AIRBASE, at)
        hits = {key: count for key, count in doing.state.hits.items() if key != name}
        doing.set(strips=doing.state.strips - {at}, hits=hits)
    if at in state.works:
        doing.set(works={h: w for h, w in doing.state.works.items() if h != at})
    delivery = state.deliveries.get(at)
    if delivery is not None and delivery.side != side:
        doing.set(deliveries={h: d for h, d in doing.state.deliveries.items() if h != at})
    if table.city_rank(at):
        doing.set(captured=doing.state.captured | {at})
        doing.tell("captured", table.cite("ownership"), at=at, side=side)
    if table.city_rank(at) or at in table.ports:
        doing.set(forfeit=doing.state.forfeit | {at})
