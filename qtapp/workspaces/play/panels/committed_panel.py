"""All that was committed to air and sea in this phase: each line shows itself, and goes back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QTreeWidgetItem, QVBoxLayout

from engine.core.actions import Element
from engine.core.wording import counted
from engine.reports.commitments import Commitment
from qtapp.app.bridge import GameBridge
from qtapp.widgets.parts import button, label
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import WrappingTree, entries, section_head
from qtapp.workspaces.play.following import FollowingPanel

COMMITTED = int(Qt.ItemDataRole.UserRole)
HEADS = {Element.AIR: "In the air", Element.SEA: "At sea"}
NOTHING = "Nothing is committed in this phase. Flights, air points, ships and landings come here."


class CommittedPanel(FollowingPanel):
    """Flights, air points, voyages and landings of the phase in one list.

    ``shown`` carries the hexes of the line that was chosen.
    """

    shown = Signal(object)

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__(bridge)
        self._listed: tuple[Commitment, ...] | None = None
        self.words = label(NOTHING, "faint", "How much is committed")
        self.tree = WrappingTree("Committed", 1)
        self.tree.setToolTip("Click a line to see it on the board; Del takes it back")
        self.tree.currentItemChanged.connect(lambda item, _before: self._show(item))
        self.tree.itemClicked.connect(lambda item, _column: self._show(item))
        self.why = label("", "faint", "Why it cannot be taken back")
        self.back = button("Take back", "Take this decision back, and leave those after it (Del)")
        self.back.clicked.connect(self._take_back)
        key = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.tree)
        key.setContext(Qt.ShortcutContext.WidgetShortcut)
        key.activated.connect(self._take_back)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.setSpacing(5)
        layout.addWidget(self.words)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.why)
        layout.addWidget(self.back)
        layout.addStretch()  # words on an empty list stand at the top
        self.refresh()

    @property
    def listed(self) -> tuple[Commitment, ...]:
        """What is listed, in the order it was decided."""
        return self._listed or ()

    def refresh(self) -> None:
        """List what is committed now, the line of the same place in the list current as before."""
        listed = self._bridge.committed
        if listed == self._listed:
            return
        row, self._listed = self._row(), listed
        self.tree.blockSignals(True)
        self.tree.clear()
        for element, title in HEADS.items():
            own = [one for one in listed if one.element is element]
            if own:
                head = section_head(f"{title} ({len(own)})")
                self.tree.addTopLevelItem(head)
                for one in own:
                    head.addChild(_item(one))
        self.tree.expandAll()
        lines = list(entries(self.tree))
        if lines and row is not None:
            self.tree.setCurrentItem(lines[min(row, len(lines) - 1)])
        self.tree.blockSignals(False)
        self.tree.setVisible(bool(listed))
        self.back.setVisible(bool(listed))
        count = counted(len(listed), "commitment")
        self.words.setText(f"{count} in this phase." if listed else NOTHING)
        self._follow()

    def focus(self) -> None:
        """Take the keyboard, at the first line."""
        self.catch_up()
        self.tree.setFocus()
        first = next(iter(entries(self.tree)), None)
        if first is not None and self._current() is None:
            self.tree.setCurrentItem(first)

    def _row(self) -> int | None:
        """The number of the current line, None without one."""
        lines = list(entries(self.tree))
        item = self.tree.currentItem()
        return next((n for n, one in enumerate(lines) if one is item), None)

    def _current(self) -> Commitment | None:
        item = self.tree.currentItem()
        one = item.data(0, COMMITTED) if item is not None else None
        return one if isinstance(one, Commitment) else None

    def _show(self, _item: QTreeWidgetItem | None) -> None:
        self._follow()
        one = self._current()
        self.shown.emit(() if one is None else one.way)

    def _follow(self) -> None:
        one = self._current()
        self.back.setEnabled(one is not None and not one.barred)
        self.why.setText("" if one is None else one.barred)
        self.why.setVisible(bool(self.why.text()))

    def _take_back(self) -> None:
        one = self._current()
        if one is not None and not one.barred:
            self._bridge.take_back(one.node)


def _item(one: Commitment) -> QTreeWidgetItem:
    item = QTreeWidgetItem([one.text])
    item.setToolTip(0, plain(f"{one.text}\n{one.barred}" if one.barred else one.text))
    item.setData(0, COMMITTED, one)
    return item
