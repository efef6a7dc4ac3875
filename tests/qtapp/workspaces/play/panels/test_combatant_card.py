"""The card of a unit in battle."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

import oob.data
from engine.core.view.display import Combatant, Modifier
from oob.model import UnitId
from qtapp.widgets.counter_pictures import CounterPictures
from qtapp.workspaces.play.panels.combatant_card import CombatantCard


def card(qtbot: QtBot, says: str) -> CombatantCard:
    """A card of a division whose number is seven."""
    order = oob.data.load("operation_gertrud")
    ledger = (
        Modifier("Printed factor", 7, "R-1"),
        Modifier("Over river", -3, "R-2", says="−3 1/2"),
    )
    one = Combatant(UnitId("german-125"), 7, ledger, 0, 0, False, says)
    found = CombatantCard(order, one, None, CounterPictures(ratio=1.0))
    qtbot.addWidget(found)
    return found


def test_a_number_is_one_to_hit_with_unless_the_game_says_what_it_is(qtbot: QtBot) -> None:
    assert "hits on ≤ 7" in card(qtbot, "").accessibleName()
    assert card(qtbot, "").ledger_text().endswith("hits on 7 or less")
    said = card(qtbot, "factor 7")
    assert said.accessibleName().endswith("factor 7")
    assert "hits" not in said.toolTip()
    assert "Printed factor" in said.toolTip()


def test_a_part_of_a_point_is_told_as_it_is(qtbot: QtBot) -> None:
    assert card(qtbot, "3 1/2").ledger_text().splitlines()[:2] == [
        "+7  Printed factor  [R-1]",
        "−3 1/2  Over river  [R-2]",
    ]
