"""The window offers to save what is open when its file was changed, and rescues damaged files."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from engine.editing.project_session import ProjectSession
from engine.game.session import GameSession, list_games
from maps.hexgrid import Hex
from qtapp.app.main_window import MainWindow
from tests.engine.fakes import HOME
from tests.qtapp.conftest import CAMPAIGN, Opener, click_hex, settle
from tests.qtapp.hands import by_menu

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows keeps open files from changing")


NEAR = Hex(1, 0)


def answering(button: str, said: list[str]) -> QTimer:
    """Press a button of the next message box, noting what it says."""
    timer = QTimer()

    def press() -> None:
        box = QApplication.activeModalWidget()
        if isinstance(box, QMessageBox):
            said.append(box.text())
            timer.stop()
            wanted = (b for b in box.buttons() if button in b.text().replace("&", ""))
            QTest.mouseClick(next(wanted), Qt.MouseButton.LeftButton)

    timer.timeout.connect(press)
    timer.start(10)
    return timer


@pytest.fixture(autouse=True)
def caught(window: MainWindow) -> Iterator[None]:
    """Errors that nobody caught go where the program sends them."""
    restore = window.trouble.install()
    yield
    restore()


def march(window: MainWindow) -> None:
    click_hex(window, HOME)
    click_hex(window, NEAR)


def test_what_is_open_is_saved_as_a_new_file_when_its_file_was_replaced(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    march(window)
    path, target = tmp_path / "raid.sandtable", tmp_path / "saved.sandtable"
    digest = window.bridge.game.digest()
    stranger = tmp_path / "stranger"
    ProjectSession.create(stranger).close()
    os.replace(stranger, path)
    whole = path.read_bytes()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    said: list[str] = []
    answering("Save as a new file", said)
    by_menu(window, "undo")
    settle()
    assert len(said) == 1 and "was replaced by another" in said[0]
    assert window.bridge.path == target and window.bridge.game.digest() == digest
    by_menu(window, "undo")
    settle()
    assert window.bridge.game.digest() != digest, "play goes on in the new file"
    assert path.read_bytes() == whole
    window.files.close()
    assert path.read_bytes() == whole and list_games(path) == ()


def test_the_offer_can_be_declined(window: MainWindow, tmp_path: Path) -> None:
    march(window)
    (tmp_path / "raid.sandtable").unlink()
    said: list[str] = []
    answering("Not now", said)
    by_menu(window, "undo")
    settle()
    assert "was deleted, moved or renamed" in said[0] and window.document.is_open
    answering("Close without saving", said)
    by_menu(window, "undo")
    settle()
    assert len(said) == 2 and not window.document.is_open


def test_a_damaged_file_is_rescued_into_a_new_one(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    march(window)
    window.files.close()
    hurt, target = tmp_path / "hurt.sandtable", tmp_path / "rescued.sandtable"
    shutil.copy(tmp_path / "raid.sandtable", hurt)
    with closing(sqlite3.connect(hurt)) as conn:
        conn.execute("CREATE TABLE extra (a)")
        conn.commit()
    before = hurt.read_bytes()
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(hurt), ""))
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    by_menu(window, "rescue")
    qtbot.waitUntil(lambda: window.document.path == target)
    boxes = [w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox)]
    (box,) = [box for box in boxes if box.isVisible()]
    assert "1 game with" in box.text() and "'extra'" in box.informativeText()
    box.close()
    assert hurt.read_bytes() == before
    assert window.bridge.is_open and window.bridge.game.verify() == ()


def test_a_synced_folder_is_told_of_once(opened: Opener, raid: None, tmp_path: Path) -> None:
    window = opened(None)
    folder = tmp_path / "OneDrive - Home"
    folder.mkdir()
    said: list[str] = []
    window.safety.hinted.connect(said.append)
    assert window.files.create(folder / "mine.sandtable")
    settle()
    assert len(said) == 1 and "OneDrive" in said[0] and "OneDrive" in window.notice.text()
    window.files.close()
    window.files.open(folder / "mine.sandtable")
    settle()
    assert len(said) == 1


def test_an_empty_file_of_a_campaign_begins_its_game(opened: Opener) -> None:
    window = opened(None)
    file = window.folders.campaign_file(CAMPAIGN)
    file.parent.mkdir(parents=True, exist_ok=True)
    ProjectSession.create(file).close()
    window.files.go_on(CAMPAIGN)
    settle()
    assert window.bridge.is_open and window.bridge.path == file
    assert len(list_games(file)) == 1
    window.files.close()
    with GameSession.open(file) as game:
        assert game.scenario.id == CAMPAIGN
