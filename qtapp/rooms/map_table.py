"""The Map workspace: its panels and actions."""

from __future__ import annotations

from qtapp.action_kinds import When
from qtapp.rooms.map_panels_table import PANEL_ACTIONS, PANEL_DOCKS
from qtapp.rooms.map_tools_table import TOOL_ACTIONS, TOOL_DOCKS, WHY_OFF
from qtapp.rooms.table import RoomTable

EDIT = "edit"

MAP_TABLE = RoomTable(
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
