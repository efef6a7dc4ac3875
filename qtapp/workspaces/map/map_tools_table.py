"""The tools of the Map workspace and what they can do, as part of its table."""

from __future__ import annotations

from qtapp.actions.action_kinds import ActionSpec, Category, When, spec
from qtapp.workspaces.workspace_table import LEFT, DockSpec

SELECTED = "hexes selected"
STAMP = "current stamp"
DRAFTS = "drafts"

TOOL_DOCKS = (DockSpec("tool", "Tool", LEFT, 330),)

WHY_OFF = {
    SELECTED: "no hexes are selected.",
    STAMP: "no stamp is chosen.",
    DRAFTS: "no hex of the board is a draft.",
}
"""Why an action of the tools is off."""

_M = Category.MAP


def _tool(
    ident: str, text: str, tip: str, keys: str, icon: str, *, gap: bool = False
) -> ActionSpec:
    more = {"when": When.WORKSPACE, "checkable": True, "group": "tool", "toolbar": True, "gap": gap}
    return spec(_M, ident, text, tip, keys, icon, **more)


# fmt: off
TOOL_ACTIONS = (
    _tool("hand", "&Hand", "Look around without changing anything", "H", "hand", gap=True),
    _tool("brush", "Terrain &brush", "Paint hexes with a terrain", "B", "brush"),
    _tool("fill", "&Fill", "Give all connected hexes of one terrain another", "F", "fill"),
    _tool("line", "L&ine of terrain", "Paint a straight line of hexes", "I", "line"),
    _tool("hexside", "He&xside brush", "Draw on the hexside nearest to the pointer", "X",
          "hexside", gap=True),
    _tool("river", "&River", "Draw a river freely; it follows the hexsides", "R", "river"),
    _tool("link", "R&oad and rail", "Link the centres of hexes", "O", "road"),
    _tool("place", "&Place", "Put, name, move and remove places", "T", "place", gap=True),
    _tool("label", "&Names", "Drag the names of places to where they read best", "Y", "label"),
    _tool("region", "Re&gion brush", "Put hexes into a region", "J", "region"),
    _tool("box", "Bo&x off the map", "Draw, move and name boxes", "U", "box"),
    _tool("select", "&Select in a rectangle", "Select hexes by a rectangle", "K", "select",
          gap=True),
    _tool("lasso", "Select with a &lasso", "Select hexes by a freehand outline", "L", "lasso"),
    _tool("stamp", "S&tamp", "Capture a piece of the board and lay it elsewhere", "Shift+T",
          "stamp"),
    _tool("eyedropper", "Take &up", "Take up what is under the pointer, to draw more of it", "P",
          "eyedropper"),
    spec(_M, "select_all", "Select &all hexes", "Select every hex of the board", "Ctrl+A",
         when=When.WORKSPACE, gap=True),
    spec(_M, "select_none", "Select n&othing", "Release the selected hexes", "Ctrl+Shift+A",
         when=SELECTED),
    spec(_M, "select_invert", "&Invert the selection", "Select what is not selected",
         "Ctrl+Shift+I", when=When.WORKSPACE),
    spec(_M, "select_grow", "&Grow the selection", "Add the hexes beside it", "Ctrl+]",
         when=SELECTED),
    spec(_M, "select_shrink", "S&hrink the selection", "Take its rim off", "Ctrl+[",
         when=SELECTED),
    spec(_M, "select_kind", "Select this &terrain",
         "Select every hex of the terrain under the hex cursor", "Ctrl+Shift+K",
         when=When.WORKSPACE),
    spec(_M, "paint_selection", "&Paint the selection",
         "Give all selected hexes the chosen terrain", "Ctrl+Shift+B", "brush", when=SELECTED),
    spec(_M, "stamp_capture", "&Capture the selection",
         "Take a copy of the selected hexes as the stamp, with all layers", "Ctrl+C", "stamp",
         when=SELECTED, gap=True),
    spec(_M, "stamp_left", "Turn the stamp &left", "Turn it anticlockwise by 60 degrees",
         when=STAMP),
    spec(_M, "stamp_right", "Turn the stamp &right", "Turn it clockwise by 60 degrees",
         when=STAMP),
    spec(_M, "stamp_mirror", "&Mirror the stamp", "Exchange left and right", when=STAMP),
    spec(_M, "stamp_keep", "&Keep the stamp", "Keep the stamp in the first slot that is free",
         when=STAMP),
    spec(_M, "accept_drafts", "A&ccept drafts",
         "Confirm the selected draft hexes, or all when none is selected", when=DRAFTS, gap=True),
    spec(_M, "next_draft", "Ne&xt draft", "Go to the next hex nobody has confirmed", "F8",
         when=DRAFTS),
)
# fmt: on
