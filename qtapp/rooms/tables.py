"""All workspaces, in the order they stand in menu and toolbar."""

from __future__ import annotations

from qtapp.rooms.charts_table import CHARTS_TABLE
from qtapp.rooms.contents_table import CONTENTS_TABLE
from qtapp.rooms.counters_table import COUNTERS_TABLE
from qtapp.rooms.map_table import MAP_TABLE
from qtapp.rooms.play_table import PLAY_TABLE
from qtapp.rooms.scan_table import SCAN_TABLE
from qtapp.rooms.table import RoomTable
from qtapp.rooms.units_table import UNITS_TABLE

TABLES: tuple[RoomTable, ...] = (
    PLAY_TABLE,
    MAP_TABLE,
    SCAN_TABLE,
    UNITS_TABLE,
    COUNTERS_TABLE,
    CHARTS_TABLE,
    CONTENTS_TABLE,
)
"""Every workspace's table. A new room adds its table here and its class in
:mod:`qtapp.rooms.all_rooms`.
"""
