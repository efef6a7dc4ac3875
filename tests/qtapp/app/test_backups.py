"""Copies of the open file in the window: made on another thread, listed, restored."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from engine.editing.backups import backups
from qtapp.app.main_window import MainWindow
from qtapp.dialogs.backups import NOTHING, BackupsDialog
from tests.engine.fakes import Rest
from tests.qtapp.conftest import Opener, settle
from tests.qtapp.hands import by_menu, press


@pytest.fixture
def copied(own_window: MainWindow, qtbot: QtBot, tmp_path: Path) -> MainWindow:
    """A window that has made one copy of its game."""
    path = own_window.bridge.path
    assert path is not None
    own_window.files.open(path)
    own_window.bridge.act(Rest())
    own_window.backups.copy_now()
    qtbot.waitUntil(lambda: not own_window.backups.is_busy)
    return own_window


def test_a_copy_is_made_while_one_plays(copied: MainWindow, qtbot: QtBot) -> None:
    (copy,) = backups(copied.backups.root)
    assert copy.games == (("A small raid", 1),)
    copied.backups.copy_now()
    qtbot.waitUntil(lambda: not copied.backups.is_busy)
    assert len(backups(copied.backups.root)) == 1, "nothing has changed since"


def test_a_copy_is_chosen_and_restored(
    copied: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = copied.bridge.game.digest()
    copied.bridge.act(Rest())
    target = tmp_path / "again"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (str(target), ""))
    listed: list[str] = []

    def take() -> None:
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, BackupsDialog):
            QTimer.singleShot(20, take)
            return
        item = dialog.tree.currentItem()
        listed.extend(item.text(column) for column in range(3))
        press(dialog.restore)

    QTimer.singleShot(20, take)
    by_menu(copied, "backups")
    settle()
    assert copied.document.path == target.with_suffix(".sandtable")
    assert copied.bridge.game.digest() == digest
    assert listed[1].endswith("A small raid (1 step)") and listed[2]


def test_what_cannot_be_copied_is_said_once(
    own_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    path = own_window.bridge.path
    assert path is not None
    own_window.files.open(path)
    own_window.backups.root.write_text("a file is in the way")
    said: list[str] = []
    own_window.backups.failed.connect(said.append)
    for _ in range(2):
        own_window.backups.copy_now()
        qtbot.waitUntil(lambda: not own_window.backups.is_busy)
    assert len(said) == 1 and said[0].startswith("No backup could be made.")


def test_an_empty_list_says_so(opened: Opener, qtbot: QtBot) -> None:
    dialog = BackupsDialog((), opened(None))
    qtbot.addWidget(dialog)
    assert not dialog.restore.isEnabled() and dialog.restore.isHidden()
    assert NOTHING.startswith("There is no copy yet")
