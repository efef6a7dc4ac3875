"""The board and the units of a scenario as they are shown."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from oob.model import UnitId
from qtapp.workspaces.scenarios.scenarios_workspace import ScenariosWorkspace
from qtapp.workspaces.scenarios.units_panel import called
from tests.qtapp.conftest import settle
from tests.qtapp.hands import by_menu


def test_a_unit_without_a_size_has_no_blank_for_it(at_work: ScenariosWorkspace) -> None:
    unit = replace(at_work.controller.order.units[UnitId("red-1")], size="")
    assert called(unit) == f"{unit.name} {unit.type}"


def test_the_board_of_a_scenario_is_zoomed_by_menu_and_keys(at_work: ScenariosWorkspace) -> None:
    view = at_work.board.view
    whole = view.transform().m11()
    by_menu(at_work.window, "zoom_in")
    settle()
    assert view.transform().m11() > whole
    QTest.keyClick(at_work.window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    settle()
    assert view.transform().m11() == pytest.approx(whole)
