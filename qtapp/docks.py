"""The dockable panels of the window: which there are, and where they first lie."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabBar, QTabWidget, QWidget

from qtapp.rooms.map_table import EDIT
from qtapp.rooms.play_table import PLAY
from qtapp.rooms.table import BOTTOM, LEFT, RIGHT, DockSpec
from qtapp.rooms.tables import TABLES

__all__ = ["DOCKS", "EDIT", "PLAY", "Docks"]

DOCKS: dict[str, tuple[DockSpec, ...]] = {table.id: table.docks for table in TABLES}
"""The panels of each workspace."""

ALL_DOCKS = tuple(dock for docks in DOCKS.values() for dock in docks)
WIDTHS = {LEFT: 300, RIGHT: 345, BOTTOM: 800}
SHARES = {LEFT: 0.16, RIGHT: 0.22, BOTTOM: 0.5}
"""What part of a wide window a column takes, when that is more."""

DRAWN = 24
"""Pixels by which a column differs from its first width when somebody drew it."""


class Docks:
    """All docks of a window, by id."""

    def __init__(self, window: QMainWindow, panels: Mapping[str, QWidget]) -> None:
        self._window = window
        self._docks: dict[str, QDockWidget] = {}
        self._laid: dict[str, int] = {}
        for spec in ALL_DOCKS:
            dock = QDockWidget(spec.title, window)
            dock.setObjectName(spec.id)
            dock.setWidget(panels[spec.id])
            dock.setAccessibleName(spec.title)
            dock.setAllowedAreas(Qt.DockWidgetArea.AllDockWidgetAreas)
            if spec.tabbed_on or any(other.tabbed_on == spec.id for other in ALL_DOCKS):
                dock.setTitleBarWidget(QWidget(dock))
            toggle = dock.toggleViewAction()
            toggle.setStatusTip(f"Show or hide the panel “{spec.title}”")
            dock.visibilityChanged.connect(self._later)
            self._docks[spec.id] = dock
        self._tidying = QTimer(window)
        self._tidying.setSingleShot(True)
        self._tidying.setInterval(0)
        self._tidying.timeout.connect(self._tidy_tabs)
        window.setDockOptions(
            QMainWindow.DockOption.AllowTabbedDocks
            | QMainWindow.DockOption.AllowNestedDocks
            | QMainWindow.DockOption.GroupedDragging
        )
        window.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        window.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)

    def __getitem__(self, ident: str) -> QDockWidget:
        return self._docks[ident]

    def of(self, workspace: str) -> list[QDockWidget]:
        """The docks of a workspace."""
        return [self._docks[spec.id] for spec in DOCKS[workspace]]

    def first(self, workspace: str) -> list[QDockWidget]:
        """The docks of a workspace that are shown before anyone asks for others."""
        return [self._docks[spec.id] for spec in DOCKS[workspace] if spec.first]

    def arrange(self, workspace: str) -> None:
        """Lay the panels of a workspace as they lie at first; hide all others."""
        for spec in ALL_DOCKS:
            dock = self._docks[spec.id]
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
        shown = DOCKS[workspace]
        for spec in shown:
            dock = self._docks[spec.id]
            self._window.addDockWidget(spec.area, dock)
            if spec.tabbed_on:
                self._window.tabifyDockWidget(self._docks[spec.tabbed_on], dock)
            dock.setVisible(spec.first)
        for spec in shown:
            if any(other.tabbed_on == spec.id for other in shown):
                self._docks[spec.id].raise_()
        for area, width in WIDTHS.items():
            stacked = [s for s in shown if s.area == area and not s.tabbed_on]
            docks = [self._docks[spec.id] for spec in stacked]
            if not docks:
                continue
            self._window.resizeDocks(
                docks, [spec.height for spec in stacked], Qt.Orientation.Vertical
            )
            wide = max(width, int(self._window.width() * SHARES[area]))
            self._window.resizeDocks(docks[:1], [wide], Qt.Orientation.Horizontal)
            self._laid[stacked[0].id] = wide
        self._later()

    def keep_shares(self) -> None:
        """Give columns their share of the window anew, but for those drawn to another width."""
        for spec in ALL_DOCKS:
            dock, laid = self._docks[spec.id], self._laid.get(spec.id)
            if laid is None or spec.area == BOTTOM or not dock.isVisible() or dock.isFloating():
                continue
            wide = max(WIDTHS[spec.area], int(self._window.width() * SHARES[spec.area]))
            if abs(dock.width() - laid) <= DRAWN and abs(wide - laid) > DRAWN:
                self._window.resizeDocks([dock], [wide], Qt.Orientation.Horizontal)
                self._laid[spec.id] = wide

    def restore(self, workspace: str, layout: QByteArray) -> None:
        """Lay the panels of a workspace as they lay when it was left.

        Qt would put every other panel of the window beside them; so they are not of the window
        meanwhile.
        """
        own = {spec.id for spec in DOCKS[workspace]}
        others = [dock for ident, dock in self._docks.items() if ident not in own]
        for dock in others:
            dock.setParent(None)
        self._window.restoreState(layout)
        for dock in others:
            dock.setParent(self._window)
            dock.hide()

    def _later(self) -> None:
        self._tidying.start()

    def _tidy_tabs(self) -> None:
        """Tabs keep their whole titles; those that find no room are reached by scrolling."""
        for bar in self._window.findChildren(
            QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly
        ):
            bar.setElideMode(Qt.TextElideMode.ElideNone)
            bar.setUsesScrollButtons(True)
            bar.setExpanding(False)

    def hide_all(self) -> None:
        """Hide every panel, while nothing is open."""
        for dock in self._docks.values():
            dock.hide()
