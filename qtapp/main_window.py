"""The main window. It only wires: what things do is in the desks, panels and dialogs."""

from __future__ import annotations

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
from maps.hexgrid import Hex
from qtapp.action_book import ActionBook
from qtapp.bridge import GameBridge
from qtapp.commands import connect_commands
from qtapp.conditions import holding
from qtapp.counter_pictures import CounterPictures
from qtapp.dialogs.manual import ManualWindow
from qtapp.docks import EDIT, PLAY, Docks
from qtapp.edit_desk import EditDesk
from qtapp.errors import Trouble
from qtapp.file_desk import FileDesk
from qtapp.first_look import first_look
from qtapp.folders import Folders
from qtapp.hints import hex_hint
from qtapp.map_view.view import MapView
from qtapp.menus import build_menus
from qtapp.painters.board import Layers
from qtapp.panels.battle_panel import BattlePanel
from qtapp.panels.choices_panel import ChoicesPanel
from qtapp.panels.decision_panel import DecisionPanel
from qtapp.panels.displays_panel import DisplaysPanel
from qtapp.panels.log_panel import LogPanel
from qtapp.panels.notice_bar import NoticeBar
from qtapp.panels.problems_panel import ProblemsPanel
from qtapp.panels.stack_panel import StackPanel
from qtapp.panels.terrain_panel import TerrainPanel
from qtapp.panels.turn_strip import TurnStrip
from qtapp.play_desk import PlayDesk
from qtapp.selection import Selection
from qtapp.settings import Preferences
from qtapp.theme import dress, icons_of
from qtapp.welcome import WelcomePage
from qtapp.workers.automatic import AutomaticPlayer, Choose


