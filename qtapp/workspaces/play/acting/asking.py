"""The short menu at the pointer that asks which of several things a click means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QPoint
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QMenu

from qtapp.board.view import MapView

Choice = tuple[str, Callable[[], object]]
"""A line of the menu, and what it does."""


def _fill(menu: QMenu, choices: Iterable[Choice]) -> None:
    for text, act in choices:
        entry = menu.addAction(text.replace("&", "&&"))
        entry.triggered.connect(lambda _checked=False, act=act: act())


class Asker:
    """Asks over one view of the board, or over another one that the pointer is in."""

    def __init__(self, view: MapView) -> None:
        self._view = view
        self.menu: QMenu | None = None

    def ask(
        self, choices: Sequence[Choice], groups: Mapping[str, Sequence[Choice]] | None = None
    ) -> None:
        """Open the menu; the first line is the current one. Groups are menus of their own, by their
        titles, above the other choices.
        """
        menu = QMenu(self._view)
        for title, members in (groups or {}).items():
            _fill(menu.addMenu(title.replace("&", "&&")), members)
        _fill(menu, choices)
        menu.setActiveAction(menu.actions()[0])
        menu.aboutToHide.connect(self._hidden)
        self.menu = menu
        menu.popup(self._place())

    def _hidden(self) -> None:
        if self.menu is not None:
            self.menu.deleteLater()
            self.menu = None

    def _place(self) -> QPoint:
        view = QApplication.widgetAt(QCursor.pos())
        if view is not None and isinstance(view.parent(), MapView):
            return QCursor.pos()
        inside = self._view.viewport().rect()
        at = self._view.viewport().mapFromGlobal(QCursor.pos())
        return self._view.viewport().mapToGlobal(at if inside.contains(at) else inside.center())
