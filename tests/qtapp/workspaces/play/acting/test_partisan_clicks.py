"""A partisan disperses to a lit hex by one click, and one undo brings it back."""

from __future__ import annotations

from engine.game.ask.table import Table
from engine.game.session import Dice, GameSession
from engine.game.set_up.openings import written
from engine.systems.balkan_gambit.state.records import DISPERSED
from tests.engine.systems.balkan_gambit.turn.test_partisans import ONE, segment
from tests.qtapp.conftest import Opener, click_hex, settle


def test_one_click_disperses_a_partisan_and_one_undo_takes_it_back(opened: Opener) -> None:
    desk = segment().put("1717", ONE)
    here, goal = desk.hex("1717"), desk.hex("1717").neighbours()[0]
    laid = written(Table(desk.rules, desk.state).codec, desk.state)
    window = opened(None)
    window.preferences.keep_text("tour", "0")
    game = GameSession.begin(desk.rules.scenario, seed=1, dice=Dice.ASK, laid=laid)
    window.bridge.open(game)
    settle()
    click_hex(window, here)
    assert window.selection.units == (ONE,)
    assert goal in window.view.board.overlays.reach
    click_hex(window, goal)
    piece = window.bridge.state.pieces[ONE]
    assert (piece.at, piece.mode) == (goal, DISPERSED)
    assert window.bridge.undo()
    piece = window.bridge.state.pieces[ONE]
    assert (piece.at, piece.mode) != (goal, DISPERSED) and piece.at == here
