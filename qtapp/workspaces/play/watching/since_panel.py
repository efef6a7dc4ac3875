"""The card "Since your last decision": what the automatic player and the dice did meanwhile."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTreeWidgetItem, QVBoxLayout, QWidget

from engine.core.wording import counted
from engine.reports.happenings import Happening
from qtapp.app.bridge import GameBridge
from qtapp.widgets.parts import button, label
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import WrappingTree, entries, section_head
from qtapp.workspaces.play.watching.words import HEADS, everything, line

HAPPENED = int(Qt.ItemDataRole.UserRole)
NOTHING = "Nothing has happened since you decided last. What others do meanwhile is listed here."


class SincePanel(QWidget):
    """Battles, losses, hexes, moves and events, each of which shows itself on the board.

    ``shown`` carries the :class:`~engine.reports.happenings.Happening` that was chosen;
    ``again_wanted`` asks to watch them once more.
    """

    shown = Signal(object)
    again_wanted = Signal()

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__()
        self._bridge = bridge
        self._happenings: tuple[Happening, ...] = ()
        self.head = label("", "heading", "Since your last decision")
        self.words = label(NOTHING, "faint", "How much happened")
        self.again = button("Watch it again", "Go back and see it step by step at the chosen speed")
        self.again.clicked.connect(self.again_wanted)
        self.tree = WrappingTree("What happened", 1)
        self.tree.setToolTip("Click a line to see it on the board")
        self.tree.itemClicked.connect(lambda item, _column: self._show(item))
        self.tree.currentItemChanged.connect(lambda item, _before: self._show(item))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.setSpacing(5)
        for widget in (self.head, self.words, self.again):
            layout.addWidget(widget)
        layout.addWidget(self.tree, 1)
        layout.addStretch()  # words on an empty list stand at the top
        self.list_happenings(())

    @property
    def happenings(self) -> tuple[Happening, ...]:
        """What is listed."""
        return self._happenings

    def list_happenings(self, happenings: tuple[Happening, ...]) -> None:
        """List these; the tree is filled by kind."""
        self._happenings = happenings
        self.tree.blockSignals(True)
        self.tree.clear()
        for kind, title in HEADS.items():
            own = [one for one in happenings if one.kind is kind]
            if own:
                head = section_head(f"{title} ({len(own)})")
                self.tree.addTopLevelItem(head)
                for one in own:
                    head.addChild(self._item(one))
        self.tree.expandAll()
        self.tree.blockSignals(False)
        self.tree.setVisible(bool(happenings))
        self.again.setVisible(bool(happenings))
        self.head.setText("Since your last decision")
        count = counted(len(happenings), "thing")
        self.words.setText(f"{count} happened. Click a line to see it." if happenings else NOTHING)

    def focus(self) -> None:
        """Take the keyboard, at the first line."""
        self.tree.setFocus()
        first = next(iter(entries(self.tree)), None)
        if first is not None and self.tree.currentItem() is None:
            self.tree.setCurrentItem(first)

    def _item(self, one: Happening) -> QTreeWidgetItem:
        item = QTreeWidgetItem([line(one, self._bridge)])
        item.setToolTip(0, plain(everything(one)))
        item.setData(0, HAPPENED, one)
        return item

    def _show(self, item: QTreeWidgetItem | None) -> None:
        one = item.data(0, HAPPENED) if item is not None else None
        if isinstance(one, Happening):
            self.shown.emit(one)
