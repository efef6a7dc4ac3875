"""The panels of the Map workspace and what they can do, as part of its table."""

from __future__ import annotations

from qtapp.action_kinds import Category, When, spec
from qtapp.rooms.table import LEFT, RIGHT, DockSpec

PANEL_DOCKS = (
    DockSpec("layers", "Layers", LEFT, 300),
    DockSpec("problems", "Problems", RIGHT, 300),
)

_M = Category.MAP

# fmt: off
PANEL_ACTIONS = (
    spec(_M, "check_map", "&Check the board", "List everything that is wrong with the board",
         "F7", "ok", when=When.ROOM, gap=True),
)
# fmt: on
