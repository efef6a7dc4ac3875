"""How quick a log of thousands of branches, or of steps, is: to open, and to step back in."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator
from functools import cache
from itertools import cycle, islice
from pathlib import Path

from PySide6.QtCore import QTimer

from engine.core.chance import Stream
from engine.game.catalogue import choose, explain
from engine.game.session import GameSession
from engine.systems.by_hand.actions import NextPhase
from qtapp.app.app import application
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import MainWindow, open_window
from qtapp.workers.tidying import Tidier
from qtapp.workspaces.play.play_table import PLAY
from qtapp.workspaces.workspace_table import BOTTOM, LEFT, RIGHT
from tests.benchmarks.figures import Figure, Measure
from tests.benchmarks.games import SCENARIO

BRANCHES = 10_000
LINE = 150
"""Decisions on the line that the branches leave."""

STEPS = 20_000
HASTY = 20
"""Undos that are measured one right after another as soon as the file is open."""

UNDONE = 40
"""Undos that are measured with a rest after each."""

SCREEN = 1920, 1080
"""The window's size in pixels."""

BY_HAND = "by_hand/classic"


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


def long(path: Path) -> None:
    """A game by hand of 20,000 decisions on one line, all kinds of them."""
    stream = Stream(1, "long log")
    with GameSession.start(BY_HAND, path=path) as game, game._store._project.transaction():  # type: ignore[union-attr]
        while len(game.log) < STEPS:
            action = game.view().legal.random(stream)
            assert action is not None
            if not isinstance(action, NextPhase) or stream.below(100) == 0:
                game.act(action)


def measured(name: str, words: str, make: Callable[[Path], None]) -> tuple[Figure, ...]:
    """Opening such a file to first paint; an undo in it with every panel of Play beside the others,
    from the first moment on; and how long the window then does not answer while the panels follow
    one after the other.

    In a core's own time: on a machine that does nothing else it is what a person waits.
    """
    app = application()
    tidier = Tidier(app)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "log.sandtable"
        make(path)
        tidier.begin()
        start = time.process_time()
        window = open_window(Folders.standard(Path(folder)), explain, path)
        app.processEvents()
        window.view.viewport().repaint()
        opened = _since(start)
        lay_apart(window)
        for _ in range(3):
            app.processEvents()  # what a window does before it is in view
        taken = [_undo(window) for _ in range(HASTY)]
        deque(_pieces(window), maxlen=0)
        halts: list[float] = []
        for _ in range(UNDONE):
            taken.append(_undo(window))
            halts.append(max(_pieces(window), default=0.0))
        window.close()
        tidier.end()
    return (
        Figure(f"open_{name}", f"open {words}", opened, opened, "ms", "2,000 ms"),
        _figure(f"undo_{name}", f"undo in {words}, all panels", taken),
        _figure(f"follow_{name}", f"longest piece of what panels do after it, {words}", halts),
    )


def lay_apart(window: MainWindow) -> None:
    """Show all panels of Play side by side, none behind another."""
    window.resize(*SCREEN)
    areas = cycle((LEFT, RIGHT, BOTTOM))
    for dock, area in zip(window.docks.of(PLAY), areas, strict=False):
        window.removeDockWidget(dock)
        window.addDockWidget(area, dock)
        dock.setVisible(True)


def lay_tabbed(window: MainWindow) -> None:
    """Show all panels of Play at their own places, those that share one as tabs; in front are those
    that are when the window opens.
    """
    window.resize(*SCREEN)
    for dock in window.docks.of(PLAY):
        dock.setVisible(True)
    for ident in ("displays", "log"):
        window.docks[ident].raise_()


def _undo(window: MainWindow) -> float:
    """Milliseconds that an undo takes until it shows."""
    start = time.process_time()
    window.book["undo"].trigger()
    application().processEvents()
    return _since(start)


def _figure(name: str, words: str, taken: list[float]) -> Figure:
    last = sorted(taken)[len(taken) * 95 // 100]
    return Figure(name, words, statistics.median(taken), last, "ms", "50 ms")


def _pieces(window: MainWindow) -> Iterator[float]:
    """Milliseconds of each round of events, until the window has nothing more to do."""
    timers = window.findChildren(QTimer)
    turns = window.bridge.in_turn
    while turns.is_busy or any(t.isActive() and t.interval() == 0 for t in timers):
        start = time.process_time()
        application().processEvents()
        yield _since(start)


def _since(start: float) -> float:
    return (time.process_time() - start) * 1000.0


@cache
def _branched() -> tuple[Figure, ...]:
    return measured("branched", f"a log of {BRANCHES:,} branches", branched)


@cache
def _long() -> tuple[Figure, ...]:
    return measured("long", f"a log of {STEPS:,} steps", long)


LONG_LOG_MEASURES: dict[str, Measure] = {
    "open_branched": lambda: _branched()[0],
    "undo_branched": lambda: _branched()[1],
    "follow_branched": lambda: _branched()[2],
    "open_long": lambda: _long()[0],
    "undo_long": lambda: _long()[1],
    "follow_long": lambda: _long()[2],
}
"""The measures, by name."""
