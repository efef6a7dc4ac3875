from __future__ import annotations

from PySide6.QtWidgets import QApplication

from tests.benchmarks.frames import frame_times
from tests.qtapp.painters.boards import board


def test_frames_are_measured(qapp: QApplication) -> None:
    times = frame_times(board(16, 12), size=(300, 200), rounds=1)
    assert len(times.frames) > 100
    assert 0 < times.median <= times.p95
    assert times.first > 0
