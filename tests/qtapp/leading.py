"""Games that the automatic player leads to a position without a window, which opens their file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.game.catalogue import choose
from engine.game.session import GameSession
from maps.hexgrid import Hex

MOST = 900
"""Decisions after which what is wanted never comes about."""


def lead(path: Path, scenario: str, wanted: Callable[[GameSession], bool]) -> Path:
    """Play a scenario in a new file until something holds of the game; the file."""
    with GameSession.start(scenario, path=path, seed=1) as game:
        for _ in range(MOST):
            if game.view().chance is None and wanted(game):
                return path
            game.act(choose(game))
    raise AssertionError("what is wanted never comes about")


def target_of(game: GameSession) -> Hex | None:
    """The first hex that a unit of the side to decide can attack without objection, if any."""
    rules, state, side = game.rules, game.state, game.view().side
    places = {
        counter.at
        for counter in rules.counters(state)
        if isinstance(counter.at, Hex) and rules.owner(state, counter.unit) != side
    }
    for at in sorted(places):
        able = rules.candidates(state, at)
        plan = rules.plan(state, at, able[:1]) if able else None
        if plan is not None and plan.actions and not plan.objections:
            return at
    return None
