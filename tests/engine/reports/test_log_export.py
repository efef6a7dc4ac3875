"""The story of a game as a text to keep."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from html.parser import HTMLParser
from io import StringIO

import pytest

from engine.core.actions import Roll
from engine.game.session import Dice, GameSession
from engine.reports.log_export import (
    How,
    MarkKind,
    json_lines,
    markdown,
    plain_text,
    table,
    web_page,
)
from oob.model import UnitId
from tests.engine import fakes
from tests.engine.fakes import Raid, Rest, small_scenario

ASH = UnitId("ash")


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> GameSession:
    fakes.install(monkeypatch)
    return GameSession.begin(small_scenario(2), seed=4, dice=Dice.ASK)


def test_every_sentence_stands_under_its_turn_and_phase(game: GameSession) -> None:
    for _ in range(3):
        game.act(Rest())
    text = markdown(game)
    assert text.startswith("# A small raid\n")
    assert text.index("## Turn 1: play") < text.index("## Turn 2: play")
    assert text.count("- It rests. [S 5]") == 3
    assert "not finished" in text


def test_dice_are_told_with_how_they_came_about(game: GameSession) -> None:
    game.act(Raid(ASH))
    game.act(Roll(2))
    assert "(die 2, typed in)" in plain_text(game)
    game.act(Raid(ASH))
    game.roll()
    game.reroll()
    assert "rolled again)" in plain_text(game)


def test_the_log_is_a_table_with_reasons_and_notes(game: GameSession) -> None:
    game.act(Raid(ASH), how=How.BOT, why="It pays, if it works.")
    game.act(Roll(2))
    game.mark(game.log.current, MarkKind.NOTE, 'so much for "luck"')
    rows = list(csv.DictReader(StringIO(table(game))))
    raid = next(row for row in rows if row["how"] == "bot")
    assert raid["reason"] == "It pays, if it works."
    assert (rows[-1]["die"], rows[-1]["how"]) == ("2", "typed")
    assert rows[-1]["note"] == 'so much for "luck"'
    assert {row["turn"] for row in rows} == {"1"}


def test_the_end_is_told(game: GameSession) -> None:
    for _ in range(4):
        game.act(Rest())
    assert "more points" in markdown(game).splitlines()[2]
    assert "Red 0, Blue 0" in plain_text(game).splitlines()[1]


def test_an_end_without_points_is_told_without_them(
    game: GameSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty pair of brackets stood there, *( victory points)*."""
    for _ in range(4):
        game.act(Rest())
    view = game.view()
    assert view.outcome is not None
    ended = replace(view, outcome=replace(view.outcome, points=()))
    monkeypatch.setattr(game, "view", lambda: ended)
    assert "(" not in markdown(game).splitlines()[2]


def test_json_lines_hold_what_the_table_holds(game: GameSession) -> None:
    game.act(Raid(ASH))
    game.act(Roll(2))
    lines = [json.loads(line) for line in json_lines(game).splitlines()]
    rows = list(csv.DictReader(StringIO(table(game))))
    assert len(lines) == len(rows) > 1
    for line, row in zip(lines, rows, strict=True):
        assert list(line) == list(row)
        assert {key: "" if value is None else str(value) for key, value in line.items()} == row
    assert [line["die"] for line in lines if line["die"] is not None] == [2]


def test_a_web_page_links_to_each_phase_and_takes_names_as_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fakes.install(monkeypatch)
    scenario = replace(small_scenario(2), title="A <b>small</b> & 'raid'")
    game = GameSession.begin(scenario, seed=4, dice=Dice.ASK)
    for _ in range(3):
        game.act(Rest())
    page = web_page(game)
    seen: list[tuple[str, dict[str, str | None]]] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            seen.append((tag, dict(attrs)))

    Reader().feed(page)
    tags = [tag for tag, _ in seen]
    assert "b" not in tags and "script" not in tags
    links = [attrs["href"] for tag, attrs in seen if tag == "a"]
    assert links == [f"#{attrs['id']}" for tag, attrs in seen if tag == "section"] and links
    assert page.count("<li>It rests. [S 5]</li>") == 3
