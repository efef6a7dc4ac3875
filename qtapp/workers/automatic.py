"""The automatic player: a stretch of decisions between the window's own events."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from engine.core.actions import Action
from engine.core.state import NOBODY, State
from engine.game.session import GameSession
from engine.reports.log_export import How
from qtapp.app.bridge import GameBridge
from qtapp.workers.speed import FOREVER, Speed

STRETCH_MS = 60
"""Milliseconds it decides at a stretch before the window is drawn again."""

Explain = Callable[[GameSession], tuple[Action, str]]
"""A decision for the side to decide, and the reason in a sentence."""

Until = Callable[[State, str], bool]
"""Whether a task is done, by the state and the side to decide."""


class AutomaticPlayer(QObject):
    """Decides for the sides it was given, and for any side while a task (a phase, a turn) lasts.

    ``busy_changed`` frames its work, ``waiting_changed`` says that it waits to be asked for the
    next decision; ``stuck`` carries a sentence when it cannot go on. A side it commands is left
    alone while one looks back: on a step that others follow.
    """

    busy_changed = Signal(bool)
    waiting_changed = Signal(bool)
    stuck = Signal(str)

    def __init__(self, bridge: GameBridge, explain: Explain, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._explain = explain
        self._sides: frozenset[str] = frozenset()
        self._until: Until | None = None
        self._busy = False
        self._waits = False
        self._speed = Speed.AT_ONCE
        self.is_worth_a_look: Callable[[], bool] = lambda: True
        """Whether the decision just taken showed anything; it is paused after only then."""
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

    @property
    def is_waiting(self) -> bool:
        """True while it waits to be asked for its next decision."""
        return self._waits

    @property
    def speed(self) -> Speed:
        """How long each decision is shown before the next."""
        return self._speed

    @speed.setter
    def speed(self, speed: Speed) -> None:
        self._speed = speed
        self._set_waiting(False)
        if self._busy:
            self._timer.start(0)

    def next(self) -> None:
        """Take the next decision now instead of waiting any longer."""
        if self._busy:
            self._set_waiting(False)
            self._timer.start(0)

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
        if self._until is not None:
            return True
        return view.side in self._sides and self._bridge.game.log.redo_target() is None

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
        elif self._busy:
            self._pause()

    def _pause(self) -> None:
        """Leave what was decided in view for as long as the speed says."""
        pause = self._speed.pause_ms if self.is_worth_a_look() else 0
        if pause == FOREVER:
            self._timer.stop()
            self._set_waiting(True)
        else:
            self._timer.setInterval(pause)

    def _stretch(self) -> bool:
        clock = QElapsedTimer()
        clock.start()
        with self._bridge.held():
            while self._has_work() and clock.elapsed() < STRETCH_MS:
                action, reason = self._explain(self._bridge.game)
                if not self._bridge.act(action, How.BOT, reason):
                    return False
                if self._speed is not Speed.AT_ONCE:
                    break
        return True

    def _set_busy(self, busy: bool) -> None:
        if busy != self._busy:
            self._busy = busy
            self.busy_changed.emit(busy)
        if not busy:
            self._timer.stop()
            self._set_waiting(False)
        elif not self._timer.isActive() and not self._waits:
            self._timer.start(0)

    def _set_waiting(self, waits: bool) -> None:
        if waits != self._waits:
            self._waits = waits
            self.waiting_changed.emit(waits)


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
