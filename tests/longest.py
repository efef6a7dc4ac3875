"""The files of tests that take longest, in the order in which they begin.

They are all that took more than 8 s on two cores; a new one belongs here when it does, and nothing
breaks when it is not.
"""

from __future__ import annotations

LONGEST = (
    "engine/test_hash_seeds.py",
    "engine/systems/fire_in_the_east/test_broken_scenarios.py",
    "test_manual.py",
    "engine/systems/test_can.py",
    "qtapp/test_full_turns.py",
    "qtapp/app/guide/test_guide.py",
    "qtapp/workspaces/scan/test_scan_room.py",
    "engine/systems/fire_in_the_east/test_options_at_random.py",
    "qtapp/workspaces/counters/sheets/test_reading.py",
    "qtapp/workspaces/counters/sheets/test_round.py",
    "qtapp/workspaces/counters/sheets/test_cutting.py",
    "qtapp/app/test_main_window.py",
    "benchmarks/test_clicks.py",
    "benchmarks/test_counts.py",
    "qtapp/app/guide/test_scan_board.py",
    "maps/digitise/test_reading.py",
    "qtapp/workspaces/play/test_following.py",
    "qtapp/workspaces/scenarios/test_scenarios_workspace.py",
    "qtapp/test_geometry.py",
    "qtapp/test_campaign.py",
    "qtapp/workspaces/counters/test_room.py",
    "qtapp/workspaces/map/tools/test_things_tools.py",
    "qtapp/test_plain_text.py",
    "qtapp/workspaces/play/watching/test_watching.py",
    "qtapp/workspaces/map/test_newer_board.py",
    "qtapp/test_europa_games.py",
    "qtapp/workspaces/counters/test_grid.py",
    "engine/systems/operation_gertrud/test_legal.py",
    "qtapp/workspaces/units/test_units_files.py",
    "engine/test_kill.py",
    "engine/editing/test_hostile_boxes.py",
    "engine/editing/test_chart_session.py",
    "qtapp/app/test_exchange.py",
    "engine/editing/test_rescue.py",
    "oob/ledger/test_ledger.py",
    "engine/systems/europa/air/test_air_games.py",
    "qtapp/test_fog.py",
    "engine/faults/test_errands.py",
    "qtapp/workspaces/play/analysis_panels/test_forces_and_outlook.py",
    "qtapp/dialogs/test_manual.py",
    "engine/play/test_fuzz.py",
    "engine/test_cli_rosters.py",
    "qtapp/app/test_docks.py",
    "qtapp/workspaces/play/acting/test_send_popover.py",
    "qtapp/workspaces/map/tools/test_terrain_tools.py",
    "engine/core/charts/test_chart_set.py",
    "qtapp/workspaces/map/tools/test_drawing_tools.py",
    "qtapp/workspaces/units/test_units_calendar.py",
)
"""Paths in the folder of tests."""
