"""The bench's displays and its long game measure what they say."""

from __future__ import annotations

import pytest

from engine.cli.benches import Calibration, Measured, table
from engine.game.session import GameSession
from engine.play.log import ROOT
from tests.benchmarks import overlays
from tests.benchmarks.figures import Figure
from tests.benchmarks.overlays import OVERLAY_MEASURES, Fullest, long_game


def test_a_long_game_has_its_turns_on_several_lines_and_is_sought() -> None:
    game = long_game(24)
    ends = game.log.ends()
    assert len(ends) >= 2, "one campaign has twenty turns"
    assert sum(game.state_at(end).turn for end in ends) >= 24
    last = game.log.current
    digest = game.digest()
    for _ in range(40):
        assert game.undo()
    game.goto(ends[0])
    game.goto(last)
    assert game.digest() == digest
    assert game.state_at(ROOT).turn == 1


def test_displays_are_measured_at_a_full_position(monkeypatch: pytest.MonkeyPatch) -> None:
    game = GameSession.start("operation_gertrud/early_1941", seed=1)
    one = Fullest("Early 1941", game, game.state)
    monkeypatch.setattr(overlays, "fullest", lambda: (one,))
    for name in ("zones", "threat", "supply_lines", "ranges", "odds"):
        figure = OVERLAY_MEASURES[name]()
        assert figure.name == name and figure.unit == "ms"
        assert figure.p95 >= figure.median > 0
    assert "Early 1941" in OVERLAY_MEASURES["zones"]().what


def test_memory_is_written_in_megabytes_and_rates_as_rates() -> None:
    memory = Figure("m", "memory", 8.2, 8.2, "MB", "-")
    play = Figure("r", "play", 2000, 1500, "a/s", "-")
    text = table([Measured(one, Calibration(2.0, 3.0)) for one in (memory, play)])
    assert "| memory | 8.2 MB | 8.2 MB | - |  |" in text
    assert "| play | 2,000 a/s | 1,500 a/s at worst | - | 0.1 |" in text
