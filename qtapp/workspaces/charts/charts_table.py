"""The Charts workspace: its panels and actions."""

from __future__ import annotations

from qtapp.actions.action_kinds import Category, When, spec
from qtapp.workspaces.workspace_table import LEFT, RIGHT, DockSpec, WorkspaceTable

CHARTS = "house_charts"
OPEN, CHOSEN, EDITED, ANY = "charts open", "cell chosen", "edited cell chosen", "cells edited"
"""Charts are edited; a cell that can be edited, or was, is chosen; some cell was edited."""
GROWS, ROW = "chart with rows to add", "row chosen"
"""Rows of the chart in view can be added; one of them is chosen."""
DECLARES, DECLARED = "tables to declare", "declared table in view"
"""Rules by hand are open that leave tables out; one they declare is in view."""
AID, AIDS = "player aid in view", "player aids there"
"""A player aid is in view; the file has some."""

DOCKS = (
    DockSpec("chart_list", "Charts", LEFT, 380),
    DockSpec("chart_pictures", "Player aids", LEFT, 260),
    DockSpec("chart_cell", "Cell", RIGHT, 300),
    DockSpec("chart_problems", "Problems of the charts", RIGHT, 460),
    DockSpec("chart_preview", "Preview", RIGHT, 460, tabbed_on="chart_problems"),
)

_C = Category.CHARTS

# fmt: off
ACTIONS = (
    spec(_C, "charts_new", "Begin &house tables…", "Edit a copy of the shipped charts of a game",
         "Ins", "charts", when=When.WORKSPACE, toolbar=True, beside="House tables"),
    spec(_C, "charts_copy", "Edit a &copy", "Add a copy of these charts and edit that", when=OPEN),
    spec(_C, "charts_import", "&Import…", "Add the charts of a TOML file", "Ctrl+Shift+I", "open",
         when=When.WORKSPACE),
    spec(_C, "charts_export", "&Export…", "Write these charts as TOML", "Ctrl+E", when=OPEN),
    spec(_C, "charts_title", "&Title…", "Name these charts again", when=OPEN),
    spec(_C, "charts_edit", "&Edit the cell", "Type another value into the chosen cell",
         "F2", "brush", when=CHOSEN, toolbar=True, gap=True),
    spec(_C, "charts_note", "&Note…", "Say why the chosen cell was edited", "Ctrl+T", "log",
         when=EDITED, toolbar=True),
    spec(_C, "charts_reset_cell", "&Reset the cell", "Let the chosen cell hold what is shipped",
         "Del", "eraser", when=EDITED, toolbar=True),
    spec(_C, "charts_reset_chart", "Reset this c&hart", "Let all its cells hold what is shipped",
         when=ANY),
    spec(_C, "charts_reset_all", "Reset &all charts", "Let every cell hold what is shipped",
         when=ANY),
    spec(_C, "charts_row_add", "Add a ro&w", "Add a row after the chosen one", "Ctrl+Shift+A",
         when=GROWS, gap=True),
    spec(_C, "charts_row_remove", "Remove the row", "Take the chosen row out", "Ctrl+Del",
         when=ROW),
    spec(_C, "charts_row_up", "Move the row up", "Move the chosen row up", "Ctrl+Shift+Up",
         when=ROW),
    spec(_C, "charts_row_down", "Move the row down", "Move the chosen row down", "Ctrl+Shift+Down",
         when=ROW),
    spec(_C, "charts_declare", "&Declare a table…", "Add a table of rules that has none yet",
         "Ctrl+Shift+T", when=DECLARES),
    spec(_C, "charts_take_out", "Take o&ut this table", "Declare nothing of the table in view",
         when=DECLARED),
    spec(_C, "charts_before", "Edited cell &before", "Show the edited cell before this one",
         "Shift+F3", "step-back", when=ANY, toolbar=True, gap=True),
    spec(_C, "charts_after", "Ne&xt edited cell", "Show the next edited cell", "F3",
         "step-forward", when=ANY, toolbar=True),
    spec(_C, "charts_game", "Start a &game with them…",
         "Begin a scenario in this file by these charts", "Ctrl+M", "flag", when=OPEN,
         toolbar=True, gap=True),
    spec(_C, "charts_preview", "Show the previe&w", "Show what the rules mean, as they are typed",
         "Ctrl+Shift+W", "eye", when=OPEN, toolbar=True),
    spec(_C, "aids_add", "Add &pictures…", "Keep pictures of charts as player aids in this file",
         "Ctrl+Shift+O", "picture", when=When.WORKSPACE, toolbar=True, gap=True),
    spec(_C, "aids_name", "Na&me the player aid…", "Call the player aid in view otherwise",
         "Shift+F2", when=AID),
    spec(_C, "aids_folder", "Put it into a &folder…", "Put the player aid in view into a folder",
         when=AID),
    spec(_C, "aids_note", "Say something of it…", "Write a note on the player aid in view",
         when=AID),
    spec(_C, "aids_up", "Move it &up", "Move the player aid in view up the list", "Alt+Up",
         when=AID),
    spec(_C, "aids_down", "Move it &down", "Move the player aid in view down the list", "Alt+Down",
         when=AID),
    spec(_C, "aids_full", "Player aid over the &whole screen",
         "Show the player aid in view over the whole screen", "Shift+F11", when=AID),
    spec(_C, "aids_remove", "Remo&ve the player aid", "Take the player aid in view out of the list",
         "Shift+Del", when=AID),
    spec(_C, "aids_write", "Write player aids…", "Write all player aids as picture files",
         when=AIDS),
)
# fmt: on

CHARTS_TABLE = WorkspaceTable(
    CHARTS,
    "C&harts",
    "Edit charts for coming games",
    "charts",
    "Ctrl+6",
    When.FILE,
    DOCKS,
    ACTIONS,
    {
        OPEN: "no charts are open.",
        CHOSEN: "no cell that can be edited is chosen.",
        EDITED: "no edited cell is chosen.",
        ANY: "no cell is edited.",
        GROWS: "no chart is in view whose rows can be added.",
        ROW: "no row is chosen that can be moved or taken out.",
        DECLARES: "no rules by hand are open that leave a table out.",
        DECLARED: "no table of rules by hand is in view.",
        AID: "no player aid is in view.",
        AIDS: "the file has no player aids.",
    },
)
