"""How quick a log of thousands of branches is: to open, and to step back in."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path

from PySide6.QtWidgets import QDockWidget

from engine.game.catalogue import choose, explain
from engine.game.session import GameSession
from qtapp.app.app import application
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import open_window
from tests.benchmarks.figures import Figure, Measure
from tests.benchmarks.games import SCENARIO

BRANCHES = 10_000
LINE = 150
"""Decisions on the line that the branches leave."""


def branched(path: Path) -> None:
    """A game with 10,000 branches: at each step of a line, whatever else was legal."""
    with GameSession.start(SCENARIO, path=path) as game:
        for _ in range(LINE):
            game.act(choose(game))
        line = [node.id for node in game.log.line()]
        most = BRANCHES // len(line) + 60
        for node in line:
            game.goto(node)
            if game.view().chance is None and game.view().outcome is None:
                for action in islice(iter(game.view().legal), most):
                    if len(game.log) < BRANCHES:
                        game.goto(node)
                        game.act(action)
        game.goto(line[-1])


def measured(name: str, words: str, make: Callable[[Path], None]) -> tuple[Figure, Figure]:
    """Opening such a file to first paint, and an undo in it with every panel shown."""
    app = application()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.sandtable"
        make(path)
        start = time.perf_counter()
        window = open_window(Folders.standard(Path(folder)), explain, path)
        app.processEvents()
        window.view.viewport().repaint()
        opened = (time.perf_counter() - start) * 1000.0
        for dock in window.findChildren(QDockWidget):
            dock.setVisible(True)
        app.processEvents()
        taken = []
        for _ in range(20):
            start = time.perf_counter()
            window.bridge.undo()
            taken.append((time.perf_counter() - start) * 1000.0)
            app.processEvents()
        window.close()
    taken.sort()
    undo = Figure(
        f"undo_{name}", f"undo, {words}, all panels", statistics.median(taken), taken[18], "ms",
        "50 ms",
    )  # fmt: skip
    return Figure(f"open_{name}", f"open {words}", opened, opened, "ms", "2,000 ms"), undo


def _one(number: int) -> Figure:
    return measured("branched", f"{BRANCHES:,} branches", branched)[number]


LONG_LOG_MEASURES: dict[str, Measure] = {
    "open_branched": lambda: _one(0),
    "undo_branched": lambda: _one(1),
}
"""The measures, by name."""
