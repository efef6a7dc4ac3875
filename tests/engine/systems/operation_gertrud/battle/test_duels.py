"""Air and naval combat, all dice counted."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engine.systems.operation_gertrud.battle.duels import Duellist, Fate, duel_chances, settle

PLAIN, EXPERTEN = Duellist(), Duellist(dice=2)


def test_the_lower_total_is_eliminated() -> None:
    """[OG-12.2a] [OG-13.1]"""
    assert settle(PLAIN, (5,), PLAIN, (3,)) == (Fate.HOLDS, Fate.LOST)
    assert settle(PLAIN, (2,), PLAIN, (3,)) == (Fate.LOST, Fate.HOLDS)


def test_a_tie_eliminates_both() -> None:
    """[OG-12.2a] [OG-13.1]"""
    assert settle(PLAIN, (4,), PLAIN, (4,)) == (Fate.LOST, Fate.LOST)


def test_the_printed_bonus_counts() -> None:
    """[OG-13.1]"""
    assert settle(Duellist(bonus=2), (3,), PLAIN, (4,)) == (Fate.HOLDS, Fate.LOST)


def test_a_natural_one_saves_its_marker_and_takes_it_out() -> None:
    """Reading 8: a 1 saves a marker that lost or tied, and both when both show it.

    [OG-12.3] [OG-13.4a]
    """
    assert settle(PLAIN, (1,), PLAIN, (6,)) == (Fate.BACK, Fate.HOLDS)
    assert settle(PLAIN, (1,), PLAIN, (1,)) == (Fate.BACK, Fate.BACK)
    assert settle(Duellist(ultra=1), (1,), PLAIN, (2,)) == (Fate.BACK, Fate.LOST)


def test_a_one_with_the_higher_total_is_out_all_the_same() -> None:
    """[OG-13.4a]"""
    assert settle(Duellist(bonus=2), (1,), PLAIN, (2,)) == (Fate.BACK, Fate.LOST)


def test_experten_roll_two_dice_and_count_their_bonus_once() -> None:
    """Reading 9: the sum of both dice. [OG-13.2b]"""
    assert Duellist(bonus=2, dice=2).total((3, 4)) == 9
    assert settle(EXPERTEN, (1, 3), PLAIN, (3,)) == (Fate.HOLDS, Fate.LOST)


def test_experten_abort_only_on_two_ones() -> None:
    """[OG-13.4b]"""
    assert settle(EXPERTEN, (1, 1), PLAIN, (6,))[0] is Fate.BACK
    assert settle(EXPERTEN, (1, 2), PLAIN, (6,))[0] is Fate.LOST


def test_ultra_adds_one() -> None:
    """[OG-13.3]"""
    assert settle(Duellist(ultra=1), (3,), PLAIN, (3,)) == (Fate.HOLDS, Fate.LOST)


@pytest.mark.parametrize("enemy", [PLAIN, EXPERTEN, Duellist(bonus=2)])
def test_the_chances_are_whole(enemy: Duellist) -> None:
    assert sum(duel_chances(PLAIN, enemy, 6).values()) == 1


def test_even_opponents_have_even_chances() -> None:
    """Of 36 falls 10 win, 10 lose by more than a 1, 5 tie above 1."""
    found = duel_chances(PLAIN, PLAIN, 6)
    assert found[Fate.HOLDS, Fate.LOST] == found[Fate.LOST, Fate.HOLDS] == Fraction(10, 36)
    assert found[Fate.LOST, Fate.LOST] == Fraction(5, 36)
    assert found[Fate.BACK, Fate.BACK] == Fraction(1, 36)
    assert found[Fate.HOLDS, Fate.BACK] == Fraction(5, 36)
