"""Print-and-play sheets in the window: measures, how many pages they make, and how they look."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPixmap, QResizeEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QInputDialog,
    QLineEdit,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted
from maps.errors import KnownError
from oob.model import Unit
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import button, label, millimetres
from qtapp.workers.waiting import painted_waiting
from qtapp.workspaces.counters.counters_controller import CountersController
from qtapp.workspaces.counters.sheets.layout import PAPERS, Backs, Layout, pages_of, paper
from qtapp.workspaces.counters.sheets.paper import page_image, write_sheets
from qtapp.workspaces.counters.sheets.pictures import Form, write_pictures

_BACKS = {Backs.LONG: "Turned over the long edge", Backs.SHORT: "Turned over the short edge",
          Backs.NONE: "No backs"}  # fmt: skip


class PrintView(QWidget):
    """Lays the counters that are shown out on paper and writes them."""

    written = Signal(str)
    refused = Signal(str)

    def __init__(self, controller: CountersController) -> None:
        super().__init__()
        self._controller = controller
        self._units: list[Unit] = []
        self.side = millimetres(5, 80, 14, "Counter size")
        self.paper = QComboBox()
        self.paper.addItems([*PAPERS, "Custom"])
        self.paper.setAccessibleName("Paper")
        self.custom = QLineEdit("200x300mm")
        self.custom.setAccessibleName("Custom paper")
        self.landscape = QCheckBox("Landscape")
        self.margin = millimetres(0, 30, 12, "Margin")
        self.gutter = millimetres(0, 30, 2, "Gutter")
        self.bleed = millimetres(0, 10, 1, "Bleed")
        self.crop = QCheckBox("Crop marks")
        self.crop.setChecked(True)
        self.template = QCheckBox("Outlines only, to cut by machine")
        self.backs = QComboBox()
        self.backs.setAccessibleName("Backs")
        for way, words in _BACKS.items():
            self.backs.addItem(words, str(way))
        self.page = QSpinBox()
        self.page.setAccessibleName("Page shown")
        self.count = label("", "", "Pages")
        self.write = button("Write sheets…", "Write a PDF, or SVG or PNG pages", primary=True)
        self.pictures = button("Write pictures…", "Write a PNG or SVG of each face")
        self.picture = label(wraps=False)
        self.picture.setAccessibleName("Page")
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.picture.setMinimumSize(QSize(240, 300))
        self._lay_out()
        self.write.clicked.connect(self._ask)
        self.pictures.clicked.connect(self._ask_pictures)

    def show_units(self, units: list[Unit]) -> None:
        """Print these counters."""
        self._units = units
        self.refresh()

    @property
    def layout_now(self) -> Layout:
        """The measures as they are. Raises KnownError for paper that is none."""
        name = self.paper.currentText()
        text = self.custom.text() if name == "Custom" else name
        return Layout(
            self.side.value(), paper(text, self.landscape.isChecked()), self.margin.value(),
            self.gutter.value(), self.bleed.value(), self.crop.isChecked(),
            Backs(self.backs.currentData()), self.template.isChecked(),
        )  # fmt: skip

    def refresh(self) -> None:
        """Show the page again."""
        self.custom.setVisible(self.paper.currentText() == "Custom")
        if not self.isVisible():
            return
        try:
            layout = self.layout_now
            pages = list(pages_of(self._units, layout))
        except KnownError as error:
            self.count.setText(str(error))
            self.picture.clear()
            self.write.setEnabled(False)
            return
        self.write.setEnabled(bool(pages))
        sheets = layout.sheets(len(self._units))
        self.count.setText(
            f"{counted(len(self._units), 'counter')}, {layout.columns} by {layout.rows} on a page:"
            f" {counted(sheets, 'sheet')}, {counted(len(pages), 'page')}"
        )
        self.page.setRange(1, max(1, len(pages)))
        if not pages:
            self.picture.clear()
            return
        space = self.picture.size()
        ratio = self.devicePixelRatioF()
        dpi = 25.4 * min(
            (space.width() - 8) / layout.paper[0], (space.height() - 8) / layout.paper[1]
        )
        page = pages[self.page.value() - 1]
        image = page_image(self._controller.order, page, layout, max(20.0, dpi * ratio), sheets)
        pixmap = QPixmap.fromImage(image)
        pixmap.setDevicePixelRatio(ratio)
        self.picture.setPixmap(pixmap)

    def save(self, target: Path) -> None:
        """Write the sheets; says what was written, or why nothing was."""
        try:
            layout = self.layout_now
            files = painted_waiting(self.window(), target, lambda report: write_sheets(
                self._controller.order, self._units, layout, target,
                progress=lambda done, of: report(done / of, f"Page {done} of {of}"),
            ))  # fmt: skip
        except KnownError as error:
            self.refused.emit(str(error))
            return
        if files is None:
            return
        self.written.emit(f"Wrote {files[0].name}" + ("." if len(files) == 1 else " and others."))

    def save_pictures(self, folder: Path, px: int, form: Form) -> None:
        """Write each face into a folder; says how many, or why none was."""
        order, units = self._controller.order, self._units
        try:
            count = painted_waiting(self.window(), folder, lambda report: write_pictures(
                order, units, folder, px, form,
                lambda done, of: report(done / of, f"Face {done} of {of}"),
            ))  # fmt: skip
        except KnownError as error:
            self.refused.emit(str(error))
            return
        if count is not None:
            self.written.emit(f"Wrote {counted(count, 'file')} into {folder.name}.")

    def _ask_pictures(self) -> None:
        forms = {"PNG, 256 pixels": (256, Form.PNG), "PNG, 512 pixels": (512, Form.PNG),
                 "SVG": (256, Form.SVG)}  # fmt: skip
        words, is_wanted = QInputDialog.getItem(
            self, "Write pictures", "A file for each face, as:", list(forms), 0, False
        )
        folder = QFileDialog.getExistingDirectory(self, "Write pictures into") if is_wanted else ""
        if folder:
            self.save_pictures(Path(folder), *forms[words])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the page into the room there is."""
        super().resizeEvent(event)
        self.refresh()

    def _ask(self) -> None:
        name, _kind = QFileDialog.getSaveFileName(
            self, "Write counter sheets", f"{self._controller.order.id}-counters.pdf",
            "Counter sheets (*.pdf *.svg *.png)",
        )  # fmt: skip
        if name:
            self.save(Path(name))

    def _lay_out(self) -> None:
        form = LevelForm()
        form.addRow("Counter", self.side)
        form.addRow("Paper", self.paper)
        form.addRow("", self.custom)
        form.addRow("", self.landscape)
        form.addRow("Margin", self.margin)
        form.addRow("Gutter", self.gutter)
        form.addRow("Bleed", self.bleed)
        form.addRow("", self.crop)
        form.addRow("Backs", self.backs)
        form.addRow("", self.template)
        form.addRow("Page", self.page)
        left = QVBoxLayout()
        left.addLayout(form)
        left.addWidget(self.count)
        left.addWidget(self.write)
        left.addWidget(self.pictures)
        left.addStretch(1)
        holder = QWidget()
        holder.setLayout(left)
        holder.setFixedWidth(300)
        whole = QHBoxLayout(self)
        whole.addWidget(holder)
        whole.addWidget(self.picture, 1)
        for spin in (self.side, self.margin, self.gutter, self.bleed, self.page):
            spin.valueChanged.connect(lambda _value: self.refresh())
        for box in (self.paper, self.backs):
            box.currentIndexChanged.connect(lambda _at: self.refresh())
        for check in (self.landscape, self.crop, self.template):
            check.toggled.connect(lambda _on: self.refresh())
        self.custom.editingFinished.connect(self.refresh)
