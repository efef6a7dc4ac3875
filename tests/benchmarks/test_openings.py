"""The bench's measures of opening measure what they say."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from engine.game.session import GameSession
from tests.benchmarks import openings
from tests.benchmarks.everything import ALL_MEASURES, GROUPS


def test_a_file_is_opened_in_a_process_of_its_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(openings, "RUNS", 2)
    monkeypatch.setattr(openings, "KEPT", tmp_path / "kept.sandtable")
    monkeypatch.setattr(openings, "PLAYED", "by_hand/classic")
    asked: list[str] = []
    really = openings._run

    def run(*arguments: str) -> str:
        asked.append(arguments[0])
        if arguments[0] == "qtapp.cli":
            GameSession.start(openings.PLAYED, path=openings.KEPT).close()
            return ""
        return really(*arguments)

    monkeypatch.setattr(openings, "_run", run)
    measure = partial(openings.opening, "open", "a small game", "1 ms", openings.played)
    for _ in range(2):
        figure = measure()
        assert "a small game" in figure.what and figure.unit == "ms"
        assert 0 < figure.median <= figure.p95
    opened = ["tests.benchmarks.openings"] * 2 * (1 + openings.RUNS)
    assert asked == ["qtapp.cli", *opened], "it is played once"
    assert openings.OPENING_MEASURES.items() <= ALL_MEASURES.items()


def test_no_measure_hides_another() -> None:
    assert len(ALL_MEASURES) == sum(map(len, GROUPS))
