"""Resource points that lie in hexes: how many are free, to be carried or to go by rail."""

from __future__ import annotations

from functools import lru_cache

from engine.systems.fire_in_the_east.state.position import EastPosition
from maps.hexgrid import Hex


def of_side(pos: EastPosition, side: str) -> tuple[Hex, ...]:
    """The hexes with resource points of a side, in order."""
    stocks = pos.state.resources
    return pos.once(
        ("stocks", side),
        lambda: tuple(sorted([at for at, found in stocks.items() if found.side == side])),
    )


def free(pos: EastPosition, at: Hex, side: str) -> int:
    """The points of a side in a hex that no unit carries in this phase."""
    found = pos.state.resources.get(at)
    return found.amount - carried(pos, at) if found is not None and found.side == side else 0


def carried(pos: EastPosition, at: Hex) -> int:
    """The points in a hex that units carry."""
    return sum(load.amount for load in pos.state.loads.values() if load.at == at)


def portable(pos: EastPosition, at: Hex, side: str) -> int:
    """Those of the free points that a unit may pick up: none that came by strategic rail movement,
    which do nothing else in that player turn.
    """
    found = pos.state.resources.get(at)
    return free(pos, at, side) - found.fixed if found is not None else 0


def rideable(pos: EastPosition, at: Hex, side: str) -> int:
    """Those of the free points that have not gone by rail in this player turn."""
    found = pos.state.resources.get(at)
    if found is None:
        return 0
    ridden = max(0, found.railed - carried(pos, at)) + found.fixed
    return max(0, free(pos, at, side) - ridden)


@lru_cache
def parts(amount: int) -> tuple[int, ...]:
    """The amounts that are offered: all, five and one."""
    return tuple(dict.fromkeys(part for part in (amount, 5, 1) if 0 < part <= amount))
