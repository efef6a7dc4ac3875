"""What was read, least sure first, as a list of pictures with keys to accept and correct."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QSlider,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import PER_CENT, counted, per_cent
from maps.digitise.reading.reviews import Item, Review
from qtapp.widgets.parts import button, label
from qtapp.widgets.plain import plain
from qtapp.workspaces.scan.canvas import ScanCanvas
from qtapp.workspaces.scan.overlay import outline, stretch_ends
from qtapp.workspaces.scan.parts import row_of
from qtapp.workspaces.scan.reader import Reader
from qtapp.workspaces.scan.scan_controller import ScanController

_PICTURE = 56
_CELL = QSize(98, 104)
_TALL = QSize(98, 119)
"""A stretch has its two hexes on a line of their own."""
_ITEM = Qt.ItemDataRole.UserRole
_NAME = _ITEM + 1

Index = QModelIndex | QPersistentModelIndex


class ReviewModel(QAbstractListModel):
    """The items of a review; pictures are cut when they come into view."""

    def __init__(self, controller: ScanController, reader: Reader, canvas: ScanCanvas) -> None:
        super().__init__()
        self._controller, self._reader, self._canvas = controller, reader, canvas
        self._review: Review | None = None
        self._pictures: dict[tuple[str, ...], QPixmap] = {}

    def show_review(self, review: Review | None) -> None:
        """Show a review; one of the same items keeps its place."""
        before = self._review
        same = (
            before is not None
            and review is not None
            and [one.labels for one in before.items] == [one.labels for one in review.items]
        )
        if same:
            self._review = review
            self.dataChanged.emit(self.index(0), self.index(self.rowCount() - 1))
            return
        self.beginResetModel()
        self._review = review
        self._pictures.clear()
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """How many items there are."""
        return 0 if parent.isValid() or self._review is None else len(self._review.items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The item, its picture, or what it says in words."""
        if self._review is None or not index.isValid():
            return None
        item = self._review.items[index.row()]
        if role == _ITEM:
            return item
        if role == _NAME:
            return self._reader.read_as(item)
        if role == Qt.ItemDataRole.DecorationRole:
            return self._picture(item)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(item)
        if role == Qt.ItemDataRole.ToolTipRole:
            other = replace(item, kind=item.second)
            second = f", or {self._reader.read_as(other)}" if item.second else ""
            return plain(f"{self._words(item)}{second}")
        return None

    def _words(self, item: Item) -> str:
        sure = "seen" if item.seen else f"{_share(item.confidence)} sure"
        return f"{'–'.join(item.labels)}: {self._reader.read_as(item)}, {sure}"

    def _picture(self, item: Item) -> QPixmap | None:
        if item.labels not in self._pictures:
            lattice = self._controller.lattice
            rows = [lattice.index.get(one, -1) for one in item.labels] if lattice else [-1]
            if lattice is None or -1 in rows:
                return None
            x, y = lattice.centres[rows].mean(axis=0)
            reach = float(lattice.pitch[rows[0]]) * (0.62 if len(rows) == 1 else 0.8)
            image = self._canvas.picture.part((float(x), float(y)), reach, 2 * _PICTURE)
            with QPainter(image) as painter:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                scale = _PICTURE / reach
                painter.scale(scale, scale)
                painter.translate(reach - x, reach - y)
                painter.setPen(QPen(QColor("#e69f00"), 3 / scale))
                ends = None
                if len(rows) == 2 and self._review is not None:
                    ends = stretch_ends(lattice, item.labels, self._review.course)
                if ends is not None:
                    painter.setPen(QPen(QColor("#e69f00"), 3 / scale, Qt.PenStyle.DotLine))
                    painter.drawLine(*ends)
                else:
                    painter.drawPolygon(outline(lattice, rows[0]))
            picture = QPixmap.fromImage(image)
            picture.setDevicePixelRatio(2)
            self._pictures[item.labels] = picture
        return self._pictures[item.labels]


def _share(confidence: float) -> str:
    return f"<1{PER_CENT}" if confidence < 0.01 else per_cent(confidence)


class _Cell(QStyledItemDelegate):
    """One item: its picture, its number, and what it was read as."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """All cells of a review are alike."""
        item: Item = index.data(_ITEM)
        return _CELL if len(item.labels) == 1 else _TALL

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a cell."""
        item: Item = index.data(_ITEM)
        box = QRect(option.rect).adjusted(3, 3, -3, -3)
        palette = option.palette
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QPainterPath()
        frame.addRoundedRect(box, 6, 6)
        painter.fillPath(frame, palette.highlight() if chosen else palette.alternateBase())
        ink = palette.highlightedText().color() if chosen else palette.text().color()
        picture = index.data(Qt.ItemDataRole.DecorationRole)
        at = QRect(box.center().x() - _PICTURE // 2 + 1, box.top() + 5, _PICTURE, _PICTURE)
        if picture is not None:
            painter.drawPixmap(at, picture)
        painter.setPen(ink)
        font = painter.font()
        font.setBold(True)
        painter.setFont(font)
        first = QRect(box.left() + 4, at.bottom() + 2, box.width() - 8, 16)
        _write(painter, first, index.data(_NAME))
        font.setBold(False)
        font.setPointSizeF(font.pointSizeF() * 0.86)
        painter.setFont(font)
        second = QRect(first.left(), first.bottom(), first.width(), 15)
        for line in caption(item):
            _write(painter, second, line)
            second.translate(0, second.height())
        painter.restore()


def caption(item: Item) -> tuple[str, ...]:
    """What stands below the name of what was read: where it is, and how sure that is."""
    sure = "✓" if item.seen else _share(item.confidence)
    where = "–".join(item.labels)
    return (f"{where}  {sure}",) if len(item.labels) == 1 else (where, sure)


def _write(painter: QPainter, box: QRect, text: str) -> None:
    """Write a line into its box; one that is too long ends in dots."""
    line = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, line)


