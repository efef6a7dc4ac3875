"""The points that hold the grid, how well each fits, and how freely the grid is bent."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted
from maps.digitise.calibrating.fitting import Fitted
from maps.digitise.calibrating.pitch import PitchEstimate
from maps.digitise.calibrating.transforms import LEAST, Fit
from qtapp.widgets.parts import button, label
from qtapp.widgets.plain import plain
from qtapp.workspaces.scan.modes import Mode
from qtapp.workspaces.scan.parts import row_of
from qtapp.workspaces.scan.reader import Reader
from qtapp.workspaces.scan.scan_controller import ScanController
from resources import Theme

_FITS: tuple[tuple[Fit | None, str], ...] = (
    (None, "As the points allow"),
    (Fit.SIMILARITY, "Similarity: turn and size"),
    (Fit.AFFINE, "Affine: stretch, too"),
    (Fit.PROJECTIVE, "Projective: photographed"),
    (Fit.POLYNOMIAL, "Polynomial: gentle curves"),
    (Fit.TPS, "Thin plate: folds and waves"),
)
_NARROWEST = 245
_NAMES = {
    Fit.SIMILARITY: "Similarity",
    Fit.AFFINE: "Affine",
    Fit.PROJECTIVE: "Projective",
    Fit.POLYNOMIAL: "Polynomial",
    Fit.TPS: "Thin-plate",
}
_COLUMNS = ("Hex", "At", "Miss", "Left out")


class CalibratePanel(QWidget):
    """Points with their errors in hexes; worst first is a click on a column away."""

    def __init__(self, controller: ScanController, reader: Reader) -> None:
        super().__init__()
        self._controller, self._reader = controller, reader
        self._warning = QColor("#b23c00")
        self._found: PitchEstimate | None = None
        self.setMinimumWidth(_NARROWEST)
        self.points = button("Show hexes", "Click hexes on the scan and type their numbers (P)")
        self.points.clicked.connect(lambda: controller.use(Mode.POINT))
        self.nudge = button("Nudge", "Move, stretch and turn the whole grid by keys (M)")
        self.nudge.clicked.connect(lambda: controller.use(Mode.NUDGE))
        self.measure = button("Find the pitch", "Look for the grid in the picture itself")
        self.measure.clicked.connect(reader.find_pitch)
        self.lay = button("Lay this grid", "Lay a grid of the pitch found, then nudge it")
        self.lay.clicked.connect(self._lay)
        self.lay.hide()
        self.fits = QComboBox()
        self.fits.setAccessibleName("Fit")
        self.fits.setToolTip("How the grid may be turned, stretched and bent to meet the points")
        for _, words in _FITS:
            self.fits.addItem(words)
        self.fits.activated.connect(lambda row: controller.set_fit(_FITS[row][0]))
        self.table = QTableWidget(0, len(_COLUMNS))
        self.table.setAccessibleName("Points of the calibration")
        self.table.setToolTip("Hexes shown on the scan, with their errors")
        self.table.setHorizontalHeaderLabels(_COLUMNS)
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(24)
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        for column in (0, 2, 3):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setShowGrid(False)
        self.table.setTabKeyNavigation(False)
        self.table.currentCellChanged.connect(self._picked)
        self.drop = button("Forget the point", "Take the chosen point out of the fit (Delete)")
        self.drop.clicked.connect(self._drop)
        self.overall = label("", name="How well the grid fits")
        self.pitch = label("", "faint", name="Pitch found in the picture")
        self.pitch.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addLayout(row_of(self.points, self.nudge))
        layout.addLayout(row_of(self.measure, self.lay))
        layout.addWidget(self.pitch)
        layout.addWidget(self.fits)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.overall)
        layout.addLayout(row_of(self.drop))
        controller.changed.connect(self.refresh)
        reader.measured.connect(self._measured)
        self.refresh()

    def wear(self, theme: Theme) -> None:
        """Use a theme's colour for points that stand out."""
        self._warning = QColor(theme.colours["objection"])
        self.refresh()

    def refresh(self) -> None:
        """Show the points of the current scan."""
        work, found = self._controller.work, self._controller.calibration
        fitted = found.fitted if found is not None else None
        for widget in (self.points, self.nudge, self.measure, self.fits):
            widget.setEnabled(work is not None)
        self._fill(fitted)
        self.drop.setEnabled(self.table.rowCount() > 0)
        count = len(work.points) if work else 0
        self.fits.setCurrentIndex(
            next(i for i, (fit, _) in enumerate(_FITS) if not work or fit is work.fit)
        )
        for row, (fit, _) in enumerate(_FITS[1:], 1):
            assert fit is not None
            item = self.fits.model().index(row, 0)
            self.fits.model().setData(
                item, None if count >= LEAST[fit] else 0, Qt.ItemDataRole.UserRole - 1
            )
            self.fits.setItemData(
                row, plain(f"needs {counted(LEAST[fit], 'point')}"), Qt.ItemDataRole.ToolTipRole
            )
        self.overall.setText(self._sentence(fitted, count))
        is_bad = bool(self._controller.refusal) or bool(fitted and fitted.worst)
        self.overall.setProperty("role", "warning" if is_bad else "")
        self.overall.style().polish(self.overall)

    def _fill(self, fitted: Fitted | None) -> None:
        work = self._controller.work
        points = work.points if work else ()
        errors: dict[str, tuple[float, float]] = {}
        if fitted is not None:
            rows = zip(fitted.pairs.labels, fitted.residuals, fitted.left_out, strict=True)
            errors = {name: (float(miss), float(out)) for name, miss, out in rows}
        worst = set(fitted.worst) if fitted else set()
        chosen = self._chosen()
        self.table.blockSignals(True)
        self.table.setRowCount(len(points))
        for row, point in enumerate(points):
            miss, out = errors.get(point.label, (math.nan, math.nan))
            mark = "◆ " if point.label in worst else ""
            texts = (
                mark + point.label,
                f"{point.x:.0f}, {point.y:.0f}",
                _hexes(miss),
                _hexes(out),
            )
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                if column:
                    item.setTextAlignment(
                        Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                    )
                if mark:
                    item.setForeground(self._warning)
                self.table.setItem(row, column, item)
            if point.label == chosen:
                self.table.setCurrentCell(row, 0)
        self.table.blockSignals(False)

    def _sentence(self, fitted: Fitted | None, count: int) -> str:
        if self._controller.refusal:
            return self._controller.refusal
        if fitted is None:
            return "Show two hexes far apart, at best near the corners; six make a good grid."
        if not count:
            return "The grid lies as it was laid by hand. Nudge it, or show hexes to hold it."
        words = [f"{_NAMES[fitted.fit]} fit of {counted(count, 'point')}"]
        if not math.isnan(fitted.rms):
            words.append(f"misses {_hexes(fitted.rms)} hex on average")
        if not math.isnan(fitted.left_out_rms):
            words.append(f"left-out points {_hexes(fitted.left_out_rms)}")
        text = ", ".join(words) + "."
        if fitted.worst:
            text += f" Look at {', '.join(fitted.worst[:3])}: far off."
        return text

    def _measured(self, found: PitchEstimate | None) -> None:
        self._found = found
        self.pitch.show()
        work = self._controller.work
        self.lay.setVisible(found is not None and work is not None and len(work.points) < 2)
        if found is None:
            self.pitch.setText("The picture shows no grid that repeats. Show hexes by hand.")
            return
        text = (
            f"The picture repeats every {found.pitch:.1f} pixels, {found.orientation}-topped, "
            f"turned {found.tilt:+.1f}°."
        )
        lattice = self._controller.lattice
        if lattice is not None:
            own = sorted(lattice.pitch)[len(lattice.pitch) // 2]
            text += f" The grid as it lies: {own:.1f} pixels."
        if self._controller.work and found.orientation != self._controller.sheet.orientation:
            text += f" But the sheet's hexes are {self._controller.sheet.orientation}-topped."
        self.pitch.setText(text)

    def _lay(self) -> None:
        if self._found is not None:
            self._controller.lay(self._found.pitch, self._found.tilt)
            self._controller.use(Mode.NUDGE)
            self.lay.hide()

    def _chosen(self) -> str:
        item = self.table.item(self.table.currentRow(), 0)
        return item.text().removeprefix("◆ ") if item is not None else ""

    def _picked(self, row: int, *_: int) -> None:
        if row >= 0 and self._controller.lattice is not None:
            self._controller.point_at(self._chosen())

    def _drop(self) -> None:
        if self._chosen():
            self._controller.drop_point(self._chosen())


def _hexes(value: float) -> str:
    return "—" if math.isnan(value) else f"{value:.3f}"
