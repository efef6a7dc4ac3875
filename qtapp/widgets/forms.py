"""Forms: names beside fields, each level with its field."""

from __future__ import annotations

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QFormLayout

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
