"""What weather does to airfields and to supply lines that cross zones (FE-29C)."""

from __future__ import annotations

import pytest

from engine.systems.europa.board import bases
from engine.systems.europa.supply import supply_status
from engine.systems.europa.supply.nets import OVERLAND, ROAD
from tests.engine.systems.fire_in_the_east.eastern import ALLIED, AXIS, WholeFront


@pytest.mark.parametrize(("kind", "room"), [("clear", 2), ("frost", 2), ("mud", 1), ("snow", 1)])
def test_a_temporary_airfield_takes_one_air_unit_in_mud_and_snow(kind: str, room: int) -> None:
    """[FE-29C.3] Not in frost; a permanent one keeps its capacity."""
    game = WholeFront(turn=8, side=AXIS).weather(kind)
    at = game.at("1B:3713")
    assert not bases.full_capacity(game.pos, at)
    game.having(strips=frozenset({at}))
    assert bases.capacity(game.pos, at) == room
    game.having(strips=frozenset(), airfields=frozenset({at}))
    assert bases.capacity(game.pos, at) == game.context.charts.airbases.capacity("permanent")


def test_a_supply_line_through_two_zones_has_the_worse_weather() -> None:
    """[FE-29C1.2] Each element is as short as the worst weather on its way asks."""
    game = WholeFront(turn=12, side=ALLIED)
    game.having(weather={"A": "clear", "B": "snow", "C": "clear", "D": "clear"})
    bound = supply_status.terms(game.pos, ALLIED)
    zones = game.context.supply_graph.zones
    here, there = zones["C"] & -zones["C"], zones["B"] & -zones["B"]
    chart = game.context.charts.supply
    clear, snow = (chart.lengths(game.pos.skies, kind, "C") for kind in ("clear", "snow"))
    assert clear[OVERLAND] > snow[OVERLAND]
    for element in (OVERLAND, ROAD):
        assert bound.limits(here)[element] == clear[element]
        assert bound.limits(there)[element] == snow[element]
        assert bound.limits(here | there)[element] == snow[element]
