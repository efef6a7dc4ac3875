"""What a workspace declares of itself before any window is made: panels, actions, conditions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from PySide6.QtCore import Qt

from qtapp.actions.action_kinds import ActionSpec, Category, When, spec

LEFT = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
BOTTOM = Qt.DockWidgetArea.BottomDockWidgetArea


@dataclass(frozen=True, slots=True)
class DockSpec:
    """One panel: id, title, side of the window, its height, and whose place it shares: always
    (``tabbed_on``), or where the window is low (``low_on``).

    A panel that is not ``first`` is hidden until it is asked for.
    """

    id: str
    title: str
    area: Qt.DockWidgetArea
    height: int
    tabbed_on: str = ""
    first: bool = True
    low_on: str = ""

    def shares(self, *, low: bool) -> str:
        """Whose place it shares in a window that is low or not; '' for a place of its own."""
        return self.tabbed_on or (self.low_on if low else "")


@dataclass(frozen=True, slots=True)
class WorkspaceTable:
    """A workspace: its id, how it is entered, what must be open for that, and all it has.

    ``needs`` is a condition of the window (a board, a game ...). ``why_off`` explains the room's
    own conditions.
    """

    id: str
    title: str
    tip: str
    icon: str
    keys: str
    needs: str
    docks: tuple[DockSpec, ...]
    actions: tuple[ActionSpec, ...]
    why_off: Mapping[str, str] = field(default_factory=dict)

    @property
    def own_actions(self) -> tuple[ActionSpec, ...]:
        """The room's actions, marked as its own."""
        return tuple(replace(action, workspace=self.id) for action in self.actions)

    @property
    def entrance(self) -> ActionSpec:
        """The action that enters the workspace."""
        return spec(
            Category.VIEW,
            f"workspace_{self.id}",
            self.title,
            self.tip,
            self.keys,
            self.icon,
            when=self.needs or When.ALWAYS,
            checkable=True,
            group="workspace",
            toolbar=True,
            beside=self.title.replace("&", ""),
        )
