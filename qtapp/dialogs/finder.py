"""A dialog one types in to find one of many things: the palette and Go to are made of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

SHOWN = 60


@dataclass(frozen=True, slots=True)
class Found:
    """One thing to choose: what it is called, a hint at the right, and what it stands for."""

    text: str
    hint: str
    value: object
    enabled: bool = True


Search = Callable[[str], Sequence[Found]]


class Finder(QDialog):
    """A line to type in and a list that narrows; Enter takes the current one, Escape none."""

    def __init__(self, title: str, hint: str, search: Search, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self._search = search
        self.chosen: object = None
        self.line = QLineEdit()
        self.line.setPlaceholderText(hint)
        self.line.setAccessibleName(title)
        self.line.setToolTip("Type some of its letters; Return takes the first line")
        self.line.setClearButtonEnabled(True)
        self.list = QListWidget()
        self.list.setAccessibleName(f"{title}: what was found")
        self.list.setToolTip("What was found; a click takes it")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setItemDelegate(FoundRows(self.list))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 10, 10, 10)
        layout.addWidget(self.line)
        layout.addWidget(self.list)
        self.line.textChanged.connect(self._fill)
        self.line.installEventFilter(self)
        self.list.itemClicked.connect(self._take)
        self.resize(min(560, max(380, parent.width() // 2)), 380)
        top = parent.mapToGlobal(QPoint((parent.width() - self.width()) // 2, 70))
        self.move(top)
        self._fill("")
        self.line.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys move in the list while one types."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            steps = {
                Qt.Key.Key_Down: 1,
                Qt.Key.Key_Up: -1,
                Qt.Key.Key_PageDown: 10,
                Qt.Key.Key_PageUp: -10,
            }
            step = steps.get(Qt.Key(event.key()))
            if step is not None:
                last = self.list.count() - 1
                self.list.setCurrentRow(min(last, max(0, self.list.currentRow() + step)))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._take(self.list.currentItem())
                return True
        return super().eventFilter(watched, event)

    def _fill(self, text: str) -> None:
        self.list.clear()
        for found in list(self._search(text))[:SHOWN]:
            item = QListWidgetItem(found.text)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{found.text}, {found.hint}")
            item.setData(Qt.ItemDataRole.UserRole, found)
            if not found.enabled:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
            self.list.addItem(item)
        first = next(
            (
                n
                for n in range(self.list.count())
                if self.list.item(n).flags() & Qt.ItemFlag.ItemIsEnabled
            ),
            -1,
        )
        self.list.setCurrentRow(first)

    def _take(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.flags() & Qt.ItemFlag.ItemIsEnabled:
            found = item.data(Qt.ItemDataRole.UserRole)
            assert isinstance(found, Found)
            self.chosen = found.value
            self.accept()


class FoundRows(QStyledItemDelegate):
    """What was found at the left, its hint in faint letters at the right."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Draw one line."""
        super().paint(painter, option, index)
        found = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(found, Found) and found.hint:
            chosen = bool(option.state & QStyle.StateFlag.State_Selected)
            palette = option.palette
            painter.save()
            painter.setPen(
                (palette.highlightedText() if chosen else palette.placeholderText()).color()
            )
            box = option.rect.adjusted(0, 0, -10, 0)
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, right, found.hint)
            painter.restore()


def fuzzy(needle: str, text: str) -> int | None:
    """How well letters typed fit a text (less is better); None when they do not occur in order."""
    wanted, within = needle.casefold().replace(" ", ""), text.casefold()
    if not wanted:
        return 0
    whole = within.find(needle.casefold().strip())
    if whole >= 0:
        return whole
    at, gaps = -1, 0
    for letter in wanted:
        found = within.find(letter, at + 1)
        if found < 0:
            return None
        gaps += found - at - 1
        at = found
    return 100 + gaps
