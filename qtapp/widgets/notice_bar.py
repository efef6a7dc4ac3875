"""A bar under the board that says what happened, or why something is not allowed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout

from engine.core.actions import Objection
from qtapp.widgets.icons import Icons
from qtapp.widgets.parts import label, linked, restyle, rule_link

SHOW_MS = 9000


class NoticeBar(QFrame):
    """Shows one notice. Objections stay until something else happens; others go by themselves.

    ``rule_wanted`` carries the number of a rule that was clicked.
    """

    rule_wanted = Signal(str)

    def __init__(self, icons: Icons) -> None:
        super().__init__()
        self.setProperty("role", "notice")
        self.setAccessibleName("Notice")
        self._text = label("", name="What was objected")
        self._rule = rule_link()
        self._rule.linkActivated.connect(self.rule_wanted)
        self._rule.setVisible(False)
        self._rules: tuple[str, ...] = ()
        words = QVBoxLayout()
        words.setSpacing(1)
        words.addWidget(self._text)
        words.addWidget(self._rule)
        self._close = QToolButton()
        self._close.setAccessibleName("Close the notice")
        self._close.setToolTip("Close the notice")
        self._close.setAutoRaise(True)
        self._close.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 6, 6, 6)
        row.addLayout(words, 1)
        row.addWidget(self._close)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.hide)
        self.set_icons(icons)
        self.hide()

    def set_icons(self, icons: Icons) -> None:
        """Use another theme's icons."""
        self._close.setIcon(icons.icon("close"))

    def text(self) -> str:
        """What the bar says now, with the rule."""
        return " ".join(part for part in (self._text.text(), *self._rules) if part)

    def object(self, objections: tuple[Objection, ...]) -> None:
        """Say why something is not allowed, each reason with its rule."""
        text = "\n".join(dict.fromkeys(objection.text for objection in objections))
        self._say(text, [objection.rule for objection in objections], "objection")
        self._timer.stop()

    def say(self, text: str, rule: str = "") -> None:
        """Say what happened; it goes by itself."""
        self._say(text, [rule], "notice")
        self._timer.start(SHOW_MS)

    def trouble(self, text: str) -> None:
        """Say what is wrong and stay."""
        self._say(text, [], "objection")
        self._timer.stop()

    def _say(self, text: str, rules: Sequence[str], role: str) -> None:
        self._rules = tuple(dict.fromkeys(rule for rule in rules if rule))
        self._text.setText(text)
        self._rule.setText(linked(*self._rules))
        self._rule.setVisible(bool(self._rules))
        self.setAccessibleDescription(self.text())
        restyle(self, role)
        self.show()
