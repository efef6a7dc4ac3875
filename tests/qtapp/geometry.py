"""Real geometry: words that are cut off, widgets that lie over each other or leave their parent."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QComboBox,
    QDockWidget,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenuBar,
    QStackedWidget,
    QTabBar,
    QToolBar,
    QWidget,
)

from qtapp.board.items.legend import MapLegend
from qtapp.board.view import MapView

SLACK = 1
"""Pixels that rounding may take."""


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


def _label(widget: QLabel) -> Iterator[str]:
    space = widget.contentsRect()
    if widget.wordWrap():
        need = widget.heightForWidth(widget.width())
        if need > widget.height() + SLACK:
            yield f"“{widget.text()[:40]}” needs a height of {need}, has {widget.height()}"
    elif widget.textFormat() is not Qt.TextFormat.RichText:
        wide = max(map(widget.fontMetrics().horizontalAdvance, widget.text().split("\n")))
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
    if isinstance(widget, (QToolBar, QDockWidget, QMenuBar, QHeaderView)):
        return
    if not above.rect().adjusted(-SLACK, -SLACK, SLACK, SLACK).contains(widget.geometry()):
        yield f"{_box(widget.geometry())} is not inside {_wh(above.size())}"


def _overlaps(widget: QWidget) -> Iterator[str]:
    """Sisters that lie over each other."""
    if isinstance(widget, (QStackedWidget, QAbstractScrollArea, QMainWindow, MapView)):
        return
    if widget.layout() is None:
        return
    inside = [
        child
        for child in widget.children()
        if isinstance(child, QWidget) and child.isVisible() and not child.isWindow()
    ]
    inside = [child for child in inside if not child.property("over")]
    for one, other in combinations(inside, 2):
        common = one.geometry().intersected(other.geometry())
        if common.width() > SLACK and common.height() > SLACK:
            yield f"{_name(one)} lies over {_name(other)} ({_box(common)})"


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
