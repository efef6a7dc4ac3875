"""The referee's desk in the window."""

from __future__ import annotations

import json

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from engine.game.session import Override, Overrule
from engine.reports.log_export import How
from maps.hexgrid import Hex
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.play.referee_dialog import RefereeDialog
from tests.engine.fakes import HOME
from tests.qtapp.conftest import press_key, settle
from tests.qtapp.hands import by_menu, press
from tests.qtapp.toy import ASH

NEAR = Hex(1, 0)


def button(dialog: RefereeDialog, text: str) -> QPushButton:
    return next(b for b in dialog.findChildren(QPushButton) if b.text() == text)


def test_a_unit_is_put_elsewhere_and_the_log_says_so(window: MainWindow) -> None:
    board = window.bridge.game.scenario.map
    assert window.bridge.state.pieces[ASH].at == HOME

    def act() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, RefereeDialog)
        assert not button(dialog, "Overrule").isEnabled()
        QTest.keyClicks(dialog.search, "ash at")
        item = dialog.tree.topLevelItem(0)
        while item is not None and item.childCount():
            item = item.child(0)
        assert item is not None and item.text(1) == board.label(HOME)
        item.setText(1, board.label(NEAR))
        QTest.keyClicks(dialog.reason, "a slip of the hand")
        QTest.mouseClick(button(dialog, "Overrule"), Qt.MouseButton.LeftButton)

    QTimer.singleShot(0, act)
    press_key(
        window,
        Qt.Key.Key_R,
        Qt.KeyboardModifier.ControlModifier,
        Qt.KeyboardModifier.ShiftModifier,
    )
    settle()
    assert window.bridge.state.pieces[ASH].at == NEAR
    assert window.bridge.game.log.here.how is How.REFEREE
    assert "slip of the hand" in window.bridge.game.log.here.told[0][1]
    by_menu(window, "undo")
    assert window.bridge.state.pieces[ASH].at == HOME


def test_what_fits_no_position_stays_in_the_dialog(window: MainWindow) -> None:
    dialog = RefereeDialog(window.bridge.game, window)
    dialog.show()
    dialog.put(("turn",), "soon")
    press(button(dialog, "Overrule"))
    assert "is no value" in dialog.message.text() and dialog.action is None
    dialog.put(("turn",), '"soon"')
    press(button(dialog, "Overrule"))
    assert "expected int" in dialog.message.text() and dialog.action is None
    dialog.put(("turn",), "2")
    press(button(dialog, "Overrule"))
    assert dialog.action is not None and dialog.message.text() == ""


def test_the_open_decision_is_not_offered(window: MainWindow) -> None:
    dialog = RefereeDialog(window.bridge.game, window)
    heads = [dialog.tree.topLevelItem(n).text(0) for n in range(dialog.tree.topLevelItemCount())]  # type: ignore[union-attr]
    assert "pieces" in heads and "flow" not in heads


def test_a_refereed_game_is_marked(window: MainWindow) -> None:
    path = ("pieces", str(ASH), "at")
    action = Overrule((Override(path, json.dumps([NEAR.q, NEAR.r])),), "for the test")
    assert "Refereed" not in window.standing.text()
    assert window.bridge.act(action)
    settle()
    assert "Refereed" in window.standing.text()
    window.bridge.undo()
    settle()
    assert "Refereed" not in window.standing.text()
