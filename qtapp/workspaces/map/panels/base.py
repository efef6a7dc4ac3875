"""What all panels of the map editor share: they follow the board, but only while one sees them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from maps.edits import Change
from maps.errors import KnownError
from maps.model import GameMap
from qtapp.app.errors import outside_qt
from qtapp.workspaces.map.map_controller import MapController

LATER_MS = 80
"""How long a panel waits after an edit, so that a stroke does not fill it again at every hex."""


class EditorPanel(QWidget):
    """A panel on the board of the map controller. Subclasses fill themselves in :meth:`refresh`.

    ``refused`` carries the sentence of an edit that cannot be made.
    """

    refused = Signal(str)

    def __init__(self, controller: MapController) -> None:
        super().__init__()
        self.controller = controller
        self._is_stale = True
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(LATER_MS)
        self._later.timeout.connect(self.look_again)
        controller.changed.connect(self.stale)

    @property
    def board(self) -> GameMap | None:
        """The board being edited, None when there is none."""
        try:
            return self.controller.map
        except LookupError:
            return None

    @property
    def is_late(self) -> bool:
        """True while the panel waits to fill itself again."""
        return self._later.isActive()

    def stale(self) -> None:
        """What the panel shows may not hold any more."""
        self._is_stale = True
        if self.isVisible():
            self._later.start()

    def look_again(self) -> None:
        """Fill the panel now, when there is a board and something to fill again."""
        self._later.stop()
        if self._is_stale and self.board is not None:
            self._is_stale = False
            self.refresh()

    def refresh(self) -> None:
        """Show what the board holds now."""

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while nobody looked."""
        super().showEvent(event)
        with outside_qt():
            self.look_again()

    def edit(self, build: Callable[[GameMap], Change | None]) -> bool:
        """Make an edit that ``build`` makes of the board; False when it was refused or is none."""
        board = self.board
        if board is None:
            return False
        try:
            change = build(board)
            if not change:
                return False
            self.controller.apply(change)
        except KnownError as error:
            self.refused.emit(str(error))
            return False
        self.look_again()
        return True
