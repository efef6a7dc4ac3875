"""Support for a battle by clicking the hex that is fought for: what can be sent, with its worth."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from engine.game.catalogue import choose
from qtapp.app.main_window import MainWindow
from tests.qtapp.conftest import Opener, click_hex, settle
from tests.qtapp.hands import choose_from_menu
from tests.qtapp.menus import entries

GERTRUD = "operation_gertrud/late_1942"


def to_the_call(window: MainWindow) -> None:
    """Let the automatic player lead to the first question which marker supports a battle."""
    bridge = window.bridge
    for _ in range(600):
        if bridge.player_decides and any(f.name == "commit" for f in bridge.view.legal.families):
            break
        bridge.act(choose(bridge.game))
    settle()


@pytest.mark.parametrize("button", [Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton])
def test_a_click_on_the_battle_offers_support_with_its_worth(
    opened: Opener, button: Qt.MouseButton
) -> None:
    window = opened(GERTRUD)
    to_the_call(window)
    battle = window.bridge.rules.battle(window.bridge.state)
    assert battle is not None and battle.at is not None
    window.view.ensure_hex_visible(battle.at)
    settle()
    before = window.bridge.game.log.current
    click_hex(window, battle.at, button)
    menu = window.play.menu
    assert menu is not None
    lines = [line for line in entries(menu) if line.startswith("Commit ")]
    offers = [offer.text for offer in window.bridge.offers.plain() if not offer.closing]
    assert len(lines) == sum(text.startswith("Commit ") for text in offers) > 1
    assert all("(net " in line for line in lines), lines
    choose_from_menu(window, lines[0])
    assert window.bridge.game.log.current != before
    assert window.bridge.game.log.here.action.marker.endswith("1")  # type: ignore[union-attr]
