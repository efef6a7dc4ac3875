"""The lines of the log, with names, bookmarks and notes: go there, name, compare, remove."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator
from itertools import islice

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHeaderView,
    QInputDialog,
    QTreeWidgetItem,
    QVBoxLayout,
)

from engine.core.wording import counted, written
from engine.reports.comparison import Comparison, Standing, compare
from engine.reports.log_export import Line, MarkKind
from qtapp.app.bridge import GameBridge
from qtapp.widgets.parts import Flow, button, label
from qtapp.widgets.plain import ask, plain
from qtapp.widgets.trees import FoldingTree, entries, section_head
from qtapp.workspaces.play.following import FollowingPanel

NODE = int(Qt.ItemDataRole.UserRole)
LINE = NODE + 1
SHOWN = 200
"""No more lines, bookmarks or notes are listed than so many."""

_MOMENT = 0.005
"""Seconds at a time that are spent on the turns of lines."""


class LinesPanel(FollowingPanel):
    """``sought`` asks to stand on a step. All else is done here, each in the file at once."""

    sought = Signal(int)

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__(bridge)
        self.tree = FoldingTree()
        self.tree.setAccessibleName("Lines, bookmarks and notes")
        self.tree.setToolTip("The lines of play there are; a double click goes there")
        self.tree.setHeaderLabels(["", "Turn", "Steps"])
        self.tree.setIndentation(12)
        self.tree.setRootIsDecorated(False)
        header = self.tree.header()
        header.setStretchLastSection(False)
        header.setResizeContentsPrecision(0)  # as wide as what shows: each turn told asks again
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        self.tree.itemActivated.connect(lambda _item, _column: self._go())
        self.tree.currentItemChanged.connect(lambda _now, _before: self._follow())
        self.go = button("Go there", "Stand at the end of the line, or on the marked step")
        self.name = button("Name…", "Name the line, or change the mark")
        self.compare = button("Compare", "Hold the line against the one you are on")
        self.remove = button("Remove…", "Remove the line's own steps, or the mark")
        self.go.clicked.connect(self._go)
        self.name.clicked.connect(self._name)
        self.compare.clicked.connect(self._compare)
        self.remove.clicked.connect(self._remove)
        self.result = label("", "faint", "Comparison")
        self.result.setVisible(False)
        row = Flow()
        row.fill([self.go, self.name, self.compare, self.remove])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 4, 8, 8)
        layout.setSpacing(6)
        layout.addWidget(self.tree, 1)
        layout.addWidget(row)
        layout.addWidget(self.result)
        self._listed: list[object] = []
        self._lines: tuple[Line, ...] = ()
        self._numbered: list[tuple[int, Line]] = []
        self._untimed: deque[QTreeWidgetItem] = deque()
        bridge.marked.connect(self._marked)
        self.refresh()

    def _marked(self) -> None:
        """Show a mark at once: one has just written it, often in this panel."""
        self.hear()
        if self.is_wanted:
            self.catch_up()

    def refresh(self) -> None:
        """Follow the log; the list is made again only when something in it differs."""
        wanted = self._wanted()
        if wanted != self._listed:
            before, self._listed = self._listed, wanted
            if not self._write_lines(before):
                self._fill()
            self._bridge.in_turn.ask(self.tree, self._tell_turns)
        self._follow()

    def _wanted(self) -> list[object]:
        """All that is to be listed: numbered lines, how many more, bookmarks, notes."""
        if not self._bridge.is_open:
            return []
        game = self._bridge.game
        lines = game.marks.lines(game.log)
        if lines is not self._lines:  # thousands of lines are numbered only when they differ
            self._lines, self._numbered = lines, _shown(list(enumerate(lines, 1)))
        shown = self._numbered
        bookmarks, notes = (
            tuple(islice(game.marks.of(kind), SHOWN)) for kind in (MarkKind.BOOKMARK, MarkKind.NOTE)
        )
        return [shown, len(lines) - len(shown), bookmarks, notes, id(game)]

    def _fill(self) -> None:
        chosen = self._chosen()
        self._untimed.clear()
        self.tree.clear()
        if not self._listed:
            return
        lines, more, bookmarks, notes, _game = self._listed
        assert isinstance(lines, list) and isinstance(more, int)
        items = [self._line_item(line, number) for number, line in lines]
        if more:
            items.append(_more(more))
        self._section("Lines", items)
        for title, kind, marks in (
            ("Bookmarks", MarkKind.BOOKMARK, bookmarks),
            ("Notes", MarkKind.NOTE, notes),
        ):
            assert isinstance(marks, tuple)
            self._section(title, [self._mark_item(node, kind, text) for node, text in marks])
        self.tree.expandAll()
        self._choose(chosen)

    def _write_lines(self, before: list[object]) -> bool:
        """Write again the lines that differ from those that were listed, those that came and went,
        and how many more there are; False where there is more to do.
        """
        if not before or not self._listed or before[2:] != self._listed[2:]:
            return False
        (old, more_before, *_), (new, more, *_) = before, self._listed
        head = self.tree.topLevelItem(0)
        assert isinstance(old, list) and isinstance(new, list) and isinstance(more, int)
        if head is None or not old or not new:
            return False
        known, wanted = dict(old), dict(new)
        for row in reversed([row for row, (number, _) in enumerate(old) if number not in wanted]):
            head.takeChild(row)
        for row, (number, line) in enumerate(new):
            if number not in known:
                head.insertChild(row, self._line_item(line, number))
            elif known[number] != line:
                item = head.child(row)
                assert item is not None
                self._write_line(item, line, number)
        if more != more_before:
            head.takeChild(len(new))
            if more:
                last = _more(more)
                head.addChild(last)
                last.setFirstColumnSpanned(True)
        return True

    def _tell_turns(self) -> Iterator[None]:
        """Tell the turn of some entries, a step far back being replayed for it; the others have
        their turn before the next ones.
        """
        until = time.monotonic() + _MOMENT
        while self._untimed and self._bridge.is_open and time.monotonic() < until:
            item = self._untimed.popleft()
            node = int(item.data(0, NODE))
            if node in self._bridge.game.log:
                item.setText(1, str(self._bridge.game.state_at(node).turn))
        if self._untimed and self._bridge.is_open:
            self._bridge.in_turn.ask(self.tree, self._tell_turns)
        yield from ()

    def line_rows(self) -> list[str]:
        """The lines as they are listed."""
        return [item.text(0) for item in entries(self.tree) if isinstance(item.data(0, LINE), Line)]

    def choose_node(self, node: int) -> None:
        """Choose the entry of a step."""
        self._choose((node, None))

    def _section(self, title: str, items: list[QTreeWidgetItem]) -> None:
        head = section_head(title)
        self.tree.addTopLevelItem(head)
        for item in items:
            head.addChild(item)
        if not items:
            items = [_said(EMPTY[title])]
            head.addChild(items[0])
        if not items[-1].flags() & Qt.ItemFlag.ItemIsEnabled:
            items[-1].setFirstColumnSpanned(True)

    def _line_item(self, line: Line, number: int) -> QTreeWidgetItem:
        item = QTreeWidgetItem(["", "", ""])
        self._write_line(item, line, number)
        return item

    def _write_line(self, item: QTreeWidgetItem, line: Line, number: int) -> None:
        here = " (here)" if line.is_current else ""
        item.setText(0, f"{line.name or f'Line {number}'}{here}")
        item.setText(2, str(line.steps))
        if item.data(0, NODE) != line.end:
            game = self._bridge.game
            is_here = game.log.current == line.end
            item.setText(1, str(game.state.turn) if is_here else "")
            item.setData(0, NODE, line.end)
            if not is_here:
                self._untimed.append(item)
        item.setData(0, LINE, line)
        font = item.font(0)
        if font.bold() is not line.is_current:
            font.setBold(line.is_current)
            item.setFont(0, font)

    def _mark_item(self, node: int, kind: MarkKind, text: str) -> QTreeWidgetItem:
        item = QTreeWidgetItem([text, "", ""])
        self._untimed.append(item)
        item.setToolTip(0, plain(text))
        item.setData(0, NODE, node)
        item.setData(0, LINE, kind)
        return item

    def _chosen(self) -> tuple[int, object] | None:
        item = self.tree.currentItem()
        if item is None or item.data(0, NODE) is None:
            return None
        return int(item.data(0, NODE)), _kind(item)

    def _choose(self, chosen: tuple[int, object] | None) -> None:
        for item in entries(self.tree):
            if chosen is not None and (item.data(0, NODE), _kind(item)) == chosen:
                self.tree.setCurrentItem(item)

    def _follow(self) -> None:
        chosen = self._chosen()
        for press in (self.go, self.name, self.remove):
            press.setEnabled(chosen is not None)
        self.compare.setEnabled(chosen is not None and chosen[1] is None)

    def _go(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            self.sought.emit(chosen[0])

    def _name(self) -> None:
        item, chosen = self.tree.currentItem(), self._chosen()
        if item is None or chosen is None:
            return
        what = item.data(0, LINE)
        if isinstance(what, Line):
            node, kind, before = what.parted, MarkKind.LINE, what.name
        else:
            node, kind, before = chosen[0], MarkKind(what), item.text(0)
        text, taken = QInputDialog.getText(self, "Name", "Name:", text=before)
        if taken:
            self._bridge.mark(node, kind, text.strip())

    def _compare(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            game = self._bridge.game
            said = "Lines are compared only while nothing is hidden from you."
            if self._bridge.player_view.is_open:
                said = self._told(compare(game, chosen[0], game.log.current))
            self.result.setText(said)
            self.result.setVisible(True)

    def _told(self, found: Comparison) -> str:
        if not found.moved and not (found.first.steps or found.second.steps):
            return "That is where you are."
        parted = self._bridge.game.state_at(found.parted)
        lines = [f"They part in turn {parted.turn}, {parted.phase}."]
        lines.append(f"There: {self._stands(found.first)}.")
        lines.append(f"Here: {self._stands(found.second)}.")
        count = len(found.moved)
        units = "unit stands" if count == 1 else "units stand"
        lines.append(f"{count} {units} elsewhere or differ in strength.")
        return "\n".join(lines)

    def _stands(self, standing: Standing) -> str:
        parts = [f"turn {standing.turn}, {counted(standing.steps, 'step')} on"]
        for figure in standing.figures:
            side = self._bridge.side_name(figure.side)
            parts.append(f"{side} {figure.title.lower()} {written(figure.value)}".strip())
        return ", ".join(parts)

    def _remove(self) -> None:
        item, chosen = self.tree.currentItem(), self._chosen()
        if item is None or chosen is None:
            return
        what, kind = item.data(0, LINE), _kind(item)
        if kind is not None:
            self._bridge.mark(chosen[0], kind, "")
            return
        if isinstance(what, Line) and what.own:
            self._remove_line(what)

    def _remove_line(self, line: Line) -> None:
        count = len(self._bridge.game.log.below(line.own))
        many = counted(count, "step")
        question = (
            f"Remove {many} of “{line.name or 'this line'}” from the log for good? "
            "This is the one thing that cannot be undone."
        )
        if ask(self, question, "Remove a line"):
            self._bridge.prune(line.own)


def _shown(lines: list[tuple[int, Line]]) -> list[tuple[int, Line]]:
    """The lines that are listed: where there are too many, those with a name and the newest."""
    if len(lines) <= SHOWN:
        return lines
    first = sorted(lines, key=lambda of: (not of[1].is_current, not of[1].name, -of[1].end))
    return sorted(first[:SHOWN], key=lambda of: of[0])


def _more(more: int) -> QTreeWidgetItem:
    """An entry that says how many lines are not listed."""
    return _said(f"and {counted(more, 'older line')} without a name")


def _said(text: str) -> QTreeWidgetItem:
    """An entry that only says something."""
    item = QTreeWidgetItem([text])
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    return item


def _kind(item: QTreeWidgetItem) -> MarkKind | None:
    """The kind of mark an entry stands for; None for a line. Qt keeps it as a plain word."""
    what = item.data(0, LINE)
    return MarkKind(what) if isinstance(what, str) else None


EMPTY = {
    "Lines": "Nothing has been played yet.",
    "Bookmarks": "None yet: Ctrl+D marks this step.",
    "Notes": "None yet: Ctrl+T writes one here.",
}
