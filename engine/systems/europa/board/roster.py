"""Who may be asked to move in a phase, brought up to date where units have changed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from operator import ne

from engine.core.change import pieces_changed
from engine.core.state import Pieces
from engine.frozen import dataclass
from engine.rules.board.occupancy import Standing
from maps.hexgrid import Hex
from oob.model import UnitId

MANY = 24
"""Units of which something changed from which on a roster is listed from nothing."""
Spent = Mapping[UnitId, int]
Ask = Callable[[UnitId], bool]


@dataclass(frozen=True, slots=True)
class Roster:
    """The units of a side on the board, hex by hex, but for those that are done for the phase or
    not able; with what that rests on: who is where, what each spent and how long it was unfed.
    """

    standing: Standing
    spent: Spent
    unfed: Spent
    done: frozenset[UnitId]
    units: tuple[UnitId, ...]


def listed(
    standing: Standing, side: str, spent: Spent, unfed: Spent, done: Ask, able: Ask
) -> Roster:
    """A roster from nothing. ``done`` says of a unit that spent something whether it has no more,
    ``able`` whether one that is there counts.
    """
    out = frozenset([unit for unit in spent if done(unit)])
    stacks = standing.sides[side].units
    units = [u for at in sorted(stacks) for u in stacks[at] if u not in out and able(u)]
    return Roster(standing, spent, unfed, out, tuple(units))


def brought(
    last: Roster, standing: Standing, side: str, spent: Spent, unfed: Spent, done: Ask, able: Ask
) -> Roster | None:
    """The roster of a later position, made of the last one; None where too much is another."""
    if last.unfed is not unfed or last.standing.owners is not standing.owners:
        return None
    changed = pieces_changed(last.standing.pieces, standing.pieces)
    respent = _respent(last.spent, spent)
    if changed is None or respent is None or len(changed) + len(respent) > MANY:
        return None
    touched = frozenset((*changed, *respent))
    if not touched:
        return Roster(standing, spent, unfed, last.done, last.units)
    out, more = last.done, [unit for unit in touched if unit in spent and done(unit)]
    if more or not touched.isdisjoint(out):
        out = out.difference(touched).union(more)
    units, order = list(last.units), standing.order
    was, now = last.standing.pieces, standing.pieces
    mine = [unit for unit in touched if standing.owners[unit] == side]
    for unit in mine:
        if isinstance(was[unit].at, Hex) and unit not in last.done:
            at = _place(units, unit, was, order)
            if at < len(units) and units[at] == unit:
                del units[at]
    for unit in mine:
        if isinstance(now[unit].at, Hex) and unit not in out and able(unit):
            units.insert(_place(units, unit, now, order), unit)
    return Roster(standing, spent, unfed, out, tuple(units))


def _place(units: list[UnitId], unit: UnitId, pieces: Pieces, order: Mapping[UnitId, int]) -> int:
    """Where a unit is among some that are sorted by their hexes and in the order of battle, or
    would be.
    """
    place = (pieces[unit].at, order[unit])
    return bisect_left(units, place, key=lambda one: (pieces[one].at, order[one]))


def _respent(before: Spent, after: Spent) -> Sequence[UnitId] | None:
    """Units that have spent something else; None where some have spent nothing since."""
    if before is after:
        return ()
    units = [*after]
    if units[: len(before)] != [*before]:
        return None
    more = compress(before, map(ne, before.values(), after.values()))
    return (*more, *units[len(before) :])
