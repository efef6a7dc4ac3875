"""The automatic player: advice where there is some, else the end of the phase, always the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.core.actions import Action
from engine.core.state import State
from engine.core.system import Advice
from engine.game.session import Dice, GameSession
from engine.play.opponent import NothingToDecide, choose, explain
from oob.model import UnitId
from tests.engine.fakes import HOME, March, Raid, Rest, SkirmishRules, install, small_scenario

ASH, BIRCH = UnitId("ash"), UnitId("birch")


@pytest.fixture(autouse=True)
def skirmish() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        install(patch)
        yield


def begin(turns: int = 6, dice: Dice = Dice.PROGRAM) -> GameSession:
    return GameSession.begin(small_scenario(turns), seed=3, dice=dice)


def advised(monkeypatch: pytest.MonkeyPatch, action: Action) -> None:
    def advise(_rules: SkirmishRules, _state: State) -> Advice:
        return Advice(action, "It pays.")

    monkeypatch.setattr(SkirmishRules, "advise", advise)


def test_without_advice_it_closes_the_phase_and_so_ends_any_game() -> None:
    game = begin()
    while game.view().outcome is None:
        action = choose(game)
        assert action == Rest()
        game.act(action)


def test_advice_is_followed_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    advised(monkeypatch, Raid(ASH))
    assert explain(begin()) == (Raid(ASH), "It pays.")


def test_illegal_advice_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    advised(monkeypatch, Raid(BIRCH))
    assert choose(begin()) == Rest()


def test_where_nothing_closes_the_choice_is_legal_and_always_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question = SkirmishRules.question

    def without_rest(rules: SkirmishRules, state: State) -> object:
        asked = question(rules, state)
        families = tuple(family for family in asked.families if not family.closing)
        return type(asked)(asked.side, asked.prompt, families, asked.rule)

    monkeypatch.setattr(SkirmishRules, "question", without_rest)
    game, twin = begin(), begin()
    for _ in range(10):
        action = choose(game)
        assert action == choose(game) == choose(twin)
        assert isinstance(action, (March, Raid))
        assert not game.check(action)
        game.act(action)
        twin.act(action)


def test_a_die_and_the_end_leave_nothing_to_decide() -> None:
    game = begin(turns=1, dice=Dice.ASK)
    game.act(Raid(ASH))
    with pytest.raises(NothingToDecide):
        choose(game)
    over = begin(turns=1)
    while over.view().outcome is None:
        over.act(choose(over))
    with pytest.raises(NothingToDecide):
        choose(over)
    assert HOME in over.scenario.map
