"""The dockable panels of the window: which there are, and where they first lie."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow, QTabWidget, QWidget

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
PLAY, EDIT = "play", "edit"


@dataclass(frozen=True, slots=True)
class DockSpec:
    """One panel: id, title, side of the window, workspaces, and whose place it shares."""

    id: str
    title: str
    area: Qt.DockWidgetArea
    workspaces: tuple[str, ...]
    height: int
    tabbed_on: str = ""


DOCKS: tuple[DockSpec, ...] = (
    DockSpec("decision", "Decision", LEFT, (PLAY,), 250),
    DockSpec("stack", "Units here", LEFT, (PLAY,), 205),
    DockSpec("choices", "What can it do?", LEFT, (PLAY,), 255),
    DockSpec("displays", "Displays", RIGHT, (PLAY,), 380),
    DockSpec("battle", "Battle", RIGHT, (PLAY,), 380, tabbed_on="displays"),
    DockSpec("log", "Log", RIGHT, (PLAY,), 330),
    DockSpec("terrain", "Terrain", LEFT, (EDIT,), 320),
    DockSpec("problems", "Problems", RIGHT, (EDIT,), 300),
)
WIDTHS = {LEFT: 300, RIGHT: 345}


class Docks:
    """All docks of a window, by id."""

    def __init__(self, window: QMainWindow, panels: dict[str, QWidget]) -> None:
        self._window = window
        self._docks: dict[str, QDockWidget] = {}
        for spec in DOCKS:
            dock = QDockWidget(spec.title, window)
            dock.setObjectName(spec.id)
            dock.setWidget(panels[spec.id])
            dock.setAccessibleName(spec.title)
            dock.setAllowedAreas(Qt.DockWidgetArea.AllDockWidgetAreas)
            if spec.tabbed_on or any(other.tabbed_on == spec.id for other in DOCKS):
                dock.setTitleBarWidget(QWidget(dock))
            toggle = dock.toggleViewAction()
            toggle.setStatusTip(f"Show or hide the panel “{spec.title}”")
            self._docks[spec.id] = dock
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
        return [self._docks[spec.id] for spec in DOCKS if workspace in spec.workspaces]

    def arrange(self, workspace: str) -> None:
        """Lay the panels of a workspace as they lie at first; hide all others."""
        for spec in DOCKS:
            dock = self._docks[spec.id]
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
        shown = [spec for spec in DOCKS if workspace in spec.workspaces]
        for spec in shown:
            dock = self._docks[spec.id]
            self._window.addDockWidget(spec.area, dock)
            if spec.tabbed_on:
                self._window.tabifyDockWidget(self._docks[spec.tabbed_on], dock)
            dock.show()
        for spec in shown:
            if any(other.tabbed_on == spec.id for other in shown):
                self._docks[spec.id].raise_()
        for area, width in WIDTHS.items():
            stacked = [s for s in shown if s.area == area and not s.tabbed_on]
            docks = [self._docks[spec.id] for spec in stacked]
            self._window.resizeDocks(
                docks, [spec.height for spec in stacked], Qt.Orientation.Vertical
            )
            self._window.resizeDocks(docks[:1], [width], Qt.Orientation.Horizontal)

    def hide_all(self) -> None:
        """Hide every panel, while nothing is open."""
        for dock in self._docks.values():
            dock.hide()
