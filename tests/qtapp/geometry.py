"""Real geometry: words that are cut off, widgets that lie over each other or leave their parent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QComboBox,
    QDockWidget,
    QGraphicsView,
    QHeaderView,
    QLabel,
    QLineEdit,
    QListView,
    QMainWindow,
    QMenuBar,
    QPlainTextEdit,
    QScrollArea,
    QSplitter,
    QStackedWidget,
    QStyledItemDelegate,
    QTabBar,
    QTableView,
    QToolBar,
    QTreeView,
    QWidget,
)

from qtapp.board.items.legend import MapLegend
from qtapp.board.view import MapView
from qtapp.widgets.scrolled_panel import ScrolledPanel

SLACK = 1
"""Pixels that rounding may take."""
FEW = 3
"""Pixels: a scroll bar for no more need not be."""


def faults(root: QWidget) -> list[str]:
    """Every place where a visible widget is cut off or covered by a sister."""
    found: list[str] = []
    for widget in (root, *root.findChildren(QWidget)):
        if widget.isVisible() and not isinstance(widget, MapLegend):
            found += [f"{_path(widget)}: {text}" for text in _of(widget)]
    return found


def _of(widget: QWidget) -> Iterator[str]:
    if _is_seen(widget):
        yield from _words(widget)
        yield from _outside(widget)
        yield from _bars(widget)
        yield from _rows(widget)
        yield from _painted(widget)
        yield from _squeezed(widget)
    yield from _overlaps(widget)


def _is_seen(widget: QWidget) -> bool:
    """False for what has been scrolled out of sight."""
    return not widget.visibleRegion().isEmpty()


def _words(widget: QWidget) -> Iterator[str]:
    """What does not fit into the widget that says it."""
    match widget:
        case QLabel() if widget.text() and widget.pixmap().isNull():
            yield from _label(widget)
        case QComboBox():
            need = widget.fontMetrics().horizontalAdvance(widget.currentText())
            if need > widget.width() - 18:
                yield f"“{widget.currentText()}” needs {need}, has {widget.width() - 18}"
        case QAbstractButton() if widget.text():
            hint = widget.sizeHint()
            if widget.hasHeightForWidth():
                hint = QSize(0, widget.heightForWidth(widget.width()))
            if hint.width() > widget.width() + SLACK or hint.height() > widget.height() + SLACK:
                yield f"“{widget.text()}” needs {_wh(hint)}, has {_wh(widget.size())}"
        case QTabBar():
            yield from _tabs(widget)
        case QLineEdit():
            need = widget.fontMetrics().horizontalAdvance(widget.placeholderText())
            if not widget.text() and need > widget.width() - 14:
                yield f"“{widget.placeholderText()}” needs {need}, has {widget.width() - 14}"
        case QHeaderView() if widget.orientation() is Qt.Orientation.Horizontal:
            yield from _header(widget)


def _bars(widget: QWidget) -> Iterator[str]:
    """Scroll bars that need not be: along the lines of what is no table or picture, or for a few
    pixels that the bar across takes.
    """
    if not isinstance(widget, QAbstractScrollArea) or isinstance(widget, QGraphicsView):
        return
    if isinstance(widget, QScrollArea) and isinstance(widget.widget(), QLabel):
        return
    if isinstance(widget, QScrollArea) and widget.widget() is not None:
        cut = widget.widget().width() - widget.viewport().width()
        never = widget.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOff
        if never and cut > SLACK:
            yield f"cuts off {cut} pixels to the right"
    along, down = widget.horizontalScrollBar(), widget.verticalScrollBar()
    if along.isVisible() and not isinstance(widget, (QTableView, QPlainTextEdit)):
        yield f"scrolls {along.maximum()} pixels to the right"
    if isinstance(widget, QAbstractItemView):
        return
    if isinstance(widget, ScrolledPanel) and down.isVisible():
        for part in widget.widget().findChildren(QAbstractScrollArea):
            spare = part.height() - part.minimumSizeHint().height()
            if part.isVisible() and spare > FEW and part.minimumHeight() < part.height():
                if _is_shared(part, widget):
                    continue
                yield f"scrolls although {_name(part)} could be {spare} pixels lower"
    for bar in (along, down):
        if bar.isVisible() and 0 < bar.maximum() - bar.minimum() <= FEW:
            yield f"scrolls for {bar.maximum() - bar.minimum()} pixels"


def _is_shared(part: QWidget, within: QWidget) -> bool:
    """Whether something shares out the heights around a part as it was drawn or for other pages."""
    above = part.parentWidget()
    while above is not None and above is not within:
        if isinstance(above, (QSplitter, QStackedWidget)):
            return not above.objectName().startswith("qt_tabwidget")
        above = above.parentWidget()
    return False


def _rows(widget: QWidget) -> Iterator[str]:
    """Lines of lists and trees that end in dots, unless a tip says the whole of a table's cell."""
    if not isinstance(widget, (QListView, QTreeView)) or widget.model() is None:
        return
    if widget.wordWrap():
        return
    if widget.textElideMode() is Qt.TextElideMode.ElideNone:
        return
    index = widget.indexAt(QPoint(2, 2))
    while index.isValid() and widget.visualRect(index).top() < widget.viewport().height():
        place = widget.visualRect(index)
        columns = widget.header().count() if isinstance(widget, QTreeView) else 1
        for column in range(columns):
            cell = index.siblingAtColumn(column)
            if type(widget.itemDelegateForIndex(cell)) is QStyledItemDelegate and cell.data():
                need, has = widget.sizeHintForIndex(cell).width(), widget.visualRect(cell).width()
                is_table = isinstance(widget, QTreeView) and not widget.isHeaderHidden()
                told = is_table and columns > 1 and cell.data(Qt.ItemDataRole.ToolTipRole)
                if has and need > has + SLACK and not told:
                    yield f"line “{cell.data()}” needs {need}, has {has}"
        index = widget.indexAt(QPoint(max(2, place.left() + 1), place.bottom() + 2))


