"""A view says which hex is decided about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

import pytest

from engine.game.catalogue import choose
from engine.game.session import GameSession
from maps.hexgrid import Hex
from maps.model import GameMap
from tests.engine.systems.fire_in_the_east.searching_sea import Searching
from tests.engine.systems.fire_in_the_east.test_naval_search import KRIM, ODESSA, SEVASTOPOL
from tests.examples import often

LABEL = re.compile(r"(?<![\w:])(?:\w{1,3}:)?\d{4}(?!\w)")
"""What the printed number of a hex looks like in a sentence, with its sheet or without."""


@dataclass(frozen=True)
class Asked:
    """A decision: what is said of it, the hex that the view gives, and its phase."""

    prompt: str
    where: Hex | None
    phase: str


GAMBIT, GERTRUD, FRONT = often(250, 500), often(250, 400), often(250, 700)
"""Steps of the games of each."""


@cache
def asked(scenario: str, steps: int) -> tuple[GameMap, tuple[Asked, ...]]:
    """The board of a game, and the decisions of the automatic player in it."""
    game, found = GameSession.start(scenario, seed=5), []
    for _ in range(steps):
        view = game.view()
        if view.chance is None:
            found.append(Asked(view.prompt, view.where, view.phase))
        game.act(choose(game))
    return game.scenario.map, tuple(found)


@pytest.mark.parametrize(
    ("scenario", "steps"),
    [
        ("balkan_gambit/1943", GAMBIT),
        ("operation_gertrud/early_1942", GERTRUD),
        ("balkan_front/italo_greek_war", FRONT),
    ],
)
def test_a_hex_that_a_prompt_names_is_the_one_the_view_gives(scenario: str, steps: int) -> None:
    board, decisions = asked(scenario, steps)
    named = 0
    for one in decisions:
        for label in LABEL.findall(one.prompt):
            assert one.where == board.parse_label(label), one.prompt
            named += 1
    assert named > 20


def test_fire_is_about_the_hex_of_its_battle_though_the_prompt_names_none() -> None:
    shots = [one for one in asked("balkan_gambit/1943", GAMBIT)[1] if "fire: " in one.prompt]
    assert shots and all(one.where is not None for one in shots)


def test_a_movement_phase_is_about_no_hex() -> None:
    begun = asked("balkan_front/italo_greek_war", FRONT)[1][:60]
    moves = [one.where for one in begun if one.phase == "movement"]
    assert moves and set(moves) == {None}


def test_craft_that_are_hunted_are_where_they_sail() -> None:
    game = Searching().moor(SEVASTOPOL, KRIM)
    game.search(game.between()).do(game.voyage(KRIM, ODESSA)).answered()
    assert game.state.top.where() == game.hunt.at
