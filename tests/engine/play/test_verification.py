"""Replay finds a changed die, a forbidden step and a wrong digest, and nothing in a sound log."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.actions import Roll
from engine.core.chance import Stream
from engine.game.session import Dice, GameSession
from engine.game.simulations import replay as replay_any
from engine.play.log import LogTree, Node
from engine.play.verification import replay
from oob.model import UnitId
from tests.engine.fakes import Raid, Rest, install, small_scenario

ASH, BIRCH = UnitId("ash"), UnitId("birch")


@pytest.fixture(autouse=True)
def skirmish() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        yield


def raided(path: Path | None = None) -> GameSession:
    game = GameSession.begin(small_scenario(), seed=5, path=path)
    for action in (Raid(ASH), Rest(), Raid(BIRCH), Rest(), Raid(ASH)):
        if not game.check(action):
            game.act(action)
    return game


def tampered(game: GameSession, number: int, **fields: object) -> GameSession:
    nodes: list[Node] = sorted(game.log, key=lambda node: node.id)
    nodes[number] = replace(nodes[number], **fields)  # type: ignore[arg-type]
    game.log = LogTree(nodes, game.log.current)
    return game


def first_die(game: GameSession) -> int:
    return next(node.id for node in game.log if node.is_die)


def test_a_sound_log_replays_with_all_its_branches_and_dice() -> None:
    game = raided()
    game.reroll()
    game.undo()
    game.act(Rest())
    report = replay(game)
    assert (report.same, report.mismatches) == (True, ())
    assert report.steps == len(game.log) - 1
    assert report.dice == sum(node.is_die for node in game.log) > 2
    assert report.branches > 1


def test_a_changed_die_is_found_by_the_seed_and_by_the_digests() -> None:
    game = raided()
    die = first_die(game)
    action = game.log[die].action
    assert isinstance(action, Roll)
    known = {node.id: game.digest(node.id) for node in game.log}
    tampered(game, die, action=Roll(7 - action.face))
    found = replay(game, known=known.get).mismatches
    assert found[0] == f"Step {die} shows {7 - action.face}, the seed rolls {action.face} there."


def test_a_typed_die_needs_not_be_the_seed_s() -> None:
    game = GameSession.begin(small_scenario(), seed=5, dice=Dice.TYPED)
    game.act(Raid(ASH))
    for face in (6, 3):
        game.act(Roll(face))
    assert replay(game).same


def test_a_forbidden_step_is_named_with_its_rule() -> None:
    game = raided()
    tampered(game, 1, action=Raid(BIRCH))
    assert "[S 2]" in replay(game, verify=False).mismatches[0]


def test_a_wrong_digest_in_a_file_is_found_and_a_right_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "game.sandtable"
    raided(path).close()
    assert replay_any(path).same
    with GameSession.open(path) as game:
        wrong = {1: "0" * 16}
        report = replay(game, known=lambda node: wrong.get(node, game.recorded(node)))
    assert [text.split(" comes")[0] for text in report.mismatches] == ["Step 1"]


@given(st.integers(1, 1000), st.integers(0, 30))
def test_whatever_was_played_replays(seed: int, actions: int) -> None:
    game = GameSession.begin(small_scenario(), seed=seed)
    stream = Stream(seed, "test")
    for number in range(actions):
        action = game.view().legal.random(stream)
        if action is None:
            break
        game.act(action)
        if number % 7 == 3:
            game.undo()
    assert replay(game).same
