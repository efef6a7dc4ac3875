"""The dockable panels of the window: which there are, and where they first lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QDockWidget,
    QMainWindow,
    QTabBar,
    QTabWidget,
    QWidget,
)

from qtapp.widgets.scrolled_panel import ScrolledPanel
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
MOST = 0.42
"""No more of the height of its column than this goes to a panel for what it shows just now."""
MOST_OF_LOW = 0.58
"""The same in a low window, where few lines take much of it."""
LOW = 620
"""Pixels: in a window that is no higher, panels that may do so share a place."""
SPARE = 40
"""A panel that has up to so many pixels more than it needs keeps them."""


@dataclass(frozen=True, slots=True)
class Column:
    """The panels of a workspace at one side of the window."""

    name: str
    area: Qt.DockWidgetArea
    docks: tuple[DockSpec, ...]

    def stacked(self, *, low: bool) -> tuple[DockSpec, ...]:
        """One panel for each place, from the top; others share these places."""
        return tuple(spec for spec in self.docks if not spec.shares(low=low))

    @property
    def breadth(self) -> str:
        """What its breadth is called among what was drawn."""
        return f"{self.name}-breadth"

    @property
    def heights(self) -> str:
        """What its heights are called among what was drawn."""
        return f"{self.name}-heights"


def _columns(workspace: str) -> tuple[Column, ...]:
    docks = DOCKS[workspace]
    found = (
        Column(f"{workspace}-{area.name}", area, tuple(s for s in docks if s.area == area))
        for area in WIDTHS
    )
    return tuple(column for column in found if column.docks)


COLUMNS = {workspace: _columns(workspace) for workspace in DOCKS}
COLUMN_OF = {spec.id: one for columns in COLUMNS.values() for one in columns for spec in one.docks}
"""The column of each panel."""


class Docks(QObject):
    """All docks of a window, by id."""

    def __init__(self, window: QMainWindow, panels: Mapping[str, QWidget]) -> None:
        super().__init__(window)
        self._window = window
        self._docks: dict[str, QDockWidget] = {}
        self._drawn: set[str] = set()
        self._is_drawing = False
        self._workspace, self._low = "", False
        self._needed: dict[str, int] = {}
        for spec in ALL_DOCKS:
            dock = QDockWidget(spec.title, window)
            dock.setObjectName(spec.id)
            dock.setWidget(_scrolled(panels[spec.id], spec.title))
            dock.setAccessibleName(spec.title)
            dock.setAllowedAreas(Qt.DockWidgetArea.AllDockWidgetAreas)
            toggle = dock.toggleViewAction()
            toggle.setStatusTip(f"Show or hide the panel “{spec.title}”")
            dock.visibilityChanged.connect(self._later)
            dock.installEventFilter(self)
            self._docks[spec.id] = dock
        window.installEventFilter(self)
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
        """Lay the panels of a workspace as they lie at first in a window of this height; hide all
        others.
        """
        self._workspace, self._low = workspace, self._window.height() <= LOW
        for spec in ALL_DOCKS:
            dock = self._docks[spec.id]
            dock.setFloating(False)
            self._window.removeDockWidget(dock)
        shown, hosts = DOCKS[workspace], _hosts(workspace, low=self._low)
        for spec in shown:
            dock = self._docks[spec.id]
            self._window.addDockWidget(spec.area, dock)
            self._title(dock, in_tabs=spec.id in hosts or spec.id in hosts.values())
        for spec in shown:
            if spec.id in hosts:
                self._window.tabifyDockWidget(self._docks[hosts[spec.id]], self._docks[spec.id])
        for spec in shown:
            self._docks[spec.id].setVisible(spec.first)
        for host in hosts.values():
            self._docks[host].raise_()
        for column in COLUMNS[workspace]:
            places = column.stacked(low=self._low)
            docks = [self._docks[spec.id] for spec in places]
            heights = [spec.height for spec in places]
            self._window.resizeDocks(docks, heights, Qt.Orientation.Vertical)
            self._share(column, docks[0])
        self._drawn -= _keys(workspace)
        self._later()

    @staticmethod
    def _title(dock: QDockWidget, *, in_tabs: bool) -> None:
        """A tab says what a panel is called, else a title of its own."""
        if in_tabs is (dock.titleBarWidget() is None):
            give: Callable[..., None] = dock.setTitleBarWidget  # none is its own again
            give(QWidget(dock) if in_tabs else None)

    def _suit(self) -> None:
        """Lay panels for a window of this height that lie as they do at first in one of the other;
        which are shown stays as it is. What somebody has moved stays where it is, and so does all
        of a workspace whose panels lie the same in both.
        """
        if not self._workspace or not self._lie_as_at_first(low=not self._low):
            return
        if _hosts(self._workspace, low=True) == _hosts(self._workspace, low=False):
            return
        docks = self.of(self._workspace)
        hidden = [dock.isHidden() for dock in docks]
        drawn = self.drawn(self._workspace)
        self.arrange(self._workspace)
        self._drawn |= drawn
        for dock, is_hidden in zip(docks, hidden, strict=True):
            dock.setHidden(is_hidden)

    def _lie_as_at_first(self, *, low: bool) -> bool:
        """Whether the panels in view lie where they do at first in a window that is low or not."""
        hosts = _hosts(self._workspace, low=low)
        for spec in DOCKS[self._workspace]:
            dock = self._docks[spec.id]
            if dock.isFloating() or self._window.dockWidgetArea(dock) != spec.area:
                return False
            if dock.isHidden():
                continue
            place = hosts.get(spec.id, spec.id)
            beside = {one.objectName() for one in self._window.tabifiedDockWidgets(dock)}
            own = {one.id for one in DOCKS[self._workspace] if hosts.get(one.id, one.id) == place}
            seen = {ident for ident in beside | own if not self._docks[ident].isHidden()}
            if seen & beside != seen - {spec.id} or not seen <= own:
                return False
        return True

    def keep_shares(self) -> None:
        """Give columns their share of the window again, but for those somebody has drawn; panels
        share places, or have their own again, as the window becomes low or high.
        """
        if self._workspace and self._low is not (self._window.height() <= LOW):
            self._low = not self._low
            self._suit()
        for columns in COLUMNS.values():
            for column in columns:
                docks = (self._docks[spec.id] for spec in column.docks)
                shown = next((dock for dock in docks if _lies(dock)), None)
                if shown and column.area != BOTTOM and column.breadth not in self._drawn:
                    self._share(column, shown)
        self._later()

    def _share(self, column: Column, dock: QDockWidget) -> None:
        wide = max(WIDTHS[column.area], int(self._window.width() * SHARES[column.area]))
        self._window.resizeDocks([dock], [wide], Qt.Orientation.Horizontal)

    def give_height(self, ident: str, needed: int) -> None:
        """Give a panel the height that what it shows needs, up to :data:`MOST` of its column, and
        what is left to the panels that need none just now; 0 when it needs no more than its share.
        Not where somebody has drawn them; panels that were moved elsewhere are not of the column.

        A panel that has a little more than it needs keeps that, so that its neighbours stay still.
        """
        was, self._needed[ident] = self._needed.get(ident, 0), needed
        if not was and not needed:
            return
        column = COLUMN_OF[ident]
        docks = {spec: self._docks[spec.id] for spec in column.stacked(low=self._low)}
        docks = {
            spec: dock
            for spec, dock in docks.items()
            if _lies(dock) and self._window.dockWidgetArea(dock) == column.area
        }
        total = sum(dock.height() for dock in docks.values())
        most = MOST_OF_LOW if self._low else MOST
        wanted = {
            spec: self._wanted(dock, self._needed[spec.id], int(total * most))
            for spec, dock in docks.items()
            if self._needed.get(spec.id)
        }
        others = [spec for spec in docks if spec not in wanted]
        is_here = any(spec.id == ident for spec in docks)
        if column.heights in self._drawn or not others or not is_here:
            return
        is_met = all(docks[spec].height() == tall for spec, tall in wanted.items())
        if is_met and bool(was) is bool(needed):
            return
        left = total - sum(wanted.values())
        share = left / sum(spec.height for spec in others)
        wanted |= {spec: round(spec.height * share) for spec in others}
        self._window.resizeDocks(
            [docks[spec] for spec in wanted], list(wanted.values()), Qt.Orientation.Vertical
        )

    @staticmethod
    def _wanted(dock: QDockWidget, needed: int, most: int) -> int:
        """How high a dock is to be for what its panel needs."""
        wanted = min(needed + dock.height() - dock.widget().height(), most)
        return dock.height() if wanted <= dock.height() <= wanted + SPARE else wanted

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A column whose breadth or heights change as an edge between panels is drawn keeps them.
        A change under a mouse that is held elsewhere, as a double click does it, is none of those.
        """
        if watched is self._window:
            if isinstance(event, QMouseEvent):
                self._is_drawing = self._draws(event)
            return super().eventFilter(watched, event)
        ident = watched.objectName()  # none while another workspace's layout is restored
        if isinstance(event, QResizeEvent) and ident and self._is_drawing and _changes(event):
            column = COLUMN_OF[ident]
            is_broader = event.oldSize().width() != event.size().width()
            self._drawn.add(column.breadth if is_broader else column.heights)
        return super().eventFilter(watched, event)

    def _draws(self, event: QMouseEvent) -> bool:
        """Whether an edge between panels is held: nothing else of the window lies bare."""
        if event.type() is QEvent.Type.MouseButtonPress:
            return self._window.childAt(event.position().toPoint()) is None
        return self._is_drawing and bool(event.buttons() & Qt.MouseButton.LeftButton)

    def drawn(self, workspace: str) -> frozenset[str]:
        """What somebody has drawn of the columns of a workspace."""
        return frozenset(self._drawn & _keys(workspace))

    def restore(
        self, workspace: str, layout: QByteArray, drawn: frozenset[str] = frozenset()
    ) -> None:
        """Lay the panels of a workspace as they lay when it was left; columns that were not drawn
        still follow the window.

        Qt puts every other panel of the window beside them that a layout names, as those do that
        were kept while its tabs were remembered; so the others have no names meanwhile. They stay
        children of the window: a new parent has all that is in a panel styled again. The bars of
        tabs of the layout before are Qt's to hide, which it forgets when it puts a whole layout in
        place of another; it makes new ones for the tabs it lays.
        """
        own = {spec.id for spec in DOCKS[workspace]}
        self._drawn = self._drawn - _keys(workspace) | drawn
        others = {ident: dock for ident, dock in self._docks.items() if ident not in own}
        for dock in others.values():
            self._window.removeDockWidget(dock)
            dock.setObjectName("")
        replaced = [bar for bar in self._bars() if bar.count()]
        self._window.restoreState(layout)
        for bar in replaced:
            bar.hide()
        for ident, dock in others.items():
            dock.setObjectName(ident)
        self._suit()

    def _later(self) -> None:
        self._tidying.start()

    def _tidy_tabs(self) -> None:
        """Tabs keep their whole titles; those that find no room are reached by scrolling. Panels in
        tabs have no title of their own.
        """
        for dock in self.of(self._workspace) if self._workspace else ():
            if dock.isVisible():
                beside = self._window.tabifiedDockWidgets(dock)
                self._title(dock, in_tabs=any(one.isVisible() for one in beside))
        for bar in self._bars():
            bar.setElideMode(Qt.TextElideMode.ElideNone)
            bar.setUsesScrollButtons(True)
            bar.setExpanding(False)
            bar.setAccessibleName("Panels in one place")

    def _bars(self) -> list[QTabBar]:
        """The bars of tabs that Qt has made for panels of the window."""
        only = Qt.FindChildOption.FindDirectChildrenOnly
        return self._window.findChildren(QTabBar, options=only)

    def hide_all(self) -> None:
        """Hide every panel, while nothing is open."""
        self._workspace = ""
        for dock in self._docks.values():
            dock.hide()


def _scrolled(panel: QWidget, title: str) -> QWidget:
    """A panel that scrolls where it has little room, as lists and tables do of themselves."""
    if isinstance(panel, QAbstractScrollArea):
        return panel
    scrolled = ScrolledPanel(panel)
    scrolled.setAccessibleName(title)
    return scrolled


def _hosts(workspace: str, *, low: bool) -> dict[str, str]:
    """Whose place each panel shares that has none of its own."""
    return {spec.id: on for spec in DOCKS[workspace] if (on := spec.shares(low=low))}


def _keys(workspace: str) -> set[str]:
    """What the columns of a workspace are called among what was drawn."""
    return {key for one in COLUMNS[workspace] for key in (one.breadth, one.heights)}


def _lies(dock: QDockWidget) -> bool:
    """Whether a panel is in view at its side of the window."""
    return dock.isVisible() and not dock.isFloating()


def _changes(event: QResizeEvent) -> bool:
    """True for a change of a size that was known."""
    return event.oldSize().width() != -1 and event.oldSize() != event.size()
