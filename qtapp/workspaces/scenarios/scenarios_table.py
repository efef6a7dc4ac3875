"""The Scenarios workspace: its panels and actions."""

from __future__ import annotations

from qtapp.actions.action_kinds import Category, When, spec
from qtapp.workspaces.workspace_table import BOTTOM, LEFT, DockSpec, WorkspaceTable

SCENARIOS = "scenarios"
OPEN, CHOSEN = "scenario open", "units of a scenario chosen"
"""A scenario is edited; units of it are chosen."""

DOCKS = (
    DockSpec("scenario_units", "Units of the scenario", LEFT, 600),
    DockSpec("scenario_problems", "Problems of the scenario", LEFT, 130),
    DockSpec("scenario_rows", "Turns, phases, sides", BOTTOM, 290),
    DockSpec("scenario_preview", "What it means", LEFT, 130, tabbed_on="scenario_problems"),
)

_S = Category.SCENARIOS

# fmt: off
ACTIONS = (
    spec(_S, "scenario_new", "&New scenario…", "Lay out a situation on a board of this file",
         "Ins", "flag", when=When.WORKSPACE, toolbar=True, beside="New scenario"),
    spec(_S, "scenario_copy", "Edit a &copy", "Add a copy of this scenario and edit that",
         when=OPEN),
    spec(_S, "scenario_title", "&Title…", "Name this scenario again", when=OPEN),
    spec(_S, "scenario_remove", "&Remove this scenario…", "Take it out of the file", when=OPEN),
    spec(_S, "scenario_waits", "Let &wait to be set up", "Let the chosen units begin anywhere",
         "Ctrl+H", "hand", when=CHOSEN, toolbar=True, gap=True),
    spec(_S, "scenario_absent", "Leave &out", "Leave the chosen units out of the scenario",
         "Ctrl+Del", "eye-off", when=CHOSEN, toolbar=True),
    spec(_S, "scenario_listed", "As the &order of battle says",
         "Let the chosen units begin, come and leave as their order of battle has it",
         "Del", "eraser", when=CHOSEN, toolbar=True),
    spec(_S, "scenario_area", "New &area…", "Make the chosen hexes an area of free set-up",
         "Ctrl+L", "region", when=OPEN, toolbar=True),
    spec(_S, "scenario_dates", "&Dates of the turns…", "Give turns a date each from the first on",
         "Ctrl+T", "log", when=OPEN, toolbar=True, gap=True),
    spec(_S, "scenario_start", "Start a &game of it…", "Begin this scenario in this file",
         "Ctrl+M", "play", when=OPEN, toolbar=True, beside="Start game", gap=True),
    spec(_S, "scenario_box", "Make a game &box…",
         "Write the scenarios with their boards and counters as one file for friends", "Ctrl+E",
         "box", when=OPEN, toolbar=True),
)
# fmt: on

SCENARIOS_TABLE = WorkspaceTable(
    SCENARIOS,
    "S&cenarios",
    "Lay out scenarios of a game of your own",
    "region",
    "Ctrl+7",
    When.FILE,
    DOCKS,
    ACTIONS,
    {OPEN: "no scenario is open.", CHOSEN: "no units of a scenario are chosen."},
)
