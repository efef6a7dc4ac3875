"""Lines of a list that wrap where they are too long for its width, in place of being cut off."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QListView, QStyledItemDelegate, QStyleOptionViewItem

AT_ONCE = 80
"""So many rows are laid out at a time; the others follow when nothing else is to be done."""
AROUND, ABOVE = 20, 7
"""Pixels beside and above the words of a row, as the style sheet has them."""

Index = QModelIndex | QPersistentModelIndex


class WrappedRows(QStyledItemDelegate):
    """Makes the rows of a list as high as their words need. ``measured`` gives the words by which
    a row is measured, "" for one that is never too long.
    """

    def __init__(self, view: QListView, measured: Callable[[int], str]) -> None:
        super().__init__(view)
        self._view = view
        self._measured = measured
        view.setItemDelegate(self)
        view.setWordWrap(True)
        view.setTextElideMode(Qt.TextElideMode.ElideNone)
        view.setResizeMode(QListView.ResizeMode.Adjust)
        view.setLayoutMode(QListView.LayoutMode.Batched)
        view.setBatchSize(AT_ONCE)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As wide as the list, as high as the words need there."""
        text, room = self._measured(index.row()), self._view.viewport().width() - AROUND
        letters: QFontMetrics = self._view.fontMetrics()
        tall = letters.lineSpacing()
        if text and letters.horizontalAdvance(text) > room > 0:
            box = QRect(0, 0, room, 10_000)
            tall = letters.boundingRect(box, int(Qt.TextFlag.TextWordWrap), text).height()
        return QSize(min(room, 120), tall + ABOVE)
