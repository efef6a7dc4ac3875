"""Pictures of the Units workspace for the manual; see `pictures`."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.editing.oob_session import OobSession
from manual_pictures.stage import MANUAL
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.units.page import CALENDAR
from qtapp.workspaces.units.units_workspace import UnitsWorkspace

SHOWN = "fire_in_the_east"


def paint(window: MainWindow, folder: Path) -> None:
    """Open the largest order of battle; take pictures of its table and its calendar."""
    path = folder / "units.sandtable"
    OobSession.create(path, SHOWN).close()
    window.files.open(path)
    window.book["workspace_units"].trigger()
    workspace = window.workspaces["units"]
    assert isinstance(workspace, UnitsWorkspace)
    QTest.qWait(300)
    workspace.centre.table.choose(workspace.centre.model.keys[3:6])
    workspace.errata.item("axis-2").setCheckState(0, Qt.CheckState.Checked)
    workspace.centre.point(workspace.centre.model.keys[3:6])
    _take(window, "units.png")
    workspace.centre.show_view(CALENDAR)
    workspace.centre.calendar.choose(set(workspace.centre.calendar.columns[2].chips[3].keys))
    workspace.centre.calendar.setFocus()
    _take(window, "calendar.png")


def _take(window: MainWindow, name: str) -> None:
    QTest.qWait(400)
    window.grab().save(str(MANUAL / name), quality=0)
