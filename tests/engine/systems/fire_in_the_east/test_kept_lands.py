"""Lands that are closed to units are kept for units alike, and for no others."""

from __future__ import annotations

from engine.systems.europa.movement.reach import avoided
from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import RIFLES, WholeFront, deployed


def test_who_rides_and_who_walks_keep_away_from_lands_of_their_own() -> None:
    """FE-30.3: what is closed to cavalry is not to infantry, whoever is asked first."""
    game = WholeFront(state=deployed("campaign"))
    rider = next(u for u in sorted(game.pos.context.riders) if game.pos.nation(u) == "soviet")
    walker = UnitId(RIFLES)
    closed = [avoided(game.pos, unit)[0] for unit in (rider, walker)]
    again = WholeFront(state=game.state)
    assert [avoided(again.pos, unit)[0] for unit in (walker, rider)] == closed[::-1]
    assert closed[1] < closed[0] and closed[0] >= game.pos.context.arctic
