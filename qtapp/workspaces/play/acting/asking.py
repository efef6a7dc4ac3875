"""The short menu at the pointer that asks which of several things a click means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication, QMenu

from engine.core.actions import Objection
from qtapp.board.view import MapView
from qtapp.widgets.plain import plain

WIDEST = 640
"""Pixels: a line that is longer ends in dots, and is told whole beside the pointer."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the menu, what it does, and what the rules dislike of it."""

    text: str
    act: Callable[[], object]
    cautions: tuple[Objection, ...] = ()

    @property
    def line(self) -> str:
        """The line with the first of its cautions, as it stands at the end, and how many more there
        are.
        """
        if not self.cautions:
            return self.text
        first = [one for one in self.cautions if one.rule == self.cautions[0].rule][-1]
        more = len(set(map(str, self.cautions))) - 1
        return f"{self.text}  ⚠ {first}" + (f" and {more} more" if more else "")

    @property
    def whole(self) -> str:
        """All of it, a caution a line."""
        told = dict.fromkeys(f"⚠ {one}" for one in self.cautions)
        return "\n".join((self.text, *told))


def _fill(menu: QMenu, choices: Iterable[Choice]) -> None:
    """Add a line for each choice; no menu is wider than what is read at a glance."""
    menu.setToolTipsVisible(True)
    metrics = menu.fontMetrics()
    for choice in choices:
        line = metrics.elidedText(choice.line, Qt.TextElideMode.ElideRight, WIDEST)
        entry = menu.addAction(line.replace("&", "&&"))
        is_whole = line == choice.text
        entry.setToolTip("" if is_whole else plain(choice.whole))
        entry.triggered.connect(lambda _checked=False, act=choice.act: act())


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
