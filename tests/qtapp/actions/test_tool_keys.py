"""A toolbar is one stop of Tab; arrow keys go through it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from qtapp.actions.tool_keys import ToolKeys
from qtapp.app.main_window import MainWindow
from tests.qtapp.conftest import settle
from tests.qtapp.hands import by_menu


def strips(window: MainWindow) -> list[ToolKeys]:
    """The keys of the toolbars that are seen."""
    bars = [bar for bar in window.toolbars.values() if bar.isVisible()]
    assert all(bar.accessibleName() for bar in bars)
    return [keys for bar in bars for keys in bar.findChildren(ToolKeys)]


def stops(strip: ToolKeys) -> list[QToolButton]:
    """Its buttons that Tab comes to."""
    return [one for one in strip.reached() if one.focusPolicy() & Qt.FocusPolicy.TabFocus]


def test_each_toolbar_is_one_stop_of_tab_in_every_workspace(campaign: MainWindow) -> None:
    for workspace in ("edit", "units", "contents", "play"):
        by_menu(campaign, f"workspace_{workspace}")
        settle()
        assert strips(campaign)
        for strip in strips(campaign):
            if strip.reached():
                assert len(stops(strip)) == 1, workspace


def test_arrow_keys_reach_every_button_and_come_round(campaign: MainWindow) -> None:
    for strip in strips(campaign):
        reached = strip.reached()
        assert len(reached) > 2
        stops(strip)[0].setFocus(Qt.FocusReason.TabFocusReason)
        QTest.keyClick(reached[0], Qt.Key.Key_Home)
        met = []
        for _ in reached:
            now = QApplication.focusWidget()
            assert isinstance(now, QToolButton)
            met.append(now)
            QTest.keyClick(now, Qt.Key.Key_Right)
        assert met == reached
        assert QApplication.focusWidget() is reached[0]
        QTest.keyClick(reached[0], Qt.Key.Key_End)
        assert stops(strip) == [reached[-1]]
        assert QApplication.focusWidget() is reached[-1]


def test_return_presses_and_a_click_leaves_the_keyboard_where_it_is(campaign: MainWindow) -> None:
    button = campaign.toolbars[""].widgetForAction(campaign.book["zoom_in"])
    assert isinstance(button, QToolButton)
    before = campaign.view.transform().m11()
    button.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(button, Qt.Key.Key_Return)
    settle()
    once = campaign.view.transform().m11()
    assert once > before
    campaign.view.setFocus()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    settle()
    assert campaign.view.transform().m11() > once
    assert QApplication.focusWidget() is campaign.view


def test_the_stop_goes_on_when_its_button_can_no_longer_be_pressed(campaign: MainWindow) -> None:
    strip = strips(campaign)[0]
    stop = stops(strip)[0]
    stop.setEnabled(False)
    settle()
    assert len(stops(strip)) == 1 and stops(strip)[0] is not stop
    stop.setEnabled(True)
