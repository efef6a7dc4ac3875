"""The Contents workspace: boards, orders of battle, charts and games of the open file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QFileDialog,
    QHeaderView,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

import maps.data
from engine.core.wording import counted
from engine.editing.chart_session import shipped as shipped_charts
from engine.editing.project_session import BoardInfo, ChartsInfo, GameInfo, OrderInfo
from engine.game.catalogue import of_scenarios, system_of, systems
from maps.formats.boards import BOARDS
from oob.ledger import files, shipped
from qtapp.app.services import Services
from qtapp.dialogs.finder import Finder, Found, fuzzy
from qtapp.dialogs.sheet import ask_new_map
from qtapp.widgets.focus import FocusPass
from qtapp.widgets.parts import label
from qtapp.widgets.plain import ask
from qtapp.widgets.trees import FoldingTree, section_head
from qtapp.workers.waiting import read_waiting
from qtapp.workspaces.charts.charts_table import CHARTS
from qtapp.workspaces.charts.files import ask_import
from qtapp.workspaces.contents.contents_table import CONTENTS_TABLE, ENTRY
from qtapp.workspaces.map.map_table import EDIT
from qtapp.workspaces.play.play_table import PLAY
from qtapp.workspaces.scan.scan_table import SCAN
from qtapp.workspaces.scenarios.scenarios_table import SCENARIOS
from qtapp.workspaces.units.files import ask_empty
from qtapp.workspaces.units.units_table import UNITS
from qtapp.workspaces.workspace import Command, Workspace

Entry = BoardInfo | OrderInfo | ChartsInfo | GameInfo
_ORDER_FILES = "Orders of battle (*.oob *.notation *.csv *.xlsx *.txt)"
ENTRY_ROLE = int(Qt.ItemDataRole.UserRole)


@dataclass(frozen=True, slots=True)
class _FromFile:
    """The choice to look for a file."""


@dataclass(frozen=True, slots=True)
class _Empty:
    """The choice to begin an empty one."""


class ContentsWorkspace(Workspace):
    """Lists what the open file holds; adds to it, opens and removes."""

    table = CONTENTS_TABLE

    def __init__(self, window: Services) -> None:
        super().__init__(window)
        self.title = label("", "title", "File")
        self.where = label("", "faint", "Folder")
        self.tree = FoldingTree()
        self.tree.setAccessibleName("Contents of the file")
        self.tree.setToolTip("Everything in the file; a double click opens it")
        self.tree.setHeaderLabels(["Name", "What it is", "In use"])
        self.tree.setIndentation(14)
        self.tree.setAlternatingRowColors(False)
        self.tree.itemActivated.connect(lambda _item, _column: self._open())
        self.tree.currentItemChanged.connect(lambda _now, _before: self.changed.emit())
        self._page = QWidget()
        layout = QVBoxLayout(self._page)
        layout.setContentsMargins(28, 22, 28, 22)
        layout.setSpacing(10)
        layout.addWidget(self.title)
        layout.addWidget(self.where)
        layout.addWidget(self.tree, 1)
        FocusPass(self._page, self.tree)
        window.document.contents_changed.connect(self.refresh)

    @property
    def page(self) -> QWidget:
        """The list."""
        return self._page

    def commands(self) -> Mapping[str, Command]:
        """What its actions do."""
        return {
            "add_board": self.ask_board,
            "new_board": self.ask_new_board,
            "scan_board": self.ask_scan,
            "add_order": self.ask_order,
            "add_charts": self.ask_charts,
            "add_game": self.window.files.new_here,
            "open_entry": self._open,
            "remove_entry": self._ask_remove,
        }

    def enter(self) -> None:
        """Show what the file holds now."""
        self.refresh()

    def holding(self) -> set[str]:
        """Whether an entry is chosen."""
        return {ENTRY} if self.chosen is not None else set()

    @property
    def chosen(self) -> Entry | None:
        """The board, order of battle, charts or game that is chosen."""
        item = self.tree.currentItem()
        entry = item.data(0, ENTRY_ROLE) if item is not None else None
        return entry if isinstance(entry, Entry) else None

    def refresh(self) -> None:
        """Read the list again."""
        document = self.window.document
        self.tree.clear()
        if document.path is None:
            self.title.setText("This game is not kept in a file")
            self.where.setText("Begin one from the menu File to keep boards beside it.")
            return
        self.title.setText(document.path.stem)
        self.where.setText(str(document.path.parent))
        project = document.project
        self._section("Boards", "No board yet: add one, or start a game.", project.boards)
        self._section("Orders of battle", "No order of battle yet: add one.", project.orders)
        own = [info for info in project.charts if of_scenarios(info.system)]
        edited = [info for info in project.charts if info not in own]
        self._section("Charts", "No edited charts yet: add some.", edited)
        empty = "No scenario of your own yet: make one in the workspace Scenarios."
        self._section("Scenarios", empty, own)
        self._section("Games", "No game yet: start one here.", project.games)
        self.tree.expandAll()
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        first = self.tree.topLevelItem(0)
        chosen = first.child(0) if first is not None else None
        if chosen is not None:
            self.tree.setCurrentItem(chosen)

    def ask_board(self) -> None:
        """Ask for a shipped board or a map file and add it."""
        titles = {name: maps.data.load(name).title for name in maps.data.names()}
        wanted = self._ask("Add a board", titles, "A map file…")
        with self.window.trouble.told():
            if isinstance(wanted, _FromFile):
                file = self._ask_file("Add a board", ";;".join(BOARDS.filters()))
                board = None if file is None else read_waiting(self.window, file, BOARDS.read)
                if board is not None:
                    self.window.document.add_board(board)
            elif isinstance(wanted, str):
                self.window.document.add_board(wanted)

    def ask_new_board(self) -> None:
        """Ask for an empty map, add it and go there."""
        with self.window.trouble.told():
            board = ask_new_map(self.window)
            if board is not None:
                self.window.document.add_board(board)
                self.window.set_workspace(EDIT)

    def ask_scan(self) -> None:
        """Ask for a scan, make the board that it shows, and go there."""
        if self.window.scan_boards.ask():
            self.window.set_workspace(SCAN)

    def ask_order(self) -> None:
        """Ask for a shipped order of battle, a file of one, or an empty one, and add it."""
        titles = shipped.titles()
        empty = Found("An empty one", "", _Empty())
        wanted = self._ask("Add an order of battle", titles, "A file of one…", empty)
        with self.window.trouble.told():
            if isinstance(wanted, _Empty):
                begun = ask_empty(self.window)
                if begun is not None:
                    number = self.window.document.project.add_order(begun)
                    self.window.document.changed()
                    self.window.document.edit_order(number)
                    self.window.set_workspace(UNITS)
                return
            if isinstance(wanted, _FromFile):
                file = self._ask_file("Add an order of battle", _ORDER_FILES)
                order = None if file is None else read_waiting(self.window, file, files.load)
                if order is None:
                    return
                self.window.document.project.add_order(order)
            elif isinstance(wanted, str):
                self.window.document.project.add_order(wanted)
            self.window.document.changed()

    def ask_charts(self) -> None:
        """Ask for the shipped charts of a game or a file of some, add them and go there."""
        titles = {system.id: system.title for system in systems()}
        wanted = self._ask("Add charts", titles, "A file of charts…")
        with self.window.trouble.told():
            charts = None
            if isinstance(wanted, _FromFile):
                charts = ask_import(self.window)
            elif isinstance(wanted, str):
                charts = shipped_charts(wanted)
            if charts is not None:
                number = self.window.document.project.add_charts(charts)
                self.window.document.changed()
                self.window.document.edit_charts(number)
                self.window.set_workspace(CHARTS)

    def remove(self, entry: Entry) -> None:
        """Take an entry out of the file, or say why it cannot be."""
        document = self.window.document
        with self.window.trouble.told():
            match entry:
                case BoardInfo():
                    document.release_board(entry.number)
                    document.project.remove_board(entry.number)
                case OrderInfo():
                    document.project.remove_order(entry.number)
                case ChartsInfo():
                    document.project.remove_charts(entry.number)
                case GameInfo():
                    document.release_game(entry.number)
                    document.project.remove_game(entry.number)
            document.changed()

    def _open(self) -> None:
        entry = self.chosen
        with self.window.trouble.told():
            match entry:
                case BoardInfo():
                    self.window.document.edit(entry.number)
                    self.window.set_workspace(EDIT)
                case GameInfo():
                    self.window.document.play(entry.number)
                    self.window.set_workspace(PLAY)
                case OrderInfo():
                    self.window.document.edit_order(entry.number)
                    self.window.set_workspace(UNITS)
                case ChartsInfo():
                    self.window.document.edit_charts(entry.number)
                    self.window.set_workspace(SCENARIOS if of_scenarios(entry.system) else CHARTS)
                case _:
                    return

    def _ask_remove(self) -> None:
        entry = self.chosen
        if entry is None:
            return
        lost = " Its whole log goes with it." if isinstance(entry, GameInfo) else ""
        question = f"Remove “{entry.title}” from {self.title.text()}?{lost} This cannot be undone."
        if ask(self.window, question, "Remove from the file"):
            self.remove(entry)

    def _ask(self, title: str, titles: Mapping[str, str], file_words: str, *first: Found) -> object:
        def search(text: str) -> Sequence[Found]:
            rows = [*first, *(Found(words, name, name) for name, words in titles.items())]
            rows = [row for row in rows if fuzzy(text, f"{row.text} {row.hint}") is not None]
            return [*rows, Found(file_words, "", _FromFile())]

        finder = Finder(title, "Type a part of its name", search, self.window)
        return finder.chosen if finder.exec() else None

    def _ask_file(self, title: str, kinds: str) -> Path | None:
        name, _kind = QFileDialog.getOpenFileName(self.window, title, "", kinds)
        return Path(name) if name else None

    def _section(self, title: str, empty: str, entries: Sequence[Entry]) -> None:
        head = section_head(title)
        self.tree.addTopLevelItem(head)
        for entry in entries:
            item = QTreeWidgetItem(_columns(entry))
            item.setData(0, ENTRY_ROLE, entry)
            item.setSizeHint(0, QSize(0, 26))
            head.addChild(item)
        if not entries:
            item = QTreeWidgetItem([empty])
            item.setFlags(Qt.ItemFlag.NoItemFlags)
            head.addChild(item)


def _columns(entry: Entry) -> list[str]:
    match entry:
        case BoardInfo():
            return [entry.title, counted(entry.hexes, "hex", "hexes"), _games(entry.games)]
        case OrderInfo():
            return [entry.title, counted(entry.units, "unit"), _games(entry.games)]
        case ChartsInfo():
            if of_scenarios(entry.system):
                return [entry.title, "scenario", ""]
            cells = f"{counted(entry.cells, 'cell')} edited"
            return [f"{entry.title} ({system_of(entry.system).title})", cells, ""]
        case GameInfo():
            laid = "from a laid-out position" if entry.laid_out else ""
            return [f"{entry.title} (game {entry.number})", counted(entry.steps, "step"), laid]


def _games(count: int) -> str:
    return counted(count, "game") if count else ""
