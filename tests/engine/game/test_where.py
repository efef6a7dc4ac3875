"""A view says which hex is decided about."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.game.catalogue import choose
from engine.game.session import GameSession
from engine.game.views import View
from tests.engine.systems.fire_in_the_east.searching_sea import Searching
from tests.engine.systems.fire_in_the_east.test_naval_search import KRIM, ODESSA, SEVASTOPOL

LABEL = re.compile(r"(?<![\w:])(?:\w{1,3}:)?\d{4}(?!\w)")
"""What the printed number of a hex looks like in a sentence, with its sheet or without."""


def asked(scenario: str, steps: int) -> Iterator[tuple[GameSession, View]]:
    """The decisions of the automatic player in a game."""
    game = GameSession.start(scenario, seed=5)
    for _ in range(steps):
        view = game.view()
        if view.chance is None:
            yield game, view
        game.act(choose(game))


@pytest.mark.parametrize(
    ("scenario", "steps"),
    [
        ("balkan_gambit/1943", 500),
        ("operation_gertrud/early_1942", 400),
        ("balkan_front/italo_greek_war", 700),
    ],
)
def test_a_hex_that_a_prompt_names_is_the_one_the_view_gives(scenario: str, steps: int) -> None:
    named = 0
    for game, view in asked(scenario, steps):
        for label in LABEL.findall(view.prompt):
            assert view.where == game.scenario.map.parse_label(label), view.prompt
            named += 1
    assert named > 20


def test_fire_is_about_the_hex_of_its_battle_though_the_prompt_names_none() -> None:
    shots = [view for _game, view in asked("balkan_gambit/1943", 500) if "fire: " in view.prompt]
    assert shots and all(view.where is not None for view in shots)


def test_a_movement_phase_is_about_no_hex() -> None:
    moves = [
        view.where
        for _game, view in asked("balkan_front/italo_greek_war", 60)
        if view.phase == "movement"
    ]
    assert moves and set(moves) == {None}


def test_craft_that_are_hunted_are_where_they_sail() -> None:
    game = Searching().moor(SEVASTOPOL, KRIM)
    game.search(game.between()).do(game.voyage(KRIM, ODESSA)).answered()
    assert game.state.top.where() == game.hunt.at
