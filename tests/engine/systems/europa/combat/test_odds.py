"""Odds and the Combat Results Context (BF-9A, 9B), and every bound that is known of its cells."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.systems.europa.charts.combat_charts import CombatChart
from engine.systems.europa.combat.odds import (
    BELOW,
    column_of,
    odds_text,
    result,
    result_chances,
    to_next_column,
)
from tests.engine.systems.europa.arena import charts_of

CHART: CombatChart = charts_of("balkan_front").combat
ORDER = ("AE", "AH", "AR", "AS", "EX", "HX", "DR", "DH", "DE")
FAILURES = ("AE", "AH", "AR", "AS")


def cell(column: str, row: int) -> str:
    return CHART.rows[row - CHART.first_row][CHART.columns.index(column)]


def column(attack: int | Fraction, defense: int | Fraction) -> str:
    return odds_text(CHART, column_of(CHART, Fraction(attack), Fraction(defense)))


def test_example_34_to_9_is_3_to_1() -> None:
    """BF-9A.6: rounded down, in the defender's favour."""
    assert column(34, 9) == "3:1"


@pytest.mark.parametrize(
    ("attack", "defense", "named"),
    [(7, 2, "3:1"), (3, 2, "1.5:1"), (29, 20, "1:1"), (1, 4, "1:4"), (2, 9, "less than 1:4")],
)
def test_odds_are_rounded_down_to_a_column(attack: int, defense: int, named: str) -> None:
    assert column(attack, defense) == named


def test_odds_over_9_to_1_use_that_column_and_none_is_needed_against_nothing() -> None:
    """BF-9B.7."""
    assert column(100, 1) == column(9, 1) == "9:1"
    assert column(1, 0) == "9:1"


def test_odds_below_1_to_4_eliminate_the_attacker_without_a_die() -> None:
    """BF-9B.8."""
    low = column_of(CHART, Fraction(1), Fraction(5))
    assert low == BELOW
    assert result(CHART, low, 3, 6) == "AE"
    assert result_chances(CHART, low, 0) == {"AE": 1}


def test_fractions_are_kept_exact() -> None:
    assert column(Fraction(9, 2), Fraction(3, 2)) == "3:1"
    assert column(Fraction(89, 20), Fraction(3, 2)) == "2:1"


def test_the_modified_die_is_held_between_the_first_and_the_last_row() -> None:
    two = CHART.columns.index("2:1")
    assert result(CHART, two, -9, 1) == cell("2:1", -1)
    assert result(CHART, two, 9, 6) == cell("2:1", 8)


@given(st.integers(0, len(CHART.columns) - 1), st.integers(-12, 12))
def test_the_chances_of_all_results_add_up_to_one(index: int, modifier: int) -> None:
    found = result_chances(CHART, index, modifier)
    assert sum(found.values()) == 1
    for code, chance in found.items():
        faces = [face for face in range(1, 7) if result(CHART, index, modifier, face) == code]
        assert chance == Fraction(len(faces), 6)


@given(st.integers(1, 200), st.integers(1, 60))
def test_the_strength_that_the_next_column_takes_is_just_enough(attack: int, defense: int) -> None:
    index = column_of(CHART, Fraction(attack), Fraction(defense))
    more = to_next_column(CHART, Fraction(attack), Fraction(defense))
    if more is None:
        assert index == len(CHART.columns) - 1
        return
    assert column_of(CHART, attack + more, Fraction(defense)) == index + 1
    assert column_of(CHART, attack + more - Fraction(1, 1000), Fraction(defense)) == index


def test_the_designers_own_column() -> None:
    """Rows 1 to 6 of 2:1, as stated by the designer; row 1 of 3:1 stops the attacker."""
    assert [cell("2:1", row) for row in range(1, 7)] == ["AR", "AS", "AS", "EX", "HX", "DR"]
    assert cell("3:1", 1) == "AS"
    assert not any(cell("3:1", row) in FAILURES for row in range(2, 7))


def test_surrounded_defenders_die_at_4_to_1_and_at_2_to_1_with_3_more() -> None:
    assert not any(cell("4:1", row) in FAILURES for row in range(1, 7))
    assert not any(cell("2:1", row) in FAILURES for row in range(4, 9))


def test_no_attacker_loses_at_6_to_1_unmodified() -> None:
    for odds in ("6:1", "7:1", "8:1", "9:1"):
        assert not any(cell(odds, row) in (*FAILURES, "EX", "HX") for row in range(1, 7))


OBSERVED = [
    ("1:3", -1, "AR"),
    ("1:1", 2, "AS"),
    ("1.5:1", 1, "AS"),
    ("2:1", -3, "AE"),
    ("2:1", -2, "AS"),
    ("2:1", -1, "EX"),
    ("2:1", 0, "HX"),
    ("2:1", 0, "AS"),
    ("2:1", 3, "EX"),
    ("3:1", -2, "AR"),
    ("3:1", -3, "AH"),
    ("3:1", -3, "AS"),
    ("3:1", -2, "DR"),
    ("3:1", -1, "EX"),
    ("3:1", -1, "DR"),
    ("3:1", 0, "DH"),
    ("3:1", 0, "DR"),
    ("3:1", 1, "DH"),
    ("4:1", -3, "AS"),
    ("4:1", -2, "AR"),
    ("4:1", -1, "EX"),
    ("4:1", -1, "DR"),
    ("4:1", 0, "DE"),
    ("5:1", -2, "HX"),
    ("5:1", -2, "DR"),
    ("5:1", -1, "DR"),
    ("5:1", 0, "DE"),
    ("6:1", -3, "EX"),
    ("6:1", -2, "AS"),
    ("6:1", 0, "DR"),
    ("6:1", 0, "DE"),
    ("9:1", 0, "DE"),
]


@pytest.mark.parametrize(("odds", "modifier", "code"), OBSERVED)
def test_every_result_seen_in_play_can_come_up(odds: str, modifier: int, code: str) -> None:
    assert code in result_chances(CHART, CHART.columns.index(odds), modifier)


def test_results_never_worsen_down_a_column_or_along_a_row() -> None:
    merit = [[ORDER.index(code) for code in row] for row in CHART.rows]
    assert all(row == sorted(row) for row in merit)
    for index in range(len(CHART.columns)):
        down = [row[index] for row in merit]
        assert down == sorted(down)


def test_both_titles_fight_by_the_same_table() -> None:
    assert charts_of("boot_camp").combat == CHART
    assert all(len(row) == len(CHART.columns) for row in CHART.rows)
    assert CHART.first_row + len(CHART.rows) - 1 == 8
