"""The Play workspace: panels of the game around the board, and the automatic player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget

from engine.core.state import State
from engine.game.session import Dice
from engine.reports.happenings import Happening
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.actions.action_kinds import When
from qtapp.app.services import Services
from qtapp.board.hints import hex_hint
from qtapp.board.items.far_armies import FarArmies
from qtapp.board.scene import BoardScene
from qtapp.board.tips import BoardTips
from qtapp.dialogs.finder import Finder
from qtapp.dialogs.manual import page_on
from qtapp.widgets.icons import Icons
from qtapp.workers.automatic import (
    AutomaticPlayer,
    Explain,
    Until,
    this_phase,
    this_turn,
    to_the_end,
)
from qtapp.workers.speed import Speed
from qtapp.workspaces.play.acting.list_drag import ListDrag
from qtapp.workspaces.play.acting.offer import Offer
from qtapp.workspaces.play.acting.rolling import BattleRoll
from qtapp.workspaces.play.analysis import Analysis
from qtapp.workspaces.play.find_anything import Finding
from qtapp.workspaces.play.panels.battle_panel import BattlePanel
from qtapp.workspaces.play.panels.choices_panel import ChoicesPanel
from qtapp.workspaces.play.panels.committed_panel import CommittedPanel
from qtapp.workspaces.play.panels.decision_panel import DecisionPanel
from qtapp.workspaces.play.panels.displays_panel import DisplaysPanel
from qtapp.workspaces.play.panels.log_panel import LogPanel
from qtapp.workspaces.play.panels.stack_panel import StackPanel
from qtapp.workspaces.play.panels.turn_strip import TurnStrip
from qtapp.workspaces.play.play_controller import PlayController
from qtapp.workspaces.play.play_skin import PlaySkin
from qtapp.workspaces.play.play_table import PLAY_TABLE, Playing
from qtapp.workspaces.play.second_board import SecondBoard
from qtapp.workspaces.play.tour import Tour
from qtapp.workspaces.play.watching.leading import Leading
from qtapp.workspaces.play.watching.seats import SEAT_ACTIONS, Seats
from qtapp.workspaces.play.watching.since_panel import SincePanel
from qtapp.workspaces.play.watching.standing import say_standing
from qtapp.workspaces.play.watching.war_bar import WarBar
from qtapp.workspaces.play.watching.watching import Watching
from qtapp.workspaces.workspace import Command, Workspace
from resources import Theme

SIDE_ACTIONS = ("auto_first", "auto_second")
GO_ON = "go on"
"""Where it is kept whether what has no choice is taken by itself."""
OVERLAYS = ("reach", "supply", "zones", "threat", "front", "mark_idle")


class PlayWorkspace(Workspace):
    """Plays the open game on the board."""

    table = PLAY_TABLE

    def __init__(self, window: Services, explain: Explain) -> None:
        super().__init__(window)
        bridge, selection, pictures = window.bridge, window.selection, window.pictures
        self.controller = PlayController(bridge, selection, window.view)
        self.battle_roll = BattleRoll(bridge)
        self.seats = Seats(window)
        self.robot = AutomaticPlayer(bridge, explain, window)
        self.decision = DecisionPanel(bridge)
        self.stack = StackPanel(bridge, selection, pictures)
        self.choices = ChoicesPanel(bridge, selection)
        self.displays = DisplaysPanel(bridge, pictures, window.theme)
        self.battle = BattlePanel(bridge, selection, pictures)
        self.log = LogPanel(bridge)
        self.turn_strip = TurnStrip(bridge, window.theme)
        self.analysis = Analysis(window, self.controller)
        self.tour = Tour(window)
        self.watching = Watching(
            bridge, self.controller, self.robot, window.view, window.preferences
        )
        self.since = SincePanel(bridge)
        self.committed = CommittedPanel(bridge)
        self.war_bar = WarBar(bridge)
        self.list_drag = ListDrag(self.controller, window.view, self.stack.list)
        self.second: SecondBoard | None = None
        self.skin = PlaySkin(window, self._boards)
        self.tips = BoardTips(bridge, window.view)
        self.far = FarArmies(
            window.view, bridge,
            wanted=lambda: window.book["far_armies"].isChecked(),
            hidden=lambda: window.book["hide_counters"].isChecked(),
        )  # fmt: skip
        self._was_fighting = False
        self.leading = Leading(
            bridge, window.view,
            lambda hexes: self.controller.show_happening((), hexes, asked=True),
            lambda: self.robot.is_busy or self.watching.is_playing,
        )  # fmt: skip
        self._connect()

    @property
    def panels(self) -> Mapping[str, QWidget]:
        """Decision, units, choices, displays, battle, what happened, log and analysis."""
        return {
            "decision": self.decision,
            "stack": self.stack,
            "choices": self.choices,
            "displays": self.displays,
            "battle": self.battle,
            "since": self.since,
            "committed": self.committed,
            "log": self.log,
            **self.analysis.panels,
        }

    @property
    def header(self) -> QWidget:
        """The turn record."""
        return self.turn_strip

    @property
    def reading(self) -> str:
        """The page on the game that is open."""
        bridge = self.window.bridge
        return page_on(bridge.game.system.id) if bridge.is_open else ""

    def commands(self) -> Mapping[str, Command]:
        """What the actions of playing do."""
        stepping = self.controller.stepping
        table: dict[str, Command] = {
            "reroll": self.window.bridge.reroll,
            "next_unit": stepping.next_unit,
            "previous_unit": lambda: stepping.next_unit(-1),
            "next_in_stack": stepping.next_in_stack,
            "whole_stack": stepping.whole_stack,
            "formation": stepping.formation,
            "hold": stepping.hold,
            "find": self._find,
            **dict.fromkeys(("hide_counters", "far_armies"), self.far.refresh),
            "choices": lambda: self.window.show_panel("choices", self.choices.focus),
            "end_phase": self.controller.end_phase,
            **dict.fromkeys(OVERLAYS, self._overlays),
            **self.analysis.commands(),
            "tour": self.tour.begin,
            "second_board": self.show_second_board,
            "skin": self._switch_skin,
            "roll": self._roll,
            "roll_battle": self._roll_battle,
            "go_on": self._keep_going_on,
            "type_die": lambda: self.window.show_panel("decision", self.decision.dice.focus),
            "auto_phase": lambda: self._automatic(this_phase),
            "auto_turn": lambda: self._automatic(this_turn),
            "auto_both": lambda: self._automatic(to_the_end),
            "auto_first": self._command,
            "auto_second": self._command,
            "auto_stop": self._stop,
            "auto_next": self.watching.next,
            "since": self._show_since,
            "committed": lambda: self.window.show_panel("committed", self.committed.focus),
            "watch_again": self.watching.again,
            "war_bar": self._show_war_bar,
            "seat_open": self.seats.sit,
            **dict.fromkeys(SEAT_ACTIONS, self.seats.sit),
            "fog_set_up": self.seats.sit,
        }
        for dice in Dice:
            table[f"dice_{dice.value}"] = partial(self.window.bridge.set_dice, dice)
        for speed in Speed:
            table[_speed_action(speed)] = partial(self._set_speed, speed)
        return table

    def show_second_board(self) -> None:
        """Open the second window on the board, or bring it to the front."""
        window = self.window
        if self.second is None:
            self.second = SecondBoard(
                window.bridge, self.controller, window, window.theme, window.scheme
            )
        self.second.lie_beside(window.view)
        self.second.show()
        self.second.raise_()
        self.second.view.board.set_skin(window.view.board.skin)
        self.controller.refresh_overlays()

    def _boards(self) -> list[BoardScene]:
        """The boards that show the game."""
        second = [] if self.second is None else [self.second.view.board]
        return [self.window.view.board, *second]

    def _switch_skin(self) -> None:
        with self.window.trouble.told():
            self.skin.switch()

    def enter(self) -> None:
        """Show the game's board and counters; the board answers clicks as in play."""
        bridge = self.window.bridge
        if self.window.view.board.map is not bridge.game.scenario.map:
            self.controller.show_board()
        bridge.look_again()
        with self.window.trouble.told():
            self.skin.follow()
        self.controller.set_active(True)
        self.far.is_active = self.tips.is_active = True
        self.far.refresh()
        self.tour.step_aside(False)
        self._show_war_bar()

    def leave(self) -> None:
        """Stop the automatic player and leave the board to another room."""
        self._stop()
        self.watching.over.show_banner(None)
        self.tour.step_aside(True)
        self.war_bar.hide()
        self.skin.leave()
        self.controller.set_active(False)
        self.far.leave()
        self.tips.is_active = False
        if self.second is not None:
            self.second.hide()

    def opened(self) -> None:
        """Name the sides of the game and show where its counters stand."""
        self.skin.forget()
        bridge = self.window.bridge
        if bridge.is_open:
            for side, ident in zip(bridge.game.system.sides, SIDE_ACTIONS, strict=False):
                self.window.book[ident].setText(f"Play the {side.name} side")
            for side, ident in zip(bridge.game.system.sides, SEAT_ACTIONS, strict=False):
                self.window.book[ident].setText(f"See as the {side.name} side")
            QTimer.singleShot(0, self, self.leading.begin)
            self.tour.offer()

    def closed(self) -> None:
        """Release the scans of the board."""
        self.skin.forget()

    def holding(self) -> set[str]:
        """Which conditions of playing hold."""
        bridge, robot = self.window.bridge, self.robot
        if not bridge.is_open:
            return set()
        log, view = bridge.game.log, bridge.view
        deciding = bridge.player_decides
        told = {
            Playing.BOT_BUSY: robot.is_busy or self.watching.is_playing,
            Playing.BOT_WAITS: self.watching.is_waiting,
            Playing.AGAIN: bool(self.since.happenings) and not robot.is_busy,
            Playing.DIE: view.chance is not None,
            Playing.ROLLED: log.has_dice and any(node.is_die for node in log.back()),
            When.UNDO: log.undo_target() is not None,
            When.REDO: log.redo_target() is not None,
            Playing.DECIDE: deciding,
            Playing.ROLLS: self.battle_roll.can_begin,
            Playing.BOT_IDLE: bridge.awaits_decision and not robot.is_busy,
            Playing.UNIT: deciding and self.window.selection.unit is not None,
            Playing.OPEN: bridge.player_view.is_open,
        }
        return {when for when, holds in told.items() if holds}

    def undo(self) -> None:
        """Go back before the last decision."""
        self._stop()
        self.window.bridge.undo()

    def redo(self) -> None:
        """Go forward again."""
        self.watching.stop()
        self.window.bridge.redo()

    def escape(self) -> bool:
        """Put back what is dragged, else take back the way that was begun."""
        dragged = self.list_drag.give_up() or self.window.view.drags.give_up()
        return dragged or self.controller.forget_way()

    def hint(self, at: Hex | None) -> str:
        """Label, place, terrain, and what it would cost the selected unit to go there."""
        return hex_hint(self.window.bridge, self.window.selection, at)

    def wear(self, theme: Theme, icons: Icons) -> None:
        """Use a theme's colours."""
        self.turn_strip.set_theme(theme)
        self.controller.legend.wear(self.window.scheme.palette)
        self.controller.refresh_overlays()
        self.war_bar.set_icons(icons)
        self.displays.set_theme(theme)
        self.analysis.wear(theme)
        if self.second is not None:
            self.second.wear(theme, self.window.scheme)
        QTimer.singleShot(0, self.log, self.log.follow)

    def _connect(self) -> None:
        window, bridge = self.window, self.window.bridge
        self.robot.busy_changed.connect(lambda _busy: self.changed.emit())
        self.robot.stuck.connect(window.notice.trouble)
        window.selection.changed.connect(self.changed)
        bridge.in_turn.waits = lambda: window.view.board.is_drawing
        window.view.board.begun.connect(bridge.in_turn.go_on)
        bridge.changed.connect(self._changed)
        bridge.objected.connect(lambda _action, objections: window.notice.object(objections))
        self.decision.chosen.connect(self.controller.answer)
        self.decision.pointed.connect(self.controller.point_at)
        self.decision.rule_wanted.connect(self.analysis.read_rule)
        self.decision.needed.connect(lambda tall: window.docks.give_height("decision", tall))
        self.stack.needed.connect(lambda tall: window.docks.give_height("stack", tall))
        self.decision.duty_wanted.connect(self.controller.show_duty)
        self.controller.noted.connect(window.notice.say)
        window.notice.rule_wanted.connect(self.analysis.read_rule)
        self.controller.acted.connect(self._go_on)
        self.decision.dice.rolled.connect(self._roll)
        self.decision.dice.typed.connect(self._type_die)
        self.choices.chosen.connect(self._do_and_return)
        self.choices.pointed.connect(self.controller.point_at)
        self.stack.acted.connect(self.choices.focus)
        self.battle.chosen.connect(self.controller.do)
        self.battle.roll_wanted.connect(self._roll_battle)
        self.battle.aimed.connect(self.controller.aim_at_unit)
        self.displays.unit_picked.connect(self.controller.select_unit)
        self.displays.hex_picked.connect(window.go_to)
        self.displays.range_picked.connect(self.analysis.range_of)
        self.log.sought.connect(self._scrub)
        self.log.pointed.connect(self.watching.look_at)
        self.watching.changed.connect(self._watching_changed)
        self.watching.since_changed.connect(self._tell_since)
        self.since.shown.connect(self.watching.show)
        self.committed.shown.connect(self.watching.light)
        self.since.again_wanted.connect(self.watching.again)
        self.war_bar.sought.connect(self._scrub)
        self.war_bar.play_wanted.connect(self.watching.play)
        self.war_bar.stop_wanted.connect(self.watching.stop)
        window.book[_speed_action(self.watching.speed)].setChecked(True)
        window.book["go_on"].setChecked(window.preferences.kept_text(GO_ON) != "0")

    def _go_on(self) -> None:
        """Take what follows without a choice, unless somebody wants to decide it too."""
        if self.window.book["go_on"].isChecked():
            self.battle_roll.go_on(self.robot.sides)

    def _keep_going_on(self) -> None:
        """Remember whether what has no choice is taken by itself."""
        on = self.window.book["go_on"].isChecked()
        self.window.preferences.keep_text(GO_ON, "1" if on else "0")

    def _roll(self) -> None:
        """Let the program roll the die that is due."""
        self.window.bridge.roll()
        self._go_on()

    def _type_die(self, face: int) -> None:
        """Take the face that one's own die shows."""
        if self.window.bridge.type_die(face):
            self._go_on()

    def _roll_battle(self) -> None:
        """Roll the battle as far as nobody has a choice; the board has the keyboard again."""
        self.battle_roll.roll_on()
        self.window.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _find(self) -> None:
        """Look for anything by its name; what was found is shown, or done."""
        window = self.window

        def spot(at: object) -> None:
            if isinstance(at, Hex):
                window.go_to(at)

        def display(ident: str) -> None:
            window.docks["displays"].setVisible(True)
            window.docks["displays"].raise_()
            self.displays.show_display(ident)

        hint = "A unit, a ship, a place, a rule, or what to do"

        def unit(found: UnitId) -> None:
            self.controller.select_unit(found)
            spot(self.window.bridge.state.pieces[found].at)

        finding = Finding(window.bridge, window.book, unit, spot, display, self.analysis.read_rule)
        finding.ask(lambda search: Finder("Find anything", hint, search, window))
        window.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _stop(self) -> None:
        """Stop the automatic player, and what is shown of the log."""
        self.robot.stop()
        self.watching.stop()

    def _set_speed(self, speed: Speed) -> None:
        self.watching.speed = speed
        self.window.book[_speed_action(speed)].setChecked(True)

    def _scrub(self, node: int) -> None:
        self.watching.stop()
        self.window.bridge.seek(node)

    def _branched_in_turn(self) -> Iterator[None]:
        if self.watching.has_left_line and not self.window.notice.isVisible():
            self._say_branched()
        yield from ()

    def _say_branched(self) -> None:
        """Say that what was undone is kept, where it can be found."""
        number = self.window.bridge.game.log.line_count
        self.window.notice.say(
            f"Line {number} of the log begins here; the one you left is kept (Lines, Ctrl+L)."
        )

    def _show_war_bar(self) -> None:
        self.war_bar.setVisible(self.window.book["war_bar"].isChecked())

    def _watching_changed(self) -> None:
        self.war_bar.set_playing(self.watching.is_playing, self.window.icons)
        self.war_bar.hear()
        self.changed.emit()

    def _tell_since(self, happenings: tuple[Happening, ...]) -> None:
        """List what happened; bring it to the front when there is something, unless one fights."""
        self.since.list_happenings(happenings)
        if happenings and self.is_active and not self.battle.is_fighting:
            self.window.show_panel("since")
        self.changed.emit()

    def _show_since(self) -> None:
        """List what happened up to now, and go to the list."""
        bridge = self.window.bridge
        self.since.list_happenings(self.watching.happened() if bridge.is_open else ())
        self.window.show_panel("since", self.since.focus)
        self.changed.emit()

    def _do_and_return(self, offer: Offer) -> None:
        """Do what was chosen from the list; the board has the keyboard again, so that keys act."""
        self.controller.do(offer)
        self.window.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _changed(self) -> None:
        window, bridge = self.window, self.window.bridge
        window.notice.hide()
        if self.watching.has_left_line:
            bridge.in_turn.ask(self._say_branched, self._branched_in_turn)
        self.changed.emit()
        for policy in Dice:
            window.book[f"dice_{policy.value}"].setChecked(bridge.game.dice is policy)
        for side, ident in zip(bridge.game.system.sides, SIDE_ACTIONS, strict=False):
            window.book[ident].setChecked(side.id in self.robot.sides)
        self.seats.show()
        bridge.in_turn.ask(say_standing, partial(say_standing, window))
        if bridge.view.outcome is not None:
            window.docks["displays"].raise_()
            bridge.in_turn.ask("outcome", self.displays.show_outcome)
        self.battle.roll.setVisible(self.battle_roll.can_begin)
        if self.battle.is_fighting != self._was_fighting:
            self._was_fighting = self.battle.is_fighting
            window.docks["battle" if self._was_fighting else "displays"].raise_()
            battle = bridge.rules.battle(bridge.state)
            if battle is not None and battle.at is not None:
                window.view.ensure_hex_visible(battle.at)
        self.leading.lead()

    def _overlays(self) -> None:
        shown = {ident: self.window.book[ident].isChecked() for ident in OVERLAYS}
        before = self.window.view.board.overlays
        self.controller.show_overlays(
            **{name.removeprefix("mark_"): on for name, on in shown.items()}
        )
        after, say = self.window.view.board.overlays, self.window.notice.say
        if shown["zones"] and not before.zoc and not after.zoc:
            say("The enemy hampers movement nowhere now: no zones of control are to be shown.")
        if shown["threat"] and not before.marks and not after.marks:
            say("No enemy could move up to your units now.")
        if shown["front"] and not after.held:
            say("Nobody holds any ground on the board yet.")
        if shown["mark_idle"] and "good" not in after.marks.values():
            say("None of your units on the board can do anything now.")
        if shown["supply"] and self.window.selection.unit is None:
            say("Choose a unit to see whether it is in supply.")

    def _automatic(self, until: Callable[[State, str], Until]) -> None:
        bridge = self.window.bridge
        self.robot.play_until(until(bridge.state, bridge.view.side))

    def _command(self) -> None:
        sides = zip(self.window.bridge.game.system.sides, SIDE_ACTIONS, strict=False)
        chosen = (side.id for side, ident in sides if self.window.book[ident].isChecked())
        self.robot.command(frozenset(chosen))


def _speed_action(speed: Speed) -> str:
    """The id of the action that chooses a speed."""
    return f"speed_{speed.value.replace(' ', '_')}"
