"""A place to fill in: its name, today's name, its kind, its tags and where in its hex it stands."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QRect
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from maps.edits.stamps import id_for
from maps.legend import Layer
from maps.model import GameMap, Place
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.over import leave_free
from qtapp.widgets.parts import label
from qtapp.widgets.plain import plain
from qtapp.workspaces.map.legend.swatches import SWATCH, swatch

FARTHEST = 0.5
"""How far right of and below the centre of its hex a symbol may be put, in hexes."""
MOST_TAGS = 14
"""How many of the board's tags are named as a help."""


class PlaceDialog(QDialog):
    """Fields of one place. :attr:`place` is what they say."""

    def __init__(
        self, board: GameMap, draft: Place, is_new: bool, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._board = board
        self._draft = draft
        where = board.label(draft.hex)
        self.setWindowTitle(f"New place in {where}" if is_new else f"Place in {where}")
        self.setMinimumWidth(400)
        self.name = QLineEdit(draft.name)
        self.modern = QLineEdit(draft.modern)
        self.tags = QLineEdit(", ".join(sorted(draft.tags)))
        self.tags.setPlaceholderText("port, capital, fortress …")
        self.kind = QComboBox()
        self.kind.setIconSize(SWATCH)
        for kind in board.legend.of(Layer.PLACE):
            self.kind.addItem(swatch(kind, board.orientation), kind.name or kind.id, kind.id)
        self.kind.setCurrentIndex(max(0, self.kind.findData(draft.kind)))
        self.beside = QCheckBox("Stands &beside the middle of its hex")
        self.right, self.below = (QDoubleSpinBox() for _ in range(2))
        form = LevelForm()
        for text, field in (
            ("&Name", self.name),
            ("&Kind", self.kind),
            ("Name &today", self.modern),
            ("Ta&gs", self.tags),
        ):
            field.setAccessibleName(text.replace("&", ""))
            form.addRow(text, field)
        known = sorted({tag for other in board.places.values() for tag in other.tags})
        if known:
            form.addRow("", label(f"Tags on this board: {', '.join(known[:MOST_TAGS])}", "faint"))
        form.addRow("", self.beside)
        form.addRow("Right, below", self._offset_row())
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(form)
        layout.addWidget(buttons)
        self.name.setFocus()
        self.name.selectAll()

    def _offset_row(self) -> QHBoxLayout:
        """Where the symbol stands, to be filled in when it is not in the middle."""
        row = QHBoxLayout()
        offset = self._draft.offset or (0.0, 0.0)
        for field, value, text in (
            (self.right, offset[0], "Hexes right of the centre"),
            (self.below, offset[1], "Hexes below the centre"),
        ):
            field.setRange(-FARTHEST, FARTHEST)
            field.setSingleStep(0.05)
            field.setValue(value)
            field.setAccessibleName(text)
            field.setToolTip(plain(text))
            field.setEnabled(self._draft.offset is not None)
            self.beside.toggled.connect(field.setEnabled)
            row.addWidget(field)
        self.beside.setChecked(self._draft.offset is not None)
        return row

    def _offset(self) -> tuple[float, float] | None:
        """The offset as filled in, None in the middle."""
        if not self.beside.isChecked():
            return None
        return self.right.value(), self.below.value()

    @property
    def place(self) -> Place:
        """The place as filled in; a new one gets an id made of its name."""
        name = self.name.text().strip()
        return replace(
            self._draft,
            id=self._draft.id or id_for(name, self._board.places),
            name=name,
            modern=self.modern.text().strip(),
            kind=str(self.kind.currentData()),
            tags=frozenset(tag for part in self.tags.text().split(",") if (tag := part.strip())),
            offset=self._offset(),
        )


def ask_place(
    board: GameMap, draft: Place, is_new: bool, parent: QWidget, kept: QRect | None = None
) -> Place | None:
    """Let the user fill in a place; None when they think better of it. The dialog leaves ``kept``
    free, a part of the screen where the name can be read.
    """
    dialog = PlaceDialog(board, draft, is_new, parent)
    if kept is not None:
        leave_free(dialog, kept)
    return dialog.place if dialog.exec() == QDialog.DialogCode.Accepted else None
