"""Letters set one by one along a curve."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF, QPainterPath, QTransform

from qtapp.painters.fonts import Face, lettering
from qtapp.painters.layers.shape import XY

_CUT = 64.0
"""Size, in pixels, at which the outlines of letters are taken from their font."""


def natural_width(text: str, face: Face) -> float:
    """How long a text is when its letters are one unit high, without further spacing."""
    return QFontMetricsF(lettering(face, _CUT)).horizontalAdvance(text) / _CUT


def set_along(
    text: str, face: Face, size: float, curve: Sequence[XY], length: float
) -> QPainterPath:
    """The outlines of a text about the middle of a curve, ``length`` from end to end.

    ``size`` is the height of the letters; all in paper units. What runs beyond the curve goes on
    straight.
    """
    scale = size / _CUT
    glyphs = [_glyph(face, letter) for letter in text]
    advances = [wide * scale for wide, _ in glyphs]
    gap = (length - sum(advances)) / max(1, len(text) - 1)
    marks = [0.0]
    for (ax, ay), (bx, by) in pairwise(curve):
        marks.append(marks[-1] + math.hypot(bx - ax, by - ay))
    at = (marks[-1] - length) / 2
    path = QPainterPath()
    for (_, glyph), advance in zip(glyphs, advances, strict=True):
        x, y, turn = _on(curve, marks, at + advance / 2)
        place = QTransform.fromTranslate(x, y).rotateRadians(turn).scale(scale, scale)
        path.addPath(place.map(glyph))
        at += advance + gap
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


@lru_cache(maxsize=1_000)
def _glyph(face: Face, letter: str) -> tuple[float, QPainterPath]:
    """How wide a letter is with the paper around it, and its outlines about the middle of that and
    of the height of capitals, in pixels at the size at which they are taken from their font.
    """
    font = lettering(face, _CUT)
    metrics = QFontMetricsF(font)
    wide, path = metrics.horizontalAdvance(letter), QPainterPath()
    path.addText(-wide / 2, metrics.capHeight() / 2, font, letter)
    return wide, path


def _on(curve: Sequence[XY], marks: Sequence[float], at: float) -> tuple[float, float, float]:
    """The point of a curve so far along it, and the way it runs there."""
    index = 0
    while index < len(curve) - 2 and marks[index + 1] < at:
        index += 1
    (ax, ay), (bx, by) = curve[index], curve[index + 1]
    long = marks[index + 1] - marks[index]
    ux, uy = ((bx - ax) / long, (by - ay) / long) if long > 0 else (1.0, 0.0)
    over = at - marks[index]
    return ax + ux * over, ay + uy * over, math.atan2(uy, ux)
