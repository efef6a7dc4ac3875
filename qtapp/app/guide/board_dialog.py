"""A board offered from a scan: its grid as it was found, to be named and corrected."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted
from maps.digitise.arrays import Bytes
from maps.digitise.calibrating.points import ControlPoint
from maps.digitise.calibrating.whole_grid import WholeGrid
from maps.edits.blank import blank_map, scan_legend
from maps.errors import KnownError
from maps.layout import Orientation
from maps.model import GameMap
from maps.numbering import LabelScheme, Parity, Sheet
from qtapp.painters.pixels import rgb_image
from qtapp.widgets.forms import LevelForm, in_line
from qtapp.widgets.mnemonics import letter_fields
from qtapp.widgets.parts import label
from qtapp.workspaces.map.legend.scheme_fields import SchemeFields

_PREVIEW, _LEAST = QSize(460, 420), QSize(460, 290)
"""Pixels that the scan has, and no fewer on a low screen."""
_LOOK = 108
"""Pixels: the breadth of a corner of the grid that is looked at from near."""
_CLEAR = "clear"


class ScanBoardDialog(QDialog):
    """Asks for the title and the numbering of the board that a scan shows.

    ``found`` is the grid that was found in the picture, None where it shows none. ``board`` and
    ``points`` are there once the dialog was accepted.
    """

    def __init__(
        self, path: Path, picture: Bytes, found: WholeGrid | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("A board from the scan")
        self.found = found
        self.board: GameMap | None = None
        self.points: tuple[ControlPoint, ...] = ()
        self.title = QLineEdit(path.stem.replace("-", " ").replace("_", " ").title())
        self.title.setAccessibleName("Title of the board")
        self.title.selectAll()
        self.orientation = QComboBox()
        self.orientation.setAccessibleName("How hexes stand")
        self.orientation.addItem("Flat sides up", Orientation.FLAT)
        self.orientation.addItem("Corners up", Orientation.POINTY)
        self.scheme = SchemeFields()
        self.said = label(_words(found), name="What was found")
        self.trouble = label("", "warning", "What is wrong")
        self.trouble.hide()
        self.preview = GridPreview(picture, found)
        self.corners = CornerLooks(picture, found)
        if found is not None:
            scheme = LabelScheme(parity=found.parity, digits=_digits(found))
            self.scheme.set_sheet(Sheet("", found.orientation, found.columns, found.rows, scheme))
            self.orientation.setCurrentIndex(self.orientation.findData(found.orientation))
        self.scheme.parity.setEnabled(found is None)
        form = LevelForm()
        form.addRow("&Title", self.title)
        form.addRow("&Hexes", self.orientation)
        fields = QVBoxLayout()
        fields.addWidget(self.said)
        fields.addLayout(form)
        fields.addWidget(self.scheme)
        fields.addStretch(1)
        row = QHBoxLayout()
        row.addLayout(fields, 1)
        row.addSpacing(10)
        seen = QVBoxLayout()
        seen.addWidget(self.preview, 1)
        seen.addWidget(self.corners)
        row.addLayout(seen, 1)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.ok = self.buttons.addButton("&Make the board", QDialogButtonBox.ButtonRole.AcceptRole)
        self.ok.setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(row, 1)
        layout.addWidget(self.trouble)
        layout.addWidget(self.buttons)
        self.scheme.changed.connect(self._show)
        self.orientation.currentIndexChanged.connect(lambda _index: self._show())
        self._show()
        letter_fields(self)
        in_line(form, self.scheme.form)

    def sheet(self) -> Sheet:
        """The sheet as the fields say; which lines are pushed is as it was found."""
        scheme, found = self.scheme.scheme, self.found
        standing = Orientation(self.orientation.currentData())
        columns, rows = self.scheme.columns.value(), self.scheme.rows.value()
        if self._fits:
            assert found is not None
            scheme = replace(scheme, parity=_pushed(found, scheme, columns, rows))
        return Sheet(scheme.prefix or "main", standing, columns, rows, scheme)

    def accept(self) -> None:
        """Make the board; stay and say why when it cannot be made."""
        sheet = self.sheet()
        try:
            self.board = blank_map(
                self.title.text(), sheet.orientation, sheet.columns, sheet.rows, sheet.scheme,
                scan_legend(), _CLEAR,
            )  # fmt: skip
        except KnownError as error:
            self.trouble.setText(str(error))
            self.trouble.show()
            return
        made = self.board.sheets[0]
        self.points = self.found.points(made) if self.found is not None and self._fits else ()
        super().accept()

    @property
    def _fits(self) -> bool:
        """Whether the grid that was found is that of the fields: its hexes stand as they say, and
        there are no more of them; a grid found too small may lie anywhere.
        """
        found = self.found
        return (
            found is not None
            and found.orientation is Orientation(self.orientation.currentData())
            and self.scheme.columns.value() <= found.columns
            and self.scheme.rows.value() <= found.rows
        )

    def _show(self) -> None:
        sheet = self.sheet()
        if self._fits:
            at = self.scheme.parity.findData(sheet.scheme.parity)
            self.scheme.parity.blockSignals(True)
            self.scheme.parity.setCurrentIndex(at)
            self.scheme.parity.blockSignals(False)
        self.scheme.parity.setEnabled(not self._fits)
        corners = corners_of(sheet, self.found) if self.found is not None and self._fits else []
        self.preview.show_sheet(sheet if self._fits else None)
        self.corners.show_corners(corners)


Corner = tuple[str, tuple[float, float]]
"""The number of a hex at a corner of the grid, and where its centre is in the picture."""


def corners_of(sheet: Sheet, found: WholeGrid) -> list[Corner]:
    """The hexes at the corners of a sheet, as the grid lies."""
    right, bottom = min(sheet.columns, found.columns) - 1, min(sheet.rows, found.rows) - 1
    corners = []
    for column, row in sorted({(0, 0), (right, 0), (0, bottom), (right, bottom)}):
        x, y = found.centres[column, row].tolist()
        corners.append((sheet.label(sheet.step(column, row)) or "", (x, y)))
    return corners


class CornerLooks(QWidget):
    """The hexes at the corners of the grid from near, so that what is printed there can be read,
    and below each the number that it would have.
    """

    def __init__(self, picture: Bytes, found: WholeGrid | None) -> None:
        super().__init__()
        self.setAccessibleName("Corners of the grid")
        self._picture = picture
        self._reach = 0.6 * found.estimate.pitch if found is not None else 0.0
        self.corners: list[Corner] = []
        self.setFixedHeight(_LOOK + self.fontMetrics().height() + 6)
        self.setVisible(found is not None)

    def show_corners(self, corners: list[Corner]) -> None:
        """Look at these corners."""
        self.corners = corners
        said = ", ".join(text for text, _at in corners)
        self.setAccessibleDescription(f"Corners: {said}" if said else "No grid was found.")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the corners side by side."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            font = QFont(self.font())
            font.setBold(True)
            painter.setFont(font)
            share = self.width() / max(len(self.corners), 1)
            for at, (text, centre) in enumerate(self.corners):
                cut = self._cut(*centre)
                scale = _LOOK / max(cut.width(), cut.height())
                wide, high = cut.width() * scale, cut.height() * scale
                painter.drawImage(QRectF(share * (at + 0.5) - wide / 2, 0, wide, high), cut)
                below = QRectF(share * at, _LOOK + 2, share, painter.fontMetrics().height())
                painter.drawText(below, Qt.AlignmentFlag.AlignCenter, text)

    def _cut(self, x: float, y: float) -> QImage:
        """A square of the picture around a point, as far as the picture goes."""
        high, wide = self._picture.shape[:2]
        reach = max(1, round(self._reach))
        left, top = (max(0, round(at) - reach) for at in (x, y))
        right, bottom = min(wide, left + 2 * reach), min(high, top + 2 * reach)
        return rgb_image(self._picture[top:bottom, left:right])


class GridPreview(QWidget):
    """The scan, small, with the centres of the grid's hexes and the numbers of its corners."""

    def __init__(self, picture: Bytes, found: WholeGrid | None) -> None:
        super().__init__()
        self.setMinimumSize(_LEAST)
        self.setAccessibleName("The grid on the scan")
        high, wide = picture.shape[:2]
        step = max(1, max(high, wide) // 1200)
        self._image = rgb_image(picture[::step, ::step])
        self._step, self._found = step, found
        self._sheet: Sheet | None = None

    def sizeHint(self) -> QSize:
        """As large as it is seen well."""
        return _PREVIEW

    def show_sheet(self, sheet: Sheet | None) -> None:
        """Show the numbers of a sheet at the corners of the grid; None shows no grid."""
        self._sheet = sheet
        said = ", ".join(text for text, _at in self._corners())
        self.setAccessibleDescription(f"Corners: {said}" if said else "No grid was found.")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the scan into the middle, the grid over it."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            wide, high = self._image.width(), self._image.height()
            scale = min(self.width() / wide, self.height() / high)
            left = (self.width() - wide * scale) / 2
            top = (self.height() - high * scale) / 2
            painter.drawImage(QRectF(left, top, wide * scale, high * scale), self._image)
            if self._found is None or self._sheet is None:
                return
            painter.translate(left, top)
            own = scale / self._step
            painter.setPen(QPen(QColor("#ffffff"), 1))
            painter.setBrush(QColor("#c0182b"))
            columns = min(self._sheet.columns, self._found.columns)
            rows = min(self._sheet.rows, self._found.rows)
            for x, y in self._found.centres[:columns, :rows].reshape(-1, 2).tolist():
                painter.drawEllipse(QPointF(x * own, y * own), 2.6, 2.6)
            font = QFont(self.font())
            font.setBold(True)
            painter.setFont(font)
            for text, (x, y) in self._corners():
                self._tag(painter, text, QPointF(x * own, y * own))

    def _tag(self, painter: QPainter, text: str, at: QPointF) -> None:
        """A number on a plate above a centre."""
        box = QRectF(painter.fontMetrics().boundingRect(text)).adjusted(-4, -2, 4, 2)
        box.moveCenter(at - QPointF(0, box.height() * 0.9))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor("#1b1610"))
        painter.drawRoundedRect(box, 3, 3)
        painter.setPen(QColor("#ffffff"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)

    def _corners(self) -> list[Corner]:
        if self._sheet is None or self._found is None:
            return []
        return corners_of(self._sheet, self._found)


def _words(found: WholeGrid | None) -> str:
    if found is None:
        return (
            "No grid that repeats was found in the picture. Say how it is numbered; then show some"
            " of its hexes in Scan."
        )
    standing = "flat sides up" if found.orientation is Orientation.FLAT else "corners up"
    return (
        f"{counted(found.columns, 'column')} and {counted(found.rows, 'row')} of hexes were found,"
        f" {standing}, {found.estimate.pitch:.0f} pixels from hex to hex. Compare the numbers"
        " below the corners with those that are printed in them."
    )


def _digits(found: WholeGrid) -> int:
    return max(2, len(str(max(found.columns, found.rows))))


def _pushed(found: WholeGrid, scheme: LabelScheme, columns: int, rows: int) -> Parity:
    """Which lines are pushed by their printed numbers; ``found`` counts them from 1."""
    if found.orientation is Orientation.FLAT:
        first, is_turned, count = scheme.first_column, scheme.columns_grow == "west", columns
    else:
        first, is_turned, count = scheme.first_row, scheme.rows_grow == "north", rows
    number = first + count - 1 if is_turned else first
    is_first_pushed = found.parity is Parity.ODD
    return Parity.ODD if (number % 2 == 1) is is_first_pushed else Parity.EVEN
