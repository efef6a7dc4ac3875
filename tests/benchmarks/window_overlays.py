"""How quick the board is with every overlay on, at the fullest position of any scenario."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from engine.core.view.ranges import RangeKind
from engine.game.catalogue import explain
from maps.hexgrid import Hex
from qtapp.app.app import application
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import MainWindow, open_window
from qtapp.painters.overlays.overlays import Arrow, Overlays
from qtapp.painters.overlays.ranges import Ground
from qtapp.workspaces.play.play_workspace import OVERLAYS, PlayWorkspace
from tests.benchmarks.figures import Figure, Measure, timed
from tests.benchmarks.frames import frame_times
from tests.benchmarks.overlays import Fullest, fullest

SELECTED = 60
"""Units that are selected one after the other."""


def _most() -> Fullest:
    return max(fullest(), key=lambda one: sum(p.hex is not None for p in one.state.pieces.values()))


def everything_on(one: Fullest) -> Overlays:
    """All overlays there are, each as large as the position makes it."""
    rules, state = one.game.rules, one.state
    units = [unit for unit, piece in state.pieces.items() if piece.hex is not None]
    reaches = {unit: rules.reach(state, unit) for unit in units}
    widest = max(reaches.values(), key=len)
    grounds = [own for subject in rules.subjects(state) for own in rules.ranges(state, subject.id)]
    largest = {kind: [g.hexes for g in grounds if g.kind is kind] for kind in RangeKind}
    lines = [rules.supply_line(state, unit) for unit in units]
    places = [at for piece in state.pieces.values() if (at := piece.hex) is not None]
    return Overlays(
        selected=tuple(places[:1]),
        reach={at: str(cost) for at, cost in widest.items()},
        targets=tuple(places[:6]),
        zoc=tuple(
            sorted({at for side in one.game.system.sides for at in rules.zones(state, side.id)})
        ),
        supply=tuple(el.hexes for line in lines for el in line.elements if len(el.hexes) > 1),
        arrows=tuple(Arrow((at, at.neighbour(0))) for at in places[:6]),
        marks=dict.fromkeys(sorted({at for found in reaches.values() for at in found}), "bad"),
        objections=tuple(places[:6]),
        ranges=tuple(Ground(kind, max(found, key=len)) for kind, found in largest.items() if found),
    )


def all_overlays() -> Figure:
    """Pan and zoom with every overlay on."""
    application()
    one = _most()
    scenario = one.game.scenario
    counters = one.game.rules.counters(one.state)
    times = frame_times(scenario.map, counters, scenario.oob, everything_on(one))
    what = f"pan or zoom frame with all overlays on ({one.title})"
    return Figure("overlay_frames", what, times.median, times.p95, "ms", "8 ms, 16 ms")


def select_with_overlays() -> Figure:
    """Select one unit after another with reach, supply, zones, threat and ranges shown."""
    application()
    with tempfile.TemporaryDirectory() as folder:
        window = open_window(Folders.standard(Path(folder)), explain, None)
        window.bridge.open(_most().game)
        _show_all(window)
        units = [c.unit for c in window.bridge.counters if isinstance(c.at, Hex)][:SELECTED]
        jobs = [partial(window.play.select_unit, unit) for unit in units]
        figure = timed("select_overlays", "select a unit with all overlays on", "50 ms", jobs)
        window.close()
        return figure


def _show_all(window: MainWindow) -> None:
    for ident in OVERLAYS:
        window.book[ident].setChecked(True)
    play = window.workspaces["play"]
    assert isinstance(play, PlayWorkspace)
    play.controller.show_overlays(
        reach=True, supply=True, zones=True, threat=True, front=True, idle=True
    )
    play.analysis.ranges.set_on(True)


OVERLAY_WINDOW_MEASURES: dict[str, Measure] = {
    "overlay_frames": all_overlays,
    "select_overlays": select_with_overlays,
}
"""The window's measures of overlays by name."""
