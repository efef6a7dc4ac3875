"""All workspaces, in the order they stand in menu and toolbar."""

from __future__ import annotations

from qtapp.workspaces.charts.charts_table import CHARTS_TABLE
from qtapp.workspaces.contents.contents_table import CONTENTS_TABLE
from qtapp.workspaces.counters.counters_table import COUNTERS_TABLE
from qtapp.workspaces.map.map_table import MAP_TABLE
from qtapp.workspaces.play.play_table import PLAY_TABLE
from qtapp.workspaces.scan.scan_table import SCAN_TABLE
from qtapp.workspaces.scenarios.scenarios_table import SCENARIOS_TABLE
from qtapp.workspaces.units.units_table import UNITS_TABLE
from qtapp.workspaces.workspace_table import WorkspaceTable

TABLES: tuple[WorkspaceTable, ...] = (
    PLAY_TABLE,
    MAP_TABLE,
    SCAN_TABLE,
    UNITS_TABLE,
    COUNTERS_TABLE,
    CHARTS_TABLE,
    SCENARIOS_TABLE,
    CONTENTS_TABLE,
)
"""Every workspace's table. A new room adds its table here and its class in
:mod:`qtapp.workspaces.all_workspaces`.
"""
