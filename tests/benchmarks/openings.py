"""How much computing it takes to open a campaign in the window, each time in a process of its own:
what one process has loaded, lettered or drawn once, it need not again.

``python -m tests.benchmarks.openings FILE`` opens a file in a window that shows none yet, and
prints milliseconds of CPU time.
"""

from __future__ import annotations

import gc
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from engine.editing.map_session import EditSession
from engine.game.session import GameSession
from tests.benchmarks.figures import Figure, Measure

LARGEST = "fire_in_the_east/campaign_sea"
"""The shipped campaign with the most units and the largest board."""

PLAYED = "fire_in_the_east/campaign"
TREE = Path(__file__).parents[2]
KEPT = TREE / "build" / "benchmarks" / "played.sandtable"
"""The campaign played to its end, which takes minutes to make: it is made once."""

BYTE_CODE = KEPT.with_name("byte_code")
"""Where byte code is kept, as Python keeps it for its users: they compile a module once."""

RUNS = 5
SIZE = 1600, 1000
"""The window's size in pixels."""


def opening(name: str, what: str, budget: str, make: Callable[[Path], object]) -> Figure:
    """Open a copy of the file that ``make`` writes, to first paint."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sandtable"
        make(path)
        _in_a_process(path)  # the first one compiles
        taken = sorted(_in_a_process(path) for _ in range(RUNS))
    what = f"open {what} to first paint, CPU time of a fresh process"
    return Figure(name, what, statistics.median(taken), taken[-1], "ms", budget)


def begun(path: Path) -> None:
    """Begin the largest campaign."""
    GameSession.start(LARGEST, path=path).close()


def large(path: Path) -> None:
    """Make a file with a board of 60,000 hexes."""
    from tests.benchmarks.large_boards import large_board

    EditSession.create(path, large_board()).close()


def played(path: Path) -> None:
    """Copy the campaign that was played to its end by the automatic player; play it first if need
    be.
    """
    if not KEPT.exists():
        KEPT.parent.mkdir(parents=True, exist_ok=True)
        _run("qtapp.cli", "play", PLAYED, "--bots", "both", "--seed", "1", "-o", str(KEPT))
    shutil.copy(KEPT, path)


def _in_a_process(path: Path) -> float:
    return float(_run("tests.benchmarks.openings", str(path)).splitlines()[-1])


def _run(*arguments: str) -> str:
    """What a module says that is run in the tree."""
    found = os.environ.get("PYTHONPATH")
    paths = os.pathsep.join((str(TREE), *([found] if found else ())))
    plain = {key: is_so for key, is_so in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    told = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=TREE,
        env={**plain, "PYTHONPATH": paths, "PYTHONPYCACHEPREFIX": str(BYTE_CODE)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return told.stdout


def first_paint(path: Path) -> float:
    """Milliseconds of CPU time until the window shows the first of the board of a file."""
    from engine.game.catalogue import explain
    from qtapp.app.app import application
    from qtapp.app.files.folders import Folders
    from qtapp.app.main_window import open_window
    from qtapp.workers.garbage import THRESHOLDS
    from qtapp.workers.tidying import Tidier

    gc.set_threshold(*THRESHOLDS)
    app, painted = application(), list[float]()
    tidier = Tidier(app)
    tidier.begin()
    with tempfile.TemporaryDirectory() as folder:
        window = open_window(Folders.standard(Path(folder)), explain, None)
        window.resize(*SIZE)
        app.processEvents()
        window.view.board.begun.connect(lambda: painted.append(time.process_time()))
        start = time.process_time()
        window.files.open(path)
        while not painted:
            app.processEvents()
        window.close()
    tidier.end()
    return 1000.0 * (painted[0] - start)


OPENING_MEASURES: dict[str, Measure] = {
    "open_largest": lambda: opening(
        "open_largest", "the largest shipped campaign", "1,000 ms", begun
    ),
    "open_large": lambda: opening("open_large", "a file of 60,000 hexes", "500 ms", large),
    "open_played": lambda: opening(
        "open_played", "a campaign of Fire in the East played to its end", "2,000 ms", played
    ),
}
"""The measures, by name."""


if __name__ == "__main__":
    from qtapp.verbs.display import import_plainly, offscreen_without_display

    offscreen_without_display()
    import_plainly()
    print(first_paint(Path(sys.argv[1])))
