"""Kinds of weather as rows of a chart: a new kind is a new row, and nothing else."""

from __future__ import annotations

from fractions import Fraction

from engine.core.charts.rows import row_of
from engine.core.charts.tables import Provenance
from engine.frozen import dataclass


@dataclass(frozen=True, slots=True)
class WeatherKind:
    """A kind of weather: the highest face of the die that brings it, what a movement point counts
    for in per cent, the column shift of attacks, and whether air units fly.
    """

    id: str
    name: str
    to: int
    movement: int = 100
    shift: int = 0
    flying: bool = True


@dataclass(frozen=True, slots=True)
class WeatherChart:
    """The kinds of weather in the order of the die, which has ``die`` faces."""

    die: int
    rule: str
    provenance: Provenance
    kinds: tuple[WeatherKind, ...]

    def kind(self, id_: str) -> WeatherKind:
        """A kind by its id. Raises KeyError for an unknown one."""
        return row_of(self.kinds, id_)

    def rolled(self, face: int) -> WeatherKind:
        """The kind a face brings; the last row takes what is left."""
        return next((kind for kind in self.kinds if face <= kind.to), self.kinds[-1])

    def chances(self) -> dict[str, Fraction]:
        """The exact chance of each kind, in order."""
        faces = [self.rolled(face).id for face in range(1, self.die + 1)]
        return {kind.id: Fraction(faces.count(kind.id), self.die) for kind in self.kinds}
