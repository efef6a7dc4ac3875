"""Fronts with their backs: two scans of one sheet, laid on each other as it was turned over."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from maps.errors import KnownError, counted
from oob.sheets.arrays import Bytes
from oob.sheets.cutting import Cell, Cut
from oob.sheets.inks import ground_colour_of


class Turn(StrEnum):
    """How a sheet was turned over: like a page, or over its upper edge (backs then stand on their
    heads).
    """

    SIDEWAYS = "sideways"
    UPWARDS = "upwards"


@dataclass(frozen=True, slots=True)
class Pair:
    """A front and its back, upright; ``likeness`` of their colours, 0 to 1."""

    front: Cell
    back: Cell
    picture: Bytes
    likeness: float


@dataclass(frozen=True, slots=True)
class Pairing:
    """All pairs of a sheet, the doubtful first, and the counters that have no other side."""

    turn: Turn
    pairs: tuple[Pair, ...]
    alone: tuple[Cell, ...]


UNLIKE = 0.08
"""So much may the form of the backs differ from that of the fronts before it is doubted."""


def against(front: Cut, back: Cut) -> Cut:
    """The back of a sheet, with a doubt where its counters are cut in another form than those of
    the front: where a band of the paper's colour crosses them, it is taken for a gutter.
    """
    forms = [
        float(np.median([(box[2] - box[0]) / (box[3] - box[1]) for box in boxes]))
        for boxes in ([cell.box for cell in cut.cells] for cut in (front, back))
    ]
    if back.doubt or abs(forms[1] / forms[0] - 1) <= UNLIKE:
        return back
    told = (
        f"Its counters are {forms[1]:.2f} times as wide as high, those of the front"
        f" {forms[0]:.2f} times."
    )
    return replace(back, doubt=told)


def pair(front: Cut, back: Cut, where: str, turn: Turn | None = None) -> Pairing:
    """Lay the back of a sheet on its front.

    Without ``turn`` the way that brings like colours together is taken. Raises KnownError when the
    sheets have not the same rows and columns.
    """
    if (front.rows, front.cols) != (back.rows, back.cols):
        raise KnownError(
            where,
            f"has {counted(back.rows, 'row')} of {back.cols},"
            f" the front {front.rows} of {front.cols}.",
            "Cut both scans with the same rows and columns.",
        )
    ways = [turn] if turn is not None else list(Turn)
    return max((_laid(front, back, way) for way in ways), key=_agreement)


def _agreement(pairing: Pairing) -> float:
    likeness = sum(pair.likeness for pair in pairing.pairs)
    return likeness / max(1, len(pairing.pairs) + len(pairing.alone))


def _laid(front: Cut, back: Cut, turn: Turn) -> Pairing:
    behind = {(cell.row, cell.col): cell for cell in back.cells}
    pairs, alone = [], []
    for cell in front.cells:
        if turn is Turn.SIDEWAYS:
            place = cell.row, front.cols - 1 - cell.col
        else:
            place = front.rows - 1 - cell.row, cell.col
        other = behind.pop(place, None)
        if other is None:
            alone.append(cell)
            continue
        picture = other.cutout
        if turn is Turn.UPWARDS:
            picture = np.ascontiguousarray(picture[::-1, ::-1])
        pairs.append(Pair(cell, other, picture, _likeness(cell.picture, other.picture)))
    alone.extend(behind[place] for place in sorted(behind))
    pairs.sort(key=lambda pair: (pair.likeness, pair.front.name))
    return Pairing(turn, tuple(pairs), tuple(alone))


def _likeness(front: Bytes, back: Bytes) -> float:
    """How alike the cards of both faces are in colour."""
    one, two = np.array(ground_colour_of(front)), np.array(ground_colour_of(back))
    return round(float(np.exp(-np.abs(one - two).max() / 40.0)), 4)
