"""Small parts that the panels of this room share."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget


def row_of(*widgets: QWidget) -> QHBoxLayout:
    """Widgets side by side, to the left."""
    row = QHBoxLayout()
    row.setSpacing(6)
    for widget in widgets:
        row.addWidget(widget)
    row.addStretch(1)
    return row
