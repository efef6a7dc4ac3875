"""One table of a chart as cells to be edited in place."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPointF,
    QSize,
    Qt,
    QTimer,
)
from PySide6.QtGui import QBrush, QColor, QFocusEvent, QFont, QPainter, QPolygonF, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engine.core.charts.schema import CellKind, Path
from engine.game.chartbook import ChartTable
from qtapp.widgets.forms import CellChoices
from qtapp.widgets.plain import plain
from qtapp.workspaces.charts.badges import SIGNS, known, plain_badge
from qtapp.workspaces.charts.charts_controller import ChartsController

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
NO_INDEX = QModelIndex()
ROW_HEIGHT = 28
WIDEST = 300
"""No column is wider than so many pixels."""
LIMIT = 1_000_000
"""The largest number a spin box goes to where a chart sets no limit."""
CORNER = 8.0


class ChartModel(QAbstractTableModel):
    """A table of a chart; the last column says how surely each line is known."""

    def __init__(
        self, controller: ChartsController, table: ChartTable, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._controller = controller
        self.table = table

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Its lines."""
        return 0 if parent.isValid() else len(self.table.rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """Its columns, and one for what is known of charts that derive from shipped ones."""
        more = 0 if self._controller.is_by_hand else 1
        return 0 if parent.isValid() else len(self.table.columns) + more

    def headerData(self, section: int, way: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        """The heads of its columns."""
        if role != Role.DisplayRole or way is not Qt.Orientation.Horizontal:
            return None
        return (*self.table.columns, "known")[section]

    def path(self, index: Index) -> Path | None:
        """The cell of the charts behind an index; None for heads and names of lines."""
        row = self.table.rows[index.row()]
        return row.paths[index.column()] if index.column() < len(row.paths) else None

    def index_of(self, path: Path) -> QModelIndex:
        """Where a cell of the charts stands here; an invalid index when it does not."""
        for at, row in enumerate(self.table.rows):
            if path in row.paths:
                return self.index(at, row.paths.index(path))
        return QModelIndex()

    def has(self, path: Path | None) -> bool:
        """Whether a cell stands here."""
        return path is not None and self.index_of(path).isValid()

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Cells can be chosen, those that hold a value edited."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if self._controller.can_edit(self.path(index)):
            flags |= Qt.ItemFlag.ItemIsEditable
        return flags

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """A value, and how it is shown."""
        path = self.path(index)
        match role:
            case Role.DisplayRole | Role.EditRole:
                return self._text(index)
            case Role.ToolTipRole:
                return plain(self._tip(path) or "") or None
            case Role.AccessibleDescriptionRole:
                return self._tip(path)
            case Role.FontRole if path in self._controller.edits:
                font = QFont()
                font.setBold(True)
                return font
            case Role.BackgroundRole if path in self._controller.edits:
                tint = QColor(self._controller.colours["accent"])
                tint.setAlpha(52 if self._controller.dark else 34)
                return QBrush(tint)
            case Role.ForegroundRole:
                return self._ink(index, path)
            case Role.TextAlignmentRole if self._is_number(path):
                return int(Qt.AlignmentFlag.AlignCenter)
        return None

    def setData(self, index: Index, value: object, role: int = Role.EditRole) -> bool:
        """Write into a cell; False, after the controller has said why, when it cannot be."""
        path = self.path(index)
        if role != Role.EditRole or path is None or str(value) == self._text(index):
            return False
        return self._controller.type_in(path, str(value))

    def show_table(self, table: ChartTable) -> None:
        """Follow an edit: the same cells with other values, or other cells."""
        if _shape(table) != _shape(self.table):
            self.beginResetModel()
            self.table = table
            self.endResetModel()
            return
        self.table = table
        if not table.rows:
            return
        last = self.index(len(table.rows) - 1, self.columnCount() - 1)
        self.dataChanged.emit(self.index(0, 0), last)

    def _text(self, index: Index) -> str:
        row = self.table.rows[index.row()]
        if index.column() < len(row.cells):
            return row.cells[index.column()]
        known = self._known(index)
        apart = (f"{cell} {plain_badge(how)}" for cell, how in row.apart if how != known)
        return ", ".join((plain_badge(known), *apart))

    def _known(self, index: Index) -> str:
        chart = self._controller.chart
        inherited = chart.provenance if chart is not None else ""
        return known(self.table.rows[index.row()], inherited, frozenset(self._controller.edits))

    def _tip(self, path: Path | None) -> str | None:
        rule = self._controller.allowed.get(path) if path is not None else None
        if rule is None or path is None:
            return None
        lines = [f"May hold {rule.words}."]
        edit = self._controller.edits.get(path)
        if edit is not None:
            lines.insert(0, f"Shipped: {self._controller.shipped(path)}")
            if edit.note:
                lines.insert(0, edit.note)
        return "\n".join(lines)

    def _ink(self, index: Index, path: Path | None) -> QBrush | None:
        colours = self._controller.colours
        if path is not None and any(
            path[: len(problem.path)] == problem.path
            for problem in (*self._controller.problems, *self._controller.absent)
        ):
            return QBrush(QColor(colours["objection"]))
        if index.column() == len(self.table.columns):
            tone = SIGNS.get(self._known(index), ("", "faint"))[1]
            return QBrush(QColor(colours[tone]))
        return None if self._controller.can_edit(path) else QBrush(QColor(colours["faint"]))

    def _is_number(self, path: Path | None) -> bool:
        rule = self._controller.allowed.get(path) if path is not None else None
        return rule is not None and rule.kind not in (CellKind.TEXT, CellKind.FIXED)


class CellDelegate(QStyledItemDelegate):
    """Edits a cell by what it may hold; marks the corner of an edited one."""

    def __init__(self, controller: ChartsController, parent: QObject) -> None:
        super().__init__(parent)
        self._controller = controller
        self.closeEditor.connect(lambda *_how: controller.draft(None))

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """A list of choices, a spin box within the limits, or a line to type in."""
        path = _path(index)
        rule = self._controller.allowed.get(path) if path is not None else None
        choices = () if rule is None or rule.many else rule.choices
        if rule is not None and rule.kind is CellKind.YES_NO:
            choices = ("yes", "no")
        if choices:
            box = CellChoices(parent, choices)
            box.taken.connect(lambda: self._done(box))
            box.currentTextChanged.connect(lambda text: self._controller.draft(path, text))
            box.textHighlighted.connect(lambda text: self._controller.draft(path, text))
            return box
        if rule is not None and rule.kind is CellKind.WHOLE and not rule.many:
            spin = QSpinBox(parent)
            least, most = rule.range
            spin.setRange(-LIMIT if least is None else least, LIMIT if most is None else most)
            spin.setFrame(False)
            spin.valueChanged.connect(lambda value: self._controller.draft(path, str(value)))
            return spin
        line = QLineEdit(parent)
        line.textEdited.connect(lambda text: self._controller.draft(path, text))
        return line

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Begin with what the cell holds."""
        text = str(index.data(Role.EditRole))
        match editor:
            case QComboBox():
                editor.setCurrentText(text)
            case QSpinBox():
                editor.setValue(int(text.replace("−", "-")))
                editor.selectAll()
            case QLineEdit():
                editor.setText(text)
                editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Write what was chosen or typed."""
        match editor:
            case QComboBox():
                model.setData(index, editor.currentText())
            case QSpinBox():
                editor.interpretText()
                model.setData(index, str(editor.value()).replace("-", "−"))
            case QLineEdit():
                model.setData(index, editor.text())

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Workspace for an editor."""
        hint = super().sizeHint(option, index)
        return QSize(min(WIDEST, max(50, hint.width() + 20)), ROW_HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The cell, and a corner turned in where it was edited."""
        super().paint(painter, option, index)
        if _path(index) not in self._controller.edits:
            return
        right, top = float(option.rect.right() + 1), float(option.rect.top())
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        corner = [QPointF(right - CORNER, top), QPointF(right, top), QPointF(right, top + CORNER)]
        painter.save()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._controller.colours["accent_ink" if chosen else "accent"]))
        painter.drawPolygon(QPolygonF(corner))
        painter.restore()

    def _done(self, editor: QWidget) -> None:
        self.commitData.emit(editor)
        self.closeEditor.emit(editor)


