"""Digits as people write them with a pen, to compare counters with that were drawn by hand."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath, QPen

from oob.sheets.inks import RATINGS

Points = tuple[tuple[float, float], ...]
Way = tuple[Points, ...]
"""How something is written: strokes of points from 0 to 1 that the pen rounds off."""

_PX = 144
_CARD, _INK = QColor("#ffffff"), QColor("#000000")

# fmt: off
_WAYS: dict[str, tuple[Way, ...]] = {
    "0": (
        (((.5, 0), (.12, .2), (.08, .6), (.4, 1), (.8, .85), (.92, .45), (.75, .08), (.45, .01)),),
        (((.55, 0), (.2, .3), (.15, .75), (.5, 1), (.85, .7), (.85, .25), (.55, 0)),),
    ),
    "1": (
        (((.5, 0), (.5, .35), (.5, .7), (.5, 1)),),
        (((.1, .3), (.35, .15), (.55, 0)), ((.55, 0), (.55, .5), (.55, 1))),
        (((.2, .22), (.5, 0)), ((.5, 0), (.5, 1)), ((.2, 1), (.8, 1))),
    ),
    "2": (
        (((.08, .22), (.3, .02), (.7, .02), (.88, .25), (.7, .5), (.35, .78), (.1, 1)),
          ((.1, 1), (.92, 1))),
        (((.12, .18), (.45, 0), (.82, .2), (.65, .6), (.25, .95), (.15, .85), (.4, .85), (.9, 1)),),
    ),
    "3": (
        (((.1, .1), (.45, 0), (.82, .18), (.7, .4), (.4, .48)), ((.4, .48), (.78, .58),
          (.88, .8), (.6, .99), (.1, .92))),
        (((.1, 0), (.85, 0)), ((.85, 0), (.45, .4)), ((.45, .4), (.85, .55), (.85, .85),
          (.45, 1), (.1, .9))),
    ),
    "4": (
        (((.2, 0), (.12, .3), (.08, .58)), ((.08, .58), (.92, .55)), ((.68, .1), (.68, 1))),
        (((.7, 0), (.4, .35), (.05, .7)), ((.05, .7), (.95, .7)), ((.7, 0), (.7, 1))),
    ),
    "5": (
        (((.82, 0), (.22, .02)), ((.22, .02), (.16, .42)), ((.16, .42), (.5, .36), (.86, .55),
          (.8, .88), (.42, 1), (.08, .9))),
        (((.2, 0), (.2, .45)), ((.2, .45), (.6, .42), (.88, .68), (.6, .98), (.1, .95)),
          ((.2, 0), (.9, 0))),
    ),
    "6": (
        (((.72, 0), (.35, .25), (.12, .6), (.25, .95), (.6, 1), (.86, .8), (.75, .55),
          (.45, .52), (.16, .72)),),
        (((.45, 0), (.15, .4), (.1, .8), (.45, 1), (.85, .88), (.82, .6), (.5, .5), (.15, .65)),),
    ),
    "7": (
        (((.08, .02), (.92, .02)), ((.92, .02), (.6, .45), (.38, 1))),
        (((.08, .02), (.92, .02)), ((.92, .02), (.55, .5), (.35, 1)), ((.3, .52), (.85, .5))),
    ),
    "8": (
        (((.8, .15), (.5, 0), (.18, .18), (.35, .42), (.7, .58), (.88, .82), (.5, 1),
          (.12, .82), (.3, .56), (.7, .38), (.8, .15)),),
        (((.5, 0), (.2, .12), (.25, .38), (.5, .46), (.75, .38), (.8, .12), (.5, 0)),
         ((.5, .46), (.15, .6), (.12, .88), (.5, 1), (.88, .88), (.85, .6), (.5, .46))),
    ),
    "9": (
        (((.86, .25), (.55, 0), (.15, .18), (.25, .5), (.62, .5), (.86, .25)), ((.86, .25),
          (.82, .6), (.78, 1))),
        (((.85, .2), (.4, .02), (.12, .3), (.45, .52), (.85, .25)), ((.85, .2), (.85, .65),
          (.6, .95), (.2, 1))),
    ),
    "-": ((((.1, .52), (.9, .52)),),),
}
_BREADTHS = {"-": .55, "1": .55}
# fmt: on
_TEXTS = ("8-6", "5-3-8", "10-2", "4-7", "9-1-6", "2-0-7", "3-9", "6-4-5", "7-8")


def written() -> tuple[tuple[QImage, str], ...]:
    """Counters with ratings in a hand of each kind, and what they say."""
    return tuple(
        (_counter(text, way, breadth), text)
        for way, breadth in ((0, 0.56), (1, 0.56), (2, 0.44))
        for text in _TEXTS
    )


def _counter(text: str, way: int, breadth: float) -> QImage:
    image = QImage(_PX, _PX, QImage.Format.Format_RGB888)
    image.fill(_CARD)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(_INK, _PX * 0.03)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    left, top, right, bottom = (edge * _PX for edge in RATINGS)
    high = 0.72 * (bottom - top)
    widths = [high * breadth * _BREADTHS.get(letter, 1.0) for letter in text]
    gap = 0.22 * high
    at = (left + right - sum(widths) - gap * (len(text) - 1)) / 2
    for letter, wide in zip(text, widths, strict=True):
        ways = _WAYS[letter]
        _write(painter, ways[way % len(ways)], QRectF(at, (top + bottom - high) / 2, wide, high))
        at += wide + gap
    painter.end()
    return image


def _write(painter: QPainter, way: Way, box: QRectF) -> None:
    for stroke in way:
        points = [
            QPointF(box.left() + x * box.width(), box.top() + y * box.height()) for x, y in stroke
        ]
        path = QPainterPath(points[0])
        for one, two in pairwise(points[1:-1]):
            path.quadTo(one, (one + two) / 2)
        if len(points) == 2:
            path.lineTo(points[1])
        else:
            path.quadTo(points[-2], points[-1])
        painter.drawPath(path)
