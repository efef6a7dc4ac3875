"""The bar of the guided way: one step at a time, what was found, and the way back and on."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from engine.editing.project_session import Progress
from qtapp.app.files.document import Document
from qtapp.app.guide.steps import STEPS
from qtapp.app.settings import Preferences
from qtapp.widgets.parts import button, label, make_primary, restyle

KEPT = "guide"
"""Where it is kept at which step a file was left: a line a file, the last one last."""
GOING_ON = "guide_going_on"
"""Where files are kept that open with the bar, as they were closed with it: a line a file."""
MOST_KEPT = 20
LOOKS_EVERY = 600
"""Milliseconds after which the file is looked at again while the bar shows."""
DONE, OPEN = "✓", "   "


class GuideBar(QFrame):
    """Shows a step of the guided way over every workspace of the open file.

    ``wanted`` carries the id of a step whose act is to be done, ``sample_wanted`` that the sample
    is to be brought in, ``more_wanted`` that the manual is to be read. The step is kept for each
    file, so that one can come back; a file that was closed on the way opens with it.
    """

    wanted = Signal(str)
    sample_wanted = Signal()
    more_wanted = Signal()

    def __init__(self, document: Document, preferences: Preferences) -> None:
        super().__init__()
        self._document, self._preferences = document, preferences
        self.number = 0
        self._now: Progress | None = None
        self.setProperty("role", "strip")
        self.setAccessibleName("Bring in a game you own")
        self.title = label("", "heading", "Step of the guided way", wraps=False)
        self.steps = QComboBox()
        self.steps.setAccessibleName("Steps")
        self.steps.setToolTip("Go to any step; done ones have a tick")
        self.steps.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.steps.setMinimumContentsLength(20)
        self.steps.addItems([step.title for step in STEPS])
        self.steps.activated.connect(self.go)
        self.text = label("", name="What to do")
        self.found = label("", "faint", "What was found")
        self.back = button("Back", "Go to the step before")
        self.act = button("", primary=True)
        self.sample = button("Use the sample", "Bring in a small game of ours, to see how it goes")
        self.on = button("Skip", "Go to the next step")
        self.more = button("More", "Read how in the manual")
        self.later = button("Later", "Leave the guided way; Help takes it up again at this step")
        self.back.clicked.connect(lambda: self.go(self.number - 1))
        self.on.clicked.connect(self._go_on)
        self.act.clicked.connect(lambda: self.wanted.emit(STEPS[self.number].id))
        self.sample.clicked.connect(self.sample_wanted.emit)
        self.more.clicked.connect(self.more_wanted.emit)
        self.later.clicked.connect(self._leave)
        self._lay_out()
        self._watch = QTimer(self)
        self._watch.setInterval(LOOKS_EVERY)
        self._watch.timeout.connect(self.look)
        document.contents_changed.connect(self.look)
        document.opened.connect(self._opened)
        document.closed.connect(self.hide)
        self.hide()

    def begin(self) -> None:
        """Show the step at which the open file was left, the first one that is not done of a file
        that was never begun.
        """
        if self._document.path is None:
            return
        self._now = self._document.project.progress
        kept = self._kept().get(str(self._document.path))
        undone = (at for at, step in enumerate(STEPS) if not step.is_done(self._progress()))
        self.show()
        self._stay(is_on=True)
        self._watch.start()
        self.go(kept if kept is not None else next(undone, len(STEPS) - 1))

    def go(self, number: int) -> None:
        """Go to a step by its number, from 0."""
        self.number = max(0, min(number, len(STEPS) - 1))
        self._keep()
        self._show()

    def look(self) -> None:
        """Look at the file again, and say what is there now."""
        if self.isHidden() or self._document.path is None:
            self._watch.stop()
            return
        now = self._document.project.progress
        if now != self._now:
            self._now = now
            self._show()

    def _go_on(self) -> None:
        if self.number + 1 < len(STEPS):
            self.go(self.number + 1)
        else:
            self._leave()

    def _leave(self) -> None:
        """Leave the guided way: the file opens without it."""
        self._stay(is_on=False)
        self.hide()

    def _progress(self) -> Progress:
        assert self._now is not None, "the bar shows only while a file is open"
        return self._now

    def _show(self) -> None:
        step, now = STEPS[self.number], self._progress()
        self.title.setText(f"Bring in a game you own: {self.number + 1} of {len(STEPS)}")
        for at, one in enumerate(STEPS):
            mark = DONE if one.is_done(now) else OPEN
            self.steps.setItemText(at, f"{mark} {one.title}")
        self.steps.setCurrentIndex(self.number)
        self.text.setText(step.text)
        self.found.setText(f"Found: {step.found(now)}")
        self.act.setText(step.act)
        is_done, is_last = step.is_done(now), self.number + 1 == len(STEPS)
        self.on.setText("Close" if is_last else "Next" if is_done else "Skip")
        self.back.setEnabled(self.number > 0)
        self.sample.setVisible(step.id == "scan" and not now.boards)
        restyle(self.found, "" if is_done else "faint")
        make_primary(self.act, not is_done)
        make_primary(self.on, is_done)

    def _opened(self) -> None:
        """Another file, or a game of this one, is open: go on there if it was left on the way."""
        path = self._document.path
        if path is None:
            self.hide()
        elif not self.isHidden() or str(path) in self._preferences.kept_text(GOING_ON).split("\n"):
            self.begin()

    def _kept(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for line in self._preferences.kept_text(KEPT).splitlines():
            number, _blank, path = line.partition(" ")
            if number.isdigit() and path:
                found[path] = min(int(number), len(STEPS) - 1)
        return found

    def _keep(self) -> None:
        kept, path = self._kept(), str(self._document.path)
        kept.pop(path, None)
        kept[path] = self.number
        lines = [f"{number} {name}" for name, number in list(kept.items())[-MOST_KEPT:]]
        self._preferences.keep_text(KEPT, "\n".join(lines))

    def _stay(self, *, is_on: bool) -> None:
        """Keep whether the open file goes on with the guided way when it is opened again."""
        path = str(self._document.path)
        on = [line for line in self._preferences.kept_text(GOING_ON).split("\n") if line]
        on = [line for line in on if line != path] + ([path] if is_on else [])
        self._preferences.keep_text(GOING_ON, "\n".join(on[-MOST_KEPT:]))

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(10)
        head.addWidget(self.title)
        head.addWidget(self.steps)
        head.addStretch(1)
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addLayout(head)
        words.addWidget(self.text)
        words.addWidget(self.found)
        presses: tuple[tuple[QWidget, ...], ...] = (
            (self.act, self.sample),
            (self.back, self.on, self.more, self.later),
        )
        beside = QVBoxLayout()
        for row in presses:
            line = QHBoxLayout()
            line.setSpacing(6)
            for press in row:
                line.addWidget(press)
            line.setAlignment(Qt.AlignmentFlag.AlignRight)
            beside.addLayout(line)
        whole = QHBoxLayout(self)
        whole.setContentsMargins(12, 6, 10, 6)
        whole.setSpacing(12)
        whole.addLayout(words, 1)
        whole.addLayout(beside)
