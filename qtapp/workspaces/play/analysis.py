"""The player's analysis: panels that plan and look back, wired to the board and the game."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QInputDialog, QWidget

from engine.core.view.outlook import Plan
from engine.core.view.ranges import SubjectId
from engine.reports.log_export import MarkKind
from maps.hexgrid import Hex
from qtapp.app.services import Services
from qtapp.workspaces.charts.charts_table import CHARTS
from qtapp.workspaces.play.acting.bodies import next_in_army
from qtapp.workspaces.play.analysis_panels.armies_panel import ArmiesPanel
from qtapp.workspaces.play.analysis_panels.calendar_panel import CalendarPanel
from qtapp.workspaces.play.analysis_panels.charts_panel import ChartsPanel
from qtapp.workspaces.play.analysis_panels.figures_panel import FiguresPanel
from qtapp.workspaces.play.analysis_panels.forces_panel import ForcesPanel
from qtapp.workspaces.play.analysis_panels.lines_panel import LinesPanel
from qtapp.workspaces.play.analysis_panels.outlook_panel import OutlookPanel
from qtapp.workspaces.play.analysis_panels.planner_panel import PlannerPanel
from qtapp.workspaces.play.analysis_panels.ranges_panel import RangesPanel
from qtapp.workspaces.play.analysis_panels.rules_panel import RulesPanel
from qtapp.workspaces.play.play_controller import PlayController
from qtapp.workspaces.play.referee_dialog import RefereeDialog
from qtapp.workspaces.workspace import Command
from resources import Theme


class Analysis(QObject):
    """Everything around a game that takes no decision by itself."""

    def __init__(self, window: Services, controller: PlayController) -> None:
        super().__init__(window)
        self._window = window
        self._controller = controller
        self.planner = PlannerPanel(window.bridge)
        self.lines = LinesPanel(window.bridge)
        self.figures = FiguresPanel(window.bridge, window.theme)
        self.calendar = CalendarPanel(window.bridge)
        self.rules = RulesPanel(window.bridge)
        self.charts = ChartsPanel(window.bridge, window.theme)
        self.forces = ForcesPanel(window.bridge, window.selection)
        self.ranges = RangesPanel(window.bridge, window.selection)
        self.outlook = OutlookPanel(window.bridge)
        self.armies = ArmiesPanel(window.bridge)
        self.charts.edit_wanted.connect(self.edit_charts)
        self.forces.unit_picked.connect(controller.select_unit)
        self.forces.found.connect(controller.show_units)
        self.forces.sought.connect(window.bridge.seek)
        self.armies.found.connect(controller.show_units)
        self.armies.unit_picked.connect(controller.select_unit)
        self.armies.next_wanted.connect(self.next_in_army)
        self.outlook.unit_picked.connect(controller.select_unit)
        self.outlook.attack_picked.connect(self.plan_on)
        window.view.aside_clicked.connect(self.plan_aside)
        self.calendar.unit_picked.connect(controller.select_unit)
        self.calendar.sought.connect(window.bridge.seek)
        self.lines.sought.connect(window.bridge.seek)
        self.planner.declared.connect(self.declare)
        self.planner.changed.connect(self._show_plan)
        self.ranges.shown.connect(
            lambda ranges: controller.show_ranges(ranges, self.ranges.title.text())
        )
        self.ranges.wanted.connect(lambda: self._show_ranges(on=True))
        window.bridge.opened.connect(lambda: self._show_ranges(on=False))

    @property
    def panels(self) -> Mapping[str, QWidget]:
        """The widgets of its docks."""
        return {
            "planner": self.planner,
            "calendar": self.calendar,
            "rules": self.rules,
            "charts": self.charts,
            "forces": self.forces,
            "armies": self.armies,
            "ranges": self.ranges,
            "outlook": self.outlook,
            "lines": self.lines,
            "figures": self.figures,
        }

    def commands(self) -> Mapping[str, Command]:
        """What its actions do."""
        return {
            "plan_attack": self.plan_attack,
            "bookmark": lambda: self._ask_mark(MarkKind.BOOKMARK),
            "note": lambda: self._ask_mark(MarkKind.NOTE),
            "referee": self.referee,
            "lines": lambda: self._window.show_panel("lines", self.lines.tree.setFocus),
            "figures": lambda: self._window.show_panel("figures"),
            "calendar": lambda: self._window.show_panel("calendar", self.calendar.tree.setFocus),
            "forces": lambda: self._window.show_panel("forces", self.forces.search.setFocus),
            "armies": lambda: self._window.show_panel("armies", self.armies.tree.setFocus),
            "next_in_army": self.next_in_army,
            "show_ranges": self._turn_ranges,
            "ranges": lambda: self._window.show_panel("ranges", self.ranges.subjects.setFocus),
            "outlook": lambda: self._window.show_panel("outlook", self.outlook.tree.setFocus),
            "charts": lambda: self._window.show_panel("charts", self.charts.which.setFocus),
            "rules": lambda: self._window.show_panel("rules", self.rules.search.setFocus),
        }

    def range_of(self, subject: SubjectId) -> None:
        """Show how far something reaches."""
        self.ranges.choose(subject)
        self._show_ranges(on=True)

    def _turn_ranges(self) -> None:
        """Show ranges, first of all the selection's; or none."""
        on = self._window.book["show_ranges"].isChecked()
        self._show_ranges(on=on)
        if on:
            self.ranges.follow()

    def _show_ranges(self, *, on: bool) -> None:
        self._window.book["show_ranges"].setChecked(on)
        self.ranges.set_on(on)
        if on and self.ranges.subject is None:
            self._window.show_panel("ranges", self.ranges.subjects.setFocus)

    def next_in_army(self) -> None:
        """Select the next unit of the selected unit's army that can do something."""
        bridge, controller = self._window.bridge, self._controller
        if not bridge.player_decides:
            return
        now, group = self._window.selection.unit, self._window.selection.units
        passed = group if len(group) > 1 else ()
        held = controller.group.holding.units
        unit, said = next_in_army(bridge, controller.group.in_order(), now, passed, held)
        controller.stepping.onward = self.next_in_army
        if unit is not None:
            controller.select_unit(unit)
        if said:
            self._window.notice.say(said)

    def plan_attack(self) -> None:
        """Plan an attack on the hex cursor, or on the selected hex, by the selected unit if any."""
        window = self._window
        spots = (window.view.cursor_hex, window.selection.hex, self.planner.target)
        enemies = window.bridge.enemy_hexes
        target = next((at for at in spots if at in enemies), None)
        unit = window.selection.unit
        self.planner.aim(target, (unit,) if unit is not None else ())
        window.show_panel("planner", self.planner.units.setFocus)
        if target is None:
            window.notice.say("Put the hex cursor on a hex with an enemy, then plan the attack.")

    def plan_on(self, target: Hex) -> None:
        """Plan an attack on a hex by all that could take part."""
        bridge = self._window.bridge
        self._window.go_to(target)
        self.planner.aim(target, bridge.rules.candidates(bridge.state, target))
        self._window.show_panel("planner")

    def plan_aside(self, target: Hex) -> None:
        """Plan an attack on the hex of a click aside, where an enemy stands."""
        if not self._controller.is_active or not self._window.bridge.is_open:
            return
        if target in self._window.bridge.enemy_hexes:
            self.plan_on(target)
        else:
            self._window.notice.say("No enemy is there: the middle button plans an attack on one.")

    def declare(self, plan: Plan) -> None:
        """Carry a plan out as far as no die is thrown; stop at what the rules forbid."""
        if self._window.bridge.act_together(plan.actions):
            self.planner.aim(None)
            self._controller.acted.emit()

    def edit_charts(self) -> None:
        """Edit charts like this game's for coming games."""
        window = self._window
        with window.trouble.told():
            scenario = window.bridge.game.scenario
            number = window.document.charts_like(scenario.charts, scenario.system)
            window.document.edit_charts(number)
            window.set_workspace(CHARTS)

    def read_rule(self, rule: str) -> None:
        """Open the rules at one of them."""
        if self.rules.open(rule):
            self._window.show_panel("rules")

    def referee(self) -> None:
        """Let the referee change the position."""
        bridge, window = self._window.bridge, self._window
        dialog = RefereeDialog(bridge.game, window)
        if dialog.exec() and dialog.action is not None:
            bridge.act(dialog.action)

    def wear(self, theme: Theme) -> None:
        """Use a theme's colours."""
        self.figures.set_theme(theme)
        self.charts.set_theme(theme)

    def _ask_mark(self, kind: MarkKind) -> None:
        """Ask for the text of a mark at the step one is on."""
        bridge, window = self._window.bridge, self._window
        node = bridge.game.log.current
        before = bridge.game.marks.get(node, kind)
        if kind is MarkKind.NOTE:
            text, taken = QInputDialog.getMultiLineText(window, "Note", "Note:", before)
        else:
            text, taken = QInputDialog.getText(window, "Bookmark", "Name:", text=before)
        if taken:
            with window.trouble.told():
                bridge.mark(node, kind, text.strip())

    def _show_plan(self) -> None:
        target, bridge = self.planner.target, self._window.bridge
        places = [bridge.state.pieces[unit].at for unit in self.planner.force]
        origins = dict.fromkeys(at for at in places if isinstance(at, Hex))
        self._controller.show_plan(target, tuple(origins))
