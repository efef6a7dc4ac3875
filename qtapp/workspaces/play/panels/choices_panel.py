"""What can it do? The legal actions of the selection, or of the side, as a list one can type in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from weakref import WeakKeyDictionary

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from engine.core.actions import Action
from engine.lazy import cached_property
from maps.hexgrid import Hex
from oob.model import UnitId
from qtapp.app.bridge import GameBridge, place_titles
from qtapp.board.selection import Selection
from qtapp.models.offers_model import MANY, OffersModel
from qtapp.widgets.parts import label
from qtapp.widgets.wording import modifier_line, place_title
from qtapp.widgets.wrapped import WrappedView
from qtapp.workspaces.play.acting.offer import Offer
from qtapp.workspaces.play.offers import Offers

EACH = 25
"""How many actions of a family are looked through while no unit is selected."""
SHOWN = 8
"""And how many of them are listed while nothing is looked for: one sees what kinds there are."""


def _short_first(offers: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """Offers in their order, but kinds with so many lines that not all are listed come last."""
    many = Counter(offer.family for offer in offers)
    return tuple(sorted(offers, key=lambda offer: many[offer.family] > MANY))


class _Lines:
    """What the list shows of what a unit may do, as far as it was asked for: of what it alone does
    at a hex or in a box, where, and what a march there costs or the act promises, for the heading
    says the rest. The whole line where several things of one kind can be done there.
    """

    def __init__(self, bridge: GameBridge, unit: UnitId, offers: tuple[Offer, ...]) -> None:
        self._rules, self._state = bridge.rules, bridge.state
        self._place = bridge.throughout(place_titles)
        self._points = bridge.game.system.points
        self._alone = (unit,)
        self._aims = Counter((offer.family, offer.action.where()) for offer in offers)
        self._first = {offer.hex: offer.family for offer in reversed(offers)}
        self._found: dict[Action, str] = {}

    @cached_property
    def _costs(self) -> Mapping[Hex, int]:
        return self._rules.reach(self._state, self._alone[0])

    def of(self, offer: Offer) -> str:
        """The line of an offer."""
        if offer.action not in self._found:
            self._found[offer.action] = self._worded(offer)
        return self._found[offer.action]

    def _worded(self, offer: Offer) -> str:
        at = offer.action.where()
        if at is None or offer.action.who() != self._alone or self._aims[offer.family, at] != 1:
            return offer.text
        where, cost = self._place(at), self._costs.get(at) if isinstance(at, Hex) else None
        is_march = self._first[offer.hex] == offer.family
        if cost and is_march and self._rules.route(self._state, offer.action):
            return f"{where}, {cost} {self._points}"
        plain = self._rules.line(self._state, offer.action)
        return where + self._rules.describe(self._state, offer.action).removeprefix(plain)


class ChoicesPanel(QWidget):
    """Lists offers; Enter or a double click does one. ``pointed`` follows the current line."""

    chosen = Signal(object)
    pointed = Signal(object)

    def __init__(self, bridge: GameBridge, selection: Selection) -> None:
        super().__init__()
        self._bridge = bridge
        self._selection = selection
        self._lines: _Lines | None = None
        self._known: WeakKeyDictionary[Offers, dict[UnitId, _Lines]] = WeakKeyDictionary()
        self.model = OffersModel(self, self._line)
        self.search = QLineEdit()
        self.search.setPlaceholderText("Filter: move 1717, attack …")
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName("Filter actions")
        self.search.setToolTip("Words that an action has to have: a name, a hex, a place")
        self.search.textChanged.connect(self._filter)
        self.search.installEventFilter(self)
        self._about = label("", "faint", "Whose actions")
        self.list = WrappedView()
        self.list.setAccessibleName("Actions")
        self.list.setToolTip("What may be done now; Return does it")
        self.list.setModel(self.model)
        self.list.activated.connect(self._activated)
        self.list.selectionModel().currentChanged.connect(self._pointed)
        self._ledger = label("", "faint", "Modifiers")
        self._ledger.setVisible(False)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 2, 8, 8)
        layout.setSpacing(5)
        for widget in (self._about, self.search, self.list, self._ledger):
            layout.addWidget(widget, 1 if widget is self.list else 0)
        for signal in (bridge.changed, bridge.closed, selection.changed):
            signal.connect(self._ask)
        self.refresh()

    def _ask(self) -> None:
        """List the actions again, once for all that changes in one go, when the board has answered
        the click.
        """
        self._bridge.in_turn.ask(self, self._in_turn)

    def _in_turn(self) -> Iterator[None]:
        self.refresh()
        yield from ()

    def refresh(self) -> None:
        """Follow the session and the selection."""
        self._ledger.setVisible(False)
        about, offers = self._now()
        self._about.setText(about)
        unit = self._selection.unit if offers else None
        if unit is None:
            self._lines = None
        else:
            known = self._known.setdefault(self._bridge.offers, {})
            if unit not in known:
                known[unit] = _Lines(self._bridge, unit, offers)
            self._lines = known[unit]
        self.model.show(offers)
        if unit is not None and self.search.text() and self.model.first() < 0:
            self._look_wider()
        # A model with the same rows tells nobody: no line is current after a step all the same, and
        # lines that nobody sees are measured when they come into sight.
        if self.list.currentIndex().isValid() or not self.isVisible():
            self.list.reset()
        if self.isVisible():
            self.list.lay_out(self.model.lines())

    def _look_wider(self) -> None:
        """What is typed is nothing that the selected unit can do: perhaps its side can, without any
        unit and anywhere. What other units can do is none of it, for Enter does the first line.
        """
        bridge = self._bridge
        self._lines = None
        found = bridge.offers.everything(EACH)
        plain = (one for one in found if not (acts := one.action).who() and acts.where() is None)
        self.model.show(tuple(one for one in plain if not one.action.sent()))
        if self.model.first() >= 0:
            side = bridge.side_name(bridge.view.side)
            self._about.setText(f"{self._about.text()} cannot do that. {side}:")

    def focus(self) -> None:
        """Put the keyboard into the filter, ready to type."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """From the filter the arrow keys go into the list and Enter does the first action."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            first = self.model.first()
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up) and first >= 0:
                self.list.setFocus(Qt.FocusReason.TabFocusReason)
                self.list.setCurrentIndex(self.model.index(first))
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and first >= 0:
                self._activated(self.model.index(first))
                return True
        return super().eventFilter(watched, event)

    def _now(self) -> tuple[str, tuple[Offer, ...]]:
        bridge = self._bridge
        if not bridge.is_open:
            return "", ()
        if not bridge.player_decides:
            die = bridge.view.chance is not None
            return "A die is due." if die else "Nothing more can be done.", ()
        unit, at = self._selection.unit, self._selection.hex
        name = "" if unit is None else bridge.name_of(unit)
        here = () if at is None else bridge.offers.here(at)
        if unit is not None and bridge.offers.can_act(unit):
            return name, _short_first(bridge.offers.of(unit)) + here
        if at is not None and (afloat := bridge.offers.leaving(at)):
            return f"Afloat in {place_title(bridge.game.scenario.map, at)}", afloat
        if at is not None and here:
            place = place_title(bridge.game.scenario.map, at)
            return f"{name} can do nothing now. {place}:" if name else f"{place}:", here
        side = bridge.side_name(bridge.view.side)
        about = f"{side}: select a unit to see all it can do."
        if name:
            about = f"{name} can do nothing now. {side}:"
        return about, tuple(bridge.offers.everything(EACH if self.search.text() else SHOWN))

    def _line(self, offer: Offer) -> str:
        """What the list shows of an offer."""
        return offer.text if self._lines is None else self._lines.of(offer)

    def _filter(self, text: str) -> None:
        self.model.filter(text)
        self.refresh()

    def _activated(self, index: QModelIndex) -> None:
        offer = self.model.offer(index.row())
        if offer is not None:
            self.search.clear()
            self.chosen.emit(offer)

    def _pointed(self, index: QModelIndex) -> None:
        offer = self.model.offer(index.row()) if index.isValid() else None
        self.pointed.emit(offer)
        lines = []
        if offer is not None:
            lines += [f"⚠ {caution}" for caution in self._bridge.offers.cautions(offer)]
            forecast = self._bridge.rules.forecast(self._bridge.state, offer.action)
            lines += map(modifier_line, forecast)
        self._ledger.setText("\n".join(lines))
        self._ledger.setVisible(bool(lines))
