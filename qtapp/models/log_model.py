"""The log as a list: a row per sentence, along the current line and of what redo would bring."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from engine.chronicle import ROOT, How, MarkKind, Node
from engine.core.actions import Roll
from qtapp.bridge import GameBridge

NODE = int(Qt.ItemDataRole.UserRole)
RULE = NODE + 1
AHEAD = NODE + 2
MARK = NODE + 3
HERE = NODE + 4
HOW = NODE + 5
NOTE = NODE + 6

RECENT = 300
"""So many lines before the present one are always shown."""

HIDE_BY = 100
"""Earlier lines are left out by so many at a time."""

Index = QModelIndex | QPersistentModelIndex
_MARKS = {How.REROLLED: "rolled again", How.TYPED: "typed in"}
_SIGNS = {MarkKind.BOOKMARK: "⚑", MarkKind.NOTE: "✎"}


@dataclass(frozen=True, slots=True)
class LogRow:
    """Where a sentence of the log stands: its step, and which of the step's sentences it is."""

    node: int
    part: int


class LogModel(QAbstractListModel):
    """Rows point into the session's log tree; sentences are read from there."""

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__(bridge)
        self._bridge = bridge
        self._rows: list[LogRow] = []
        self._ahead = 0
        self._hidden = 0
        self._shows_all = False
        self._opening: tuple[tuple[str, str], ...] = ()
        bridge.opened.connect(self._start)
        bridge.closed.connect(self._empty)
        bridge.changed.connect(self.refresh)
        bridge.marked.connect(self._remarked)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """How many sentences there are."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A sentence, its rule, its step, and whether it lies ahead."""
        if not index.isValid() or not self._bridge.is_open:
            return None
        row = self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._told(row)[1]
            case Qt.ItemDataRole.ToolTipRole:
                return "\n".join(filter(None, (*reversed(self._told(row)), *self._asides(row))))
        if role == NODE:
            return row.node
        if role == RULE:
            return self._told(row)[0]
        if role == AHEAD:
            return index.row() >= self._ahead
        if role == MARK:
            return self._mark(row)
        if role == HOW:
            return self._node(row).how.value
        if role == NOTE:
            return self._note(row)
        if role == HERE:
            return row.node == self._bridge.game.log.current
        return None

    def row_of(self, node: int) -> int:
        """The last row of a step or, when it tells nothing, of the one before; -1 without rows."""
        log = self._bridge.game.log
        wanted = {step.id for step in log.line(node)} | {ROOT}
        rows = [number for number, row in enumerate(self._rows) if row.node in wanted]
        return rows[-1] if rows else -1

    @property
    def hidden(self) -> int:
        """How many of the earliest lines are left out, so that a long game stays quick."""
        return self._hidden

    def show_all(self, wanted: bool) -> None:
        """Leave nothing out, or again only what lies long ago."""
        if wanted != self._shows_all:
            self._shows_all = wanted
            self.refresh()

    def refresh(self) -> None:
        """Follow the session: rows of the shared beginning stay, the rest is put right."""
        fresh = self._wanted() if self._bridge.is_open else []
        same = 0
        for old, new in zip(self._rows, fresh, strict=False):
            if old != new:
                break
            same += 1
        nowhere = QModelIndex()
        if same < len(self._rows):
            self.beginRemoveRows(nowhere, same, len(self._rows) - 1)
            del self._rows[same:]
            self.endRemoveRows()
        if same < len(fresh):
            self.beginInsertRows(nowhere, same, len(fresh) - 1)
            self._rows.extend(fresh[same:])
            self.endInsertRows()

    def _wanted(self) -> list[LogRow]:
        log = self._bridge.game.log
        done = [LogRow(ROOT, part) for part in range(len(self._opening))]
        done += [
            LogRow(step.id, part)
            for step in log.line()
            for part in range(len(self._bridge.told_of(step)))
        ]
        coming = [
            LogRow(step.id, part)
            for step in log.ahead()
            for part in range(len(self._bridge.told_of(step)))
        ]
        far = 0 if self._shows_all else max(0, len(done) - RECENT)
        self._hidden = far - far % HIDE_BY
        self._ahead = len(done) - self._hidden
        return (done + coming)[self._hidden :]

    def _rows_of(self, steps: Iterable[Node]) -> list[LogRow]:
        told = self._bridge.told_of
        return [LogRow(step.id, part) for step in steps for part in range(len(told(step)))]

    def _told(self, row: LogRow) -> tuple[str, str]:
        if row.node == ROOT:
            return self._opening[row.part]
        return self._bridge.told_of(self._node(row))[row.part]

    def _asides(self, row: LogRow) -> list[str]:
        """The automatic player's reason, and what was noted at the step."""
        why = self._bridge.sight.why(self._node(row))
        return [f"Automatic player: {why}" if why else "", self._note(row)]

    def _note(self, row: LogRow) -> str:
        """Bookmark and note of a step, at its last sentence, where its reader stands."""
        if row.node != ROOT and row.part < len(self._bridge.told_of(self._node(row))) - 1:
            return ""
        marks = self._bridge.game.marks
        found = [(sign, marks.get(row.node, kind)) for kind, sign in _SIGNS.items()]
        return "  ".join(f"{sign} {text}" for sign, text in found if text)

    def _mark(self, row: LogRow) -> str:
        node = self._node(row)
        if node.id == ROOT:
            return ""
        said = self._bridge.told_of(node)[row.part][1]
        parts = []
        if isinstance(node.action, Roll) and str(node.action.face) not in said:
            parts.append(f"die {node.action.face}")
        if node.how in _MARKS:
            parts.append(_MARKS[node.how])
        return ", ".join(parts) if row.part == 0 else ""

    def _node(self, row: LogRow) -> Node:
        return self._bridge.game.log[row.node]

    def _remarked(self) -> None:
        self.refresh()
        if self._rows:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def _start(self) -> None:
        self.beginResetModel()
        self._rows = []
        self._opening = self._bridge.game.beginning
        self.endResetModel()

    def _empty(self) -> None:
        self.beginResetModel()
        self._rows = []
        self._opening = ()
        self.endResetModel()
