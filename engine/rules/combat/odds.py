"""Odds, columns and results of a combat table, with the exact chance of every result."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction

from engine.core.charts.rows import row_of
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass
from engine.rules.combat.chances import chances

ALL = -1
"""Steps lost by everybody."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What a result does: steps each side loses (-1: all), and who must retreat."""

    id: str
    text: str
    attacker_steps: int = 0
    defender_steps: int = 0
    attacker_retreats: bool = False
    defender_retreats: bool = False


@dataclass(frozen=True, slots=True)
class OddsTable:
    """A combat results table: columns of odds (``2:1``), one row of results for each face of the
    die, and what the results do.
    """

    rule: str
    provenance: Provenance
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    results: tuple[ResultRow, ...]

    @property
    def ratios(self) -> tuple[Fraction, ...]:
        """The least odds of each column."""
        return tuple(Fraction(*map(int, column.split(":"))) for column in self.columns)

    def column(self, attack: Fraction, defense: Fraction, shift: int = 0) -> int:
        """The index of the column after its shifts; odds are rounded in the defender's favour."""
        found = len(self.columns) - 1
        if defense > 0:
            found = bisect_right(self.ratios, Fraction(attack) / defense) - 1
        return min(max(found + shift, 0), len(self.columns) - 1)

    def result(self, column: int, face: int) -> ResultRow:
        """What a face brings in a column."""
        return self.row(self.rows[face - 1][column])

    def row(self, code: str) -> ResultRow:
        """What a result does. Raises KeyError for one the table does not know."""
        return row_of(self.results, code)

    def chances(self, column: int) -> Mapping[str, Fraction]:
        """The exact chance of each result of a column, lowest faces first."""
        return chances((len(self.rows),), lambda face: self.rows[face - 1][column])
