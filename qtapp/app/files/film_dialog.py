"""What is asked before a war is filmed: how large, which part of the board, how fast."""

from __future__ import annotations

from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QRadioButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from maps.hexgrid import Hex
from qtapp.exchange.film import FilmPlan
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import label


class FilmDialog(QDialog):
    """Asks how a war is filmed. ``region`` is what of the board is in view."""

    def __init__(self, region: tuple[Hex, ...], parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Film of the war")
        self.setMinimumWidth(420)
        self._region = region
        self.hex = QSpinBox()
        self.hex.setRange(8, 200)
        self.hex.setValue(32)
        self.hex.setSuffix(" pixels")
        self.hex.setAccessibleName("Pixels per hex")
        self.whole = QRadioButton("The whole board")
        self.seen = QRadioButton("What is in view")
        self.whole.setChecked(True)
        self.seen.setEnabled(bool(region))
        self.seconds = QDoubleSpinBox()
        self.seconds.setRange(0.1, 30.0)
        self.seconds.setSingleStep(0.1)
        self.seconds.setDecimals(1)
        self.seconds.setValue(1.0)
        self.seconds.setSuffix(" s")
        self.seconds.setAccessibleName("Seconds a turn")
        self.front = QCheckBox("Draw the front")
        self.front.setChecked(True)
        self.front.setToolTip("A line where the ground nearest to one side meets the other's")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = buttons.addButton("&Film…", QDialogButtonBox.ButtonRole.AcceptRole)
        self.ok.setDefault(True)
        buttons.button(QDialogButtonBox.StandardButton.Cancel).setAutoDefault(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        part = QVBoxLayout()
        part.addWidget(self.whole)
        part.addWidget(self.seen)
        form = LevelForm()
        form.addRow("&Hex", self.hex)
        form.addRow("Part", part)
        form.addRow("&Turn", self.seconds)
        form.addRow("", self.front)
        layout = QVBoxLayout(self)
        layout.setSpacing(10)
        layout.addWidget(
            label(
                "The board at the end of each turn of this line of the log, as the seat in view"
                " knew it: a film (WebP, APNG), or a picture a turn (PNG).",
                "faint",
            )
        )
        layout.addLayout(form)
        layout.addWidget(buttons)

    @property
    def plan(self) -> FilmPlan:
        """What was asked for."""
        return FilmPlan(
            float(self.hex.value()),
            self._region if self.seen.isChecked() else None,
            round(self.seconds.value() * 1000),
            self.front.isChecked(),
        )