class ReviewList(QListView):
    """``accepted`` and ``corrected`` (by the number of a kind, -1 for nothing) come from keys."""

    accepted = Signal()
    corrected = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName("What was read, least sure first")
        self.setToolTip("What was read; Return accepts, a number corrects, Delete is nothing")
        self.setViewMode(QListView.ViewMode.IconMode)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMovement(QListView.Movement.Static)
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(_Cell(self))
        self.setSpacing(1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter accepts, figures correct, Delete says that there is nothing."""
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.accepted.emit()
        elif Qt.Key.Key_1 <= key <= Qt.Key.Key_9:
            self.corrected.emit(key - Qt.Key.Key_1)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_0, Qt.Key.Key_Backspace):
            self.corrected.emit(-1)
        else:
            super().keyPressEvent(event)


class ReviewPanel(QWidget):
    """The review, how sure an item must be to be drawn, and the button that draws it."""

    def __init__(self, controller: ScanController, reader: Reader, canvas: ScanCanvas) -> None:
        super().__init__()
        self._controller, self._reader = controller, reader
        self.model = ReviewModel(controller, reader, canvas)
        self.list = ReviewList()
        self.list.setModel(self.model)
        self.list.accepted.connect(reader.accept)
        self.list.corrected.connect(self._correct)
        self.list.selectionModel().currentChanged.connect(self._picked)
        self.words = label("", name="What was read")
        self.keys = label("", "faint")
        self.again = button("Read again", "Read once more, with what was corrected")
        self.again.clicked.connect(self._again)
        self.draw = button("Draw on the board", "One step, which Undo takes back", primary=True)
        self.draw.clicked.connect(reader.draw)
        self.least = QSlider(Qt.Orientation.Horizontal)
        self.least.setAccessibleName("Least confidence to be drawn")
        self.least.setToolTip("What is less sure than this is not drawn on the board")
        self.least.setRange(0, 95)
        self.least.valueChanged.connect(self._least_changed)
        self.least_words = label()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.words)
        layout.addWidget(self.list, 1)
        layout.addWidget(self.keys)
        layout.addWidget(self.least_words)
        layout.addWidget(self.least)
        layout.addLayout(row_of(self.draw, self.again))
        reader.reviewed.connect(self.refresh)
        controller.changed.connect(self.refresh)
        reader.stepped.connect(self._stepped)
        self._least_changed(0)
        self.refresh()

    def refresh(self) -> None:
        """Show the review of the current scan."""
        review = self._reader.review
        self.model.show_review(review)
        for widget in (self.again, self.draw, self.least):
            widget.setEnabled(review is not None)
        if review is None:
            self.words.setText("Nothing has been read yet.")
            self.keys.clear()
            return
        if review.line:
            there = sum(bool(item.kind) for item in review.items)
            name = self._reader.line_name(review.line)
            text = (
                f"{name}: {counted(there, 'stretch', 'stretches')} found, {review.seen} looked at."
            )
            self.keys.setText("Enter accepts · 1 it is there · Delete it is not")
        else:
            many = counted(len(review.items), "hex", "hexes")
            text = f"{many}: {review.seen} seen, {review.doubtful} doubtful."
            kinds = self._reader.terrain_kinds()[:9]
            names = " · ".join(f"{i} {kind.name or kind.id}" for i, kind in enumerate(kinds, 1))
            self.keys.setText(f"Enter accepts · {names}")
        self.words.setText(text)

    def focus(self) -> None:
        """Put the keyboard into the list."""
        self.list.setFocus()

    def _correct(self, number: int) -> None:
        review = self._reader.review
        if review is None:
            return
        if review.line:
            self._reader.correct(review.line if number >= 0 else "")
            return
        kinds = self._reader.terrain_kinds()
        if 0 <= number < len(kinds):
            self._reader.correct(kinds[number].id)

    def _picked(self, index: QModelIndex) -> None:
        if index.isValid() and index.row() != self._reader.row:
            self._reader.step_to(index.row())

    def _stepped(self, row: int) -> None:
        index = self.model.index(row)
        self.list.setCurrentIndex(index)
        self.list.scrollTo(index)

    def _again(self) -> None:
        review = self._reader.review
        if review is not None and review.line:
            self._reader.take_line(review.line)
            self._reader.trace_line()
        else:
            self._reader.read_terrain()

    def _least_changed(self, value: int) -> None:
        self._reader.least = value / 100
        what = "there, all of it" if value == 0 else f"at least {value}{PER_CENT} sure"
        self.least_words.setText(f"Draw what is {what}")
