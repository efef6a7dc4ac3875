"""Playing on the board: what a click, Enter or a key does, and what is drawn over the board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, QPointF, Qt, Signal
from PySide6.QtWidgets import QMenu

from engine.core.actions import Action, Objection
from engine.core.change import Change
from engine.core.state import Location
from engine.core.view.display import CounterView
from engine.core.view.outlook import Duty
from engine.core.view.ranges import Range
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.board.items.legend import MapLegend
from qtapp.board.items.legend_lines import legend_lines
from qtapp.board.items.overlays import Wanted, markers_of, overlays_for
from qtapp.board.items.tints import Tints
from qtapp.board.selection import Selection
from qtapp.board.view import MapView
from qtapp.painters.overlays.overlays import Arrow, Overlays
from qtapp.widgets.wording import place_title
from qtapp.workspaces.play.acting.asking import Choice
from qtapp.workspaces.play.acting.carrying import Carrying
from qtapp.workspaces.play.acting.ending import PhaseEnd, about, nearest_last
from qtapp.workspaces.play.acting.group import Group
from qtapp.workspaces.play.acting.offer import Offer
from qtapp.workspaces.play.acting.offer_menu import OfferMenu, friends_at, means_friends, support_at
from qtapp.workspaces.play.acting.orders import Order, clicked
from qtapp.workspaces.play.acting.selection_follower import SelectionFollower
from qtapp.workspaces.play.acting.sending.targets import Targets
from qtapp.workspaces.play.acting.stepping import Stepping
from qtapp.workspaces.play.offers import counters_at


class PlayController(QObject):
    """Joins the board view, the selection and the game while the Play workspace is open."""

    acted = Signal()
    """The person who plays decided something, by whatever shows it."""
    noted = Signal(str)
    """A sentence for the person who plays."""
    overlaid = Signal(object)
    """What lies over the board now, for other views of it."""

    def __init__(self, bridge: GameBridge, selection: Selection, view: MapView) -> None:
        super().__init__(view)
        self._bridge = bridge
        self._selection = selection
        self._view = view
        self._active = True
        self._pointed: Offer | None = None
        self._wanted = Wanted()
        self._whose = ""
        self._is_following = False
        self.group = Group(bridge, selection)
        self.tints = Tints(bridge)
        self.tints.found.connect(self.refresh_overlays)
        self.legend = MapLegend(view)
        self._asker = OfferMenu(view, bridge, self.do)
        self.targets = Targets(view, bridge)
        self._follower = SelectionFollower(bridge, selection)
        self.ending = PhaseEnd(bridge, self)
        self.stepping = Stepping(bridge, self)
        self.listen(view)
        bridge.opened.connect(self._opened)
        bridge.changed.connect(self._changed)
        bridge.objected.connect(self._objected)
        selection.changed.connect(self._selected)
        self.targets.acted.connect(self.acted)
        self.targets.noted.connect(self.noted)
        self.targets.more_wanted.connect(self.ask_at)

    def listen(self, view: MapView) -> None:
        """Play by what is clicked, dragged and encircled in a view of the board."""
        view.clicked.connect(self._clicked)
        view.counter_clicked.connect(self._counter_clicked)
        view.box_clicked.connect(self._box_clicked)
        view.drags.set_carrier(Carrying(self, view))

    @property
    def bridge(self) -> GameBridge:
        """The game that is played."""
        return self._bridge

    @property
    def selection(self) -> Selection:
        """What is selected on the board."""
        return self._selection

    def set_active(self, active: bool) -> None:
        """Answer the board's clicks or leave them to another workspace."""
        self._active = active
        self.refresh_overlays()

    def press(self, at: Hex, *, forced: bool = False) -> None:
        """A hex was clicked, or Enter pressed on the hex cursor.

        The selected units do there what they may, all of them together. Else the units that stand
        there are selected; ``forced`` (a drag) never selects.
        """
        if not self._active or not self._bridge.is_open:
            return
        unit, here = self._selection.unit, at == self._selection.place
        if unit is not None and not here and self._act_at(at, forced=forced):
            return
        if not here and not forced and self._sail(at):
            return
        if not forced and support_at(self._bridge, at) and self._ask_for_hex(at):
            return
        if not forced and self.targets.is_free(at) and self._ask_to_send(at):
            return
        is_asked = unit is None and self._wanted.asked and at in self._wanted.found
        if is_asked and not forced and self._ask_for_hex(at):
            return
        stack = counters_at(self._bridge.counters, at)
        mine = unit is not None and self._owner(unit) == self._side
        is_off = isinstance(self._selection.place, str) and not friends_at(self._bridge, at)
        if here and stack:
            self.stepping.take(at, self.group.next_at(at))
        elif ((mine and is_off) or not (unit or stack)) and self._ask_for_hex(at):
            return
        elif (unit is None or not mine or stack or here) and not forced:
            self.select_place(at)
        elif unit is not None:
            self._refuse(at)

    def _act_at(self, at: Hex, *, forced: bool) -> bool:
        """Have the selected units do at a hex what they may; False when a click there means
        something else.
        """
        unit = self._selection.unit
        if unit is None or not self._bridge.player_decides:
            return False
        if not forced and means_friends(self._bridge, unit, at):
            return False
        has_friends = friends_at(self._bridge, at)
        instead = (self._selecting(at),) if has_friends and not forced else ()
        if not self._selection.is_group and not self.group.via:
            return self._attack_with(unit, at, *instead) or self._try(unit, at, *instead)
        found = self.group.orders(at)
        if self._choose_order(clicked(self._bridge.rules, self._bridge.state, found), at, *instead):
            return True
        if found and not forced and self.targets.is_free(at) and self._ask_to_send(at):
            return True
        is_refused = bool(found) and (forced or not has_friends or self.group.is_lit(at))
        if is_refused:
            self._view.flash(at, "bad")
            self._bridge.object_to(None, self.group.refused(found[0]))
        return is_refused

    def _attack_with(self, unit: UnitId, at: Hex, *instead: Choice) -> bool:
        """Have a lone unit attack a hex as a group would: the attack is declared and it joins, or
        it joins the one that is being formed.
        """
        if any(offer.action.who() for offer in self._bridge.offers.aimed(unit, at)):
            return False
        found = [order for order in self.group.orders(at) if not order.objections]
        return self._choose_order(found, at, *instead)

    def _choose_order(self, found: Sequence[Order], at: Hex, *instead: Choice) -> bool:
        """Take the only one of some orders, or ask which; False where there is none."""
        if len(found) == 1 and not found[0].cautions and not found[0].told:
            self._take(found[0], at)
        elif found:
            self._asker.ask([*(self._choice(order, at) for order in found), *instead])
        return bool(found)

    def _choice(self, order: Order, at: Location) -> Choice:
        return Choice(self.group.text(order, at), partial(self._take, order, at), order.cautions)

    def _take(self, order: Order, at: Location) -> None:
        self.group.take(order, at)
        self.acted.emit()

    def _sail(self, at: Hex) -> bool:
        """Have a ship or a flotilla of the selected hex go to a hex, or select the hex where one
        can do something; False when none can.
        """
        found = [offer for offer in self.group.craft() if offer.hex == at]
        has_craft = not found and self.group.has_craft(at)
        if has_craft:
            self.select_place(at)
        self.choose(found)
        return has_craft or bool(found)

    def _ask_to_send(self, at: Location) -> bool:
        """Ask what air units or markers go to a place, unless a unit is selected that can act
        elsewhere than in its own hex.
        """
        if self.group.aims() or not self._bridge.player_decides:
            return False
        return self.targets.ask(at)

    def _ask_for_hex(self, at: Hex) -> bool:
        if not self._bridge.player_decides:
            return False
        offers = (*self._bridge.offers.at(at), *support_at(self._bridge, at))
        if offers:
            self._asker.ask_which(offers, self._selecting(at))
        return bool(offers)

    def _selecting(self, at: Hex) -> Choice:
        return Choice(f"Select {self._title(at)}", partial(self.select_place, at))

    def ask_at(self, at: Location) -> None:
        """Offer a menu of all that may be done at a place, by the selected unit or without one."""
        if self._active and self._bridge.player_decides:
            unit = self._selection.unit
            support = support_at(self._bridge, at) if isinstance(at, Hex) else ()
            together = self.group.orders(at) if self._selection.is_group else ()
            more = [self._choice(one, at) for one in together if not one.objections]
            mine = self._bridge.offers.menu(unit, at) if unit is not None and not together else ()
            offers = (*mine, *self._bridge.offers.at(at), *support)
            found = list({offer.action: offer for offer in offers}.values())
            send = partial(self.targets.ask, at) if self.targets.is_target(at, found) else None
            if found or more:
                self._asker.ask_which(found, send=send, at=at, first=more)

    def pick(self, at: Location, unit: UnitId) -> None:
        """One counter of a spread stack or a box was clicked: choose it, or aim at its hex."""
        mine = self._selection.unit
        enemy = self._owner(unit) != self._side
        if isinstance(at, Hex) and mine is not None and mine != unit and enemy:
            self.press(at)
        else:
            self._selection.select(at, unit)

    def select_place(self, place: Location) -> None:
        """Select a hex with all units there of the side to decide that can do something, or a box
        with its topmost one.
        """
        group = self.group.ready(place)
        stack = counters_at(self._bridge.counters, place)[::-1]
        side = self._side
        mine = [c.unit for c in stack if self._owner(c.unit) == side]
        ready = filter(self._bridge.offers.can_act, mine if self._bridge.player_decides else ())
        unit = next(iter([*group, *ready, *mine]), stack[0].unit if stack else None)
        self._selection.select(place, unit, group)

    def select_unit(self, unit: UnitId) -> None:
        """Select a unit wherever it stands, and bring its hex into view."""
        piece = self._bridge.state.pieces.get(unit)
        if piece is not None:
            self._selection.select(piece.at, unit)
            if isinstance(piece.at, Hex):
                self._view.set_cursor_hex(piece.at, shows=False)
                self._view.show_hexes((piece.at,))

    def end_phase(self) -> None:
        """Do what ends the phase, or tell what must be done before."""
        self.ending.end()

    def show_duty(self, duty: Duty) -> None:
        """Show what must be done, its first unit selected; without one a click there does it."""
        unit, hexes = about(duty, self._bridge.state.pieces)
        if unit is not None:
            self.select_unit(unit)
        else:
            self._selection.clear()
            self._view.show_hexes(nearest_last(self._view, hexes))
        self.show_happening((), hexes, asked=unit is None)

    def answer(self, offer: Offer) -> None:
        """Do what a button of the decision says; one that ends a phase asks while units are
        idle.
        """
        (self.ending.end if offer.closing else self.do)(offer)

    def do(self, offer: Offer) -> None:
        """Do one of the offers."""
        if self._bridge.act(offer.action):
            self.acted.emit()

    def aim_at_unit(self, unit: UnitId, other: UnitId) -> None:
        """Try to do something with a unit against another one."""
        offers = self._bridge.offers.against(unit, other)
        if offers:
            self.choose(offers)
            return
        name_of = self._bridge.name_of
        text = f"{name_of(unit)} can do nothing to {name_of(other)} now."
        self._bridge.object_to(None, (Objection(self._bridge.view.rule, text),))

    def point_at(self, offer: Offer | None) -> None:
        """Show on the board what an offer would do."""
        self._pointed = offer
        self.refresh_overlays()

    @property
    def pointed_at(self) -> Offer | None:
        """The offer that the board shows."""
        return self._pointed

    def show_overlays(
        self, *, reach: bool, supply: bool, zones: bool, threat: bool, front: bool, idle: bool
    ) -> None:
        """Show or hide reach and supply of the selected unit, what the enemy hampers, the front,
        and who of the side to decide can still do something.
        """
        kept = replace(self._wanted, reach=reach, supply=supply, zones=zones)
        self._wanted = replace(kept, threat=threat, front=front, idle=idle)
        self.tints.forget()
        self.refresh_overlays()

    def show_ranges(self, ranges: tuple[Range, ...], whose: str) -> None:
        """Show the ground that something covers, or none."""
        if (ranges, whose) != (self._wanted.ranges, self._whose):
            self._wanted, self._whose = replace(self._wanted, ranges=ranges), whose
            self.refresh_overlays()

    def show_units(self, units: Sequence[UnitId]) -> None:
        """Mark where some units stand, and bring the first of them into view."""
        pieces = self._bridge.state.pieces
        places = [pieces[unit].at for unit in units if unit in pieces]
        hexes = tuple(dict.fromkeys(at for at in places if isinstance(at, Hex)))
        self._wanted = replace(self._wanted, found=hexes, asked=False)
        self.refresh_overlays()
        if hexes:
            self._view.ensure_hex_visible(hexes[0])

    def show_happening(
        self, ways: tuple[Arrow, ...], hexes: tuple[Hex, ...], *, asked: bool = False
    ) -> None:
        """Show ways and hexes where something happened, or that are ``asked`` about, until the next
        change.
        """
        self._wanted = replace(self._wanted, happened=ways, found=hexes, asked=asked)
        self.refresh_overlays()

    def show_plan(self, target: Hex | None, origins: tuple[Hex, ...]) -> None:
        """Show where a planned attack would come from, or none."""
        self._wanted = replace(self._wanted, plan=target, origins=origins)
        self.refresh_overlays()

    def refresh_overlays(self) -> None:
        """Draw selection, reach, targets and supply again."""
        if self._bridge.is_open:
            shown = Overlays()
            if self._active:
                bridge, pointed = self._bridge, self._pointed
                shown = overlays_for(bridge, self.group, pointed, self._wanted, self.tints)
            self._view.board.set_overlays(shown)
            ranges = self._wanted.ranges if self._active else ()
            sides = [side.name for side in self._bridge.game.system.sides] if shown.held else []
            inks = self.legend.inks
            self.legend.set_lines(legend_lines(shown, ranges, self._whose, sides, inks))
            self.overlaid.emit(shown)

    @property
    def is_active(self) -> bool:
        """True while the Play workspace is open."""
        return self._active

    def _clicked(self, at: Hex, held: Qt.KeyboardModifier, button: Qt.MouseButton) -> None:
        if button is Qt.MouseButton.RightButton:
            self.ask_at(at)
        elif not self._active or not self._bridge.player_decides:
            self.press(at)
        elif held & Qt.KeyboardModifier.ControlModifier:
            self.group.toggle(at, self.group.ready(at))
        elif held & Qt.KeyboardModifier.ShiftModifier:
            self._pass_by(at)
        else:
            self.press(at)

    def forget_way(self) -> bool:
        """Take back the hexes that the selected units were to pass; False when there are none."""
        had, self.group.via = bool(self.group.via), ()
        if had:
            self.refresh_overlays()
        return had

    def _pass_by(self, at: Hex) -> None:
        """Shift and a click: the way goes over the hex, or its stack joins the group."""
        if self._selection.unit is not None and self.group.pass_by(at):
            self.refresh_overlays()
        elif self.group.ready(at):
            self.group.toggle(at, self.group.ready(at))
        elif self._selection.unit is not None:
            self._refuse(at)

    def _counter_clicked(
        self, counter: CounterView, held: Qt.KeyboardModifier, _button: object
    ) -> None:
        several = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        if self._active and held & several and self._bridge.offers.can_act(counter.unit):
            self.group.toggle(counter.at, (counter.unit,))
        elif self._active:
            self.pick(counter.at, counter.unit)

    def _box_clicked(self, box: str, _held: object, button: object) -> None:
        if not self._active or not self._bridge.is_open:
            return
        asked = button is Qt.MouseButton.RightButton or self.targets.is_free(box)
        if asked and self._ask_to_send(box):
            return
        unit = self._selection.unit
        if unit is None or not self._try(unit, box):
            self.select_place(box)

    def _try(self, unit: UnitId, at: Location, *instead: Choice) -> bool:
        if not self._bridge.player_decides:
            return False
        offers = self._bridge.offers.aimed(unit, at)
        if offers:
            self.choose(offers, *instead)
            return True
        pairs = self._bridge.offers.prepared(unit, at)
        if pairs:
            offer, action = pairs[0]
            if self._bridge.act_together((offer.action, action)):
                self.acted.emit()
        return bool(pairs)

    def choose(self, offers: Sequence[Offer], *instead: Choice) -> None:
        """Do the only one of some offers, unless there is a caution about it, or ask which."""
        if len(offers) == 1 and not self._bridge.offers.cautions(offers[0]):
            self.do(offers[0])
        elif offers:
            self._asker.ask_which(offers, *instead)

    @property
    def menu(self) -> QMenu | None:
        """The menu that asks which of several things is meant, while it is open."""
        return self._asker.menu

    def _title(self, place: Location) -> str:
        return place_title(self._bridge.game.scenario.map, place)

    def _refuse(self, at: Hex) -> None:
        self._view.flash(at, "bad")
        self._bridge.object_to(None, self.group.journey(at).objections)

    def _objected(self, action: object, _objections: object) -> None:
        at = action.where() if isinstance(action, Action) else None
        if isinstance(at, Hex):
            self._view.flash(at, "bad")

    def _opened(self) -> None:
        """Show the board of a game that is opened, unless the window did as it went to Play."""
        if self._view.board.map is not self._bridge.game.scenario.map:
            self.show_board()

    def show_board(self) -> None:
        """Show the board of the game; the counters follow with the next change."""
        self._selection.clear()
        self._view.board.set_board(self._bridge.game.scenario.map)

    def _changed(self, change: Change) -> None:
        game = self._bridge.game
        self._pointed = None
        self.group.via = ()
        self._wanted = replace(self._wanted, found=(), asked=False, happened=())
        self.tints.hear(change)
        self._view.board.set_counters(
            self._bridge.counters, game.scenario.oob, edited=change.everything
        )
        self._view.board.set_markers(markers_of(self._bridge))
        before = self._selection.place, self._selection.units
        self._is_following = True
        try:
            self._follower.follow()
            if self._active:
                self._follower.attend()
        finally:
            self._is_following = False
        self.refresh_overlays()
        if (self._selection.place, self._selection.units) != before:
            self._show_lit()

    def _selected(self) -> None:
        self.group.via = ()
        if not self._is_following:  # what lies over the board is worked out once for both
            self.refresh_overlays()
            self._show_lit()

    def _show_lit(self) -> None:
        """Bring lit hexes into view for a unit that waits off the map, when none shows."""
        lit = list(self._view.board.overlays.reach)
        board = self._view.board.board
        if not lit or board is None or not isinstance(self._selection.place, str):
            return
        seen = self._view.visible_rect
        if not any(seen.contains(QPointF(*board.shape.centre(at))) for at in lit):
            self._view.ensure_hex_visible(lit[0])

    @property
    def _side(self) -> str:
        return self._bridge.view.side

    def _owner(self, unit: UnitId) -> str:
        return self._bridge.rules.owner(self._bridge.state, unit)
