"""What ``sandtable bench`` measures of the Units workspace, on Fire in the East."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from PySide6.QtTest import QTest

from engine.editing.oob_session import OobSession
from engine.game.catalogue import explain
from qtapp.app.app import application
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import MainWindow, open_window
from qtapp.workspaces.units.page import UnitsPage
from qtapp.workspaces.units.units_table import UNITS
from qtapp.workspaces.units.units_workspace import UnitsWorkspace
from tests.benchmarks.figures import Figure, Measure, timed

LARGEST = "fire_in_the_east"
TYPED = ("panzer 4", "rifle gds", "cavlary", "jul ii 41", "mot hv aa")


def opening() -> Figure:
    """Enter the workspace on the largest order of battle, to first paint."""
    with _windows(5) as windows:
        jobs = [partial(_enter, window) for window in windows]
        return timed("oob-open", "open 1,906 units to first paint", "500 ms", jobs)


def filtering() -> Figure:
    """Each letter typed into the search, event to repaint."""
    with _windows(1) as windows:
        page = _enter(windows[0])

        def job(letter: str) -> None:
            if letter == "\n":
                page.search.clear()
            else:
                QTest.keyClicks(page.search, letter)
            application().processEvents()

        letters = "\n".join(TYPED)
        jobs = [partial(job, letter) for letter in letters]
        return timed("oob-filter", "a letter typed into the search of units", "50 ms", jobs)


def scrolling() -> Figure:
    """Frames of scrolling through the whole table, pictures being drawn as they come."""
    with _windows(1) as windows:
        page = _enter(windows[0])
        bar = page.table.verticalScrollBar()

        def job(at: int) -> None:
            bar.setValue(at)
            page.table.viewport().repaint()

        step = max(1, bar.maximum() // 200)
        jobs: list[Callable[[], object]] = [
            partial(job, at) for at in range(0, bar.maximum(), step)
        ]
        return timed("oob-scroll", "scroll frame of 1,906 units", "16 ms", jobs)


ROSTER_MEASURES: dict[str, Measure] = {
    "oob-open": opening,
    "oob-filter": filtering,
    "oob-scroll": scrolling,
}
"""The measures by name."""


@contextmanager
def _windows(count: int) -> Iterator[list[MainWindow]]:
    app = application()
    with tempfile.TemporaryDirectory() as folder:
        made: list[MainWindow] = []
        for number in range(count):
            path = Path(folder) / f"{number}.sandtable"
            OobSession.create(path, LARGEST).close()
            window = open_window(Folders.standard(Path(folder) / str(number)), explain, path)
            window.resize(1600, 1000)
            app.processEvents()
            made.append(window)
        yield made
        for window in made:
            window.close()


def _enter(window: MainWindow) -> UnitsPage:
    window.set_workspace(UNITS)
    application().processEvents()
    workspace = window.workspaces[UNITS]
    assert isinstance(workspace, UnitsWorkspace)
    workspace.centre.table.viewport().repaint()
    return workspace.centre
