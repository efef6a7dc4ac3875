"""Forms: names beside fields, each level with its field; choices of a cell of a table."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QFormLayout, QWidget

_ONE_LINE = 48
"""Pixels: a field that is higher has several lines, and its name stands by the first."""
_NAME, _FIELD = QFormLayout.ItemRole.LabelRole, QFormLayout.ItemRole.FieldRole


class LevelForm(QFormLayout):
    """Names stand level with the middle of fields of one line; Qt lays them some pixels higher, the
    higher the field.
    """

    def setGeometry(self, rect: QRect) -> None:
        """Lay the rows, then the names level."""
        super().setGeometry(rect)
        for row in range(self.rowCount()):
            name, field = self.itemAt(row, _NAME), self.itemAt(row, _FIELD)
            if name is None or field is None or name.isEmpty():
                continue
            beside, at = field.geometry(), name.geometry()
            if beside.height() <= _ONE_LINE and at.right() < beside.left():
                at.moveTop(beside.top() + (beside.height() - at.height()) // 2)
                name.setGeometry(at)


def in_line(*forms: QFormLayout) -> None:
    """Have the fields of forms that stand one below the other begin on one line: their labels are
    as wide as the widest of all.
    """
    items = (form.itemAt(row, _NAME) for form in forms for row in range(form.rowCount()))
    labels = [found for item in items if item is not None and (found := item.widget())]
    for one in labels:
        one.ensurePolished()
    widest = max(one.sizeHint().width() for one in labels)
    for one in labels:
        one.setMinimumWidth(widest)


class CellChoices(QComboBox):
    """What a cell may hold, to choose from. ``taken`` tells that one was chosen in the open list;
    who types or goes through them with the arrows may go on, until Enter or another cell.
    """

    taken = Signal()

    def __init__(self, parent: QWidget, choices: Iterable[str]) -> None:
        super().__init__(parent)
        self._goes_on = False
        self.addItems(list(choices))
        self.activated.connect(self._activated)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Find what is typed, letter by letter."""
        self._goes_on = True
        super().keyPressEvent(event)
        self._goes_on = False

    def _activated(self) -> None:
        if not self._goes_on:
            self.taken.emit()
