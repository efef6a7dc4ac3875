"""The Map workspace: tools on the board, and the panels that say what they paint."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QWidget

from maps.hexgrid import Hex
from qtapp.actions.action_kinds import When
from qtapp.app.services import Services
from qtapp.widgets.icons import Icons
from qtapp.workspaces.map.choices.stamp_slots import StampSlots
from qtapp.workspaces.map.map_controller import MapController
from qtapp.workspaces.map.map_panels import MapPanels
from qtapp.workspaces.map.map_table import MAP_TABLE
from qtapp.workspaces.map.map_tools import MapTools
from qtapp.workspaces.workspace import Command, Workspace
from resources import Theme


class MapWorkspace(Workspace):
    """Edits the chosen board of the open file."""

    table = MAP_TABLE

    def __init__(self, window: Services) -> None:
        super().__init__(window)
        slots = StampSlots(window.folders.config / "stamps.json")
        self.controller = MapController(window.document, window.view, slots)
        self.tools = MapTools(window, self.controller)
        self.around = MapPanels(window, self.controller)
        self.problems = self.around.problems
        self.controller.changed.connect(self.changed)
        self.controller.hexes.changed.connect(self.changed)
        window.document.board_chosen.connect(self._board_chosen)
        window.document.board_released.connect(self._let_go)

    @property
    def panels(self) -> Mapping[str, QWidget]:
        """The current tool, and the panels around it."""
        return {**self.tools.widgets, **self.around.widgets}

    def commands(self) -> Mapping[str, Command]:
        """What the actions of editing do."""
        return {**self.tools.commands(), **self.around.commands()}

    def enter(self) -> None:
        """Show the board that is edited; raises KnownError when there is none in a file."""
        self.controller.start()
        self.tools.panel.refresh()

    def leave(self) -> None:
        """Leave the board to another room; the history stays."""
        self.around.leave()
        self.controller.leave()

    def closed(self) -> None:
        """Release the board."""
        self._let_go()

    def opened(self) -> None:
        """Another file has another board."""
        self._let_go()

    def holding(self) -> set[str]:
        """Whether there is anything to undo or redo."""
        told = {When.UNDO: self.controller.can_undo, When.REDO: self.controller.can_redo}
        return self.tools.holding() | {when for when, holds in told.items() if holds}

    def undo(self) -> None:
        """Take the last edit back."""
        self.controller.undo()

    def redo(self) -> None:
        """Bring it back again."""
        self.controller.redo()

    def escape(self) -> bool:
        """Take back the stroke that goes on, or release what a tool or the selection holds."""
        return self.controller.escape() or self.around.escape()

    def hint(self, at: Hex | None) -> str:
        """The hex under the pointer, and what the current tool would do there."""
        return self.tools.hint(at)

    def wear(self, theme: Theme, icons: Icons) -> None:
        """Use a theme's icons."""
        self.around.wear(icons)

    def _let_go(self) -> None:
        self.around.leave()
        self.controller.close()

    def _board_chosen(self) -> None:
        self._let_go()
        if self.is_active:
            self.enter()
