"""Where sheets overlap: what two readings of the same ground disagree on, and which one holds."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QListWidgetItem, QSizePolicy, QVBoxLayout

from engine.core.wording import counted
from maps.edits import Change
from maps.edits.overlaps import (
    Disagreement,
    Join,
    common,
    declare,
    disagreements,
    join_sheet,
    joins,
    settle,
    settle_all,
    shared,
)
from maps.hexgrid import Hex
from maps.model import GameMap
from qtapp.widgets.parts import Flow, button, label
from qtapp.widgets.wrapped import WrappedList
from qtapp.workspaces.map.map_controller import MapController
from qtapp.workspaces.map.panels.base import EditorPanel

_ITEM = int(Qt.ItemDataRole.UserRole)


class OverlapsPanel(EditorPanel):
    """``picked`` carries the hex to go to, ``marked`` the hexes of the overlap to show."""

    picked = Signal(object)
    marked = Signal(object)

    def __init__(self, controller: MapController) -> None:
        super().__init__(controller)
        self._problems: list[Disagreement] = []
        self.join = QComboBox()
        self.join.setAccessibleName("Overlap")
        self.join.setToolTip("Two sheets that lie over each other")
        self.join.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.summary = label("", "faint", "What the overlap holds")
        self.list = WrappedList()
        self.list.setAccessibleName("Disagreements")
        self.list.setToolTip("Hexes of which the two sheets say different things")
        self.take_a = button("Take A", "What the board has holds on both")
        self.take_b = button("Take B", "What the sheet that lies apart has holds on both")
        self.all_a = button("A for all", "Settle all disagreements by the board")
        self.all_b = button("B for all", "Settle all disagreements by the sheet apart")
        self.there = button("Show B", "Go to the other reading")
        self.join_it = button("Join", "Move the sheet where it belongs")
        self.forget = button("Forget", "Declare no overlap of this sheet")
        first, second = Flow(), Flow()
        first.fill([self.take_a, self.take_b, self.there])
        second.fill([self.all_a, self.all_b, self.join_it, self.forget])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 8)
        for widget in (self.join, self.summary):
            layout.addWidget(widget)
        layout.addWidget(self.list, 1)
        layout.addWidget(first)
        layout.addWidget(second)
        self.join.currentIndexChanged.connect(lambda _index: self._fill())
        self.list.itemClicked.connect(lambda _item: self._pick(apart=False))
        self.list.itemActivated.connect(lambda _item: self._pick(apart=False))
        self.list.currentRowChanged.connect(lambda _row: self._enable())
        self.there.clicked.connect(lambda: self._pick(apart=True))
        self.take_a.clicked.connect(lambda: self._settle(take_other=False))
        self.take_b.clicked.connect(lambda: self._settle(take_other=True))
        self.all_a.clicked.connect(lambda: self._settle_all(take_other=False))
        self.all_b.clicked.connect(lambda: self._settle_all(take_other=True))
        self.join_it.clicked.connect(lambda: self._do(join_sheet))
        self.forget.clicked.connect(lambda: self._do(lambda b, j: declare(b, j.sheet, None)))

    def refresh(self) -> None:
        """Read the declared overlaps again."""
        board = self.board
        if board is None:
            return
        kept = self.join.currentText()
        self.join.blockSignals(True)
        self.join.clear()
        for join in joins(board):
            self.join.addItem(f"Sheet {join.sheet}", join)
        self.join.setCurrentIndex(max(0, self.join.findText(kept)))
        self.join.blockSignals(False)
        self._fill()

    @property
    def chosen(self) -> Join | None:
        """The overlap that is looked at."""
        found = self.join.currentData()
        return found if isinstance(found, Join) else None

    def _fill(self) -> None:
        board, join = self.board, self.chosen
        row = self.list.currentRow()
        self.list.clear()
        self._problems = []
        if board is None:
            return
        if join is None:
            count = len(common(board))
            told = "No overlap is declared. Choose a sheet under Sheets and declare where it lies."
            if count:
                many = counted(count, "hex of this board lies", "hexes of this board lie")
                told += f" {many} on two sheets: each is one hex."
            self.summary.setText(told)
            self._enable()
            return
        hexes = shared(board, join)
        self._problems = disagreements(board, join)
        found = len(self._problems)
        differ = "all alike" if not found else f"{found} differ{'s' if found == 1 else ''}"
        many = counted(len(hexes), "hex", "hexes")
        self.summary.setText(f"{many} shared; {differ}. A is the board, B sheet {join.sheet}.")
        for problem in self._problems:
            text = f"{board.label(problem.hex)}  {problem.titled(board)}: A {problem.reads}"
            item = QListWidgetItem(f"{text}, B {problem.instead}")
            item.setData(_ITEM, problem)
            self.list.addItem(item)
        self.list.setCurrentRow(min(max(row, 0), self.list.count() - 1))
        self._enable()
        self.marked.emit(frozenset((*hexes, *hexes.values())))

    def _problem(self) -> Disagreement | None:
        row = self.list.currentRow()
        return self._problems[row] if 0 <= row < len(self._problems) else None

    def _enable(self) -> None:
        one, join = self._problem() is not None, self.chosen is not None
        for press in (self.take_a, self.take_b, self.there):
            press.setEnabled(one)
        for press in (self.all_a, self.all_b):
            press.setEnabled(bool(self._problems))
        self.join_it.setEnabled(join)
        self.forget.setEnabled(join)
        self.join.setEnabled(join)

    def _pick(self, *, apart: bool) -> None:
        problem = self._problem()
        if problem is not None:
            at: Hex = problem.other_hex if apart else problem.hex
            self.picked.emit(at)

    def _settle(self, *, take_other: bool) -> None:
        problem = self._problem()
        if problem is not None:
            self.edit(lambda board: settle(board, problem, take_other=take_other))

    def _settle_all(self, *, take_other: bool) -> None:
        problems = list(self._problems)
        self.edit(lambda board: settle_all(board, problems, take_other=take_other))

    def _do(self, build: Callable[[GameMap, Join], Change]) -> None:
        join = self.chosen
        if join is not None:
            self.edit(lambda board: build(board, join))
