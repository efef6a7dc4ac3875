"""The signs that stand in a symbol's box, as paths: what is stroked and what is filled."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath


@dataclass(slots=True)
class Drawing:
    """What is drawn in a box: outlines, filled shapes, and rounds left open (wheels)."""

    box: QRectF
    lines: QPainterPath = field(default_factory=QPainterPath)
    solid: QPainterPath = field(default_factory=QPainterPath)
    rounds: list[tuple[QPointF, float, bool]] = field(default_factory=list)

    def at(self, x: float, y: float) -> QPointF:
        """A spot of the box: 0, 0 is its upper left corner and 1, 1 its lower right."""
        box = self.box
        return QPointF(box.left() + box.width() * x, box.top() + box.height() * y)

    def part(self, left: float, top: float, right: float, bottom: float) -> QRectF:
        """A part of the box, in shares of it."""
        return QRectF(self.at(left, top), self.at(right, bottom))

    def line(self, *spots: tuple[float, float]) -> None:
        """A line through spots."""
        self.lines.moveTo(self.at(*spots[0]))
        for spot in spots[1:]:
            self.lines.lineTo(self.at(*spot))

    def shape(self, *spots: tuple[float, float]) -> None:
        """A filled shape with corners at spots."""
        path = QPainterPath(self.at(*spots[0]))
        for spot in spots[1:]:
            path.lineTo(self.at(*spot))
        path.closeSubpath()
        self.solid.addPath(path)

    def disc(self, x: float, y: float, radius: float) -> None:
        """A filled disc; the radius in heights of the box."""
        size = self.box.height() * radius
        self.solid.addEllipse(self.at(x, y), size, size)


def _cross(d: Drawing) -> None:
    d.line((0, 0), (1, 1))
    d.line((0, 1), (1, 0))


def _slash(d: Drawing) -> None:
    d.line((0, 1), (1, 0))


def _oval_rect(d: Drawing) -> QRectF:
    return d.part(0.16, 0.22, 0.84, 0.78)


def _oval(d: Drawing) -> None:
    oval = _oval_rect(d)
    d.lines.addRoundedRect(oval, oval.height() / 2, oval.height() / 2)


def _mech(d: Drawing) -> None:
    _cross(d)
    _oval(d)


def _heavy_oval(d: Drawing) -> None:
    oval = _oval_rect(d)
    d.solid.addRoundedRect(oval, oval.height() / 2, oval.height() / 2)


def _light_oval(d: Drawing) -> None:
    d.line((0.16, 0.5), (0.84, 0.5))


def _flame(d: Drawing) -> None:
    flame = QPainterPath(d.at(0.5, 0.06))
    flame.cubicTo(d.at(0.64, 0.36), d.at(0.66, 0.62), d.at(0.5, 0.70))
    flame.cubicTo(d.at(0.34, 0.62), d.at(0.42, 0.44), d.at(0.5, 0.06))
    d.solid.addPath(flame)


def _wings(d: Drawing) -> None:
    for way in (-1, 1):
        d.lines.moveTo(d.at(0.5, 0.92))
        d.lines.quadTo(d.at(0.5 + way * 0.09, 0.70), d.at(0.5 + way * 0.19, 0.92))


def _bar(d: Drawing) -> None:
    d.shape((0.30, 0.80), (0.70, 0.80), (0.70, 0.93), (0.30, 0.93))


def _glider(d: Drawing) -> None:
    d.shape((0.18, 0.10), (0.82, 0.10), (0.82, 0.20), (0.56, 0.22), (0.5, 0.36), (0.44, 0.22),
            (0.18, 0.20))  # fmt: skip


def _anchor(d: Drawing, x: float = 0.5) -> None:
    d.line((x, 0.14), (x, 0.90))
    d.line((x - 0.09, 0.30), (x + 0.09, 0.30))
    d.lines.moveTo(d.at(x - 0.16, 0.62))
    d.lines.quadTo(d.at(x - 0.13, 0.92), d.at(x, 0.92))
    d.lines.quadTo(d.at(x + 0.13, 0.92), d.at(x + 0.16, 0.62))


def _anchor_aside(d: Drawing) -> None:
    _anchor(d, 0.81)


def _peak(d: Drawing) -> None:
    d.shape((0.5, 0.56), (0.66, 1.0), (0.34, 1.0))


def _skis(d: Drawing) -> None:
    d.line((0.22, 0.72), (0.28, 0.86), (0.80, 0.86))
    d.shape((0.26, 0.80), (0.80, 0.80), (0.80, 0.92), (0.28, 0.92))
    d.shape((0.26, 0.86), (0.14, 0.58), (0.20, 0.56), (0.30, 0.80))


def _base(d: Drawing) -> None:
    d.shape((0.0, 0.80), (1.0, 0.80), (1.0, 1.0), (0.0, 1.0))


def _posts(d: Drawing) -> None:
    d.shape((0.0, 0.0), (0.13, 0.0), (0.13, 1.0), (0.0, 1.0))
    d.shape((0.87, 0.0), (1.0, 0.0), (1.0, 1.0), (0.87, 1.0))


def _crenel(d: Drawing) -> None:
    d.line((0, 0.19), (0.2, 0.19), (0.2, 0.0), (0.4, 0.0), (0.4, 0.19), (0.6, 0.19), (0.6, 0.0),
           (0.8, 0.0), (0.8, 0.19), (1, 0.19))  # fmt: skip


def _dot(d: Drawing) -> None:
    d.disc(0.5, 0.5, 0.20)


def _heavy_dot(d: Drawing) -> None:
    d.disc(0.5, 0.5, 0.32)


def _rocket(d: Drawing) -> None:
    d.line((0.30, 0.30), (0.5, 0.10), (0.70, 0.30))


def _siege(d: Drawing) -> None:
    d.shape((0.24, 0.80), (0.76, 0.80), (0.76, 0.92), (0.24, 0.92))
    d.disc(0.5, 0.5, 0.27)


def _mortar(d: Drawing) -> None:
    d.disc(0.5, 0.74, 0.14)
    d.line((0.5, 0.74), (0.5, 0.16))
    d.line((0.40, 0.34), (0.5, 0.16), (0.60, 0.34))


def _track(d: Drawing) -> None:
    d.line((0.0, 0.80), (1.0, 0.80))
    for x in (0.15, 0.38, 0.62, 0.85):
        d.shape((x - 0.04, 0.80), (x + 0.04, 0.80), (x + 0.04, 1.0), (x - 0.04, 1.0))


def _wave(d: Drawing) -> None:
    d.lines.moveTo(d.at(0.0, 0.84))
    for step in range(4):
        x = step / 4
        d.lines.quadTo(d.at(x + 0.06, 0.70), d.at(x + 0.125, 0.84))
        d.lines.quadTo(d.at(x + 0.19, 0.98), d.at(x + 0.25, 0.84))


def _comb(d: Drawing) -> None:
    d.line((0.25, 0.68), (0.25, 0.36), (0.75, 0.36), (0.75, 0.68))
    d.line((0.5, 0.36), (0.5, 0.68))


def _mark_c(d: Drawing) -> None:
    """A trestle: the comb's feet stand on a beam."""
    d.line((0.25, 0.68), (0.75, 0.68))


