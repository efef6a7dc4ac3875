"""Picture of the Charts workspace for the manual; see `pictures`."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtTest import QTest

from engine.editing.chart_session import ChartSession, shipped
from manual_pictures.stage import MANUAL
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.charts.charts_workspace import ChartsWorkspace

SYSTEM = "operation_gertrud"
NOTE = "Attackers at three to two should hurt somebody at the least."


def paint(window: MainWindow, folder: Path) -> None:
    """Edit two results of a combat table; take a picture with one of them chosen."""
    path = folder / "charts.sandtable"
    first, second = ("combat", "rows", "2", "4"), ("combat", "rows", "3", "3")
    with ChartSession.create(path, shipped(SYSTEM)) as session:
        session.write(first, "EX")
        session.annotate(first, NOTE)
        session.write(second, "DL")
        session.write(("terrain", "rows", "rough", "cost"), 3)
    window.files.open(path)
    window.book["workspace_house_charts"].trigger()
    workspace = window.workspaces["house_charts"]
    assert isinstance(workspace, ChartsWorkspace)
    QTest.qWait(300)
    workspace.controller.point(first)
    QTest.qWait(400)
    window.grab().save(str(MANUAL / "charts.png"), quality=0)
