"""Letters set one by one along a curve."""

from __future__ import annotations

import math
from collections.abc import Sequence
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
    metrics = QFontMetricsF(lettering(face, _CUT))
    advances = [metrics.horizontalAdvance(letter) * size / _CUT for letter in text]
    gap = (length - sum(advances)) / max(1, len(text) - 1)
    marks = [0.0]
    for (ax, ay), (bx, by) in pairwise(curve):
        marks.append(marks[-1] + math.hypot(bx - ax, by - ay))
    at = (marks[-1] - length) / 2
    path = QPainterPath()
    rise = metrics.capHeight() / 2
    for letter, advance in zip(text, advances, strict=True):
        x, y, turn = _on(curve, marks, at + advance / 2)
        glyph = QPainterPath()
        glyph.addText(-advance / 2 * _CUT / size, rise, lettering(face, _CUT), letter)
        place = QTransform.fromTranslate(x, y).rotateRadians(turn).scale(size / _CUT, size / _CUT)
        path.addPath(place.map(glyph))
        at += advance + gap
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


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
