"""Odds: columns in the defender's favour, shifts within the table, exact chances."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.charts.tables import Provenance
from engine.rules.combat.odds import OddsTable, ResultRow

TABLE = OddsTable(
    rule="R-4",
    provenance=Provenance.PRINTED,
    columns=("1:2", "1:1", "2:1"),
    rows=(("A", "A", "B"), ("A", "B", "B")),
    results=(ResultRow("A", "the attacker loses"), ResultRow("B", "the defender loses")),
)


@pytest.mark.parametrize(
    ("attack", "defense", "column"),
    [(1, 3, 0), (1, 2, 0), (3, 2, 1), (4, 2, 2), (9, 1, 2), (1, 0, 2)],
)
def test_odds_are_rounded_in_the_defenders_favour(attack: int, defense: int, column: int) -> None:
    assert TABLE.column(Fraction(attack), Fraction(defense)) == column


def test_shifts_stay_within_the_table() -> None:
    assert TABLE.column(Fraction(1), Fraction(1), 5) == 2
    assert TABLE.column(Fraction(1), Fraction(1), -5) == 0


@given(st.integers(0, 2))
def test_the_chances_of_a_column_add_up_to_one(column: int) -> None:
    found = TABLE.chances(column)
    assert sum(found.values()) == 1
    assert all(TABLE.row(code).text for code in found)


def test_a_result_the_table_does_not_know_is_refused() -> None:
    with pytest.raises(KeyError):
        TABLE.row("Z")
