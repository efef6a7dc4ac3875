"""Every shortcut on one sheet: those of the workspace in view, of the window, and of the board."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from qtapp.actions.action_book import ActionBook
from qtapp.actions.action_table import ACTIONS, Category, plain_text
from qtapp.widgets.parts import button, label, scrolled

ON_THE_BOARD = (
    ("Wheel, pinch", "Zoom about the pointer"),
    ("Drag", "Pan; on counters of yours, lift and move them"),
    ("Space + drag", "Pan, wherever the drag begins"),
    ("Click", "Choose the stack; on a lit hex, act there"),
    ("Ctrl + click", "Add units to the group, or take them out"),
    ("Shift + click", "Go by way of this hex"),
    ("Shift + drag", "Encircle units with a lasso"),
    ("Middle click", "Plan an attack on the enemy there; drag to pan"),
    ("Right click, Menu", "All that may be done here"),
    ("Arrows, Q W E A S D", "Move the hex cursor"),
    ("Enter", "Click the hex of the cursor"),
    ("Ctrl + arrows", "Pan"),
    ("B", "Go round the boxes"),
    ("1 … 9", "Choose a counter of the spread stack"),
    ("Esc", "Put back, close, let go"),
)
"""What mouse and keys do on the board beside the shortcuts."""
COLUMNS = 3
HEAD = 2
"""Lines that the head of a section takes."""
Row = tuple[str, str]


class KeysSheet(QDialog):
    """Sections in three columns; typing narrows them. ``change_wanted`` is true when the person
    wants to change shortcuts.
    """

    def __init__(self, book: ActionBook, workspace: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("All keys")
        self.change_wanted = False
        self.search = QLineEdit()
        self.search.setPlaceholderText("Filter")
        self.search.setAccessibleName("Filter keys")
        self.search.setToolTip("A key, or words of what it does")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._filter)
        self.nothing = label("No key does that. The command palette (Ctrl+K) has everything.")
        self.nothing.hide()
        self._sections = [_Section(*one) for one in in_parts(sections(book, workspace))]
        widest = max(section.keys_wide for section in self._sections)
        for section in self._sections:
            section.align(widest)
        self._change = button("Change shortcuts…", "Give actions other shortcuts")
        self._change.clicked.connect(self._wants_change)
        self._lay_out()
        self.resize(min(1180, parent.width() - 40), min(760, parent.height() - 40))

    def rows(self) -> list[Row]:
        """Keys and what they do, as far as they are shown."""
        return [row for section in self._sections for row in section.shown()]

    def _filter(self, text: str) -> None:
        for section in self._sections:
            section.narrow(text)
        self.nothing.setVisible(not self.rows())

    def _wants_change(self) -> None:
        self.change_wanted = True
        self.accept()

    def _columns(self) -> list[list[_Section]]:
        """The sections in columns of about one length, each column in the order of the menus."""
        order = {section: number for number, section in enumerate(self._sections)}
        stacks: list[list[_Section]] = [[] for _ in range(COLUMNS)]
        for section in sorted(self._sections, key=lambda one: -one.lines):
            min(stacks, key=lambda stack: sum(one.lines for one in stack)).append(section)
        for stack in stacks:
            stack.sort(key=order.__getitem__)
        return sorted(stacks, key=lambda stack: order[stack[0]] if stack else len(order))

    def _lay_out(self) -> None:
        body = QWidget()
        across = QHBoxLayout(body)
        across.setSpacing(24)
        for stack in self._columns():
            down = QVBoxLayout()
            down.setSpacing(12)
            for section in stack:
                down.addWidget(section)
            down.addStretch(1)
            across.addLayout(down, 1)
        closer = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        closer.rejected.connect(self.reject)
        foot = QHBoxLayout()
        foot.addWidget(self._change)
        foot.addStretch(1)
        foot.addWidget(closer)
        area = scrolled(body, "All keys")
        area.setAccessibleName("All keys")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(12, 12, 12, 12)
        layout.addWidget(self.search)
        layout.addWidget(self.nothing)
        layout.addWidget(area, 1)
        layout.addLayout(foot)


class _Section(QWidget):
    """A head, and keys with what they do."""

    def __init__(self, title: str, rows: Sequence[Row]) -> None:
        super().__init__()
        grid = self._grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        grid.addWidget(label(title, "heading"), 0, 0, 1, 2)
        self._rows: list[tuple[Row, tuple[QLabel, QLabel]]] = []
        for number, (keys, text) in enumerate(rows, 1):
            pair = label(keys, "rule", wraps=False), label(text)
            for column, widget in enumerate(pair):
                grid.addWidget(widget, number, column, Qt.AlignmentFlag.AlignTop)
            self._rows.append(((keys, text), pair))

    @property
    def keys_wide(self) -> int:
        """How wide its keys are, in pixels."""
        return max(keys.sizeHint().width() for _row, (keys, _text) in self._rows)

    def align(self, wide: int) -> None:
        """Have what keys do begin where it begins in other sections."""
        self._grid.setColumnMinimumWidth(0, wide)

    @property
    def lines(self) -> int:
        """How many lines it has, its head included."""
        return len(self._rows) + HEAD

    def narrow(self, text: str) -> None:
        """Show only lines with all these words."""
        words = text.casefold().split()
        for row, pair in self._rows:
            fits = all(word in " ".join(row).casefold() for word in words)
            for widget in pair:
                widget.setVisible(fits)
        self.setVisible(bool(self.shown()))

    def shown(self) -> list[Row]:
        """The lines that are shown."""
        return [row for row, (keys, _text) in self._rows if not keys.isHidden()]


def in_parts(found: Sequence[tuple[str, list[Row]]]) -> list[tuple[str, list[Row]]]:
    """Sections of which none is longer than a column needs to be: a longer one goes on under the
    same head.
    """
    whole = sum(len(rows) + HEAD for _title, rows in found)
    most = max(1, -(-whole // COLUMNS) - HEAD)
    parts = []
    for title, rows in found:
        for start in range(0, len(rows), most):
            more = " (more)" if start else ""
            parts.append((f"{title}{more}", rows[start : start + most]))
    return parts


def sections(book: ActionBook, workspace: str) -> list[tuple[str, list[Row]]]:
    """The keys by menu, the board's own last; menus without any key left out."""
    found: list[tuple[str, list[Row]]] = []
    for category in Category:
        rows = []
        for spec in ACTIONS:
            keys = QKeySequence(book.keys(spec))
            if spec.category is category and spec.workspace in ("", workspace) and keys.toString():
                shown = keys.toString(QKeySequence.SequenceFormat.NativeText)
                rows.append((shown, plain_text(spec).rstrip("…")))
        if rows:
            found.append((category.value, rows))
    return [*found, ("On the board", list(ON_THE_BOARD))]
