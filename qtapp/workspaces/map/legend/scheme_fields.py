"""How the hexes of a sheet are numbered, in fields, with the corners of the sheet as a sample."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from maps.edits.placing import MAX_SHEET
from maps.hexgrid import Hex
from maps.layout import Layout, Orientation
from maps.numbering import LabelScheme, Order, Parity, Sheet
from qtapp.widgets.forms import LevelForm
from qtapp.widgets.plain import plain


class SchemeFields(QWidget):
    """Size and numbering of a sheet; ``changed`` follows every change of them."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.columns, self.rows = _number(1, MAX_SHEET), _number(1, MAX_SHEET)
        self.order = _choice((("Column, then row", Order.CCRR), ("Row, then column", Order.RRCC)))
        self.parity = _choice((("Odd", Parity.ODD), ("Even", Parity.EVEN)))
        self.columns_grow = _choice((("to the right", "east"), ("to the left", "west")))
        self.rows_grow = _choice((("downwards", "south"), ("upwards", "north")))
        self.first_column, self.first_row = _number(0, 9000), _number(0, 9000)
        self.digits = _number(1, 4)
        self.prefix, self.separator, self.written = QLineEdit(), QLineEdit(), _styles()
        self.prefix.setMaximumWidth(90)
        self.separator.setMaximumWidth(44)
        self.form = form = LevelForm(self)
        form.setContentsMargins(0, 0, 0, 0)
        form.addRow("Columns × rows", _pair(self.columns, self.rows))
        form.addRow("First column, row", _pair(self.first_column, self.first_row))
        form.addRow("Order", self.order)
        form.addRow("Columns count", self.columns_grow)
        form.addRow("Rows count", self.rows_grow)
        form.addRow("Pushed lines", self.parity)
        form.addRow("Digits each", self.digits)
        form.addRow("Written like", self.written)
        form.addRow("Sheet before it", _pair(self.prefix, self.separator))
        names = {
            "Columns": self.columns, "Rows": self.rows, "First column": self.first_column,
            "First row": self.first_row, "Order of the number": self.order,
            "Columns count": self.columns_grow, "Rows count": self.rows_grow,
            "Which lines lie half a hex further": self.parity, "Digits": self.digits,
            "Sheet before the number": self.prefix, "Sign between": self.separator,
            "How numbers are written": self.written,
        }  # fmt: skip
        for text, field in names.items():
            field.setAccessibleName(text)
            _on_change(field, self.changed.emit)
        for tip, field in {
            "Hexes from left to right": self.columns,
            "Hexes from top to bottom": self.rows,
            "The number of the first column": self.first_column,
            "The number of the first row": self.first_row,
            "What stands before each number, as 14A": self.prefix,
            "What stands between sheet and number, as a colon": self.separator,
        }.items():
            field.setToolTip(plain(tip))
        self.parity.setToolTip(
            "Which printed columns (of flat hexes) lie half a hex further down,"
            " or which rows (of pointy hexes) further right"
        )
        self.set_sheet(Sheet("", Orientation.FLAT, 30, 20))

    def set_sheet(self, sheet: Sheet) -> None:
        """Show a sheet's size and numbering."""
        scheme = sheet.scheme
        self.columns.setValue(sheet.columns)
        self.rows.setValue(sheet.rows)
        self.first_column.setValue(scheme.first_column)
        self.first_row.setValue(scheme.first_row)
        self.digits.setValue(scheme.digits)
        for field, value in (
            (self.order, scheme.order), (self.parity, scheme.parity),
            (self.columns_grow, scheme.columns_grow), (self.rows_grow, scheme.rows_grow),
        ):  # fmt: skip
            field.setCurrentIndex(field.findData(value))
        self.prefix.setText(scheme.prefix)
        self.separator.setText(scheme.separator)
        if scheme.style and self.written.findData(scheme.style) < 0:
            self.written.addItem(scheme.style, scheme.style)
        self.written.setCurrentIndex(self.written.findData(scheme.style))

    @property
    def scheme(self) -> LabelScheme:
        """The numbering as the fields say."""
        return LabelScheme(
            order=Order(self.order.currentData()),
            parity=Parity(self.parity.currentData()),
            columns_grow=str(self.columns_grow.currentData()),
            rows_grow=str(self.rows_grow.currentData()),
            first_column=self.first_column.value(),
            first_row=self.first_row.value(),
            digits=self.digits.value(),
            prefix=self.prefix.text().strip(),
            separator=self.separator.text() or ":",
            style=str(self.written.currentData()),
        )


