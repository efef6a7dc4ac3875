"""Cut counters matched to the units of an order of battle, and made their pictures."""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image

from oob.edits import Change
from oob.looks import COUNTER, PICTURE, look_of, look_text, put_notes
from oob.model import OrderOfBattle, UnitId
from oob.sheets.arrays import Bytes, Floats, Singles, resized, with_form
from oob.sheets.inks import Grounds, Region, ground_colour_of, grounds_of, ink_on_card, unit

FACE = 72
"""Pixels along the edge of the faces that are compared."""

KEPT = 200
"""Pixels along the edge of a kept picture, at most."""

_LEAST = 0.35
_WEIGHTS = {
    "ratings": 0.34,
    "type": 0.18,
    "size": 0.08,
    "colour": 0.14,
    "face": 0.10,
    "names": 0.16,
}


@dataclass(frozen=True, slots=True)
class Seen:
    """What was made of one cut counter: texts with how sure they are, 0 to 1.

    ``form`` is that of the cell.
    """

    name: str
    picture: Bytes
    ratings: str = ""
    ratings_sure: float = 0.0
    type: str = ""
    type_sure: float = 0.0
    size: str = ""
    size_sure: float = 0.0
    form: Bytes | None = None

    @property
    def cutout(self) -> Bytes:
        """The picture, see-through where the counter ends."""
        return with_form(self.picture, self.form)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A unit as its counter is drawn: what would be read on it, and its face in FACE pixels."""

    unit: UnitId
    ratings: str
    type: str
    size: str
    face: Bytes


@dataclass(frozen=True, slots=True)
class Match:
    """A counter and the unit it was taken for, with its nearest rivals."""

    name: str
    unit: UnitId
    confidence: float
    rivals: tuple[UnitId, ...] = ()


def match(seen: Sequence[Seen], candidates: Sequence[Candidate]) -> list[Match]:
    """Each counter with one unit at most, each unit with one counter, the best first chosen.

    The least sure come first; a counter that fits no unit is left out.
    """
    if not seen or not candidates:
        return []
    scores = _scores(seen, candidates)
    found: list[Match] = []
    free_rows, free_columns = set(range(len(seen))), set(range(len(candidates)))
    order = np.dstack(np.unravel_index(np.argsort(-scores, axis=None), scores.shape))[0]
    for row, column in order:
        row, column = int(row), int(column)
        if scores[row, column] < _LEAST or not free_rows:
            break
        if row in free_rows and column in free_columns:
            free_rows.discard(row)
            free_columns.discard(column)
            found.append(_matched(seen, candidates, scores, row, column))
    return sorted(found, key=lambda one: (one.confidence, one.name))


def _scores(seen: Sequence[Seen], candidates: Sequence[Candidate]) -> Floats:
    """How well each counter fits each unit, counters x units."""
    total = np.zeros((len(seen), len(candidates)))
    for key in ("ratings", "type", "size"):
        wanted = np.array([getattr(c, key) for c in candidates])
        read = np.array([getattr(s, key) for s in seen])
        sure = np.array([getattr(s, f"{key}_sure") for s in seen])
        total += _WEIGHTS[key] * (read[:, None] == wanted[None, :]) * (0.4 + 0.6 * sure[:, None])
    ours = np.array([ground_colour_of(s.picture) for s in seen], dtype=float)
    theirs = np.array([ground_colour_of(c.face) for c in candidates], dtype=float)
    far = np.abs(ours[:, None, :] - theirs[None, :, :]).max(axis=2)
    total += _WEIGHTS["colour"] * np.exp(-far / 30.0)
    faces = unit(np.stack([_small(s.picture) for s in seen]))
    drawn = unit(np.stack([_small(c.face) for c in candidates]))
    total += _WEIGHTS["face"] * np.clip(faces @ drawn.T, 0, 1)
    names = unit(np.stack([_names(c.face, grounds_of(c.face)) for c in candidates]))
    grounds = [grounds_of(s.picture) for s in seen]
    alike = np.zeros_like(total)
    for across in _SHIFTS:
        for down in _SHIFTS:
            looked = zip(seen, grounds, strict=True)
            beside = unit(np.stack([_names(s.picture, g, across, down) for s, g in looked]))
            alike = np.maximum(alike, beside @ names.T)
    total += _WEIGHTS["names"] * np.clip(alike, 0, 1)
    return total


def _names(picture: Bytes, grounds: Grounds, across: float = 0.0, down: float = 0.0) -> Singles:
    """The ink beside the symbol, where numbers and names stand, looked for a little aside."""
    return np.concatenate(
        [
            ink_on_card(
                picture, (a + across, b + down, c + across, d + down), 14, 30, grounds
            ).ravel()
            for a, b, c, d in _BESIDE
        ]
    )


_BESIDE: tuple[Region, ...] = ((0.06, 0.16, 0.235, 0.58), (0.77, 0.16, 0.945, 0.58))
_SHIFTS = (-0.008, 0.0, 0.008)
"""How far, in edges of a counter, print may lie from where it is drawn: cuts are a little off."""


def _small(picture: Bytes) -> Singles:
    return resized(picture, FACE, FACE).astype(np.float32).ravel()


def _matched(
    seen: Sequence[Seen], candidates: Sequence[Candidate], scores: Floats, row: int, column: int
) -> Match:
    own = scores[row]
    best = float(own[column])
    near = [int(at) for at in np.argsort(-own)[:4] if int(at) != column][:3]
    lead = best - max((float(own[at]) for at in near), default=0.0)
    sure = min(1.0, best) * min(1.0, max(0.15, 0.35 + 12.0 * lead))
    rivals = tuple(candidates[at].unit for at in near)
    return Match(seen[row].name, candidates[column].unit, round(sure, 4), rivals)


def pictured(
    order: OrderOfBattle,
    fronts: Mapping[UnitId, Bytes],
    backs: Mapping[UnitId, Bytes] | None = None,
) -> Change:
    """The change that gives units their pictures, as one step of undo."""
    notes: dict[str, str] = {}
    for id_ in sorted({*fronts, *(backs or {})}):
        look = look_of(order, order.units[id_])
        if id_ in fronts:
            key, notes_text = kept_picture(fronts[id_])
            notes[key] = notes_text
            look = replace(look, picture=key.removeprefix(PICTURE))
        if backs and id_ in backs:
            key, notes_text = kept_picture(backs[id_])
            notes[key] = notes_text
            look = replace(look, back_picture=key.removeprefix(PICTURE))
        notes[COUNTER + id_] = look_text(look)
    return put_notes(order, notes, "Pictures from a counter sheet")


def kept_picture(picture: Bytes) -> tuple[str, str]:
    """A picture as it is kept in an order of battle: the key of its note, and its text.

    One with a fourth channel stays see-through.
    """
    side = min(KEPT, max(picture.shape[:2]))
    file = io.BytesIO()
    image = Image.fromarray(resized(picture, side, side))
    if picture.shape[2] == 4:
        image.save(file, "PNG", optimize=True)
    else:
        image.save(file, "JPEG", quality=88)
    data = file.getvalue()
    return (
        PICTURE + hashlib.sha256(data).hexdigest()[:20],
        base64.b64encode(data).decode("ascii"),
    )
