"""The turn record: what every turn brings, what is due now, the weather to come, and own notes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QInputDialog,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
)

from engine.core.view.outlook import Due, WeatherZone
from engine.reports.log_export import How
from engine.reports.statistics import Statistics, Weathered
from engine.reports.turn_record import turn_dates
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.widgets.parts import Flow, button, label
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import WrappingTree
from qtapp.widgets.wording import sentence_case
from qtapp.workspaces.play.analysis_panels.chance_bars import percent
from qtapp.workspaces.play.analysis_panels.log_reader import LogReader
from qtapp.workspaces.play.following import FollowingPanel

TURN = int(Qt.ItemDataRole.UserRole)
UNIT = TURN + 1
NODE = TURN + 2
LOOK_AHEAD = 6
"""Coming turns whose weather chances are told."""

KINDS = {
    "arrival": "Arrival",
    "withdrawal": "Withdrawal",
    "conversion": "Conversion",
    "replacement": "Replacement",
    "release": "Release",
    "weather": "Weather",
    "check": "Check",
    "victory": "Victory",
}


@dataclass(frozen=True, slots=True)
class _Turn:
    """What the record says of one turn: its title, its weather line by line, and what is due.

    ``node`` is where its weather was rolled; ``bold`` marks the turn that is played.
    """

    turn: int
    title: str
    bold: bool
    lines: tuple[str, ...]
    node: int | None
    due: tuple[Due, ...]


class CalendarPanel(FollowingPanel):
    """Turns with their phases and duties. ``unit_picked`` follows a click on a unit that is due,
    ``sought`` the wish to stand where the weather of a past turn was rolled.
    """

    unit_picked = Signal(object)
    sought = Signal(int)

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__(bridge)
        self._turns: list[_Turn] = []
        self._told: tuple[object, ...] = ()
        self._reader = LogReader(self, bridge.in_turn)
        self._reader.ready.connect(self.hear)
        self.heading = label("", "heading", "Turn")
        self.phase = label("", "faint", "Phase")
        self.tree = WrappingTree("Turn record", 2, ["What is due", "Rule"])
        self.tree.setToolTip("What each turn has brought and will bring")
        self.tree.itemClicked.connect(self._clicked)
        self.tree.itemActivated.connect(self._activated)
        self.tree.currentItemChanged.connect(lambda _now, _before: self._follow())
        self.note = button("Note…", "Write a note at the chosen turn")
        self.note.clicked.connect(self._ask_note)
        row = Flow()
        row.fill([self.note])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.setSpacing(5)
        for widget in (self.heading, self.phase, self.tree, row):
            layout.addWidget(widget)
        bridge.marked.connect(self.hear)

    def refresh(self) -> None:
        """Follow the session."""
        if not self._bridge.is_open:
            self.heading.setText("")
            self.phase.setText("")
            self._told = ()
            self._show([])
            return
        bridge = self._bridge
        view = bridge.rules.phases(bridge.state)
        self.heading.setText(view.turn_words)
        self.phase.setText(" · ".join(_marked(view.phases, view.phase)))
        entries, zones, past = bridge.once(_due), bridge.once(_zones), self._past()
        dates, notes = bridge.throughout(_dates), bridge.game.turn_notes.all()
        told = entries, zones, past, dates, notes, bridge.state.turn, view.turns
        if told == self._told:  # as after most steps
            return
        self._told = told
        due, coming = _by_turn(entries), _coming(zones)
        turns = [self._turn(0, "Any turn", due[0], ())] if 0 in due else []
        for turn in view.turns:
            weather = past.get(turn) or coming.get(turn, ())
            title = f"Turn {turn}, {dates[turn]}" if turn in dates else f"Turn {turn}"
            turns.append(self._turn(turn, title, due.get(turn, ()), weather))
        self._show(turns)

    def _show(self, turns: list[_Turn]) -> None:
        """Write the turns of which something else is to be said than before, and show the present
        one when there is any.
        """
        before, self._turns = self._turns, turns
        if turns == before:
            return
        if [turn.turn for turn in before] != [turn.turn for turn in turns]:
            self.tree.clear()
            before = []
        for row, turn in enumerate(turns):
            if row >= len(before):
                self._write(row, turn)
            elif turn != before[row]:
                item = self.tree.takeTopLevelItem(row)
                self._write(row, turn, opened=item is not None and item.isExpanded())
        current = next((self._item_of(turn.turn) for turn in turns if turn.bold), None)
        if current is not None:
            current.setExpanded(True)
            self.tree.setCurrentItem(current)
            self.tree.scrollToItem(current, QTreeWidget.ScrollHint.PositionAtTop)
        self._follow()

    def _past(self) -> Mapping[int, Weathered]:
        """The weather of the turns so far, once the log of the game that is open was read."""
        statistics = self._bridge.throughout(_statistics)
        return self._bridge.once(_past) if self._reader.is_ready(statistics) else {}

    def start(self) -> None:
        """Read the log of another game no further."""
        self._reader.stop()
        self._told = ()

    def _turn(
        self, turn: int, title: str, due: tuple[Due, ...], weather: tuple[str, ...] | Weathered
    ) -> _Turn:
        now = self._bridge.state.turn
        open_ = [entry for entry in due if not entry.done]
        kinds = dict.fromkeys(KINDS.get(entry.kind, entry.kind).lower() for entry in open_)
        extra = f" — {', '.join(kinds)}" if kinds and turn >= now else ""
        if isinstance(weather, Weathered) and not weather.due:
            title += f" · {', '.join(dict.fromkeys(now for _zone, now in weather.zones))}"
        note = self._bridge.game.turn_notes.get(turn)
        lines = _weather_was(weather, now) if isinstance(weather, Weathered) else weather
        dice = weather.dice if isinstance(weather, Weathered) else ()
        return _Turn(
            turn,
            f"{title}{extra}" + (f"  ✎ {note}" if note else ""),
            turn == now,
            tuple(filter(None, lines)),
            dice[-1].node if dice else None,
            due,
        )

    def _write(self, row: int, turn: _Turn, *, opened: bool = False) -> None:
        head = QTreeWidgetItem([turn.title, ""])
        head.setData(0, TURN, turn.turn)
        font = QFont(head.font(0))
        font.setBold(turn.bold)
        head.setFont(0, font)
        self.tree.insertTopLevelItem(row, head)
        head.setFirstColumnSpanned(True)
        for text in turn.lines:
            child = QTreeWidgetItem([text, ""])
            child.setData(0, TURN, turn.turn)
            if turn.node is not None:
                child.setData(0, NODE, turn.node)
                child.setToolTip(0, "Press Enter to stand where this die fell")
            head.addChild(child)
            child.setFirstColumnSpanned(True)
        for entry in turn.due:
            head.addChild(self._entry(turn.turn, entry))
        head.setExpanded(opened)

    def _entry(self, turn: int, entry: Due) -> QTreeWidgetItem:
        side = self._bridge.side_name(entry.side) if entry.side else ""
        words = [KINDS.get(entry.kind, entry.kind.capitalize()), side]
        text = f"{', '.join(filter(None, words))}: {entry.text}"
        if entry.place:
            text = f"{text.rstrip('.')}: {entry.place}."
        item = QTreeWidgetItem([f"✓ {text}" if entry.done else text, entry.rule])
        item.setToolTip(0, plain(text))
        item.setData(0, TURN, turn)
        if entry.units:
            item.setData(0, UNIT, str(entry.units[0]))
        if entry.done:
            item.setForeground(0, self.palette().placeholderText())
        return item

    def _item_of(self, turn: int) -> QTreeWidgetItem | None:
        for row in range(self.tree.topLevelItemCount()):
            item = self.tree.topLevelItem(row)
            if item is not None and item.data(0, TURN) == turn:
                return item
        return None

    def _clicked(self, item: QTreeWidgetItem, _column: int) -> None:
        unit = item.data(0, UNIT)
        if unit is not None:
            self.unit_picked.emit(UnitId(unit))

    def _activated(self, item: QTreeWidgetItem, column: int) -> None:
        node = item.data(0, NODE)
        if node is not None:
            self.sought.emit(int(node))
        else:
            self._clicked(item, column)

    def _follow(self) -> None:
        item = self.tree.currentItem()
        self.note.setEnabled(item is not None and bool(item.data(0, TURN)))

    def _ask_note(self) -> None:
        item = self.tree.currentItem()
        if item is None:
            return
        turn = int(item.data(0, TURN))
        before = self._bridge.game.turn_notes.get(turn)
        text, taken = QInputDialog.getText(self, "Note", plain(f"Turn {turn}:"), text=before)
        if taken:
            self._bridge.note_turn(turn, text.strip())


def _dates(bridge: GameBridge) -> Mapping[int, str]:
    """Dates by turn, the same in every position."""
    return turn_dates(bridge.rules, bridge.rules.phases(bridge.state).last_turn)


def _due(bridge: GameBridge) -> tuple[Due, ...]:
    """What all turns bring."""
    turns = bridge.rules.phases(bridge.state).turns
    return bridge.rules.due(bridge.state, turns.start, turns.stop - 1)


def _by_turn(entries: tuple[Due, ...]) -> Mapping[int, tuple[Due, ...]]:
    """What every turn brings."""
    found: dict[int, list[Due]] = {}
    for entry in entries:
        found.setdefault(entry.turn, []).append(entry)
    return {turn: tuple(some) for turn, some in found.items()}


def _zones(bridge: GameBridge) -> tuple[WeatherZone, ...]:
    """The weather by zone, with the chances of coming turns."""
    return bridge.rules.weather(bridge.state, LOOK_AHEAD)


def _coming(zones: tuple[WeatherZone, ...]) -> Mapping[int, tuple[str, ...]]:
    """The weather that turns may bring, a line for each zone."""
    turns = {chance.turn for zone in zones for chance in zone.coming}
    return {turn: tuple(_weather_on(zone, turn) for zone in zones) for turn in turns}


def _statistics(bridge: GameBridge) -> Statistics:
    """What tells of the turns so far."""
    return Statistics(bridge.game)


def _past(bridge: GameBridge) -> Mapping[int, Weathered]:
    """The weather of the turns so far."""
    return {found.turn: found for found in bridge.throughout(_statistics).weather()}


def _marked(phases: tuple[str, ...], current: int) -> list[str]:
    return [f"[{name}]" if number == current else name for number, name in enumerate(phases)]


def _weather_was(found: Weathered, turn: int) -> Iterator[str]:
    """What the weather of a turn so far was, with the die that made it, or each of several."""
    if found.due:
        yield "The weather is about to be rolled."
        return
    dice = [f"die {die.face}{MADE.get(die.how, '')}" for die in found.dice]
    made = f" ({dice[0]})" if len(dice) == 1 else ""
    for zone, weather in found.zones:
        where = f"Weather, {zone}," if zone else "Weather"
        yield f"{where} {'is' if found.turn == turn else 'was'} {weather.lower()}{made}"
    for die, words in zip(found.dice, dice, strict=True) if len(dice) > 1 else ():
        yield f"{sentence_case(die.reason)}: {words}"


MADE = {How.REROLLED: ", rolled again", How.TYPED: ", typed in"}


def _weather_on(zone: WeatherZone, turn: int) -> str:
    chances = [c for c in zone.coming if c.turn == turn]
    if not chances:
        return ""
    told = ", ".join(f"{c.weather.lower()} {percent(c.chance)}" for c in chances if c.chance)
    where = f"Weather, {zone.zone}" if zone.zone else "Weather"
    return f"{where}: {told}"
