"""The order of battle as a tree: side, turn, nationality, group, army, corps."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidgetItem

from oob.ledger.calendar import turn_of, turns
from oob.ledger.edits.changes import Touched
from oob.ledger.model import Row, RowKey
from oob.notation.counters import UNPLACED
from oob.notation.model import Kind
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import FoldingTree
from qtapp.workspaces.units.units_controller import UnitsController

PATH = int(Qt.ItemDataRole.UserRole)
Path = tuple[str, ...]
_NAMED = {1: "side", 3: "nationality"}
"""What the branches of a depth are of, where they go by a name."""
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class RosterTree(FoldingTree):
    """Counts the units of every formation. ``chosen`` follows when another branch is picked."""

    chosen = Signal()

    def __init__(self, controller: UnitsController) -> None:
        super().__init__()
        self._controller = controller
        self._members: dict[Path, list[RowKey]] = {}
        self._nodes: dict[Path, QTreeWidgetItem] = {}
        self.setAccessibleName("Order of battle")
        self.setToolTip("Formations with their units; choosing one lists only its own")
        self.setHeaderLabels(["Formation", "Units"])
        self.setUniformRowHeights(True)
        self.setIndentation(14)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        header = self.header()
        header.setAccessibleName("Columns of the tree")
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemSelectionChanged.connect(self.chosen.emit)
        controller.opened.connect(self._rebuild)
        controller.closed.connect(self._rebuild)
        controller.changed.connect(self._changed)

    @property
    def within(self) -> frozenset[RowKey] | None:
        """The rows of the picked branch; None when all are wanted."""
        path = self._path()
        return None if not path else frozenset(self._members.get(path, ()))

    def pick(self, path: Path) -> None:
        """Pick a branch; an empty path picks all."""
        node = self._nodes.get(path)
        if node is not None:
            self.setCurrentItem(node)

    def paths(self) -> list[Path]:
        """All branches, from the top."""
        return list(self._nodes)

    def _path(self) -> Path:
        found = self.selectedItems()
        path: Path = found[0].data(0, PATH) if found else ()
        return tuple(path)

    def _changed(self, touched: Touched) -> None:
        paths = {path_of(self._controller.ledger.rows[k]) for k in touched.rows if self._has(k)}
        if touched.order or any(
            path not in self._members or not touched.rows <= set(self._members[path])
            for path in paths
        ):
            self._rebuild()

    def _has(self, key: RowKey) -> bool:
        return key in self._controller.ledger.rows

    def _rebuild(self) -> None:
        picked = self._path()
        opened = {path for path, node in self._nodes.items() if node.isExpanded()}
        fresh = not self._nodes
        self.blockSignals(True)
        self.clear()
        self._nodes, self._members = {}, {}
        if self._controller.is_shown:
            self._fill()
        for path, node in self._nodes.items():
            node.setExpanded(path in opened if not fresh else len(path) <= 1)
        self.pick(picked if picked in self._nodes else ())
        self.blockSignals(False)
        self.chosen.emit()

    def _fill(self) -> None:
        counts: dict[Path, int] = {}
        rows = self._controller.rows
        order = {turn: at for at, turn in enumerate(turns(rows))}
        paths: dict[Path, tuple[int, int]] = {}
        for at, row in enumerate(rows):
            path = path_of(row)
            worth = row.item.count if row.item.kind is Kind.GROUND else 0
            for end in range(len(path) + 1):
                part = path[:end]
                self._members.setdefault(part, []).append(row.key)
                counts[part] = counts.get(part, 0) + worth
                due = order[turn_of(row.item)] if end == 2 else 0
                paths.setdefault(part, (due, at))
        self._node((), self._controller.ledger.title or "All", counts)
        sides = dict.fromkeys(path[0] for path in paths if path)
        places = {side: at for at, side in enumerate(sides)}
        for path in sorted(paths, key=lambda p: [self._rank(p[:n], paths, places)
                                                  for n in range(1, len(p) + 1)]):  # fmt: skip
            if path:
                self._node(path, self._title(path), counts)

    def _title(self, path: Path) -> str:
        """What a branch is called: a side and a nation by name."""
        fact = _NAMED.get(len(path), "")
        return self._controller.ledger.called(fact, path[-1])

    @staticmethod
    def _rank(
        path: Path, paths: dict[Path, tuple[int, int]], places: dict[str, int]
    ) -> tuple[int, int]:
        return (0, places[path[0]]) if len(path) == 1 else paths[path]

    def _node(self, path: Path, title: str, counts: dict[Path, int]) -> None:
        count = counts.get(path, 0)
        node = QTreeWidgetItem([title, f"{count:,}" if count else "–"])
        node.setData(0, PATH, path)
        node.setTextAlignment(1, _RIGHT)
        node.setToolTip(0, plain(title))
        if path:
            self._nodes[path[:-1]].addChild(node)
        else:
            self.addTopLevelItem(node)
        self._nodes[path] = node


def path_of(row: Row) -> Path:
    """The branch a row belongs to."""
    here = row.item.section
    turn = turn_of(row.item)
    when = "Never placed" if here.turn == UNPLACED else turn.title
    words = (here.side or "No side", when, here.nationality or "No nationality")
    more = [text for text in (here.group, here.force, here.part) if text]
    if more and more[0] == here.nationality:
        more = more[1:]
    return (*words, *more)
