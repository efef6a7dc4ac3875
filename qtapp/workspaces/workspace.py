"""What the window asks of a workspace."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from maps.hexgrid import Hex
from qtapp.app.services import Services
from qtapp.widgets.icons import Icons
from qtapp.workspaces.workspace_table import WorkspaceTable
from resources import Theme

Command = Callable[[], object]


class Workspace(QObject):
    """A workspace of the window. Subclasses set ``table`` and override what they have.

    A workspace is made once per window, before its panels are docked, and lives as
    long as the window.
    ``changed`` asks the window to switch actions on and off again.
    """

    table: ClassVar[WorkspaceTable]
    changed = Signal()

    def __init__(self, window: Services) -> None:
        super().__init__(window)
        self.window = window
        self.is_active = False

    @property
    def panels(self) -> Mapping[str, QWidget]:
        """The widget of each dock of the table, by dock id."""
        return {}

    @property
    def page(self) -> QWidget | None:
        """The room's own page in the middle of the window; None when it works on the board."""
        return None

    @property
    def zooms(self) -> bool:
        """Whether what is in the middle of the window can be zoomed: the board can."""
        return self.page is None

    def zoom(self, step: int) -> None:
        """Show it larger for 1, smaller for -1, all of it for 0."""
        view = self.window.view
        {1: view.zoom_in, -1: view.zoom_out, 0: view.zoom_to_fit}[step]()

    @property
    def header(self) -> QWidget | None:
        """A strip above the board while the room is in view; None for none."""
        return None

    @property
    def reading(self) -> str:
        """The page of the manual on what is in view, by id; '' for where one read before."""
        return ""

    def commands(self) -> Mapping[str, Command]:
        """What each action of the table does."""
        return {}

    def enter(self) -> None:
        """The room comes into view. Raises KnownError when it cannot; the window stays then."""

    def leave(self) -> None:
        """Another room comes into view, or the file is closed."""

    def opened(self) -> None:
        """Another file or game was opened."""

    def closed(self) -> None:
        """Nothing is open any more."""

    def holding(self) -> set[str]:
        """Which of its conditions hold, among them ``When.UNDO`` and ``When.REDO``."""
        return set()

    def undo(self) -> None:
        """Take back the last step of this room."""

    def redo(self) -> None:
        """Bring back what was taken back last."""

    def escape(self) -> bool:
        """Take back what is in the making; True when there was something."""
        return False

    def hint(self, at: Hex | None) -> str:
        """What the status bar says of the hex under the pointer."""
        return ""

    def wear(self, theme: Theme, icons: Icons) -> None:
        """Use a theme's colours and icons."""
