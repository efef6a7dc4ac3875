"""Sets of closed hexes say the same as the questions hex by hex, wherever random play leads."""

from __future__ import annotations

import pytest

from engine.core.chance import Stream
from engine.game.session import GameSession
from engine.systems.europa.movement import rail_movement
from engine.systems.europa.rules_base import EuropaRules
from maps.hexgrid import Hex


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
            lines = {at for at in rails if rail_movement.closed(pos, unit, at) is not None}
            shut_ = rail_movement.shut_lines(pos, unit)
            assert {at for at in rails if at in shut_} - {piece.at} == lines - {piece.at}
            compared += 1
    assert compared > 30
