"""The Map workspace: tools on the board, and the panels that say what they paint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from maps.hexgrid import Hex
from qtapp.action_kinds import When
from qtapp.edit_desk import EditDesk
from qtapp.icons import Icons
from qtapp.panels.terrain_panel import TerrainPanel
from qtapp.rooms.map_panels import MapPanels
from qtapp.rooms.map_table import MAP_TABLE
from qtapp.rooms.room import Command, Room
from qtapp.wording import hover_line
from resources import Theme

if TYPE_CHECKING:
    from qtapp.main_window import MainWindow


class MapRoom(Room):
    """Edits the chosen board of the open file."""

    table = MAP_TABLE

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.desk = EditDesk(window.document, window.view)
        self.terrain = TerrainPanel()
        self.around = MapPanels(window, self.desk)
        self.problems = self.around.problems
        self.desk.changed.connect(self.changed)
        self.terrain.picked.connect(self._terrain_picked)
        window.document.board_chosen.connect(self._board_chosen)
        window.document.board_released.connect(self.desk.close)

    @property
    def panels(self) -> Mapping[str, QWidget]:
        """The palette of terrain, and the problems."""
        return {"terrain": self.terrain, **self.around.widgets}

    def commands(self) -> Mapping[str, Command]:
        """What the actions of editing do."""
        return {
            "brush": lambda: self._tool(brush=True),
            "hand": lambda: self._tool(brush=False),
            "pick_terrain": self._pick_terrain,
            **self.around.commands(),
        }

    def enter(self) -> None:
        """Show the board that is edited; raises KnownError when there is none in a file."""
        self.desk.start()
        self.terrain.show_legend(self.desk.map)
        self.desk.brush.kind = self.terrain.kind
        self._tool(brush=self.desk.brush_on)

    def leave(self) -> None:
        """Leave the board to another room; the history stays."""
        self.desk.leave()
        self.window.view.set_hand(False)

    def closed(self) -> None:
        """Let go of the board."""
        self.desk.close()

    def opened(self) -> None:
        """Another file has another board."""
        self.desk.close()

    def holding(self) -> set[str]:
        """Whether there is anything to undo or redo."""
        told = {When.UNDO: self.desk.can_undo, When.REDO: self.desk.can_redo}
        return {when for when, holds in told.items() if holds}

    def undo(self) -> None:
        """Take the last edit back."""
        self.desk.undo()

    def redo(self) -> None:
        """Bring it back again."""
        self.desk.redo()

    def escape(self) -> bool:
        """Take back the stroke that goes on."""
        if self.desk.brush.is_painting:
            self.desk.brush.cancel()
            return True
        return False

    def hint(self, at: Hex | None) -> str:
        """Label, place and terrain of the hex under the pointer."""
        if at is None or not self.desk.is_active or at not in self.desk.map:
            return ""
        return hover_line(self.desk.map, at, None)

    def wear(self, theme: Theme, icons: Icons) -> None:
        """Use a theme's icons."""
        self.around.wear(icons)

    def _board_chosen(self) -> None:
        self.desk.close()
        if self.is_active:
            self.enter()

    def _terrain_picked(self, kind: str) -> None:
        self.desk.brush.kind = kind
        if self.is_active:
            self.window.book["brush"].trigger()

    def _tool(self, *, brush: bool) -> None:
        self.desk.brush_on = brush
        self.window.book["brush" if brush else "hand"].setChecked(True)
        self.window.view.set_hand(self.desk.is_active and not brush)

    def _pick_terrain(self) -> None:
        at = self.window.view.cursor_hex
        if at is not None and at in self.desk.map:
            self.terrain.choose(self.desk.map.terrain[at])
