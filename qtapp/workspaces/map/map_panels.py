"""The panels of the Map workspace, wired to the map controller and the board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from maps.hexgrid import Hex
from maps.model import Bookmark
from qtapp.app.services import Services
from qtapp.dialogs.sheet import ask_new_map
from qtapp.painters.overlays.overlays import NOTHING, Overlays
from qtapp.widgets.icons import Icons
from qtapp.workspaces.map.legend.legend_panel import LegendPanel
from qtapp.workspaces.map.map_controller import MapController
from qtapp.workspaces.map.map_panels_table import BOOKMARK_KEYS
from qtapp.workspaces.map.newer.newer_panel import NewerPanel
from qtapp.workspaces.map.panels.base import EditorPanel
from qtapp.workspaces.map.panels.bookmarks_panel import BookmarksPanel
from qtapp.workspaces.map.panels.history_panel import HistoryPanel
from qtapp.workspaces.map.panels.inspector_panel import InspectorPanel
from qtapp.workspaces.map.panels.layers_panel import LayersPanel
from qtapp.workspaces.map.panels.measure_panel import MeasurePanel
from qtapp.workspaces.map.panels.minimap_panel import MinimapPanel
from qtapp.workspaces.map.panels.overlaps_panel import OverlapsPanel
from qtapp.workspaces.map.panels.problems_panel import ProblemsPanel
from qtapp.workspaces.map.panels.search_panel import SearchPanel
from qtapp.workspaces.map.panels.sheets_panel import SheetsPanel
from qtapp.workspaces.workspace import Command


class MapPanels(QObject):
    """Makes the panels, and says what their actions do."""

    def __init__(self, window: Services, controller: MapController) -> None:
        super().__init__(window)
        self._window = window
        self._controller = controller
        view = window.view
        self.layers = LayersPanel(controller, window.preferences, window.icons)
        self.minimap = MinimapPanel(view)
        self.bookmarks = BookmarksPanel(controller, view)
        self.measure = MeasurePanel(controller, view)
        self.inspector = InspectorPanel(controller, view)
        self.legend = LegendPanel(controller)
        self.search = SearchPanel(controller)
        self.sheets = SheetsPanel(controller, view)
        self.problems = ProblemsPanel(controller)
        self.overlaps = OverlapsPanel(controller)
        self.newer = NewerPanel(controller)
        self.history = HistoryPanel(controller)
        for panel in self.widgets.values():
            if isinstance(panel, EditorPanel):
                panel.refused.connect(window.notice.trouble)
        self.newer.said.connect(window.notice.say)
        for finder in (self.problems, self.search, self.overlaps, self.newer):
            finder.picked.connect(window.go_to)
        for marker in (self.search, self.overlaps, self.newer):
            marker.marked.connect(self.mark)
        self.bookmarks.picked.connect(self._go_to)
        controller.edited.connect(self.minimap.touch)

    @property
    def widgets(self) -> Mapping[str, QWidget]:
        """The widget of each dock."""
        return {
            "minimap": self.minimap,
            "layers": self.layers,
            "bookmarks": self.bookmarks,
            "measure": self.measure,
            "inspector": self.inspector,
            "legend": self.legend,
            "search": self.search,
            "sheets": self.sheets,
            "problems": self.problems,
            "overlaps": self.overlaps,
            "newer": self.newer,
            "history": self.history,
        }

    def commands(self) -> Mapping[str, Command]:
        """What the actions of the panels do."""
        return {
            "inspect": self._shower("inspector", self.inspector.terrain),
            "search_replace": self._shower("search", self.search.kind),
            "edit_legend": self._shower("legend", self.legend.list),
            "edit_sheets": self._shower("sheets", self.sheets.list),
            "new_map": self._new_map,
            "check_map": self._check,
            "newer_board": self._shower("newer", self.newer.tree),
            "fix_all": self._fix_all,
            "ruler": self.measure.ruler_here,
            "rings": self.measure.rings_here,
            "measure_clear": self.measure.leave,
            "bookmark_add": self.bookmarks.add,
            **{f"bookmark_{key}": partial(self.bookmarks.jump, key) for key in BOOKMARK_KEYS},
        }

    def wear(self, icons: Icons) -> None:
        """Use a theme's icons."""
        self.layers.set_icons(icons)

    def leave(self) -> None:
        """Take off the board what the panels show on it."""
        self.sheets.drag.setChecked(False)
        self.measure.leave()
        self.search.leave()
        self.problems.check.stop()
        self.newer.leave()
        self.mark(frozenset())

    def escape(self) -> bool:
        """Release a sheet, or take ruler or finds off the board; True when there was any."""
        if self.sheets.is_dragging:
            self.sheets.drag.setChecked(False)
            return True
        if self.measure.is_measuring:
            self.measure.leave()
            return True
        if self.search.matches is not None:
            self.search.leave()
            return True
        return False

    def mark(self, hexes: frozenset[Hex]) -> None:
        """Mark hexes on the board."""
        marks = {at: "now" for at in sorted(hexes)}
        self._window.view.board.set_overlays(Overlays(marks=marks) if marks else NOTHING)

    def _shower(self, dock: str, field: QWidget) -> Command:
        """Brings a panel to the front, and the keyboard into a field of it."""

        def show() -> None:
            self._window.show_panel(dock)
            field.setFocus()

        return show

    def _go_to(self, mark: Bookmark) -> None:
        self._window.view.go_to(mark.hex, float(mark.zoom) if mark.zoom else None)

    def _check(self) -> None:
        self._window.show_panel("problems")
        self.problems.check_now()
        self._window.notice.say(self.problems.summary)

    def _fix_all(self) -> None:
        self._window.show_panel("problems")
        self.problems.check_now()
        fixed = self.problems.fix_all_certain()
        self._window.notice.say(self.problems.summary if fixed else "Nothing has a certain fix.")

    def _new_map(self) -> None:
        board = ask_new_map(self._window)
        if board is not None:
            with self._window.trouble.told():
                self._window.document.add_board(board)
