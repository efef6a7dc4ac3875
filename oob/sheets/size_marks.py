"""Size marks read by counting crosses and strokes above the symbol, in whatever hand they are; else
by likeness with drawn ones.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from oob.sheets.arrays import Bytes, Flags
from oob.sheets.inks import Region, ink_of
from oob.sheets.recognising import Recognised

_STRIP: Region = (0.28, 0.0, 0.72, 0.22)
_WIDE, _HIGH = 88, 44
_LEAST = 0.12
_MOST_CROSSES, _MOST_STROKES = 5, 3
_FILLED, _WAIST = 0.62, 0.75
_SURE, _SURE_LETTERS = 0.5, 0.8
_AROUND = tuple((down, across) for down in (-1, 0, 1) for across in (-1, 0, 1))
Box = tuple[int, int, int, int]
"""Left, top, right and bottom of a piece of ink."""


def size_of(picture: Bytes, likeliest: Recognised) -> tuple[str, float]:
    """The size mark of a counter and how sure it is, 0 to 1: letters (``Cdr``) that it is surely
    like, else its strokes; where none can be counted, the drawn mark it is like, else none.
    """
    if likeliest.confidence >= _SURE_LETTERS and not set(likeliest.label) <= set("XI"):
        return likeliest.label, likeliest.confidence
    mark = counted(picture)
    if mark:
        return mark, 1.0
    return (likeliest.label if likeliest.confidence >= _SURE else ""), likeliest.confidence


def counted(picture: Bytes) -> str:
    """The size mark of a counter: ``XX``, ``III`` ...; empty where crosses or strokes of one height
    do not stand alone above the symbol.
    """
    ink = ink_of(picture, _STRIP, _WIDE, _HIGH) > 0.5
    boxes = [box for box in _pieces(ink) if _may_be(box, ink)]
    if not boxes:
        return ""
    tall = max(bottom - top for _, top, _, bottom in boxes)
    boxes = sorted(box for box in boxes if box[3] - box[1] > 0.6 * tall)
    left, right = boxes[0][0], max(box[2] for box in boxes)
    if not 0.3 < (left + right) / 2 / _WIDE < 0.7 or right - left > 0.75 * _WIDE:
        return ""
    top, bottom = min(box[1] for box in boxes), max(box[3] for box in boxes)
    mark = ink[top:bottom, left:right]
    waist = min(_runs(mark, share) for share in (0.44, 0.5, 0.56))
    ends = max(_runs(mark, share) for share in (0.14, 0.2, 0.8, 0.86))
    if ends > waist:
        return "X" * waist if waist <= _MOST_CROSSES else ""
    return "I" * waist if waist <= _MOST_STROKES else ""


def _runs(mark: Flags, share: float) -> int:
    """How often a line across a mark, so far down, meets ink."""
    line = np.concatenate([[False], mark[int(share * len(mark))]])
    return int((line[1:] & ~line[:-1]).sum())


def _may_be(box: Box, ink: Flags) -> bool:
    """Whether a piece is none of the symbol's, and not so wide as a word."""
    left, top, right, bottom = box
    whole = min(left, top) > 0 and right < _WIDE and bottom < _HIGH
    high = bottom - top
    fits = high > _LEAST * _HIGH
    return whole and fits and not _is_disc(ink[top:bottom, left:right])


def _is_disc(piece: Flags) -> bool:
    """Whether a piece is a blot as broad as it is high; heavy crosses are as full, but have a
    waist.
    """
    high, wide = piece.shape
    waist = int(piece[round(0.4 * high) : round(0.6 * high) + 1].sum(axis=1).min())
    return wide > 0.7 * high and float(piece.mean()) > _FILLED and waist > _WAIST * wide


def _pieces(ink: Flags) -> Iterator[Box]:
    """The boxes of what hangs together, pixel by pixel."""
    wide = ink.shape[1] + 1  # with a gap, so that no row hangs together with the end of another
    pixels = [y * wide + x for y, x in np.argwhere(ink).tolist()]
    around = [down * wide + across for down, across in _AROUND]
    left = set(pixels)
    for start in pixels:
        if start not in left:
            continue
        left.remove(start)
        waiting, piece = [start], [start]
        while waiting:
            at = waiting.pop()
            beside = left.intersection([at + way for way in around])
            if beside:
                left -= beside
                waiting += beside
                piece += beside
        rows, columns = [at // wide for at in piece], [at % wide for at in piece]
        yield min(columns), min(rows), max(columns) + 1, max(rows) + 1
