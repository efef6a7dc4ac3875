"""Units dragged over a board: what is lifted, what is said under the pointer, where it is put."""

from __future__ import annotations

from typing import Protocol

from PySide6.QtCore import QPointF

from engine.core.state import Location
from engine.core.view.display import CounterView
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.board.selection import Selection
from qtapp.board.view import MapView
from qtapp.painters.overlays.carried import Carried
from qtapp.workspaces.play.acting.group import Group


class Player(Protocol):
    """What dragging needs of who plays on the board."""

    group: Group

    @property
    def bridge(self) -> GameBridge:
        """The game."""

    @property
    def selection(self) -> Selection:
        """What is selected."""

    @property
    def is_active(self) -> bool:
        """True while the board is played on."""

    def select_place(self, place: Location) -> None:
        """Select a hex with all its units, or a box."""

    def press(self, at: Hex, *, forced: bool = False) -> None:
        """Do at a hex what the selected units may."""


class Carrying:
    """Lifts units of the side to decide off one view of the board, and puts them down."""

    def __init__(self, player: Player, view: MapView) -> None:
        self._player = player
        self._view = view
        self._start: Location | None = None
        self._at: Hex | None = None
        self._views: tuple[CounterView, ...] = ()

    def lift(self, place: Location, counter: CounterView | None) -> bool:
        """Lift the units of a place that can do something, or the one that is pointed at.

        A group is lifted whole when one of it is there. False where nobody can be lifted.
        """
        player = self._player
        bridge, chosen = player.bridge, player.selection.units
        if not player.is_active or not bridge.is_open or not bridge.player_decides:
            return False
        units = player.group.ready(place)
        if counter is not None:
            units = (counter.unit,) if self._can_lift(counter.unit) else ()
        if not units:
            return False
        if counter is not None and counter.unit not in chosen:
            player.selection.select(place, counter.unit)
        elif not set(units) & set(chosen):
            player.select_place(place)
        self._start, self._at = place, None
        self.show_chosen()
        return True

    def lift_chosen(self) -> bool:
        """Lift the chosen units, wherever they are; false when none of them can do anything."""
        player = self._player
        bridge, chosen = player.bridge, player.selection.units
        if not player.is_active or not bridge.is_open or not bridge.player_decides:
            return False
        if not any(bridge.offers.can_act(unit) for unit in chosen):
            return False
        self._start, self._at = player.selection.place, None
        self.show_chosen()
        return True

    def show_chosen(self) -> None:
        """Have the chosen units follow the pointer."""
        counters = {counter.unit: counter for counter in self._player.bridge.counters}
        chosen = self._player.selection.units
        self._views = tuple(counters[unit] for unit in chosen if unit in counters)

    def carry(self, at: Hex | None, spot: QPointF) -> None:
        """Show the units at a point, with the way to the hex there, its cost or what forbids it."""
        live = self._view.board.live
        before = live.carried
        if before is not None and at == self._at:
            same = Carried(self._views, spot, before.paths, before.text, before.forbidden)
            live.set_carried(same)
            return
        self._at = at
        if at is None or at == self._start:
            live.set_carried(Carried(self._views, spot))
            return
        live.set_carried(self._said(at, spot))

    def drop(self, at: Hex | None) -> None:
        """Do at the hex what the units may."""
        start = self._start
        self.abandon()
        if at is not None and at != start:
            self._player.press(at, forced=True)

    def abandon(self) -> None:
        """Show nothing at the pointer any more."""
        self._start = self._at = None
        self._views = ()
        self._view.board.live.set_carried(None)

    def encircle(self, hexes: tuple[Hex, ...]) -> None:
        """Select all units of the side to decide inside a lasso that can do something."""
        player = self._player
        if not player.is_active or not player.bridge.is_open:
            return
        units = [unit for at in hexes for unit in player.group.ready(at)]
        if units:
            place = player.bridge.state.pieces[units[0]].at
            player.selection.select(place, units[0], units)

    def _said(self, at: Hex, spot: QPointF) -> Carried:
        group, bridge = self._player.group, self._player.bridge
        journey = group.journey(at)
        label = bridge.game.scenario.map.label(at)
        orders = group.orders(at) if journey.objections else ()
        good = next((order for order in orders if not order.objections), None)
        if good is not None:
            return Carried(self._views, spot, journey.paths, f"{label} · {good.title}")
        if journey.objections:
            why = (orders[0].objections if orders else ()) or journey.objections
            text = why[0].text if label in why[0].text else f"{label} · {why[0].text}"
            text += f" [{why[0].rule}]" if why[0].rule else ""
            return Carried(self._views, spot, journey.paths, text, forbidden=True)
        cost = "" if journey.cost is None else f" · {journey.cost} {bridge.game.system.points}"
        return Carried(self._views, spot, journey.paths, f"{label}{cost}")

    def _can_lift(self, unit: UnitId) -> bool:
        bridge = self._player.bridge
        mine = bridge.rules.owner(bridge.state, unit) == bridge.view.side
        return mine and bridge.offers.can_act(unit)
