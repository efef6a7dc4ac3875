"""The Map workspace: its panels and actions."""

from __future__ import annotations

from qtapp.actions.action_kinds import When
from qtapp.workspaces.map.map_panels_table import PANEL_ACTIONS, PANEL_DOCKS
from qtapp.workspaces.map.map_tools_table import TOOL_ACTIONS, TOOL_DOCKS, WHY_OFF
from qtapp.workspaces.workspace_table import WorkspaceTable

EDIT = "edit"

MAP_TABLE = WorkspaceTable(
    EDIT,
    "&Map",
    "Change the board",
    "brush",
    "Ctrl+2",
    When.BOARD,
    (*TOOL_DOCKS, *PANEL_DOCKS),
    (*TOOL_ACTIONS, *PANEL_ACTIONS),
    WHY_OFF,
)
