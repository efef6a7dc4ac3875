"""The Play workspace: its panels and actions."""

from __future__ import annotations

from enum import StrEnum

from qtapp.actions.action_kinds import Category, When, spec
from qtapp.workspaces.workspace_table import LEFT, RIGHT, DockSpec, WorkspaceTable

PLAY = "play"


class Playing(StrEnum):
    """What may hold while a campaign is played."""

    ROLLED = "rolled"
    DIE = "die"
    ROLLS = "rolls"
    DECIDE = "decide"
    UNIT = "unit"
    OPEN = "open"
    BOT_IDLE = "bot idle"
    BOT_BUSY = "bot busy"
    BOT_WAITS = "bot waits"
    AGAIN = "again"


WHY_OFF: dict[str, str] = {
    Playing.ROLLED: "no die has been rolled.",
    Playing.DIE: "no die is due.",
    Playing.ROLLS: "no battle is being fought, or it waits for a choice.",
    Playing.DECIDE: "no side has to decide now.",
    Playing.UNIT: "no unit is selected.",
    Playing.OPEN: "the enemy is hidden; see everything first.",
    Playing.BOT_IDLE: "no side has to decide now, or the automatic player is at it.",
    Playing.BOT_BUSY: "the automatic player is not at work.",
    Playing.BOT_WAITS: "nothing waits for its next step.",
    Playing.AGAIN: "nothing has happened since your last decision.",
}

DOCKS = (
    DockSpec("decision", "Decision", LEFT, 210),
    DockSpec("stack", "Units here", LEFT, 250),
    DockSpec("choices", "What can it do?", LEFT, 250, low_on="stack"),
    DockSpec("displays", "Displays", RIGHT, 380),
    DockSpec("battle", "Battle", RIGHT, 380, tabbed_on="displays"),
    DockSpec("planner", "Planner", RIGHT, 380, tabbed_on="displays"),
    DockSpec("forces", "Forces", RIGHT, 380, tabbed_on="displays", first=False),
    DockSpec("armies", "Armies", RIGHT, 380, tabbed_on="displays", first=False),
    DockSpec("ranges", "Ranges", RIGHT, 380, tabbed_on="displays", first=False),
    DockSpec("outlook", "Worth a look", RIGHT, 380, tabbed_on="displays", first=False),
    DockSpec("committed", "Committed", RIGHT, 380, tabbed_on="displays", first=False),
    DockSpec("since", "Happened", RIGHT, 380, tabbed_on="displays", first=False),
    DockSpec("log", "Log", RIGHT, 330),
    DockSpec("lines", "Lines", RIGHT, 330, tabbed_on="log"),
    DockSpec("calendar", "Turns", RIGHT, 330, tabbed_on="log"),
    DockSpec("rules", "Rules", RIGHT, 330, tabbed_on="log", first=False),
    DockSpec("charts", "Charts", RIGHT, 330, tabbed_on="log", first=False),
    DockSpec("figures", "Figures", RIGHT, 330, tabbed_on="log", first=False),
)

_E, _P, _D, _A = Category.EDIT, Category.PLAY, Category.DICE, Category.AUTOMATIC
_V = Category.VIEW

