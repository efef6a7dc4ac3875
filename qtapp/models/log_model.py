"""The log as a list: a row per sentence, along the current line and of what redo would bring."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from engine.core.actions import Roll
from engine.reports.log_export import ROOT, How, LogTree, MarkKind, Node
from maps.errors import KnownError
from qtapp.app.bridge import GameBridge
from qtapp.models.alike import alike_ends
from qtapp.widgets.plain import plain

NODE = int(Qt.ItemDataRole.UserRole)

RECENT = 300
"""So many lines before and after the present one are always shown."""

HIDE_BY = 100
"""Earlier lines are left out by so many at a time, and stay for as many more."""

COUNTED = 1_000
"""So many steps are counted in one piece."""

_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_MARKS = {How.REROLLED: "rolled again", How.TYPED: "typed in"}
_SIGNS = {MarkKind.BOOKMARK: "⚑", MarkKind.NOTE: "✎"}


@dataclass(frozen=True, slots=True)
class LogRow:
    """Where a sentence of the log stands: its step, and which of the step's sentences it is."""

    node: int
    part: int


@dataclass(frozen=True, slots=True)
class LogLine:
    """What is painted of a row: its sentence and rule, and whether the game stands there or has yet
    to come there again.
    """

    sentence: str
    rule: str
    is_here: bool
    is_ahead: bool


class Wanted(NamedTuple):
    """What the list shows at a step: how many of the earliest rows it leaves out, how many of the
    others are up to that step, and these others with those ahead.
    """

    hidden: int
    ahead: int
    rows: list[LogRow]


