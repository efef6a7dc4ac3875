"""Adding a scan: which picture, of which sheet, and whether the file keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from qtapp.widgets.forms import LevelForm
from qtapp.widgets.mnemonics import letter_fields
from qtapp.widgets.parts import button, label

SCANS = "Scans (*.png *.jpg *.jpeg *.tif *.tiff *.pdf);;All files (*)"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A picture to take in; ``page`` counts from 1 and is a PDF file's, ``dpi`` its fineness."""

    path: Path
    sheet: str
    links: bool = False
    page: int = 1
    dpi: int = 300


class AddScanDialog(QDialog):
    """Asks for a :class:`Wanted`."""

    def __init__(self, sheets: list[str], folder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Add a scan")
        self.setMinimumWidth(520)
        self._folder = folder
        self.path = QLineEdit()
        self.path.setAccessibleName("Picture")
        self.path.setToolTip("The file of the scan")
        self.path.setPlaceholderText("PNG, JPEG, TIFF or PDF")
        self.path.textChanged.connect(self._changed)
        choose = button("Choose…", "Look for the picture")
        choose.clicked.connect(self._choose)
        line = QHBoxLayout()
        line.addWidget(self.path, 1)
        line.addWidget(choose)
        self.sheet = QComboBox()
        self.sheet.setAccessibleName("Sheet")
        self.sheet.addItems(sheets)
        self.keep = QRadioButton("Keep it in this file")
        self.keep.setToolTip("As tiles of fine JPEG; the file can be moved on its own")
        self.link = QRadioButton("Link to it where it is")
        self.link.setToolTip("The file stays small, but reading the scan needs the picture")
        self.keep.setChecked(True)
        kept = QVBoxLayout()
        kept.addWidget(self.keep)
        kept.addWidget(self.link)
        self.page = QSpinBox()
        self.page.setAccessibleName("Page")
        self.page.setRange(1, 9999)
        self.dpi = QSpinBox()
        self.dpi.setAccessibleName("Pixels per inch")
        self.dpi.setRange(50, 1200)
        self.dpi.setSingleStep(50)
        self.dpi.setValue(300)
        self.dpi.setSuffix(" per inch")
        self.form = LevelForm()
        self.form.addRow("Picture", line)
        self.form.addRow("Shows sheet", self.sheet)
        self.form.addRow("", kept)
        self.form.addRow("Page", self.page)
        self.form.addRow("Pixels", self.dpi)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Add")
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(self.form)
        layout.addWidget(
            label(
                "Brightness, crop and the rest can be set afterwards; the picture is not changed.",
                "faint",
            )
        )
        layout.addWidget(self.buttons)
        letter_fields(self)
        self._changed()

    @property
    def wanted(self) -> Wanted:
        """What was asked for."""
        return Wanted(
            Path(self.path.text().strip()).expanduser(),
            self.sheet.currentText(),
            self.link.isChecked() and not self._is_pdf(),
            self.page.value(),
            self.dpi.value(),
        )

    def _is_pdf(self) -> bool:
        return self.path.text().strip().lower().endswith(".pdf")

    def _changed(self) -> None:
        self.form.setRowVisible(self.page, self._is_pdf())
        self.form.setRowVisible(self.dpi, self._is_pdf())
        self.link.setEnabled(not self._is_pdf())
        ok = self.buttons.button(QDialogButtonBox.StandardButton.Ok)
        ok.setEnabled(bool(self.path.text().strip()))

    def _choose(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "Choose a scan", self._folder, SCANS)
        if name:
            self.path.setText(name)
