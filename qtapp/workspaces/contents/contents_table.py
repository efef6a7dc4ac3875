"""The Contents workspace: what the open file holds."""

from __future__ import annotations

from qtapp.actions.action_kinds import Category, When, spec
from qtapp.workspaces.workspace_table import WorkspaceTable

CONTENTS = "contents"
ENTRY = "entry"
"""An entry of the list is chosen."""

_F = Category.FILE

# fmt: off
ACTIONS = (
    spec(_F, "add_board", "Add a &board…", "Copy a shipped board or a map file into this file",
         "Ctrl+B", "layers", when=When.WORKSPACE, toolbar=True, beside="Add board", gap=True),
    spec(_F, "new_board", "New empty boar&d…", "Begin an empty map in this file",
         "Ctrl+Shift+B", "hex", when=When.WORKSPACE, toolbar=True),
    spec(_F, "scan_board", "Board from a scan…", "Find the grid of a scanned map and make a board",
         "Ctrl+Alt+B", "picture", when=When.WORKSPACE, toolbar=True),
    spec(_F, "add_order", "Add an or&der of battle…",
         "Copy a shipped order of battle or an .oob file into this file", "Ctrl+D", "unit",
         when=When.WORKSPACE, toolbar=True),
    spec(_F, "add_charts", "Add c&harts…",
         "Begin house tables from the shipped charts of a game, or take those of a TOML file",
         "Ctrl+Shift+D", "charts", when=When.WORKSPACE, toolbar=True),
    spec(_F, "add_game", "Start a ga&me here…", "Begin a scenario in this file, on its own board",
         "Ctrl+M", "flag", when=When.WORKSPACE, toolbar=True, beside="Start game"),
    spec(_F, "open_entry", "&Go to the chosen entry", "Edit it, or go on with the game",
         "", "go-to", when=ENTRY, toolbar=True, gap=True),
    spec(_F, "remove_entry", "&Remove the chosen entry…", "Take it out of the file", "Del",
         "close", when=ENTRY, toolbar=True),
)
# fmt: on

CONTENTS_TABLE = WorkspaceTable(
    CONTENTS,
    "&Contents",
    "Boards, orders of battle, charts and games in this file",
    "layers",
    "Ctrl+I",
    When.FILE,
    (),
    ACTIONS,
    {ENTRY: "nothing is chosen."},
)
