"""Rivers along hexsides, roads and rails between centres, by confirmed examples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maps.digitise.arrays import Bytes, Floats, Singles
from maps.digitise.calibrating.lattice import Lattice
from maps.digitise.reading.light import light_of, shapes
from maps.digitise.reading.palette import learnt
from maps.digitise.reading.ridges import stretches
from maps.digitise.reading.strips import Course, Strips, cut_strips
from maps.errors import KnownError, counted

_ROUNDS = 3
_LEAST = 2
_SURE = 0.985


@dataclass(frozen=True, slots=True)
class Traced:
    """A hexside or link, by the labels of its two hexes, and the confidence that a line is there.

    Confirmed ones have confidence 1.
    """

    hexes: tuple[str, str]
    confidence: float


def trace(
    picture: Bytes,
    lattice: Lattice,
    exemplars: Sequence[tuple[str, str]],
    course: Course,
    where: str,
    denied: Sequence[tuple[str, str]] = (),
) -> list[Traced]:
    """The confidence for every hexside or link of the sheet, most sure first.

    ``denied`` are stretches that a person has said the line is not on: they get confidence 0, and
    what looks like them is doubted. Raises KnownError when there are fewer than two exemplars, or
    a pair names hexes that are not adjacent or not on the sheet, or a stretch off the picture.
    """
    strips = cut_strips(picture, lattice, course)
    if len(exemplars) < _LEAST:
        raise KnownError(
            where,
            f"gives {counted(len(exemplars), 'example')}.",
            f"Confirm {_LEAST} or more, at best 5.",
        )
    given = _rows(lattice, strips, exemplars, where)
    refused = np.setdiff1d(_rows(lattice, strips, denied, where), given)
    confidence = _confidences(strips, _evenly_lit(picture, lattice, strips), given, refused)
    confidence[given], confidence[refused] = 1.0, 0.0
    order = np.argsort(-confidence, kind="stable")
    return [
        Traced(
            (lattice.labels[strips.pairs[i, 0]], lattice.labels[strips.pairs[i, 1]]),
            float(confidence[i]),
        )
        for i in order
    ]


def _rows(
    lattice: Lattice, strips: Strips, pairs: Sequence[tuple[str, str]], where: str
) -> NDArray[np.intp]:
    """The strips of pairs of labels, each once."""
    row_of = {(int(a), int(b)): i for i, (a, b) in enumerate(strips.pairs)}
    sheet = lattice.grid.sheet
    found: dict[int, None] = {}
    for first, second in pairs:
        rows = [
            lattice.index[str(sheet.label(lattice.grid.hex(label, where)))]
            for label in (first, second)
        ]
        row = row_of.get((min(rows), max(rows)))
        if row is None:
            raise KnownError(
                where, f"{first} and {second} are not adjacent.", "Name two neighbours."
            )
        if not strips.seen[row]:
            raise KnownError(
                where, f"{first} and {second} lie off the picture.", "Choose another pair."
            )
        found[row] = None
    return np.array(list(found), dtype=np.intp)


def _evenly_lit(picture: Bytes, lattice: Lattice, strips: Strips) -> Singles:
    """The strips' colours with uneven light taken out."""
    at = lattice.centres[strips.pairs].mean(axis=1)
    gain = np.exp(-shapes(at, lattice) @ light_of(picture, lattice)).astype(np.float32)
    return strips.colours * gain[:, None, None, :]


def _confidences(
    strips: Strips, colours: Singles, given: NDArray[np.intp], refused: NDArray[np.intp]
) -> Floats:
    """Learn the line's colours, follow its ridge in each strip, part the found from the rest."""
    middle = colours.shape[2] // 2
    core = colours[given][:, :, middle - 2 : middle + 3]
    count = len(colours)
    on, off = core, np.delete(colours, given, axis=0)[:, :, middle - 5 : middle + 6]
    confidence: Floats = np.zeros(count)
    for turn in range(_ROUNDS):
        palette = learnt(on.reshape(-1, 3), off.reshape(-1, 3))
        found = stretches(palette.score(colours))
        confidence = _parted(found.features, given, refused, confidence, turn) * strips.seen
        sure = np.setdiff1d(np.flatnonzero(confidence > _SURE), refused)
        taken = np.unique(np.concatenate([given, sure]))
        if turn == _ROUNDS - 1:
            break
        on = _along(colours, found.path)[taken]
        rest = np.flatnonzero(confidence < 0.3)
        rest = rest[~np.isin(rest, given)]
        if len(rest) < 10:
            break
        off = colours[rest][:, :, middle - 5 : middle + 6]
    return confidence


def _along(colours: Singles, path: NDArray[np.intp]) -> Singles:
    """The pixels on a path and beside it."""
    rows = np.arange(len(colours))[:, None]
    steps = np.arange(colours.shape[1])[None, :]
    high = colours.shape[2] - 1
    beside = [colours[rows, steps, np.clip(path + off, 0, high)] for off in (-1, 0, 1)]
    return np.stack(beside, axis=2)


def _parted(
    features: Floats,
    given: NDArray[np.intp],
    refused: NDArray[np.intp],
    before: Floats,
    turn: int,
) -> Floats:
    """Two bell curves along the best direction: one from the examples, one from all the rest."""
    sure = (
        given if turn == 0 else np.unique(np.concatenate([given, np.flatnonzero(before > _SURE)]))
    )
    rest = np.setdiff1d(
        np.arange(len(features)), sure if turn == 0 else np.flatnonzero(before > 0.3)
    )
    sure = np.setdiff1d(sure, refused)
    inner = features[sure].mean(axis=0)
    outer = features[rest].mean(axis=0)
    if len(refused):
        outer = 0.25 * outer + 0.75 * features[refused].mean(axis=0)
    spread = np.cov(features[rest].T) + np.cov(features[sure].T) * min(1.0, len(sure) / 10)
    own = np.diag(np.diag(spread))
    direction = np.linalg.solve(0.5 * spread + 0.5 * own + 1e-3 * np.eye(len(inner)), inner - outer)
    direction = np.maximum(direction, 0.0)
    along = features @ direction
    high, low = along[sure], along[rest]
    top, bottom = float(np.median(high)), float(np.median(low))
    if top <= bottom:
        return np.zeros(len(features))
    at = (along - bottom) / (top - bottom)
    cut = _valley(at)
    if len(refused):
        strongest = float(np.quantile(at[refused], 0.8))
        cut = min(0.95, max(cut, 0.5 * float(np.median(at[sure])) + 0.5 * strongest))
    result: Floats = 1.0 / (1.0 + np.exp(np.clip(-(at - cut) * 14.0, -60, 60)))
    return result


def _valley(at: Floats) -> float:
    """The emptiest place between the rest (0) and the examples (1)."""
    places = np.linspace(0.35, 0.8, 46)
    crowd = np.exp(-0.5 * ((at[None, :] - places[:, None]) / 0.05) ** 2).sum(axis=1)
    lean = 1.0 + ((places - 0.6) / 0.25) ** 2
    return float(places[int(np.argmin((crowd + 0.5) * lean))])
