"""The figures of a scenario of Fire in the East: its field of play, its objectives, its levels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from engine.core.charts.constraints import AtLeast, OneOf
from engine.systems.europa.charts.unit_charts import Count
from engine.systems.europa.scenario.figures import Figures


@dataclass(frozen=True, slots=True)
class Objective:
    """A place that is worth ``points`` to the Axis while it owns all its ``hexes``, given by their
    printed numbers.
    """

    id: str
    hexes: tuple[str, ...]
    points: Annotated[int, AtLeast(1)]


@dataclass(frozen=True, slots=True)
class Level:
    """The outcome from so many Axis points on; ``winner`` is '' for a draw."""

    id: str
    least: Count
    winner: Annotated[str, OneOf("", "axis", "allied")] = ""


@dataclass(frozen=True, slots=True)
class FireFigures(Figures):
    """The figures every title has; the areas units keep to, none meaning the whole board; what
    counts for victory, and the levels of it from the highest to the lowest.
    """

    field: tuple[str, ...] = ()
    objectives: tuple[Objective, ...] = ()
    levels: tuple[Level, ...] = ()
