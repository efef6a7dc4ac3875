"""Counters of a game nobody ships: ratings of any kind, no size marks, nations told by colour."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtWidgets import QTableWidgetItem
from pytestqt.qtbot import QtBot

from engine.editing.oob_session import OobSession
from oob.formats.text import loads
from oob.ledger.model import Ledger
from oob.looks import look_of
from oob.model import OrderOfBattle, Unit, UnitId
from qtapp.workspaces.counters.counters_table import COUNTERS
from qtapp.workspaces.counters.counters_workspace import CountersWorkspace
from qtapp.workspaces.counters.scan_view import ScanView
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu, press
from tests.qtapp.workspaces.counters.sheets.maker import Damage, Print, Truth, scan
from tests.qtapp.workspaces.counters.test_new_units import NATION, RATINGS, SIZE, type_into

TWINS = """sandtable oob 1

[oob]
id: own
title: Twins

[nations]
red "Red" side=red fill=#a3483f ink=#ffffff
blue "Blue" side=blue fill=#4b6b8a ink=#ffffff

[units]
red:
6×4-4 Infantry XX 1, 2, 3, 4, 5, 6
blue:
6×4-4 Infantry XX 1, 2, 3, 4, 5, 6

[end]
"""
ODD = ("1-0", "3-15", "2-1-11", "4(2)-6", "4-2-6-7")
"""Ratings as other games print them."""
UNIT = 6
"""The column of the unit that a counter was matched to."""


def twins() -> OrderOfBattle:
    return loads(TWINS, "twins.oob")


def mixed(order: OrderOfBattle) -> list[Unit]:
    """Units of both nations in turn, so that their place on the sheet tells nothing."""
    units = list(order.units.values())
    return [unit for pair in zip(units[:6], units[6:], strict=True) for unit in pair]


def read(opened: Opener, file: Path, qtbot: QtBot) -> tuple[CountersWorkspace, Truth]:
    """The Counters workspace with a sheet of the twins read."""
    order = twins()
    truth = scan(order, mixed(order), Print(4, 3), Damage(150, turn=0.6))
    sheet = file.with_suffix(".png")
    Image.fromarray(truth.picture).save(sheet)
    window = opened(file)
    by_menu(window, f"workspace_{COUNTERS}")
    by_menu(window, "counter_scan")
    settle()
    counters = window.workspaces[COUNTERS]
    assert isinstance(counters, CountersWorkspace)
    counters.scan.open_front(sheet)
    qtbot.waitUntil(lambda: not counters.scan.is_busy, timeout=60_000)
    return counters, truth


def cell(view: ScanView, row: int, column: int) -> QTableWidgetItem:
    item = view.table.item(row, column)
    assert item is not None
    return item


def test_counters_that_differ_in_colour_alone_find_units_of_their_nation(
    opened: Opener, tmp_path: Path, qtbot: QtBot
) -> None:
    file = tmp_path / "own.sandtable"
    OobSession.create(file, twins()).close()
    counters, truth = read(opened, file, qtbot)
    view, units = counters.scan, counters.controller.order.units
    assert view.table.rowCount() == 12
    for row in range(12):
        name = str(cell(view, row, 0).data(256))
        own = truth.units[int(name[1:3]) - 1, int(name[4:6]) - 1]
        found = UnitId(cell(view, row, UNIT).text())
        assert units[found].nation == own.nation, name
    press(view.take)
    assert all(look_of(counters.controller.order, units[u]).picture for u in units)


@pytest.mark.parametrize("back", [False, True], ids=["made", "taken back"])
def test_ratings_of_any_kind_and_no_size_are_typed_for_counters_of_a_sheet(
    opened: Opener, tmp_path: Path, qtbot: QtBot, *, back: bool
) -> None:
    file = tmp_path / "own.sandtable"
    OobSession.create(file, Ledger("mine", "Mine")).close()
    counters, _truth = read(opened, file, qtbot)
    press(counters.scan.make)
    dialog = counters.scan.dialog
    assert dialog is not None and dialog.ok.text() == "Make 12 units"
    for row, nation in enumerate(("Red", "Blue")):
        type_into(dialog.colours, row, NATION, nation)
    for row, ratings in enumerate(ODD):
        type_into(dialog.table, row, RATINGS, ratings)
        type_into(dialog.table, row, SIZE, "")
    names = [made.name for made in dialog.made[: len(ODD)]]
    press(dialog.ok)
    assert not dialog.isVisible(), dialog.said.text()
    order = counters.controller.order
    made = [order.units[dialog.units[name]] for name in names]
    shown = [look_of(order, unit).ratings or unit.faces[0].ratings() for unit in made]
    assert tuple(shown) == ODD and {unit.size.value for unit in made} == {""}
    if back:
        by_menu(counters.window, "undo")
        settle()
        assert not counters.controller.order.units
