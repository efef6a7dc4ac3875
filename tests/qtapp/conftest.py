"""Windows to test: on the small raid, and on the shipped campaign."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.catalogue import explain
from engine.session import Dice
from maps.hexgrid import Hex
from qtapp.app import application
from qtapp.folders import Folders
from qtapp.main_window import MainWindow, open_window
from tests.qtapp import toy

CAMPAIGN = "balkan_gambit/1943"


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    """The program's own application, as the user has it."""
    return application()


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """Folders of a person who uses the program for the first time."""
    return Folders.standard(tmp_path)


@pytest.fixture
def raid(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small raid is a known game."""
    toy.install(monkeypatch)


@pytest.fixture
def opened(qtbot: QtBot, folders: Folders) -> Iterator[Callable[[Path | str | None], MainWindow]]:
    """Open windows on files or scenarios; they are closed after the test."""
    made: list[MainWindow] = []

    def make(wanted: Path | str | None) -> MainWindow:
        window = open_window(folders, explain, wanted)
        qtbot.waitExposed(window)
        settle()
        made.append(window)
        return window

    yield make
    for window in made:
        window.close()
        window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def window(
    raid: None, opened: Callable[[Path | str | None], MainWindow], tmp_path: Path
) -> MainWindow:
    """A window on the small raid, kept in a file, with dice that wait; its user knows the tour."""
    made = opened(None)
    made.preferences.keep_text("tour", "0")
    made.bridge.open(toy.begin(tmp_path / "raid.sandtable", dice=Dice.ASK))
    settle()
    return made


@pytest.fixture
def campaign(opened: Callable[[Path | str | None], MainWindow]) -> MainWindow:
    """A window on the 1943 campaign, as ``sandtable open`` shows it."""
    return opened(CAMPAIGN)


def settle() -> None:
    """Let everything that waits in the event loop happen."""
    for _ in range(4):
        QApplication.processEvents()


def spot_of(window: MainWindow, at: Hex) -> QPoint:
    """Where the middle of a hex is in the board's viewport."""
    board = window.view.board.board
    assert board is not None
    return window.view.mapFromScene(QPointF(*board.shape.centre(at)))


def click_hex(
    window: MainWindow, at: Hex, button: Qt.MouseButton = Qt.MouseButton.LeftButton
) -> None:
    """Click the middle of a hex with the mouse."""
    window.view.ensure_hex_visible(at)
    settle()
    spot = spot_of(window, at)
    assert window.view.viewport().rect().contains(spot)
    QTest.mouseClick(window.view.viewport(), button, Qt.KeyboardModifier.NoModifier, spot)
    settle()


def press_key(window: MainWindow, key: Qt.Key, *held: Qt.KeyboardModifier) -> None:
    """Press a key while the board has the keyboard."""
    window.view.setFocus()
    modifiers = Qt.KeyboardModifier.NoModifier
    for modifier in held:
        modifiers |= modifier
    QTest.keyClick(window.view, key, modifiers)
    settle()


def answer(window: MainWindow, text: str) -> None:
    """Press the button of the Decision panel whose text has these words."""
    for button in window.decision.buttons():
        if text in button.text():
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            settle()
            return
    raise AssertionError(
        f"no button {text!r} among {[b.text() for b in window.decision.buttons()]}"
    )
