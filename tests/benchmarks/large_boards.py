"""How quick a large board is: to open, to move over, and to paint on, step by step."""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from engine.editing.map_session import EditSession
from engine.game.catalogue import explain
from maps import data
from maps.hexgrid import Hex, Link, Side
from maps.legend import Layer
from maps.model import GameMap
from qtapp.app.app import application
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import MainWindow, open_window
from tests.benchmarks.figures import Figure, Measure
from tests.benchmarks.frames import frame_times

LARGE = 60_000
"""Hexes of the board that is painted on."""

STEPS = 40


def large_board(least: int = LARGE) -> GameMap:
    """Copies of the largest shipped board side by side, ``least`` hexes or more."""
    one = max(map(data.load, data.names()), key=lambda of: len(of.terrain))
    made = GameMap("large", "Large", one.orientation, one.legend)
    across = max(at.q for at in one.terrain) - min(at.q for at in one.terrain) + 1
    across += across % 2
    while len(made.terrain) < least:
        copy = len(made.terrain) // len(one.terrain)
        off = (copy * across, -copy * across // 2)
        made.terrain.update({at.moved(off): kind for at, kind in one.terrain.items()})
        made.hexsides.update(
            {Side(of.hex.moved(off), of.direction): kinds for of, kinds in one.hexsides.items()}
        )
        made.lines.update(
            {Link(way.a.moved(off), way.b.moved(off)): kinds for way, kinds in one.lines.items()}
        )
    return made


def stroke(tool: str, size: int, words: str) -> Figure:
    """Steps of one stroke of a tool, event to repaint, panels open as they are at first."""
    app = application()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.sandtable"
        EditSession.create(path, large_board()).close()
        window = open_window(Folders.standard(Path(folder)), explain, path)
        window.resize(1600, 1000)
        app.processEvents()  # a file that is opened shows its whole board first
        terrain = window.edit.map.terrain
        middle = sorted(terrain)[len(terrain) // 2]
        window.view.go_to(middle, 48)
        app.processEvents()
        while window.view.board.is_refining:
            app.processEvents()
        window.edit.use(tool)
        window.edit.choices.set(size=size)
        window.edit.choices.choose(Layer.TERRAIN, list(dict.fromkeys(terrain.values()))[-1])
        taken = sorted(_taken(window, middle))
        window.close()
        p95 = taken[int(len(taken) * 0.95)]
        return Figure(tool, words, statistics.median(taken), p95, "ms", "8 ms")


def _taken(window: MainWindow, middle: Hex) -> list[float]:
    """Milliseconds of each move of a stroke that winds through the window.

    What is drawn later, between two events, is not in it.
    """
    tool_input = window.edit.tool_input
    way = [
        Hex(middle.q - 10 + step % 20, middle.r + 5 - (step % 20) // 2 - 4 * (step // 20))
        for step in range(STEPS)
    ]
    tool_input.press(tool_input.spot_at(way[0]), Qt.MouseButton.LeftButton)
    taken = []
    for at in way[1:]:
        QApplication.processEvents()
        while window.view.board.is_refining:
            QApplication.processEvents()
        start = time.perf_counter()
        tool_input.move(tool_input.spot_at(at), True)
        for _ in range(2):  # the scene tells the view, the view repaints what changed
            QApplication.sendPostedEvents()
        taken.append((time.perf_counter() - start) * 1000.0)
    tool_input.release(tool_input.spot_at(way[-1]))
    return taken


def large_frames() -> Figure:
    """Panning and zooming over the large board."""
    application()
    times = frame_times(large_board())
    words = f"pan or zoom frame, {LARGE:,} hexes"
    return Figure("frames_large", words, times.median, times.p95, "ms", "8 ms, 16 ms")


def large_open() -> Figure:
    """Opening a file with the large board, to first paint in the Map workspace."""
    app = application()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.sandtable"
        EditSession.create(path, large_board()).close()
        taken = []
        for number in range(3):
            start = time.perf_counter()
            window = open_window(Folders.standard(Path(folder) / str(number)), explain, path)
            app.processEvents()
            window.view.viewport().repaint()
            taken.append((time.perf_counter() - start) * 1000.0)
            window.close()
        words = f"open a file of {LARGE:,} hexes to first paint"
        return Figure("open_large", words, statistics.median(taken), max(taken), "ms", "1,000 ms")


LARGE_MEASURES: dict[str, Measure] = {
    "frames_large": large_frames,
    "open_large": large_open,
    "brush": lambda: stroke("brush", 1, f"brush step on {LARGE:,} hexes, size 1"),
    "brush_7": lambda: stroke("brush", 7, f"brush step on {LARGE:,} hexes, size 7"),
    "hexside": lambda: stroke("hexside", 1, f"hexside step on {LARGE:,} hexes"),
    "river": lambda: stroke("river", 1, f"river step on {LARGE:,} hexes"),
}
"""The measures, by name."""
