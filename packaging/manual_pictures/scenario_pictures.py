"""Picture of the Scenarios workspace for the manual; see `pictures`."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtTest import QTest

from engine.editing.map_session import EditSession
from engine.editing.oob_session import OobSession
from engine.editing.scenario_session import ScenarioSession, StartRow
from manual_pictures.stage import photograph
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.scenarios.scenarios_workspace import ScenariosWorkspace

BOARD = "valley"
TURNS = [
    {"id": "1", "date": "1 June", "season": "summer", "checklist": ["Count the trucks."]},
    {"id": "2", "date": "8 June", "season": "summer", "events": ["The bridge is blown."]},
    {"id": "3", "date": "15 June", "season": "summer"},
]


def paint(window: MainWindow, folder: Path) -> None:
    """Lay out a scenario in the valley; take a picture with one unit chosen."""
    path = folder / "scenarios.sandtable"
    EditSession.create(path, BOARD).close()
    OobSession.create(path, BOARD).close()
    with ScenarioSession.make(path, "The bridge at Ford", 1, 1) as scenario:
        units = [UnitId(unit) for unit in scenario.ground[1].units]
        scenario.write_area("West bank", ("0301", "0302", "0401", "0402", "0403"))
        scenario.put(tuple(units[1:3]), "0504")
        scenario.put((units[10],), "0905")
        scenario.put((units[3],), "area 1")
        scenario.write_starts({units[0]: StartRow(units[0], "0204", turn=2, leaves=5)}, "Comes")
        scenario.write_rows("turns", TURNS, "Turns")
    window.files.open(path)
    window.book["workspace_scenarios"].trigger()
    workspace = window.workspaces["scenarios"]
    assert isinstance(workspace, ScenariosWorkspace)
    QTest.qWait(300)
    workspace.controller.choose((units[1],))
    QTest.qWait(400)
    photograph(window, "scenarios.png")
