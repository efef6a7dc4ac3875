"""A window on a game that begins with a position laid out by a test of the rules."""

from __future__ import annotations

from engine.game.ask.games import begin
from engine.game.ask.table import Table
from engine.game.session import Dice
from qtapp.app.main_window import MainWindow
from tests.engine.systems.fire_in_the_east.eastern import WholeFront, rules_of
from tests.qtapp.conftest import Opener, settle


def shown(opened: Opener, game: WholeFront) -> MainWindow:
    """A window on a game that begins with a position of another one."""
    rules = rules_of(game.scenario, *game.options)
    window = opened(None)
    window.preferences.keep_text("tour", "0")
    window.bridge.open(begin(Table(rules, game.state), dice=Dice.ASK))
    settle()
    return window
