"""What is shown while nothing is open: go on, begin, open."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from qtapp.widgets.icons import pixmap
from qtapp.widgets.parts import button, clear, label


class WelcomePage(QWidget):
    """One clear thing to do first: go on with the last campaign, or begin a new game."""

    new_wanted = Signal()
    own_wanted = Signal()
    open_wanted = Signal()
    manual_wanted = Signal()
    file_wanted = Signal(Path)

    def __init__(self, ink: str) -> None:
        super().__init__()
        self._mark = label(wraps=False)
        self.set_ink(ink)
        self._go_on = QVBoxLayout()
        self._go_on.setSpacing(6)
        self._new = button("New game…", "Begin a game of a shipped scenario")
        self._new.clicked.connect(lambda: self.new_wanted.emit())
        self.own = button(
            "A game you own…",
            "Bring it in, step by step: from the scan to the first turn",
        )
        self.own.clicked.connect(lambda: self.own_wanted.emit())
        opener = button("Open…", "Open a campaign file")
        opener.clicked.connect(lambda: self.open_wanted.emit())
        manual = button("Manual", "Read the manual")
        manual.clicked.connect(lambda: self.manual_wanted.emit())
        row = QHBoxLayout()
        for press in (self._new, self.own, opener, manual):
            row.addWidget(press)
        row.addStretch(1)
        card = QFrame()
        card.setMaximumWidth(560)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(18)
        head = QHBoxLayout()
        head.setSpacing(16)
        head.addWidget(self._mark)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addStretch(1)
        words.addWidget(label("Sandtable", "title"))
        words.addWidget(label("Boards, counters and campaigns on your table.", "faint"))
        words.addStretch(1)
        head.addLayout(words, 1)
        inside.addLayout(head)
        inside.addLayout(self._go_on)
        inside.addLayout(row)
        outer = QVBoxLayout(self)
        outer.addStretch(2)
        middle = QHBoxLayout()
        middle.addStretch(1)
        middle.addWidget(card, 6)
        middle.addStretch(1)
        outer.addLayout(middle)
        outer.addStretch(3)

    def set_ink(self, ink: str) -> None:
        """Draw the mark in another ink."""
        self._mark.setPixmap(pixmap("hex", ink, 72))

    def show_recent(self, files: list[Path]) -> None:
        """Offer the files opened lately."""
        clear(self._go_on)
        for place, file in enumerate(files[:5]):
            press = self._recent(file, primary=place == 0)
            self._go_on.addWidget(press)
        self._new.setProperty("primary", not files)
        self._new.style().unpolish(self._new)
        self._new.style().polish(self._new)

    def _recent(self, file: Path, *, primary: bool) -> QPushButton:
        name = file.stem.replace("_", " ").replace("-", " ").title()
        text = f"Go on with {name}" if primary else name
        press = button(text, str(file), primary=primary)
        press.setCursor(Qt.CursorShape.PointingHandCursor)
        press.clicked.connect(lambda _checked=False: self.file_wanted.emit(file))
        return press
