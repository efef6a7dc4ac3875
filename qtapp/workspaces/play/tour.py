"""The first-run tour: it teaches by playing a turn, looks at what was done, and can be left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from engine.reports.log_export import How
from qtapp.app.services import Services
from qtapp.widgets.parts import button, label

KEPT, DONE = "tour", "done"
LOOKS_EVERY = 400
"""Milliseconds after which a step that no decision ends is looked at again."""
MARK = "▸ "
"""Stands before the title of the panel that a step is about."""


@dataclass(frozen=True, slots=True)
class Begun:
    """How things stood when a step of the tour began."""

    node: int
    turn: int
    phase: str
    side: str


Check = Callable[[Services, Begun], bool]


@dataclass(frozen=True, slots=True)
class TourStep:
    """What to do, the panel it is done in ('' for the board), and whether it has been done."""

    title: str
    text: str
    anchor: str
    is_done: Check


def _answered(window: Services, begun: Begun) -> bool:
    return any(n.how is How.CHOSEN and n.id > begun.node for n in window.bridge.game.log.line())


def _acted(window: Services, begun: Begun) -> bool:
    return any(
        node.how is How.CHOSEN and node.id > begun.node and node.action and node.action.who()
        for node in window.bridge.game.log.line()
    )


def _moved_on(window: Services, begun: Begun) -> bool:
    view = window.bridge.view
    return (view.side, view.turn, view.phase) != (begun.side, begun.turn, begun.phase)


def _chosen(window: Services, _begun: Begun) -> bool:
    return window.selection.unit is not None


def _taken_back(window: Services, _begun: Begun) -> bool:
    return window.bridge.game.log.redo_target() is not None


def _forward(window: Services, _begun: Begun) -> bool:
    return window.bridge.game.log.redo_target() is None


def _turned(window: Services, begun: Begun) -> bool:
    return window.bridge.state.turn > begun.turn


def _shown(dock: str) -> Check:
    def check(window: Services, _begun: Begun) -> bool:
        return window.docks[dock].isVisible()

    return check


STEPS = (
    TourStep(
        "Decide",
        "The panel at the left says who has to decide what. Press one of its buttons.",
        "decision",
        _answered,
    ),
    TourStep(
        "Choose a unit",
        "Click a counter on the board, or press N for the next one that can do something.",
        "",
        _chosen,
    ),
    TourStep(
        "Let it act",
        "What the unit can do is in the list; a bright hex on the board does it, too. "
        "A click that is against the rules is answered with the rule.",
        "choices",
        _acted,
    ),
    TourStep(
        "Take it back",
        "Ctrl+Z goes back before your last decision, through dice, as far as you like.",
        "log",
        _taken_back,
    ),
    TourStep(
        "And forward",
        "Ctrl+Shift+Z goes forward again. What you leave behind stays in the log as a line.",
        "log",
        _forward,
    ),
    TourStep(
        "Look up a rule",
        "Click the number of a rule beside a question, or press F2 to search all of them.",
        "rules",
        _shown("rules"),
    ),
    TourStep(
        "Ask what is worth a look",
        "Ctrl+H lists idle units, failing supply, duties and the best attacks; "
        "K on an enemy plans an attack with its exact chances.",
        "outlook",
        _shown("outlook"),
    ),
    TourStep(
        "End the phase",
        "Ctrl+Return ends a phase or segment, or says what must be done first. While units could "
        "still act it asks once: press it again.",
        "decision",
        _moved_on,
    ),
    TourStep(
        "Hand over",
        "F6 lets the automatic player finish the turn for both sides; its reasons are in the log.",
        "log",
        _turned,
    ),
)


class Tour(QFrame):
    """A bar over the board with the present step; where one stands is remembered."""

    def __init__(self, window: Services) -> None:
        super().__init__()
        self._window = window
        self._begun: Begun | None = None
        self._asked = False
        self._wanted = False
        self._is_aside = False
        self.setProperty("role", "notice")
        self.setAccessibleName("Tour")
        self.title = label("", "heading", "Step of the tour")
        self.text = label("", name="What to do")
        self.go = button("Begin", "Begin the tour")
        self.skip = button("Skip", "Go to the next step")
        self.leave = button("Later", "Leave the tour; Help takes it up again")
        self.go.clicked.connect(self.begin)
        self.skip.clicked.connect(self._next)
        self.leave.clicked.connect(self._leave)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self.title)
        words.addWidget(self.text)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 8, 6)
        row.addLayout(words, 1)
        for press in (self.go, self.skip, self.leave):
            row.addWidget(press)
        window.bridge.changed.connect(self.look)
        window.bridge.closed.connect(lambda: self._display(wanted=False))
        window.selection.changed.connect(self.look)
        self._watch = QTimer(self)
        self._watch.setInterval(LOOKS_EVERY)
        self._watch.timeout.connect(self.look)
        self.hide()

    @property
    def step(self) -> int:
        """The number of the step one is at, from 0; the number of steps when all are done."""
        kept = self._window.preferences.kept_text(KEPT)
        return len(STEPS) if kept == DONE else int(kept) if kept.isdigit() else 0

    @property
    def is_running(self) -> bool:
        """True while a step waits to be done."""
        return self._begun is not None

    def offer(self) -> None:
        """Offer the tour to somebody who never saw it; once in a sitting."""
        if self._asked or self._window.preferences.kept_text(KEPT) or not self._is_fresh():
            return
        self._asked = True
        self._begun = None
        self.title.setText("New here?")
        self.text.setText("A short tour teaches the table by playing one turn.")
        self.go.show()
        self.skip.hide()
        self._display(wanted=True)

    def step_aside(self, aside: bool) -> None:
        """Leave the board to another workspace, or come back to it as one left it."""
        self._is_aside = aside
        self._display(wanted=self._wanted)

    def begin(self) -> None:
        """Begin the tour, or go on where it was left."""
        if self.step >= len(STEPS):
            self._keep("0")
        self._start(self.step)

    def look(self) -> None:
        """Go on when the present step has been done."""
        begun, number = self._begun, self.step
        if not self.go.isHidden() and not self._is_fresh():
            self._display(wanted=False)
        if begun is None or not self._window.bridge.is_open or number >= len(STEPS):
            return
        if STEPS[number].is_done(self._window, begun):
            self._next()

    def _display(self, *, wanted: bool) -> None:
        """Show the bar, as soon as one is at the table, or hide it."""
        self._wanted = wanted
        self.setVisible(wanted and not self._is_aside)

    def _is_fresh(self) -> bool:
        bridge = self._window.bridge
        return bridge.is_open and next(bridge.game.log.back(), None) is None

    def _start(self, number: int) -> None:
        window, step = self._window, STEPS[number]
        view = window.bridge.view
        self._begun = Begun(window.bridge.game.log.current, view.turn, view.phase, view.side)
        self._watch.start()
        self._keep(str(number))
        self.title.setText(f"{number + 1} of {len(STEPS)}: {step.title}")
        self.text.setText(step.text)
        self.go.hide()
        self.skip.show()
        self._display(wanted=True)
        self._point(step.anchor if step.anchor in ("decision", "choices", "log") else "")

    def _next(self) -> None:
        number = self.step + 1
        if number < len(STEPS):
            self._start(number)
            return
        self._begun = None
        self._watch.stop()
        self._keep(DONE)
        self._point("")
        self.title.setText("That was a turn")
        self.text.setText("The manual (F1) tells the rest. Help takes the tour again.")
        self.go.hide()
        self.skip.hide()
        self.leave.setText("Close")

    def _leave(self) -> None:
        if not self._window.preferences.kept_text(KEPT):
            self._keep("0")
        self._begun = None
        self._watch.stop()
        self._point("")
        self._display(wanted=False)

    def _keep(self, text: str) -> None:
        self._window.preferences.keep_text(KEPT, text)

    def _point(self, anchor: str) -> None:
        """Bring the panel of a step to the front and mark its title."""
        for spec in self._window.docks.of("play"):
            plain = spec.windowTitle().removeprefix(MARK)
            spec.setWindowTitle(MARK + plain if spec.objectName() == anchor else plain)
        if anchor:
            self._window.show_panel(anchor)
