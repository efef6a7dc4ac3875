"""Panels that follow a game: each hears what changed, and looks only while somebody looks at it."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from engine.core.change import EVERYTHING, NOTHING, Change
from qtapp.app.bridge import GameBridge
from qtapp.app.errors import outside_qt
from qtapp.widgets.parts import TabRaised, is_seen


class FollowingPanel(QWidget):
    """A panel that shows something of the position.

    The board and the decision answer a click first, and show a game that is opened; the panels
    follow one after the other as soon as the window has nothing else to do, and it takes mouse and
    keys between them. Several changes in one go are shown once, and what changes while the panel is
    hidden is shown when it is looked at. Subclasses override :meth:`refresh`, and
    :meth:`show_change` where less than everything is to be worked out again, or :meth:`follow_up`
    where that takes long enough to be done in pieces.
    """

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__()
        self._bridge = bridge
        self._unseen: Change = EVERYTHING
        self._waiting = True
        self._tab = TabRaised(self, self._raised)
        bridge.changed.connect(self.hear)
        bridge.opened.connect(self._begin)
        bridge.closed.connect(self._end)

    @property
    def is_wanted(self) -> bool:
        """Whether what the panel shows is to be seen now, in itself or on the board."""
        return is_seen(self)

    def refresh(self) -> None:
        """Work everything out again."""

    def show_change(self, change: Change) -> None:
        """Work out again what depends on some change of the position."""
        self.refresh()

    def follow_up(self, change: Change) -> Iterator[None]:
        """Work out again what depends on some change, in pieces; the last one shows it."""
        self.show_change(change)
        yield from ()

    def start(self) -> None:
        """Forget the game that was shown: another one was opened, or it was closed."""

    def hear(self, change: Change = EVERYTHING) -> None:
        """Note what changed, and show it when the window has answered."""
        self._unseen |= change
        self._waiting = True
        if self.is_wanted:
            self._bridge.in_turn.ask(self, self._in_turn)
        else:
            self._bridge.in_turn.drop(self)

    def catch_up(self) -> None:
        """Show at once what was not shown yet."""
        self._bridge.in_turn.drop(self)
        for _ in self._in_pieces():
            pass

    def showEvent(self, event: QShowEvent) -> None:
        """Show what was put off while nobody looked."""
        super().showEvent(event)
        with outside_qt():
            self._tab.look()
            self._come_into_view()

    def _raised(self) -> None:
        with outside_qt():
            self._come_into_view()

    def _come_into_view(self) -> None:
        """Catch up; while a game is being opened, in turn: panels come and go as they are laid."""
        if self._bridge.is_opening:
            self._bridge.in_turn.ask(self, self._in_turn)
        else:
            self.catch_up()

    def _in_turn(self) -> Iterator[None]:
        """What was asked for in view may be out of view by its turn; it waits to be looked at."""
        if self.is_wanted:
            yield from self._in_pieces()

    def _in_pieces(self) -> Iterator[None]:
        """Show what was not shown yet; what is left undone half-way stays to be shown."""
        if self._waiting:
            change = self._unseen
            yield from self.follow_up(change)
            self._unseen, self._waiting = NOTHING, False

    def _begin(self) -> None:
        self.start()
        self.hear()

    def _end(self) -> None:
        self.start()
        self.hear()
        self.catch_up()


class LastingPanel(FollowingPanel):
    """A panel that shows something of a game which no step changes: it is worked out once, when
    somebody looks.
    """

    def start(self) -> None:
        """Another game is to be shown, or none."""
        self._waiting = True

    def hear(self, change: Change = EVERYTHING) -> None:
        """Steps change nothing of what is shown."""
        if self._waiting:
            super().hear(change)
