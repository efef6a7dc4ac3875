"""Solitaire help: who has not acted, who is out of supply, what is due, which attacks pay."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QTreeWidgetItem,
    QVBoxLayout,
)

from engine.core.change import Change
from engine.core.state import Location
from engine.core.view.outlook import Plan
from engine.core.wording import counted
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.models.alike import edits
from qtapp.widgets.parts import button, label
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import WrappingTree, section_head
from qtapp.widgets.wording import place_title
from qtapp.workspaces.play.analysis_panels.chance_bars import percent
from qtapp.workspaces.play.following import FollowingPanel

UNIT = int(Qt.ItemDataRole.UserRole)
TARGET = UNIT + 1
ASK_TIP = "Ask the automatic player, without doing it"
MOST_UNITS = 40
MOST_ATTACKS = 8


@dataclass(frozen=True, slots=True)
class _Hint:
    """One line: what it says, its figure, and where it leads."""

    text: str
    figure: str = ""
    unit: UnitId | None = None
    target: Hex | None = None


_Standing = tuple[UnitId, Location]
"""A unit and where it is: put into words where it is written."""
_Line = _Hint | _Standing
_Section = tuple[str, Sequence[_Line], str]
"""Title, lines, and what is said when there are none."""


class OutlookPanel(FollowingPanel):
    """``unit_picked`` and ``attack_picked`` follow a click on a line."""

    unit_picked = Signal(object)
    attack_picked = Signal(object)

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__(bridge)
        self._shown: list[_Section] = []
        self.side = label("", "heading", "Side")
        self.tree = WrappingTree("Worth a look", 2)
        self.tree.setToolTip("What deserves a look now; a click shows it on the board")
        self.tree.itemClicked.connect(self._clicked)
        self.tree.itemActivated.connect(self._clicked)
        self.advice = label("", "faint", "What the automatic player would do")
        self.ask = button("What would you do?", ASK_TIP)
        self.ask.clicked.connect(self._ask)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.setSpacing(6)
        for widget in (self.side, self.tree, self.advice, self.ask):
            layout.addWidget(widget)

    def follow_up(self, change: Change) -> Iterator[None]:
        """Look over the position piece by piece; one that was looked over before is known."""
        sections: list[_Section] = []
        if change.everything:
            self._shown = []  # places may have other names
        if self._bridge.player_decides:
            sections = yield from self._bridge.once_in_pieces(self._sections)
        self._tell(sections)

    def _tell(self, sections: list[_Section]) -> None:
        """Say what was found, or that nobody has to decide."""
        self.advice.setText("")
        deciding = self._bridge.player_decides
        is_open = self._bridge.is_open and self._bridge.player_view.is_open
        self.ask.setEnabled(deciding and is_open)
        self.ask.setToolTip(
            plain(ASK_TIP if is_open else "He knows more than you may: the enemy is hidden")
        )
        if not deciding:
            self.side.setText("Nobody has to decide now")
        else:
            view = self._bridge.view
            self.side.setText(f"{self._bridge.side_name(view.side)}, turn {view.turn}")
        self._show(sections)

    def _sections(self) -> Generator[None, None, list[_Section]]:
        attacks = yield from self._attacks()
        mine, rules, state = self._mine(), self._bridge.rules, self._bridge.state
        idle = yield from self._first(mine, self._bridge.offers.is_idle)
        starving = yield from self._first(mine, lambda unit: not rules.in_supply(state, unit))
        return [
            ("Attacks worth a look", attacks, "No attack is possible now."),
            ("Could still do something", idle, "No unit can do anything now."),
            ("Out of supply", starving, "Every unit is in supply."),
            ("Due this turn", self._due(), "Nothing more is due this turn."),
        ]

    def _show(self, sections: list[_Section]) -> None:
        """Write the sections and lines that do not say what they said before."""
        if [title for title, _, _ in sections] != [title for title, _, _ in self._shown]:
            self.tree.clear()
            self._shown = [(title, [], "") for title, _, _ in sections]
            for title, _, _ in sections:
                head = section_head(title)
                self.tree.addTopLevelItem(head)
                head.setFirstColumnSpanned(True)
                head.setExpanded(True)
        for number, (was, now) in enumerate(zip(self._shown, sections, strict=True)):
            if was != now:
                self._write(number, was[1], now)
        self._shown = sections

    def _attacks(self) -> Generator[None, None, list[_Hint]]:
        """The best plan against each enemy beside one's units, by how likely it clears the hex."""
        bridge = self._bridge
        found: list[tuple[float, _Hint]] = []
        if not bridge.rules.may_attack(bridge.state):
            return []
        for target in sorted(bridge.enemy_hexes):
            plans = yield from self._plans(target)
            best = max(plans, key=lambda plan: plan.clearing, default=None)
            if best is None or best.objections:
                continue
            place = place_title(bridge.game.scenario.map, target)
            text = f"{place}: {counted(len(best.units), 'unit')}, {best.column}"
            found.append((best.clearing, _Hint(text, percent(best.clearing), target=target)))
        found.sort(key=lambda pair: -pair[0])
        return [hint for chance, hint in found[:MOST_ATTACKS] if chance > 0]

    def _plans(self, target: Hex) -> Generator[None, None, list[Plan]]:
        """Plans by every stack that could attack, and by all of them together."""
        rules, state = self._bridge.rules, self._bridge.state
        able = rules.candidates(state, target)
        stacks: dict[object, list[UnitId]] = {}
        for unit in able:
            stacks.setdefault(state.pieces[unit].at, []).append(unit)
        groups = {tuple(stack) for stack in stacks.values()} | ({able} if able else set())
        found: list[Plan] = []
        for group in sorted(groups):
            yield
            plan = rules.plan(state, target, group)
            if plan is not None and not plan.objections:
                found.append(plan)
        return found

    def _first(
        self, units: list[_Standing], asked: Callable[[UnitId], bool]
    ) -> Generator[None, None, list[_Standing]]:
        """The first of some units of which something holds, as many as are listed."""
        found = list[_Standing]()
        for one in units:
            if len(found) >= MOST_UNITS:
                break
            if asked(one[0]):
                found.append(one)
                yield
        return found

    def _mine(self) -> list[_Standing]:
        """The units on the board of the side to decide."""
        bridge = self._bridge
        pieces, side = bridge.state.pieces, bridge.view.side
        return [(unit, pieces[unit].at) for unit, whose in bridge.commands.items() if whose == side]

    def _due(self) -> list[_Hint]:
        turn = self._bridge.state.turn
        entries = self._bridge.rules.due(self._bridge.state, turn, turn)
        side = self._bridge.view.side
        return [
            _Hint(entry.text, entry.rule, entry.units[0] if entry.units else None)
            for entry in entries
            if entry.turn == turn and not entry.done and entry.side in ("", side)
        ]

    def _write(self, number: int, shown: Sequence[_Line], section: _Section) -> None:
        """Put the lines of a section right: those that stay are left as they are."""
        title, hints, nothing = section
        head = self.tree.topLevelItem(number)
        assert head is not None, "each section has one"
        head.setText(0, f"{title} ({len(hints)})" if hints else title)
        if not shown:
            head.takeChildren()
        for start, gone, coming in edits(shown, hints):
            for _ in range(gone):
                head.takeChild(start)
            head.insertChildren(start, [self._line(one) for one in coming])
        if not hints:
            empty = QTreeWidgetItem([nothing])
            empty.setFlags(Qt.ItemFlag.NoItemFlags)
            head.addChild(empty)
            empty.setFirstColumnSpanned(True)

    def _line(self, line: _Line) -> QTreeWidgetItem:
        hint = line if isinstance(line, _Hint) else self._unit(*line)
        item = QTreeWidgetItem([hint.text, hint.figure])
        item.setToolTip(0, plain(hint.text))
        item.setData(0, UNIT, None if hint.unit is None else str(hint.unit))
        item.setData(0, TARGET, hint.target)
        return item

    def _unit(self, unit: UnitId, at: Location) -> _Hint:
        board = self._bridge.game.scenario.map
        return _Hint(self._bridge.name_of(unit), place_title(board, at), unit)

    def _clicked(self, item: QTreeWidgetItem, _column: int) -> None:
        unit, target = item.data(0, UNIT), item.data(0, TARGET)
        if isinstance(target, Hex):
            self.attack_picked.emit(target)
        elif unit is not None:
            self.unit_picked.emit(UnitId(unit))

    def _ask(self) -> None:
        bridge = self._bridge
        advice = bridge.rules.advise(bridge.state)
        if advice is None:
            self.advice.setText("It knows nothing better than to go on.")
            return
        does = bridge.rules.describe(bridge.state, advice.action)
        self.advice.setText(f"{does}. {advice.reason}")
