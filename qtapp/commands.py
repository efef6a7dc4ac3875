"""What each action of the window's own table does; each room says what its actions do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from qtapp.board_picture import board_picture
from qtapp.credits import credits_text
from qtapp.dialogs.go_to import ask_where
from qtapp.dialogs.manual import AboutDialog, ManualWindow
from qtapp.dialogs.palette import run_palette
from qtapp.dialogs.shortcuts import ShortcutsDialog

if TYPE_CHECKING:
    from qtapp.main_window import MainWindow


def connect_commands(window: MainWindow) -> None:
    """Connect every action of the table."""
    table: dict[str, Callable[[], object]] = {
        "new": window.files.new,
        "new_project": window.files.ask_project,
        "open": window.files.ask_open,
        "copy": window.files.ask_copy,
        "export_log": window.files.ask_log,
        "picture": lambda: window.files.ask_picture(
            lambda: board_picture(window.bridge, window.view)
        ),
        "close": window.files.close,
        "quit": window.close,
        "undo": lambda: window.room.undo() if window.room else None,
        "redo": lambda: window.room.redo() if window.room else None,
        "deselect": lambda: _escape(window),
        "zoom_in": window.view.zoom_in,
        "zoom_out": window.view.zoom_out,
        "zoom_fit": window.view.zoom_to_fit,
        "go_to": lambda: _go_to(window),
        "go_to_selection": lambda: _go_to_selection(window),
        "theme_light": lambda: window.set_theme("light"),
        "theme_dark": lambda: window.set_theme("dark"),
        "theme_contrast": lambda: window.set_theme("contrast"),
        "full_screen": lambda: _full_screen(window),
        "reset_layout": window.reset_layout,
        "manual": lambda: _manual(window),
        "palette": lambda: run_palette(window.book, window),
        "shortcuts": lambda: ShortcutsDialog(window.book, window).exec(),
        "about": lambda: AboutDialog(
            credits_text(window.bridge), window.theme.colours["accent"], window
        ).exec(),
    }
    for room in window.rooms.values():
        table[f"workspace_{room.table.id}"] = partial(_workspace, window, room.table.id)
        table.update(room.commands())
    for ident, slot in table.items():
        window.book.on(ident, slot)
    window.book["reach"].setChecked(True)


def _escape(window: MainWindow) -> None:
    if window.room is not None and window.room.escape():
        return
    if window.view.board.live.fan is not None:
        window.view.spread(None)
        return
    window.notice.hide()
    window.selection.clear()
    if window.room is not None and window.room.page is None:
        window.view.setFocus()


def _workspace(window: MainWindow, name: str) -> None:
    with window.trouble.told():
        window.set_workspace(name)


def _go_to(window: MainWindow) -> None:
    board = window.view.board.map
    at = ask_where(board, window) if board is not None else None
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
