"""The battle being fought: its steps, both line-ups with their ledgers, and the shots."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from engine.core.change import NOTHING, Change
from engine.core.view.display import BattleView, Combatant
from oob.model import UnitId
from qtapp.app.bridge import GameBridge
from qtapp.board.selection import Selection
from qtapp.widgets.counter_pictures import CounterPictures
from qtapp.widgets.parts import Flow, button, clear, column, label, restyle, rule, scrolled
from qtapp.workspaces.play.acting.offer import Offer
from qtapp.workspaces.play.following import FollowingPanel
from qtapp.workspaces.play.panels.combatant_card import CombatantCard

ACTS = 6
"""How many buttons for what the chosen unit can do stay in sight below the line-ups; all of it is
in the list of choices.
"""
EDGES = 8, 0, 8, 8
"""Pixels left, above, right and below of these buttons, which stand below the cards."""


class BattlePanel(FollowingPanel):
    """Click one of your units to choose it, then an enemy to act against it; or use the buttons.

    ``chosen`` carries an offer, ``aimed`` the two units of an attempt the panel has no offer for;
    ``roll_wanted`` asks to go on as far as there is nothing to choose.
    """

    chosen = Signal(object)
    aimed = Signal(object, object)
    roll_wanted = Signal()

    def __init__(self, bridge: GameBridge, selection: Selection, pictures: CounterPictures) -> None:
        super().__init__(bridge)
        self._battle: BattleView | None = None
        self._selection = selection
        self._pictures = pictures
        self.cards: dict[UnitId, CombatantCard] = {}
        self._title = label("No battle", "heading", "Battle")
        self._odds = label("", name="Odds")
        self._steps = Flow(gap=2)
        self._attackers, self._defenders = QVBoxLayout(), QVBoxLayout()
        lines = QWidget()
        sides = QHBoxLayout(lines)
        sides.setContentsMargins(0, 0, 0, 0)
        sides.setSpacing(8)
        for side in (self._attackers, self._defenders):
            side.setSpacing(5)
            sides.addLayout(side, 1)
        self.acts = Flow()
        self.roll = button(
            "Roll the whole battle", "Go on until somebody has a choice (X)", primary=True
        )
        self.roll.clicked.connect(self.roll_wanted)
        self.roll.hide()
        self._ledger = label("", "faint", "Ledger of the chosen unit")
        self._shots = label("", name="Shots so far")
        inner = column(
            self._title,
            self._odds,
            self._steps,
            self.roll,
            lines,
            self._ledger,
            rule(),
            self._shots,
        )
        inner_layout = inner.layout()
        if isinstance(inner_layout, QVBoxLayout):
            inner_layout.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(scrolled(inner, "Battle", framed=False), 1)
        self.acts.setContentsMargins(*EDGES)
        outer.addWidget(self.acts)
        selection.changed.connect(lambda: self.hear(NOTHING))
        self.refresh()

    @property
    def is_fighting(self) -> bool:
        """True while a battle is fought."""
        return self._now() is not None

    def _now(self) -> BattleView | None:
        return self._bridge.rules.battle(self._bridge.state) if self._bridge.is_open else None

    def show_change(self, change: Change) -> None:
        """Lay the battle out again where it or a unit in it changed; else follow the selection."""
        touched = change.everything or not self.cards.keys().isdisjoint(change.units)
        if touched or self._now() != self._battle:
            self.refresh()
        else:
            self._follow()

    def refresh(self) -> None:
        """Lay everything out again."""
        battle = self._battle = self._now()
        self._steps.fill([])
        for layout in (self._attackers, self._defenders):
            clear(layout)
        self.cards = {}
        self._odds.setText("" if battle is None else battle.odds)
        self._odds.setVisible(bool(self._odds.text()))
        if battle is None:
            self._title.setText("No battle is being fought")
            self._shots.setText("")
        else:
            self._show(battle)
        self._follow()

    def _show(self, battle: BattleView) -> None:
        self._title.setText(battle.title)
        chips = []
        for number, step in enumerate(battle.steps):
            now = number == battle.step
            chips.append(label(step, "chip_now" if now else "chip", wraps=False))
        self._steps.fill(chips)
        for layout, heading, line in (
            (self._attackers, "Attackers", battle.attackers),
            (self._defenders, "Defenders", battle.defenders),
        ):
            layout.addWidget(label(heading, "faint"))
            for combatant in line:
                layout.addWidget(self._card(combatant))
            layout.addStretch(1)
        self._shots.setText("\n".join(battle.shots))

    def _card(self, combatant: Combatant) -> CombatantCard:
        unit = combatant.unit
        counter = next((c for c in self._bridge.counters if c.unit == unit), None)
        card = CombatantCard(self._bridge.game.scenario.oob, combatant, counter, self._pictures)
        card.pressed.connect(lambda: self._pressed(unit))
        self.cards[unit] = card
        return card

    def _pressed(self, unit: UnitId) -> None:
        chosen = self._selection.unit
        mine = self._bridge.rules.owner(self._bridge.state, unit) == self._bridge.view.side
        if mine or chosen is None or chosen not in self.cards:
            piece = self._bridge.state.pieces.get(unit)
            self._selection.select(piece.at if piece else None, unit)
            return
        offers = self._bridge.offers.against(chosen, unit)
        if offers:
            self.chosen.emit(offers[0])
        else:
            self.aimed.emit(chosen, unit)

    def _follow(self) -> None:
        unit = self._selection.unit
        for ident, one in self.cards.items():
            restyle(one, "card_now" if ident == unit else "card")
        card = None if unit is None else self.cards.get(unit)
        self._ledger.setText("" if card is None else card.ledger_text())
        self._ledger.setVisible(card is not None)
        offers: tuple[Offer, ...] = ()
        if unit is not None and self.cards and self._bridge.player_decides:
            offers = self._bridge.offers.of(unit)[:ACTS]
        presses = []
        for offer in offers:
            press = button(offer.text, offer.title)
            press.clicked.connect(lambda _checked=False, offer=offer: self.chosen.emit(offer))
            presses.append(press)
        self.acts.fill(presses)
