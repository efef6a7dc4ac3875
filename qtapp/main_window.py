"""The main window. It only wires: what things do is in the rooms, desks, panels and dialogs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCloseEvent, QColor, QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMainWindow,
    QMenu,
    QMessageBox,
    QStackedWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

import resources
from engine.session import Dice
from maps.errors import KnownError
from maps.hexgrid import Hex
from qtapp.action_book import ActionBook
from qtapp.action_kinds import Category
from qtapp.bridge import GameBridge
from qtapp.commands import connect_commands
from qtapp.conditions import holding
from qtapp.counter_pictures import CounterPictures
from qtapp.dialogs.manual import ManualWindow
from qtapp.docks import Docks
from qtapp.document import Document
from qtapp.errors import Trouble
from qtapp.file_desk import FileDesk
from qtapp.folders import Folders
from qtapp.map_view.view import MapView
from qtapp.menus import build_menus, show_menus_of
from qtapp.panels.notice_bar import NoticeBar
from qtapp.rooms.all_rooms import make_rooms
from qtapp.rooms.contents_table import CONTENTS
from qtapp.rooms.map_room import MapRoom
from qtapp.rooms.map_table import EDIT
from qtapp.rooms.play_room import PlayRoom
from qtapp.rooms.play_table import PLAY
from qtapp.rooms.room import Room
from qtapp.selection import Selection
from qtapp.settings import Preferences
from qtapp.theme import dress, icons_of
from qtapp.welcome import WelcomePage
from qtapp.window_fit import WindowFit
from qtapp.workers.automatic import Explain


class MainWindow(QMainWindow):
    """One window on one file."""

    def __init__(self, folders: Folders, explain: Explain) -> None:
        super().__init__()
        self.setObjectName("main")
        self.setWindowTitle("Sandtable")
        self.folders = folders
        self.preferences = Preferences(folders.settings())
        self.theme = resources.theme(self._known_theme())
        self.icons = icons_of(self.theme)
        self.trouble = Trouble(folders.fault_log, self)
        self.bridge = GameBridge(self)
        self.document = Document(self.bridge, self)
        self.selection = Selection(self)
        self.pictures = CounterPictures(ratio=self.devicePixelRatioF())
        self.book = ActionBook(self, self.preferences)
        self.files = FileDesk(
            self.document, self.bridge, folders, self.preferences, self.trouble, self
        )
        self.view = MapView()
        self.notice = NoticeBar(self.icons)
        self.hint, self.standing = QLabel(), QLabel()
        self.manual: ManualWindow | None = None
        self.recent_menu: QMenu | None = None
        self.menus: dict[Category, QMenu] = {}
        self.room: Room | None = None
        self.rooms = {room.table.id: room for room in make_rooms(self, explain)}
        self._name_rooms()
        self.docks = Docks(
            self, {k: panel for room in self.rooms.values() for k, panel in room.panels.items()}
        )
        self._build_centre()
        build_menus(self)
        self._wear(self.theme.id)
        self._connect()
        self._fit = WindowFit(self)
        connect_commands(self)
        self._remember_shape()
        self._closed()

    def _name_rooms(self) -> None:
        """Short names for what other parts of the window and its tests reach for."""
        play, edit = self.rooms[PLAY], self.rooms[EDIT]
        assert isinstance(play, PlayRoom) and isinstance(edit, MapRoom)
        self.play, self.robot = play.desk, play.robot
        self.decision, self.stack, self.choices = play.decision, play.stack, play.choices
        self.displays, self.battle, self.log = play.displays, play.battle, play.log
        self.turn_strip = play.turn_strip
        self.edit, self.tool_panel, self.problems = edit.desk, edit.tools.panel, edit.problems

    def _build_centre(self) -> None:
        self.welcome = WelcomePage(self.theme.colours["accent"])
        self.board_page = QWidget()
        layout = _tight(self.board_page)
        for room in self.rooms.values():
            if room.header is not None:
                layout.addWidget(room.header)
        layout.addWidget(self.view, 1)
        self.centre = QStackedWidget()
        for page in (self.welcome, self.board_page, *(r.page for r in self.rooms.values())):
            if page is not None:
                self.centre.addWidget(page)
        middle = QWidget()
        outer = _tight(middle)
        outer.addWidget(self.centre, 1)
        outer.addWidget(self.notice)
        self.setCentralWidget(middle)
        self.hint.setAccessibleName("Hex under the pointer")
        self.hint.setContentsMargins(8, 2, 0, 2)
        self.standing.setAccessibleName("Standing")
        self.standing.setContentsMargins(0, 2, 8, 2)
        self.statusBar().addWidget(self.hint, 1)
        self.statusBar().addPermanentWidget(self.standing)
        self.toolbars = {name: self._toolbar(name) for name in ("", *self.rooms)}

    def _toolbar(self, room: str) -> QToolBar:
        bar = QToolBar(f"Tools of {room}" if room else "Toolbar")
        bar.setObjectName(f"toolbar {room}".strip())
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
        self.trouble.known.connect(self.show_known)
        self.trouble.fault.connect(self.show_fault)
        self.view.hovered.connect(self._hover)
        for room in self.rooms.values():
            room.changed.connect(self._refresher.start)
        self.welcome.new_wanted.connect(self.files.new)
        self.welcome.open_wanted.connect(self.files.ask_open)
        self.welcome.manual_wanted.connect(lambda: self.book["manual"].trigger())
        self.welcome.file_wanted.connect(self.files.open)

    def go_to(self, at: Hex) -> None:
        """Bring a hex into view and put the cursor on it."""
        self.view.go_to(at)
        self.view.flash(at, "now")

    def show_panel(self, dock: str, focus: Callable[[], None] | None = None) -> None:
        """Bring a panel to the front, and the keyboard into it if wanted."""
        self.docks[dock].show()
        self.docks[dock].raise_()
        if focus is not None:
            focus()

    def set_theme(self, name: str) -> None:
        """Use a theme from now on."""
        self.preferences.theme = name
        self._wear(name)

    def _wear(self, name: str) -> None:
        self.theme = resources.theme(name)
        self.icons = icons_of(self.theme)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            dress(app, self.theme)
        self.book.set_icons(self.icons)
        self.book[f"theme_{name}"].setChecked(True)
        self.notice.set_icons(self.icons)
        for room in self.rooms.values():
            room.wear(self.theme, self.icons)
        self.welcome.set_ink(self.theme.colours["accent"])
        self.view.setBackgroundBrush(QColor(self.theme.colours["border"]))
        self.view.board.set_dim(DIM if self.theme.dark else 0.0)

    def set_workspace(self, name: str) -> None:
        """Go to a workspace; each remembers how its panels lie.

        Raises KnownError when it cannot be entered; then the one before stays.
        """
        if self.room is not None and name == self.room.table.id:
            return
        before, room = self.room, self.rooms[name]
        if before is not None:
            self._keep_layout()
            before.leave()
            before.is_active = False
        self.selection.clear()
        try:
            room.enter()
        except KnownError:
            if before is not None:
                before.enter()
                before.is_active = True
                self.book[f"workspace_{before.table.id}"].setChecked(True)
            raise
        room.is_active = True
        self.room = room
        self.hint.setText(room.hint(None))
        self.standing.setVisible(name == PLAY)
        self.notice.hide()
        self.centre.setCurrentWidget(room.page or self.board_page)
        for other in self.rooms.values():
            if other.header is not None:
                other.header.setVisible(other is room)
        self._arrange()
        self.book[f"workspace_{name}"].setChecked(True)
        self.refresh_actions()
        (room.page or self.view).setFocus()

    def reset_layout(self) -> None:
        """Put all panels back where they were first."""
        self.preferences.forget_layouts()
        if self.room is not None:
            self.docks.arrange(self.room.table.id)

    def refresh_actions(self) -> None:
        """Switch actions on and off by what holds now."""
        name = self.room.table.id if self.room is not None else ""
        self.book.set_conditions(holding(self.document, self.room), name)

    def show_known(self, sentence: str) -> None:
        """Tell the user of something that is theirs to mend."""
        QMessageBox.warning(self, "Sandtable", sentence)

    def show_fault(self, sentence: str) -> None:
        """Own up to a fault of the program."""
        QMessageBox.critical(self, "Sandtable", sentence)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the layout and let go of the file; there is nothing to save."""
        self._keep_layout()
        self.preferences.geometry = self.saveGeometry()
        self.preferences.save()
        self.document.close()
        super().closeEvent(event)

    def _opened(self) -> None:
        self.setWindowTitle(f"{self.document.title} — Sandtable")
        if self.room is not None:
            self._keep_layout()
            self.room.leave()
            self.room.is_active = False
            self.room = None
        for room in self.rooms.values():
            room.opened()
        self.standing.clear()
        start = PLAY if self.document.has_game else EDIT if self.document.has_board else CONTENTS
        self.set_workspace(start)
        if start == EDIT:
            QTimer.singleShot(0, self.view.zoom_to_fit)

    def _closed(self) -> None:
        self._keep_layout()
        if self.room is not None:
            self.room.leave()
            self.room.is_active = False
            self.room = None
        for room in self.rooms.values():
            room.closed()
        self.docks.hide_all()
        self.notice.hide()
        self.hint.clear()
        self.standing.clear()
        self.welcome.show_recent(self.preferences.recent)
        self.centre.setCurrentWidget(self.welcome)
        show_menus_of(self, "")
        self.setWindowTitle("Sandtable")
        self.refresh_actions()

    def _hover(self, at: object) -> None:
        found = at if isinstance(at, Hex) else None
        self.hint.setText(self.room.hint(found) if self.room is not None else "")

    def _arrange(self) -> None:
        assert self.room is not None
        name = self.room.table.id
        kept = self.preferences.layout(name)
        self.docks.arrange(name)
        if kept is not None:
            self.docks.restore(name, kept)
        show_menus_of(self, name)

    def _keep_layout(self) -> None:
        if self.room is not None and self.isVisible():
            self.preferences.keep_layout(self.room.table.id, self.saveState())

    def _remember_shape(self) -> None:
        self.resize(1280, 800)
        kept = self.preferences.geometry
        if kept is not None:
            self.restoreGeometry(kept)

    def _known_theme(self) -> str:
        name = self.preferences.theme
        if name in resources.theme_names():
            return name
        dark = QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return "dark" if dark else "light"


DIM = 0.22
"""How far the dark theme dims the paper."""


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
