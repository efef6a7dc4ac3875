"""Windows to test: on the small raid, and on the shipped campaign."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partialmethod
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.editing.oob_session import OobSession
from engine.game.catalogue import explain
from engine.game.session import Dice, GameSession
from maps.hexgrid import Hex
from qtapp.app.app import application
from qtapp.app.files import backup_keeper
from qtapp.app.files.folders import Folders
from qtapp.app.main_window import MainWindow, open_window
from tests.qtapp import toy
from tests.qtapp.leading import lead

CAMPAIGN = "balkan_gambit/1943"

PATIENCE_MS = 120_000
"""Milliseconds to wait for what must come; only a test that fails waits so long."""

MEMORY = Path("/dev/shm")
"""Where settings are kept in memory, if it is there: Qt forces each change of them to the disk."""

Opener = Callable[[Path | str | None], MainWindow]
"""Shows a file, the campaign of a scenario, or nothing."""


@pytest.fixture(scope="session")
def qapp() -> QApplication:
    """The program's own application, as the user has it."""
    return application()


class PatientBot(QtBot):
    """Waits for what must come as long as a busy machine may need, so that no test hangs on it."""

    waitUntil = partialmethod(QtBot.waitUntil, timeout=PATIENCE_MS)  # noqa: N815
    waitSignal = partialmethod(QtBot.waitSignal, timeout=PATIENCE_MS)  # noqa: N815
    waitExposed = partialmethod(QtBot.waitExposed, timeout=PATIENCE_MS)  # noqa: N815


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """The bot of pytest-qt with the patience of this program's tests."""
    return PatientBot(request)


@pytest.fixture(autouse=True)
def copies_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Backups are made when a test asks for one, never because it has taken long."""
    monkeypatch.setattr(backup_keeper, "SOON_MS", backup_keeper.EVERY_MS)


@pytest.fixture
def folders(tmp_path: Path) -> Folders:
    """Folders of a person who uses the program for the first time."""
    return Folders.standard(tmp_path)


@pytest.fixture
def raid(monkeypatch: pytest.MonkeyPatch) -> None:
    """The small raid is a known game."""
    toy.install(monkeypatch)


@pytest.fixture(scope="module")
def shared(qapp: QApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[MainWindow]:
    """A window that the tests of a module share, one after the other (see ``opened``)."""
    home = tmp_path_factory.mktemp("home")
    place = MEMORY if os.access(MEMORY, os.W_OK) else tmp_path_factory.mktemp("config")
    with TemporaryDirectory(dir=place) as config:
        folders = replace(Folders.standard(home), config=Path(config))
        window = open_window(folders, explain, None)
        yield window
        discard(window)


@pytest.fixture(scope="session")
def order_file(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The project file of a shipped order of battle, made once for each."""
    folder = tmp_path_factory.mktemp("orders")

    def of(name: str) -> Path:
        path = folder / f"{name}.sandtable"
        if not path.exists():
            OobSession.create(path, name).close()
        return path

    return of


@pytest.fixture
def opened(
    shared: MainWindow, qtbot: QtBot, fresh_campaign: Callable[[str], Path]
) -> Iterator[Opener]:
    """Open files or scenarios in the shared window, which is found as it was the first time.

    A scenario has been begun a moment ago, which takes up to half a second.
    """

    def show(wanted: Path | str | None) -> MainWindow:
        qtbot.waitExposed(shared)
        shared.activateWindow()
        if isinstance(wanted, Path):
            shared.files.open(wanted)
        elif wanted is not None:
            file = shared.folders.campaign_file(wanted)
            if not file.exists():
                file.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(fresh_campaign(wanted), file)
            shared.files.go_on(wanted)
        settle()
        return shared

    yield show
    _tidy(shared)


@pytest.fixture
def opened_anew(qtbot: QtBot, folders: Folders) -> Iterator[Opener]:
    """Open windows of one's own, for tests of what outlives a window or of its first day."""
    made: list[MainWindow] = []

    def make(wanted: Path | str | None) -> MainWindow:
        window = open_window(folders, explain, wanted)
        qtbot.waitExposed(window)
        settle()
        made.append(window)
        return window

    yield make
    for window in made:
        discard(window)


def discard(window: MainWindow) -> None:
    """Close a window for good. The last one leaves no style sheet behind: the widgets of the next
    are styled once, as its theme is put on, and not each time one is put into another.
    """
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    app = QApplication.instance()
    left = [widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow)]
    if isinstance(app, QApplication) and not left:
        app.setStyleSheet("")


