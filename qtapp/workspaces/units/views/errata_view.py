"""The errata of an order of battle: each correction with its lines, laid or not."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout
from PySide6.QtWidgets import QWidget as Widget

from engine.core.wording import counted
from oob.ledger.edits.changes import LedgerLayer
from oob.ledger.edits.corrections import Standing, corrections
from oob.ledger.edits.plain import loads
from oob.ledger.model import RowKey
from qtapp.widgets.parts import button, label
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import Ticking
from qtapp.workspaces.units.units_controller import UnitsController

_ROW = LedgerLayer.ROW
IDENT = int(Qt.ItemDataRole.UserRole)
SIGNS = {"-": "−", "+": "+", "area": "area", "note": "note", ">": "note:"}


class ErrataView(Widget):
    """A tree of corrections with boxes to tick; ``pointed`` carries the rows one is about."""

    pointed = Signal(object)

    def __init__(self, controller: UnitsController) -> None:
        super().__init__()
        self._controller = controller
        self.summary = label("", "faint", "Corrections")
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Corrections")
        self.tree.setToolTip("Corrections of the order of battle, as they were printed")
        self.tree.setHeaderLabels(["Correction", "Line"])
        self.tree.setWordWrap(True)
        self.tree.setIndentation(16)
        self.tree.setItemDelegate(Ticking(self.tree))
        header = self.tree.header()
        header.setAccessibleName("Columns of the corrections")
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.itemChanged.connect(self._ticked)
        self.tree.itemActivated.connect(lambda item, _column: self._point(item))
        self.all_button = button("Lay all", "Lay every correction over what was printed")
        self.none_button = button("Lift all", "Show what was printed")
        self.all_button.clicked.connect(lambda: controller.set_all_laid(True))
        self.none_button.clicked.connect(lambda: controller.set_all_laid(False))
        row = QHBoxLayout()
        row.addWidget(self.all_button)
        row.addWidget(self.none_button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.addWidget(self.summary)
        layout.addWidget(self.tree, 1)
        layout.addLayout(row)
        layout.addStretch()
        for signal in (controller.opened, controller.closed):
            signal.connect(self.refresh)
        controller.changed.connect(lambda touched: self.refresh() if touched.head else None)
        self.refresh()

    def refresh(self) -> None:
        """Show what is laid now."""
        found: list[Standing] = []
        with self._controller.told():
            found = corrections(self._controller.ledger)
        opened = {item.data(0, IDENT) for item in self._items() if item.isExpanded()}
        at = self.tree.verticalScrollBar().value()
        self.tree.blockSignals(True)
        self.tree.clear()
        for one in found:
            self.tree.addTopLevelItem(self._item(one, one.correction.id in opened))
        self.tree.blockSignals(False)
        for item in self._items():
            item.setExpanded(item.data(0, IDENT) in opened)
        self.tree.verticalScrollBar().setValue(at)
        laid = sum(one.laid for one in found)
        self.summary.setText(self._told(laid, len(found)))
        for shown in (self.tree, self.all_button, self.none_button):
            shown.setVisible(bool(found))
        self.all_button.setEnabled(laid < len(found))
        self.none_button.setEnabled(laid > 0)

    def _told(self, laid: int, count: int) -> str:
        """What the corrections come to; nothing while no order of battle is shown."""
        if count:
            return f"{laid} of {counted(count, 'correction')} laid over what was printed."
        shown = self._controller.is_shown
        return "There are no errata for this order of battle." if shown else ""

    def item(self, ident: str) -> QTreeWidgetItem:
        """The entry of a correction. Raises KeyError when there is none."""
        for item in self._items():
            if item.data(0, IDENT) == ident:
                return item
        raise KeyError(ident)

    def _items(self) -> list[QTreeWidgetItem]:
        found = (self.tree.topLevelItem(at) for at in range(self.tree.topLevelItemCount()))
        return [item for item in found if item is not None]

    def _item(self, one: Standing, opened: bool) -> QTreeWidgetItem:
        correction = one.correction
        item = QTreeWidgetItem(
            [f"{correction.id}  {correction.heading.split(' / ')[-1]}", str(correction.line)]
        )
        item.setData(0, IDENT, correction.id)
        item.setToolTip(0, plain(f"{correction.side}, {correction.turn}, {correction.heading}"))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        state = Qt.CheckState.Checked if one.laid else Qt.CheckState.Unchecked
        item.setCheckState(0, state)
        for step in correction.steps:
            line = QTreeWidgetItem([f"{SIGNS[step.sign]}  {step.text}", str(step.line)])
            line.setToolTip(0, plain(step.text))
            item.addChild(line)
        item.setExpanded(opened)
        return item

    def _ticked(self, item: QTreeWidgetItem) -> None:
        ident = item.data(0, IDENT)
        if ident is None:
            return
        on = item.checkState(0) is Qt.CheckState.Checked
        # The list is made again then, which must not happen while Qt is still busy with the item.
        QTimer.singleShot(0, self, lambda: self._lay(ident, on))

    def _lay(self, ident: str, on: bool) -> None:
        if self._controller.set_laid(ident, on):
            self._point(self.item(ident))
        else:
            self.refresh()

    def _point(self, item: QTreeWidgetItem) -> None:
        parent = item.parent()
        ident = (parent or item).data(0, IDENT)
        text = self._controller.ledger.laid.get(ident)
        if text is None:
            return
        keys = [RowKey(int(fact.key)) for fact in loads(text).facts if fact.layer is _ROW]
        self.pointed.emit([key for key in keys if key in self._controller.ledger.rows])