class MainWindow(QMainWindow):
    """One window on one campaign file."""

    def __init__(self, folders: Folders, choose: Choose) -> None:
        super().__init__()
        self.setObjectName("main")
        self.setWindowTitle("Sandtable")
        self.preferences = Preferences(folders.settings())
        self.theme = resources.theme(self._known_theme())
        self.icons = icons_of(self.theme)
        self.trouble = Trouble(folders.fault_log, self)
        self.bridge = GameBridge(self)
        self.selection = Selection(self)
        self.pictures = CounterPictures(ratio=self.devicePixelRatioF())
        self.book = ActionBook(self, self.preferences)
        self.files = FileDesk(self.bridge, folders, self.preferences, self.trouble, self)
        self.view = MapView()
        self.play = PlayDesk(self.bridge, self.selection, self.view)
        self.edit = EditDesk(self.bridge, self.view)
        self.robot = AutomaticPlayer(self.bridge, choose, self)
        self.manual: ManualWindow | None = None
        self.recent_menu: QMenu | None = None
        self._workspace = ""
        self._was_fighting = False
        self._build_panels()
        self._build_centre()
        build_menus(self)
        self._wear(self.theme.id)
        self._connect()
        connect_commands(self)
        self._remember_shape()
        self._closed()

    def _build_panels(self) -> None:
        bridge, selection, pictures = self.bridge, self.selection, self.pictures
        self.decision = DecisionPanel(bridge)
        self.stack = StackPanel(bridge, selection, pictures)
        self.choices = ChoicesPanel(bridge, selection)
        self.displays = DisplaysPanel(bridge, pictures, self.theme)
        self.battle = BattlePanel(bridge, selection, pictures)
        self.log = LogPanel(bridge)
        self.terrain = TerrainPanel()
        self.problems = ProblemsPanel()
        self.docks = Docks(
            self,
            {
                "decision": self.decision,
                "stack": self.stack,
                "choices": self.choices,
                "displays": self.displays,
                "battle": self.battle,
                "log": self.log,
                "terrain": self.terrain,
                "problems": self.problems,
            },
        )

    def _build_centre(self) -> None:
        self.turn_strip = TurnStrip(self.bridge, self.theme)
        self.notice = NoticeBar(self.icons)
        self.welcome = WelcomePage(self.theme.colours["accent"])
        board = QWidget()
        layout = QVBoxLayout(board)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.turn_strip)
        layout.addWidget(self.view, 1)
        layout.addWidget(self.notice)
        self.centre = QStackedWidget()
        self.centre.addWidget(self.welcome)
        self.centre.addWidget(board)
        self.setCentralWidget(self.centre)
        self.hint = QLabel()
        self.hint.setAccessibleName("Hex under the pointer")
        self.hint.setContentsMargins(8, 2, 0, 2)
        self.standing = QLabel()
        self.standing.setAccessibleName("Standing")
        self.standing.setContentsMargins(0, 2, 8, 2)
        self.statusBar().addWidget(self.hint, 1)
        self.statusBar().addPermanentWidget(self.standing)
        self.toolbar = QToolBar("Tools")
        self.toolbar.setObjectName("toolbar")
        self.toolbar.setMovable(False)
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self.toolbar)

    def _connect(self) -> None:
        bridge = self.bridge
        self._refresher = QTimer(self)
        self._refresher.setSingleShot(True)
        self._refresher.setInterval(0)
        self._refresher.timeout.connect(self.refresh_actions)
        bridge.opened.connect(self._opened)
        bridge.closed.connect(self._closed)
        bridge.changed.connect(self._changed)
        bridge.objected.connect(lambda _action, objections: self.notice.object(objections))
        self.selection.changed.connect(self._refresher.start)
        self.edit.changed.connect(self._refresher.start)
        self.robot.busy_changed.connect(lambda _busy: self._refresher.start())
        self.robot.stuck.connect(self.notice.trouble)
        self.trouble.known.connect(self.show_known)
        self.trouble.fault.connect(self.show_fault)
        self.view.hovered.connect(self._hover)
        self.decision.chosen.connect(self.play.do)
        self.decision.dice.rolled.connect(bridge.roll)
        self.decision.dice.typed.connect(bridge.type_die)
        self.choices.chosen.connect(self.play.do)
        self.choices.pointed.connect(self.play.point_at)
        self.stack.acted.connect(self.choices.focus)
        self.battle.chosen.connect(self.play.do)
        self.battle.aimed.connect(self.play.aim_at_unit)
        self.displays.unit_picked.connect(self.play.select_unit)
        self.displays.hex_picked.connect(self.go_to)
        self.log.sought.connect(bridge.seek)
        self.problems.picked.connect(self.go_to)
        self.terrain.picked.connect(self._terrain_picked)
        self.welcome.new_wanted.connect(self.files.new)
        self.welcome.open_wanted.connect(self.files.ask_open)
        self.welcome.manual_wanted.connect(lambda: self.book["manual"].trigger())
        self.welcome.file_wanted.connect(self.files.open)

    def go_to(self, at: Hex) -> None:
        """Bring a hex into view and put the cursor on it."""
        self.view.go_to(at)
        self.view.flash(at, "now")

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
        self.turn_strip.set_theme(self.theme)
        self.displays.set_theme(self.theme)
        QTimer.singleShot(0, self.log.follow)
        self.welcome.set_ink(self.theme.colours["accent"])
        self.view.setBackgroundBrush(QColor(self.theme.colours["border"]))
        self.view.board.set_layers(Layers(), dim=DIM if self.theme.dark else 0.0)

    def set_workspace(self, name: str) -> None:
        """Go to the Play or the Edit workspace; each remembers how its panels lie."""
        if name == self._workspace:
            return
        if name == EDIT:
            self.edit.start()
            self.terrain.show_legend(self.edit.map)
            self.edit.brush.kind = self.terrain.kind
        else:
            self.edit.leave()
        self._keep_layout()
        self._workspace = name
        self.play.set_active(name == PLAY)
        self.view.set_hand(name == EDIT and not self.edit.brush_on)
        self.selection.clear()
        self._arrange()
        self.book[f"workspace_{name}"].setChecked(True)
        self.book["brush" if self.edit.brush_on else "hand"].setChecked(True)
        self.refresh_actions()
        self.view.setFocus()

    def reset_layout(self) -> None:
        """Put all panels back where they were first."""
        self.preferences.forget_layouts()
        if self._workspace:
            self.docks.arrange(self._workspace)

    def refresh_actions(self) -> None:
        """Switch actions on and off by what holds now."""
        self.book.set_conditions(holding(self.bridge, self.selection, self.edit, self.robot))
        if self.bridge.is_open:
            self.book[f"dice_{self.bridge.game.dice.value}"].setChecked(True)
            for side, ident in zip(self.bridge.game.system.sides, SIDE_ACTIONS, strict=False):
                self.book[ident].setChecked(side.id in self.robot.sides)

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
        self.bridge.close()
        super().closeEvent(event)

    def _opened(self) -> None:
        game = self.bridge.game
        self.centre.setCurrentIndex(1)
        self.toolbar.show()
        name = game.path.name if game.path else "not kept in a file"
        self.setWindowTitle(f"{game.scenario.title} — {name} — Sandtable")
        for side, ident in zip(game.system.sides, SIDE_ACTIONS, strict=False):
            self.book[ident].setText(f"Play the {side.name} side")
        self._workspace = PLAY
        self.play.set_active(True)
        self._arrange()
        self.book["workspace_play"].setChecked(True)
        QTimer.singleShot(0, lambda: first_look(self.view, self.bridge))
        self.view.setFocus()

    def _closed(self) -> None:
        self._keep_layout()
        self._workspace = ""
        self.docks.hide_all()
        self.notice.hide()
        self.hint.clear()
        self.standing.clear()
        self.welcome.show_recent(self.preferences.recent)
        self.centre.setCurrentIndex(0)
        self.toolbar.hide()
        self.setWindowTitle("Sandtable")
        self.refresh_actions()

    def _changed(self) -> None:
        self.notice.hide()
        self._refresher.start()
        phases = self.bridge.rules.phases(self.bridge.state)
        shown = [display.summary for display in self.bridge.displays if display.summary]
        self.standing.setText("   ·   ".join(shown))
        self.standing.setToolTip(f"Turn {phases.turn} of {phases.last_turn}")
        if self.bridge.view.outcome is not None:
            self.docks["displays"].raise_()
            self.displays.show_display("victory")
        if self.battle.is_fighting != self._was_fighting:
            self._was_fighting = self.battle.is_fighting
            self.docks["battle" if self._was_fighting else "displays"].raise_()
            battle = self.bridge.rules.battle(self.bridge.state)
            if battle is not None and battle.at is not None:
                self.view.ensure_hex_visible(battle.at)

    def _hover(self, at: object) -> None:
        self.hint.setText(
            hex_hint(self.bridge, self.selection, at if isinstance(at, Hex) else None)
        )

    def _terrain_picked(self, kind: str) -> None:
        self.edit.brush.kind = kind
        self.book["brush"].trigger() if self.edit.is_active else None

    def _arrange(self) -> None:
        kept = self.preferences.layout(self._workspace)
        self.docks.arrange(self._workspace)
        if kept is not None:
            self.restoreState(kept)

    def _keep_layout(self) -> None:
        if self._workspace and self.isVisible():
            self.preferences.keep_layout(self._workspace, self.saveState())

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

SIDE_ACTIONS = ("auto_first", "auto_second")


def open_window(folders: Folders, choose: Choose, wanted: Path | str | None) -> MainWindow:
    """A window on a file, on the campaign of a scenario, or on nothing."""
    window = MainWindow(folders, choose)
    window.show()
    if isinstance(wanted, Path):
        window.files.open(wanted)
    elif wanted is not None:
        window.files.go_on(wanted)
    return window


__all__ = ["Dice", "MainWindow", "open_window"]
