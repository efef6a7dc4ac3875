"""How quick a large board is: to open, to move over, and to paint on, step by step."""

from __future__ import annotations

import statistics
import tempfile
import time
from functools import cache
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.editing.map_session import EditSession
from engine.game.catalogue import explain
from maps import data
from maps.edits.blank import blank_map, generic_legend
from maps.hexgrid import Hex, Link, Side
from maps.layout import Orientation
from maps.legend import Layer
from maps.model import GameMap
from maps.numbering import LabelScheme
from qtapp.app.app import application
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import MainWindow, open_window
from qtapp.workers.tidying import Tidier
from qtapp.workspaces.map.panels.inspector_panel import InspectorPanel
from tests.benchmarks.figures import Figure, Measure
from tests.benchmarks.frames import frame_times

LARGE = 60_000
"""Hexes of the board that is painted on."""

LARGEST = (448, 448)
"""Columns and rows of the blank board that is filled: 200,704 hexes."""

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


@cache
def whole_board() -> tuple[Figure, ...]:
    """Opening a blank board of 200,704 hexes, then edits of all of it: filling it and taking that
    back, choosing all, giving all to a region, to another one, and taking that back.

    In a core's own time: on a machine that does nothing else it is what a person waits.
    """
    app = application()
    tidier = Tidier(app)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "blank.sandtable"
        scheme = LabelScheme(digits=3)
        board = blank_map("Blank", Orientation.FLAT, *LARGEST, scheme, generic_legend(), "clear")
        EditSession.create(path, board).close()
        tidier.begin()
        start = time.process_time()
        window = open_window(Folders.standard(Path(folder)), explain, path)
        app.processEvents()
        window.view.viewport().repaint()
        taken = [_since(start)]
        middle = sorted(window.edit.map.terrain)[len(board.terrain) // 2]
        window.view.go_to(middle, 48)
        window.edit.confirms = lambda _words: True  # type: ignore[method-assign]
        window.edit.use("fill")
        window.edit.choices.choose(Layer.TERRAIN, "rough")
        inspector = window.findChildren(InspectorPanel)[0]
        field = inspector.regions["country"]
        hand = window.edit.tool_input

        def fill() -> None:
            hand.press(hand.spot_at(middle), Qt.MouseButton.LeftButton)
            hand.release(hand.spot_at(middle))

        def give(name: str) -> None:
            field.setFocus()
            field.setEditText(name)
            QTest.keyClick(field, Qt.Key.Key_Return)

        undo = window.book["undo"].trigger
        for deed in (
            fill,
            undo,
            window.book["select_all"].trigger,
            lambda: give("North"),
            lambda: give("South"),
            undo,
        ):
            app.processEvents()
            while inspector.is_late:
                app.processEvents()
            start = time.process_time()
            deed()
            app.processEvents()
            taken.append(_since(start))
        assert window.edit.map.terrain == board.terrain
        assert len(window.edit.map.regions["country"]["North"]) == len(board.terrain)
        window.close()
        tidier.end()
    words = f"{len(board.terrain):,} hexes"
    named = (
        ("open_blank", f"open a file of {words}", "5,000 ms"),
        ("fill", f"fill of a board of {words}", "1,000 ms"),
        ("undo_fill", f"undo of a fill of {words}", "1,000 ms"),
        ("select_all", f"select all of {words}", "1,000 ms"),
        ("region", f"give {words} to a region", "1,000 ms"),
        ("exchange", f"give {words} from one region to another", "1,000 ms"),
        ("undo_exchange", "undo of that", "1,000 ms"),
    )
    return tuple(
        Figure(name, what, at, at, "ms", budget)
        for (name, what, budget), at in zip(named, taken, strict=True)
    )


def _since(start: float) -> float:
    return (time.process_time() - start) * 1000.0


LARGE_MEASURES: dict[str, Measure] = {
    "frames_large": large_frames,
    "open_blank": lambda: whole_board()[0],
    "fill": lambda: whole_board()[1],
    "undo_fill": lambda: whole_board()[2],
    "select_all": lambda: whole_board()[3],
    "region": lambda: whole_board()[4],
    "exchange": lambda: whole_board()[5],
    "undo_exchange": lambda: whole_board()[6],
    "brush": lambda: stroke("brush", 1, f"brush step on {LARGE:,} hexes, size 1"),
    "brush_7": lambda: stroke("brush", 7, f"brush step on {LARGE:,} hexes, size 7"),
    "hexside": lambda: stroke("hexside", 1, f"hexside step on {LARGE:,} hexes"),
    "river": lambda: stroke("river", 1, f"river step on {LARGE:,} hexes"),
}
"""The measures, by name."""