def _tidy(window: MainWindow) -> None:
    """Release all that a test opened, chose or wrote."""
    for other in QApplication.topLevelWidgets():
        if other is not window and other.isVisible():
            other.close()
    window.document.close()
    window.edit.layers.reset()
    window.notice.hide()
    window.folders.settings().clear()
    window.folders.data.mkdir(exist_ok=True)
    for left in (*window.folders.config.iterdir(), *window.folders.data.iterdir()):
        if left.is_dir():
            shutil.rmtree(left)
        elif left.name != "window.ini":
            left.unlink()
    window.resize(1280, 800)
    settle()


@pytest.fixture
def window(raid: None, opened: Opener, tmp_path: Path) -> MainWindow:
    """A window on the small raid, kept in a file, with dice that wait; its user knows the tour."""
    return _on_raid(opened(None), tmp_path)


@pytest.fixture
def own_window(raid: None, opened_anew: Opener, tmp_path: Path) -> MainWindow:
    """The same in a window of one's own, for tests that close it."""
    return _on_raid(opened_anew(None), tmp_path)


def _on_raid(made: MainWindow, folder: Path) -> MainWindow:
    made.preferences.keep_text("tour", "0")
    made.bridge.open(toy.begin(folder / "raid.sandtable", dice=Dice.ASK))
    settle()
    return made


@pytest.fixture
def campaign(opened: Opener) -> MainWindow:
    """A window on the 1943 campaign, as ``sandtable open`` shows it."""
    return opened(CAMPAIGN)


@pytest.fixture(scope="session")
def led_on(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of the campaign that the automatic player has led into its second turn, to the first
    movement of the Allied side.
    """

    def moves(game: GameSession) -> bool:
        state = game.state
        return state.turn >= 2 and state.phase != "initial" and game.view().side == "allied"

    return lead(tmp_path_factory.mktemp("led") / "led_on.sandtable", CAMPAIGN, moves)


@pytest.fixture
def played(opened: Opener, led_on: Path, tmp_path: Path) -> MainWindow:
    """A window on a campaign in its second turn, with a side to decide."""
    return opened(Path(shutil.copy(led_on, tmp_path / "campaign.sandtable")))


def settle() -> None:
    """Let everything that waits in the event loop happen, and all panels catch up."""
    for _ in range(4):
        QApplication.processEvents()
    windows = [w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow)]
    while any(window.bridge.in_turn.is_busy for window in windows):
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


def drag(
    window: MainWindow,
    start: Hex,
    goal: Hex,
    held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    *,
    drops: bool = True,
) -> None:
    """Drag the left button from the middle of one hex to that of another, and perhaps let it go."""
    port, left = window.view.viewport(), Qt.MouseButton.LeftButton
    spots = [spot_of(window, at) for at in (start, goal)]
    QTest.mousePress(port, left, held, spots[0])
    for share in (0.2, 0.6, 1.0):
        move_mouse(port, spots[0] + (spots[1] - spots[0]) * share, left, held)
    if drops:
        QTest.mouseRelease(port, left, held, spots[1])
    settle()


def move_mouse(
    port: QWidget,
    spot: QPoint,
    button: Qt.MouseButton = Qt.MouseButton.NoButton,
    held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    """Move the mouse over a widget, perhaps with a button down. The widget hears it at once, where
    the pointer of `QTest.mouseMove` is that of the platform and may be late.
    """
    where = QPointF(spot)
    event = QMouseEvent(
        QEvent.Type.MouseMove,
        where,
        QPointF(port.mapToGlobal(spot)),
        Qt.MouseButton.NoButton,
        button,
        held,
    )
    QApplication.sendEvent(port, event)


def press_key(window: MainWindow, key: Qt.Key, *held: Qt.KeyboardModifier) -> None:
    """Press a key while the board has the keyboard."""
    window.view.setFocus()
    modifiers = Qt.KeyboardModifier.NoModifier
    for modifier in held:
        modifiers |= modifier
    QTest.keyClick(window.view, key, modifiers)
    settle()


def answer(window: MainWindow, text: str) -> None:
    """Press the button of the Decision panel whose whole words have these."""
    for button in window.decision.buttons():
        if text in button.accessibleName():
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            settle()
            return
    raise AssertionError(
        f"no button {text!r} among {[b.accessibleName() for b in window.decision.buttons()]}"
    )
