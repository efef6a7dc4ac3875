"""Panels that follow a game: each hears what changed, and looks only while somebody looks at it."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from engine.core.change import EVERYTHING, NOTHING, Change
from qtapp.app.bridge import GameBridge


class FollowingPanel(QWidget):
    """A panel that shows something of the position.

    The board and the decision answer a click first; the panel follows as soon as the window has
    nothing else to do. Several changes in one go are shown once, and what changes while the panel
    is hidden is shown when it is looked at. Subclasses override :meth:`refresh`, and
    :meth:`show_change` where less than everything is to be worked out again.
    """

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__()
        self._bridge = bridge
        self._unseen: Change = EVERYTHING
        self._waiting = True
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self.catch_up)
        bridge.changed.connect(self.hear)
        bridge.opened.connect(self._begin)
        bridge.closed.connect(self._end)

    def refresh(self) -> None:
        """Work everything out again."""

    def show_change(self, change: Change) -> None:
        """Work out again what depends on some change of the position."""
        self.refresh()

    def start(self) -> None:
        """Forget the game that was shown: another one was opened, or it was closed."""

    def hear(self, change: Change = EVERYTHING) -> None:
        """Note what changed, and show it when the window has answered."""
        self._unseen |= change
        self._waiting = True
        if self.isVisible():
            self._later.start()

    def catch_up(self) -> None:
        """Show what was not shown yet."""
        self._later.stop()
        if self._waiting:
            change, self._unseen, self._waiting = self._unseen, NOTHING, False
            self.show_change(change)

    def showEvent(self, event: object) -> None:
        """Show what was put off while nobody looked."""
        self.catch_up()

    def _begin(self) -> None:
        self.start()
        self.hear()

    def _end(self) -> None:
        self.start()
        self.hear()
        self.catch_up()
