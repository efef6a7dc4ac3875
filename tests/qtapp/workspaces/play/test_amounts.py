"""Answers that differ in how many are meant: one button and a number, by real keys and clicks."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.systems.fire_in_the_east.economy.actions import Allot
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.panels.amounts import AmountButton
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.workspaces.play.laid import LEFT, laid_out

CAMPAIGN = "fire_in_the_east/campaign"
POINTS = 5
RECEIVED = {
    "turn": 3, "side": "allied", "phase": "initial", "weather": "clear",
    "points": {"soviet infantry, missing garrisons": POINTS},
}  # fmt: skip


@pytest.fixture
def window(opened: Opener) -> MainWindow:
    """The Soviet initial phase with points for districts."""
    return laid_out(opened, CAMPAIGN, RECEIVED)


def rows(window: MainWindow) -> dict[str, AmountButton]:
    """The answers that take a number, by district."""
    found = {}
    for row in window.decision.answers.findChildren(AmountButton):
        action = row.offer.action
        if row.isVisible() and isinstance(action, Allot):
            found[action.district] = row
    return found


def done(window: MainWindow) -> object:
    """What was done last."""
    return window.bridge.game.log.here.action


def test_each_district_is_one_button_with_a_number(window: MainWindow) -> None:
    """Nine districts by five points were 45 answers, of which fourteen had room (FE-34B3.3)."""
    districts = {
        action.district for action in window.bridge.view.legal if isinstance(action, Allot)
    }
    assert len(districts) > 1
    assert rows(window).keys() == districts
    for district, row in rows(window).items():
        assert (row.number.minimum(), row.number.maximum()) == (1, POINTS)
        assert row.press.text() == f"Give {POINTS} points to {district}"


def test_the_button_does_it_for_the_number_that_is_typed(window: MainWindow) -> None:
    district, row = next(iter(rows(window).items()))
    QTest.mouseDClick(row.number.lineEdit(), LEFT)
    QTest.keyClicks(row.number, "2")
    settle()
    assert row.press.text() == f"Give 2 points to {district}"
    assert row.press.accessibleName() == row.press.text()
    QTest.mouseClick(row.press, LEFT)
    settle()
    assert done(window) == Allot(district, 2)
    assert rows(window)[district].number.maximum() == POINTS - 2, "what is left"


def test_arrows_step_and_enter_does_it(window: MainWindow) -> None:
    district, row = next(iter(rows(window).items()))
    row.number.setFocus()
    QTest.keyClick(row.number, Qt.Key.Key_Down)
    assert row.press.text() == f"Give {POINTS - 1} points to {district}"
    QTest.keyClick(row.number, Qt.Key.Key_Return)
    settle()
    assert done(window) == Allot(district, POINTS - 1)


def test_one_point_that_is_left_needs_no_number(window: MainWindow) -> None:
    district, row = next(iter(rows(window).items()))
    row.number.setFocus()
    QTest.keyClick(row.number, Qt.Key.Key_Down)
    QTest.keyClick(row.number, Qt.Key.Key_Return)
    settle()
    assert not rows(window)
    words = [press.accessibleName() for press in window.decision.buttons()]
    assert f"Give 1 point to {district}" in words


def test_the_wheel_changes_a_number_only_while_the_keyboard_is_there(window: MainWindow) -> None:
    row = next(iter(rows(window).values()))
    window.view.setFocus()
    turn_wheel(row)
    assert row.number.value() == POINTS
    row.number.setFocus()
    turn_wheel(row)
    assert row.number.value() == POINTS - 1


def turn_wheel(row: AmountButton) -> None:
    """One notch of the wheel towards one, over the number."""
    middle = QPointF(row.number.rect().center())
    event = QWheelEvent(
        middle, row.number.mapToGlobal(middle), QPoint(), QPoint(0, -120),
        Qt.MouseButton.NoButton, Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase,
        False,
    )  # fmt: skip
    QApplication.sendEvent(row.number, event)
    settle()
