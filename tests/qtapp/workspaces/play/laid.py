"""Games that begin with a position, in the shared window, and a person whose acts are counted."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from engine.game.ask.games import begin_laid_out
from engine.game.session import Dice
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.main_window import MainWindow
from tests.qtapp.conftest import Opener, drag, press_key, settle, spot_of

LEFT, PLAIN = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def laid_out(
    opened: Opener, scenario: str, position: Mapping[str, object], dice: Dice = Dice.PROGRAM
) -> MainWindow:
    """A window on a game that begins with a position."""
    window = opened(None)
    window.preferences.keep_text("tour", "0")
    window.bridge.open(begin_laid_out(scenario, position, seed=3, dice=dice))
    settle()
    return window


class Hands:
    """A person whose clicks, drags and keys are counted."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.count = 0

    def hex(self, label: str) -> Hex:
        """The hex of a printed label."""
        return self.window.bridge.game.scenario.map.parse_label(label)

    def click(self, label: str, held: Qt.KeyboardModifier = PLAIN) -> None:
        """Click a hex of the board."""
        self.count += 1
        at = self.hex(label)
        self.window.view.ensure_hex_visible(at)
        QTest.mouseClick(self.window.view.viewport(), LEFT, held, spot_of(self.window, at))
        settle()

    def drag(self, start: str, goal: str, held: Qt.KeyboardModifier = PLAIN) -> None:
        """Drag from a hex to another."""
        self.count += 1
        drag(self.window, self.hex(start), self.hex(goal), held)

    def button(self, words: str) -> None:
        """Press a button of the Decision panel."""
        self.count += 1
        press = next(b for b in self.window.decision.buttons() if words in b.accessibleName())
        QTest.mouseClick(press, LEFT)
        settle()

    def end(self) -> None:
        """Press the keys that end a phase."""
        self.count += 1
        press_key(self.window, Qt.Key.Key_Return, CTRL)

    def at(self, *units: UnitId) -> set[str]:
        """The labels of the hexes where units are, or their boxes."""
        places = (self.window.bridge.state.pieces[unit].at for unit in units)
        board = self.window.bridge.game.scenario.map
        return {board.label(at) if isinstance(at, Hex) else at for at in places}
