"""The Map workspace: tools on the board, and the panels that say what they paint."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from maps.hexgrid import Hex
from qtapp.action_kinds import When
from qtapp.edit_desk import EditDesk
from qtapp.icons import Icons
from qtapp.rooms.map_panels import MapPanels
from qtapp.rooms.map_table import MAP_TABLE
from qtapp.rooms.map_tools import MapTools
from qtapp.rooms.room import Command, Room
from qtapp.stamp_slots import StampSlots
from resources import Theme

if TYPE_CHECKING:
    from qtapp.main_window import MainWindow


class MapRoom(Room):
    """Edits the chosen board of the open file."""

    table = MAP_TABLE

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        slots = StampSlots(window.folders.config / "stamps.json")
        self.desk = EditDesk(window.document, window.view, slots)
        self.tools = MapTools(window, self.desk)
        self.around = MapPanels(window, self.desk)
        self.problems = self.around.problems
        self.desk.changed.connect(self.changed)
        self.desk.hexes.changed.connect(self.changed)
        window.document.board_chosen.connect(self._board_chosen)
        window.document.board_released.connect(self._let_go)

    @property
    def panels(self) -> Mapping[str, QWidget]:
        """The tool in hand, and the panels around it."""
        return {**self.tools.widgets, **self.around.widgets}

    def commands(self) -> Mapping[str, Command]:
        """What the actions of editing do."""
        return {**self.tools.commands(), **self.around.commands()}

    def enter(self) -> None:
        """Show the board that is edited; raises KnownError when there is none in a file."""
        self.desk.start()
        self.tools.panel.refresh()

    def leave(self) -> None:
        """Leave the board to another room; the history stays."""
        self.around.leave()
        self.desk.leave()

    def closed(self) -> None:
        """Let go of the board."""
        self._let_go()

    def opened(self) -> None:
        """Another file has another board."""
        self._let_go()

    def holding(self) -> set[str]:
        """Whether there is anything to undo or redo."""
        told = {When.UNDO: self.desk.can_undo, When.REDO: self.desk.can_redo}
        return self.tools.holding() | {when for when, holds in told.items() if holds}

    def undo(self) -> None:
        """Take the last edit back."""
        self.desk.undo()

    def redo(self) -> None:
        """Bring it back again."""
        self.desk.redo()

    def escape(self) -> bool:
        """Take back the stroke that goes on, or let go of what a tool or the selection holds."""
        return self.desk.escape() or self.around.escape()

    def hint(self, at: Hex | None) -> str:
        """The hex under the pointer, and what the tool in hand would do there."""
        return self.tools.hint(at)

    def wear(self, theme: Theme, icons: Icons) -> None:
        """Use a theme's icons."""
        self.around.wear(icons)

    def _let_go(self) -> None:
        self.around.leave()
        self.desk.close()

    def _board_chosen(self) -> None:
        self._let_go()
        if self.is_active:
            self.enter()
