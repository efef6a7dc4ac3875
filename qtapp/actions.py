"""Everything one can do in the window, as one table: menus, toolbar and palette come from it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Category(StrEnum):
    """The menu an action stands in."""

    FILE = "File"
    EDIT = "Edit"
    PLAY = "Play"
    DICE = "Dice"
    AUTOMATIC = "Automatic player"
    MAP = "Map"
    VIEW = "View"
    HELP = "Help"


class When(StrEnum):
    """What must hold for an action to be on."""

    ALWAYS = "always"
    GAME = "game"
    PLAY = "play"
    EDIT = "edit"
    UNDO = "undo"
    REDO = "redo"
    ROLLED = "rolled"
    DIE = "die"
    DECIDE = "decide"
    UNIT = "unit"
    CLOSING = "closing"
    BOT_IDLE = "bot idle"
    BOT_BUSY = "bot busy"


WHY_OFF = {
    When.GAME: "no campaign is open.",
    When.PLAY: "only while playing the campaign (Ctrl+1).",
    When.EDIT: "only while editing the board (Ctrl+2).",
    When.UNDO: "there is nothing to go back to.",
    When.REDO: "there is nothing to go forward to.",
    When.ROLLED: "no die has been rolled.",
    When.DIE: "no die is due.",
    When.DECIDE: "no side has to decide now.",
    When.UNIT: "no unit is selected.",
    When.CLOSING: "nothing can be ended now.",
    When.BOT_IDLE: "no side has to decide now, or the automatic player is at it.",
    When.BOT_BUSY: "the automatic player is not at work.",
}
"""Why an action is off when its condition does not hold."""


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One thing the user can do. ``keys`` is a portable key sequence, ``group`` a radio group."""

    id: str
    text: str
    category: Category
    tip: str
    keys: str = ""
    icon: str = ""
    when: When = When.ALWAYS
    checkable: bool = False
    group: str = ""
    toolbar: bool = False
    beside: str = ""
    """Words that stand beside its icon in the toolbar."""
    gap: bool = False
    """A separator stands before it in its menu and in the toolbar."""


def _spec(
    category: Category,
    ident: str,
    text: str,
    tip: str,
    keys: str = "",
    icon: str = "",
    **more: object,
) -> ActionSpec:
    return ActionSpec(ident, text, category, tip, keys, icon, **more)  # type: ignore[arg-type]


_F, _E, _P, _D = Category.FILE, Category.EDIT, Category.PLAY, Category.DICE
_A, _M, _V, _H = Category.AUTOMATIC, Category.MAP, Category.VIEW, Category.HELP

