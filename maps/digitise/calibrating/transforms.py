"""Ways from the grid's units to the scan's pixels, and how each is fitted to points."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np

from maps.digitise.arrays import Floats
from maps.untyped import JsonObject


class Fit(StrEnum):
    """How freely the grid may be bent to meet the points, stiffest first."""

    SIMILARITY = "similarity"
    AFFINE = "affine"
    PROJECTIVE = "projective"
    POLYNOMIAL = "polynomial"
    TPS = "tps"


LEAST = {
    Fit.SIMILARITY: 2,
    Fit.AFFINE: 3,
    Fit.PROJECTIVE: 4,
    Fit.POLYNOMIAL: 6,
    Fit.TPS: 4,
}
"""The least number of points of each fit."""


class DegenerateError(ValueError):
    """The points do not determine the fit: they stand on a line or a curve, or fall together."""


class Transform(Protocol):
    """A way from units to pixels."""

    def __call__(self, at: Floats) -> Floats:
        """Pixels of n x 2 places in units."""

    def plain(self) -> JsonObject:
        """The numbers of it, for JSON."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """Similarity, affine or projective: a 3 x 3 matrix on (x, y, 1)."""

    matrix: Floats

    def __call__(self, at: Floats) -> Floats:
        """Pixels of n x 2 places in units."""
        m = self.matrix
        full = at @ m[:, :2].T + m[:, 2]
        result: Floats = full[:, :2] / full[:, 2:]
        return result

    def plain(self) -> JsonObject:
        """The matrix, row by row."""
        return {"matrix": self.matrix.tolist()}


@dataclass(frozen=True, slots=True)
class Polynomial:
    """Powers of both coordinates up to ``degree``, about ``middle`` in steps of ``scale``."""

    degree: int
    middle: Floats
    scale: float
    weights: Floats

    def __call__(self, at: Floats) -> Floats:
        """Pixels of n x 2 places in units."""
        result: Floats = _powers((at - self.middle) / self.scale, self.degree) @ self.weights
        return result

    def plain(self) -> JsonObject:
        """Degree, middle, scale, and a weight for x and y per power."""
        return {
            "degree": self.degree,
            "middle": self.middle.tolist(),
            "scale": self.scale,
            "weights": self.weights.tolist(),
        }


def fit_similarity(source: Floats, target: Floats) -> Matrix:
    """Turn, one scale, shift; least squares over two points or more, never mirrored."""
    a, b = source @ [1, 1j], target @ [1, 1j]
    a0, b0 = a.mean(), b.mean()
    spread = float(np.sum(np.abs(a - a0) ** 2))
    if spread < 1e-9:
        raise DegenerateError
    turn = complex(np.sum((b - b0) * np.conj(a - a0)) / spread)
    shift = complex(b0 - turn * a0)
    if abs(turn) < 1e-9:
        raise DegenerateError
    rows = [[turn.real, -turn.imag, shift.real], [turn.imag, turn.real, shift.imag], [0, 0, 1]]
    return Matrix(np.array(rows, dtype=np.float64))


def fit_affine(source: Floats, target: Floats) -> Matrix:
    """Any straight-lined, parallel-keeping map; least squares over three points or more."""
    weights = _solve(_powers(source, 1), target)
    matrix = np.eye(3)
    matrix[:2] = weights[[1, 2, 0]].T
    return Matrix(matrix)


def fit_projective(source: Floats, target: Floats) -> Matrix:
    """Any straight-lined map, as a camera sees a plane; least distance over four points or more."""
    s_norm, t_norm = _normaliser(source), _normaliser(target)
    a, b = Matrix(s_norm)(source), Matrix(t_norm)(target)
    ones, zeros = np.ones((len(a), 1)), np.zeros((len(a), 3))
    full = np.hstack([a, ones])
    upper = np.hstack([full, zeros, -b[:, :1] * full])
    lower = np.hstack([zeros, full, -b[:, 1:] * full])
    _, strengths, rows = np.linalg.svd(np.vstack([upper, lower]))
    if strengths[7] < 1e-3 * strengths[0]:
        raise DegenerateError
    h = rows[8].reshape(3, 3)
    depth = full @ h[2]
    if np.any(depth * depth[0] <= 1e-9):
        raise DegenerateError
    h = _polished(h / h[2, 2], full, b)
    matrix = np.linalg.inv(t_norm) @ h @ s_norm
    return Matrix(matrix / matrix[2, 2])


def fit_polynomial(source: Floats, target: Floats) -> Polynomial:
    """Second powers from six points, third powers from sixteen."""
    degree = 3 if len(source) >= 16 else 2
    middle = source.mean(axis=0)
    scale = float(np.abs(source - middle).max()) or 1.0
    return Polynomial(
        degree, middle, scale, _solve(_powers((source - middle) / scale, degree), target)
    )


def _polished(h: Floats, full: Floats, target: Floats) -> Floats:
    """Least distance on the picture instead of least algebraic error, by Gauss and Newton."""
    for _ in range(8):
        p = full @ h.T
        w = p[:, 2:]
        off = target - p[:, :2] / w
        zeros = np.zeros_like(full)
        x_rows = np.hstack([full / w, zeros, -full[:, :2] * (p[:, :1] / w**2)])
        y_rows = np.hstack([zeros, full / w, -full[:, :2] * (p[:, 1:2] / w**2)])
        step, *_ = np.linalg.lstsq(np.vstack([x_rows, y_rows]), off.T.ravel(), rcond=None)
        h = h + np.append(step, 0.0).reshape(3, 3)
        if np.any(full @ h[2] <= 1e-6):
            raise DegenerateError
    return h


def _solve(design: Floats, target: Floats) -> Floats:
    strengths = np.linalg.svd(design - _centred(design), compute_uv=False)
    if len(design) < design.shape[1] or strengths[-1] < 0.02 * strengths[0] / design.shape[1]:
        raise DegenerateError
    result, *_ = np.linalg.lstsq(design, target, rcond=None)
    return np.asarray(result, dtype=np.float64)


def _centred(design: Floats) -> Floats:
    """What to take off each column but the first so that shifts do not hide a lost rank."""
    mean: Floats = design.mean(axis=0)
    mean[0] = 0.0
    return mean


def _normaliser(points: Floats) -> Floats:
    middle = points.mean(axis=0)
    spread = float(np.sqrt(((points - middle) ** 2).sum(axis=1).mean()))
    if spread < 1e-9:
        raise DegenerateError
    s = np.sqrt(2.0) / spread
    return np.array([[s, 0, -s * middle[0]], [0, s, -s * middle[1]], [0, 0, 1]], dtype=np.float64)


def _powers(at: Floats, degree: int) -> Floats:
    x, y = at[:, 0], at[:, 1]
    columns = [x ** (d - k) * y**k for d in range(degree + 1) for k in range(d + 1)]
    return np.stack(columns, axis=1)
