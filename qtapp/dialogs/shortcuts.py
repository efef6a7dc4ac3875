"""See and change the shortcut of every action."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from qtapp.actions.action_book import ActionBook
from qtapp.actions.action_table import ACTIONS, ActionSpec, Category, by_id, plain_text
from qtapp.widgets.parts import button, label
from qtapp.widgets.wrapped import wrap_columns

SPEC = int(Qt.ItemDataRole.UserRole)


class ShortcutsDialog(QDialog):
    """The action table by menu. A shortcut is taken at once; a clash is named and refused."""

    def __init__(self, book: ActionBook, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Shortcuts")
        self._book = book
        self.search = QLineEdit()
        self.search.setPlaceholderText("Filter")
        self.search.setAccessibleName("Filter shortcuts")
        self.search.setToolTip("An action, its menu or its key")
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Actions and shortcuts")
        self.tree.setToolTip("Choose an action to give it another key")
        self.tree.setHeaderLabels(["Action", "Shortcut", "What it does"])
        self.tree.setRootIsDecorated(False)
        self.tree.setIndentation(12)
        wrap_columns(self.tree)
        self.keys = QKeySequenceEdit()
        self.keys.setAccessibleName("New shortcut")
        self.keys.setMaximumSequenceLength(1)
        self._set = button("Set", "Give the chosen action this shortcut")
        self._none = button("None", "Take the shortcut away")
        self._own = button("Default", "Go back to the action's own shortcut")
        self.message = label("", "warning", "Clash")
        self._fill()
        self._lay_out()
        self.search.textChanged.connect(self._filter)
        self.tree.currentItemChanged.connect(self._chosen)
        self._set.clicked.connect(lambda: self._give(self.keys.keySequence()))
        self._none.clicked.connect(lambda: self._give(QKeySequence()))
        self._own.clicked.connect(lambda: self._give(QKeySequence(self._spec().keys)))
        self.tree.setCurrentItem(self._items()[0])
        self.resize(960, 620)

    def choose(self, ident: str) -> None:
        """Choose an action by id."""
        for item in self._items():
            if item.data(0, SPEC) == ident:
                self.tree.setCurrentItem(item)

    def give(self, keys: str) -> None:
        """Give the chosen action a shortcut, unless another has it."""
        self._give(QKeySequence(keys))

    def _spec(self) -> ActionSpec:
        item = self.tree.currentItem()
        ident = None if item is None else item.data(0, SPEC)
        return by_id(ident) if isinstance(ident, str) else ACTIONS[0]

    def _give(self, keys: QKeySequence) -> None:
        spec = self._spec()
        text = keys.toString(QKeySequence.SequenceFormat.PortableText)
        holder = self._book.holder_of(text, spec.id)
        if holder is not None:
            self.message.setText(f"{text} already means “{plain_text(holder)}”.")
            return
        self.message.setText("")
        self._book.set_keys(spec, text)
        item = self.tree.currentItem()
        if item is not None:
            item.setText(1, keys.toString(QKeySequence.SequenceFormat.NativeText))

    def _fill(self) -> None:
        for category in Category:
            head = QTreeWidgetItem([category.value])
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            font = head.font(0)
            font.setBold(True)
            head.setFont(0, font)
            self.tree.addTopLevelItem(head)
            for spec in ACTIONS:
                if spec.category is category:
                    keys = QKeySequence(self._book.keys(spec))
                    shown = keys.toString(QKeySequence.SequenceFormat.NativeText)
                    item = QTreeWidgetItem([plain_text(spec), shown, spec.tip])
                    item.setData(0, SPEC, spec.id)
                    head.addChild(item)
        self.tree.expandAll()

    def _filter(self, text: str) -> None:
        for item in self._items():
            words = " ".join(item.text(column) for column in range(3)).casefold()
            item.setHidden(text.casefold() not in words)

    def _items(self) -> list[QTreeWidgetItem]:
        found: list[QTreeWidgetItem] = []
        for number in range(self.tree.topLevelItemCount()):
            head = self.tree.topLevelItem(number)
            children = range(head.childCount()) if head is not None else ()
            found += [item for n in children if head and (item := head.child(n)) is not None]
        return found

    def _chosen(self, item: QTreeWidgetItem | None) -> None:
        self.message.setText("")
        real = item is not None and item.data(0, SPEC) is not None
        for widget in (self.keys, self._set, self._none, self._own):
            widget.setEnabled(real)
        if real:
            self.keys.setKeySequence(QKeySequence(self._book.keys(self._spec())))

    def _lay_out(self) -> None:
        header = self.tree.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        row = QHBoxLayout()
        row.addWidget(label("Shortcut:", wraps=False))
        row.addWidget(self.keys, 1)
        for press in (self._set, self._none, self._own):
            row.addWidget(press)
        closer = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        closer.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.addWidget(self.search)
        layout.addWidget(self.tree, 1)
        layout.addLayout(row)
        layout.addWidget(self.message)
        layout.addWidget(closer)
