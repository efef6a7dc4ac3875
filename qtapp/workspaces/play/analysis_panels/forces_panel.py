"""All forces of the game by side, nation and formation; where each unit is, what happened to it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QTabWidget,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.change import NOTHING, Change
from engine.core.state import Piece, Pieces
from engine.core.wording import counted
from engine.reports.statistics import Change as Happened
from engine.reports.statistics import Statistics
from maps.hexgrid import Hex
from oob.model import Unit, UnitId
from qtapp.app.bridge import GameBridge
from qtapp.board.selection import Selection
from qtapp.models.alike import alike_ends
from qtapp.painters.counters.counter_faces import told_ratings
from qtapp.widgets.parts import label
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import FoldingTree
from qtapp.widgets.wording import place_title
from qtapp.workspaces.play.analysis_panels.log_reader import WAIT, LogReader
from qtapp.workspaces.play.analysis_panels.strength_page import NEUTRAL, StrengthPage
from qtapp.workspaces.play.following import FollowingPanel

STEPS_FROM, STRENGTH_FROM = 430, 370
"""From how many pixels of width on there is room for these columns."""
UNIT = int(Qt.ItemDataRole.UserRole)
NODE = UNIT + 1
CHOOSE = "Choose a unit to read its history."
_Path = tuple[str, str, str]
WHERE = {
    "": "Everywhere",
    "board": "On the board",
    "boxes": "In boxes, to come, or lost",
    "reduced": "Below full strength",
}


@dataclass(frozen=True, slots=True)
class _Sum:
    """Units, steps and attack strength of a group."""

    units: int
    steps: int
    strength: int

    def __add__(self, other: _Sum) -> _Sum:
        return _Sum(
            self.units + other.units, self.steps + other.steps, self.strength + other.strength
        )

    def words(self) -> list[str]:
        return [f"{self.units}", f"{self.steps}", f"{self.strength}"]


class ForcesPanel(FollowingPanel):
    """``unit_picked`` carries a unit to show on the board, ``found`` several, ``sought`` a step of
    a unit's history.
    """

    unit_picked = Signal(object)
    found = Signal(object)
    sought = Signal(int)

    def __init__(self, bridge: GameBridge, selection: Selection) -> None:
        super().__init__(bridge)
        self._statistics: Statistics | None = None
        self._reader = LogReader(self, bridge.in_turn)
        self._reader.ready.connect(self._tell_again)
        self._open: set[str] = set()
        self._rows: dict[UnitId, QTreeWidgetItem] = {}
        self._groups: dict[_Path, list[Unit]] = {}
        self._sums: dict[_Path, _Sum] = {}
        self._heads: dict[tuple[str, ...], QTreeWidgetItem] = {}
        self._told: tuple[UnitId | None, list[Happened]] = (None, [])
        self.search = QLineEdit()
        self.search.setPlaceholderText("Filter units")
        self.search.setToolTip("A unit, its type, its formation, or a place")
        self.search.setAccessibleName("Filter the forces")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(lambda _text: self.refresh())
        self.where = QComboBox()
        self.where.setAccessibleName("Which units")
        self.where.setToolTip("The units whose forces are listed")
        for ident, title in WHERE.items():
            self.where.addItem(title, ident)
        self.where.currentIndexChanged.connect(lambda _index: self.refresh())
        self.tree = _tree("Forces", ["Unit", "Where", "Steps", "Strength"])
        self.tree.setToolTip("Units by side, nation and formation; a click shows one on the board")
        self.tree.setTextElideMode(Qt.TextElideMode.ElideRight)  # a place begins with its hex
        self.tree.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Interactive)
        self.tree.itemActivated.connect(self._pick)
        self.tree.itemClicked.connect(self._pick)
        self.tree.currentItemChanged.connect(lambda now, _before: self._tell(now))
        self.title = label(CHOOSE, "faint", "History")
        self.history = _tree("History of the unit", ["What happened to it", "Turn"])
        self.history.itemActivated.connect(self._seek)
        self.history.setToolTip("Press Enter on a line to stand there")
        self.history.hide()
        row = QHBoxLayout()
        row.setSpacing(5)
        row.addWidget(self.search, 1)
        row.addWidget(self.where)
        page = QWidget()
        inside = QVBoxLayout(page)
        inside.setContentsMargins(8, 6, 8, 8)
        inside.setSpacing(6)
        inside.addLayout(row)
        inside.addWidget(self.tree, 3)
        inside.addWidget(self.title)
        inside.addWidget(self.history, 1)
        self.strength = StrengthPage(bridge)
        self.strength.found.connect(self.found)
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName("Pages")
        self.tabs.setDocumentMode(True)
        self.tabs.addTab(page, "Units")
        self.tabs.addTab(self.strength, "Strength")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.tabs)
        self._selection = selection
        selection.changed.connect(lambda: self.hear(NOTHING))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Names come first: where there is little room, steps and strength give theirs."""
        super().resizeEvent(event)
        wide = self.width()
        self.tree.setColumnHidden(2, wide < STEPS_FROM)
        self.tree.setColumnHidden(3, wide < STRENGTH_FROM)
        self.tree.setColumnWidth(1, max(84, wide * 3 // 10))

    def refresh(self) -> None:
        """Follow the session."""
        chosen = self._chosen()
        self._keep_open()
        self.tree.clear()
        self._show_history(None, [])  # places may have other names
        self._rows, self._groups = {}, {}
        if not self._bridge.is_open:
            return
        if self._statistics is None:
            self._statistics = Statistics(self._bridge.game, self._bridge.player_view)
        words = self.search.text().casefold().split()
        game, state = self._bridge.game, self._bridge.state
        for ident, piece in state.pieces.items():
            unit = game.scenario.oob.units[ident]
            if self._wanted(unit, piece, words):
                self._groups.setdefault(self._path(unit), []).append(unit)
        self._fill(opened=bool(words))
        self._follow(chosen)
        self._tell(self.tree.currentItem())

    def show_change(self, change: Change) -> None:
        """Write the lines of the units that changed, and the sums they are part of."""
        if not change:
            self._follow(self._selection.unit)
            return
        self.strength.refresh()
        if not self._can_follow(change):
            self.refresh()
            return
        pieces = self._bridge.state.pieces
        for unit in change.units:
            self._write(self._rows[unit], self._unit(unit), pieces[unit])
        groups = {self._path(self._unit(unit)) for unit in change.units}
        self._sums.update((group, _sum(self._groups[group], pieces)) for group in groups)
        paths = {group[:depth] for group in groups for depth in (1, 2, 3)}
        for path in paths & self._heads.keys():
            for column, text in enumerate(self._sum_of(path).words(), 1):
                self._heads[path].setText(column, text)
        if not self._follow(self._selection.unit):
            self._tell(self.tree.currentItem())

    def _can_follow(self, change: Change) -> bool:
        """True when each unit that changed keeps its line: nothing is filtered or hidden, and all
        stand under the heads of their sides.
        """
        bridge = self._bridge
        return (
            bridge.is_open
            and bridge.player_view.is_open
            and not change.everything
            and not self.search.text().strip()
            and not self.where.currentData()
            and all(
                unit in self._rows
                and self._unit(unit) in self._groups.get(self._path(self._unit(unit)), ())
                for unit in change.units
            )
        )

    def _unit(self, ident: UnitId) -> Unit:
        return self._bridge.game.scenario.oob.units[ident]

    def _path(self, unit: Unit) -> _Path:
        """Side, nation and formation under which a unit is listed."""
        return self._bridge.rules.owner(self._bridge.state, unit.id), unit.nation, unit.formation

    def _wanted(self, unit: Unit, piece: Piece, words: list[str]) -> bool:
        which = self.where.currentData()
        on_board = isinstance(piece.at, Hex)
        if which in ("board", "boxes") and (which == "board") != on_board:
            return False
        if which == "reduced" and not 0 < piece.steps < unit.steps:
            return False
        if not words:
            return True
        game = self._bridge.game
        parts = (
            self._bridge.name_of(unit.id),
            unit.type,
            unit.formation,
            place_title(game.scenario.map, piece.at),
        )
        text = " ".join(parts).casefold()
        return all(word in text for word in words)

    def _fill(self, *, opened: bool) -> None:
        order, pieces = self._bridge.game.scenario.oob, self._bridge.state.pieces
        heads: dict[tuple[str, ...], QTreeWidgetItem] = {}
        self._heads = heads
        self._sums = {group: _sum(units, pieces) for group, units in self._groups.items()}
        for key in sorted(self._groups):
            side, nation, formation = key
            names = [self._bridge.side_name(side) or NEUTRAL, order.nations[nation].name]
            if formation:
                known = order.formations.get(formation)
                names.append(known.name if known else formation)
            parent: QTreeWidgetItem | None = None
            for depth in range(1, len(names) + 1):
                path = key[:depth]
                if path not in heads:
                    total = self._sum_of(path)
                    heads[path] = self._head(names[depth - 1], "/".join(path), total)
                    if parent is None:
                        self.tree.addTopLevelItem(heads[path])
                    else:
                        parent.addChild(heads[path])
                    heads[path].setExpanded(opened or depth == 1 or "/".join(path) in self._open)
                parent = heads[path]
            assert parent is not None
            for unit in self._groups[key]:
                row = self._rows[unit.id] = QTreeWidgetItem()
                row.setData(0, UNIT, str(unit.id))
                self._write(row, unit, pieces[unit.id])
                parent.addChild(row)

    def _sum_of(self, path: tuple[str, ...]) -> _Sum:
        """The sum of all units listed below a head."""
        inside = (one for group, one in self._sums.items() if group[: len(path)] == path)
        return sum(inside, _Sum(0, 0, 0))

    def _head(self, name: str, path: str, total: _Sum) -> QTreeWidgetItem:
        item = QTreeWidgetItem([name, *total.words()])
        font = item.font(0)
        font.setBold(True)
        item.setFont(0, font)
        item.setData(0, NODE, path)
        return item

    def _write(self, item: QTreeWidgetItem, unit: Unit, piece: Piece) -> None:
        game = self._bridge.game
        face = unit.faces[0 if piece.steps >= unit.steps else -1]
        texts = (
            self._bridge.name_of(unit.id),
            place_title(game.scenario.map, piece.at),
            f"{piece.steps}/{unit.steps}" if unit.steps > 1 else str(piece.steps),
            told_ratings(face, unit),
        )
        ink = None if isinstance(piece.at, Hex) else self.palette().placeholderText()
        for column, text in enumerate(texts):
            item.setText(column, text)
            item.setData(column, Qt.ItemDataRole.ForegroundRole, ink)
        item.setToolTip(1, plain(texts[1]))

    def _tell_again(self) -> None:
        """The log was read: tell the history of the chosen unit."""
        self._tell(self.tree.currentItem())

    def _tell(self, item: QTreeWidgetItem | None) -> None:
        unit = item.data(0, UNIT) if item is not None else None
        self.history.setVisible(unit is not None)
        if unit is None or self._statistics is None:
            self.title.setText(CHOOSE)
            self._show_history(None, [])
        elif not self._reader.is_ready(self._statistics):
            self.title.setText(WAIT)
            self._show_history(None, [])
        else:
            one = UnitId(unit)
            self.title.setText(f"History of {self._bridge.name_of(one)}")
            self._show_history(one, [*reversed(self._statistics.history(one))])

    def _show_history(self, unit: UnitId | None, changes: list[Happened]) -> None:
        """Write what happened to a unit since; all of it where that is another one."""
        before, shown = self._told
        if unit != before:
            self.history.clear()
            shown = []
        self._told = unit, changes
        start, end = alike_ends(shown, changes)
        for _ in range(len(shown) - end - start):
            self.history.takeTopLevelItem(start)
        fresh = changes[start : len(changes) - end]
        self.history.insertTopLevelItems(start, [self._happened(change) for change in fresh])

    def _happened(self, change: Happened) -> QTreeWidgetItem:
        row = QTreeWidgetItem([self._sentence(change), str(change.turn)])
        row.setData(0, NODE, change.node)
        row.setToolTip(0, plain(row.text(0)))
        return row

    def _sentence(self, change: Happened) -> str:
        board = self._bridge.game.scenario.map
        parts = []
        if change.origin != change.target:
            where = place_title(board, change.target)
            parts.append(f"from {place_title(board, change.origin)} to {where}")
        lost = change.steps_before - change.steps_after
        if lost > 0:
            parts.append(f"loses {counted(lost, 'step')}")
        elif lost < 0:
            parts.append(f"gains {-lost} step{'' if lost == -1 else 's'}")
        text = ", ".join(parts)
        return text[:1].upper() + text[1:]

    def _pick(self, item: QTreeWidgetItem, _column: int) -> None:
        unit = item.data(0, UNIT)
        if unit is not None:
            self.unit_picked.emit(UnitId(unit))

    def _seek(self, item: QTreeWidgetItem, _column: int) -> None:
        self.sought.emit(int(item.data(0, NODE)))

    def _chosen(self) -> UnitId | None:
        item = self.tree.currentItem()
        unit = item.data(0, UNIT) if item is not None else None
        return UnitId(unit) if unit is not None else None

    def _follow(self, unit: UnitId | None) -> bool:
        """Choose the line of a unit; false when it has none, or is chosen already."""
        item = None if unit is None else self._rows.get(unit)
        if item is None or not self.isVisible() or unit == self._chosen():
            return False
        self.tree.setCurrentItem(item)
        self.tree.scrollToItem(item)
        return True

    def _items(self) -> Iterable[QTreeWidgetItem]:
        pending = [self.tree.topLevelItem(n) for n in range(self.tree.topLevelItemCount())]
        while pending:
            item = pending.pop(0)
            if item is not None:
                yield item
                pending = [item.child(n) for n in range(item.childCount())] + pending

    def _keep_open(self) -> None:
        if not self.search.text():
            self._open = {str(i.data(0, NODE)) for i in self._items() if i.isExpanded()}

    def start(self) -> None:
        """Begin again with every unit, unfiltered."""
        self._reader.stop()
        self._statistics = None
        self._open = set()
        self.tabs.setCurrentIndex(0)
        self.where.setCurrentIndex(0)
        self.search.clear()
        self.tree.clear()
        self._tell(None)


def _sum(units: Iterable[Unit], pieces: Pieces) -> _Sum:
    """The units of a group that are on the board, with their steps and attack strength."""
    fielded = [(unit, pieces[unit.id]) for unit in units if isinstance(pieces[unit.id].at, Hex)]
    strength = 0
    for unit, piece in fielded:
        face = unit.faces[0 if piece.steps >= unit.steps else -1]
        strength += face.attack or 0
    return _Sum(len(fielded), sum(piece.steps for _unit, piece in fielded), strength)


def _tree(name: str, heads: list[str]) -> QTreeWidget:
    made = FoldingTree()
    made.setAccessibleName(name)
    made.setHeaderLabels(heads)
    made.setIndentation(12)
    header = made.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for column in range(1, len(heads)):
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    made.setTextElideMode(Qt.TextElideMode.ElideMiddle)
    return made