class ChartGrid(QTableView):
    """Shows a whole :class:`ChartModel` without scrolling in it."""

    def __init__(self, controller: ChartsController, table: ChartTable, name: str) -> None:
        super().__init__()
        self._controller = controller
        self._high = 0
        self.chart_model = ChartModel(controller, table, self)
        self.setModel(self.chart_model)
        self.setItemDelegate(CellDelegate(controller, self))
        self.setAccessibleName(name)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW_HEIGHT)
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        self.selectionModel().currentChanged.connect(self._chosen)
        self.fit()

    def show_table(self, table: ChartTable) -> None:
        """Follow an edit; other cells once the editor that named one of them is closed."""
        if self.state() is QAbstractItemView.State.EditingState and _shape(table) != _shape(
            self.chart_model.table
        ):
            QTimer.singleShot(0, self, lambda: self._reset(table))
            return
        self.chart_model.show_table(table)
        self.fit()

    def _reset(self, table: ChartTable) -> None:
        """Show other cells, with the keyboard where it was."""
        here = self.currentIndex()
        self.chart_model.show_table(table)
        self.fit()
        index = self.chart_model.index(here.row(), here.column())
        if index.isValid():
            self.setCurrentIndex(index)
        self.setFocus()

    def fit(self) -> None:
        """As large as what it shows."""
        self.resizeColumnsToContents()
        header = self.horizontalHeader()
        wide = header.length() + 2 * self.frameWidth() + 2
        high = header.sizeHint().height() + ROW_HEIGHT * self.chart_model.rowCount()
        self._high = high + 2 * self.frameWidth() + 2
        self.setMaximumWidth(wide)
        self.setMinimumWidth(min(wide, 240))
        self._make_room()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave room for a scroll bar where the columns do not all fit."""
        super().resizeEvent(event)
        self._make_room()

    def sizeHint(self) -> QSize:
        """All of it."""
        return QSize(self.maximumWidth(), self.height())

    def choose(self, path: Path | None) -> bool:
        """Choose a cell that stands here; otherwise none. Whether it does."""
        index = self.chart_model.index_of(path) if path is not None else NO_INDEX
        if not index.isValid():
            self.clearSelection()
            return False
        if index != self.currentIndex():
            self.setCurrentIndex(index)
        self.selectionModel().select(index, self.selectionCommand(index))
        return True

    def focusInEvent(self, event: QFocusEvent) -> None:
        """What is chosen here is what is chosen."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid() and self.chart_model.rowCount():
            self.setCurrentIndex(
                self.chart_model.index(0, min(1, len(self.chart_model.table.columns) - 1))
            )
        self._chosen()

    def _make_room(self) -> None:
        narrow = self.width() < self.maximumWidth()
        bar = self.horizontalScrollBar().sizeHint().height() if narrow else 0
        if self.height() != self._high + bar:
            self.setFixedHeight(self._high + bar)

    def changeEvent(self, event: QEvent) -> None:
        """Another font or theme wants other widths."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.fit()

    def _chosen(self) -> None:
        index = self.currentIndex()
        if index.isValid():
            self._controller.choose(self.chart_model.path(index))


def _shape(table: ChartTable) -> tuple[object, ...]:
    """What tells whether a table has the same cells as before."""
    return table.path, table.columns, tuple(row.paths for row in table.rows)


def _path(index: Index) -> Path | None:
    model = index.model()
    return model.path(index) if isinstance(model, ChartModel) else None
