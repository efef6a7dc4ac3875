"""Everything one can do in the window, as one table: menus, toolbar and palette come from it."""

from __future__ import annotations

from qtapp.actions.action_kinds import WHY_OFF as WINDOW_WHY_OFF
from qtapp.actions.action_kinds import ActionSpec, Category, When, plain_text, spec
from qtapp.workspaces.all_tables import TABLES

__all__ = ["ACTIONS", "WHY_OFF", "ActionSpec", "Category", "When", "by_id", "plain_text"]

_F, _E, _V, _H = Category.FILE, Category.EDIT, Category.VIEW, Category.HELP

WHY_OFF: dict[str, str] = {
    **WINDOW_WHY_OFF,
    **{when: why for table in TABLES for when, why in table.why_off.items()},
}
"""Why an action is off when its condition does not hold."""

# fmt: off
_BEFORE: tuple[ActionSpec, ...] = (
    spec(_F, "new", "&New game…", "Begin a game of a shipped scenario", "Ctrl+N", "flag"),
    spec(_F, "lay_out", "&Lay out a position…", "Begin a game from any position", "Ctrl+Shift+L"),
    spec(_F, "new_project", "New p&roject…",
         "Begin a file of your own boards and orders of battle", "Ctrl+Shift+N", "hex"),
    spec(_F, "open", "&Open…", "Open a campaign or project file", "Ctrl+O", "open"),
    spec(_F, "copy", "Save a copy &as…", "Write a copy of the file", "Ctrl+Shift+S",
         when=When.FILE, gap=True),
    spec(_F, "backups", "Bac&kups…",
         "See the copies that were kept of your files; restore one"),
    spec(_F, "rescue", "&Rescue…",
         "Save what can be read of a damaged file in a new one"),
    spec(_F, "import", "&Import…",
         "Take in a board or a VASSAL module that another program wrote", "Ctrl+Alt+I", gap=True),
    spec(_F, "export", "&Export the board…",
         "Write the board in view for other programs: text, table, JSON, GeoJSON, Tiled, SVG, PDF",
         "Ctrl+Alt+E", when=When.IN_VIEW),
    spec(_F, "export_module", "Export a VASSAL &module…",
         "Write the board in view with its counters, or the game as it is, for VASSAL", "",
         when=When.IN_VIEW),
    spec(_F, "export_paper", "Print and pla&y…",
         "Write a PDF of the game in view: board, counters, set-up, turn record, charts",
         "Ctrl+Alt+P", when=When.IN_VIEW),
    spec(_F, "export_film", "Fil&m of the war…",
         "Write the board at the end of each turn as a film, or a picture a turn", "",
         "picture", when=When.GAME),
    spec(_F, "export_log", "Export &log…",
         "Write the log as Markdown, plain text, a web page, a table or JSON", "", "log",
         when=When.GAME),
    spec(_F, "picture", "&Picture of the board…", "Write a PNG of the whole board", "", "picture",
         when=When.BOARD),
    spec(_F, "close", "&Close", "Close the file", "Ctrl+W", when=When.FILE, gap=True),
    spec(_F, "quit", "&Quit", "Leave Sandtable; everything is saved already", "Ctrl+Q"),
    spec(_E, "undo", "&Undo", "Go back before the last decision or edit", "Ctrl+Z",
         "undo", when=When.UNDO, toolbar=True),
    spec(_E, "redo", "&Redo", "Go forward again", "Ctrl+Shift+Z", "redo", when=When.REDO,
         toolbar=True),
    spec(_E, "deselect", "&Let go", "Select nothing", "Escape", when=When.FILE, gap=True),
)
_AFTER: tuple[ActionSpec, ...] = (
    spec(_V, "zoom_in", "Zoom &in", "See less, larger", "Ctrl++", "zoom-in", when=When.ZOOMS,
         toolbar=True, gap=True),
    spec(_V, "zoom_out", "Zoom &out", "See more, smaller", "Ctrl+-", "zoom-out", when=When.ZOOMS,
         toolbar=True),
    spec(_V, "zoom_fit", "The whole &board", "Fit all of it into the window", "Ctrl+0",
         "zoom-fit", when=When.ZOOMS, toolbar=True),
    spec(_V, "go_to", "&Go to…", "Go to a hex or a place", "Ctrl+G", "go-to", when=When.IN_VIEW,
         toolbar=True, gap=True),
    spec(_V, "go_to_selection", "Go to the &selection", "Bring the selected hex into view", "G",
         when=When.IN_VIEW),
    spec(_V, "theme_light", "&Light", "Light colours", checkable=True, group="theme", gap=True),
    spec(_V, "theme_dark", "&Dark", "Dark colours", checkable=True, group="theme"),
    spec(_V, "theme_contrast", "&High contrast", "Black on white, strong borders",
         checkable=True, group="theme"),
    spec(_V, "board_themed", "Board as the &theme", "Colour boards to match the theme",
         checkable=True, group="board", gap=True),
    spec(_V, "board_paper", "&Paper board", "Colour boards as they are printed",
         checkable=True, group="board"),
    spec(_V, "board_dark", "Dar&k board", "Colour boards with a dark ground and bright lines",
         checkable=True, group="board"),
    spec(_V, "board_contrast", "High-&contrast board",
         "Colour boards with a pale ground, black names and strong lines",
         checkable=True, group="board"),
    spec(_V, "scale", "I&nterface scale…",
         "Draw letters, icons and margins larger or smaller: 80 to 200 %"),
    spec(_V, "full_screen", "&Full screen", "Fill the screen", "F11", checkable=True, gap=True),
    spec(_V, "reset_layout", "&Reset panels", "Put all panels back where they were first"),
    spec(_H, "manual", "&Manual", "Read the manual", "F1", "help"),
    spec(_H, "bring_in", "Bring in a &game you own…",
         "One guided way from scan and counter sheet to the first turn", "Ctrl+Alt+G"),
    spec(_H, "palette", "&Command palette…", "Find anything one can do, by its name", "Ctrl+K",
         "search", toolbar=True, gap=True),
    spec(_H, "keys_sheet", "All &keys", "See every shortcut on one sheet", "?"),
    spec(_H, "shortcuts", "&Shortcuts…", "See and change the shortcuts", "Ctrl+F1"),
    spec(_H, "about", "&About Sandtable", "Version, licences and sources of data"),
)
# fmt: on

ACTIONS: tuple[ActionSpec, ...] = (
    *_BEFORE,
    *(table.entrance for table in TABLES),
    *(action for table in TABLES for action in table.own_actions),
    *_AFTER,
)
"""All actions, in menu order: the window's own, the workspaces and what each of them has."""


def by_id(ident: str) -> ActionSpec:
    """One action by id. Raises KeyError when there is none."""
    for entry in ACTIONS:
        if entry.id == ident:
            return entry
    raise KeyError(ident)
