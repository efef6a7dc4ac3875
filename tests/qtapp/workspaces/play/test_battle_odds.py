"""The odds of a battle stand above its units, where they are seen without scrolling."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel

from oob.model import UnitId
from tests.engine.systems.fire_in_the_east.eastern import FOOT, RIFLES
from tests.qtapp.conftest import Opener
from tests.qtapp.workspaces.play.laid import Hands, laid_out


def test_odds_and_chances_stand_above_the_units(opened: Opener) -> None:
    position = {"turn": 8, "side": "axis", "phase": "combat", "weather": "clear", "only": True}
    units = {FOOT: "2A:4730", "german-167-infantry-xx": "2A:4730", RIFLES: "2A:4729"}
    whole = {**position, "units": units}
    hands = Hands(laid_out(opened, "fire_in_the_east/campaign", whole))
    battle = hands.window.battle
    odds = next(one for one in battle.findChildren(QLabel) if one.accessibleName() == "Odds")
    assert not odds.isVisibleTo(battle)
    hands.click("2A:4730")
    hands.click("2A:4729")
    assert odds.isVisibleTo(battle)
    assert " against " in odds.text() and "%" in odds.text()
    tops = [card.mapTo(battle, card.rect().topLeft()).y() for card in battle.cards.values()]
    assert odds.mapTo(battle, odds.rect().bottomLeft()).y() < min(tops)


def test_a_stack_attacks_without_those_who_add_nothing(opened: Opener) -> None:
    """A truck and railroad engineers went in with the panzers, and shared their losses."""
    position = {"turn": 8, "side": "axis", "phase": "combat", "weather": "clear", "only": True}
    stack = [FOOT, "german-1-truck", "german-1-rr-engineer-iii"]
    units = {**dict.fromkeys(stack, "2A:4730"), RIFLES: "2A:4729"}
    hands = Hands(laid_out(opened, "fire_in_the_east/campaign", {**position, "units": units}))
    hands.click("2A:4730")
    assert set(hands.window.selection.units) == set(stack)
    hands.click("2A:4729")
    assert set(hands.window.battle.cards) == {FOOT, RIFLES}
    hands.click("2A:4730")
    said = {offer.text for offer in hands.window.bridge.offers.of(UnitId("german-1-truck"))}
    assert any("Truck" in text for text in said), "who wants it may add it"
