"""The Map workspace: its panels and actions."""

from __future__ import annotations

from qtapp.action_kinds import Category, When, spec
from qtapp.rooms.map_panels_table import PANEL_ACTIONS, PANEL_DOCKS
from qtapp.rooms.table import LEFT, DockSpec, RoomTable

EDIT = "edit"

DOCKS = (
    DockSpec("terrain", "Terrain", LEFT, 320),
    *PANEL_DOCKS,
)

_M = Category.MAP

# fmt: off
ACTIONS = (
    spec(_M, "brush", "Terrain &brush", "Paint hexes with the chosen terrain", "B", "brush",
         when=When.ROOM, checkable=True, group="tool", toolbar=True, gap=True),
    spec(_M, "hand", "&Hand", "Look around without changing anything", "H", "hand",
         when=When.ROOM, checkable=True, group="tool", toolbar=True),
    spec(_M, "pick_terrain", "&Take up terrain", "Choose the terrain under the hex cursor", "P",
         "eyedropper", when=When.ROOM),
    *PANEL_ACTIONS,
)
# fmt: on

MAP_TABLE = RoomTable(
    EDIT, "&Map", "Change the board", "brush", "Ctrl+2", When.BOARD, DOCKS, ACTIONS
)
