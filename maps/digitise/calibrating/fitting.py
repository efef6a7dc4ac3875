"""Fitting the grid to control points, with an honest account of how well it fits.

Errors are in hexes: pixels divided by the length of a pitch where the point stands. The error that
counts is the *left-out* one: how far a point lies from where the others alone would put it. A fit
that is free enough meets any points, so residuals alone prove nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from maps.digitise.arrays import Floats
from maps.digitise.calibrating.points import Pairs, names, on_a_line
from maps.digitise.calibrating.spline import fit_spline
from maps.digitise.calibrating.transforms import (
    LEAST,
    DegenerateError,
    Fit,
    Transform,
    fit_affine,
    fit_polynomial,
    fit_projective,
    fit_similarity,
)
from maps.errors import KnownError

_FITTERS: dict[Fit, Callable[[Floats, Floats], Transform]] = {
    Fit.SIMILARITY: fit_similarity,
    Fit.AFFINE: fit_affine,
    Fit.PROJECTIVE: fit_projective,
    Fit.POLYNOMIAL: fit_polynomial,
    Fit.TPS: fit_spline,
}

_SPARE = {
    Fit.SIMILARITY: 3,
    Fit.AFFINE: 4,
    Fit.PROJECTIVE: 5,
    Fit.POLYNOMIAL: 9,
    Fit.TPS: 8,
}
"""Points from which on the automatic choice considers a fit: enough to leave one out."""

_BETTER = 0.9
"""A freer fit must bring the left-out error below this share of the stiffer one's."""

_FAR = 0.6
"""Hexes by which a left-out point may miss before it is said to contradict the others."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A fit with its errors in hexes, point by point; ``left_out`` is NaN without spare points."""

    fit: Fit
    transform: Transform
    pairs: Pairs
    residuals: Floats
    left_out: Floats

    @property
    def rms(self) -> float:
        """Root mean square of the residuals."""
        return _rms(self.residuals)

    @property
    def left_out_rms(self) -> float:
        """Root mean square of the left-out errors; NaN when no point could be spared."""
        return _rms(self.left_out)

    @property
    def worst(self) -> list[str]:
        """Labels that stand out: twice the usual error and a twentieth of a hex; worst first."""
        errors = np.where(np.isnan(self.left_out), self.residuals, self.left_out)
        if not len(errors):
            return []
        bound = max(0.05, 2.0 * float(np.median(errors)))
        order = np.argsort(-errors, kind="stable")
        return [self.pairs.labels[i] for i in order if errors[i] > bound]


def fit_points(pairs: Pairs, wanted: Fit | None, where: str) -> Fitted:
    """Fit the grid to points as ``wanted``, or as the number of points allows.

    Raises KnownError when the points are too few, stand on a line, mirror the grid or contradict
    each other.
    """
    count = len(pairs.labels)
    least = LEAST[wanted] if wanted else 2
    if count < least:
        kind = f"a {wanted} fit" if wanted else "a fit"
        raise KnownError(
            where,
            f"{kind} needs {least} points, here {'is' if count == 1 else 'are'} {count}.",
            f"Give {least - count} more.",
        )
    _refuse_line(pairs, wanted, where)
    _refuse_mirror(pairs, where)
    fitted = _best(pairs, where) if wanted is None else _as_wanted(pairs, wanted, where)
    _refuse_contradiction(fitted, where)
    return fitted


def pitch_at(transform: Transform, units: Floats) -> Floats:
    """Pixels per pitch at places in units: the root of the area that a unit square covers."""
    step = 1e-3
    aside, below = np.array([step, 0.0]), np.array([0.0, step])
    right = (transform(units + aside) - transform(units - aside)) / (2 * step)
    down = (transform(units + below) - transform(units - below)) / (2 * step)
    area = np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0])
    result: Floats = np.sqrt(np.maximum(area, 1e-12))
    return result


def errors_of(transform: Transform, units: Floats, pixels: Floats) -> Floats:
    """How far, in hexes, a transform misses places."""
    off = np.sqrt(((transform(units) - pixels) ** 2).sum(axis=1))
    result: Floats = off / pitch_at(transform, units)
    return result


def _as_wanted(pairs: Pairs, fit: Fit, where: str) -> Fitted:
    try:
        return _fitted(pairs, fit)
    except DegenerateError as error:
        raise KnownError(
            where,
            f"the points {names(pairs.labels)} do not determine a {fit} fit: "
            "too many of them stand on a line or a curve.",
            "Give points spread over the whole sheet.",
        ) from error


