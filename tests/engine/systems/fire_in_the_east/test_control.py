"""Control of hexes by small units, and what lost cities take off rail capacity (FE-3F, 7A4)."""

from __future__ import annotations

import pytest

from engine.core.handler import Transition
from engine.core.state import Piece
from engine.systems.europa.state.common import settle_ownership
from engine.systems.europa.state.constants import PENDING
from engine.systems.fire_in_the_east.state.records import East
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    RIFLES,
    North,
    WholeFront,
    deployed,
)

BATTALION, SECOND = "german-402-bicycle-ii", "german-403-bicycle-ii"
FINNS, HUNGARIANS = "finnish-1-rifle-xx", "hungarian-1-motorized-x"
RESERVES, NORWAY = "rumanian-1-infantry-xx", "german-2-mountain-xx"
DEEP = "1B:2715"
MOSKVA = ("2A:3317", "2A:3217", "2A:3216", "2A:3318", "2A:3316", "2A:3417", "2A:3416")


def settled(game: North) -> North:
    """The game after hexes have gone to whoever holds them."""
    work: Transition[East] = Transition(game.state)
    settle_ownership(game.context, work)
    return game.having(taken=work.state.taken, lent=work.state.lent)


def gone(game: North, *units: str) -> North:
    """Units have gone on, off the board."""
    away = {UnitId(unit): Piece(PENDING, 1) for unit in units}
    return settled(game.having(pieces={**game.state.pieces, **away}))


def test_a_battalion_controls_a_hex_only_while_it_is_there() -> None:
    """[FE-3F.3] It goes back to the opponent as the battalion leaves."""
    game = settled(North().put(DEEP, BATTALION))
    assert game.pos.owner_of(game.at(DEEP)) == AXIS
    assert gone(game, BATTALION).pos.owner_of(game.at(DEEP)) == ALLIED


@pytest.mark.parametrize("force", [(BATTALION, SECOND), (FOOT,)])
def test_a_regimental_equivalent_or_a_zone_holds_for_good(force: tuple[str, ...]) -> None:
    """[FE-3F.4] Two battalions together, or a division with its zone of control."""
    game = settled(North().put(DEEP, *force))
    assert gone(game, *force).pos.owner_of(game.at(DEEP)) == AXIS


@pytest.mark.parametrize(
    ("labels", "lost"),
    [
        ((), 0),
        (("1B:1816",), 2),
        (("1B:3512", "1B:2720"), 2),
        (MOSKVA, 8),
        (("1B:2529",), 0),
        (("1B:3804",), 0),
    ],
)
def test_captured_major_cities_take_rail_capacity_along(labels: tuple[str, ...], lost: int) -> None:
    """[FE-7A4.12] [FE-7A4.13] A partial hex 1 RE, a full one 2, all of Moskva 8; owning them again
    changes nothing.
    """
    game = WholeFront()
    game.having(captured=frozenset(map(game.at, labels)))
    assert game.own(ALLIED, *labels).pos.rail_room(ALLIED) / 2 == 90 - lost
    assert game.pos.rail_room(AXIS) / 2 == 30


@pytest.mark.parametrize("unit", [FINNS, RESERVES, HUNGARIANS, NORWAY, RIFLES])
def test_hexes_that_are_closed_to_a_unit_at_once_are_those_that_bar_it_one_by_one(
    unit: str,
) -> None:
    """[FE-32.1] [FE-32A2.2] [FE-32B.2] What is kept of closed land agrees with the rule."""
    pos = WholeFront(state=deployed("campaign")).put("5B:2502", NORWAY).pos
    land = pos.context.land
    closed = {at for at in land if pos.bars(UnitId(unit), at) is not None}
    assert pos.barred_to(UnitId(unit)) == closed and closed < set(land)
