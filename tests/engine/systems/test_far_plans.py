"""The planner answers for units that are nowhere near the hex: it says why they cannot attack."""

from __future__ import annotations

import pytest

from engine.core.chance import Stream
from engine.game.catalogue import choose
from engine.game.session import GameSession
from maps.hexgrid import Hex, are_adjacent
from tests.games import FIRST

DECISIONS, EVERY, FEW = 260, 20, 3
TITLES = [scenario for system, scenario in FIRST.items() if system != "by_hand"]
"""Games by hand refuse nothing that hands can do."""


@pytest.mark.parametrize("scenario", TITLES)
def test_an_attack_from_afar_is_refused_with_its_rule(scenario: str) -> None:
    """One unit, and two of different hexes; the attack would raise an error in Balkan Gambit."""
    game, stream, asked = GameSession.start(scenario, seed=7), Stream(7, "plans"), 0
    for number in range(DECISIONS):
        view = game.view()
        if view.outcome is not None:
            break
        if not number % EVERY:
            asked += _ask(game, stream)
        action = choose(game) if number < DECISIONS // 2 else view.legal.random(stream)
        if action is None:
            break
        game.act(action)
    assert asked, "no attack was planned"


def _ask(game: GameSession, stream: Stream) -> int:
    rules, state, side = game.rules, game.state, game.view().side
    owners = rules.owners(state)
    on_board = [(unit, it.at) for unit, it in state.pieces.items() if isinstance(it.at, Hex)]
    mine = [(unit, at) for unit, at in on_board if owners[unit] == side]
    held = sorted({at for unit, at in on_board if owners[unit] not in ("", side)})
    asked = 0
    for target in stream.shuffled(held)[:FEW]:
        far = [unit for unit, at in mine if not are_adjacent(at, target) and at != target]
        for units in (far[:1], [*far[:1], *far[-1:]]):
            plan = rules.plan(state, target, tuple(units)) if units else None
            if plan is not None:
                assert plan.objections, (target, units)
                asked += 1
    return asked
