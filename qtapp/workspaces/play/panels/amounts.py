"""Answers that say how many of something: one button, and a field for the number."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSpinBox, QWidget

from engine.core.actions import Action
from qtapp.widgets.parts import button, reword
from qtapp.widgets.plain import plain
from qtapp.workspaces.play.acting.offer import Offer

AMOUNT = "amount"
"""The field of an action that says how many."""

Run = tuple[Offer, ...]
"""Offers that differ in their amount alone, one by one from the least; or a single offer."""


def runs(offers: Iterable[Offer]) -> list[Run]:
    """Offers as they are shown, in the order of the first of each run."""
    found: dict[object, list[Offer]] = {}
    for offer in offers:
        found.setdefault(_but_for_amount(offer), []).append(offer)
    return [run for alike in found.values() for run in _unbroken(alike)]


def _but_for_amount(offer: Offer) -> object:
    """What offers have in common that differ in their amount alone."""
    action = offer.action
    if not hasattr(action, AMOUNT) or not is_dataclass(action):
        return offer
    rest = tuple(getattr(action, one.name) for one in fields(action) if one.name != AMOUNT)
    return offer.family, offer.closing, type(action), rest


def _unbroken(alike: list[Offer]) -> list[Run]:
    """Runs of offers in which each is allowed for one more than the one before."""
    ordered = sorted(alike, key=lambda offer: amount_of(offer.action))
    ends = [
        number
        for number in range(1, len(ordered))
        if amount_of(ordered[number].action) != amount_of(ordered[number - 1].action) + 1
    ]
    return [
        tuple(ordered[start:end])
        for start, end in zip([0, *ends], [*ends, len(ordered)], strict=True)
    ]


def amount_of(action: Action) -> int:
    """How many an action is about; 0 where it does not say."""
    return int(getattr(action, AMOUNT, 0))


class _Number(QSpinBox):
    """A number that the wheel changes only while the keyboard is there: else it scrolls."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Change it, or leave the wheel to what scrolls."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()


class AmountButton(QWidget):
    """A field for the number, and the button that does it so often. It begins with the most that is
    allowed. ``stepped`` carries the offer of another number.
    """

    stepped = Signal(object)

    def __init__(self, run: Run) -> None:
        super().__init__()
        self._run = run
        most = run[-1]
        self.press = button(most.text, most.title)
        policy = self.press.sizePolicy()
        policy.setVerticalPolicy(QSizePolicy.Policy.Preferred)  # as high as its words beside this
        self.press.setSizePolicy(policy)
        self.number = _Number()
        self.number.setRange(amount_of(run[0].action), amount_of(most.action))
        self.number.setValue(self.number.maximum())
        self.number.setAccessibleName(f"How many: {most.title}")
        self.number.setToolTip(plain(f"{self.number.minimum()} to {self.number.maximum()}"))
        self.number.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.number.valueChanged.connect(self._step)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.number)
        layout.addWidget(self.press, 1)

    @property
    def offer(self) -> Offer:
        """What the button does with the number that is shown."""
        return self._run[self.number.value() - self.number.minimum()]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter in the field does it, as the button would."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.press.click()
        else:
            super().keyPressEvent(event)

    def _step(self) -> None:
        reword(self.press, self.offer.text)
        self.stepped.emit(self.offer)
