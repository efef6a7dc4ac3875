"""A second game in the same window, by the same buttons: nothing in it knows which game it is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QLabel

from engine.game.session import GameSession
from qtapp.app.main_window import MainWindow
from tests.qtapp.conftest import Opener, answer

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
