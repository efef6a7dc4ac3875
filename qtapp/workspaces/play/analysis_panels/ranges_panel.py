"""How far support, ships, landings, drops and raids reach: whose, for what, by which rule."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QTreeWidgetItem, QVBoxLayout

from engine.core.change import NOTHING, Change
from engine.core.view.ranges import Range, Subject, SubjectId
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.board.selection import Selection
from qtapp.painters.overlays.ranges import range_swatch
from qtapp.widgets.parts import label
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import WrappingTree, entries, section_head
from qtapp.widgets.wording import place_title
from qtapp.workspaces.play.following import FollowingPanel

SUBJECT = int(Qt.ItemDataRole.UserRole)
PLACE = SUBJECT + 1
ASK = "Choose a pool, a base, a box or a unit."
NO_RANGES = "These rules give no range to anything in play."


class RangesPanel(FollowingPanel):
    """Follows the selection and its own list. ``shown`` carries the ranges to draw, none when off;
    ``wanted`` says that somebody chose here what to see.
    """

    shown = Signal(object)
    wanted = Signal()

    def __init__(self, bridge: GameBridge, selection: Selection) -> None:
        super().__init__(bridge)
        self._selection = selection
        self._follows = False
        self._subject: SubjectId | None = None
        self._hidden: set[str] = set()
        self._told: tuple[tuple[Range, ...], frozenset[str]] = ((), frozenset())
        self._is_on = False
        self._listed: tuple[Subject, ...] | None = None
        self._ranges: tuple[Range, ...] = ()
        self.title = label(ASK, "heading", "Whose range is shown")
        self.ranges = WrappingTree("What it covers", 2, ["Purpose", "Hexes"])
        self.ranges.setToolTip("What it reaches for each purpose; ticks draw it on the board")
        self.ranges.itemChanged.connect(self._ticked)
        self.none = label("", "faint", "Why nothing is shown")
        self.subjects = WrappingTree("What has a range", 2)
        self.subjects.setToolTip("What has a range; a click draws it on the board")
        self.subjects.itemClicked.connect(self._picked)
        self.subjects.itemActivated.connect(self._picked)
        self.subjects.currentItemChanged.connect(lambda now, _before: self._picked(now))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.setSpacing(5)
        layout.addWidget(self.title)
        layout.addWidget(self.ranges, 1)
        layout.addWidget(self.none)
        layout.addWidget(self.subjects, 1)
        layout.addStretch()  # words on an empty list stand at the top
        selection.changed.connect(self._selected)

    @property
    def is_wanted(self) -> bool:
        """Whether the ranges are looked at, here or on the board."""
        return self._is_on or super().is_wanted

    @property
    def subject(self) -> SubjectId | None:
        """What was chosen last."""
        return self._subject

    def set_on(self, on: bool) -> None:
        """Show the ranges on the board, or take them off."""
        if on != self._is_on:
            self._is_on = on
            self.refresh()

    def choose(self, subject: SubjectId) -> None:
        """Show what one thing covers."""
        self._take(subject)
        self.refresh()

    def _take(self, subject: SubjectId) -> None:
        self._subject = subject
        self._hidden.clear()

    def _take_up(self) -> bool:
        """Take the selected unit, hex or box for what to show, when the rules give it a range;
        whether that is another one.
        """
        if not self._bridge.is_open or not (self._is_on or self.isVisible()):
            return False
        rules, state = self._bridge.rules, self._bridge.state
        for subject in (self._selection.unit, self._selection.place):
            if subject is not None and rules.ranges(state, subject):
                if subject == self._subject:
                    return False
                self._take(subject)
                return True
        return False

    def show_change(self, change: Change) -> None:
        """Follow the session and the selection."""
        follows, self._follows = self._follows, False
        if (follows and self._take_up()) or change:
            self.refresh()

    def refresh(self) -> None:
        """Follow the session."""
        if self._bridge.is_open and (self._is_on or self.isVisible()):
            self._list_subjects()
            self._show_ranges()
        self._emit()

    def _list_subjects(self) -> None:
        """The list, grouped as the rules group it; the chosen one stays chosen."""
        found = self._bridge.rules.subjects(self._bridge.state)
        self.subjects.blockSignals(True)
        if found != self._listed:
            self._listed = found
            self._fill(found)
        for item in entries(self.subjects):
            if item.data(0, SUBJECT) == self._subject:
                self.subjects.setCurrentItem(item)
        self.subjects.blockSignals(False)
        self.subjects.setVisible(bool(found))

    def _fill(self, found: tuple[Subject, ...]) -> None:
        self.subjects.clear()
        heads: dict[str, QTreeWidgetItem] = {}
        for subject in found:
            if subject.group not in heads:
                heads[subject.group] = section_head(subject.group)
                self.subjects.addTopLevelItem(heads[subject.group])
                heads[subject.group].setExpanded(True)
            heads[subject.group].addChild(self._row(subject))

    def _row(self, subject: Subject) -> QTreeWidgetItem:
        side = self._bridge.side_name(subject.side) if subject.side else ""
        item = QTreeWidgetItem([subject.title, side])
        item.setData(0, SUBJECT, subject.id)
        item.setToolTip(0, plain(", ".join(filter(None, (subject.title, side)))))
        return item

    def _show_ranges(self) -> None:
        rules, state = self._bridge.rules, self._bridge.state
        self._ranges = () if self._subject is None else rules.ranges(state, self._subject)
        self.title.setText(self._title())
        self.ranges.setVisible(bool(self._ranges))
        self.none.setText(self._why_none())
        self.none.setVisible(bool(self.none.text()))
        told = self._ranges, frozenset(self._hidden)
        if told != self._told:
            self._told = told
            self._fill_ranges()

    def _fill_ranges(self) -> None:
        self.ranges.blockSignals(True)
        self.ranges.clear()
        for number, range_ in enumerate(self._ranges):
            item = QTreeWidgetItem([_line(range_), str(len(range_.hexes))])
            item.setIcon(0, QIcon(range_swatch(range_.kind)))
            item.setToolTip(0, plain(_line(range_)))
            item.setData(0, PLACE, number)
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            on = bool(range_.hexes) and range_.title not in self._hidden
            item.setCheckState(0, Qt.CheckState.Checked if on else Qt.CheckState.Unchecked)
            if not range_.hexes:
                item.setDisabled(True)
            self.ranges.addTopLevelItem(item)
        self.ranges.blockSignals(False)

    def _title(self) -> str:
        subject = self._subject
        if subject is None:
            return ASK
        game = self._bridge.game
        for found in self._bridge.rules.subjects(self._bridge.state):
            if found.id == subject:
                return found.title
        if isinstance(subject, str) and subject in game.scenario.oob.units:
            return self._bridge.name_of(UnitId(subject))
        return place_title(game.scenario.map, subject)

    def _why_none(self) -> str:
        if self._ranges:
            return ""
        if not self._bridge.rules.subjects(self._bridge.state):
            return NO_RANGES
        return "" if self._subject is None else "It covers no ground beyond its own movement."

    def _emit(self) -> None:
        on = self._is_on and self._bridge.is_open
        self.shown.emit(
            tuple(own for own in self._ranges if own.title not in self._hidden) if on else ()
        )

    def _ticked(self, item: QTreeWidgetItem, _column: int) -> None:
        title = self._ranges[int(item.data(0, PLACE))].title
        if item.checkState(0) is Qt.CheckState.Checked:
            self._hidden.discard(title)
        else:
            self._hidden.add(title)
        self._emit()

    def _picked(self, item: QTreeWidgetItem | None, _column: int = 0) -> None:
        subject = item.data(0, SUBJECT) if item is not None else None
        if subject is not None:
            if subject != self._subject:
                self._take(subject)
                self._show_ranges()
            self.wanted.emit()
            self._emit()

    def follow(self) -> None:
        """Show the selected unit, hex or box, when the rules give it a range."""
        if self._take_up():
            self.refresh()

    def _selected(self) -> None:
        self._follows = True
        self.hear(NOTHING)

    def start(self) -> None:
        """Show nothing: another game was opened, or it was closed."""
        self._subject = None
        self._listed = None
        self._ranges = ()
        self._hidden.clear()
        self.title.setText(ASK)
        self.subjects.clear()
        self.ranges.clear()
        self._told = (), frozenset()
        self._emit()


def _line(range_: Range) -> str:
    text = f"{range_.title} — {range_.text}" if range_.text else range_.title
    return f"{text} [{range_.rule}]"
