"""Reading the printed hex numbers by templates from confirmed ones, to verify a calibration.

A calibration that is off by exactly one hex fits its points perfectly; the numbers printed in the
other hexes give it away.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maps.digitise.arrays import Bytes, Floats, Singles, grey, sample
from maps.digitise.calibrating.lattice import Lattice
from maps.digitise.reading.patches import cut, number_mask, reduced, scaled
from maps.errors import KnownError

_HIGH = 20
_SLOT = 12
_NUDGES = 3
_MARGIN = 0.03


@dataclass(frozen=True, slots=True)
class Reading:
    """What seems printed in the hex that the calibration calls ``label``, confidence 0 to 1."""

    label: str
    read: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Verification:
    """What the readings of a whole sheet say of its calibration.

    ``agreeing`` is the share of readable hexes whose number is the one expected. ``shift`` is the
    commonest difference, read less expected, of the first and the second part of the numbers; it is
    (0, 0) for a good calibration, and (0, 1) when every hex is taken for its upper neighbour.
    """

    readable: int
    agreeing: float
    shift: tuple[int, int]
    disagreeing: tuple[Reading, ...]


def read_numbers(
    picture: Bytes, lattice: Lattice, confirmed: Mapping[str, str], where: str
) -> list[Reading]:
    """Read the number of every hex.

    ``confirmed`` maps labels of the calibration to the number that a person reads there. Digits
    that stand in none of them cannot be read. Raises KnownError when fewer than three are
    confirmed, when one is not on the sheet, or is no number of the sheet's length.
    """
    if lattice.grid.sheet.scheme.style:
        what = "has letters or signs in its numbers, which are not read."
        raise KnownError(where, what, "Check some hexes by eye instead.")
    digits = 2 * lattice.grid.sheet.scheme.digits
    if len(confirmed) < 3:
        raise KnownError(where, "confirms fewer than three numbers.", "Confirm some more.")
    for label, number in confirmed.items():
        lattice.grid.hex(label, where)
        if len(number) != digits or not (number.isascii() and number.isdigit()):
            raise KnownError(
                where, f"{number!r} is no number of {digits} digits.", "Type it again."
            )
    small, scale = reduced(picture, float(np.median(lattice.pitch)), 96)
    light = grey(small)
    box = _tight(light, scale, lattice, _box_of(picture, lattice), digits)
    boxes = _boxes(light, scale, lattice, box, digits)
    templates = _templates(boxes, lattice, confirmed)
    return _read(boxes, lattice, templates, digits)


def verify(readings: list[Reading], least: float = 0.5) -> Verification:
    """Compare the numbers read with the labels expected."""
    sure = [reading for reading in readings if reading.confidence >= least]
    shifts = Counter(_shift(reading) for reading in sure)
    commonest = min(shifts, key=lambda shift: (-shifts[shift], shift)) if shifts else (0, 0)
    wrong = tuple(reading for reading in sure if reading.read != reading.label)
    agreeing = 1 - len(wrong) / len(sure) if sure else 0.0
    return Verification(len(sure), agreeing, commonest, wrong)


def _shift(reading: Reading) -> tuple[int, int]:
    half = len(reading.label) // 2
    first = int(reading.read[:half]) - int(reading.label[:half])
    return first, int(reading.read[half:]) - int(reading.label[half:])


def _box_of(picture: Bytes, lattice: Lattice) -> Floats:
    """Left, top, right, bottom of the printed number, in units from the hex's centre."""
    patches = cut(picture, lattice)
    mask = number_mask(patches)
    if not mask.any():
        return np.array([-0.3, -0.42, 0.3, -0.2])
    at = patches.places[mask]
    low, high = np.quantile(at, 0.02, axis=0), np.quantile(at, 0.98, axis=0)
    result: Floats = np.concatenate([low, high])
    return result


def _tight(light: Singles, scale: float, lattice: Lattice, box: Floats, digits: int) -> Floats:
    """The box drawn in to where, on the whole, there is ink; as it is where there is none."""
    wide: Floats = box + np.array([0.0, -0.04, 0.0, 0.04])
    boxes = np.abs(_boxes(light, scale, lattice, wide, digits))
    ink = np.quantile(boxes, 0.6, axis=0)
    result: Floats = wide.copy()
    for axis, (low, high) in ((0, (0, 2)), (1, (1, 3))):
        profile = ink.mean(axis=axis)
        floor = np.quantile(profile, 0.1)
        inked = np.flatnonzero(profile - floor > 0.3 * (profile.max() - floor))
        if not len(inked):
            continue
        step = (wide[high] - wide[low]) / (len(profile) - 1)
        result[low], result[high] = wide[low] + inked[0] * step, wide[low] + inked[-1] * step
    return result