def _arrow(d: Drawing) -> None:
    d.shape((0.5, 0.06), (0.60, 0.30), (0.40, 0.30))


def _bridge(d: Drawing) -> None:
    d.line((0.22, 0.26), (0.34, 0.42), (0.66, 0.42), (0.78, 0.26))
    d.line((0.22, 0.76), (0.34, 0.60), (0.66, 0.60), (0.78, 0.76))


def _angle(d: Drawing) -> None:
    d.line((0, 1), (0.5, 0), (1, 1))


def _dome(d: Drawing) -> None:
    d.lines.moveTo(d.at(0, 1))
    d.lines.quadTo(d.at(0.5, -0.30), d.at(1, 1))


def _heavy_dome(d: Drawing) -> None:
    d.disc(0.5, 0.70, 0.20)


def _light_dome(d: Drawing) -> None:
    d.line((0.5, 0.52), (0.5, 1.0))


def _bolt(d: Drawing) -> None:
    d.line((0, 0), (0.56, 0.60), (0.44, 0.40), (1, 1))


def _low_line(d: Drawing) -> None:
    d.line((0, 0.78), (1, 0.78))


def _wheels(d: Drawing) -> None:
    for x in (0.27, 0.5, 0.73):
        d.rounds.append((d.at(x, 1.0), 0.085, False))


def _saddle(d: Drawing) -> None:
    for x in (0.30, 0.70):
        d.rounds.append((d.at(x, 1.0), 0.11, True))


def _pedal(d: Drawing) -> None:
    for x in (0.34, 0.66):
        d.rounds.append((d.at(x, 1.0), 0.13, False))


SIGNS: dict[str, Callable[[Drawing], None]] = {
    "cross": _cross, "slash": _slash, "oval": _oval, "mech": _mech, "heavy-oval": _heavy_oval,
    "light-oval": _light_oval, "light-mech": _light_oval, "heavy-mech": _heavy_oval,
    "flame": _flame, "wings": _wings, "bar": _bar, "glider": _glider, "anchor": _anchor,
    "anchor-aside": _anchor_aside,
    "peak": _peak, "skis": _skis, "base": _base, "posts": _posts, "crenel": _crenel, "dot": _dot,
    "heavy-dot": _heavy_dot, "light-dot": _low_line, "rocket": _rocket, "siege": _siege,
    "mortar": _mortar, "track": _track, "wave": _wave, "comb": _comb, "mark-c": _mark_c,
    "arrow": _arrow, "bridge": _bridge, "angle": _angle, "dome": _dome,
    "heavy-dome": _heavy_dome, "light-dome": _light_dome, "bolt": _bolt, "low-line": _low_line,
    "wheels": _wheels, "saddle": _saddle, "pedal": _pedal,
}  # fmt: skip
"""All signs by name, except those that are letters."""
