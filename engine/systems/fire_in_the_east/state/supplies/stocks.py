"""What is added to the resource points in hexes, and taken away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.core.handler import Transition
from engine.systems.fire_in_the_east.state.records import East, Stock
from maps.hexgrid import Hex

Work = Transition[East]
"""A step in the making."""


def add(
    transition: Work, at: Hex, side: str, amount: int, *, railed: int = 0, fixed: int = 0
) -> None:
    """Put points into a hex; so many of them have gone by rail in this player turn, by strategic
    movement those that are ``fixed``.
    """
    known = transition.state.resources
    old = known.get(at) or Stock(side, 0)
    new = Stock(side, old.amount + amount, old.railed + railed, old.fixed + fixed)
    transition.set(resources={**known, at: new})


def take(transition: Work, at: Hex, amount: int) -> int:
    """Take points out of a hex, those first that have gone by rail; how many these are."""
    old = transition.state.resources[at]
    transition.set(resources=without(transition.state.resources, at, amount))
    return min(old.railed, amount)


def without(known: Mapping[Hex, Stock], at: Hex, amount: int) -> Mapping[Hex, Stock]:
    """Resource points less so many of a hex, those first that have gone by rail."""
    old = known[at]
    ridden = min(old.railed, amount)
    return _kept(known, at, Stock(old.side, old.amount - amount, old.railed - ridden, old.fixed))


def take_fresh(transition: Work, at: Hex, amount: int) -> None:
    """Take points out of a hex that have not gone by rail in this player turn."""
    known = transition.state.resources
    old = known[at]
    left = Stock(old.side, old.amount - amount, old.railed, old.fixed)
    transition.set(resources=_kept(known, at, left))


def clear(transition: Work, hexes: Iterable[Hex]) -> None:
    """Take all points out of some hexes."""
    gone = frozenset(hexes)
    known = transition.state.resources
    transition.set(resources={at: found for at, found in known.items() if at not in gone})


def _kept(known: Mapping[Hex, Stock], at: Hex, left: Stock) -> Mapping[Hex, Stock]:
    if left.amount <= 0:
        return {one: found for one, found in known.items() if one != at}
    fixed = min(left.fixed, left.amount)
    railed = min(left.railed, left.amount - fixed)
    return {**known, at: Stock(left.side, left.amount, railed, fixed)}


def refresh(transition: Work, side: str) -> None:
    """As a player turn begins, none of a side's points has gone by rail in it."""
    known = transition.state.resources
    if any(found.side == side and (found.railed or found.fixed) for found in known.values()):
        fresh = {
            at: Stock(side, found.amount) if found.side == side else found
            for at, found in known.items()
        }
        transition.set(resources=fresh)