def _styles() -> QComboBox:
    """The usual ways to write a number; those of an open sheet are added."""
    return _choice(
        (
            ("digits alone", ""), ("A1", "A1"), ("1A", "1A"), ("A01", "A01"), ("AA", "AA"),
            ("1.1", "1.1"), ("01.01", "01.01"), ("01-01", "01-01"), ("A-1", "A-1"),
        )
    )  # fmt: skip


class CornerSample(QWidget):
    """The four corners of a sheet with their numbers, as they will be printed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet = Sheet("", Orientation.FLAT, 30, 20)
        self.setMinimumSize(QSize(250, 150))
        self.setAccessibleName("Sample of the numbering")

    def show_sheet(self, sheet: Sheet) -> None:
        """Show another sheet."""
        self._sheet = sheet
        corners = ", ".join(self.texts())
        self.setAccessibleDescription(corners)
        self.setToolTip(plain(f"Corners: {corners}"))
        self.update()

    def texts(self) -> list[str]:
        """The numbers in the corners: top left, top right, bottom left, bottom right."""
        sheet = self._sheet
        right, bottom = sheet.columns - 1, sheet.rows - 1
        spots = ((0, 0), (right, 0), (0, bottom), (right, bottom))
        return [sheet.label(sheet.step(x, y)) or "" for x, y in spots]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw up to three columns and two rows of each corner."""
        sheet, area = self._sheet, QRectF(self.rect()).adjusted(1, 1, -1, -1)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.fillRect(area, QColor("#f4eedd"))
            painter.setPen(QPen(QColor("#8a8271"), 1))
            painter.drawRect(area)
            layout = Layout(sheet.orientation, 46.0)
            for is_right in (False, True):
                for is_bottom in (False, True):
                    self._corner(painter, area, layout, is_right, is_bottom)

    def _corner(
        self, painter: QPainter, area: QRectF, layout: Layout, is_right: bool, is_bottom: bool
    ) -> None:
        sheet = self._sheet
        wide, high = min(2, sheet.columns), min(1, sheet.rows)
        if sheet.orientation is Orientation.POINTY:
            wide, high = min(2, sheet.columns), min(2, sheet.rows)
        xs = range(sheet.columns - wide, sheet.columns) if is_right else range(wide)
        ys = range(sheet.rows - high, sheet.rows) if is_bottom else range(high)
        cells: list[Hex] = [sheet.step(x, y) for y in ys for x in xs]
        shapes = {at: QPolygonF([QPointF(p.x, p.y) for p in layout.corners(at)]) for at in cells}
        bounds = QRectF()
        for shape in shapes.values():
            bounds = bounds.united(shape.boundingRect())
        inner = area.adjusted(8, 8, -8, -8)
        left = inner.right() - bounds.width() if is_right else inner.left()
        top = inner.bottom() - bounds.height() if is_bottom else inner.top()
        painter.save()
        painter.translate(left - bounds.left(), top - bounds.top())
        for at, shape in shapes.items():
            painter.setPen(QPen(QColor("#5d543f"), 1))
            painter.setBrush(QColor("#e6e2c3"))
            painter.drawPolygon(shape)
            text = sheet.label(at) or ""
            font = QFont(self.font())
            font.setPixelSize(11 if len(text) <= 6 else 9)
            painter.setFont(font)
            painter.setPen(QColor("#2b2620"))
            painter.drawText(shape.boundingRect(), Qt.AlignmentFlag.AlignCenter, text)
        painter.restore()


def _number(least: int, most: int) -> QSpinBox:
    field = QSpinBox()
    field.setRange(least, most)
    return field


def _choice(entries: tuple[tuple[str, str], ...]) -> QComboBox:
    field = QComboBox()
    field.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
    for text, value in entries:
        field.addItem(text, value)
    return field


def _pair(first: QWidget, second: QWidget) -> QWidget:
    holder = QWidget()
    row = QHBoxLayout(holder)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(first)
    row.addWidget(second)
    row.addStretch(1)
    return holder


def _on_change(field: QWidget, slot: Callable[[], object]) -> None:
    if isinstance(field, QSpinBox):
        field.valueChanged.connect(lambda _value: slot())
    elif isinstance(field, QComboBox):
        field.currentIndexChanged.connect(lambda _index: slot())
    elif isinstance(field, QLineEdit):
        field.textChanged.connect(lambda _text: slot())
