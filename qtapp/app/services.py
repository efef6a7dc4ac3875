"""What the window gives its workspaces: the open file, the game, the view, ways to show things."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from PySide6.QtWidgets import QMainWindow, QMenu, QToolBar

import resources
from engine.editing.game_box import BOX
from maps.hexgrid import Hex
from qtapp.actions.action_book import ActionBook
from qtapp.actions.action_kinds import Category
from qtapp.app.bridge import GameBridge
from qtapp.app.docks import Docks
from qtapp.app.errors import Trouble
from qtapp.app.files.backup_keeper import BackupKeeper
from qtapp.app.files.box_controller import BoxController
from qtapp.app.files.document import Document
from qtapp.app.files.exchange_controller import IMPORTED, ExchangeController
from qtapp.app.files.export_controller import ExportController
from qtapp.app.files.file_controller import FileController
from qtapp.app.files.file_drops import FileDrops
from qtapp.app.files.folders import Folders
from qtapp.app.files.safety_controller import SafetyController
from qtapp.app.guide.scan_board import ScanBoards
from qtapp.app.settings import Preferences
from qtapp.board.selection import Selection
from qtapp.board.view import MapView
from qtapp.dialogs.manual import ManualWindow
from qtapp.painters.schemes import Scheme, scheme_of
from qtapp.widgets.counter_pictures import CounterPictures
from qtapp.widgets.notice_bar import NoticeBar
from qtapp.widgets.parts import CutLine, FittingLine
from qtapp.widgets.theme import icons_of
from qtapp.workspaces.map.map_table import EDIT


class Services(QMainWindow):
    """The services of one window. The main window is one; workspaces know no more of it than this.

    ``docks`` and ``toolbars`` are there once the workspaces are made.
    """

    docks: Docks
    toolbars: dict[str, QToolBar]

    def __init__(self, folders: Folders) -> None:
        super().__init__()
        self.folders = folders
        self.preferences = Preferences(folders.settings())
        self.theme = resources.theme(self.known_theme())
        self.icons = icons_of(self.theme)
        self.trouble = Trouble(folders.fault_log, self)
        self.bridge = GameBridge(self)
        self.document = Document(self.bridge, self)
        self.selection = Selection(self)
        self.pictures = CounterPictures(ratio=self.devicePixelRatioF())
        self.book = ActionBook(self, self.preferences)
        self.files = FileController(
            self.document, self.bridge, folders, self.preferences, self.trouble, self
        )
        self.safety = SafetyController(
            self.document, self.files, folders, self.preferences, self.trouble, self
        )
        self.exchange = ExchangeController(
            self.document,
            self.files,
            folders,
            self.trouble,
            self,
            lambda: self.set_workspace(EDIT),
        )
        self.export = ExportController(
            self.document, self.bridge, self.trouble, self, lambda: self.view.board.skin
        )
        self.scan_boards = ScanBoards(self.document, self.trouble, self)
        self.boxes = BoxController(self.document, self.files, folders, self.trouble, self)
        self.drops = FileDrops(
            self,
            dict.fromkeys(IMPORTED, self.exchange.take_in)
            | dict.fromkeys((".sandtable", BOX), self.files.open),
        )
        self.backups = BackupKeeper(self.document, self.files, folders, self.trouble, self)
        self.view = MapView()
        self.notice = NoticeBar(self.icons)
        self.hint, self.standing = CutLine(), FittingLine()
        self.manual: ManualWindow | None = None
        self.menus: dict[Category, QMenu] = {}

    @property
    @abstractmethod
    def workspace_id(self) -> str:
        """The id of the workspace in view, '' for none."""

    @property
    @abstractmethod
    def reading(self) -> str:
        """The page of the manual on what is in view, by id; '' for where one read before."""

    @abstractmethod
    def known_theme(self) -> str:
        """The theme to wear: the one chosen, else one that suits the desktop."""

    @abstractmethod
    def set_theme(self, name: str) -> None:
        """Use a theme from now on."""

    @abstractmethod
    def set_scheme(self, name: str) -> None:
        """Colour boards so from now on; "" follows the theme."""

    @property
    def scheme(self) -> Scheme:
        """How boards are coloured."""
        return scheme_of(self.preferences.scheme, self.theme.id)

    @abstractmethod
    def set_workspace(self, name: str) -> None:
        """Go to a workspace; each remembers how its panels lie.

        Raises KnownError when it cannot be entered; then the one before stays.
        """

    @abstractmethod
    def reset_layout(self) -> None:
        """Put all panels back where they were first."""

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
