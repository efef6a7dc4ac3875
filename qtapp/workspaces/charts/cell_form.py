"""The chosen cell: what it holds, held and may hold, and why it was edited."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QFormLayout, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from engine.core.charts.schema import Path
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import button, label
from qtapp.workspaces.charts.charts_controller import ChartsController

_KEEP = "A note on why it is so (kept with the charts and in the games begun with them)"


class CellForm(QWidget):
    """Facts and note of the chosen cell."""

    def __init__(self, controller: ChartsController) -> None:
        super().__init__()
        self._controller = controller
        self._path: Path | None = None
        self.title = label("", "heading", "Cell")
        self.value = label("", "", "Value")
        self.shipped = label("", "", "Shipped value")
        self.allowed = label("", "faint", "What it may hold")
        self.note = QPlainTextEdit()
        self.note.setAccessibleName("Note")
        self.note.setToolTip("Why the cell is as it is; kept with the charts")
        self.note.setTabChangesFocus(True)
        self.note.setMaximumHeight(110)
        self.note.installEventFilter(self)
        self.reset = button("Reset the cell", "Let it hold what is shipped")
        self.reset.clicked.connect(self._reset)
        self._form = form = LevelForm()
        form.setVerticalSpacing(6)
        form.setHorizontalSpacing(12)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.addRow(label("Holds", "faint", wraps=False), self.value)
        self.before = label("Shipped", "faint", wraps=False)
        form.addRow(self.before, self.shipped)
        form.addRow(label("May hold", "faint", wraps=False), self.allowed)
        below = QHBoxLayout()
        below.addWidget(self.reset)
        below.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 10, 10)
        layout.setSpacing(8)
        layout.addWidget(self.title)
        layout.addLayout(form)
        layout.addWidget(label("Note", "faint", wraps=False))
        layout.addWidget(self.note)
        layout.addLayout(below)
        layout.addStretch(1)
        controller.chosen_changed.connect(self.show_cell)
        controller.changed.connect(lambda _cells: self.show_cell())
        controller.rows_changed.connect(self.show_cell)
        controller.opened.connect(self.show_cell)
        controller.closed.connect(self.show_cell)
        self.show_cell()

    def keep(self) -> None:
        """Keep what was typed as a note."""
        path = self._path
        edit = self._controller.edits.get(path) if path is not None else None
        text = self.note.toPlainText().strip()
        if path is not None and edit is not None and text != edit.note:
            self._controller.annotate(path, text)

    def show_cell(self) -> None:
        """Follow the chosen cell."""
        if self._path != self._controller.chosen:
            self.keep()
        self._path = path = self._controller.chosen
        rule = self._controller.allowed.get(path) if path is not None else None
        edit = self._controller.edits.get(path) if path is not None else None
        is_by_hand = self._controller.is_by_hand
        self.before.setText("Before" if is_by_hand else "Shipped")
        # What is written into an empty cell of declared rules is of them from then on.
        self._form.setRowVisible(self.before, edit is not None or not is_by_hand)
        for widget in (self.value, self.shipped, self.allowed, self.note, self.reset):
            widget.setEnabled(rule is not None)
        self.note.setEnabled(edit is not None)
        self.reset.setEnabled(edit is not None)
        if path is None or rule is None:
            self.title.setText("No cell is chosen")
            for each in (self.value, self.shipped, self.allowed):
                each.setText("–")
            self._set_note("", "")
            return
        self.title.setText(self._controller.name_of(path))
        shipped = self._controller.shipped(path)
        self.value.setText(self._controller.value_of(path))
        self.shipped.setText(shipped or "nothing")
        fixed = not self._controller.can_edit(path)
        words = rule.words
        self.allowed.setText(words[:1].upper() + words[1:] + ".")
        note = edit.note if edit is not None else ""
        self._set_note(note, "" if fixed else _KEEP if edit else "Edit the cell, then say why.")

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the note when the keyboard leaves it."""
        if watched is self.note and event.type() is QEvent.Type.FocusOut:
            self.keep()
        return super().eventFilter(watched, event)

    def _set_note(self, text: str, hint: str) -> None:
        self.note.setPlaceholderText(hint)
        if self.note.toPlainText() != text and not (self.note.hasFocus() and text):
            self.note.setPlainText(text)

    def _reset(self) -> None:
        if self._path is not None:
            self._controller.reset(self._path)
