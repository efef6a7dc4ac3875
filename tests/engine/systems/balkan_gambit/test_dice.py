"""Rolled, typed and enumerated dice lead to the same places."""

from __future__ import annotations

import pytest

from engine.core.actions import IllegalAction, Roll
from engine.game.session import Dice, GameSession
from engine.systems.balkan_gambit import actions as do


def waiting(dice: Dice) -> GameSession:
    """A game of 1943 after set-up."""
    game = GameSession.start("balkan_gambit/1943", seed=3, dice=dice)
    for action in (do.UseRecommended(), do.FinishSetUp()) * 2:
        game.act(action)
    return game


def test_typed_dice_reach_what_rolled_dice_reach() -> None:
    """[BG-2.2a] [BG-2.2b]"""
    rolled = waiting(Dice.PROGRAM)
    typed = waiting(Dice.TYPED)
    rolls = [node.action for node in rolled.log.line() if isinstance(node.action, Roll)]
    assert rolls and typed.view().chance is not None
    assert typed.digest() != rolled.digest()
    for roll in rolls:
        typed.act(roll)
    assert typed.digest() == rolled.digest()
    fresh = waiting(Dice.TYPED)
    with pytest.raises(IllegalAction):
        fresh.act(Roll(11))


def test_every_face_is_enumerated_with_an_equal_chance() -> None:
    """[BG-2.2a] [BG-2.2b]"""
    game = waiting(Dice.TYPED)
    outcomes = game.outcomes()
    assert [outcome.face for outcome in outcomes] == list(range(1, 11))
    assert all(outcome.chance == pytest.approx(0.1) for outcome in outcomes)
    for outcome in outcomes:
        node = game.log.current
        game.act(Roll(outcome.face))
        assert game.state == outcome.state
        game.goto(node)
