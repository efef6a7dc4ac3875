"""Odds, columns and rows of the Combat Results Context, and the chances of its results (BF-9A)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction

from engine.rules.combat.chances import chances
from engine.systems.europa.charts.combat_charts import CombatChart

BELOW = -1
"""The column of odds that are lower than any the table has."""


def column_of(chart: CombatChart, attack: Fraction, defense: Fraction) -> int:
    """The column of an attack, rounded in the defender's favour; :data:`BELOW` for none.

    Against a defense of nothing it is the last one (BF-9A.6, 9B.7, 9B.8).
    """
    if defense <= 0:
        return len(chart.columns) - 1
    return bisect_right(chart.ratios, Fraction(attack) / defense) - 1


def result(chart: CombatChart, column: int, modifier: int, face: int) -> str:
    """The letter code of a face, modified and held between the first and the last row."""
    if column == BELOW:
        return chart.below
    row = face + modifier - chart.first_row
    return chart.rows[min(max(row, 0), len(chart.rows) - 1)][column]


def result_chances(chart: CombatChart, column: int, modifier: int) -> Mapping[str, Fraction]:
    """The exact chance of every letter code, in the order the die brings them."""
    if column == BELOW:
        return {chart.below: Fraction(1)}
    return chances((chart.die,), lambda face: result(chart, column, modifier, face))


def to_next_column(chart: CombatChart, attack: Fraction, defense: Fraction) -> Fraction | None:
    """How much more attack strength the next better column takes; None when there is none."""
    column = column_of(chart, attack, defense)
    if column + 1 >= len(chart.columns):
        return None
    return chart.ratios[column + 1] * defense - attack


def odds_text(chart: CombatChart, column: int) -> str:
    """The name of a column."""
    return f"less than {chart.columns[0]}" if column == BELOW else chart.columns[column]
