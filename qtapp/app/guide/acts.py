"""What the steps of the guided way do: each leads to the workspace where its work is done."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QTimer

import resources
from maps.files.writing import write_whole
from oob.ledger.model import Ledger
from oob.notation.text.words import FREE
from qtapp.app.guide.guide_bar import GuideBar
from qtapp.app.services import Services
from qtapp.workspaces.charts.charts_table import CHARTS
from qtapp.workspaces.counters.counters_table import COUNTERS
from qtapp.workspaces.map.map_table import EDIT
from qtapp.workspaces.scan.scan_table import SCAN
from qtapp.workspaces.scenarios.scenarios_table import SCENARIOS

PAGE = "17-bring-in-your-game"
"""The page of the manual on a game that somebody owns."""

_GOALS: dict[str, tuple[str, str]] = {
    "grid": (SCAN, "scan_check"),
    "samples": (SCAN, "scan_sample"),
    "terrain": (SCAN, "scan_name"),
    "lines": (SCAN, "scan_line"),
    "places": (EDIT, "place"),
    "counters": (COUNTERS, "counter_scan"),
    "scenario": (SCENARIOS, "scenario_new"),
    "turns": (SCENARIOS, "scenario_dates"),
    "rules": (CHARTS, ""),
    "play": (SCENARIOS, "scenario_start"),
}
"""The workspace of each step, and what is done there."""
_SCAN_PANELS = {"samples": "scan_terrain", "lines": "scan_lines"}


def connect_guide(window: Services, guide: GuideBar) -> None:
    """Let the bar do what its steps say."""
    guide.wanted.connect(lambda step: act(window, step))
    guide.sample_wanted.connect(lambda: bring_sample(window))
    guide.more_wanted.connect(lambda: read_more(window))


def bring_in(window: Services, guide: GuideBar) -> None:
    """Begin the guided way in the open file, else in a new one that is asked for.

    Nothing happens when no name is chosen for the file.
    """
    if window.document.path is None:
        window.files.ask_project()
    if window.document.path is not None:
        guide.begin()


def act(window: Services, step: str) -> None:
    """Do what the button of a step says."""
    with window.trouble.told():
        if step == "scan":
            if window.scan_boards.ask():
                window.set_workspace(SCAN)
            return
        if step == "counters" and not window.document.project.orders:
            window.document.project.add_order(Ledger("counters", "Counters", heads=(FREE,)))
            window.document.changed()
        if step == "places" and not window.book["scan_under"].isChecked():
            _lay_scans(window)
            QTimer.singleShot(0, window, lambda: _go(window, step))
        else:
            _go(window, step)


def _go(window: Services, step: str) -> None:
    goal, action = _GOALS[step]
    window.set_workspace(goal)
    if step in _SCAN_PANELS:
        window.show_panel(_SCAN_PANELS[step])
    if action:
        _trigger(window, action)
    if goal == EDIT:
        window.view.setFocus()


def _lay_scans(window: Services) -> None:
    """Lay the scans on the board, so that the names that are printed there can be read."""
    window.set_workspace(SCAN)
    if window.book["scan_under"].isEnabled():
        window.book["scan_under"].trigger()


def bring_sample(window: Services) -> None:
    """Put the pictures of the sample beside the open file, and make a board of its map."""
    path = window.document.path
    if path is None:
        return
    with window.trouble.told():
        scan, sheet = (sample_beside(path, name) for name in resources.SAMPLE)
        if window.scan_boards.make(scan):
            window.set_workspace(SCAN)
            window.notice.say(f"{scan.name} and {sheet.name} are beside the file.")


def sample_beside(path: Path, name: str) -> Path:
    """A picture of the sample in the folder of a file; one that is there already is left alone.

    Raises KnownError when it cannot be written.
    """
    target = path.with_name(name)
    if not target.exists():
        write_whole(target, resources.sample(name))
    return target


def read_more(window: Services) -> None:
    """Show the page of the manual."""
    window.book["manual"].trigger()
    if window.manual is not None:
        window.manual.show_page(PAGE)


def _trigger(window: Services, action: str) -> None:
    """Do an action of the workspace in view; say why when it is off."""
    one = window.book[action]
    if one.isEnabled():
        one.trigger()
    else:
        window.notice.say(window.book.why_off(action))
