"""Control points: hexes whose place on the scan a person has shown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from maps.digitise.arrays import Floats
from maps.errors import KnownError

_LINE = 0.03


class ControlPoint(NamedTuple):
    """The centre of the hex printed ``label`` lies at ``x``, ``y`` of the scan."""

    label: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Pairs:
    """Points as arrays: ``units`` on the grid's own paper and ``pixels`` on the scan, n x 2."""

    labels: tuple[str, ...]
    units: Floats
    pixels: Floats

    def without(self, index: int) -> Pairs:
        """All but one."""
        keep = [i for i in range(len(self.labels)) if i != index]
        labels = tuple(self.labels[i] for i in keep)
        return Pairs(labels, self.units[keep], self.pixels[keep])


def refuse_bad(points: Sequence[ControlPoint], where: str) -> None:
    """Raise KnownError for places that are no numbers, and for points given twice."""
    at_label: dict[str, ControlPoint] = {}
    at_place: dict[tuple[float, float], ControlPoint] = {}
    for point in points:
        if not (math.isfinite(point.x) and math.isfinite(point.y)):
            raise KnownError(where, f"{point.label} has no place.", "Give two finite numbers.")
        before = at_label.get(point.label)
        if before is not None:
            apart = math.dist(before[1:], point[1:])
            raise KnownError(
                where,
                f"{point.label} is given twice, {apart:.1f} pixels apart.",
                "Keep the better of the two.",
            )
        other = at_place.get(point[1:])
        if other is not None:
            raise KnownError(
                where,
                f"{other.label} and {point.label} are at the same place.",
                "A place is the centre of one hex only.",
            )
        at_label[point.label] = at_place[point[1:]] = point


def on_a_line(places: Floats) -> bool:
    """True when three points or more stand, nearly, on one straight line."""
    strengths = np.linalg.svd(places - places.mean(axis=0), compute_uv=False)
    return bool(len(places) >= 3 and strengths[1] < _LINE * strengths[0])


def names(labels: Sequence[str]) -> str:
    """A few labels for a sentence."""
    few = ", ".join(labels[:6])
    return few if len(labels) <= 6 else f"{few} and {len(labels) - 6} more"
