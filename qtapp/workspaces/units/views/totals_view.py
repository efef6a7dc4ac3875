"""Totals of what is shown: by type, nationality, side, size, or turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import counted, with_noun
from oob.ledger.model import Row
from oob.ledger.sums import Sum, by_turn, summed, total
from oob.notation.model import Item
from qtapp.app.errors import outside_qt
from qtapp.widgets.parts import label
from qtapp.widgets.plain import plain

SHARE = int(Qt.ItemDataRole.UserRole)
BY_TURN = "turn"
_KEYS: dict[str, tuple[str, Callable[[Item], str]]] = {
    "type": ("Type", lambda item: f"{item.type} {item.size}".strip()),
    "nationality": ("Nationality", lambda item: item.section.nationality),
    "side": ("Side", lambda item: item.section.side),
    "size": ("Size", lambda item: item.size or "air units"),
    "service": ("Service", lambda item: item.suffix),
}
_HEADS = ("Units", "REs", "Attack", "Defense", "Air units")
_TURN_HEADS = ("Come", "Go", "Units", "REs", "Attack", "Defense", "Air units")
_STANDING = "What is at the end of the turn, whatever play has destroyed"
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class TotalsView(QWidget):
    """A table of sums with bars behind the figures."""

    def __init__(self, called: Callable[[str, str], str]) -> None:
        """``called`` says what people call a word of a fact, such as a nation."""
        super().__init__()
        self._called = called
        self._rows: Sequence[Row] = ()
        self.by = QComboBox()
        self.by.setAccessibleName("Totals by")
        for ident, (title, _) in _KEYS.items():
            self.by.addItem(f"By {title.lower()}", ident)
        self.by.addItem("By turn", BY_TURN)
        self.by.currentIndexChanged.connect(lambda _at: self._fill())
        self.summary = label("", "faint", "Totals in all")
        self.table = QTableWidget()
        self.table.setAccessibleName("Totals")
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.horizontalHeader().setAccessibleName("Columns of the totals")
        self.table.verticalHeader().hide()
        self.table.verticalHeader().setDefaultSectionSize(27)
        self.table.setItemDelegate(BarDelegate(self.table))
        top = QHBoxLayout()
        top.addWidget(self.by)
        top.addWidget(self.summary, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.addLayout(top)
        layout.addWidget(self.table, 1)

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Count these rows."""
        self._rows = rows
        if self.isVisible():
            self._fill()

    def showEvent(self, event: QShowEvent) -> None:
        """Count when it comes into view."""
        with outside_qt():
            self._fill()
        super().showEvent(event)

    def cells(self) -> list[list[str]]:
        """What the table says, row by row."""
        table = self.table
        return [
            [_text(table.item(row, column)) for column in range(table.columnCount())]
            for row in range(table.rowCount())
        ]

    def _fill(self) -> None:
        whole = total(self._rows)
        many = counted(whole.air, "air unit comes", "air units come")
        size = with_noun(f"{whole.regimental_equivalents:,g}", "RE")
        self.summary.setText(
            f"{counted(whole.units, 'ground unit')}, {size},"
            f" {whole.attack:,} attack and {counted(whole.defense, 'defense point')},"
            f" {many} into play; the list and the search narrow this down."
        )
        by = self.by.currentData()
        if by == BY_TURN:
            lines = [(turn.title, _turn_figures(turn.coming, turn.going, turn.standing))
                     for turn in by_turn(self._rows)]  # fmt: skip
            self._show("Turn", _TURN_HEADS, lines)
            for column in range(3, len(_TURN_HEADS) + 1):
                head = self.table.horizontalHeaderItem(column)
                if head is not None:
                    head.setToolTip(plain(_STANDING))
        else:
            title, key = _KEYS[by]
            found = summed(self._rows, key)
            lines = [(self._called(by, name), _figures(one)) for name, one in found.items()]
            self._show(title, _HEADS, lines)

    def _show(
        self, title: str, heads: Sequence[str], lines: Sequence[tuple[str, Sequence[float]]]
    ) -> None:
        table = self.table
        table.setSortingEnabled(False)
        table.clear()
        table.setRowCount(len(lines))
        table.setColumnCount(len(heads) + 1)
        table.setHorizontalHeaderLabels([title, *heads])
        most = [max((figures[at] for _, figures in lines), default=0) for at in range(len(heads))]
        for row, (name, figures) in enumerate(lines):
            table.setItem(row, 0, QTableWidgetItem(name))
            for at, figure in enumerate(figures):
                cell = QTableWidgetItem(f"{figure:,g}" if figure else "–")
                cell.setTextAlignment(_RIGHT)
                cell.setData(SHARE, figure / most[at] if most[at] else 0.0)
                table.setItem(row, at + 1, cell)
        header = table.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setDefaultAlignment(_RIGHT)
        first = table.horizontalHeaderItem(0)
        assert first is not None
        first.setTextAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)


class BarDelegate(QStyledItemDelegate):
    """Draws a bar behind a figure, as long as its share of the column's largest."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw the bar, then the cell."""
        share = index.data(SHARE)
        if isinstance(share, float) and share > 0:
            box = option.rect.adjusted(6, 4, -4, -4)
            tint = QColor(option.palette.highlight().color())
            tint.setAlpha(44)
            width = max(2, round(box.width() * share))
            painter.fillRect(QRect(box.right() - width, box.top(), width, box.height()), tint)
        super().paint(painter, option, index)


def _figures(one: Sum) -> list[float]:
    return [one.units, one.regimental_equivalents, one.attack, one.defense, one.air]


def _turn_figures(coming: Sum, going: Sum, standing: Sum) -> list[float]:
    figures = [standing.units, standing.regimental_equivalents, standing.attack, standing.defense]
    return [coming.units, going.units, *figures, standing.air]


def _text(item: QTableWidgetItem | None) -> str:
    return item.text() if item is not None else ""
