"""A calibrated scan: where the centre of every hex lies, and how that is known."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from maps.digitise.arrays import Floats
from maps.digitise.calibrating.fitting import Fitted, errors_of, fit_points
from maps.digitise.calibrating.grids import Grid
from maps.digitise.calibrating.lattice import Lattice
from maps.digitise.calibrating.points import ControlPoint, Pairs, refuse_bad
from maps.digitise.calibrating.transforms import (
    DegenerateError,
    Fit,
    fit_projective,
    fit_similarity,
)
from maps.errors import KnownError
from maps.numbering import Parity
from maps.untyped import JsonObject


@dataclass(frozen=True)
class Calibration:
    """A grid laid on a scan by a fit; ``shifts`` are what snapping to the print added, in pixels.

    ``checks`` are the errors in hexes of points that took no part in the fit.
    """

    grid: Grid
    fitted: Fitted
    shifts: Floats | None = None
    checks: dict[str, float] | None = None

    @cached_property
    def lattice(self) -> Lattice:
        """The centres of all hexes with their neighbours."""
        hexes, _ = self.grid.hexes()
        centres = self.fitted.transform(self.grid.units(hexes))
        return Lattice.of(self.grid, centres if self.shifts is None else centres + self.shifts)

    def plain(self) -> JsonObject:
        """What ``sandtable digitise calibrate`` writes."""
        fitted, lattice = self.fitted, self.lattice
        result: JsonObject = {
            "fit": str(fitted.fit),
            "residuals": _by_label(fitted.pairs.labels, fitted.residuals),
            "rms": _rounded(fitted.rms),
            "left_out": _by_label(fitted.pairs.labels, fitted.left_out),
            "left_out_rms": _rounded(fitted.left_out_rms),
            "worst": fitted.worst,
            "pitch": _rounded(float(np.median(lattice.pitch)), 3),
            "grid": plain_grid(self.grid),
            "transform": fitted.transform.plain(),
        }
        if self.checks is not None:
            result["checks"] = {label: _rounded(off) for label, off in self.checks.items()}
        if self.shifts is not None:
            away = np.sqrt((self.shifts**2).sum(axis=1)) / lattice.pitch
            result["snapped"] = {
                "mean": _rounded(float(away.mean())),
                "most": _rounded(float(away.max())),
            }
        result["centres"] = {
            label: [round(float(x), 3), round(float(y), 3)]
            for label, (x, y) in zip(lattice.labels, lattice.centres, strict=True)
        }
        return result


def calibrate(
    grid: Grid,
    points: Sequence[ControlPoint],
    wanted: Fit | None = None,
    where: str = "the points",
    *,
    parity_known: bool = True,
) -> Calibration:
    """Lay a grid on a scan by control points.

    With ``parity_known`` false both parities are tried and the better kept. Raises KnownError for
    points that are too few, degenerate, or contradict each other.
    """
    refuse_bad(points, where)
    if parity_known:
        return Calibration(grid, fit_points(_pairs(grid, points, where), wanted, where))
    tried: list[Calibration] = []
    refusals: list[KnownError] = []
    for parity in (grid.parity, *(other for other in Parity if other is not grid.parity)):
        try:
            tried.append(calibrate(replace(grid, parity=parity), points, wanted, where))
        except KnownError as error:
            refusals.append(error)
    if not tried:
        raise refusals[0]
    return min(tried, key=_badness)


def checked(
    calibration: Calibration, points: Sequence[ControlPoint], where: str = "the checks"
) -> Calibration:
    """The calibration with the errors of points not used in the fit.

    Raises KnownError when a point was used, or is given twice.
    """
    refuse_bad(points, where)
    used = set(calibration.fitted.pairs.labels)
    for point in points:
        if point.label in used:
            raise KnownError(where, f"{point.label} was used in the fit.", "Choose another hex.")
    pairs = _pairs(calibration.grid, points, where)
    lattice = calibration.lattice
    rows = [lattice.index[label] for label in pairs.labels]
    off = np.sqrt(((lattice.centres[rows] - pairs.pixels) ** 2).sum(axis=1)) / lattice.pitch[rows]
    return replace(
        calibration,
        checks=dict(zip(pairs.labels, map(float, off), strict=True)),
    )


def plain_grid(grid: Grid) -> JsonObject:
    """A grid in words and numbers."""
    return {
        "labels": str(grid.order),
        "orientation": str(grid.orientation),
        "cols": grid.columns,
        "rows": grid.rows,
        "parity": str(grid.parity),
    }


def grid_misfit(grid: Grid, labels: Sequence[str], centres: Floats) -> float:
    """How badly, in hexes, a grid explains centres: the rms of its best straight-lined fit."""
    sheet = grid.sheet
    found = [sheet.hex(label) for label in labels]
    known = [at for at in found if at is not None]
    if len(known) < len(found):
        return math.inf
    units = grid.units(known)
    try:
        transform = (fit_projective if len(known) > 4 else fit_similarity)(units, centres)
    except DegenerateError:
        return math.inf
    return float(errors_of(transform, units, centres).mean())


def _pairs(grid: Grid, points: Sequence[ControlPoint], where: str) -> Pairs:
    hexes = [grid.hex(point.label, where) for point in points]
    sheet = grid.sheet
    labels = tuple(str(sheet.label(at)) for at in hexes)
    pixels = np.array([point[1:] for point in points], dtype=np.float64).reshape(-1, 2)
    return Pairs(labels, grid.units(hexes), pixels)


def _badness(calibration: Calibration) -> float:
    fitted = calibration.fitted
    return fitted.rms if math.isnan(fitted.left_out_rms) else fitted.left_out_rms


def _by_label(labels: Sequence[str], errors: Floats) -> dict[str, float | None]:
    return {label: _rounded(float(error)) for label, error in zip(labels, errors, strict=True)}


def _rounded(value: float, places: int = 4) -> float | None:
    return None if math.isnan(value) else round(value, places)
