"""The dockable panels of the window: which there are, and where they first lie."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QTabBar, QTabWidget, QWidget

from qtapp.workspaces.all_tables import TABLES
from qtapp.workspaces.map.map_table import EDIT
from qtapp.workspaces.play.play_table import PLAY
from qtapp.workspaces.workspace_table import BOTTOM, LEFT, RIGHT, DockSpec

__all__ = ["DOCKS", "EDIT", "PLAY", "Docks"]

DOCKS: dict[str, tuple[DockSpec, ...]] = {table.id: table.docks for table in TABLES}
"""The panels of each workspace."""

ALL_DOCKS = tuple(dock for docks in DOCKS.values() for dock in docks)
WIDTHS = {LEFT: 300, RIGHT: 345, BOTTOM: 800}
SHARES = {LEFT: 0.16, RIGHT: 0.22, BOTTOM: 0.5}
"""What part of a wide window a column takes, when that is more."""


class Docks(QObject):
    """All docks of a window, by id."""

    def __init__(self, window: QMainWindow, panels: Mapping[str, QWidget]) -> None:
        super().__init__(window)
        self._window = window
        self._docks: dict[str, QDockWidget] = {}
        self._sharing: set[str] = set()
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
            dock.installEventFilter(self)
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
            self._sharing.add(stacked[0].id)
        self._later()

    def keep_shares(self) -> None:
        """Give columns their share of the window again, but for those somebody has drawn."""
        for spec in ALL_DOCKS:
            dock = self._docks[spec.id]
            if spec.id in self._sharing and spec.area != BOTTOM and dock.isVisible():
                wide = max(WIDTHS[spec.area], int(self._window.width() * SHARES[spec.area]))
                self._window.resizeDocks([dock], [wide], Qt.Orientation.Horizontal)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A column whose breadth changes under the mouse was drawn, and keeps it."""
        if isinstance(event, QResizeEvent) and _drawn(event):
            self._sharing.discard(watched.objectName())
        return super().eventFilter(watched, event)

    def restore(self, workspace: str, layout: QByteArray) -> None:
        """Lay the panels of a workspace as they lay when it was left.

        Qt would put every other panel of the window beside them; so they are not of the window
        meanwhile.
        """
        own = {spec.id for spec in DOCKS[workspace]}
        self._sharing -= own
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


def _drawn(event: QResizeEvent) -> bool:
    """True for another breadth while the mouse is held down."""
    held = QApplication.mouseButtons() & Qt.MouseButton.LeftButton
    return bool(held) and event.oldSize().width() not in (-1, event.size().width())
