"""Exact chances of dice."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.rules.combat.chances import chances, expected


def test_one_die_is_even() -> None:
    assert chances((6,), lambda face: face) == {face: Fraction(1, 6) for face in range(1, 7)}


def test_two_dice_are_counted_and_not_sampled() -> None:
    found = chances((6, 6), lambda a, b: a + b)
    assert found[2] == found[12] == Fraction(1, 36)
    assert found[7] == Fraction(6, 36)
    assert sum(found.values()) == 1


def test_the_mean_of_two_dice_is_seven() -> None:
    assert expected(chances((6, 6), lambda a, b: a + b), float) == pytest.approx(7)
