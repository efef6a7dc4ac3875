"""Distances on a board, in hexes and in the unit its notes state, and the margins of its paper."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from maps.edits.applying import change_of, fact_of
from maps.edits.changes import Change, MapLayer
from maps.errors import KnownError, counted
from maps.hexgrid import Hex, distance
from maps.model import GameMap


@dataclass(frozen=True, slots=True)
class Scale:
    """How long a step from hex to hex is: ``per_hex`` of ``unit``, 0 when the board is silent."""

    unit: str
    per_hex: float


def scale_of(board: GameMap, first: str = "miles") -> Scale:
    """The scale the notes ``miles per hex`` or ``km per hex`` state; that of ``first`` before the
    other. A board laid out from geography says in kilometres how it was laid, in miles what the
    rules say of it.
    """
    stated = (("miles per hex", "miles"), ("km per hex", "kilometres"))
    for key, unit in sorted(stated, key=lambda one: one[1] != first):
        per_hex = _number(board.notes.get(key, ""))
        if per_hex > 0:
            return Scale(unit, per_hex)
    return Scale("", 0.0)


def length(legs: Sequence[Hex]) -> int:
    """The number of steps along straight legs from hex to hex.

    >>> length([Hex(0, 0), Hex(2, 0), Hex(2, 3)])
    5
    """
    return sum(distance(a, b) for a, b in pairwise(legs))


def told(board: GameMap, steps: int) -> str:
    """A distance in words: ``5 hexes, 80 miles``."""
    scale = scale_of(board)
    hexes = counted(steps, "hex", "hexes")
    return f"{hexes}, {steps * scale.per_hex:,.4g} {scale.unit}" if scale.per_hex > 0 else hexes


@dataclass(frozen=True, slots=True)
class Margins:
    """Clear paper around the hexes for tracks and boxes, in hexes; the grid stops before it."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0


WIDEST = 60.0
"""Most hexes of clear paper on one edge."""

_KEY = "margins"


def margins_of(board: GameMap) -> Margins:
    """The margins the note ``margins`` states; none when it states none that can be read."""
    numbers = [min(max(_number(word), 0.0), WIDEST) for word in board.notes.get(_KEY, "").split()]
    return Margins(*numbers) if len(numbers) == 4 else Margins()


def set_margins(board: GameMap, margins: Margins) -> Change:
    """Give a board margins. Raises KnownError for a margin below 0 or past :data:`WIDEST`."""
    sizes = (margins.left, margins.top, margins.right, margins.bottom)
    if not all(0.0 <= size <= WIDEST for size in sizes):
        raise KnownError("margins", f"a margin is 0 to {WIDEST:g} hexes.", "Make it narrower.")
    text = " ".join(f"{size:g}" for size in sizes) if any(sizes) else None
    return change_of([fact_of(board, MapLayer.NOTE, _KEY, text)], "Set margins")


def _number(text: str) -> float:
    """The finite number a text says, 0 when it says none."""
    try:
        number = float(text)
    except ValueError:
        return 0.0
    return number if math.isfinite(number) else 0.0
