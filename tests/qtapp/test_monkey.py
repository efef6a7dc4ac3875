"""Anybody may click and type anything: the window never breaks, the state stays sound."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QPushButton

from engine.core.chance import Stream
from engine.game.session import Dice
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.map.choices.layer_state import BoardLayer
from tests.qtapp.conftest import settle
from tests.qtapp.hands import LEFT, by_menu, click_row

KEYS = (
    *"NLRTUVG",
    Qt.Key.Key_Return,
    Qt.Key.Key_Escape,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Tab,
)
IDS = ("undo", "redo", "next_unit", "end_phase", "roll", "reroll", "dice_ask", "dice_program",
       "dice_typed", "supply", "workspace_edit", "workspace_play", "check_map", "zoom_in",
       "zoom_out", "theme_dark", "theme_light", "auto_phase", "auto_stop")  # fmt: skip


def leave_dialog() -> None:
    """Think better of whatever a dialog asks."""
    dialog = QApplication.activeModalWidget()
    if isinstance(dialog, QDialog):
        dialog.reject()


def misuse(window: MainWindow, stream: Stream) -> None:
    """Do one thing somebody might do."""
    match stream.below(7):
        case 0 | 1:
            view = window.view.viewport()
            spot = QPoint(stream.below(view.width()), stream.below(view.height()))
            buttons = (
                Qt.MouseButton.LeftButton,
                Qt.MouseButton.LeftButton,
                Qt.MouseButton.RightButton,
            )
            QTest.mouseClick(view, buttons[stream.below(3)], Qt.KeyboardModifier.NoModifier, spot)
        case 2:
            key = KEYS[stream.below(len(KEYS))]
            window.view.setFocus()
            QTest.keyClick(window.view, key)
        case 3:
            buttons = window.decision.buttons()
            if buttons:
                QTest.mouseClick(buttons[stream.below(len(buttons))], LEFT)
        case 4:
            action = IDS[stream.below(len(IDS))]
            if window.book[action].isEnabled():
                by_menu(window, action)
        case 5:
            rows = window.choices.model.rowCount()
            if rows:
                click_row(window.choices.list, stream.below(rows), twice=True)
        case 6:
            faces = window.decision.dice.faces.findChildren(QPushButton)
            if face := [press for press in faces if press.isVisible()][stream.below(12) :]:
                QTest.mouseClick(face[0], LEFT)
    menu = window.play.menu
    if menu is not None and menu.isVisible():
        QTest.keyClick(menu, Qt.Key.Key_Return if stream.below(2) else Qt.Key.Key_Escape)
    settle()


@pytest.mark.parametrize(
    ("seed", "steps"), [(1, 60), pytest.param(2, 1000, marks=pytest.mark.soak)]
)
def test_nothing_one_does_breaks_the_window(campaign: MainWindow, seed: int, steps: int) -> None:
    window = campaign
    stream = Stream(seed, "monkey")
    # Who paints the sea under a unit has a game that is not sound; that is theirs to do.
    window.edit.layers.set_locked(BoardLayer.TERRAIN, True)
    leaver = QTimer(window)
    leaver.timeout.connect(leave_dialog)
    leaver.start(20)
    for _ in range(steps):
        misuse(window, stream)
        assert window.bridge.is_open
        assert window.bridge.rules.invariants(window.bridge.state) == ()
    leaver.stop()
    window.robot.stop()
    window.bridge.set_dice(Dice.PROGRAM)
    assert window.bridge.game.verify() == ()
