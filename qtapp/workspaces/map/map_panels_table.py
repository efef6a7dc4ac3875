"""The panels of the Map workspace and what they can do, as part of its table."""

from __future__ import annotations

from qtapp.actions.action_kinds import Category, When, spec
from qtapp.workspaces.workspace_table import LEFT, RIGHT, DockSpec

PANEL_DOCKS = (
    DockSpec("minimap", "Minimap", LEFT, 170, low_on="layers"),
    DockSpec("layers", "Layers", LEFT, 270),
    DockSpec("bookmarks", "Bookmarks", LEFT, 270, tabbed_on="layers"),
    DockSpec("measure", "Measure", LEFT, 270, tabbed_on="layers"),
    DockSpec("inspector", "Inspector", RIGHT, 430),
    DockSpec("legend", "Legend", RIGHT, 430, tabbed_on="inspector"),
    DockSpec("search", "Search", RIGHT, 430, tabbed_on="inspector"),
    DockSpec("sheets", "Sheets", RIGHT, 430, tabbed_on="inspector"),
    DockSpec("problems", "Problems", RIGHT, 280),
    DockSpec("overlaps", "Overlaps", RIGHT, 280, tabbed_on="problems"),
    DockSpec("newer", "Newer board", RIGHT, 280, tabbed_on="problems", first=False),
    DockSpec("history", "History", RIGHT, 280, tabbed_on="problems"),
)

_M, _G = Category.MAP, Category.GO

BOOKMARK_KEYS = tuple("123456789")

# fmt: off
PANEL_ACTIONS = (
    spec(_M, "inspect", "I&nspect", "Go to everything about the selected hexes", "Alt+Return",
         "hex", when=When.WORKSPACE, gap=True),
    spec(_M, "search_replace", "Search and r&eplace…",
         "Find kinds, places and regions, and change all that was found", "Ctrl+F", "search",
         when=When.WORKSPACE),
    spec(_M, "edit_legend", "Edit the &legend…", "Kinds of terrain, hexsides, lines and places",
         "Ctrl+L", when=When.WORKSPACE),
    spec(_M, "edit_sheets", "&Sheets of the board…", "Place, number, turn and join sheets",
         "Ctrl+Shift+H", when=When.WORKSPACE),
    spec(_M, "new_map", "New &map…", "Begin another, empty map in this file", "",
         when=When.WORKSPACE),
    spec(_M, "check_map", "&Check the board", "List everything that is wrong with the board",
         "F7", "ok", when=When.WORKSPACE, gap=True),
    spec(_M, "fix_all", "Fix all that is c&ertain",
         "Fix every problem that has one certain fix, in one step", "Shift+F7",
         when=When.WORKSPACE),
    spec(_M, "newer_board", "A ne&wer board…",
         "See what the shipped version of this board has otherwise, and take it over",
         when=When.WORKSPACE),
    spec(_G, "ruler", "&Ruler to the hex cursor", "Begin the ruler there, or lead it on",
         "Ctrl+R", "ruler", when=When.WORKSPACE, toolbar=True),
    spec(_G, "rings", "Range r&ings about the hex cursor", "Draw rings of equal distance",
         "Ctrl+Shift+R", when=When.WORKSPACE),
    spec(_G, "measure_clear", "&Take ruler and rings off", "Clear what is measured",
         "Ctrl+Alt+R", when=When.WORKSPACE),
    spec(_G, "bookmark_add", "Add a &bookmark…", "Keep the view of the moment under a name",
         "Ctrl+Shift+M", "bookmark", when=When.WORKSPACE, gap=True),
    *(spec(_G, f"bookmark_{key}", f"Go to bookmark &{key}",
           f"Go to the view that is kept under {key}", f"Ctrl+Alt+{key}", when=When.WORKSPACE,
           gap=key == "1")
      for key in BOOKMARK_KEYS),
)
# fmt: on
