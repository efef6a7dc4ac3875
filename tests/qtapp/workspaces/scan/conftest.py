"""A window with an empty board on the desk, and a small made-up scan of it whose truth is known."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from engine.editing.map_session import EditSession
from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import GameMap
from qtapp.app.main_window import MainWindow
from qtapp.workspaces.scan.panels.add_dialog import AddScanDialog
from qtapp.workspaces.scan.scan_table import SCAN
from qtapp.workspaces.scan.scan_workspace import ScanWorkspace
from tests.qtapp.conftest import Opener, settle

sys.path.insert(0, str(Path(__file__).parents[3] / "maps" / "digitise"))

import scanmaker

from tests.qtapp.hands import by_menu, press

KINDS = ("clear", "forest", "sea")


class Bench:
    """The window with its Scan workspace, the scan's file and its truth."""

    def __init__(self, window: MainWindow, qtbot: QtBot, made: scanmaker.Made, png: Path) -> None:
        self.window, self.qtbot, self.made, self.png = window, qtbot, made, png
        workspace = window.workspaces[SCAN]
        assert isinstance(workspace, ScanWorkspace)
        self.workspace = workspace
        self.truth = made.board.terrain
        self.rivers = [made.board.labels_of(line) for line in made.board.rivers]

    @property
    def view(self) -> object:
        return self.workspace.canvas.viewport()

    def wait(self) -> None:
        """Wait for the work that goes on; the window has the keyboard afterwards."""
        self.qtbot.waitUntil(lambda: self.workspace.controller.job is None)
        self.window.activateWindow()
        self.qtbot.waitUntil(self.window.isActiveWindow)
        settle()

    def spot(self, x: float, y: float) -> QPoint:
        """A pixel of the scan on the screen."""
        canvas = self.workspace.canvas
        at = canvas.place_of(x, y).toPoint()
        assert canvas.viewport().rect().contains(at)
        return at

    def click(self, x: float, y: float) -> None:
        """Click a pixel of the scan."""
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        QTest.mouseClick(self.workspace.canvas.viewport(), left, none, self.spot(x, y))
        settle()

    def click_on(self, widget: object) -> None:
        """Click a widget in its middle."""
        assert widget.isEnabled(), widget.text()  # type: ignore[attr-defined]
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton)  # type: ignore[call-overload]
        settle()

    def key(self, key: Qt.Key, *held: Qt.KeyboardModifier, times: int = 1) -> None:
        """Press a key on whatever has the keyboard, perhaps several times on end."""
        modifiers = Qt.KeyboardModifier.NoModifier
        for modifier in held:
            modifiers |= modifier
        target = QApplication.focusWidget() or self.window
        for _ in range(times):
            QTest.keyClick(target, key, modifiers)
        settle()

    def do(self, action: str) -> None:
        """Choose an action that is on."""
        settle()
        by_menu(self.window, action)

    def type(self, text: str) -> None:
        """Type text into whatever has the keyboard."""
        target = QApplication.focusWidget()
        assert target is not None
        QTest.keyClicks(target, text)

    def answer_add(self, path: Path | str) -> list[AddScanDialog]:
        """Fill the dialog that is about to open, by keys; it is in the list afterwards."""
        seen: list[AddScanDialog] = []

        def act() -> None:
            dialog = QApplication.activeModalWidget()
            assert isinstance(dialog, AddScanDialog)
            seen.append(dialog)
            QTest.keyClicks(dialog.path, str(path))
            QTest.keyClick(dialog, Qt.Key.Key_Return)
            if dialog.isVisible():
                press(dialog.buttons.button(QDialogButtonBox.StandardButton.Cancel))

        QTimer.singleShot(50, act)
        return seen

    def add(self, path: Path | None = None) -> None:
        """Add the scan as a user does."""
        self.answer_add(path or self.png)
        self.do("scan_add")
        self.wait()

    def show(self, label: str, x: float, y: float) -> None:
        """Click a pixel and type the number of the hex."""
        self.click(x, y)
        self.type(label)
        self.key(Qt.Key.Key_Return)

    def calibrate(self, count: int = 6) -> None:
        """Show hexes without clicking, for tests of what comes after."""
        for label in scanmaker.spread_labels(self.made, count):
            assert self.workspace.controller.add_point(label, *self.made.centres[label])

    def examples(self, each: int) -> dict[str, list[str]]:
        """Some hexes of each kind, spread over the board."""
        found: dict[str, list[str]] = {}
        for kind in KINDS:
            labels = [label for label, own in self.truth.items() if own == kind]
            found[kind] = labels[:: max(1, len(labels) // each)][:each]
        return found

    def map(self) -> GameMap:
        """The board as the file has it."""
        return self.workspace.controller.map

    def terrain(self) -> dict[str, str]:
        """The board's terrain by printed number."""
        board = self.map()
        return {label: board.terrain[at] for at, label in board.sheets[0].bodies()}


def board_for(made: scanmaker.Made) -> GameMap:
    legend = Legend()
    for kind in KINDS:
        legend.add(Kind(Layer.TERRAIN, kind, kind))
    legend.add(Kind(Layer.HEXSIDE, "river", "River"))
    legend.add(Kind(Layer.LINE, "road", "Road"))
    sheet = made.board.grid.sheet
    return GameMap(
        "scanned",
        "Scanned",
        Orientation.FLAT,
        legend,
        [sheet],
        dict.fromkeys(sheet.hexes(), "clear"),
    )


@pytest.fixture(scope="session")
def made() -> scanmaker.Made:
    """A small scan, laid askew."""
    few = {kind: scanmaker.PLAIN.terrain[kind] for kind in KINDS}
    style = scanmaker.Style("small", few)
    return scanmaker.scan(scanmaker.board(style, 9, 7, seed=4), "rotated", "light")


@pytest.fixture
def bench(
    opened: Opener,
    qtbot: QtBot,
    tmp_path: Path,
    made: scanmaker.Made,
) -> Bench:
    """A window in the Scan workspace, on a board without a scan."""
    png, file = tmp_path / "scan.png", tmp_path / "board.sandtable"
    Image.fromarray(made.picture).save(png)
    EditSession.create(file, board_for(made)).close()
    window = opened(file)
    window.resize(1280, 860)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    bench = Bench(window, qtbot, made, png)
    by_menu(window, f"workspace_{SCAN}")
    settle()
    assert bench.workspace.is_active
    return bench
