"""One decision taken back by itself: those after it are taken again on a line of their own."""

from __future__ import annotations

from itertools import takewhile

from engine.core.actions import Objection
from engine.game.session import GameSession


def bars_taking_back(game: GameSession, node: int) -> str:
    """Why a decision of the current line cannot be taken back by itself, leaving those after it: a
    die was rolled since, or another side decided. '' when nothing of that kind bars it.
    """
    side = game.log[node].side
    for later in game.log.back():
        if later.id == node:
            return ""
        if later.is_die:
            return "A die was rolled since."
        if later.side != side:
            return "Another side has decided since."
    return "It is not on this line of the log."


def take_back(game: GameSession, node: int) -> tuple[Objection, ...]:
    """Take one decision of the current line back and those after it again: what forbids one of
    these without it, and then nothing is changed.

    Raises ValueError when a die or another side's decision bars it.
    """
    barred = bars_taking_back(game, node)
    if barred:
        raise ValueError(barred)
    log, here, fresh = game.log, game.log.current, game.log.mark().next_id
    parent = log[node].parent
    assert parent is not None, "the root is no decision"
    later = list(takewhile(lambda one: one.id != node, log.back()))[::-1]
    game.goto(parent)
    for one in later:
        assert one.action is not None, "only the root has no action"
        objections = game.check(one.action)
        if objections:
            made = next((step.id for step in game.log.line() if step.id >= fresh), None)
            if made is not None:
                game.prune(made)
            game.goto(here)
            return objections
        game.act(one.action, how=one.how, why=one.why)
    return ()
