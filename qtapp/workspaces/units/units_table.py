"""The Units workspace: its panels and actions."""

from __future__ import annotations

from qtapp.actions.action_kinds import Category, When, spec
from qtapp.workspaces.workspace_table import LEFT, RIGHT, DockSpec, WorkspaceTable

UNITS = "units"
OPEN, CHOSEN, SHOWN = "order of battle open", "units chosen", "order of battle shown"
"""An order of battle is edited; some of its units are chosen; one is edited or looked at."""

DOCKS = (
    DockSpec("oob_tree", "Order of battle", LEFT, 620),
    DockSpec("oob_problems", "Problems", RIGHT, 300),
    DockSpec("oob_errata", "Errata", RIGHT, 320),
)

_U = Category.UNITS

# fmt: off
ACTIONS = (
    spec(_U, "oob_import", "&Import…", "Add an order of battle from a file of any kind",
         "Ctrl+Shift+I", "open", when=When.WORKSPACE, toolbar=True),
    spec(_U, "oob_add", "&Add…", "Add a shipped order of battle, or begin an empty one",
         when=When.WORKSPACE),
    spec(_U, "oob_update", "&Update from a file…", "Make this order of battle like a file of it",
         when=OPEN),
    spec(_U, "oob_export", "&Export…", "Write notation, CSV, XLSX, counters or a booklet",
         "Ctrl+E", when=SHOWN),
    spec(_U, "oob_booklet", "&Booklet…", "Write a PDF to print, laid out like the field's",
         "Ctrl+P", "log", when=SHOWN, toolbar=True),
    spec(_U, "oob_title", "&Title…", "Name the order of battle again", when=OPEN),
    spec(_U, "oob_copy", "Edit a &copy", "Add a copy of this order of battle and edit that",
         when=SHOWN),
    spec(_U, "oob_new", "&New units like this…", "Add units like the chosen one, with other names",
         "Ins", "unit", when=CHOSEN, toolbar=True, gap=True),
    spec(_U, "oob_type", "&Write in notation…", "Type new units as the field writes them",
         "Ctrl+L", when=OPEN),
    spec(_U, "oob_change", "C&hange the chosen…", "Write the same into all chosen units",
         "Ctrl+H", "brush", when=CHOSEN, toolbar=True),
    spec(_U, "oob_remove", "&Remove the chosen", "Remove all chosen units", "Del", "eraser",
         when=CHOSEN, toolbar=True),
    spec(_U, "oob_earlier", "One turn &earlier", "Move the chosen units to the turn before",
         "Alt+Left", "step-back", when=CHOSEN, toolbar=True, gap=True),
    spec(_U, "oob_later", "One turn &later", "Move the chosen units to the next turn",
         "Alt+Right", "step-forward", when=CHOSEN, toolbar=True),
    spec(_U, "oob_find", "&Search", "Type to narrow down what is shown", "Ctrl+F", "search",
         when=SHOWN, gap=True),
    spec(_U, "oob_table", "The &units", "One row a unit", "Alt+1", when=SHOWN),
    spec(_U, "oob_calendar", "The calen&dar", "What comes and goes, turn by turn", "Alt+2",
         when=SHOWN),
    spec(_U, "oob_totals", "The t&otals", "Units, REs and strength by type, nation or turn",
         "Alt+3", when=SHOWN),
    spec(_U, "oob_compare", "Com&pare with…", "See how another order of battle differs", "Alt+4",
         when=SHOWN),
    spec(_U, "oob_columns", "Colu&mns…", "Choose which columns the table shows", "Alt+C",
         when=SHOWN),
    spec(_U, "oob_check", "Chec&k", "List everything that is wrong with it", "F7", "ok",
         when=SHOWN, gap=True),
    spec(_U, "oob_mix", "Counter mi&x…", "Check against the counters a game has, from a file",
         when=OPEN),
)
# fmt: on

UNITS_TABLE = WorkspaceTable(
    UNITS,
    "&Units",
    "Edit an order of battle",
    "unit",
    "Ctrl+4",
    When.FILE,
    DOCKS,
    ACTIONS,
    {
        OPEN: "no order of battle is open that can be edited.",
        CHOSEN: "no unit is chosen that can be edited.",
        SHOWN: "no order of battle is open.",
    },
)
