"""Several that are sent in one go, one after the other where somebody else decides in between."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer, Signal

from engine.core.actions import Action
from engine.core.state import Frame
from qtapp.app.bridge import GameBridge
from qtapp.workspaces.play.acting.orders import goes_on


@dataclass(slots=True)
class _Run:
    """What was sent in one go: in which turn and phase, by whom and in which decision, what is
    still to be taken of it, and the step of the log that took the last of it.
    """

    when: tuple[int, str]
    decision: tuple[str, type[Frame]]
    waiting: list[Action] = field(default_factory=list)
    last: int = 0


class SentInTurn(QObject):
    """Takes decisions together; those that others interrupt go on when their sender decides again.

    Of an air unit that flies by, the enemy says whether his patrols attack it before the next one
    takes off (FE-19); what he sends meanwhile leaves the others waiting. What becomes forbidden is
    left out and told; undo, another step of the log, or the end of the phase ends it. ``acted``
    follows each time that something went, ``noted`` carries a sentence about the others.
    """

    acted = Signal()
    noted = Signal(str)

    def __init__(self, bridge: GameBridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._runs: list[_Run] = []
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.timeout.connect(self._go_on)
        bridge.changed.connect(self._changed)
        bridge.opened.connect(self.drop)
        bridge.closed.connect(self.drop)

    @property
    def waiting(self) -> tuple[Action, ...]:
        """The decisions that are still to be taken, in order."""
        return tuple(action for run in reversed(self._runs) for action in run.waiting)

    def drop(self) -> None:
        """Leave out what has not gone yet."""
        self._runs = []

    def send(self, actions: Sequence[Action]) -> None:
        """Take as many decisions as can be taken in one go, and the others as soon as may be."""
        run = _Run(self._now(), self._asked())
        self._runs = [other for other in self._runs if other.decision != run.decision]
        self._go(run, list(actions))

    def _now(self) -> tuple[int, str]:
        """Turn and phase."""
        return self._bridge.state.turn, self._bridge.state.phase

    def _asked(self) -> tuple[str, type[Frame]]:
        """Who decides now, and about what."""
        return self._bridge.view.side, type(self._bridge.state.top)

    def _go(self, run: _Run, actions: list[Action]) -> None:
        """One undo takes back what goes in one go."""
        others, self._runs = self._runs, []  # else the change would be answered before it is told
        together = self._together(actions)
        went = self._bridge.act_together(actions[:together])
        if not went:
            return
        run.waiting, run.last = actions[together:], self._bridge.game.log.current
        self._runs = [*others, run] if run.waiting else others
        self.acted.emit()
        if run.waiting:
            more = "1 more goes" if len(run.waiting) == 1 else f"{len(run.waiting)} more go"
            self.noted.emit(f"{more} when the others have decided.")
        self._changed()

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
        if self._runs:  # once all who follow the change have done so
            self._again.start(0)

    def _go_on(self) -> None:
        """Go on with what the present decision is about; who sent something later has decided."""
        bridge = self._bridge
        if not self._runs or not bridge.is_open:
            return
        log, now = bridge.game.log, self._now()
        self._runs = [run for run in self._runs if run.when == now and log.follows(run.last)]
        asked = self._asked()
        if not bridge.player_decides or asked not in [run.decision for run in self._runs]:
            return
        while self._runs[-1].decision != asked:
            self._runs.pop()
        self._take_next(self._runs.pop())

    def _take_next(self, run: _Run) -> None:
        """The next of them that is not forbidden by now; of the others it is said why."""
        actions = run.waiting
        while actions and (objections := self._bridge.game.check(actions[0])):
            self._bridge.object_to(actions[0], objections)
            actions = actions[1:]
        if actions:
            self._go(run, actions)
