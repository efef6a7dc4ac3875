"""The Scan workspace: its panels and actions."""

from __future__ import annotations

from enum import StrEnum

from qtapp.actions.action_kinds import Category, When, spec
from qtapp.workspaces.workspace_table import LEFT, RIGHT, DockSpec, WorkspaceTable

SCAN = "scan"


class Scanning(StrEnum):
    """What may hold while a board is digitised."""

    SCAN = "scan"
    GRID = "grid"
    POINT = "point"
    REVIEW = "review"
    KINDS = "kinds"
    STRETCHES = "stretches"
    BUSY = "busy"


WHY_OFF: dict[str, str] = {
    Scanning.SCAN: "no scan is open.",
    Scanning.GRID: "the scan is not calibrated.",
    Scanning.POINT: "no point of the calibration is chosen.",
    Scanning.REVIEW: "nothing has been read yet.",
    Scanning.KINDS: "hexes of two kinds must be confirmed first.",
    Scanning.STRETCHES: "two stretches of the line must be confirmed first.",
    Scanning.BUSY: "no work goes on.",
}

DOCKS = (
    DockSpec("scan_picture", "Scans", LEFT, 330),
    DockSpec("scan_points", "Calibrate", LEFT, 420),
    DockSpec("scan_check", "Check", LEFT, 420, tabbed_on="scan_points"),
    DockSpec("scan_terrain", "Terrain", RIGHT, 300),
    DockSpec("scan_lines", "Rivers and roads", RIGHT, 300, tabbed_on="scan_terrain"),
    DockSpec("scan_review", "Review", RIGHT, 430),
)

_S, _G = Scanning, Category.SCAN

# fmt: off
ACTIONS = (
    spec(_G, "scan_add", "&Add a scan…", "Take in a picture or a page of a PDF file", "A",
         "picture", when=When.WORKSPACE, toolbar=True, beside="Add scan"),
    spec(_G, "scan_cancel", "Sto&p the work", "Cancel what goes on; nothing is changed", "Ctrl+.",
         "close", when=_S.BUSY),
    spec(_G, "scan_look", "&Look around", "Drag to move; click picks from the review", "H",
         "hand", when=_S.SCAN, checkable=True, group="scan mode", toolbar=True, gap=True),
    spec(_G, "scan_crop", "Cr&op", "Drag a rectangle round what is to be used", "X", "select",
         when=_S.SCAN, checkable=True, group="scan mode", toolbar=True),
    spec(_G, "scan_point", "Show hexes by their n&umbers", "Click a hex, type its number", "P",
         "place", when=_S.SCAN, checkable=True, group="scan mode", toolbar=True),
    spec(_G, "scan_nudge", "&Nudge the grid", "Move, stretch and turn the grid by keys", "M",
         "hex", when=_S.SCAN, checkable=True, group="scan mode", toolbar=True),
    spec(_G, "scan_sample", "Name &samples", "Click a hex, type what its terrain is called", "N",
         "eyedropper", when=_S.GRID, checkable=True, group="scan mode", toolbar=True),
    spec(_G, "scan_terrain", "Confirm &terrain", "Click hexes of the chosen kind", "T", "brush",
         when=_S.GRID, checkable=True, group="scan mode", toolbar=True),
    spec(_G, "scan_line", "Confirm &rivers and roads", "Click stretches of the chosen line", "R",
         "river", when=_S.GRID, checkable=True, group="scan mode", toolbar=True),
    spec(_G, "scan_fit", "The &whole scan", "Fit the scan into the window", "Home", "zoom-fit",
         when=_S.SCAN, toolbar=True, gap=True),
    spec(_G, "scan_grid", "Show the gri&d", "Draw the grid over the scan", "Ctrl+Shift+G", "hex",
         when=_S.GRID, checkable=True),
    spec(_G, "scan_under", "Show it on the &board", "Lay the scan, bent to the grid, on the board",
         "Ctrl+Shift+U", "layers", when=_S.GRID, checkable=True),
    spec(_G, "scan_pitch", "&Find the pitch", "Look for the grid in the picture itself", "F",
         when=_S.SCAN, gap=True),
    spec(_G, "scan_lay", "La&y the grid that was found", "Lay it, then nudge it", "Y",
         when=_S.SCAN),
    spec(_G, "scan_forget", "For&get the chosen point", "Take it out of the fit", "Ctrl+Del",
         when=_S.POINT),
    spec(_G, "scan_points_in", "Read QG&IS points…", "Hexes shown by a .points file",
         "Ctrl+Shift+I", when=_S.SCAN),
    spec(_G, "scan_points_out", "Write QGIS p&oints…", "The shown hexes as a .points file",
         "Ctrl+Shift+O", when=_S.POINT),
    spec(_G, "scan_check", "&Check a hex", "Go to the question which number is printed", "K",
         "search", when=_S.GRID),
    spec(_G, "scan_numbers", "Read all printed n&umbers", "Compare them with the grid",
         "Ctrl+Shift+D", when=_S.GRID),
    spec(_G, "scan_name", "Na&me all hexes", "Name the terrain of every hex", "F6", "play",
         when=_S.KINDS, gap=True),
    spec(_G, "scan_trace", "Trac&e the line", "Find the chosen line on the whole scan", "F7",
         "road", when=_S.STRETCHES),
    spec(_G, "scan_review", "Re&view", "Go to the list of what was read", "F8", "eye",
         when=_S.REVIEW),
    spec(_G, "scan_draw", "Draw it on the &board", "One step, which Undo takes back",
         "Ctrl+Return", "ok", when=_S.REVIEW),
)
# fmt: on

SCAN_TABLE = WorkspaceTable(
    SCAN,
    "S&can",
    "Digitise scanned maps; in a file without a board the scan comes first and makes one",
    "picture",
    "Ctrl+3",
    When.FILE,
    DOCKS,
    ACTIONS,
    WHY_OFF,
)
"""Digitising a board from scans."""
