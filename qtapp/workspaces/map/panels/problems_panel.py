"""What is wrong with the board: every problem the checks find, by sort, with its fix."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QLineEdit,
    QTreeWidgetItem,
    QVBoxLayout,
)

from engine.core.wording import counted
from maps.checking.facts.tables import FactTable, beside_of, facts_for
from maps.checking.fixes import can_fix, fix, fix_all
from maps.checking.problems import Flaw, Problem, Severity
from maps.errors import KnownError
from qtapp.widgets.parts import Flow, button, label
from qtapp.widgets.plain import plain
from qtapp.widgets.wrapped import WrappedTree
from qtapp.workspaces.map.live_check import LiveCheck
from qtapp.workspaces.map.map_controller import MapController
from qtapp.workspaces.map.panels.base import EditorPanel

PROBLEM = int(Qt.ItemDataRole.UserRole)
SHOWN = 100
"""So many problems of one sort are listed; the others are counted."""


class ProblemsPanel(EditorPanel):
    """Problems in groups; ``picked`` carries the hex of the one the user chose."""

    picked = Signal(object)

    def __init__(self, controller: MapController) -> None:
        super().__init__(controller)
        self.check = LiveCheck(lambda: self.board, self, self._tables)
        self._known: tuple[str, Path | None, int] = ("", None, 0)
        self._known_tables: list[FactTable] = []
        self._problems: list[Problem] = []
        self._summary = label("Not checked yet.", "faint", "Result of the check")
        self.filter = QLineEdit()
        self.filter.setPlaceholderText("Filter: a word, a hex, error, warning")
        self.filter.setAccessibleName("Filter problems")
        self.filter.setToolTip("Words, a hex, “error” or “warning”")
        self.filter.setClearButtonEnabled(True)
        self.facts = QCheckBox("Look up facts")
        self.facts.setToolTip(
            "What is known of this board: the facts shipped with it, and those of the file "
            "*.facts.toml beside yours"
        )
        self.facts.setChecked(True)
        self.tree = WrappedTree()
        self.tree.setAccessibleName("Problems")
        self.tree.setToolTip("What is wrong with the board; a click shows it on the board")
        self.tree.setIndentation(14)
        self.tree.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.fix_one = button("Fix", "Fix this problem; it can be undone")
        self.fix_sort = button("Fix all of this kind", "Fix all problems of this kind in one step")
        self.fix_every = button("Fix all", "Fix everything that has one certain fix, in one step")
        self._lay_out()
        self._connect()
        self._enable()

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.addWidget(self._summary)
        layout.addWidget(self.filter)
        layout.addWidget(self.facts)
        layout.addWidget(self.tree, 1)
        self._buttons = Flow()
        self._buttons.fill([self.fix_one, self.fix_sort, self.fix_every])
        layout.addWidget(self._buttons)

    def _connect(self) -> None:
        self.check.found.connect(self.show_problems)
        self.controller.edited.connect(self.check.stop)
        self.check.started.connect(lambda: self._summary.setText("Checking…"))
        self.filter.textChanged.connect(lambda _text: self._fill())
        self.facts.toggled.connect(lambda _on: self.check.board_changed())
        self.tree.itemClicked.connect(lambda item, _column: self._pick(item))
        self.tree.itemActivated.connect(lambda item, _column: self._pick(item))
        self.tree.currentItemChanged.connect(lambda *_items: self._enable())
        self.tree.installEventFilter(self)
        self.fix_one.clicked.connect(self._fix_one)
        self.fix_sort.clicked.connect(self._fix_sort)
        self.fix_every.clicked.connect(self.fix_all_certain)

    @property
    def summary(self) -> str:
        """The result in one line."""
        return self._summary.text()

    @property
    def problems(self) -> list[Problem]:
        """What was found last."""
        return list(self._problems)

    def stale(self) -> None:
        """Check again, when somebody looks."""
        self._is_stale = True
        if self.isVisible():
            self.check.board_changed()
        else:
            self.check.stop()

    def refresh(self) -> None:
        """Begin a check."""
        self.check.board_changed()

    def check_now(self) -> None:
        """Check to the end at once."""
        self._is_stale = False
        self.check.finish()

    def show_problems(self, problems: Sequence[Problem]) -> None:
        """Show what the checks found."""
        self._is_stale = False
        self._problems = list(problems)
        errors = sum(problem.severity is Severity.ERROR for problem in problems)
        warnings = len(problems) - errors
        parts = [
            counted(count, word)
            for count, word in ((errors, "error"), (warnings, "warning"))
            if count
        ]
        told = ", ".join(parts) + "." if parts else "Nothing is wrong."
        if self.check.tally is not None:
            told += f" {self.check.tally}."
        self._summary.setText(told)
        self._fill()

    def _tables(self) -> list[FactTable]:
        """The facts of the board, read again when the board, its file or their file has changed."""
        board, file = self.board, self.controller.file
        if board is None or not self.facts.isChecked():
            return []
        beside = beside_of(file) if file is not None else None
        known = (board.id, file, beside.stat().st_mtime_ns if beside and beside.is_file() else 0)
        if known != self._known:
            self._known, self._known_tables = known, []
            try:
                self._known_tables = facts_for(board.id, file)
            except (KnownError, OSError) as error:
                self.refused.emit(str(error))
        return self._known_tables

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter goes to the problem under the cursor."""
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        ):
            self._pick(self.tree.currentItem())
            return True
        return super().eventFilter(watched, event)

    def _fill(self) -> None:
        closed = {
            str(item.data(0, Qt.ItemDataRole.UserRole + 1))
            for item in self._groups()
            if not item.isExpanded()
        }
        current = self.tree.currentItem()
        kept = current.data(0, PROBLEM) if current is not None else None
        self.tree.clear()
        words = self.filter.text().casefold().split()
        for flaw, found in _by_flaw(self._problems, words).items():
            group = QTreeWidgetItem([f"{flaw.value} ({len(found)})"])
            group.setData(0, Qt.ItemDataRole.UserRole + 1, flaw.value)
            font = group.font(0)
            font.setBold(True)
            group.setFont(0, font)
            self.tree.addTopLevelItem(group)
            for problem in found[:SHOWN]:
                item = QTreeWidgetItem([f"{problem.where}: {problem.what} {problem.fix}".strip()])
                item.setData(0, PROBLEM, problem)
                item.setToolTip(0, plain(f"{problem.severity.value.capitalize()}. {problem}"))
                group.addChild(item)
                if problem == kept:
                    self.tree.setCurrentItem(item)
            if len(found) > SHOWN:
                more = QTreeWidgetItem([f"… and {len(found) - SHOWN} more"])
                more.setFlags(Qt.ItemFlag.NoItemFlags)
                group.addChild(more)
            group.setExpanded(flaw.value not in closed)
        self._enable()

    def _groups(self) -> list[QTreeWidgetItem]:
        items = (self.tree.topLevelItem(n) for n in range(self.tree.topLevelItemCount()))
        return [item for item in items if item is not None]

    def chosen(self) -> Problem | None:
        """The problem under the cursor."""
        item = self.tree.currentItem()
        found = item.data(0, PROBLEM) if item is not None else None
        return found if isinstance(found, Problem) else None

    def _chosen_flaw(self) -> Flaw | None:
        problem, item = self.chosen(), self.tree.currentItem()
        if problem is not None:
            return problem.flaw
        word = item.data(0, Qt.ItemDataRole.UserRole + 1) if item is not None else None
        return Flaw(word) if word else None

    def _enable(self) -> None:
        board, problem, flaw = self.board, self.chosen(), self._chosen_flaw()
        certain = board is not None and problem is not None and fix(board, problem) is not None
        self.fix_one.setEnabled(certain)
        self.fix_sort.setEnabled(flaw is not None and can_fix(flaw))
        self.fix_every.setEnabled(any(can_fix(problem.flaw) for problem in self._problems))

    def _pick(self, item: QTreeWidgetItem | None) -> None:
        problem = item.data(0, PROBLEM) if item is not None else None
        if isinstance(problem, Problem) and problem.hex is not None:
            self.picked.emit(problem.hex)

    def _fix_one(self) -> None:
        problem = self.chosen()
        self._fix([problem] if problem is not None else [])

    def _fix_sort(self) -> None:
        flaw = self._chosen_flaw()
        self._fix([problem for problem in self._problems if problem.flaw is flaw])

    def fix_all_certain(self) -> bool:
        """Fix everything that has one certain fix; False when there was nothing to fix."""
        return self._fix(self._problems)

    def _fix(self, problems: Sequence[Problem]) -> bool:
        is_fixed = self.edit(lambda board: fix_all(board, problems))
        if is_fixed:
            self.check_now()
        return is_fixed


def _by_flaw(problems: Sequence[Problem], words: Sequence[str]) -> dict[Flaw, list[Problem]]:
    """Problems by sort, errors before warnings as they come; only those that hold every word."""
    found: dict[Flaw, list[Problem]] = {}
    for problem in problems:
        if not words or _holds(problem, words):
            found.setdefault(problem.flaw, []).append(problem)
    return found


def _holds(problem: Problem, words: Sequence[str]) -> bool:
    told = f"{problem.severity} {problem.flaw} {problem}".casefold()
    return all(word in told for word in words)
