"""A click on a target of the air or the sea: opens the popover, and sends what is chosen in it."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QApplication

from engine.core.actions import Action
from engine.core.state import Location
from qtapp.app.bridge import GameBridge
from qtapp.board.view import MapView
from qtapp.widgets.wording import place_title
from qtapp.workspaces.play.acting.offer import Offer
from qtapp.workspaces.play.acting.sending.in_turn import SentInTurn
from qtapp.workspaces.play.acting.sending.missions import Sending
from qtapp.workspaces.play.acting.sending.popover import SendPopover
from qtapp.workspaces.play.offers import counters_at


class Targets(QObject):
    """Asks what to send to a place. ``acted`` follows what was sent, ``noted`` carries a sentence
    about what goes later; ``more_wanted`` carries a place about which all that can be done is asked
    for.
    """

    acted = Signal()
    noted = Signal(str)
    more_wanted = Signal(object)

    def __init__(self, view: MapView, bridge: GameBridge) -> None:
        super().__init__(view)
        self._view, self._bridge = view, bridge
        self.popover: SendPopover | None = None
        self.sent = SentInTurn(bridge, self)
        self.sent.acted.connect(self.acted)
        self.sent.noted.connect(self.noted)
        bridge.changed.connect(self.close)
        bridge.closed.connect(self.close)

    def ask(self, at: Location, mission: str = "") -> bool:
        """Open the popover at the pointer, with a mission by its title; False where nothing can be
        sent there.
        """
        sending = Sending(self._bridge, at)
        if sending.is_empty:
            return False
        self._open(sending, at, mission)
        return True

    def is_free(self, at: Location) -> bool:
        """True when nobody of the side to decide is in a place, or nobody on the board has anything
        to do, so that a click there must mean it as a target.
        """
        bridge = self._bridge
        here = counters_at(bridge.counters, at)
        mine = (c for c in here if bridge.rules.owner(bridge.state, c.unit) == bridge.view.side)
        return next(mine, None) is None or self._only_sends(at)

    def is_target(self, at: Location, offers: Iterable[Offer]) -> bool:
        """Whether one of some offers sends something to a place, or points may be given to it."""
        given = self._given(at)
        return any(
            (offer.action.sent() or type(offer.action) in given) and offer.action.where() == at
            for offer in offers
        )

    def _given(self, at: Location) -> frozenset[type[Action]]:
        """The kinds of decision by which points are given to a place."""
        amounts = self._bridge.rules.amounts(self._bridge.state, at)
        return frozenset(type(one.action) for one in amounts)

    def _only_sends(self, at: Location) -> bool:
        """Whether all there is to decide is who is sent where, as while one intercepts, or how many
        points are given there; to load a unit aboard is not.
        """
        bridge = self._bridge
        given = self._given(at)
        some = [one.action for one in bridge.offers.everything(1) if not one.closing]
        return bool(some) and all(
            (action.sent() or type(action) in given) and not action.who() for action in some
        )

    def _open(self, sending: Sending, at: Location, mission: str) -> None:
        board, view = self._bridge.game.scenario.map, self._pointed()
        made = SendPopover(sending, place_title(board, at), view.window())
        titles = [one.title for one in sending.missions]
        made.missions.setCurrentIndex(titles.index(mission) if mission in titles else 0)
        made.sent.connect(self._send)
        made.more_wanted.connect(lambda: self.more_wanted.emit(at))
        made.closed.connect(self._closed)
        self.popover = made
        made.open_at(self._spot(view))

    def close(self, _change: object = None) -> None:
        """Close the popover, if one is open."""
        if self.popover is not None:
            self.popover.close()

    def _closed(self) -> None:
        """The board has the keyboard again, unless somebody else took it meanwhile."""
        popover, self.popover = self.popover, None
        now = None if popover is None else popover.window().focusWidget()
        if popover is not None and now is not None and popover.isAncestorOf(now):
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def _send(self, actions: object) -> None:
        assert isinstance(actions, tuple)
        self.sent.send(actions)

    def _pointed(self) -> MapView:
        """The view of the board that the pointer is over, else the main one."""
        over = QApplication.widgetAt(QCursor.pos())
        view = over.parent() if over is not None else None
        return view if isinstance(view, MapView) else self._view

    def _spot(self, view: MapView) -> QPoint:
        """Where the pointer is on a view, else its middle."""
        port = view.viewport()
        inside = port.rect().contains(port.mapFromGlobal(QCursor.pos()))
        return QCursor.pos() if inside else port.mapToGlobal(port.rect().center())
