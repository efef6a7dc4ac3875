"""A long log is read between the events of the window; who asks meanwhile is told to wait."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject

from engine.core.chance import Stream
from engine.game.session import GameSession
from engine.reports.statistics import Statistics
from qtapp.workers.in_turn import InTurn
from qtapp.workspaces.play.analysis_panels import log_reader
from qtapp.workspaces.play.analysis_panels.log_reader import LogReader
from tests.engine.fakes import install, small_scenario


def test_a_long_log_is_read_bit_by_bit(qapp: object, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch)
    monkeypatch.setattr(log_reader, "SLICE_SECONDS", -1.0)
    game = GameSession.begin(small_scenario(turns=1000))
    stream = Stream(4, "reader")
    for _ in range(30):
        action = game.view().legal.random(stream)
        assert action is not None
        game.act(action)
    statistics = Statistics(game)
    steps = statistics.left(1_000)
    parent = QObject()
    turns = InTurn(parent)
    reader = LogReader(parent, turns)
    said: list[int] = []
    reader.ready.connect(lambda: said.append(1))
    assert steps > log_reader.STEPS
    monkeypatch.setattr(log_reader, "AT_ONCE", 2)
    assert not reader.is_ready(statistics)
    turns.step()
    assert not said and statistics.left(1_000) == steps - log_reader.STEPS
    for _ in range(steps):
        turns.step()
    assert said == [1] and reader.is_ready(statistics)
    game.undo()
    assert reader.is_ready(statistics), "what was read once is known"
