"""Odds in per cent, columns, and what each column of the Combat Results Context brings (OG 11)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from engine.rules.combat.chances import chances
from engine.systems.operation_gertrud.battle_charts import CombatChart


def percentage(attack: int, defence: int, most: int, *, whole: bool = False) -> int:
    """The odds of an attack in per cent, fractions dropped (OG 11.0.1).

    Against a defence of nothing they are ``most``. With ``whole`` the fraction is dropped before
    the quotient is multiplied, as the rule words it.

    >>> percentage(10, 3, 600), percentage(3, 7, 600)
    (333, 42)
    >>> percentage(7, 4, 600), percentage(7, 4, 600, whole=True)
    (175, 100)
    """
    if defence <= 0:
        return most
    return 100 * (attack // defence) if whole else 100 * attack // defence


def column_of(columns: tuple[int, ...], percent: int) -> int:
    """Index of the highest column not above a percentage; the lowest one for anything less.

    >>> column_of((49, 50, 100), 99)
    1
    """
    return max(0, bisect_right(columns, percent) - 1)


def shifted(columns: tuple[int, ...], column: int, shift: int) -> int:
    """A column after its shifts, held between the first and the last once all are made (OG
    11.0.1b).
    """
    return min(max(column + shift, 0), len(columns) - 1)


def result(chart: CombatChart, column: int, face: int) -> str:
    """The letter code of a face in a column (OG 11.0.9)."""
    return chart.rows[face - 1][column]


@lru_cache(maxsize=64)
def _spread(rows: tuple[tuple[str, ...], ...], column: int) -> Mapping[str, Fraction]:
    return chances((len(rows),), lambda face: rows[face - 1][column])


def result_chances(chart: CombatChart, column: int) -> Mapping[str, Fraction]:
    """The exact chance of every letter code in a column, worst first."""
    return _spread(chart.rows, column)
