"""Thin-plate splines on top of a stiffer fit, with a stiffness that the points choose."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from maps.digitise.arrays import Floats
from maps.digitise.calibrating.transforms import DegenerateError, Matrix, fit_affine, fit_projective
from maps.untyped import JsonObject

_STIFFNESSES = (0.0, 0.001, 0.01, 0.1, 1.0, 10.0)


@dataclass(frozen=True, slots=True)
class Spline:
    """``base`` bent by a thin plate: knots in units, weights and a plane in pixels."""

    base: Matrix
    knots: Floats
    weights: Floats
    plane: Floats
    stiffness: float

    def __call__(self, at: Floats) -> Floats:
        """Pixels of n x 2 places in units."""
        bend = _kernel(at, self.knots) @ self.weights
        flat = np.hstack([np.ones((len(at), 1)), at]) @ self.plane
        result: Floats = self.base(at) + bend + flat
        return result

    def plain(self) -> JsonObject:
        """Base matrix, knots, weights, plane and stiffness."""
        return {
            "matrix": self.base.matrix.tolist(),
            "knots": self.knots.tolist(),
            "weights": self.weights.tolist(),
            "plane": self.plane.tolist(),
            "stiffness": self.stiffness,
        }


def fit_spline(source: Floats, target: Floats) -> Spline:
    """A thin plate over four points or more, as stiff as predicts left-out points best.

    Raises DegenerateError when the points stand on a line.
    """
    scale = _spacing(source)
    best: tuple[float, Spline] | None = None
    for base in _bases(source, target):
        off = target - base(source)
        for stiffness in _STIFFNESSES:
            weights, plane, left_out = _solved(source, off, stiffness * scale**2)
            if best is None or left_out < best[0] * 0.97:
                best = left_out, Spline(base, source, weights, plane, stiffness)
    if best is None:
        raise DegenerateError
    return best[1]


def _bases(source: Floats, target: Floats) -> list[Matrix]:
    bases = [fit_affine(source, target)]
    if len(source) >= 8:
        try:
            bases.append(fit_projective(source, target))
        except DegenerateError:
            return bases
    return bases


def _solved(knots: Floats, off: Floats, stiffness: float) -> tuple[Floats, Floats, float]:
    """Weights, plane, and the rms error of each point predicted from the others."""
    count = len(knots)
    flat = np.hstack([np.ones((count, 1)), knots])
    system: Floats = np.zeros((count + 3, count + 3))
    system[:count, :count] = _kernel(knots, knots) + stiffness * np.eye(count)
    system[:count, count:] = flat
    system[count:, :count] = flat.T
    try:
        inverse: Floats = np.asarray(np.linalg.inv(system), dtype=np.float64)
    except np.linalg.LinAlgError as error:
        raise DegenerateError from error
    solution: Floats = inverse @ np.vstack([off, np.zeros((3, 2))])
    weights: Floats = solution[:count]
    # Leaving point i out moves its prediction by w_i / (A^-1)_ii, as for any kernel smoother.
    diagonal = np.diag(inverse)[:count, None]
    safe = np.where(np.abs(diagonal) < 1e-12, np.inf, diagonal)
    errors = np.where(np.isinf(safe), 0.0, weights / safe)
    plane: Floats = solution[count:]
    return weights, plane, float(np.sqrt((errors**2).sum(axis=1).mean()))


def _kernel(at: Floats, knots: Floats) -> Floats:
    square = ((at[:, None, :] - knots[None, :, :]) ** 2).sum(axis=2)
    result: Floats = 0.5 * square * np.log(np.maximum(square, 1e-12))
    return result


def _spacing(points: Floats) -> float:
    away = np.sqrt(((points[:, None] - points[None]) ** 2).sum(axis=2))
    np.fill_diagonal(away, np.inf)
    return float(np.median(away.min(axis=1)))
