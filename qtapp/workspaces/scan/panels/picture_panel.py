"""The scans of the board and how the current one looks."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QListWidget,
    QListWidgetItem,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from maps.digitise.works import ScanWork
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.parts import button, label
from qtapp.widgets.plain import plain
from qtapp.workspaces.scan.modes import Mode
from qtapp.workspaces.scan.parts import row_of
from qtapp.workspaces.scan.scan_controller import ScanController

_SLIDERS = (
    ("opacity", "Opacity", 10, 100, "%"),
    ("brightness", "Brightness", 30, 250, "%"),
    ("contrast", "Contrast", 30, 300, "%"),
    ("turn", "Turn", -1800, 1800, "°"),
)


class PicturePanel(QWidget):
    """``add_wanted`` when another scan is to be taken in."""

    add_wanted = Signal()

    def __init__(self, controller: ScanController) -> None:
        super().__init__()
        self._controller = controller
        self._filling = False
        self.list = QListWidget()
        self.list.setAccessibleName("Scans of this board")
        self.list.setToolTip("The scans of this board; choosing one shows it")
        self.list.currentRowChanged.connect(self._picked)
        self.sheets = QComboBox()
        self.sheets.setAccessibleName("Sheet of the scan")
        self.sheets.setToolTip("The sheet of the board that the scan shows")
        self.sheets.activated.connect(self._sheet_chosen)
        self.add = button("Add a scan…", "PNG, JPEG, TIFF or a page of a PDF file")
        self.add.clicked.connect(self.add_wanted)
        self.remove = button("Remove", "Take the scan out of the file; Undo brings it back")
        self.remove.clicked.connect(self._remove)
        self.crop = button("Crop", "Drag a rectangle round what is to be used")
        self.crop.clicked.connect(lambda: controller.use(Mode.CROP))
        self.plain = button("As it is", "Take all adjustments back")
        self.plain.clicked.connect(self._reset)
        self.about = label("", "faint")
        self.sliders: dict[str, QSlider] = {}
        self._values: dict[str, str] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.list, 1)
        layout.addLayout(row_of(self.add, self.remove))
        form = LevelForm()
        form.setContentsMargins(0, 2, 0, 0)
        form.setVerticalSpacing(5)
        form.addRow("Sheet", self.sheets)
        for name, title, low, high, _ in _SLIDERS:
            slider = QSlider(Qt.Orientation.Horizontal)
            slider.setAccessibleName(title)
            slider.setToolTip(plain(f"{title} of the scan on the board"))
            slider.setRange(low, high)
            slider.setPageStep((high - low) // 20)
            slider.valueChanged.connect(lambda value, n=name: self._slid(n, value))
            slider.sliderPressed.connect(controller.new_stroke)
            self.sliders[name] = slider
            form.addRow(title, slider)
        layout.addLayout(form)
        layout.addLayout(row_of(self.crop, self.plain))
        layout.addWidget(self.about)
        controller.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the scans and the current one."""
        self._filling = True
        controller, work = self._controller, self._controller.work
        scans = controller.session.scans if controller.is_open else {}
        numbers = [
            self.list.item(i).data(Qt.ItemDataRole.UserRole) for i in range(self.list.count())
        ]
        if numbers != list(scans):
            self.list.clear()
            for number in scans:
                item = QListWidgetItem(self.list)
                item.setData(Qt.ItemDataRole.UserRole, number)
        for row, (number, one) in enumerate(scans.items()):
            self.list.item(row).setText(f"{one.name}   ·   sheet {one.sheet}")
            self.list.item(row).setToolTip(plain(_about(one)))
            if number == controller.scan:
                self.list.setCurrentRow(row)
        names = [sheet.id for sheet in controller.map.sheets] if controller.is_open else []
        if [self.sheets.itemText(i) for i in range(self.sheets.count())] != names:
            self.sheets.clear()
            self.sheets.addItems(names)
        for widget in (self.remove, self.crop, self.plain, self.sheets, *self.sliders.values()):
            widget.setEnabled(work is not None)
        self.add.setEnabled(controller.is_open)
        self.about.setText(_about(work) if work else "No scan yet: add one to begin.")
        if work is not None:
            self.sheets.setCurrentText(work.sheet)
            for name, title, low, _, unit in _SLIDERS:
                value = getattr(work, name)
                slider = self.sliders[name]
                if not slider.isSliderDown():
                    slider.setValue(max(low, round(value * (10 if unit == "°" else 100))))
                slider.setToolTip(
                    plain(f"{title}: {value:.1f}°" if unit == "°" else f"{title}: {value:.0%}")
                )
        self._filling = False

    def _picked(self, row: int) -> None:
        if not self._filling and row >= 0:
            self._controller.take(self.list.item(row).data(Qt.ItemDataRole.UserRole))

    def _sheet_chosen(self, row: int) -> None:
        sheet = self.sheets.itemText(row)
        if self._controller.work is not None and sheet != self._controller.work.sheet:
            self._controller.decide(f"Scan of sheet {sheet}", sheet=sheet)

    def _slid(self, name: str, value: int) -> None:
        if not self._filling:
            found = value / 10 if name == "turn" else value / 100
            self._controller.decide(name.capitalize(), f"{name} slides", **{name: found})

    def _reset(self) -> None:
        self._controller.decide(
            "Scan as it is", opacity=1.0, brightness=1.0, contrast=1.0, turn=0.0, crop=None
        )

    def _remove(self) -> None:
        if self._controller.work is not None:
            self._controller.decide(f"Remove the scan {self._controller.work.name}", present=False)
            self._controller.start()


def _about(work: ScanWork) -> str:
    million = work.width * work.height / 1e6
    kept = f"linked to {work.link}" if work.link else "kept in the file"
    return f"{work.width} × {work.height} pixels ({million:.1f} million), {kept}"
