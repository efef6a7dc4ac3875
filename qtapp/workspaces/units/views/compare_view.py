"""Two orders of battle side by side, and taking over from one what the other has."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from oob.ledger.checks import place_of
from oob.ledger.compare import Contrast, Difference, compare, take_over
from oob.ledger.model import Ledger, Row, RowKey
from oob.notation.text.keyed import line_of
from qtapp.app.errors import outside_qt
from qtapp.widgets.parts import button, label
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import FoldingTree
from qtapp.workspaces.units.units_controller import UnitsController

DIFFERENCE = int(Qt.ItemDataRole.UserRole)
SIGNS = {Contrast.ONLY_FIRST: "−", Contrast.ONLY_SECOND: "+", Contrast.CHANGED: "≠"}
WORDS = {
    Contrast.ONLY_FIRST: "only here",
    Contrast.ONLY_SECOND: "only there",
    Contrast.CHANGED: "differs",
}


class CompareView(QWidget):
    """Shows how the open order of battle and another differ.

    ``wanted`` asks for another to be chosen, ``pointed`` carries a row of the open one.
    """

    wanted = Signal()
    pointed = Signal(object)

    def __init__(self, controller: UnitsController) -> None:
        super().__init__()
        self._controller = controller
        self.other: Ledger | None = None
        self._choose = button("Compare with…", "Choose another order of battle", primary=True)
        self._choose.clicked.connect(self.wanted.emit)
        self.summary = label("", "faint", "Result of the comparison")
        self.kind = QComboBox()
        self.kind.setAccessibleName("Which differences")
        self.kind.addItem("All differences", None)
        for contrast in Contrast:
            self.kind.addItem(f"{SIGNS[contrast]} {WORDS[contrast]}", contrast)
        self.kind.currentIndexChanged.connect(lambda _at: self.refresh())
        self.take_button = button("Take over the chosen", "Make these like the other's")
        self.take_all_button = button("Take over all", "Make all that is listed like the other's")
        self.take_button.clicked.connect(lambda: self.take(self.chosen))
        self.take_all_button.clicked.connect(lambda: self.take(self.listed))
        self.tree = FoldingTree()
        self.tree.setAccessibleName("Differences")
        self.tree.header().setAccessibleName("Columns of the differences")
        self.tree.header().setTextElideMode(Qt.TextElideMode.ElideRight)
        self.tree.setRootIsDecorated(False)
        self.tree.setUniformRowHeights(True)
        self.tree.setAlternatingRowColors(False)
        self.tree.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.tree.itemSelectionChanged.connect(self._buttons)
        self.tree.itemActivated.connect(lambda item, _column: self._point(item))
        top, bottom = QHBoxLayout(), QHBoxLayout()
        top.addWidget(self._choose)
        top.addWidget(self.kind)
        top.addWidget(self.summary, 1)
        bottom.addStretch(1)
        bottom.addWidget(self.take_button)
        bottom.addWidget(self.take_all_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.addLayout(top)
        layout.addWidget(self.tree, 1)
        layout.addLayout(bottom)
        controller.changed.connect(lambda _touched: self.refresh() if self.isVisible() else None)
        controller.opened.connect(lambda: self.show_other(None))
        controller.closed.connect(lambda: self.show_other(None))
        self.show_other(None)

    @property
    def listed(self) -> list[Difference]:
        """All differences that are listed."""
        found = [self.tree.topLevelItem(at) for at in range(self.tree.topLevelItemCount())]
        return [item.data(0, DIFFERENCE) for item in found if item is not None]

    @property
    def chosen(self) -> list[Difference]:
        """The selected differences."""
        return [item.data(0, DIFFERENCE) for item in self.tree.selectedItems()]

    def show_other(self, other: Ledger | None) -> None:
        """Compare with this one from now on."""
        self.other = other
        here = self._controller.ledger.title or "Here"
        there = other.title if other is not None else "There"
        self.tree.setHeaderLabels(["", here, there, "What differs", "Where"])
        self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        """Compare again when it comes into view."""
        with outside_qt():
            self.refresh()
        super().showEvent(event)

    def refresh(self) -> None:
        """Compare again."""
        self.tree.clear()
        if self.other is None:
            self.summary.setText("Choose an order of battle to see how it differs from this one.")
        else:
            found = compare(self._controller.ledger, self.other)
            wanted = self.kind.currentData()
            listed = [one for one in found if wanted in (None, one.contrast)]
            self.tree.addTopLevelItems([_item(one) for one in listed])
            counts = (sum(one.contrast is kind for one in found) for kind in Contrast)
            here, there, changed = counts
            self.summary.setText(
                f"{here:,} only here, {there:,} only there, {changed:,} differ."
                if found
                else "Nothing differs."
            )
        header = self.tree.header()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setStretchLastSection(True)
        for at, width in enumerate((40, 180, 180, 250, 260)):
            self.tree.setColumnWidth(at, width)
        self._buttons()

    def take(self, differences: Sequence[Difference]) -> None:
        """Make the open order of battle like the other in some differences: one step to undo."""
        wanted = list(differences)
        if wanted:
            self._controller.do(lambda ledger: take_over(ledger, wanted))

    def _buttons(self) -> None:
        self.take_button.setEnabled(bool(self.tree.selectedItems()))
        self.take_all_button.setEnabled(self.tree.topLevelItemCount() > 0)

    def _point(self, item: QTreeWidgetItem) -> None:
        one = item.data(0, DIFFERENCE)
        if isinstance(one, Difference) and one.first is not None:
            keys: list[RowKey] = [one.first.key]
            self.pointed.emit(keys)


def _item(one: Difference) -> QTreeWidgetItem:
    what = "; ".join(f"{c.title}: {c.first or '–'} → {c.second or '–'}" for c in one.fields)
    texts = [_said(one.first), _said(one.second), what or WORDS[one.contrast]]
    item = QTreeWidgetItem([SIGNS[one.contrast], *texts, place_of(one.row.item)])
    item.setData(0, DIFFERENCE, one)
    item.setTextAlignment(0, Qt.AlignmentFlag.AlignCenter)
    item.setData(0, Qt.ItemDataRole.AccessibleTextRole, WORDS[one.contrast])
    for column in range(1, 5):
        item.setToolTip(column, plain(item.text(column)))
    return item


def _said(row: Row | None) -> str:
    return "" if row is None else line_of(row.item)
