"""Small parts that the panels of this room share."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from qtapp.widgets.parts import FlowLayout


def row_of(*widgets: QWidget) -> FlowLayout:
    """Widgets side by side, to the left, going on in the next line where the panel ends."""
    row = FlowLayout(gap=6)
    for widget in widgets:
        row.addWidget(widget)
    return row
