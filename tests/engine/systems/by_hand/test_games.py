"""Random games of every starting kit: no fault, undo and replay; the automatic player goes on."""

from __future__ import annotations

import pytest

from engine.game.catalogue import scenarios
from engine.game.session import GameSession
from engine.play import fuzz
from engine.systems import SYSTEMS
from engine.systems.by_hand.charts import HandCharts, problems

KITS = [info.id for info in scenarios() if info.system == "by_hand"]


def begin(name: str, seed: int) -> GameSession:
    return GameSession.start(name, seed=seed)


def test_there_are_five_kits() -> None:
    assert [
        f"by_hand/{kit}" for kit in ("classic", "difference", "fire", "theatre", "blocks")
    ] == KITS


@pytest.mark.parametrize("kit", KITS)
def test_random_games_have_no_fault(kit: str) -> None:
    report = fuzz.fuzz(begin, kit, 1, 5)
    assert [str(fault) for fault in report.faults] == []
    assert report.results[0].decisions > 50


@pytest.mark.parametrize("kit", KITS)
def test_the_automatic_player_sets_up_brings_in_and_goes_on(kit: str) -> None:
    report = fuzz.auto(begin, kit, 1, 2)
    assert report.faults == () and len(report.results) == 1
    assert report.results[0].decisions > 40, "every unit that has a place is put there"


@pytest.mark.parametrize("kit", KITS)
def test_the_rules_of_a_kit_are_sound_and_name_what_its_board_has(kit: str) -> None:
    game = GameSession.start(kit)
    charts, board = game.scenario.data, game.scenario.map
    assert isinstance(charts, HandCharts) and tuple(problems(charts)) == ()
    assert charts.movement is not None
    assert {row.id for row in charts.movement.terrain} >= set(board.terrain.values())
    rules = game.rules
    pieces = [unit for unit, piece in game.state.pieces.items() if piece.at == "pool"]
    assert len(pieces) > 10, "units of an area wait to be set up"
    assert game.system.sides != SYSTEMS["by_hand"].sides
    assert [side.name for side in game.system.sides] == ["West", "East"]
    assert rules.invariants(game.state) == ()
