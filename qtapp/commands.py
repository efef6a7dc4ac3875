"""What each action of the table does: one line per action."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from engine.session import Dice
from maps.checks import check
from qtapp.board_picture import board_picture
from qtapp.credits import credits_text
from qtapp.dialogs.go_to import ask_where
from qtapp.dialogs.manual import AboutDialog, ManualWindow
from qtapp.dialogs.palette import run_palette
from qtapp.dialogs.shortcuts import ShortcutsDialog
from qtapp.docks import EDIT, PLAY
from qtapp.workers.automatic import Until, this_phase, this_turn, to_the_end

if TYPE_CHECKING:
    from engine.core.state import State
    from qtapp.main_window import MainWindow


def connect_commands(window: MainWindow) -> None:
    """Connect every action of the table."""
    table: dict[str, Callable[[], object]] = {
        "new": window.files.new,
        "open": window.files.ask_open,
        "copy": window.files.ask_copy,
        "export_log": window.files.ask_log,
        "picture": lambda: window.files.ask_picture(lambda: board_picture(window.bridge)),
        "close": window.files.close,
        "quit": window.close,
        "undo": lambda: _undo(window),
        "redo": lambda: _redo(window),
        "reroll": window.bridge.reroll,
        "next_unit": window.play.next_unit,
        "previous_unit": lambda: window.play.next_unit(-1),
        "next_in_stack": window.play.next_in_stack,
        "choices": lambda: _show(window, "choices", window.choices.focus),
        "end_phase": window.play.end_phase,
        "deselect": lambda: _escape(window),
        "reach": lambda: _overlays(window),
        "supply": lambda: _overlays(window),
        "roll": window.bridge.roll,
        "type_die": lambda: _show(window, "decision", window.decision.dice.focus),
        "auto_phase": lambda: _automatic(window, this_phase),
        "auto_turn": lambda: _automatic(window, this_turn),
        "auto_both": lambda: _automatic(window, to_the_end),
        "auto_first": lambda: _command(window),
        "auto_second": lambda: _command(window),
        "auto_stop": window.robot.stop,
        "workspace_play": lambda: _workspace(window, PLAY),
        "workspace_edit": lambda: _workspace(window, EDIT),
        "brush": lambda: _tool(window, brush=True),
        "hand": lambda: _tool(window, brush=False),
        "pick_terrain": lambda: _pick_terrain(window),
        "check_map": lambda: _check(window),
        "zoom_in": window.view.zoom_in,
        "zoom_out": window.view.zoom_out,
        "zoom_fit": window.view.zoom_to_fit,
        "go_to": lambda: _go_to(window),
        "go_to_selection": lambda: _go_to_selection(window),
        "theme_light": lambda: window.set_theme("light"),
        "theme_dark": lambda: window.set_theme("dark"),
        "full_screen": lambda: _full_screen(window),
        "reset_layout": window.reset_layout,
        "manual": lambda: _manual(window),
        "palette": lambda: run_palette(window.book, window),
        "shortcuts": lambda: ShortcutsDialog(window.book, window).exec(),
        "about": lambda: AboutDialog(
            credits_text(window.bridge), window.theme.colours["accent"], window
        ).exec(),
    }
    for dice in Dice:
        table[f"dice_{dice.value}"] = partial(window.bridge.set_dice, dice)
    for ident, slot in table.items():
        window.book.on(ident, slot)
    window.book["reach"].setChecked(True)


def _undo(window: MainWindow) -> None:
    if window.edit.is_active:
        window.edit.undo()
    else:
        window.robot.stop()
        window.bridge.undo()


def _redo(window: MainWindow) -> None:
    if window.edit.is_active:
        window.edit.redo()
    else:
        window.bridge.redo()


def _escape(window: MainWindow) -> None:
    if window.edit.brush.is_painting:
        window.edit.brush.cancel()
        return
    if window.view.board.live.fan is not None:
        window.view.spread(None)
        return
    window.notice.hide()
    window.selection.clear()
    window.view.setFocus()


def _overlays(window: MainWindow) -> None:
    reach, supply = (window.book[ident].isChecked() for ident in ("reach", "supply"))
    window.play.show_overlays(reach=reach, supply=supply)


def _show(window: MainWindow, dock: str, focus: Callable[[], None]) -> None:
    window.docks[dock].show()
    window.docks[dock].raise_()
    focus()


def _automatic(window: MainWindow, until: Callable[[State, str], Until]) -> None:
    window.robot.play_until(until(window.bridge.state, window.bridge.view.side))


def _command(window: MainWindow) -> None:
    sides = window.bridge.game.system.sides
    chosen = zip(sides, ("auto_first", "auto_second"), strict=False)
    window.robot.command(frozenset(s.id for s, ident in chosen if window.book[ident].isChecked()))


def _workspace(window: MainWindow, name: str) -> None:
    window.robot.stop()
    with window.trouble.told():
        window.set_workspace(name)


def _tool(window: MainWindow, *, brush: bool) -> None:
    window.edit.brush_on = brush
    window.book["brush" if brush else "hand"].setChecked(True)
    window.view.set_hand(window.edit.is_active and not brush)


def _pick_terrain(window: MainWindow) -> None:
    at = window.view.cursor_hex
    if at is not None and at in window.edit.map:
        window.terrain.choose(window.edit.map.terrain[at])


def _check(window: MainWindow) -> None:
    window.problems.show_problems(check(window.bridge.game.scenario.map))
    window.docks["problems"].show()
    window.docks["problems"].raise_()
    window.notice.say(window.problems.summary)


def _go_to(window: MainWindow) -> None:
    at = ask_where(window.bridge.game.scenario.map, window)
    if at is not None:
        window.go_to(at)


def _go_to_selection(window: MainWindow) -> None:
    if window.selection.hex is not None:
        window.go_to(window.selection.hex)


def _full_screen(window: MainWindow) -> None:
    if window.isFullScreen():
        window.showNormal()
    else:
        window.showFullScreen()


def _manual(window: MainWindow) -> None:
    if window.manual is None:
        window.manual = ManualWindow(window)
    window.manual.show()
    window.manual.raise_()
