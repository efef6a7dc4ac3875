"""Pictures of the Units workspace for the manual; see `pictures`."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.oob_session import OobSession
from qtapp.main_window import MainWindow
from qtapp.rooms.units_room import UnitsRoom
from qtapp.roster.page import CALENDAR

MANUAL = Path(__file__).resolve().parent.parent / "resources" / "manual"
SHOWN = "fire_in_the_east"


def paint(window: MainWindow, folder: Path) -> None:
    """Open the largest order of battle; take pictures of its table and its calendar."""
    path = folder / "units.sandtable"
    OobSession.create(path, SHOWN).close()
    window.files.open(path)
    window.book["workspace_units"].trigger()
    room = window.rooms["units"]
    assert isinstance(room, UnitsRoom)
    QTest.qWait(300)
    room.centre.table.choose(room.centre.model.keys[3:6])
    room.errata.item("axis-2").setCheckState(0, Qt.CheckState.Checked)
    room.centre.point(room.centre.model.keys[3:6])
    _take(window, "units.png")
    room.centre.show_view(CALENDAR)
    room.centre.calendar.choose(set(room.centre.calendar.columns[2].chips[3].keys))
    room.centre.calendar.setFocus()
    _take(window, "calendar.png")


def _take(window: MainWindow, name: str) -> None:
    QTest.qWait(400)
    window.grab().save(str(MANUAL / name), quality=0)