# fmt: off
ACTIONS = (
    spec(_E, "reroll", "Roll the last die &again",
         "Go back to the last die and roll it again, marked", when=Playing.ROLLED, gap=True),
    spec(_P, "find", "Find an&ything…", "Find a unit, a ship, a place, a rule or what to do",
         "Ctrl+F", "search", when=When.WORKSPACE, gap=True),
    spec(_P, "next_unit", "&Next unit", "Select the next unit that can do something", "N",
         "step-forward", when=Playing.DECIDE, toolbar=True, gap=True),
    spec(_P, "previous_unit", "&Previous unit", "Select the unit before it", "Shift+N",
         "step-back", when=Playing.DECIDE),
    spec(_P, "next_in_army", "Next in the same arm&y",
         "Select the next unit of the same army that can do something; after its last one the next"
         " army's", "Shift+J", when=Playing.DECIDE),
    spec(_P, "next_in_stack", "Next in &stack", "Select the next unit of the same hex", "V",
         when=When.WORKSPACE),
    spec(_P, "whole_stack", "Whole stac&k",
         "Select all units of the hex, or of the group that waits, that can do something",
         "Shift+V", when=When.WORKSPACE),
    spec(_P, "formation", "Whole for&mation",
         "Select all units on the board of the selected unit's formation that can do something",
         "Ctrl+Shift+F", when=Playing.UNIT),
    spec(_P, "hold", "They sta&y here",
         "The selected units stay where they are in this phase: on to the next; once more takes it"
         " back", "H", when=Playing.UNIT),
    spec(_P, "choices", "&What can it do?", "Go to the list of everything that may be done now",
         "L", "unit", when=Playing.DECIDE),
    spec(_P, "end_phase", "&End phase",
         "End the phase or segment, or see what must be done before it can end", "Ctrl+Return",
         "next-phase", when=Playing.DECIDE, toolbar=True, beside="End phase"),
    spec(_P, "reach", "Show &reach", "Show where the selected unit could go", "Shift+R",
         when=When.WORKSPACE, checkable=True, gap=True),
    spec(_P, "supply", "Show s&upply",
         "Show whether the selected unit is in supply, and its path", "U", "supply",
         when=When.WORKSPACE, checkable=True, toolbar=True),
    spec(_P, "zones", "Show enemy &zones", "Show the hexes in which the enemy hampers movement",
         "Z", when=When.WORKSPACE, checkable=True),
    spec(_P, "threat", "Show enemy t&hreat", "Show the hexes that enemies could move up to",
         "Shift+Z", when=When.WORKSPACE, checkable=True),
    spec(_P, "front", "Show the fr&ont", "Show whose ground is whose, and the front between",
         "Shift+F", when=When.WORKSPACE, checkable=True),
    spec(_P, "show_ranges", "Show ran&ges",
         "Show how far a pool, base, box or unit reaches by air, by sea or from hiding", "A",
         when=When.WORKSPACE, checkable=True),
    spec(_P, "mark_idle", "Mark un&its that can still act",
         "Mark the hexes of your units that could still do something", "M",
         when=When.WORKSPACE, checkable=True),
    spec(_P, "hide_counters", "Hi&de the counters", "See the board under the counters", "C",
         when=When.WORKSPACE, checkable=True),
    spec(_P, "far_armies", "Ar&mies when far away",
         "Show armies in place of counters where they are too small to be told apart", "Shift+M",
         when=When.WORKSPACE, checkable=True),
    spec(_P, "plan_attack", "Plan an a&ttack", "See what an attack on the hex would bring",
         "K", "battle", when=Playing.DECIDE, toolbar=True, gap=True),
    spec(_P, "bookmark", "&Bookmark this step…", "Name the step of the log you stand on",
         "Ctrl+D", when=When.WORKSPACE, gap=True),
    spec(_P, "note", "Write a n&ote…", "Write something at the step of the log you stand on",
         "Ctrl+T", when=When.WORKSPACE),
    spec(_P, "referee", "Re&feree…", "Change the position against the rules; the log says so",
         "Ctrl+Shift+R", when=Playing.OPEN),
    spec(_P, "lines", "&Lines and notes", "Go to the lines, bookmarks and notes of the log",
         "Ctrl+L", when=When.WORKSPACE),
    spec(_P, "calendar", "Turn re&cord", "See what each turn brings, and what is due now",
         "Ctrl+R", when=When.WORKSPACE),
    spec(_P, "committed", "Committed to a&ir and sea",
         "See what flies and sails in this phase, and take single decisions back", "Ctrl+Shift+A",
         when=When.WORKSPACE),
    spec(_P, "forces", "&Forces", "See all units by side, nation and formation, and their history",
         "Ctrl+U", "unit", when=When.WORKSPACE),
    spec(_P, "armies", "Arm&ies",
         "See by army or by sector of the front who can still do something", "Ctrl+J",
         when=When.WORKSPACE),
    spec(_P, "ranges", "Ran&ges and patrols", "Choose whose range the board shows", "Shift+A",
         when=When.WORKSPACE),
    spec(_P, "outlook", "W&orth a look", "See idle units, failing supply, duties and attacks",
         "Ctrl+H", "help", when=When.WORKSPACE, toolbar=True),
    spec(_P, "rules", "R&ules", "Search the rules of the game", "F2", when=When.WORKSPACE),
    spec(_P, "charts", "C&harts", "See the charts of the game, and how surely each is known",
         "Shift+F2", when=When.WORKSPACE),
    spec(_P, "figures", "&Figures and dice", "See the game as plots, and how the dice fell",
         "Ctrl+E", when=When.WORKSPACE),
    spec(_P, "seat_open", "See &everything", "Hide nothing of either side",
         when=When.WORKSPACE, checkable=True, group="seat", gap=True),
    spec(_P, "seat_first", "See as the &first side", "Hide the other side's units from you",
         when=When.WORKSPACE, checkable=True, group="seat"),
    spec(_P, "seat_second", "See as the sec&ond side", "Hide the other side's units from you",
         when=When.WORKSPACE, checkable=True, group="seat"),
    spec(_P, "fog_set_up", "Hide the set-&up only",
         "Hide the enemy until both have set up; else far stacks stay hidden as well",
         when=When.WORKSPACE, checkable=True),
    spec(Category.HELP, "tour", "Take the &tour", "Learn the table by playing one turn",
         when=When.WORKSPACE),
    spec(_V, "second_board", "&Second board window",
         "See the same game in another window, with a zoom of its own", "Ctrl+Shift+B",
         when=When.WORKSPACE, gap=True),
    spec(_V, "skin", "Scans as the &map",
         "Show the scans of the board, bent to its grid, in place of the drawn map", "Shift+C",
         when=When.WORKSPACE, checkable=True),
    spec(_D, "roll", "&Roll", "Let the program roll the die that is due", "R", "dice",
         when=Playing.DIE, toolbar=True),
    spec(_D, "roll_battle", "Roll the whole &battle",
         "Take shots and roll dice of the battle until somebody has a choice", "X", "battle",
         when=Playing.ROLLS),
    spec(_D, "type_die", "&Type the die", "Type in what your own die shows", "T",
         when=Playing.DIE),
    spec(_D, "dice_program", "The &program rolls", "Dice are rolled as soon as they are due",
         when=When.WORKSPACE, checkable=True, group="dice", gap=True),
    spec(_D, "dice_typed", "I &type my own dice", "Wait for each die to be typed in",
         when=When.WORKSPACE, checkable=True, group="dice"),
    spec(_D, "dice_ask", "&Ask each time", "Wait at each die; roll or type it", when=When.WORKSPACE,
         checkable=True, group="dice"),
    spec(_D, "go_on", "Go on where there is &no choice",
         "In a battle, take the only thing to do by itself: one shooter, one target, one way",
         when=When.WORKSPACE, checkable=True, gap=True),
    spec(_A, "auto_phase", "Play this &phase", "Let the automatic player finish this phase", "F5",
         "play", when=Playing.BOT_IDLE, toolbar=True, beside="Automatic", gap=True),
    spec(_A, "auto_turn", "Play one &turn", "Let the automatic player play both sides for a turn",
         "F6", when=Playing.BOT_IDLE),
    spec(_A, "auto_first", "Play the &first side", "The automatic player commands this side",
         when=When.WORKSPACE, checkable=True, gap=True),
    spec(_A, "auto_second", "Play the &second side", "The automatic player commands this side",
         when=When.WORKSPACE, checkable=True),
    spec(_A, "auto_both", "Play &both sides to the end",
         "Let the automatic player finish the game", when=Playing.BOT_IDLE),
    spec(_A, "auto_stop", "&Stop", "Stop the automatic player after its present decision",
         "Shift+F5", "pause", when=Playing.BOT_BUSY, toolbar=True, gap=True),
    spec(_A, "auto_next", "&Next step", "Show the next step, of the automatic player or the log",
         "F8", when=Playing.BOT_WAITS),
    spec(_A, "speed_step", "St&ep by step", "Wait for “Next step” after each decision of others",
         when=When.WORKSPACE, checkable=True, group="speed", gap=True),
    spec(_A, "speed_slow", "S&low", "Show each decision of others for two seconds",
         when=When.WORKSPACE, checkable=True, group="speed"),
    spec(_A, "speed_fast", "F&ast", "Show each decision of others for half a second",
         when=When.WORKSPACE, checkable=True, group="speed"),
    spec(_A, "speed_at_once", "At &once", "Show what others did when they are done",
         when=When.WORKSPACE, checkable=True, group="speed"),
    spec(_A, "since", "Since your last &decision",
         "See what happened since you decided last: battles, losses, hexes, moves, events", "F7",
         "log", when=When.WORKSPACE, gap=True),
    spec(_A, "watch_again", "&Watch it again",
         "Go back to your last decision and see what followed, step by step", "Shift+F7",
         when=Playing.AGAIN),
    spec(_A, "war_bar", "Slide through the wa&r", "Show a slider over all steps of the war", "F9",
         when=When.WORKSPACE, checkable=True),
)
# fmt: on

PLAY_TABLE = WorkspaceTable(
    PLAY, "&Play", "Play the campaign", "flag", "Ctrl+1", When.GAME, DOCKS, ACTIONS, WHY_OFF
)
