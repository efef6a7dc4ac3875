"""Steps of a log are repeated without their cautions being worked out again."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.actions import Action
from engine.core.chance import Stream
from engine.core.state import State
from engine.game.session import SNAPSHOT_EVERY, GameSession
from engine.systems.by_hand.actions import NextPhase
from engine.systems.by_hand.position import HandPosition
from engine.systems.by_hand.records import HandState
from engine.systems.by_hand.rules import HandRules
from engine.systems.by_hand.table import effects
from maps.hexgrid import Hex
from oob.model import UnitId

STEPS = 3 * SNAPSHOT_EVERY


@pytest.fixture(scope="module", params=["classic", "fire"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random game by hand of some steps, a few of them disliked by the declared rules."""
    path = tmp_path_factory.mktemp("hand") / "log.sandtable"
    stream = Stream(3, "repeated")
    with (
        GameSession.start(f"by_hand/{request.param}", path=path) as game,
        game._store._project.transaction(),  # type: ignore[union-attr]
    ):
        while len(game.log) < STEPS:
            action = game.view().legal.random(stream)
            assert action is not None
            if not isinstance(action, NextPhase) or stream.below(10) == 0:
                game.act(action)
        assert isinstance(game.state, HandState) and game.state.overridden > 0
    return path


def test_undoing_across_a_kept_state_asks_no_cautions_and_repeats_few_steps(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Action] = []
    reached: list[UnitId] = []
    repeated: list[Action] = []
    worked_out = effects.cautions
    reach = HandPosition.reach
    repeat = HandRules.repeat

    def cautions(pos: HandPosition, action: Action) -> object:
        asked.append(action)
        return worked_out(pos, action)

    def reaching(pos: HandPosition, unit: UnitId, to: Hex | None = None) -> object:
        reached.append(unit)
        return reach(pos, unit)

    def repeating(rules: HandRules, state: State, action: Action, said: int) -> State:
        repeated.append(action)
        return repeat(rules, state, action, said)

    monkeypatch.setattr(effects, "cautions", cautions)
    monkeypatch.setattr(HandPosition, "reach", reaching)
    monkeypatch.setattr(HandRules, "repeat", repeating)
    most = 0
    with GameSession.open(played) as game:
        for _ in range(2 * SNAPSHOT_EVERY):
            repeated.clear()
            assert game.undo()
            assert game.digest() == game.recorded(game.log.current)
            most = max(most, len(repeated))
    assert most > SNAPSHOT_EVERY // 2, "a kept state was crossed"
    assert most <= SNAPSHOT_EVERY + 4
    assert asked == [] and reached == []


def test_what_is_repeated_otherwise_than_recorded_is_worked_out_in_full(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forgetful(rules: HandRules, state: State, action: Action, said: int) -> State:
        return rules.apply(state, action).state.having(overridden=0)

    monkeypatch.setattr(HandRules, "repeat", forgetful)
    with GameSession.open(played) as game:
        for node in game.log.line()[::20]:
            assert game.digest(node.id) == game.recorded(node.id)
        assert game.verify() == ()
