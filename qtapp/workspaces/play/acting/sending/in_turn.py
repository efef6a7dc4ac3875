"""Several that are sent in one go, one after the other where somebody else decides in between."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, QTimer, Signal

from engine.core.actions import Action
from engine.core.state import Frame
from qtapp.app.bridge import GameBridge
from qtapp.workspaces.play.acting.orders import goes_on


class SentInTurn(QObject):
    """Takes decisions together; those that others interrupt go on when their sender decides again.

    Of an air unit that flies by, the enemy says whether his patrols attack it before the next one
    takes off (FE-19). What becomes forbidden meanwhile is left out and told; undo, another step of
    the log, or the end of the phase ends it. ``acted`` follows each time that something went,
    ``noted`` carries a sentence about the others.
    """

    acted = Signal()
    noted = Signal(str)

    def __init__(self, bridge: GameBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._waiting: list[Action] = []
        self._when: tuple[int, str] | None = None
        self._decision: tuple[str, type[Frame]] | None = None
        self._last = 0
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._go_on)
        bridge.changed.connect(self._changed)
        bridge.opened.connect(self.drop)
        bridge.closed.connect(self.drop)

    @property
    def waiting(self) -> tuple[Action, ...]:
        """The decisions that are still to be taken, in order."""
        return tuple(self._waiting)

    def drop(self) -> None:
        """Leave out what has not gone yet."""
        self._waiting = []

    def send(self, actions: Sequence[Action]) -> None:
        """Take as many decisions as can be taken in one go, and the others as soon as may be."""
        self.drop()
        self._when, self._decision = self._now(), self._asked()
        self._go(list(actions))

    def _now(self) -> tuple[int, str]:
        """Turn and phase."""
        return self._bridge.state.turn, self._bridge.state.phase

    def _asked(self) -> tuple[str, type[Frame]]:
        """Who decides now, and about what."""
        return self._bridge.view.side, type(self._bridge.state.top)

    def _go(self, actions: list[Action]) -> None:
        """One undo takes back what goes in one go."""
        self._waiting = []  # else what this changes would be answered before it is told
        together = self._together(actions)
        if not self._bridge.act_together(actions[:together]):
            return
        self._waiting, self._last = actions[together:], self._bridge.game.log.current
        self.acted.emit()
        if self._waiting:
            more = "1 more goes" if len(self._waiting) == 1 else f"{len(self._waiting)} more go"
            self.noted.emit(f"{more} when the others have decided.")
            self._again.start(0)

    def _together(self, actions: Sequence[Action]) -> int:
        """How many of some decisions go before somebody else decides or a die falls."""
        rules, state = self._bridge.rules, self._bridge.state
        for number, action in enumerate(actions, 1):
            if rules.check(state, action):
                return max(1, number - 1)
            before, state = state, rules.apply(state, action).state
            if not goes_on(rules, before, state):
                return number
        return len(actions)

    def _changed(self) -> None:
        if self._waiting:  # once all who follow the change have done so
            self._again.start(0)

    def _go_on(self) -> None:
        bridge = self._bridge
        if not self._waiting or not bridge.is_open:
            return
        if self._now() != self._when or not self._is_after():
            self.drop()
        elif bridge.player_decides and self._asked() == self._decision:
            self._take_next()

    def _take_next(self) -> None:
        """The next of them that is not forbidden by now; of the others it is said why."""
        actions = self._waiting
        while actions and (objections := self._bridge.game.check(actions[0])):
            self._bridge.object_to(actions[0], objections)
            actions = actions[1:]
        self._waiting = []
        if actions:
            self._go(actions)

    def _is_after(self) -> bool:
        """Whether the log stands where the last of them went, or after it."""
        for node in self._bridge.game.log.back():
            if node.id <= self._last:
                return node.id == self._last
        return False
