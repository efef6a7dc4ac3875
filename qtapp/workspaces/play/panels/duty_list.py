"""What must be done before the phase can end: a line for each duty, which shows it when clicked."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from engine.core.view.outlook import Duty
from qtapp.widgets.parts import clear, label, linked, rule_link

DUTY = "duty:"
"""A link of a duty begins so; others are numbers of rules."""


class DutyList(QWidget):
    """Lists duties. ``duty_wanted`` carries the one that was clicked, ``rule_wanted`` a rule."""

    duty_wanted = Signal(object)
    rule_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("Before the phase can end")
        self._duties: tuple[Duty, ...] = ()
        self.lines: list[QLabel] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 2, 0, 2)
        self._layout.setSpacing(3)
        self.hide()

    def show_duties(self, duties: Sequence[Duty]) -> None:
        """Show these duties; nothing at all when there are none."""
        if tuple(duties) == self._duties:
            return
        self._duties = tuple(duties)
        clear(self._layout)
        self.lines = [self._line(number, duty) for number, duty in enumerate(self._duties)]
        if self.lines:
            self._layout.addWidget(label("Before this can end:", "faint"))
        for line in self.lines:
            self._layout.addWidget(line)
        self.setVisible(bool(self.lines))

    def _line(self, number: int, duty: Duty) -> QLabel:
        made = rule_link()
        made.setProperty("role", "duty")
        shows = duty.units or duty.places
        text = escape(duty.text)
        if shows:
            text = f'<a href="{DUTY}{number}">{text}</a>'
        made.setText(f"\u25a1 {text} {linked(duty.rule)}")
        made.setToolTip("Show it on the board" if shows else "Read the rule")
        made.setAccessibleName(f"{duty.text} Rule {duty.rule}")
        made.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        made.linkActivated.connect(self._followed)
        return made

    def _followed(self, link: str) -> None:
        if link.startswith(DUTY):
            self.duty_wanted.emit(self._duties[int(link.removeprefix(DUTY))])
        else:
            self.rule_wanted.emit(link)
