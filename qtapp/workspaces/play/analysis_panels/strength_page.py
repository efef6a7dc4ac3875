"""Strength in figures: units, points, regimental equivalents, cadres and losses by formation."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QFileDialog,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.wording import written
from engine.reports.strengths import Count, strengths, strengths_csv, summed
from maps.files.writing import write_whole
from qtapp.app.bridge import GameBridge
from qtapp.app.errors import outside_qt
from qtapp.widgets.parts import Flow, button, label
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import FoldingTree

COUNT = int(Qt.ItemDataRole.UserRole)
SORT = COUNT + 1
COLUMNS = ("Force", "Units", "Strength", "REs", "Cadres", "Off", "Lost", "Steps lost")
TIPS = (
    "Side, nation and formation",
    "Units on the board",
    "Combat strength on the board",
    "Regimental equivalents on the board",
    "Cadres on the board",
    "Units in boxes, or to come",
    "Units lost",
    "Steps lost",
)
RES, CADRES = 3, 4
FIRST = (1, 2, RES, 6, 7, CADRES, 5)
"""Columns in the order in which they are given room."""
NEUTRAL = "Neutral"
"""What forces are called that no side commands."""
FIGURES = (1, 2, RES)
"""Columns for whose sake names are cut short."""
SHORT, WHOLE = 100, 150
"""Pixels that names have at least beside those columns, and beside all others."""


class StrengthPage(QWidget):
    """``found`` carries the units of a line that was chosen, to be shown on the board."""

    found = Signal(object)

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__()
        self._bridge = bridge
        self._counts: tuple[Count, ...] = ()
        self.tree = FoldingTree()
        self.tree.setAccessibleName("Strength of the forces")
        self.tree.setHeaderLabels(list(COLUMNS))
        self.tree.setIndentation(12)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideRight)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(24)
        header.setStyleSheet("QHeaderView::section { padding: 5px 3px; }")
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column, tip in enumerate(TIPS):
            self.tree.headerItem().setToolTip(column, plain(tip))
        self.tree.setSortingEnabled(True)
        self.tree.sortByColumn(0, Qt.SortOrder.AscendingOrder)
        self.tree.itemActivated.connect(self._chosen)
        self.tree.itemClicked.connect(self._chosen)
        save = button("Save table…", "Save the strength of every formation as CSV")
        save.clicked.connect(self._ask_table)
        row = Flow()
        row.fill([save])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(label("Choose a line to see its units on the board.", "faint"))
        layout.addWidget(self.tree)
        layout.addWidget(row)

    def showEvent(self, event: object) -> None:
        """Work it out when somebody looks."""
        with outside_qt():
            self.refresh()

    def resizeEvent(self, event: object) -> None:
        """Names come first where there is little room."""
        self._share()

    def refresh(self) -> None:
        """Follow the session while somebody looks; the order of lines stays as it was chosen."""
        if not self.isVisible():
            return
        bridge = self._bridge
        self._counts = strengths(bridge.rules, bridge.state) if bridge.is_open else ()
        opened = {item.text(0) for item in _all(self.tree) if item.isExpanded()}
        first = not self.tree.topLevelItemCount()
        self.tree.setSortingEnabled(False)
        self.tree.clear()
        for side in dict.fromkeys(one.side for one in self._counts):
            mine = [one for one in self._counts if one.side == side]
            head = _Line(summed(mine, side), bridge.side_name(side) or NEUTRAL)
            self.tree.addTopLevelItem(head)
            for nation in dict.fromkeys(one.nation for one in mine):
                self._nation(head, [one for one in mine if one.nation == nation])
        self.tree.setSortingEnabled(True)
        for item in _all(self.tree):
            top = item.parent() is None
            item.setExpanded((first and top) or item.text(0) in opened)
        self._share()

    def _nation(self, head: QTreeWidgetItem, mine: list[Count]) -> None:
        nation = _Line(summed(mine, mine[0].side, mine[0].nation), self.named(mine[0])[1])
        head.addChild(nation)
        if [one.formation for one in mine] != [""]:
            for one in mine:
                nation.addChild(_Line(one, self.named(one)[2] or "No formation"))

    def named(self, one: Count) -> tuple[str, str, str]:
        """Side, nation and formation of a count in words."""
        order = self._bridge.game.scenario.oob
        known = order.formations.get(one.formation)
        nation = order.nations.get(one.nation)
        return (
            self._bridge.side_name(one.side) or NEUTRAL,
            nation.name if nation else one.nation,
            known.name if known else one.formation,
        )

    def table_text(self) -> str:
        """The figures as CSV, one row for each formation."""
        bridge = self._bridge
        return strengths_csv(strengths(bridge.rules, bridge.state), self.named)

    def save_table(self, target: Path) -> None:
        """Save the figures as CSV. Raises KnownError when the file cannot be written."""
        write_whole(target, self.table_text())

    def _ask_table(self) -> None:
        if not self._bridge.is_open:
            return
        name, _kind = QFileDialog.getSaveFileName(
            self, "Save the strengths", "strengths.csv", "CSV (*.csv)"
        )
        if name:
            self.save_table(Path(name if name.endswith(".csv") else f"{name}.csv"))

    def _share(self) -> None:
        """Hide what no force has, and what there is no room for beside the names."""
        idle = set()
        if all(one.res is None for one in self._counts):
            idle.add(RES)
        if not any(one.cadres for one in self._counts):
            idle.add(CADRES)
        space = self.tree.viewport().width()
        for column in FIRST:
            self.tree.setColumnHidden(column, False)
            wide = max(
                self.tree.header().sectionSizeHint(column), self.tree.sizeHintForColumn(column)
            )
            names = SHORT if column in FIGURES else WHOLE
            fits = column not in idle and wide + names <= space
            space -= wide if fits else 0
            self.tree.setColumnHidden(column, not fits)

    def _chosen(self, item: QTreeWidgetItem, _column: int) -> None:
        count = item.data(0, COUNT)
        if isinstance(count, Count):
            self.found.emit(count.members)


class _Line(QTreeWidgetItem):
    """A line that sorts its figures as numbers and its names as words."""

    def __init__(self, count: Count, name: str) -> None:
        figures: tuple[float | None, ...] = (
            count.units,
            count.strength,
            count.res,
            count.cadres,
            count.off,
            count.lost,
            count.steps_lost,
        )
        super().__init__([name, *("" if one is None else written(one) for one in figures)])
        self.setData(0, COUNT, count)
        self.setToolTip(0, plain(name))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for column, figure in enumerate(figures, 1):
            self.setData(column, SORT, -1.0 if figure is None else float(figure))
            self.setTextAlignment(column, right)
        if not count.formation:
            font = self.font(0)
            font.setBold(True)
            for column in range(len(COLUMNS)):
                self.setFont(column, font)

    def __lt__(self, other: QTreeWidgetItem) -> bool:
        tree = self.treeWidget()
        column = tree.sortColumn()
        if column == 0:
            return self.text(0).casefold() < other.text(0).casefold()
        return float(self.data(column, SORT)) < float(other.data(column, SORT))


def _all(tree: QTreeWidget) -> list[QTreeWidgetItem]:
    found: list[QTreeWidgetItem] = []
    pending = [tree.topLevelItem(n) for n in range(tree.topLevelItemCount())]
    while pending:
        item = pending.pop(0)
        if item is not None:
            found.append(item)
            pending += [item.child(n) for n in range(item.childCount())]
    return found
