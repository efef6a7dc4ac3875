"""What an entry of the action table is: the words every workspace uses to say what it can do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Category(StrEnum):
    """The menu an action is in, in the order of the menu bar."""

    FILE = "File"
    EDIT = "Edit"
    PLAY = "Play"
    DICE = "Dice"
    AUTOMATIC = "Automatic player"
    MAP = "Map"
    GO = "Go"
    SCAN = "Scan"
    UNITS = "Units"
    COUNTERS = "Counters"
    CHARTS = "Charts"
    SCENARIOS = "Scenarios"
    VIEW = "View"
    HELP = "Help"


class When(StrEnum):
    """What must hold in the window for an action to be on; a workspace may add its own."""

    ALWAYS = "always"
    FILE = "file"
    GAME = "game"
    BOARD = "board"
    IN_VIEW = "in view"
    ZOOMS = "zooms"
    WORKSPACE = "workspace"
    UNDO = "undo"
    REDO = "redo"


WHY_OFF: dict[str, str] = {
    When.FILE: "no file is open.",
    When.GAME: "no campaign is open.",
    When.BOARD: "the file has no board.",
    When.IN_VIEW: "no board is in view.",
    When.ZOOMS: "no board and no scan is in view.",
    When.WORKSPACE: "only in its own workspace.",
    When.UNDO: "there is nothing to go back to.",
    When.REDO: "there is nothing to go forward to.",
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
    when: str = When.ALWAYS
    checkable: bool = False
    group: str = ""
    toolbar: bool = False
    beside: str = ""
    """Words that stand beside its icon in the toolbar."""
    gap: bool = False
    """A separator is before it in its menu and in the toolbar."""
    workspace: str = ""
    """The workspace it belongs to, and only there is on; empty for the whole window."""


def spec(
    category: Category,
    ident: str,
    text: str,
    tip: str,
    keys: str = "",
    icon: str = "",
    **more: object,
) -> ActionSpec:
    """An entry of a table, with the columns in the order one writes them."""
    return ActionSpec(ident, text, category, tip, keys, icon, **more)  # type: ignore[arg-type]


def plain_text(entry: ActionSpec) -> str:
    """The text of an action without the mark of its mnemonic."""
    return entry.text.replace("&", "")
