"""The odds of a battle: certain cases, worked ones, and what always holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.systems.balkan_gambit.advice.odds import NOTHING, battle_odds, hits

SHOTS = st.lists(st.integers(0, 12), max_size=6).map(tuple)


def test_without_attackers_nothing_happens() -> None:
    assert battle_odds((), (), (3, 3), 2) == NOTHING


def test_sure_hits_clear_and_cost_nothing() -> None:
    odds = battle_odds((), (10, 10), (), 2)
    assert (odds.clear, odds.lost, odds.killed) == pytest.approx((1, 0, 2))


def test_one_shot_at_one_step_is_the_die() -> None:
    assert battle_odds((), (4,), (), 1).clear == pytest.approx(0.4)


def test_defensive_fire_takes_the_shot_away() -> None:
    odds = battle_odds((), (4,), (5,), 1)
    assert odds.lost == pytest.approx(0.5)
    assert odds.clear == pytest.approx(0.5 * 0.4)


def test_a_barrage_may_silence_the_defender_first() -> None:
    odds = battle_odds((5,), (4,), (5,), 1)
    assert odds.clear == pytest.approx(0.5 + 0.5 * 0.5 * 0.4)


@given(st.integers(0, 8), st.floats(0, 1))
def test_chances_of_hits_sum_to_one(shots: int, chance: float) -> None:
    assert sum(hits(shots, chance)) == pytest.approx(1)


@given(SHOTS, SHOTS, SHOTS, st.integers(1, 6))
def test_odds_stay_within_what_is_there(
    barrage: tuple[int, ...], attack: tuple[int, ...], defence: tuple[int, ...], standing: int
) -> None:
    odds = battle_odds(barrage, attack, defence, standing)
    assert -1e-9 <= odds.clear <= 1 + 1e-9
    assert -1e-9 <= odds.lost <= len(attack) + 1e-9
    assert -1e-9 <= odds.killed <= standing + 1e-9
    assert battle_odds(barrage, (*attack, 10), defence, standing).clear >= odds.clear - 1e-9
