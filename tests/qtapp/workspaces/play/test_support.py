"""Support for a battle by clicking the hex that is fought for: what can be sent, with its worth."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from engine.game.session import GameSession
from tests.qtapp.conftest import Opener, click_hex, settle
from tests.qtapp.hands import choose_from_menu
from tests.qtapp.leading import lead
from tests.qtapp.menus import entries

GERTRUD = "operation_gertrud/late_1942"


@pytest.fixture(scope="module")
def called(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game led to the first question which marker supports a battle."""

    def asked(game: GameSession) -> bool:
        return any(family.name == "commit" for family in game.view().legal.families)

    return lead(tmp_path_factory.mktemp("called") / "game.sandtable", GERTRUD, asked)


@pytest.mark.parametrize("button", [Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton])
def test_a_click_on_the_battle_offers_support_with_its_worth(
    opened: Opener, called: Path, tmp_path: Path, button: Qt.MouseButton
) -> None:
    window = opened(Path(shutil.copy(called, tmp_path / "game.sandtable")))
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
