"""What is refused because it is not its time is named as menus name it, not as files do."""

from __future__ import annotations

import pytest

from engine.core.actions import Action
from engine.game.session import GameSession
from engine.rules.movement.actions import Move
from engine.systems.europa.air.actions import FlyMission
from engine.systems.europa.air.records import Mission

CRETE = "balkan_front/assault_on_crete"


def act(scenario: str, game: GameSession) -> Action:
    """Something that cannot be done while sides set up."""
    unit, at = next(iter(game.state.pieces)), next(iter(game.scenario.map.terrain))
    if scenario == CRETE:
        flyer = next(iter(game.state.air.units))  # type: ignore[attr-defined]
        return FlyMission(flyer, Mission.AIR_DROP, at)
    return Move(unit, at)


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        ("balkan_gambit/1943", "“Move "),
        ("operation_gertrud/late_1942", "“Move "),
        ("fire_in_the_east/army_group_north", "“Move "),
        (CRETE, "air drop"),
    ],
)
def test_it_is_named_as_its_menu_line(scenario: str, words: str) -> None:
    game = GameSession.start(scenario, seed=1)
    action = act(scenario, game)
    (objection,) = game.rules.check(game.state, action)
    assert words in objection.text and game.view().prompt in objection.text
    assert f"'{action.kind()}'" not in objection.text