class LogModel(QStandardItemModel):
    """Rows point into the session's log tree; sentences are read from there. Qt keeps what a list
    asks of every row when it is laid out, for that is very often.

    ``size`` gives the size of a sentence as the list shows it.
    """

    def __init__(self, bridge: GameBridge, size: Callable[[str], QSize]) -> None:
        super().__init__(bridge)
        self._bridge = bridge
        self._size = size
        self._rows: list[LogRow] = []
        self._ahead = 0
        self._hidden = 0
        self._shows_all = False
        self._beginning: tuple[tuple[str, str], ...] | None = ()
        self._losses = (0, 0)
        self._forget()
        bridge.opened.connect(self._start)
        bridge.closed.connect(self._empty)
        bridge.marked.connect(self._remarked)

    def line(self, number: int) -> LogLine:
        """All that is painted of a row."""
        row = self._rows[number]
        is_here = row.node == self._bridge.game.log.current
        return LogLine(self.sentence(row), self._told(row)[0], is_here, number >= self._ahead)

    def found_in(self, number: int) -> tuple[How, str, str]:
        """What a row is looked for by: how its step came about, its note, and all its words."""
        row = self._rows[number]
        return self._node(row).how, self._note(row), self._words(row)

    def size_again(self) -> None:
        """Ask for the sizes of all rows again, for a list that is about to be laid out."""
        self.blockSignals(True)
        for number, row in enumerate(self._rows):
            self.item(number).setSizeHint(self._size(self.sentence(row)))
        self.blockSignals(False)

    @property
    def here(self) -> int:
        """The last row of the step the game is on or, when that tells nothing, of the one before;
        -1 without rows.
        """
        return self._ahead - 1

    @property
    def hidden(self) -> int:
        """How many of the earliest lines are left out, so that a long game stays quick."""
        return self._hidden

    @property
    def standing(self) -> range:
        """The rows of the step the game is on; those behind lie ahead of it."""
        if not self._bridge.is_open:
            return range(0)
        step = self._bridge.game.log.here
        count = len(self._opening if step.id == ROOT else self._rows_of(step))
        return range(max(0, self._ahead - count), self._ahead)

    def show_all(self, wanted: bool) -> None:
        """Leave nothing out, or again only what lies long ago."""
        if wanted != self._shows_all:
            self._shows_all = wanted
            self.refresh()

    def refresh(self) -> None:
        """Follow the session: rows that stay at the beginning and the end stay, those between are
        put right.
        """
        self.put(self.wanted())

    def put(self, wanted: Wanted) -> None:
        """Show what was worked out for the step the game is on."""
        self._hidden, self._ahead, fresh = wanted
        start, end = alike_ends(self._rows, fresh)
        gone, new = len(self._rows) - end, len(fresh) - end
        if start < gone:
            del self._rows[start:gone]
            self.removeRows(start, gone - start)
        if start < new:
            coming = fresh[start:new]
            self._rows[start:start] = coming
            self.invisibleRootItem().insertRows(start, [self._item(row) for row in coming])

    def counting(self) -> Iterator[None]:
        """Count the rows up to the current step in pieces, so that ``refresh`` finds them counted;
        what was counted stays so when it is not gone on with.
        """
        if self._bridge.is_open:
            for _ in self._count(self._bridge.game.log):
                yield

    def coming(self, wanted: Wanted) -> tuple[int, list[LogRow]]:
        """How many rows stay at the beginning, and those of some rows that will take the place of
        others behind them, in order.
        """
        start, end = alike_ends(self._rows, wanted.rows)
        return start, wanted.rows[start : len(wanted.rows) - end]

    def sentence(self, row: LogRow) -> str:
        """What the list shows of a row: the sentence, how its die came about, why, and notes."""
        if row not in self._sentences:
            self._sentences[row] = self._worded(row)
        return self._sentences[row]

    def _worded(self, row: LogRow) -> str:
        mark, why, note = self._mark(row), self._why(row), self._note(row)
        text = self._told(row)[1]
        text = f"{text} ({mark})" if mark else text
        return "\n".join(filter(None, (text, f"→ {why}" if why else "", note)))

    def wanted(self) -> Wanted:
        """What is to be shown at the step the game is on."""
        if not self._bridge.is_open:
            return Wanted(self._hidden, self._ahead, [])
        log = self._bridge.game.log
        deque(self._count(log), maxlen=0)
        count = self._counts.get(log.current, len(self._opening))
        far = 0 if self._shows_all else max(0, count - RECENT)
        hidden = self._hidden
        if not far - 2 * HIDE_BY < hidden <= far:  # undo and redo to and fro change nothing
            hidden = far - far % HIDE_BY
        ahead = count - hidden
        done: list[LogRow] = []
        for step in log.back():
            if len(done) >= ahead:
                break
            done += reversed(self._rows_of(step))
        if len(done) < ahead:
            done += [LogRow(ROOT, part) for part in reversed(range(len(self._opening)))]
        coming: list[LogRow] = []
        for step in log.coming():
            if len(coming) >= RECENT and not self._shows_all:
                break
            coming += self._rows_of(step)
        return Wanted(hidden, ahead, [*reversed(done[:ahead]), *coming])

    def _count(self, log: LogTree) -> Iterator[None]:
        """Count the rows up to each step of the current line; each step is asked once."""
        if self._losses != (id(log), log.losses):
            self._forget()
            self._losses = id(log), log.losses
        counts, unknown = self._counts, list[Node]()
        total = len(self._opening)
        for step in log.back():
            if step.id in counts:
                total = counts[step.id]
                break
            unknown.append(step)
        for number, step in enumerate(reversed(unknown), 1):
            total += len(self._bridge.told_of(step))
            counts[step.id] = total
            if number % COUNTED == 0:
                yield

    def _forget(self) -> None:
        """Ask again how many rows steps have, and what they say: steps were taken away, something
        was noted, or another seat looks.
        """
        self._counts: dict[int, int] = {}
        self._rows_known: dict[int, tuple[LogRow, ...]] = {}
        self._sentences: dict[LogRow, str] = {}

    def _rows_of(self, step: Node) -> tuple[LogRow, ...]:
        if step.id not in self._rows_known:
            parts = range(len(self._bridge.told_of(step)))
            self._rows_known[step.id] = tuple(LogRow(step.id, part) for part in parts)
        return self._rows_known[step.id]

    def _item(self, row: LogRow) -> QStandardItem:
        """A row as Qt keeps it: what is read aloud, its tip, its step, and its size."""
        item = QStandardItem()
        item.setFlags(_FLAGS)
        item.setData(row.node, NODE)
        self._write(item, row)
        return item

    def _write(self, item: QStandardItem, row: LogRow) -> None:
        item.setText(self._told(row)[1])
        item.setToolTip(plain(self._words(row)))
        item.setSizeHint(self._size(self.sentence(row)))

    def _told(self, row: LogRow) -> tuple[str, str]:
        if row.node == ROOT:
            return self._opening[row.part]
        return self._bridge.told_of(self._node(row))[row.part]

    def _words(self, row: LogRow) -> str:
        return "\n".join(filter(None, (*reversed(self._told(row)), *self._remarks(row))))

    def _remarks(self, row: LogRow) -> list[str]:
        """The automatic player's reason, and what was noted at the step."""
        return [self._why(row), self._note(row)]

    def _why(self, row: LogRow) -> str:
        """The automatic player's reason, at the last sentence of its step."""
        if row.node == ROOT or not self._is_last(row):
            return ""
        why = self._bridge.player_view.why(self._node(row))
        return f"Automatic player: {why}" if why else ""

    def _is_last(self, row: LogRow) -> bool:
        return row.node == ROOT or row.part == len(self._bridge.told_of(self._node(row))) - 1

    def _note(self, row: LogRow) -> str:
        """Bookmark and note of a step, at its last sentence, where its reader stands."""
        if not self._is_last(row):
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
        faces = self._bridge.game.log.faces(node.id)
        if len(faces) > 1:
            parts.append(f"dice {', '.join(map(str, faces))}")
        elif isinstance(node.action, Roll) and str(node.action.face) not in said:
            parts.append(f"die {node.action.face}")
        if node.how in _MARKS:
            parts.append(_MARKS[node.how])
        return ", ".join(parts) if row.part == 0 else ""

    def _node(self, row: LogRow) -> Node:
        return self._bridge.game.log[row.node]

    def _remarked(self) -> None:
        self._forget()
        self.refresh()
        for number, row in enumerate(self._rows):
            self._write(self.item(number), row)

    def _start(self) -> None:
        self._empty()
        self._forget()
        self._beginning = None

    def _empty(self) -> None:
        self._rows = []
        self.setRowCount(0)
        self._beginning = ()

    @property
    def _opening(self) -> tuple[tuple[str, str], ...]:
        """What the log begins with, asked once the rows are counted: the board is shown before."""
        if self._beginning is None:
            try:
                self._beginning = self._bridge.game.beginning
            except KnownError as error:  # what is saved of later steps can still be read
                self._beginning = (("", str(error)),)
        return self._beginning
