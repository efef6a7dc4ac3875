"""Ownership that must be made firm: the option by which zones alone take no cities and airbases,
and half an equivalent owns a hex only while it is there (BF-32A1).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.systems.europa.board import bases
from engine.systems.europa.board.zones import in_zone
from engine.systems.europa.state.constants import HALF, NEUTRAL, SIDES, other
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex

FIRM = "firm ownership"
"""The option."""
PASSING = "small units pass"
"""Its second half by itself, which a title may always play (FE-3F.3)."""


def zone_takes(pos: Position, at: Hex, side: str) -> bool:
    """Whether a side's uncontested zone of control makes a hex its own: not the enemy's cities and
    airbases (BF-32A1.1).
    """
    if not pos.context.option(FIRM) or pos.owner_of(at) != other(side):
        return True
    return not pos.context.city_rank(at) and not bases.full_capacity(pos, at)


def firm(pos: Position, at: Hex, side: str) -> bool:
    """True where a side has one equivalent of units, or its zone uncontested (BF-32A1.3)."""
    enemy = other(side)
    uncontested = in_zone(pos, side, at) and not in_zone(pos, enemy, at)
    if uncontested and not pos.friends(at, enemy):
        return True
    return sum(pos.facts(unit).halves for unit in pos.friends(at, side)) >= HALF


def reverting(pos: Position) -> dict[Hex, str]:
    """Hexes that fall back to their former owners: a small unit held them and has left
    (BF-32A1.2).
    """
    return {
        at: former
        for at, former in sorted(pos.state.lent.items())
        if not any([pos.friends(at, side) for side in SIDES])
        and not firm(pos, at, pos.owner_of(at))
    }


def lent(pos: Position, taken: Mapping[Hex, str]) -> dict[Hex, str]:
    """The former owners of hexes that are not firmly held, once hexes in ``taken`` have changed
    hands.
    """
    found = {
        at: former
        for at, former in pos.state.lent.items()
        if at not in taken and not firm(pos, at, pos.owner_of(at))
    }
    for at, side in taken.items():
        before = pos.owner_of(at)
        if before not in (side, NEUTRAL) and pos.friends(at, side) and not firm(pos, at, side):
            found[at] = before
    return found
