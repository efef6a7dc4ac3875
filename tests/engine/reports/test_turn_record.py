"""The turn record of games that begin with a later turn of their title's calendar."""

from __future__ import annotations

import pytest

from engine.game.session import GameSession
from engine.reports.turn_record import turn_rows


@pytest.mark.parametrize(
    ("scenario", "first", "last", "date"),
    [
        ("balkan_front/operation_marita", 11, 12, "Apr I 41"),
        ("fire_in_the_east/typhoon", 8, 13, "Oct I 41"),
        ("boot_camp/balkan_campaign", 1, 20, "Nov I 40"),
    ],
)
def test_turns_before_the_game_are_none_of_its_turns(
    scenario: str, first: int, last: int, date: str
) -> None:
    game = GameSession.start(scenario, seed=1)
    view = game.rules.phases(game.state)
    assert list(view.turns) == list(range(first, last + 1))
    assert view.turn_words == f"Turn {first} of {last}"
    rows = [row for row in turn_rows(game.rules, game.state) if row.number]
    assert [row.number for row in rows] == list(view.turns) and rows[0].date == date
    due = game.rules.due(game.state, first, last)
    assert {entry.turn for entry in due} <= {0, *view.turns}
