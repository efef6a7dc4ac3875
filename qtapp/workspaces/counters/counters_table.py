"""The Counters workspace: its panels and actions."""

from __future__ import annotations

from qtapp.actions.action_kinds import Category, When, spec
from qtapp.workspaces.workspace_table import LEFT, RIGHT, DockSpec, WorkspaceTable

COUNTERS = "counters"
OPEN, CHOSEN = "counters open", "counters chosen"
"""An order of battle is open; some of its counters are chosen."""

DOCKS = (
    DockSpec("counter_list", "All counters", LEFT, 620),
    DockSpec("counter_face", "Face", RIGHT, 620),
)

_C = Category.COUNTERS

# fmt: off
ACTIONS = (
    spec(_C, "counter_design", "&Design", "See the chosen counters at all zooms", "Alt+1", "unit",
         when=OPEN, toolbar=True, beside="Design"),
    spec(_C, "counter_print", "&Print sheets", "Lay the counters shown out for cutting", "Alt+2",
         "picture", when=OPEN, toolbar=True, beside="Print sheets"),
    spec(_C, "counter_scan", "&Read a scan", "Cut and read the scan of a counter sheet", "Alt+3",
         "search", when=OPEN, toolbar=True, beside="Read a scan"),
    spec(_C, "counter_picture", "&Own picture…", "Show a picture instead of the drawn front",
         "Ctrl+Shift+F", when=CHOSEN, gap=True),
    spec(_C, "counter_back_picture", "Own picture of the &back…",
         "Show a picture instead of the drawn back", when=CHOSEN),
    spec(_C, "counter_reset", "Draw as &usual", "Forget what the chosen counters have of their own",
         "Del", "eraser", when=CHOSEN, toolbar=True, gap=True),
    spec(_C, "counter_all", "Choose &all shown", "Choose every counter that is shown", "Ctrl+A",
         when=OPEN),
    spec(_C, "counter_find", "&Search", "Type to narrow down the counters", "Ctrl+F", when=OPEN),
)
# fmt: on

COUNTERS_TABLE = WorkspaceTable(
    COUNTERS,
    "&Counters",
    "Design counters, print sheets and read scans of them",
    "counters",
    "Ctrl+5",
    When.FILE,
    DOCKS,
    ACTIONS,
    {OPEN: "no order of battle is open.", CHOSEN: "no counter is chosen."},
)
