"""Sets of closed hexes say the same as the questions hex by hex, wherever random play leads."""

from __future__ import annotations

import pytest

from engine.core.chance import Stream
from engine.game.session import GameSession
from engine.systems.europa.movement import rail_movement
from engine.systems.europa.rules_base import EuropaRules
from engine.systems.europa.state.position import Position
from maps.hexgrid import Hex
from oob.model import UnitId


@pytest.mark.parametrize("scenario", ["boot_camp/balkan_campaign", "balkan_front/italo_greek_war"])
def test_what_is_closed_to_marches_and_railroads_is_closed_hex_by_hex(scenario: str) -> None:
    game = GameSession.start(scenario, seed=5)
    stream = Stream(5, "closed")
    assert isinstance(game.rules, EuropaRules)
    compared = 0
    for number in range(260):
        action = game.view().legal.random(stream)
        assert action is not None
        game.act(action)
        if number % 26:
            continue
        pos = game.rules.position(game.state)
        land, rails = sorted(pos.context.land), sorted(pos.context.rails)
        for unit, piece in list(game.state.pieces.items())[::9]:
            if not isinstance(piece.at, Hex) or not pos.side(unit):
                continue
            shut = {at for at in land if pos.bars(unit, at) is not None}
            assert pos.barred_to(unit) == shut
            assert _lines_are_shut_hex_by_hex(pos, unit, rails)
            compared += 1
    assert compared > 30


def test_lines_of_both_gauges_are_closed_hex_by_hex() -> None:
    game = GameSession.start("fire_in_the_east/army_group_north", seed=5)
    stream = Stream(5, "gauges")
    assert isinstance(game.rules, EuropaRules)
    compared = 0
    for number in range(320):
        action = game.view().legal.random(stream)
        assert action is not None
        game.act(action)
        pos = game.rules.position(game.state)
        rails = pos.context.railways.hexes
        on_rails = [u for u, one in game.state.pieces.items() if pos.side(u) and one.at in rails]
        for unit in on_rails[number % 7 :: 7] if number % 20 == 19 else ():
            assert _lines_are_shut_hex_by_hex(pos, unit, sorted(pos.context.rails))
            compared += 1
    assert compared > 30


def _lines_are_shut_hex_by_hex(pos: Position, unit: UnitId, rails: list[Hex]) -> bool:
    """Whether the rail hexes that are shut to a unit are those that are closed to it one by one,
    its own aside.
    """
    own = {pos.piece(unit).at}
    closed = {at for at in rails if rail_movement.closed(pos, unit, at) is not None}
    return closed - own == rail_movement.shut_lines(pos, unit) - own
