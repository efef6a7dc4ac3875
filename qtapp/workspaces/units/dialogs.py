"""Small dialogs of the Units workspace: new units, many at once, what was refused."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QListWidget,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from oob.formats.csv_cells import Refusal
from oob.ledger.fields import FIELDS
from oob.ledger.model import Row
from oob.notation.text.keyed import line_of
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.mnemonics import letter_fields
from qtapp.widgets.parts import label
from qtapp.workspaces.units.units_controller import UnitsController
from qtapp.workspaces.units.views.table_view import choices

_BULK = [field for field in FIELDS if field.id not in ("kind", "tags")]


class NewUnitsDialog(QDialog):
    """Asks for the names of new units like one that is there."""

    def __init__(self, template: Row, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("New units")
        self.names = QLineEdit()
        self.names.setAccessibleName("Names, parted by commas")
        self.names.setPlaceholderText("217, 291, LAH")
        self.count = QSpinBox()
        self.count.setRange(1, 99)
        self.count.setAccessibleName("How many")
        self.count.setToolTip("How many, when they have no names")
        named = bool(template.item.ids)
        form = LevelForm()
        if named:
            form.addRow("Names", self.names)
        else:
            form.addRow("How many", self.count)
        self._named = named
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(label("Each new unit is like this one in all but its name:", "faint"))
        layout.addWidget(label(line_of(template.item), "heading"))
        layout.addLayout(form)
        layout.addWidget(buttons)
        letter_fields(self)
        self.setMinimumWidth(420)
        self.names.setFocus() if named else self.count.setFocus()

    @property
    def wanted(self) -> list[str]:
        """The names that were typed; empty ones for units without."""
        if not self._named:
            return [""] * self.count.value()
        return [name.strip() for name in self.names.text().split(",") if name.strip()]


class BulkDialog(QDialog):
    """Asks for one fact and what it is to say in all chosen rows."""

    def __init__(self, controller: UnitsController, rows: Sequence[Row], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Change the chosen units")
        self._controller, self._rows = controller, rows
        self.field = QComboBox()
        self.field.setAccessibleName("What to change")
        for field in _BULK:
            self.field.addItem(field.title, field.id)
        self.text = QComboBox()
        self.text.setEditable(True)
        self.text.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.text.setAccessibleName("What it is to say")
        self.now = label("", "faint", "What they say now")
        form = LevelForm()
        form.addRow("Change", self.field)
        form.addRow("to", self.text)
        form.addRow("now", self.now)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        count = f"{len(rows):,} unit{'s' * (len(rows) != 1)}"
        layout.addWidget(label(f"{count} will say the same; one step to undo.", "faint"))
        layout.addLayout(form)
        layout.addWidget(buttons)
        letter_fields(self)
        self.setMinimumWidth(440)
        self.field.currentIndexChanged.connect(lambda _at: self._field_chosen())
        self.field.setCurrentIndex(self.field.findData("ratings"))
        self._field_chosen()

    @property
    def wanted(self) -> tuple[str, str]:
        """The fact and the text."""
        return self.field.currentData(), self.text.currentText().strip()

    def _field_chosen(self) -> None:
        chosen = self.field.currentData()
        field = next(one for one in FIELDS if one.id == chosen)
        said = dict.fromkeys(field.read(row.item) for row in self._rows)
        known = choices(self._controller, chosen)
        self.text.clear()
        self.text.addItems(known[:400])
        self.text.setEditText(next(iter(said)) if len(said) == 1 else "")
        shown = [text or "(nothing)" for text in list(said)[:4]]
        left = len(said) - 4
        more = f" and {left} {'other' if left == 1 else 'others'}" if left > 0 else ""
        self.now.setText(", ".join(shown) + more)


class RefusedDialog(QDialog):
    """Lists every line or cell of a file that was refused; nothing was taken over."""

    def __init__(self, file: str, refusals: Sequence[Refusal], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Not imported")
        self.list = QListWidget()
        self.list.setAccessibleName("What was refused")
        self.list.setToolTip("Each line with the reason why it was refused")
        self.list.setWordWrap(True)
        self.list.addItems([str(refusal) for refusal in refusals])
        many = len(refusals) != 1
        heading = label(
            f"{len(refusals):,} {'places' if many else 'place'} in {file} cannot be read.",
            "heading",
        )
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(heading)
        layout.addWidget(label("Nothing was taken over. Fix them and import again.", "faint"))
        layout.addWidget(self.list, 1)
        layout.addWidget(buttons)
        letter_fields(self)
        self.resize(640, 380)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
