"""The panels of the Map workspace, wired to the edit desk and the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from qtapp.edit_desk import EditDesk
from qtapp.icons import Icons
from qtapp.panels.editor.base import EditorPanel
from qtapp.panels.editor.layers_panel import LayersPanel
from qtapp.panels.problems_panel import ProblemsPanel
from qtapp.rooms.room import Command

if TYPE_CHECKING:
    from qtapp.main_window import MainWindow


class MapPanels(QObject):
    """Makes the panels, and says what their actions do."""

    def __init__(self, window: MainWindow, desk: EditDesk) -> None:
        super().__init__(window)
        self._window = window
        self._desk = desk
        self.problems = ProblemsPanel(desk)
        self.layers = LayersPanel(desk.layers, window.preferences, window.icons)
        self.problems.picked.connect(window.go_to)
        for panel in self.widgets.values():
            if isinstance(panel, EditorPanel):
                panel.refused.connect(window.notice.trouble)

    @property
    def widgets(self) -> Mapping[str, QWidget]:
        """The widget of each dock."""
        return {"problems": self.problems, "layers": self.layers}

    def commands(self) -> Mapping[str, Command]:
        """What the actions of the panels do."""
        return {"check_map": self._check}

    def wear(self, icons: Icons) -> None:
        """Use a theme's icons."""
        self.layers.set_icons(icons)

    def _check(self) -> None:
        self._window.show_panel("problems")
        self.problems.check_now()
        self._window.notice.say(self.problems.summary)
