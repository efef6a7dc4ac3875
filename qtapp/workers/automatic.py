"""The automatic player: a stretch of decisions between the window's own events."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from engine.core.actions import Action
from engine.core.state import NOBODY, State
from engine.game.session import GameSession
from engine.reports.log_export import How
from qtapp.app.bridge import GameBridge

STRETCH_MS = 60
"""Milliseconds it decides at a stretch before the window is drawn again."""

Explain = Callable[[GameSession], tuple[Action, str]]
"""A decision for the side to decide, and the reason in a sentence."""

Until = Callable[[State, str], bool]
"""Whether a task is done, by the state and the side to decide."""


class AutomaticPlayer(QObject):
    """Decides for the sides it was given, and for any side while a task (a phase, a turn) lasts.

    ``busy_changed`` frames its work; ``stuck`` carries a sentence when it cannot go on.
    """

    busy_changed = Signal(bool)
    stuck = Signal(str)

    def __init__(self, bridge: GameBridge, explain: Explain, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._explain = explain
        self._sides: frozenset[str] = frozenset()
        self._until: Until | None = None
        self._busy = False
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._step)
        bridge.changed.connect(self._look)
        bridge.closed.connect(self.stop)

    @property
    def is_busy(self) -> bool:
        """True while it is deciding."""
        return self._busy

    @property
    def sides(self) -> frozenset[str]:
        """The sides it commands until told otherwise."""
        return self._sides

    def command(self, sides: frozenset[str]) -> None:
        """Command these sides from now on, and no others."""
        self._sides = sides
        self._look()

    def play_until(self, done: Until) -> None:
        """Decide for every side until ``done`` holds for the state."""
        self._until = done
        self._look()

    def stop(self) -> None:
        """Stop after the present decision and command no side any more."""
        self._sides = frozenset()
        self._until = None
        self._set_busy(False)

    def _look(self) -> None:
        self._set_busy(self._has_work())

    def _has_work(self) -> bool:
        if not self._bridge.is_open:
            return False
        view = self._bridge.view
        if view.outcome is not None or (self._until and self._until(self._bridge.state, view.side)):
            self._until = None
        if view.outcome is not None or view.chance is not None:
            return False
        return self._until is not None or view.side in self._sides

    def _step(self) -> None:
        if not self._has_work():
            self._set_busy(False)
            return
        try:
            stuck = "" if self._stretch() else "The automatic player found nothing it may do here."
        except ValueError as error:
            stuck = str(error)
        if stuck:
            self.stop()
            self.stuck.emit(stuck)

    def _stretch(self) -> bool:
        clock = QElapsedTimer()
        clock.start()
        with self._bridge.held():
            while self._has_work() and clock.elapsed() < STRETCH_MS:
                action, reason = self._explain(self._bridge.game)
                if not self._bridge.act(action, How.BOT, reason):
                    return False
        return True

    def _set_busy(self, busy: bool) -> None:
        if busy != self._busy:
            self._busy = busy
            self.busy_changed.emit(busy)
        if busy and not self._timer.isActive():
            self._timer.start()
        elif not busy:
            self._timer.stop()


def this_phase(state: State, side: str) -> Until:
    """Until the phase, the turn or the side is another one.

    In mutual phases it ends when the decision passes to the other side.
    """
    now = state.turn, state.phase, state.active

    def done(later: State, decides: str) -> bool:
        passed = not state.active and decides not in (side, NOBODY)
        return passed or (later.turn, later.phase, later.active) != now

    return done


def this_turn(state: State, _side: str) -> Until:
    """Until the turn is another one."""
    return lambda later, _decides: later.turn != state.turn


def to_the_end(_state: State, _side: str) -> Until:
    """Until the game is over."""
    return lambda _later, _decides: False
