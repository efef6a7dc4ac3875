"""The main window. It only wires: what things do is in workspaces, panels and dialogs."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QColor,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QStackedWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

import resources
from engine.game.session import Dice
from maps.errors import KnownError
from maps.hexgrid import Hex
from qtapp.actions.menus import build_menus, show_menus_of
from qtapp.actions.toolbar import Toolbar
from qtapp.app.commands import connect_commands
from qtapp.app.conditions import holding
from qtapp.app.docks import Docks
from qtapp.app.errors import outside_qt
from qtapp.app.files.folders import Folders
from qtapp.app.files.newer_bar import NewerBar
from qtapp.app.guide.acts import connect_guide
from qtapp.app.guide.guide_bar import GuideBar
from qtapp.app.services import Services
from qtapp.app.welcome import WelcomePage
from qtapp.app.window_fit import WindowFit, show_more
from qtapp.painters.schemes import SCHEMES
from qtapp.widgets.over import Ground, Over
from qtapp.widgets.parts import StatusLine
from qtapp.widgets.plain import fail, warn
from qtapp.widgets.theme import dress, icons_of
from qtapp.widgets.trees import name_heads
from qtapp.workers.automatic import Explain
from qtapp.workspaces.all_workspaces import make_workspaces
from qtapp.workspaces.contents.contents_table import CONTENTS
from qtapp.workspaces.map.map_table import EDIT
from qtapp.workspaces.map.map_workspace import MapWorkspace
from qtapp.workspaces.play.play_table import PLAY
from qtapp.workspaces.play.play_workspace import PlayWorkspace
from qtapp.workspaces.workspace import Workspace

WAR_WIDEST = 1100
"""Pixels: as wide as the slider through the war becomes."""


class MainWindow(Services):
    """One window on one file."""

    def __init__(self, folders: Folders, explain: Explain) -> None:
        super().__init__(folders)
        self.setObjectName("main")
        self.setWindowTitle("Sandtable")
        self.workspace: Workspace | None = None
        self.workspaces = {
            workspace.table.id: workspace for workspace in make_workspaces(self, explain)
        }
        self._name_workspaces()
        self.docks = Docks(
            self,
            {
                k: panel
                for workspace in self.workspaces.values()
                for k, panel in workspace.panels.items()
            },
        )
        self._build_centre()
        build_menus(self)
        self._wear(self.theme.id)
        self._connect()
        self._fit = WindowFit(self)
        connect_commands(self, self.workspaces, lambda: self.workspace, self.guide)
        connect_guide(self, self.guide)
        self._remember_shape()
        self._closed()

    def _name_workspaces(self) -> None:
        """Short names for what other parts of the window and its tests reach for."""
        play, edit = self.workspaces[PLAY], self.workspaces[EDIT]
        assert isinstance(play, PlayWorkspace) and isinstance(edit, MapWorkspace)
        self.play, self.robot = play.controller, play.robot
        self.decision, self.stack, self.choices = play.decision, play.stack, play.choices
        self.displays, self.battle, self.log = play.displays, play.battle, play.log
        self.turn_strip, self.tour, self.war_bar = play.turn_strip, play.tour, play.war_bar
        self.edit, self.tool_panel, self.problems = edit.controller, edit.tools.panel, edit.problems

    def _build_centre(self) -> None:
        self.newer = NewerBar(self.document, self.preferences, self.icons)
        self.guide = GuideBar(self.document, self.preferences)
        self.welcome = WelcomePage(self.theme.colours["accent"])
        self.board_page = QWidget()
        layout = _tight(self.board_page)
        for workspace in self.workspaces.values():
            if workspace.header is not None:
                layout.addWidget(workspace.header)
        layout.addWidget(self.view, 1)
        Over(self.newer, self.view, Qt.Edge.TopEdge)
        Over(self.tour, self.view, Qt.Edge.TopEdge, self.newer)
        Over(self.war_bar, self.view, Qt.Edge.BottomEdge, self.play.legend, widest=WAR_WIDEST)
        self.centre = QStackedWidget()
        for page in (self.welcome, self.board_page, *(r.page for r in self.workspaces.values())):
            if page is not None:
                self.centre.addWidget(page)
        self.centre.setMinimumSize(*NARROWEST_BOARD)
        self.setMinimumSize(*NARROWEST)
        middle = QWidget()
        outer = _tight(middle)
        outer.addWidget(self.guide)
        outer.addWidget(self.centre, 1)
        ground = Ground(middle)
        Over(self.notice, ground, Qt.Edge.BottomEdge, self.play.legend, self.war_bar)
        self.setCentralWidget(ground)
        self.hint.setAccessibleName("Hex under the pointer")
        self.hint.setContentsMargins(8, 2, 24, 2)
        self.standing.setAccessibleName("Standing")
        self.standing.setContentsMargins(0, 2, 8, 2)
        self.statusBar().addWidget(StatusLine(self.hint, self.standing), 1)
        self.toolbars = {name: self._toolbar(name) for name in ("", *self.workspaces)}
        name_heads(self)

    def _toolbar(self, workspace: str) -> QToolBar:
        bar = Toolbar(f"Tools of {workspace}" if workspace else "Toolbar")
        bar.setObjectName(f"toolbar {workspace}".strip())
        bar.setMovable(False)
        bar.toggleViewAction().setVisible(False)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, bar)
        return bar

    def _connect(self) -> None:
        self._refresher = QTimer(self)
        self._refresher.setSingleShot(True)
        self._refresher.setInterval(0)
        self._refresher.timeout.connect(self.refresh_actions)
        self.document.opened.connect(self._opened)
        self.document.closed.connect(self._closed)
        self.document.contents_changed.connect(self._refresher.start)
        self.document.contents_changed.connect(self._show_title)
        self.trouble.known.connect(self.show_known)
        self.trouble.fault.connect(self.show_fault)
        self.safety.hinted.connect(self.notice.trouble)
        self.backups.failed.connect(self.notice.trouble)
        self.newer.wanted.connect(self._show_newer)
        self.edit.edited.connect(lambda _touched: self.newer.edited())
        self.view.hovered.connect(self._hover)
        for workspace in self.workspaces.values():
            workspace.changed.connect(self._refresher.start)
        self.welcome.new_wanted.connect(self.files.new)
        self.welcome.own_wanted.connect(lambda: self.book["bring_in"].trigger())
        self.welcome.open_wanted.connect(self.files.ask_open)
        self.welcome.manual_wanted.connect(lambda: self.book["manual"].trigger())
        self.welcome.file_wanted.connect(self.files.open)

    @property
    def workspace_id(self) -> str:
        """The id of the workspace in view, '' for none."""
        return self.workspace.table.id if self.workspace is not None else ""

    @property
    def reading(self) -> str:
        """The page of the manual on what is in view, by id; '' for where one read before."""
        return self.workspace.reading if self.workspace is not None else ""

    def set_theme(self, name: str) -> None:
        """Use a theme from now on."""
        self.preferences.theme = name
        self._wear(name)

    def set_scheme(self, name: str) -> None:
        """Colour boards so from now on; "" follows the theme."""
        self.preferences.scheme = name
        self._wear(self.theme.id)

    def _wear(self, name: str) -> None:
        self.theme = resources.theme(name)
        self.icons = icons_of(self.theme)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            dress(app, self.theme)
        self.book.set_icons(self.icons)
        for bar in self.toolbars.values():
            show_more(bar, self.icons)
        self.book[f"theme_{name}"].setChecked(True)
        chosen = self.preferences.scheme
        self.book[f"board_{chosen if chosen in SCHEMES else 'themed'}"].setChecked(True)
        self.notice.set_icons(self.icons)
        self.newer.set_icons(self.icons)
        for workspace in self.workspaces.values():
            workspace.wear(self.theme, self.icons)
        self.welcome.set_ink(self.theme.colours["accent"])
        self.view.setBackgroundBrush(QColor(self.theme.colours["border"]))
        self.view.board.wear(self.scheme)

    def set_workspace(self, name: str) -> None:
        """Go to a workspace; each remembers how its panels lie.

        Raises KnownError when it cannot be entered; then the one before stays.
        """
        if self.workspace is not None and name == self.workspace.table.id:
            return
        before, workspace = self.workspace, self.workspaces[name]
        if before is not None:
            self._keep_layout()
            before.leave()
            before.is_active = False
        self.selection.clear()
        try:
            workspace.enter()
        except KnownError:
            if before is not None:
                before.enter()
                before.is_active = True
                self.book[f"workspace_{before.table.id}"].setChecked(True)
            raise
        workspace.is_active = True
        self.workspace = workspace
        self.hint.setText(workspace.hint(None))
        self.standing.setVisible(name == PLAY)
        self.notice.hide()
        self.centre.setCurrentWidget(workspace.page or self.board_page)
        for other in self.workspaces.values():
            if other.header is not None:
                other.header.setVisible(other is workspace)
        self._arrange()
        self.book[f"workspace_{name}"].setChecked(True)
        self.refresh_actions()
        (workspace.page or self.view).setFocus()

    def reset_layout(self) -> None:
        """Put all panels back where they were first."""
        self.preferences.forget_layouts()
        if self.workspace is not None:
            self.docks.arrange(self.workspace.table.id)

    def refresh_actions(self) -> None:
        """Switch actions on and off by what holds now."""
        self.book.set_conditions(holding(self.document, self.workspace), self.workspace_id)

    def show_known(self, sentence: str) -> None:
        """Tell the user of something that is theirs to fix."""
        if not self.safety.offer_copy(sentence):
            warn(self, sentence)

    def show_fault(self, sentence: str) -> None:
        """Own up to a fault of the program."""
        fail(self, sentence)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit toolbars and columns to the new size."""
        super().resizeEvent(event)
        self._fit.ask()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit them to the size it is shown at."""
        super().showEvent(event)
        with outside_qt():
            self._fit.ask()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """A key that nobody took: say why, when it is the shortcut of something that is off."""
        why = self.book.why_dead(QKeySequence(event.keyCombination()))
        if why and not event.isAutoRepeat():
            self.notice.say(why)
        super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the layout and release the file; there is nothing to save."""
        self._keep_layout()
        self.preferences.geometry = self.saveGeometry()
        self.preferences.save()
        self.backups.stop()
        self.document.close()
        super().closeEvent(event)

    def _show_title(self) -> None:
        title = f"{self.document.title} — " if self.document.is_open else ""
        self.setWindowTitle(f"{title}Sandtable")

    def _opened(self) -> None:
        self._show_title()
        if self.workspace is not None:
            self._keep_layout()
            self.workspace.leave()
            self.workspace.is_active = False
            self.workspace = None
        for workspace in self.workspaces.values():
            workspace.opened()
        self.standing.show_parts(())
        start = PLAY if self.document.has_game else EDIT if self.document.has_board else CONTENTS
        self.set_workspace(start)
        if start == EDIT:
            QTimer.singleShot(0, self.view, self.view.zoom_to_fit)
        self.safety.opened()

    def _closed(self) -> None:
        self._keep_layout()
        if self.workspace is not None:
            self.workspace.leave()
            self.workspace.is_active = False
            self.workspace = None
        for workspace in self.workspaces.values():
            workspace.closed()
        self.docks.hide_all()
        self.notice.hide()
        self.hint.clear()
        self.standing.show_parts(())
        self.welcome.show_recent(self.preferences.recent)
        self.centre.setCurrentWidget(self.welcome)
        show_menus_of(self, "")
        self._show_title()
        self.refresh_actions()

    def _show_newer(self) -> None:
        """Go to the list of what the shipped board has otherwise."""
        with self.trouble.told():
            self.set_workspace(EDIT)
            self.book["newer_board"].trigger()

    def _hover(self, at: object) -> None:
        found = at if isinstance(at, Hex) else None
        self.hint.setText(self.workspace.hint(found) if self.workspace is not None else "")

    def _arrange(self) -> None:
        assert self.workspace is not None
        name = self.workspace.table.id
        kept = self.preferences.layout(name)
        self.docks.arrange(name)
        if kept is not None:
            self.docks.restore(name, kept, self.preferences.drawn(name))
        show_menus_of(self, name)

    def _keep_layout(self) -> None:
        if self.workspace is not None and self.isVisible():
            name = self.workspace.table.id
            self.preferences.keep_layout(name, self.saveState(), self.docks.drawn(name))

    def _remember_shape(self) -> None:
        self.resize(1280, 800)
        kept = self.preferences.geometry
        if kept is not None:
            self.restoreGeometry(kept)

    def known_theme(self) -> str:
        """The theme to wear: the one chosen, else one that suits the desktop."""
        name = self.preferences.theme
        if name in resources.theme_names():
            return name
        dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return "dark" if dark else "light"


NARROWEST = 740, 480
"""How small the window may be, in pixels of an interface at 100 %."""
NARROWEST_BOARD = 320, 260
"""What panels leave to the board at least; pages that are wider have scroll bars."""


def _tight(widget: QWidget) -> QVBoxLayout:
    layout = QVBoxLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(0)
    return layout


def open_window(folders: Folders, explain: Explain, wanted: Path | str | None) -> MainWindow:
    """A window on a file, on the campaign of a scenario, or on nothing."""
    window = MainWindow(folders, explain)
    window.show()
    if isinstance(wanted, Path):
        window.files.open(wanted)
    elif wanted is not None:
        window.files.go_on(wanted)
    return window


__all__ = ["Dice", "MainWindow", "open_window"]
