"""The attack planner: pick a hex, add and drop units, and see what it would bring beforehand."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.core.change import Change
from engine.core.state import Location
from engine.core.view.display import Modifier
from engine.core.view.outlook import Plan, Strength
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.painters.counters.counter_faces import told_ratings
from qtapp.widgets.parts import button, label, scrolled
from qtapp.widgets.plain import plain
from qtapp.widgets.trees import Ticking, section_head
from qtapp.widgets.wording import place_title, signed
from qtapp.workspaces.play.analysis_panels.chance_bars import ChanceBars, percent
from qtapp.workspaces.play.following import FollowingPanel

UNIT = int(Qt.ItemDataRole.UserRole)
EMPTY = "Put the hex cursor on an enemy, or select one, and press K."


class PlannerPanel(FollowingPanel):
    """One attack in the making. ``declared`` carries the plan to carry out; ``changed`` follows
    every other target or force, so that the board can show them.
    """

    declared = Signal(object)
    changed = Signal()

    def __init__(self, bridge: GameBridge) -> None:
        super().__init__(bridge)
        self._target: Hex | None = None
        self._chosen: tuple[UnitId, ...] = ()
        self.plan: Plan | None = None
        self._items: dict[UnitId, QTreeWidgetItem] = {}
        self.title = label("No attack is planned", "heading", "Target")
        self.hint = label(EMPTY, "faint", "Hint")
        self.units = _tree("Units that could attack", 2)
        self.units.itemChanged.connect(self._ticked)
        self.all = button("All", "Take every unit that can")
        self.none = button("None", "Take no unit")
        self.all.clicked.connect(lambda: self._tick_all(True))
        self.none.clicked.connect(lambda: self._tick_all(False))
        self.column = label("", "heading", "Odds")
        self.losses = label("", name="Expected losses")
        self.further = label("", "faint", "What more would bring")
        self.bars = ChanceBars()
        self.ledger = _tree("Ledger", 3)
        self.objections = label("", "warning", "What forbids it")
        self.declare = button("Declare this attack", "Carry the plan out", primary=True)
        self.declare.clicked.connect(self._declare)
        self._lay_out()
        self._show()

    @property
    def is_wanted(self) -> bool:
        """The board shows where a planned attack would come from, whatever panel is looked at."""
        return self._target is not None

    def start(self) -> None:
        """Plan nothing: another game was opened, or it was closed."""
        self.aim(None)

    def show_change(self, change: Change) -> None:
        """Work an attack that is planned out again."""
        if self._target is not None:
            self.refresh()

    @property
    def target(self) -> Hex | None:
        """The hex to be attacked."""
        return self._target

    @property
    def force(self) -> tuple[UnitId, ...]:
        """The units of the plan."""
        return self._chosen

    def aim(self, target: Hex | None, units: tuple[UnitId, ...] = ()) -> None:
        """Plan an attack on a hex: by the given units, else by the best placed stack."""
        self._target = target
        able = self._able()
        wanted = tuple(unit for unit in units if unit in able)
        self._chosen = wanted or self._first_stack(able)
        self._show()

    def refresh(self) -> None:
        """Follow the session: units that can no longer take part drop out."""
        if self._target is not None:
            able = self._able()
            self._chosen = tuple(unit for unit in self._chosen if unit in able)
        self._show()

    def _able(self) -> tuple[UnitId, ...]:
        if self._target is None or not self._bridge.is_open or not self._bridge.player_decides:
            return ()
        return self._bridge.rules.candidates(self._bridge.state, self._target)

    def _first_stack(self, able: tuple[UnitId, ...]) -> tuple[UnitId, ...]:
        """The units of the hex with the most of them."""
        stacks: dict[Location, list[UnitId]] = {}
        for unit in able:
            stacks.setdefault(self._bridge.state.pieces[unit].at, []).append(unit)
        fullest: list[UnitId] = []
        for stack in stacks.values():
            fullest = stack if len(stack) > len(fullest) else fullest
        return tuple(fullest)

    def _show(self) -> None:
        able = self._able()
        self.plan = self._planned()
        plan = self.plan
        self._fill_units(able)
        active = self._target is not None
        self.title.setText(self._heading())
        self.hint.setText(self._advice(able))
        self.hint.setVisible(bool(self.hint.text()))
        for widget in (self.units, self.all, self.none):
            widget.setVisible(bool(able))
        results = plan.results if plan else ()
        self.column.setText(plan.column if plan else "")
        self.losses.setText(_losses(plan) if results and plan else "")
        self.further.setText(plan.further if plan else "")
        self.bars.show_results(results)
        self.ledger.clear()
        if plan is not None:
            self._fill_ledger(plan)
        forbidding = plan.objections if plan else ()
        self.objections.setText("\n".join(f"{o.text} [{o.rule}]" for o in forbidding))
        shown: tuple[tuple[QWidget, bool], ...] = (
            (self.column, bool(plan)),
            (self.losses, bool(results)),
            (self.further, bool(self.further.text())),
            (self.bars, bool(results)),
            (self.ledger, bool(plan)),
            (self.objections, bool(forbidding)),
            (self.declare, active and bool(able)),
        )
        for part, wanted in shown:
            part.setVisible(wanted)
        self.declare.setEnabled(bool(plan and plan.actions and not forbidding))
        self.changed.emit()

    def _planned(self) -> Plan | None:
        bridge = self._bridge
        if self._target is None or not bridge.is_open or not bridge.player_decides:
            return None
        return bridge.rules.plan(bridge.state, self._target, self._chosen)

    def _heading(self) -> str:
        if self._target is None:
            return "No attack is planned"
        return f"Attack on {place_title(self._bridge.game.scenario.map, self._target)}"

    def _advice(self, able: tuple[UnitId, ...]) -> str:
        if self._target is None:
            return EMPTY
        if self.plan is None:
            return "There is nobody to attack here for the side that decides now."
        return "" if able else "None of your units can attack this hex now."

    def _fill_units(self, able: tuple[UnitId, ...]) -> None:
        """List the units; a list that stays keeps its items, for one may just have been ticked."""
        tree = self.units
        tree.blockSignals(True)
        if able != tuple(self._items):
            tree.clear()
            self._items = {}
            stacks: dict[Location, QTreeWidgetItem] = {}
            for unit in able:
                self._list_unit(unit, stacks)
            tree.expandAll()
            tree.setFixedHeight(min(len(able) + len(stacks), 9) * 25 + 6)
        for unit, item in self._items.items():
            on = Qt.CheckState.Checked if unit in self._chosen else Qt.CheckState.Unchecked
            item.setCheckState(0, on)
        tree.blockSignals(False)

    def _list_unit(self, unit: UnitId, stacks: dict[Location, QTreeWidgetItem]) -> None:
        game = self._bridge.game
        piece = self._bridge.state.pieces[unit]
        if piece.at not in stacks:
            head = QTreeWidgetItem([f"From {place_title(game.scenario.map, piece.at)}"])
            head.setFlags(Qt.ItemFlag.ItemIsEnabled)
            self.units.addTopLevelItem(head)
            stacks[piece.at] = head
        found = game.scenario.oob.units[unit]
        face = found.faces[0 if piece.steps >= found.steps else -1]
        item = QTreeWidgetItem([self._bridge.name_of(unit), told_ratings(face, found)])
        item.setData(0, UNIT, unit)
        stacks[piece.at].addChild(item)
        self._items[unit] = item

    def _fill_ledger(self, plan: Plan) -> None:
        for title, lines in (("Attackers", plan.attackers), ("Defenders", plan.defenders)):
            self._section(title, [_strength(line) for line in lines])
        self._section("Shifts and modifiers", [_modifier(line) for line in plan.modifiers])
        self.ledger.expandAll()
        count = 3 + len(plan.attackers) + len(plan.defenders) + len(plan.modifiers)
        self.ledger.setFixedHeight(min(count, 16) * 25 + 8)

    def _section(self, title: str, rows: list[list[str]]) -> None:
        if not rows:
            return
        head = section_head(title)
        self.ledger.addTopLevelItem(head)
        for row in rows:
            item = QTreeWidgetItem(row[:3])
            item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            item.setToolTip(0, plain(row[3]))
            head.addChild(item)

    def _ticked(self, item: QTreeWidgetItem, _column: int) -> None:
        unit = item.data(0, UNIT)
        if unit is None:
            return
        on = item.checkState(0) == Qt.CheckState.Checked
        kept = tuple(known for known in self._chosen if known != unit)
        self._chosen = (*kept, UnitId(unit)) if on else kept
        self._show()

    def _tick_all(self, on: bool) -> None:
        self._chosen = self._able() if on else ()
        self._show()

    def _declare(self) -> None:
        if self.plan is not None and not self.plan.objections:
            self.declared.emit(self.plan)

    def _lay_out(self) -> None:
        inner = QWidget()
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(10, 8, 10, 10)
        layout.setSpacing(7)
        row = QWidget()
        buttons = QHBoxLayout(row)
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.addWidget(self.all)
        buttons.addWidget(self.none)
        buttons.addStretch(1)
        buttons.addWidget(self.declare)
        for widget in (self.title, self.hint, self.units, row, self.objections, self.column):
            layout.addWidget(widget)
        for widget in (self.bars, self.losses, self.further, self.ledger):
            layout.addWidget(widget)
        layout.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolled(inner, "Planner", framed=False))


def _tree(name: str, columns: int) -> QTreeWidget:
    made = QTreeWidget()
    made.setAccessibleName(name)
    made.setColumnCount(columns)
    made.setHeaderHidden(True)
    made.setIndentation(12)
    made.setRootIsDecorated(False)
    made.setItemDelegate(Ticking(made))
    made.setVerticalScrollMode(QTreeWidget.ScrollMode.ScrollPerPixel)
    header = made.header()
    header.setStretchLastSection(False)
    header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
    for column in range(1, columns):
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    return made


def _strength(line: Strength) -> list[str]:
    return [line.text, line.value, line.rule, f"{line.text}: {line.value} [{line.rule}]"]


def _modifier(line: Modifier) -> list[str]:
    sure = "" if line.provenance in ("", "printed") else f" ({line.provenance})"
    tip = f"{line.text}: {signed(line.value)} [{line.rule}]{sure}"
    return [f"{line.text}{sure}", signed(line.value), line.rule, tip]


def _losses(plan: Plan) -> str:
    cleared = plan.clearing
    won = f" It clears the hex {percent(cleared)} of the time." if cleared else ""
    lost, hit = plan.attacker_loss, plan.defender_loss
    return f"On average you lose {lost:.1f} and the defender {hit:.1f}.{won}"
