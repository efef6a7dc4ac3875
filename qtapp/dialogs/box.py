"""A box off the map to fill in: its name and the ways out of it."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from maps.edits.stamps import id_for
from maps.model import Box, BoxLink, GameMap
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import button, label

FARTHEST = 10_000
"""The longest way a map's text may state."""


class BoxDialog(QDialog):
    """Name and ways of one box. :attr:`box` is what they say."""

    def __init__(self, board: GameMap, draft: Box, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._board = board
        self._draft = draft
        self.setWindowTitle(f"Box {draft.name or draft.id}" if draft.id else "New box")
        self.setMinimumWidth(380)
        self.name = QLineEdit(draft.name)
        self.name.setAccessibleName("Name")
        self.ways = QTableWidget(0, 2)
        self.ways.setAccessibleName("Ways out of the box")
        self.ways.setToolTip("Where units go from the box, and what it costs them")
        self.ways.setHorizontalHeaderLabels(["Leads to hex or box", "Distance in hexes"])
        self.ways.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.ways.verticalHeader().hide()
        for way in draft.links:
            box = board.boxes.get(way.target)
            self.add_way(box.name if box is not None else way.target, way.distance)
        self.complaint = label("", "warning")
        self.complaint.hide()
        self.name.textEdited.connect(lambda _text: self.complaint.hide())
        add, drop = button("Add a way"), button("Remove the way")
        add.clicked.connect(lambda: self._edit(self.add_way("", 0)))
        drop.clicked.connect(lambda: self.ways.removeRow(self.ways.currentRow()))
        row = QHBoxLayout()
        row.addWidget(add)
        row.addWidget(drop)
        row.addStretch(1)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = LevelForm()
        form.addRow("&Name", self.name)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(self.ways)
        layout.addLayout(row)
        layout.addWidget(self.complaint)
        layout.addWidget(buttons)
        self.name.setFocus()
        self.name.selectAll()

    def add_way(self, target: str, distance: int) -> int:
        """Add a row for a way; its number."""
        row = self.ways.rowCount()
        self.ways.insertRow(row)
        self.ways.setItem(row, 0, QTableWidgetItem(target))
        self.ways.setItem(row, 1, QTableWidgetItem(str(distance) if distance else ""))
        return row

    def accept(self) -> None:
        """Close when all is well, else say what is not."""
        complaint = self._complaint()
        self.complaint.setText(complaint)
        self.complaint.setVisible(bool(complaint))
        if not complaint:
            super().accept()

    @property
    def box(self) -> Box:
        """The box as filled in; a new one gets an id made of its name."""
        rows = [(self._goal(target), far) for target, far in self._rows() if target]
        links = tuple(BoxLink(target, int(far or "0")) for target, far in rows)
        name = self.name.text().strip()
        ident = self._draft.id or id_for(name, self._board.boxes)
        return replace(self._draft, id=ident, name=name, links=links)

    def _edit(self, row: int) -> None:
        self.ways.setCurrentCell(row, 0)
        self.ways.edit(self.ways.currentIndex())

    def _rows(self) -> list[tuple[str, str]]:
        return [(self._text(row, 0), self._text(row, 1)) for row in range(self.ways.rowCount())]

    def _text(self, row: int, column: int) -> str:
        item = self.ways.item(row, column)
        return item.text().strip() if item is not None else ""

    def _complaint(self) -> str:
        if not self.name.text().strip():
            return "A box needs a name."
        for target, far in self._rows():
            if far and not (far.isdecimal() and int(far) <= FARTHEST):
                return f"{far!r} is not a distance: a whole number of hexes."
            if target and self._goal(target) not in self._board.boxes and not self._is_hex(target):
                return f"{target!r} is neither a hex nor a box of this board."
            if far and not target:
                return "A way needs a hex or box it leads to."
        return ""

    def _goal(self, text: str) -> str:
        """A box that is meant by its name, by its id; any other word as it is."""
        boxes = self._board.boxes.values()
        return next((box.id for box in boxes if box.name.casefold() == text.casefold()), text)

    def _is_hex(self, text: str) -> bool:
        try:
            return self._board.parse_label(text) in self._board
        except ValueError:
            return False


def ask_box(board: GameMap, draft: Box, parent: QWidget) -> Box | None:
    """Let the user fill in a box; None when they think better of it."""
    dialog = BoxDialog(board, draft, parent)
    return dialog.box if dialog.exec() == QDialog.DialogCode.Accepted else None
