"""Games told again by the rules: steps that come out otherwise, or not at all any more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.core.actions import Action
from engine.core.chance import Stream
from engine.core.state import State
from engine.core.system import Step
from engine.game.session import Dice, GameSession
from tests.engine.fakes import Raid, SkirmishRules, install, small_scenario


@pytest.fixture(autouse=True)
def skirmish() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        yield


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with a game of twelve random decisions."""
    path, stream = tmp_path / "game.sandtable", Stream(5, "test")
    with GameSession.begin(small_scenario(40), seed=1, path=path, dice=Dice.PROGRAM) as game:
        for _ in range(12):
            action = game.view().legal.random(stream)
            assert action is not None
            game.act(action)
    return path


def test_verify_finds_a_step_that_replays_otherwise(path: Path) -> None:
    with GameSession.open(path) as game:
        store = game._store
        assert store is not None
        with store._project.transaction():
            store._project.run("UPDATE game_node SET digest = 'x' WHERE id = 3")
    with GameSession.open(path) as again:
        assert again.verify() == (3,)


def test_verify_names_a_step_the_rules_cannot_do_and_all_behind_it(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    apply = SkirmishRules.apply

    def without_raids(rules: SkirmishRules, state: State, action: Action) -> Step:
        if isinstance(action, Raid):
            raise LookupError(action)
        return apply(rules, state, action)

    with GameSession.open(path) as game:
        raid = next(node.id for node in game.log if isinstance(node.action, Raid))
        monkeypatch.setattr(SkirmishRules, "apply", without_raids)
        assert game.verify() == tuple(range(raid, game.log.current + 1))
