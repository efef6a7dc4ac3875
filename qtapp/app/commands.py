"""What each action of the window's own table does; each room says what its actions do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtWidgets import QApplication, QInputDialog, QLineEdit, QMessageBox

from engine.core.wording import PER_CENT
from maps.hexgrid import Hex
from qtapp.actions.keys_sheet import KeysSheet
from qtapp.app.credits import credits_text
from qtapp.app.guide.acts import bring_in
from qtapp.app.guide.guide_bar import GuideBar
from qtapp.app.services import Services
from qtapp.app.settings import SCALES
from qtapp.board.pictures.board_picture import board_picture
from qtapp.dialogs.about import AboutDialog
from qtapp.dialogs.go_to import ask_where
from qtapp.dialogs.manual import ManualWindow
from qtapp.dialogs.palette import run_palette
from qtapp.dialogs.shortcuts import ShortcutsDialog
from qtapp.painters.layers.shape import BoardShape
from qtapp.painters.schemes import SCHEMES
from qtapp.widgets.plain import message, plain
from qtapp.workspaces.scan.scan_table import SCAN
from qtapp.workspaces.workspace import Workspace

Current = Callable[[], Workspace | None]
"""The workspace in view."""


def connect_commands(
    window: Services, workspaces: Mapping[str, Workspace], current: Current, guide: GuideBar
) -> None:
    """Connect every action of the table."""
    table: dict[str, Callable[[], object]] = {
        "new": window.files.new,
        "lay_out": window.files.lay_out,
        "new_project": window.files.ask_project,
        "open": window.files.ask_open,
        "copy": window.files.ask_copy,
        "rescue": window.safety.ask_rescue,
        "backups": window.backups.ask_restore,
        "import": window.exchange.ask_import,
        "export": lambda: window.export.ask_board(window.view.board.map),
        "export_module": lambda: window.export.ask_module(window.view.board.map),
        "export_paper": lambda: window.export.ask_paper(window.view.board.map),
        "export_film": lambda: window.export.ask_film(_hexes_in_view(window)),
        "export_log": window.files.ask_log,
        "picture": lambda: window.files.ask_picture(
            lambda: board_picture(window.bridge, window.view)
        ),
        "close": window.files.close,
        "quit": window.close,
        "undo": lambda: _with(current, lambda workspace: workspace.undo()),
        "redo": lambda: _with(current, lambda workspace: workspace.redo()),
        "deselect": lambda: _escape(window, current()),
        "zoom_in": lambda: _with(current, lambda workspace: workspace.zoom(1)),
        "zoom_out": lambda: _with(current, lambda workspace: workspace.zoom(-1)),
        "zoom_fit": lambda: _with(current, lambda workspace: workspace.zoom(0)),
        "go_to": lambda: _go_to(window),
        "go_to_selection": lambda: _go_to_selection(window),
        "theme_light": lambda: window.set_theme("light"),
        "theme_dark": lambda: window.set_theme("dark"),
        "theme_contrast": lambda: window.set_theme("contrast"),
        "board_themed": lambda: window.set_scheme(""),
        **{f"board_{ident}": partial(window.set_scheme, ident) for ident in SCHEMES},
        "scale": lambda: _ask_scale(window),
        "full_screen": lambda: _full_screen(window),
        "reset_layout": window.reset_layout,
        "manual": lambda: _manual(window),
        "bring_in": lambda: bring_in(window, guide),
        "palette": lambda: run_palette(window.book, window),
        "shortcuts": lambda: ShortcutsDialog(window.book, window).exec(),
        "keys_sheet": lambda: _keys_sheet(window),
        "about": lambda: AboutDialog(
            credits_text(window.bridge), window.theme.colours["accent"], window
        ).exec(),
    }
    for workspace in workspaces.values():
        table[f"workspace_{workspace.table.id}"] = partial(_workspace, window, workspace.table.id)
        table.update(workspace.commands())
    for ident, slot in table.items():
        window.book.on(ident, slot)
    for shown in ("reach", "far_armies"):
        window.book[shown].setChecked(True)


def _hexes_in_view(window: Services) -> tuple[Hex, ...]:
    """The hexes of the board that can be seen in the window."""
    view = window.view
    seen = view.mapToScene(view.viewport().rect()).boundingRect()
    board = view.board.map
    if board is None:
        return ()
    shape = BoardShape(board)
    return tuple(at for at in shape.hexes_in(seen) if seen.contains(*shape.centre(at)))


def _with(current: Current, act: Callable[[Workspace], None]) -> None:
    workspace = current()
    if workspace is not None:
        act(workspace)


def _escape(window: Services, workspace: Workspace | None) -> None:
    field = QApplication.focusWidget()
    if isinstance(field, QLineEdit) and field.isClearButtonEnabled() and field.text():
        field.clear()  # the filter first, what is chosen with the next press
        return
    if workspace is not None and workspace.escape():
        return
    if window.view.board.live.fan is not None:
        window.view.spread(None)
        return
    window.notice.hide()
    window.selection.clear()
    if workspace is not None and workspace.page is None:
        window.view.setFocus()


def _workspace(window: Services, name: str) -> None:
    with window.trouble.told():
        if name == SCAN and not window.document.has_board and not window.scan_boards.ask():
            window.book[f"workspace_{window.workspace_id}"].setChecked(True)
            return
        window.set_workspace(name)


def _go_to(window: Services) -> None:
    board = window.view.board.map
    at = ask_where(board, window) if board is not None else None
    if at is not None:
        window.go_to(at)


def _go_to_selection(window: Services) -> None:
    if window.selection.hex is not None:
        window.go_to(window.selection.hex)


BEGIN_AGAIN = "begin again"
"""The property of the application that asks for a fresh start once its windows are closed."""


def _ask_scale(window: Services) -> None:
    """Choose how large the interface is drawn, and begin again at once if wanted."""
    now = window.preferences.scale
    texts = [f"{percent} %" for percent in SCALES]
    text, taken = QInputDialog.getItem(
        window, "Interface scale", "Draw the whole interface at:", texts, SCALES.index(now), False
    )
    chosen = SCALES[texts.index(text)] if taken else now
    if chosen == now:
        return
    window.preferences.scale = chosen
    window.preferences.save()
    if ask_to_begin_again(window, chosen):
        app = QApplication.instance()
        assert app is not None
        app.setProperty(BEGIN_AGAIN, True)
        QApplication.closeAllWindows()


def ask_to_begin_again(window: Services, percent: int) -> bool:
    """Whether to begin again now; with "Later" the scale counts from the next start."""
    said = f"Everything is drawn at {percent}{PER_CENT} when Sandtable begins again."
    box = message(QMessageBox.Icon.Question, window, said, "Interface scale")
    box.setInformativeText(plain("Everything is saved; the same file is opened."))
    now = box.addButton("Begin again now", QMessageBox.ButtonRole.AcceptRole)
    box.addButton("Later", QMessageBox.ButtonRole.RejectRole)
    box.exec()
    return box.clickedButton() is now


def _keys_sheet(window: Services) -> None:
    sheet = KeysSheet(window.book, window.workspace_id, window)
    sheet.exec()
    if sheet.change_wanted:
        ShortcutsDialog(window.book, window).exec()


def _full_screen(window: Services) -> None:
    if window.isFullScreen():
        window.showNormal()
    else:
        window.showFullScreen()


def _manual(window: Services) -> None:
    if window.manual is None:
        window.manual = ManualWindow(window)
    window.manual.show()
    window.manual.raise_()
    window.manual.show_topic(window.reading)