def _painted(widget: QWidget) -> Iterator[str]:
    """Words that a list with lines of its own making paints with dots in their place."""
    if not isinstance(widget, (QListView, QTreeView)):
        return
    if type(widget.itemDelegate()) is QStyledItemDelegate:
        return
    really = QFontMetrics.elidedText
    cut: list[str] = []

    def elided(metrics: QFontMetrics, text: str, mode: Qt.TextElideMode, width: int) -> str:
        shown = really(metrics, text, mode, width)
        if shown != text:
            cut.append(f"paints “{text}” as “{shown}”")
        return shown

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QFontMetrics, "elidedText", elided)
        widget.viewport().grab()
    yield from dict.fromkeys(cut)


def _label(widget: QLabel) -> Iterator[str]:
    space = widget.contentsRect()
    if widget.wordWrap():
        need = widget.heightForWidth(widget.width())
        if need > widget.height() + SLACK:
            yield f"“{widget.text()[:40]}” needs a height of {need}, has {widget.height()}"
    elif widget.textFormat() is not Qt.TextFormat.RichText:
        if widget.buddy() is None and re.search(r"&\w", widget.text()):
            yield f"“{widget.text()[:40]}” shows its ampersand"
        text = widget.text().replace("&", "") if widget.buddy() is not None else widget.text()
        wide = max(map(widget.fontMetrics().horizontalAdvance, text.split("\n")))
        if wide > space.width() + SLACK:
            yield f"“{widget.text()[:40]}” needs {wide}, has {space.width()}"


def _tabs(widget: QTabBar) -> Iterator[str]:
    for number in range(widget.count()):
        text = widget.tabText(number)
        need = widget.fontMetrics().horizontalAdvance(text)
        if widget.isTabVisible(number) and need > widget.tabRect(number).width():
            yield f"tab “{text}” needs {need}, has {widget.tabRect(number).width()}"


def _header(widget: QHeaderView) -> Iterator[str]:
    model = widget.model()
    for section in range(widget.count()):
        text = str(model.headerData(section, Qt.Orientation.Horizontal) or "")
        need = widget.fontMetrics().horizontalAdvance(text)
        if text and not widget.isSectionHidden(section) and need > widget.sectionSize(section):
            yield f"heading “{text}” needs {need}, has {widget.sectionSize(section)}"


def _outside(widget: QWidget) -> Iterator[str]:
    """A widget beyond the edge of the one it lies in, where nothing scrolls."""
    above = widget.parentWidget()
    if above is None or widget.isWindow() or _scrolls(above):
        return
    if isinstance(widget, (QToolBar, QMenuBar, QHeaderView)):
        return
    if isinstance(widget, QTabBar) and not widget.count():
        return
    if not above.rect().adjusted(-SLACK, -SLACK, SLACK, SLACK).contains(widget.geometry()):
        yield f"{_box(widget.geometry())} is not inside {_wh(above.size())}"


def _overlaps(widget: QWidget) -> Iterator[str]:
    """Sisters that lie over each other; of the parts of a window those that are seen, as Qt keeps
    the panels behind a tab wherever they were.
    """
    if isinstance(widget, (QStackedWidget, QAbstractScrollArea, MapView)):
        return
    if widget.layout() is None:
        return
    inside = [
        child
        for child in widget.children()
        if isinstance(child, QWidget) and child.isVisible() and not child.isWindow()
    ]
    if isinstance(widget, QMainWindow):
        inside = [child for child in inside if _is_seen(child)]
    inside = [
        child
        for child in inside
        if not child.property("over") and child.objectName() != "qt_toolbar_ext_button"
    ]
    for one, other in combinations(inside, 2):
        common = one.geometry().intersected(other.geometry())
        if common.width() > SLACK and common.height() > SLACK:
            yield f"{_name(one)} lies over {_name(other)} ({_box(common)})"


def _squeezed(widget: QWidget) -> Iterator[str]:
    """A panel of a window that has less than the least it can do with."""
    if isinstance(widget, QDockWidget) and widget.widget() is not None:
        panel = widget.widget()
        least = panel.minimumSizeHint().expandedTo(panel.minimumSize())
        if panel.width() < least.width() - SLACK or panel.height() < least.height() - SLACK:
            yield f"needs {_wh(least)}, has {_wh(panel.size())}"


def _scrolls(widget: QWidget) -> bool:
    above = widget.parentWidget()
    return isinstance(widget, (QAbstractScrollArea, QTabBar)) or (
        isinstance(above, QAbstractScrollArea) and above.viewport() is widget
    )


def _name(widget: QWidget) -> str:
    said = widget.accessibleName() or widget.objectName()
    return f"{type(widget).__name__}({said})" if said else type(widget).__name__


def _path(widget: QWidget) -> str:
    names = [_name(widget)]
    above = widget.parentWidget()
    while above is not None and len(names) < 4:
        names.append(_name(above))
        above = above.parentWidget()
    return " < ".join(names)


def _wh(size: object) -> str:
    return f"{size.width()}×{size.height()}"  # type: ignore[attr-defined]


def _box(rect: QRect) -> str:
    corner: QPoint = rect.topLeft()
    return f"{corner.x()},{corner.y()} {rect.width()}×{rect.height()}"