def _best(pairs: Pairs, where: str) -> Fitted:
    count = len(pairs.labels)
    best: Fitted | None = None
    for fit in Fit:
        if count < _SPARE[fit] and not (best is None and count >= LEAST[fit]):
            continue
        try:
            found = _fitted(pairs, fit)
        except DegenerateError:
            continue
        if best is None or not found.left_out_rms >= _BETTER * best.left_out_rms:
            best = found
    return best if best is not None else _as_wanted(pairs, Fit.SIMILARITY, where)


def _fitted(pairs: Pairs, fit: Fit) -> Fitted:
    transform = _FITTERS[fit](pairs.units, pairs.pixels)
    residuals = errors_of(transform, pairs.units, pairs.pixels)
    left_out = np.full(len(pairs.labels), np.nan)
    if len(pairs.labels) > LEAST[fit]:
        for i in range(len(pairs.labels)):
            try:
                others = pairs.without(i)
                without = _FITTERS[fit](others.units, others.pixels)
            except DegenerateError:
                continue
            left_out[i] = errors_of(without, pairs.units[i : i + 1], pairs.pixels[i : i + 1])[0]
    return Fitted(fit, transform, pairs, residuals, left_out)


def _refuse_line(pairs: Pairs, wanted: Fit | None, where: str) -> None:
    if wanted is Fit.SIMILARITY or len(pairs.labels) < 3:
        return
    if on_a_line(pairs.units) or on_a_line(pairs.pixels):
        raise KnownError(
            where,
            f"the points {names(pairs.labels)} are collinear: they stand on one line.",
            "Add points away from it, at best near the corners of the sheet.",
        )


def _refuse_mirror(pairs: Pairs, where: str) -> None:
    if len(pairs.labels) < 3:
        return
    try:
        matrix = fit_affine(pairs.units, pairs.pixels).matrix
    except DegenerateError:
        return
    if np.linalg.det(matrix[:2, :2]) < 0 and _rms_of(pairs, Fit.AFFINE) < 1:
        raise KnownError(
            where,
            "the points mirror the grid.",
            "The labels probably run the other way: try RRCC for CCRR or CCRR for RRCC.",
        )


def _refuse_contradiction(fitted: Fitted, where: str) -> None:
    """Name the point that the others disown, or say that none fits."""
    errors = np.where(np.isnan(fitted.left_out), fitted.residuals, fitted.left_out)
    count = len(errors)
    if fitted.residuals.max() <= _FAR / 2 and not np.any(errors > _FAR):
        return
    if count >= 5:
        suspect = _suspect(fitted)
        if suspect is not None:
            label, miss = suspect
            raise KnownError(
                where,
                f"{label} contradicts the other points: it lies {miss:.1f} hexes from where they "
                "put it.",
                "Check its label and its place, or leave it out.",
            )
    worst = int(np.argmax(fitted.residuals))
    if fitted.residuals[worst] > _FAR:
        raise KnownError(
            where,
            f"the points contradict each other: a {fitted.fit} fit misses "
            f"{fitted.pairs.labels[worst]} by {fitted.residuals[worst]:.1f} hexes.",
            "Check labels, orientation and parity, or choose a freer fit.",
        )


def _suspect(fitted: Fitted) -> tuple[str, float] | None:
    """The point without which a stiff fit of the others is at least four times as good."""
    pairs, found = fitted.pairs, None
    for fit in (Fit.AFFINE, Fit.PROJECTIVE):
        whole = _rms_of(pairs, fit)
        for i in range(len(pairs.labels)):
            others = pairs.without(i)
            if len(others.labels) <= LEAST[fit]:
                continue
            try:
                transform = _FITTERS[fit](others.units, others.pixels)
            except DegenerateError:
                continue
            rest = _rms(errors_of(transform, others.units, others.pixels))
            miss = errors_of(transform, pairs.units[i : i + 1], pairs.pixels[i : i + 1])[0]
            if miss > _FAR and rest < whole / 4 and (found is None or rest < found[2]):
                found = pairs.labels[i], float(miss), rest
    return None if found is None else found[:2]


def _rms_of(pairs: Pairs, fit: Fit) -> float:
    try:
        transform = _FITTERS[fit](pairs.units, pairs.pixels)
    except DegenerateError:
        return float("inf")
    return _rms(errors_of(transform, pairs.units, pairs.pixels))


def _rms(errors: Floats) -> float:
    known = errors[~np.isnan(errors)]
    return float(np.sqrt((known**2).mean())) if len(known) else float("nan")