# fmt: off
ACTIONS: tuple[ActionSpec, ...] = (
    _spec(_F, "new", "&New game…", "Begin a game of a shipped scenario", "Ctrl+N", "flag"),
    _spec(_F, "open", "&Open…", "Open a campaign file", "Ctrl+O", "open"),
    _spec(_F, "copy", "Save a copy &as…", "Write a copy of the campaign file", "Ctrl+Shift+S",
          when=When.GAME, gap=True),
    _spec(_F, "export_log", "Export &log…", "Write the log as Markdown or plain text", "", "log",
          when=When.GAME),
    _spec(_F, "picture", "&Picture of the board…", "Write a PNG of the whole board", "", "picture",
          when=When.GAME),
    _spec(_F, "close", "&Close", "Close the campaign", "Ctrl+W", when=When.GAME, gap=True),
    _spec(_F, "quit", "&Quit", "Leave Sandtable; everything is saved already", "Ctrl+Q"),
    _spec(_E, "undo", "&Undo", "Go back before the last decision, through its dice", "Ctrl+Z",
          "undo", when=When.UNDO, toolbar=True),
    _spec(_E, "redo", "&Redo", "Go forward again", "Ctrl+Shift+Z", "redo", when=When.REDO,
          toolbar=True),
    _spec(_E, "reroll", "Roll the last die &again",
          "Go back to the last die and roll it anew, marked", when=When.ROLLED, gap=True),
    _spec(_P, "next_unit", "&Next unit", "Select the next unit that can do something", "N",
          "step-forward", when=When.DECIDE, toolbar=True, gap=True),
    _spec(_P, "previous_unit", "&Previous unit", "Select the unit before it", "Shift+N",
          "step-back", when=When.DECIDE, toolbar=True),
    _spec(_P, "next_in_stack", "Next in &stack", "Select the next unit of the same hex", "V",
          when=When.PLAY),
    _spec(_P, "choices", "&What can it do?", "Go to the list of everything that may be done now",
          "L", "unit", when=When.DECIDE),
    _spec(_P, "end_phase", "&End phase", "End the phase or segment", "Ctrl+Return", "next-phase",
          when=When.CLOSING, toolbar=True, beside="End phase"),
    _spec(_P, "deselect", "&Let go", "Select nothing", "Escape", when=When.GAME, gap=True),
    _spec(_P, "reach", "Show &reach", "Show where the selected unit could go", "Shift+R",
          when=When.PLAY, checkable=True),
    _spec(_P, "supply", "Show s&upply",
          "Show whether the selected unit is in supply, and its path", "U", "supply",
          when=When.PLAY, checkable=True, toolbar=True),
    _spec(_D, "roll", "&Roll", "Let the program roll the die that is due", "R", "dice",
          when=When.DIE, toolbar=True),
    _spec(_D, "type_die", "&Type the die", "Type in what your own die shows", "T", when=When.DIE),
    _spec(_D, "dice_program", "The &program rolls", "Dice are rolled as soon as they are due",
          when=When.GAME, checkable=True, group="dice", gap=True),
    _spec(_D, "dice_typed", "I &type my own dice", "Wait for each die to be typed in",
          when=When.GAME, checkable=True, group="dice"),
    _spec(_D, "dice_ask", "&Ask each time", "Wait at each die; roll or type it", when=When.GAME,
          checkable=True, group="dice"),
    _spec(_A, "auto_phase", "Play this &phase", "Let the automatic player finish this phase", "F5",
          "play", when=When.BOT_IDLE, toolbar=True, beside="Automatic", gap=True),
    _spec(_A, "auto_turn", "Play one &turn", "Let the automatic player play both sides for a turn",
          "F6", when=When.BOT_IDLE),
    _spec(_A, "auto_first", "Play the &first side", "The automatic player commands this side",
          when=When.GAME, checkable=True, gap=True),
    _spec(_A, "auto_second", "Play the &second side", "The automatic player commands this side",
          when=When.GAME, checkable=True),
    _spec(_A, "auto_both", "Play &both sides to the end",
          "Let the automatic player finish the game", when=When.BOT_IDLE),
    _spec(_A, "auto_stop", "&Stop", "Stop the automatic player after its present decision",
          "Shift+F5", "pause", when=When.BOT_BUSY, toolbar=True, gap=True),
    _spec(_M, "workspace_play", "&Play", "Play the campaign", "Ctrl+1", "flag", when=When.GAME,
          checkable=True, group="workspace", toolbar=True, beside="Play", gap=True),
    _spec(_M, "workspace_edit", "&Edit the board", "Change the terrain of the board", "Ctrl+2",
          "brush", when=When.GAME, checkable=True, group="workspace", toolbar=True, beside="Edit"),
    _spec(_M, "brush", "Terrain &brush", "Paint hexes with the chosen terrain", "B", "brush",
          when=When.EDIT, checkable=True, group="tool", gap=True),
    _spec(_M, "hand", "&Hand", "Look around without changing anything", "H", "hand",
          when=When.EDIT, checkable=True, group="tool"),
    _spec(_M, "pick_terrain", "&Take up terrain", "Choose the terrain under the hex cursor", "P",
          "eyedropper", when=When.EDIT),
    _spec(_M, "check_map", "&Check the board", "List everything that is wrong with the board",
          "F7", "ok", when=When.GAME, gap=True),
    _spec(_V, "zoom_in", "Zoom &in", "See less, larger", "Ctrl++", "zoom-in", when=When.GAME,
          toolbar=True, gap=True),
    _spec(_V, "zoom_out", "Zoom &out", "See more, smaller", "Ctrl+-", "zoom-out", when=When.GAME,
          toolbar=True),
    _spec(_V, "zoom_fit", "The whole &board", "Fit the board into the window", "Ctrl+0",
          "zoom-fit", when=When.GAME, toolbar=True),
    _spec(_V, "go_to", "&Go to…", "Go to a hex or a place", "Ctrl+G", "go-to", when=When.GAME,
          toolbar=True, gap=True),
    _spec(_V, "go_to_selection", "Go to the &selection", "Bring the selected hex into view", "G",
          when=When.GAME),
    _spec(_V, "theme_light", "&Light", "Light colours", checkable=True, group="theme", gap=True),
    _spec(_V, "theme_dark", "&Dark", "Dark colours", checkable=True, group="theme"),
    _spec(_V, "full_screen", "&Full screen", "Fill the screen", "F11", checkable=True, gap=True),
    _spec(_V, "reset_layout", "&Reset panels", "Put all panels back where they were first"),
    _spec(_H, "manual", "&Manual", "Read the manual", "F1", "help"),
    _spec(_H, "palette", "&Command palette…", "Find anything one can do, by its name", "Ctrl+K",
          "search", toolbar=True, gap=True),
    _spec(_H, "shortcuts", "&Shortcuts…", "See and change the shortcuts", "Ctrl+F1"),
    _spec(_H, "about", "&About Sandtable", "Version, licences and sources of data"),
)
"""All actions, in menu order."""
# fmt: on


def by_id(ident: str) -> ActionSpec:
    """One action by id. Raises KeyError when there is none."""
    for spec in ACTIONS:
        if spec.id == ident:
            return spec
    raise KeyError(ident)


def plain_text(spec: ActionSpec) -> str:
    """The text of an action without the mark of its mnemonic."""
    return spec.text.replace("&", "")
