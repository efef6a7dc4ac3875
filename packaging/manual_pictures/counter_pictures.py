"""Pictures of counters for the manual: the designer, and a printed sheet; see `pictures`."""

from __future__ import annotations

from pathlib import Path

from engine.editing.project_session import ProjectSession
from manual_pictures.stage import MANUAL, photograph
from oob.model import OrderOfBattle, Unit, UnitId
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.counters.counters_table import COUNTERS
from qtapp.workspaces.counters.counters_workspace import CountersWorkspace
from qtapp.workspaces.counters.sheets.layout import Layout, pages_of
from qtapp.workspaces.counters.sheets.paper import page_image

SHOWN = "balkan_front"
CHOSEN = ("13", "14", "15")
"""Names of the Hungarian divisions that are designed."""
ROWS = {"italian": 2, "hungarian": 1, "bulgarian": 1, "german": 2, "greek": 2, "yugoslav": 2}
"""Rows of the printed sheet that each nation has."""
DPI = 110
PART = 0, 0, 908, 750
"""What shows of the sheet, in pixels."""


def paint(window: MainWindow, folder: Path) -> None:
    """Design three divisions of an order of battle beside its board; print some of its counters."""
    path = folder / "counters.sandtable"
    with ProjectSession.create(path) as project:
        project.add_board(SHOWN)
        project.add_order(SHOWN)
    window.files.open(path)
    window.book[f"workspace_{COUNTERS}"].trigger()
    workspace = window.workspaces[COUNTERS]
    assert isinstance(workspace, CountersWorkspace)
    workspace.list.choose(_divisions(workspace.controller.order))
    photograph(window, "counters.png")
    _sheet(workspace.controller.order)


def _divisions(order: OrderOfBattle) -> list[UnitId]:
    own = (unit for unit in order.units.values() if unit.nation == "hungarian")
    return [unit.id for unit in own if unit.name in CHOSEN and unit.size.value == "XX"]


def _sheet(order: OrderOfBattle) -> None:
    layout, units = Layout(), list[Unit]()
    for nation, rows in ROWS.items():
        own = [unit for unit in order.units.values() if unit.nation == nation and unit.faces]
        units += own[: rows * layout.columns]
    page = next(iter(pages_of(units, layout)))
    page_image(order, page, layout, DPI).copy(*PART).save(
        str(MANUAL / "counter-sheet.png"), quality=0
    )
