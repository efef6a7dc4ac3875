"""A sheet that was drawn by hand becomes units at the window; what is typed is counted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QTableWidget
from pytestqt.qtbot import QtBot

from engine.editing.oob_session import OobSession
from oob.ledger.model import Ledger
from oob.sheets.cutting import cut
from oob.sheets.new_units import Role, groups, proposals
from qtapp.workspaces.counters.counters_table import COUNTERS
from qtapp.workspaces.counters.counters_workspace import CountersWorkspace
from qtapp.workspaces.counters.new_units_dialog import NewUnitsDialog
from qtapp.workspaces.counters.sheets.sheet_reading import SheetReading
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu, press
from tests.qtapp.workspaces.counters.sheets.handdrawn import (
    COLS,
    GUTTER,
    MARGIN,
    PX,
    Drawn,
    forty,
)

MOST = 5
"""Corrections that forty counters in an unknown hand may take."""

NATION, MAKES, RATINGS, TYPE, SIZE = 2, 1, 3, 5, 6


def type_into(table: QTableWidget, row: int, column: int, text: str) -> None:
    """Double-click a cell and type over what it says."""
    item = table.item(row, column)
    assert item is not None
    table.scrollToItem(item)
    spot = table.visualItemRect(item).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    QTest.mouseDClick(table.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    editor = table.viewport().findChild(QLineEdit)
    assert editor is not None
    editor.selectAll()
    QTest.keyClicks(editor, text) if text else QTest.keyClick(editor, Qt.Key.Key_Delete)
    QTest.keyClick(editor, Qt.Key.Key_Return)
    settle()


def role_of(one: Drawn) -> Role:
    return {"leader": Role.LEADER, "marker": Role.MARKER}.get(one.type, Role.UNIT)


def corrected(dialog: NewUnitsDialog, truth: dict[str, Drawn]) -> int:
    """Correct what was read wrong, with mouse and keys; how often."""
    count = 0
    for row, made in enumerate(dialog.made):
        one = truth[made.name]
        if made.role is not role_of(one):
            box = dialog.table.cellWidget(row, MAKES)
            assert isinstance(box, QComboBox)
            QTest.keyClicks(box, role_of(one).value[:2])
            count += 1
        wanted = {RATINGS: one.ratings, SIZE: one.size, TYPE: one.type}
        for column, text in wanted.items():
            item = dialog.table.item(row, column)
            if item is not None and item.text() != text:
                type_into(dialog.table, row, column, text)
                count += 1
    return count


def test_forty_counters_drawn_by_hand_become_units(
    opened: Opener, tmp_path: Path, qtbot: QtBot
) -> None:
    file, sheet = tmp_path / "own.sandtable", forty()
    OobSession.create(file, Ledger("mine", "Mine")).close()
    Image.fromarray(sheet.picture).save(tmp_path / "sheet.png")
    window = opened(file)
    by_menu(window, f"workspace_{COUNTERS}")
    by_menu(window, "counter_scan")
    settle()
    counters = window.workspaces[COUNTERS]
    assert isinstance(counters, CountersWorkspace)
    view = counters.scan
    assert not view.make.isEnabled()
    view.open_front(tmp_path / "sheet.png")
    qtbot.waitUntil(lambda: not view.is_busy, timeout=60_000)
    press(view.make)
    dialog = view.dialog
    assert dialog is not None and dialog.isVisible()
    truth = {one.name: sheet.counters[_place(one.name)] for one in dialog.made}
    assert len(truth) == 40 and dialog.ok.text() == "Make 37 units and 3 markers"
    press(dialog.ok)
    assert dialog.isVisible() and "Name their nation" in dialog.said.text()
    for row, group in enumerate(dialog.groups):
        nations = {truth[name].nation for name in group.counters}
        assert len(nations) == 1
        type_into(dialog.colours, row, NATION, nations.pop())
    assert corrected(dialog, truth) <= MOST
    press(dialog.ok)
    assert not dialog.isVisible()
    units = counters.controller.order.units
    assert len(units) == 40
    made = {name: units[id_] for name, id_ in dialog.units.items()}
    for name, one in truth.items():
        assert made[name].nation == one.nation.casefold()
        assert made[name].type == one.type and made[name].size == one.size
    assert all(counters.controller.look(id_).picture for id_ in units)
    assert len(counters.list.shown_units) == 40
    settle()
    by_menu(window, "undo")
    settle()
    assert not counters.controller.order.units
    by_menu(window, "redo")
    settle()
    assert len(counters.controller.order.units) == 40


def _place(name: str) -> tuple[int, int]:
    return int(name[1:3]) - 1, int(name[4:6]) - 1


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
def test_other_hands_take_few_corrections(seed: int, qapp: object) -> None:
    sheet = forty(seed)
    seen = SheetReading(cut(sheet.picture, "sheet"), by_hand=True).seen()
    wrong = 0
    for made in proposals(seen, groups(seen)):
        one = sheet.counters[_place(made.name)]
        wrong += made.role is not role_of(one)
        if made.role is role_of(one):
            wrong += (made.ratings != one.ratings) + (made.type != one.type)
            wrong += made.size != one.size
    assert len(groups(seen)) == 4 and wrong <= MOST


@pytest.mark.parametrize("across", [0.36, 0.45])
def test_narrow_symbols_are_recognised(across: float, qapp: object) -> None:
    """Many games print the symbol less than half as wide as the counter."""
    sheet = forty(across=across)
    seen = SheetReading(cut(sheet.picture, "sheet"), by_hand=True).seen()
    wrong = [
        one.name
        for one in seen
        if (type := sheet.counters[_place(one.name)].type) in ("infantry", "cavalry", "armor")
        and one.type != type
    ]
    assert len(wrong) <= MOST
    made = proposals(seen, groups(seen))
    assert sum(one.role is not role_of(sheet.counters[_place(one.name)]) for one in made) <= MOST


def test_ratings_of_backs_are_read_for_new_units(
    opened: Opener, tmp_path: Path, qtbot: QtBot
) -> None:
    file, sheet = tmp_path / "own.sandtable", forty()
    OobSession.create(file, Ledger("mine", "Mine")).close()
    Image.fromarray(sheet.picture).save(tmp_path / "sheet.png")
    Image.fromarray(mirrored(sheet.picture)).save(tmp_path / "back.png")
    window = opened(file)
    by_menu(window, f"workspace_{COUNTERS}")
    by_menu(window, "counter_scan")
    counters = window.workspaces[COUNTERS]
    assert isinstance(counters, CountersWorkspace)
    view = counters.scan
    for path, open_side in (("sheet.png", view.open_front), ("back.png", view.open_back)):
        open_side(tmp_path / path)
        qtbot.waitUntil(lambda: not view.is_busy, timeout=60_000)
    press(view.make)
    assert view.dialog is not None
    units = [one for one in view.dialog.made if one.role is Role.UNIT]
    alike = sum(one.back == one.ratings for one in units)
    assert alike >= len(units) - MOST
    view.dialog.reject()


def mirrored(sheet: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The back of a sheet whose backs are as its fronts: its columns from right to left."""
    back = sheet.copy()
    left = [MARGIN + col * (PX + GUTTER) for col in range(COLS)]
    for at, to in zip(left, reversed(left), strict=True):
        back[:, to : to + PX] = sheet[:, at : at + PX]
    return back
