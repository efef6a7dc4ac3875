"""Menus and toolbar of the main window, built from the action table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QMenu

from qtapp.actions import Category
from qtapp.docks import DOCKS

if TYPE_CHECKING:
    from qtapp.main_window import MainWindow


def build_menus(window: MainWindow) -> None:
    """Fill menu bar and toolbar; add what is not in the table: recent files and the panels."""
    bar = window.menuBar()
    for category in Category:
        menu = window.book.fill_menu(bar, category)
        if category is Category.FILE:
            _recent_menu(window, menu)
        if category is Category.VIEW:
            panels = menu.addMenu("&Panels")
            for spec in DOCKS:
                panels.addAction(window.docks[spec.id].toggleViewAction())
    window.toolbar.setIconSize(QSize(20, 20))
    window.toolbar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    window.book.fill_toolbar(window.toolbar)


def _recent_menu(window: MainWindow, menu: QMenu) -> None:
    recent = QMenu("Open &recent", menu)
    recent.aboutToShow.connect(lambda: _fill_recent(window, recent))
    menu.insertMenu(window.book["copy"], recent)
    window.recent_menu = recent


def _fill_recent(window: MainWindow, recent: QMenu) -> None:
    recent.clear()
    for file in window.preferences.recent:
        entry = recent.addAction(str(file).replace("&", "&&"))
        entry.triggered.connect(lambda _checked=False, file=file: window.files.open(file))
    if recent.isEmpty():
        recent.addAction("Nothing yet").setEnabled(False)
        return
    recent.addSeparator()
    recent.addAction("&Forget these").triggered.connect(lambda: window.preferences.forget_recent())