def _boxes(light: Singles, scale: float, lattice: Lattice, box: Floats, digits: int) -> Singles:
    """A box cut out of all hexes, hexes x rows x columns, of even contrast."""
    left, top, right, bottom = box
    xs = np.linspace(left, right, _SLOT * digits)
    ys = np.linspace(top - _MARGIN, bottom + _MARGIN, _HIGH)
    places = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    x, y = lattice.places(np.arange(len(lattice.labels)), places)
    seen = sample(light, scaled(x, scale), scaled(y, scale))
    seen = seen.reshape(len(seen), _HIGH, _SLOT * digits)
    off = seen - np.median(seen, axis=(1, 2), keepdims=True)
    spread = np.sqrt((off**2).mean(axis=(1, 2), keepdims=True)) + 2.0
    return np.asarray(off / spread, dtype=np.float32)


Templates = dict[tuple[int, str], Singles]
"""The usual picture of a digit in a place of the number."""


def _templates(boxes: Singles, lattice: Lattice, confirmed: Mapping[str, str]) -> Templates:
    seen: dict[tuple[int, str], list[Singles]] = {}
    for label, number in confirmed.items():
        box = boxes[lattice.index[label]]
        for place, digit in enumerate(number):
            seen.setdefault((place, digit), []).append(_slot(box, place, 0, 0))
    found = {key: _mean(slots) for key, slots in seen.items()}
    places = len(next(iter(confirmed.values())))
    for digit in "0123456789":
        have = [found[key] for key in sorted(found) if key[1] == digit]
        for place in range(places) if have else ():
            found.setdefault((place, digit), _mean(have))
    return found


def _mean(slots: list[Singles]) -> Singles:
    return np.asarray(np.stack(slots).mean(axis=0), dtype=np.float32)


def _read(boxes: Singles, lattice: Lattice, templates: Templates, digits: int) -> list[Reading]:
    best = np.full(len(boxes), -np.inf)
    texts: NDArray[np.str_] = np.full(len(boxes), "", dtype=f"<U{digits}")
    sure = np.zeros(len(boxes))
    for dy in range(-_NUDGES, _NUDGES + 1):
        for dx in range(-_NUDGES, _NUDGES + 1):
            total, text, margin = _read_at(boxes, templates, digits, dx, dy)
            better = total > best
            best[better], texts[better], sure[better] = total[better], text[better], margin[better]
    readings = []
    for i, label in enumerate(lattice.labels):
        clear = 1 / (1 + np.exp(-(sure[i] - 0.06) * 40))
        confidence = float(clear * np.clip((best[i] - 0.2) / 0.4, 0, 1))
        readings.append(Reading(label, str(texts[i]), confidence))
    return readings


def _read_at(
    boxes: Singles, templates: Templates, digits: int, dx: int, dy: int
) -> tuple[Floats, NDArray[np.str_], Floats]:
    """Mean likeness of the likest digits at one nudge, the digits, and the least lead of one."""
    totals, leads = [], []
    text: NDArray[np.str_] = np.full(len(boxes), "", dtype=f"<U{digits}")
    for place in range(digits):
        known = sorted(digit for at, digit in templates if at == place)
        slots = _unit(_slot(boxes, place, dx, dy))
        like = np.stack(
            [(slots * _unit(templates[place, digit])).sum(axis=(-2, -1)) for digit in known], axis=1
        )
        ranked = np.sort(like, axis=1)
        totals.append(ranked[:, -1])
        leads.append(ranked[:, -1] - (ranked[:, -2] if len(known) > 1 else 0.0))
        text = np.char.add(text, np.array(known)[like.argmax(axis=1)])
    return np.mean(totals, axis=0), text, np.min(leads, axis=0)


def _slot(box: Singles, place: int, dx: int, dy: int) -> Singles:
    """One digit's part of a box, moved by a nudge; past the edge the edge is repeated."""
    columns = np.clip(np.arange(place * _SLOT, (place + 1) * _SLOT) + dx, 0, box.shape[-1] - 1)
    rows = np.clip(np.arange(box.shape[-2]) + dy, 0, box.shape[-2] - 1)
    return box[..., rows[:, None], columns[None, :]]


def _unit(slots: Singles) -> Singles:
    off = slots - slots.mean(axis=(-2, -1), keepdims=True)
    size = np.sqrt((off**2).sum(axis=(-2, -1), keepdims=True)) + 1e-6
    return np.asarray(off / size, dtype=np.float32)
