"""The dialog of a place leaves the name that is printed there to be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from engine.editing.map_session import EditSession
from qtapp.dialogs.place_dialog import PlaceDialog
from qtapp.widgets.over import leave_free
from qtapp.workspaces.map.map_controller import around
from tests.engine.systems.by_hand.desk import board
from tests.qtapp.conftest import Opener, click_hex, settle, spot_of
from tests.qtapp.hands import by_menu


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.8, 0.95])
def test_a_dialog_leaves_a_part_of_the_screen_free(qtbot: QtBot, share: float) -> None:
    screen = QGuiApplication.primaryScreen().availableGeometry()
    for across, down in ((share, 0.5), (0.5, share), (share, share)):
        dialog = QDialog()
        dialog.setFixedSize(screen.width() // 3, screen.height() // 4)
        corner = QPoint(round(screen.width() * across), round(screen.height() * down))
        kept = QRect(screen.topLeft() + corner, QSize(200, 30))
        leave_free(dialog, kept)
        dialog.show()
        qtbot.waitExposed(dialog)
        assert not dialog.frameGeometry().intersects(kept), (across, down)
        assert screen.adjusted(-4, -4, 4, 4).contains(dialog.geometry())
        dialog.close()
        dialog.deleteLater()


def test_the_name_of_a_clicked_place_can_be_read(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "own.sandtable"
    EditSession.create(path, board()).close()
    window = opened(path)
    window.resize(780, 700)
    window.move(0, 0)
    settle()
    window.view.zoom_to_fit()
    hidden: list[bool] = []

    def look(dialog: PlaceDialog) -> int:
        dialog.show()
        settle()
        at = window.edit.map.parse_label(dialog.windowTitle()[-4:])
        kept = around(window.view, at)
        spot = window.view.viewport().mapToGlobal(spot_of(window, at))
        assert kept.contains(spot) and kept.width() > kept.height()
        hidden.append(dialog.frameGeometry().intersects(kept))
        dialog.reject()
        return dialog.result()

    monkeypatch.setattr(PlaceDialog, "exec", look)
    by_menu(window, "place")
    labels = ("0201", "0303", "0204")
    for label in labels:
        click_hex(window, window.edit.map.parse_label(label))
    assert hidden == [False] * len(labels)
