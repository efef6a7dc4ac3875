"""Menus and toolbar of the main window, built from the action table."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QMenu

from qtapp.actions.action_table import ACTIONS, Category
from qtapp.actions.tool_keys import ToolKeys
from qtapp.app.services import Services
from qtapp.widgets.mnemonics import keep_apart


def build_menus(window: Services) -> None:
    """Fill menu bar and toolbars; add what is not in the table: recent files and the panels."""
    bar = window.menuBar()
    for category in Category:
        if not any(entry.category is category for entry in ACTIONS):
            continue
        menu = window.book.fill_menu(bar, category)
        window.menus[category] = menu
        if category is Category.FILE:
            _recent_menu(window, menu)
        if category is Category.VIEW:
            _panels_menu(window, menu)
    for workspace, toolbar in window.toolbars.items():
        toolbar.setIconSize(QSize(20, 20))
        toolbar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        window.book.fill_toolbar(toolbar, workspace)
        ToolKeys(toolbar)


def show_menus_of(window: Services, workspace: str) -> None:
    """Show the menus that have something to do in a workspace, and its toolbar."""
    for category, menu in window.menus.items():
        owners = {entry.workspace for entry in ACTIONS if entry.category is category}
        menu.menuAction().setVisible(bool(owners & {"", workspace}))
    for name, toolbar in window.toolbars.items():
        toolbar.setVisible(name == workspace or (name == "" and bool(workspace)))


def _panels_menu(window: Services, menu: QMenu) -> None:
    panels = QMenu("&Panels", menu)
    panels.aboutToShow.connect(lambda: _fill_panels(window, panels))
    keep_apart(panels)
    menu.insertMenu(window.book["full_screen"], panels)


def _fill_panels(window: Services, menu: QMenu) -> None:
    menu.clear()
    for dock in window.docks.of(window.workspace_id) if window.workspace_id else ():
        menu.addAction(dock.toggleViewAction())
    if menu.isEmpty():
        menu.addAction("Nothing is open").setEnabled(False)


def _recent_menu(window: Services, menu: QMenu) -> None:
    recent = QMenu("Open &recent", menu)
    recent.aboutToShow.connect(lambda: _fill_recent(window, recent))
    menu.insertMenu(window.book["copy"], recent)


def _fill_recent(window: Services, recent: QMenu) -> None:
    recent.clear()
    for file in window.preferences.recent:
        entry = recent.addAction(str(file).replace("&", "&&"))
        entry.triggered.connect(lambda _checked=False, file=file: window.files.open(file))
    if recent.isEmpty():
        recent.addAction("Nothing yet").setEnabled(False)
        return
    recent.addSeparator()
    recent.addAction("&Forget these").triggered.connect(lambda: window.preferences.forget_recent())
