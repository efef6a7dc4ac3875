"""A second window on the board of a game: its own zoom and place, the same game."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QGuiApplication
from PySide6.QtWidgets import QVBoxLayout, QWidget

from qtapp.app.bridge import GameBridge
from qtapp.app.errors import outside_qt
from qtapp.app.first_look import first_look
from qtapp.board.items.overlays import markers_of
from qtapp.board.tips import BoardTips
from qtapp.board.view import MapView
from qtapp.painters.schemes import Scheme
from qtapp.workspaces.play.play_controller import PlayController
from resources import Theme

SIZE = (960, 700)
SHARE = 0.6
"""Of what is right of the board's left edge it takes so much where there is one screen."""
LEAST = 320
"""Pixels it is wide and high at least."""


class SecondBoard(QWidget):
    """Follows the game, its overlays and its theme; clicks in it play like those on the first."""

    def __init__(
        self,
        bridge: GameBridge,
        controller: PlayController,
        parent: QWidget,
        theme: Theme,
        scheme: Scheme,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._bridge = bridge
        self.setObjectName("second board")
        self.setAccessibleName("Second board window")
        self.view = MapView()
        self.view.setAccessibleName("Second board")
        self.tips = BoardTips(bridge, self.view)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.view)
        self.resize(*SIZE)
        self._lies = False
        controller.listen(self.view)
        controller.overlaid.connect(self.view.board.set_overlays)
        bridge.opened.connect(self._open)
        bridge.changed.connect(self.refresh)
        bridge.closed.connect(self.close)
        self.wear(theme, scheme)
        self._open()

    def lie_beside(self, first: QWidget) -> None:
        """Lie where the first board and what is left of it can be seen: on another screen, else at
        the right of this one. Where somebody has put it, it stays.
        """
        if self._lies:
            return
        self._lies = True
        here = first.screen()
        other = next((one for one in QGuiApplication.screens() if one is not here), None)
        if other is not None:
            free = other.availableGeometry()
            self.resize(self.size().boundedTo(free.size()))
            self.move(free.center() - self.rect().center())
            return
        free, corner = here.availableGeometry(), first.mapToGlobal(QPoint(0, 0))
        wide = min(SIZE[0], int(SHARE * (free.right() - corner.x())))
        tall = min(SIZE[1], free.bottom() - corner.y())
        self.resize(max(LEAST, wide), max(LEAST, tall))
        self.move(free.right() - self.width() + 1, corner.y())

    def wear(self, theme: Theme, scheme: Scheme) -> None:
        """Use a theme's colours around the board, and those of a scheme on it."""
        self.view.setBackgroundBrush(QColor(theme.colours["border"]))
        self.view.board.wear(scheme)

    def refresh(self) -> None:
        """Follow the session, while somebody can see it."""
        if self._bridge.is_open and self.isVisible():
            game = self._bridge.game
            if self.view.board.map is not game.scenario.map:
                self.view.board.set_board(game.scenario.map)
            self.view.board.set_counters(self._bridge.counters, game.scenario.oob)
            self.view.board.set_markers(markers_of(self._bridge))

    def showEvent(self, event: object) -> None:
        """Catch up with what happened meanwhile."""
        with outside_qt():
            self.refresh()

    def _open(self) -> None:
        if self._bridge.is_open:
            game = self._bridge.game
            self.setWindowTitle(f"{game.scenario.title} — second board")
            self.view.board.set_board(game.scenario.map)
            self.refresh()
            first_look(self.view, self._bridge)
