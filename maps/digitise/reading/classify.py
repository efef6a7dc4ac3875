"""Terrain by confirmed examples: the nearest exemplar, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maps.digitise.arrays import Bytes, Floats
from maps.digitise.calibrating.lattice import Lattice
from maps.digitise.reading.crossings import without_crossings
from maps.digitise.reading.features import brightness, features
from maps.digitise.reading.patches import Patches, cut, number_mask
from maps.errors import KnownError

_ROUNDS = 3
_SURE = 0.8
_STRANGE = 0.2


@dataclass(frozen=True, slots=True)
class Verdict:
    """The kind of one hex and the confidence in it, 0 to 1; ``second`` is the next likely kind."""

    label: str
    kind: str
    confidence: float
    second: str
    confirmed: bool = False


def classify(
    picture: Bytes, lattice: Lattice, exemplars: Mapping[str, Sequence[str]], where: str
) -> list[Verdict]:
    """Name the terrain of every hex, least sure first; confirmed hexes keep their kind.

    ``exemplars`` gives labels of confirmed hexes by kind. Raises KnownError when there are fewer
    than two kinds, a kind has no hex, a label is unknown or is under two kinds, or its hex
    lies off the picture.
    """
    kinds, given = _given(lattice, exemplars, where)
    patches = cut(picture, lattice)
    for row in given:
        if not patches.seen[row]:
            raise KnownError(
                where, f"{lattice.labels[row]} lies off the picture.", "Choose another hex."
            )
    share, trust = _agreed(patches, lattice, given, len(kinds))
    first = share.argmax(axis=1)
    runner = np.where(np.arange(len(kinds)) == first[:, None], -1.0, share).argmax(axis=1)
    verdicts = []
    for row, label in enumerate(lattice.labels):
        sure = row in given
        confidence = 1.0 if sure else float(trust[row]) * bool(patches.seen[row])
        kind = given[row] if sure else int(first[row])
        verdicts.append(Verdict(label, kinds[kind], confidence, kinds[int(runner[row])], sure))
    return sorted(verdicts, key=lambda verdict: verdict.confidence)


def _given(
    lattice: Lattice, exemplars: Mapping[str, Sequence[str]], where: str
) -> tuple[list[str], dict[int, int]]:
    kinds = list(exemplars)
    if len(kinds) < 2:
        raise KnownError(where, "names fewer than two kinds.", "Confirm hexes of two or more.")
    given: dict[int, int] = {}
    for number, kind in enumerate(kinds):
        if not exemplars[kind]:
            raise KnownError(where, f"{kind!r} has no hex.", "Confirm one, or remove the kind.")
        for label in exemplars[kind]:
            at = lattice.grid.hex(label, where)
            row = lattice.index[str(lattice.grid.sheet.label(at))]
            if given.setdefault(row, number) != number:
                other = kinds[given[row]]
                raise KnownError(where, f"{label} is both {other!r} and {kind!r}.", "Keep one.")
    return kinds, given


def _agreed(
    patches: Patches, lattice: Lattice, given: dict[int, int], count: int
) -> tuple[Floats, Floats]:
    """The likelihood of each kind by two looks, and the confidence that both leave in the first.

    The second look does without what runs into the hexes from outside. What only one of them says
    is not sure, however clearly that one says it.
    """
    mask = number_mask(patches)
    bare = without_crossings(patches, mask, lattice)
    looks = [_shares(look, mask, lattice, given, count) for look in (patches, bare)]
    share = np.sum([found * trust[:, None] for found, trust in looks], axis=0)
    best = share.argmax(axis=1)
    each = [found[np.arange(len(best)), best] * trust for found, trust in looks]
    return share, np.sqrt(each[0] * each[1])


def _shares(
    patches: Patches,
    mask: NDArray[np.bool_],
    lattice: Lattice,
    given: dict[int, int],
    count: int,
) -> tuple[Floats, Floats]:
    """The likelihood of each kind for each hex, and the least confidence of all rounds.

    It is learnt from exemplars and then from the hexes they make sure of.
    """
    rows = np.array(list(given), dtype=np.intp)
    kinds = np.array(list(given.values()), dtype=np.intp)
    bright = brightness(patches, mask)
    shapes = _light_shapes(lattice)
    share: Floats = np.zeros((len(lattice.labels), count))
    trust = np.ones(len(lattice.labels))
    known, named, weight = rows, kinds, np.ones(len(rows))
    for turn in range(_ROUNDS):
        light = _light(bright, shapes, known, named, count, weight)
        found = features(patches, mask, light)
        share, usual = _likelihood(found, known, named, rows, kinds, count)
        best = share.argmax(axis=1)
        trust = np.minimum(trust, usual * share[np.arange(len(best)), best])
        sure = np.flatnonzero((share.max(axis=1) > _SURE) & patches.seen)
        sure = sure[~np.isin(sure, rows)]
        known = np.concatenate([rows, sure])
        named = np.concatenate([kinds, share[sure].argmax(axis=1)])
        weight = np.concatenate([np.full(len(rows), 3.0), np.ones(len(sure))])
        if turn == 0 and len(sure) < 2 * count:
            break
    return share, trust


def _light_shapes(lattice: Lattice) -> Floats:
    """Smooth shapes that uneven light can take over the sheet: powers up to two."""
    at = lattice.centres - lattice.centres.mean(axis=0)
    x, y = (at / max(float(np.abs(at).max()), 1.0)).T
    return np.stack([x, y, x * x, x * y, y * y], axis=1)


def _light(
    bright: Floats,
    shapes: Floats,
    known: NDArray[np.intp],
    named: NDArray[np.intp],
    count: int,
    weight: Floats,
) -> Floats:
    """Log light at each hex, so that hexes of one kind are equally bright wherever they stand."""
    own = np.eye(count)[named]
    design = np.hstack([own, shapes[known]])
    calm = np.diag([1e-6] * count + [0.05 * len(known) / 10] * shapes.shape[1])
    weights: Floats = weight.copy()
    solution: Floats = np.zeros((design.shape[1], 3))
    for _ in range(4):
        w = weights[:, None]
        system, wanted = design.T @ (design * w) + calm, design.T @ (bright[known] * w)
        solution = np.asarray(np.linalg.solve(system, wanted), dtype=np.float64)
        off = np.abs(bright[known] - design @ solution).mean(axis=1)
        weights = weight / (1.0 + (off / 0.06) ** 2)
    result: Floats = shapes @ solution[count:]
    return result


def _likelihood(
    found: Floats,
    known: NDArray[np.intp],
    named: NDArray[np.intp],
    rows: NDArray[np.intp],
    kinds: NDArray[np.intp],
    count: int,
) -> tuple[Floats, Floats]:
    """Shares, and how usual each hex looks, from distances in the space that best parts the kinds.

    Distance is the mean of that to the kind's middle and that to its nearest exemplar.
    """
    scale = found.std(axis=0) + 1e-6
    data = (found - found.mean(axis=0)) / scale
    middles = np.stack([data[known[named == k]].mean(axis=0) for k in range(count)])
    within = data[known] - middles[named]
    spread = within.T @ within / max(1, len(known) - count)
    size = data.shape[1]
    shrink = min(0.9, size / (size + 1.5 * len(known)) + 0.05)
    calm = shrink * np.diag(np.diag(spread)) + (1 - shrink) * spread + 0.02 * np.eye(size)
    values, vectors = np.linalg.eigh(calm)
    flat = data @ (vectors / np.sqrt(values))
    flat_middles = middles @ (vectors / np.sqrt(values))
    basis = np.linalg.svd(flat_middles - flat_middles.mean(axis=0), full_matrices=False)[2]
    axes = basis[: max(1, count - 1)]
    seen, centres = flat @ axes.T, flat_middles @ axes.T
    to_middle = ((seen[:, None] - centres[None]) ** 2).sum(axis=2)
    to_near = np.stack(
        [
            ((seen[:, None] - seen[rows[kinds == k]][None]) ** 2).sum(axis=2).min(axis=1)
            for k in range(count)
        ],
        axis=1,
    )
    far = (0.75 * to_middle + 0.25 * to_near) / 2
    ease = max(1.0, float(np.median(far.min(axis=1))) / max(1, count - 1) * 2)
    nearest = far.min(axis=1, keepdims=True)
    share = np.exp(-np.minimum((far - nearest) / (2 * ease), 60.0))
    result: Floats = share / share.sum(axis=1, keepdims=True)
    # A hex unlike any exemplar (a road, a town, a name across it) is less sure than its margin.
    strange = np.maximum(0.0, nearest / max(float(np.median(nearest)), 1e-9) - 1.0)
    return result, np.asarray(1.0 / (1.0 + _STRANGE * strange[:, 0]), dtype=np.float64)
