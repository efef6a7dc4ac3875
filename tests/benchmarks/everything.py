"""Everything that ``sandtable bench`` measures: games, boards, the window.

Qt paints without a display where there is none.
"""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from engine.game.catalogue import choose, explain
from engine.game.session import GameSession
from maps import data
from qtapp.app.app import application
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import MainWindow, open_window
from qtapp.board.pictures.render import Picture
from qtapp.verbs.display import offscreen_without_display
from tests.benchmarks.asking import ASK_MEASURES
from tests.benchmarks.calibration import calibrate
from tests.benchmarks.clicks import CLICK_MEASURES
from tests.benchmarks.counters import COUNTER_MEASURES
from tests.benchmarks.figures import Figure, Measure, timed
from tests.benchmarks.frames import frame_times
from tests.benchmarks.games import MEASURES, SCENARIO, played
from tests.benchmarks.large_boards import LARGE_MEASURES
from tests.benchmarks.long_logs import LONG_LOG_MEASURES
from tests.benchmarks.openings import OPENING_MEASURES
from tests.benchmarks.units import ROSTER_MEASURES
from tests.benchmarks.window_overlays import OVERLAY_WINDOW_MEASURES

__all__ = ["ALL_MEASURES", "calibrate"]

offscreen_without_display()


def frames() -> Figure:
    """Pan and zoom over the shipped board with its counters."""
    application()
    game = played(200)
    scenario = game.scenario
    times = frame_times(scenario.map, game.rules.counters(game.state), scenario.oob)
    return Figure("frames", "pan or zoom frame", times.median, times.p95, "ms", "8 ms, 16 ms")


def picture() -> Figure:
    """The largest shipped board as a PNG file, at 48 pixels per hex."""
    board = max(map(data.load, data.names()), key=lambda of: len(of.terrain))
    with tempfile.TemporaryDirectory() as folder:
        jobs = [lambda: Picture(board, 48).save(Path(folder) / "board.png")] * 3
        what = f"picture of {len(board.terrain):,} hexes, 48 px a hex, as PNG"
        return timed("picture", what, "1,000 ms", jobs)


def opening() -> Figure:
    """Open the campaign in the window, to first paint."""
    app = application()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sandtable"
        GameSession.start(SCENARIO, path=path).close()
        made: list[MainWindow] = []

        def job(number: int) -> None:
            folders = Folders.standard(Path(folder) / str(number))
            made.append(open_window(folders, explain, path))
            app.processEvents()
            made[-1].view.viewport().repaint()
            made[-1].bridge.close()

        figure = timed(
            "open",
            "open a campaign to first paint",
            "1,000 ms",
            [partial(job, n) for n in range(5)],
        )
        for window in made:
            window.close()
        return figure


def select() -> Figure:
    """Everything shown of a selected unit: actions, reach and overlays."""
    application()
    with tempfile.TemporaryDirectory() as folder:
        window = open_window(Folders.standard(Path(folder)), explain, SCENARIO)
        for _ in range(40):
            window.bridge.act(choose(window.bridge.game))
        units = [counter.unit for counter in window.bridge.counters][:60]

        def job(number: int) -> None:
            window.play.select_unit(units[number])

        figure = timed(
            "select",
            "select a unit, all panels",
            "16 ms",
            [partial(job, n) for n in range(len(units))],
        )
        window.close()
        return figure


GROUPS: tuple[dict[str, Measure], ...] = (
    MEASURES,
    {"frames": frames},
    OVERLAY_WINDOW_MEASURES,
    LARGE_MEASURES,
    LONG_LOG_MEASURES,
    {"open": opening},
    OPENING_MEASURES,
    {"picture": picture, "select": select},
    CLICK_MEASURES,
    ASK_MEASURES,
    ROSTER_MEASURES,
    COUNTER_MEASURES,
)
"""What is measured, as it is told; no two have a name in common."""

ALL_MEASURES: dict[str, Measure] = {
    name: measure for group in GROUPS for name, measure in group.items()
}
"""All measures by name."""
