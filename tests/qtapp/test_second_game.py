"""A second game in the same window, by the same buttons: nothing in it knows which game it is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from engine.game.catalogue import choose
from engine.game.session import GameSession
from qtapp.app.main_window import MainWindow
from tests.qtapp.conftest import Opener, answer, settle

GAME = "operation_gertrud/late_1941"


def labels(window: MainWindow) -> list[str]:
    """The top lines of the displays."""
    model = window.displays.model
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def test_it_is_set_up_and_played_by_buttons(
    opened: Opener,
) -> None:
    window = opened(GAME)
    for side in ("German", "Allied"):
        assert side in window.decision.findChildren(QLabel)[0].text()
        answer(window, "recommended")
        answer(window, "Finish")
    assert window.bridge.state.phase != "set up"
    assert {"Objectives", "German support", "ULTRA", "Raid and missions"} <= set(labels(window))


def test_a_battle_shows_factors_odds_and_chances(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "war.sandtable"
    with GameSession.start(GAME, seed=4, path=path) as game:
        while (battle := game.rules.battle(game.state)) is None or not battle.shots:
            advice = game.rules.advise(game.state)
            assert advice is not None
            game.act(advice.action)
    window = opened(path)
    window.battle.refresh()
    cards = list(window.battle.cards.values())
    assert cards
    assert all("factor" in card.accessibleName() for card in cards)
    shown = [label.text() for label in window.battle.findChildren(QLabel)]
    assert any("Column" in text and "%" in text for text in shown)
    assert any(label.startswith("Battle for") for label in labels(window))


def test_what_a_unit_can_do_stays_in_sight_below_a_long_line_up(
    opened: Opener, tmp_path: Path
) -> None:
    path = tmp_path / "war.sandtable"
    with GameSession.start("operation_gertrud/early_1942", seed=4, path=path) as game:
        while [family.name for family in game.view().legal.families] != ["lose"]:
            game.act(choose(game))
    window = opened(path)
    window.resize(1280, 800)
    window.show_panel("battle")
    settle()
    lost = next(iter(window.bridge.offers.everything(1))).action
    unit = next(unit for unit in window.battle.cards if unit in lost.who())
    QTest.mouseClick(window.battle.cards[unit], Qt.MouseButton.LeftButton)
    settle()
    (press,) = window.battle.acts.findChildren(QPushButton)
    assert press.text().startswith("Lose")
    assert press.visibleRegion().boundingRect() == press.rect()
    before = window.bridge.game.log.current
    QTest.mouseClick(press, Qt.MouseButton.LeftButton)
    assert window.bridge.game.log.current != before
