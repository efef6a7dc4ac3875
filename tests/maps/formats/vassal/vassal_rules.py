"""VASSAL's rules of grids, written a second time from its description, to compare with.

A point belongs to the hexagon that holds it, found by trying one hexagon after another; names
follow column and row step by step. Nothing here is shared with what reads modules.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

Pair = tuple[float, float]


@dataclass(frozen=True)
class Ground:
    """The part of a board that a grid covers: all of it, or a zone's outline."""

    wide: float
    high: float
    path: tuple[Pair, ...] = ()

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies on it."""
        if not (0 <= x <= self.wide and 0 <= y <= self.high):
            return False
        return not self.path or _winds_round(self.path, x, y)

    @property
    def size(self) -> Pair:
        """Width and height of what VASSAL counts rows and columns in."""
        if not self.path:
            return self.wide, self.high
        xs, ys = zip(*self.path, strict=True)
        return max(xs) - min(xs), max(ys) - min(ys)


class Oracle:
    """What VASSAL makes of a grid."""

    def __init__(self, grid: etree._Element, ground: Ground) -> None:
        self.ground = ground
        self.sideways = grid.get("sideways") == "true"
        self.x0, self.y0 = int(grid.get("x0", "0")), int(grid.get("y0", "32"))
        self.dx, self.dy = float(grid.get("dx", "0")), float(grid.get("dy", "64"))
        self.numbering = next((n for n in grid if str(n.tag).endswith("Numbering")), None)

    def _centre(self, column: int, row: int) -> Pair:
        """The centre of a raw column and row, where the grid is not turned."""
        pushed = self.dy / 2 if column % 2 else 0.0
        return self.x0 + column * self.dx, self.y0 + row * self.dy + pushed

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        """Raw column and row of the hexagon that holds a point of the board."""
        if self.sideways:
            x, y = y, x
        column = math.floor((x - self.x0) / self.dx)
        row = math.floor((y - self.y0) / self.dy)
        for c in range(column - 1, column + 3):
            for r in range(row - 2, row + 3):
                cx, cy = self._centre(c, r)
                out, half = 2 * self.dx / 3, self.dy / 2
                corners = (
                    (cx - out, cy), (cx - out / 2, cy - half), (cx + out / 2, cy - half),
                    (cx + out, cy), (cx + out / 2, cy + half), (cx - out / 2, cy + half),
                )  # fmt: skip
                if _winds_round(corners, x, y):
                    return c, r
        raise AssertionError((x, y))

    def snap(self, x: float, y: float) -> Pair:
        """Where a piece put at a point goes."""
        cx, cy = self._centre(*self._cell(x, y))
        return (cy, cx) if self.sideways else (cx, cy)

    def centres(self) -> Iterator[Pair]:
        """The centres of all hexes that lie on the ground."""
        first, last = (self.ground.high, self.ground.wide), (self.ground.wide, self.ground.high)
        wide, high = first if self.sideways else last
        for column in range(-int(abs(self.x0) / self.dx) - 2, int(wide / self.dx) + 3):
            for row in range(-int(abs(self.y0) / self.dy) - 2, int(high / self.dy) + 3):
                cx, cy = self._centre(column, row)
                x, y = (cy, cx) if self.sideways else (cx, cy)
                if self.ground.holds(x, y):
                    yield x, y

    def name(self, x: float, y: float) -> str:
        """What VASSAL calls the hex at a point."""
        of = self.numbering
        assert of is not None
        column, row = raw, _ = self._cell(x, y)
        wide, high = self.ground.size
        rows, columns = math.floor(high / self.dx + 0.5), math.floor(wide / self.dy + 0.5)
        across, down = of.get("hDescend") == "true", of.get("vDescend") == "true"
        # Names count down along the axis a person sees, which a turned grid holds in the other.
        if self.sideways and down:
            column = rows - column
        if not self.sideways and across:
            column = columns - column
        turns = across if self.sideways else down
        if turns:
            row = (columns if self.sideways else rows) - row
        staggers = of.get("stagger", "true") == "true"
        if staggers and raw % 2:
            row += -1 if turns else 1
        if str(of.tag).endswith("ObliqueHexGridNumbering"):
            half = int(column / 2)
            row = row + half if staggers else row - half + 1
        words = []
        for letter, number in (("h", column), ("v", row)):
            number += int(of.get(f"{letter}Off", "1"))
            words.append(
                _word(number, of.get(f"{letter}Type", "N"), int(of.get(f"{letter}Leading", "1")))
            )
        if of.get("first", "H") == "V":
            words.reverse()
        name = str(of.get("sep", "")).join(words)
        return str(of.get("locationFormat", "$gridLocation$")).replace("$gridLocation$", name)


def _word(number: int, kind: str, leading: int) -> str:
    sign = "-" if number < 0 else ""
    number = abs(number)
    if kind == "A":
        letters = ""
        while True:
            letters += chr(65 + number % 26)
            number -= 26
            if number < 0:
                return sign + letters
    zeros = ""
    while leading > 0 and number < 10**leading:
        zeros += "0"
        leading -= 1
    return sign + zeros + str(number)


def _winds_round(path: tuple[Pair, ...], x: float, y: float) -> bool:
    """Whether an outline goes round a point, by the angles its corners are seen under."""
    turned = 0.0
    for (ax, ay), (bx, by) in zip(path, (*path[1:], path[0]), strict=True):
        before, after = math.atan2(ay - y, ax - x), math.atan2(by - y, bx - x)
        step = after - before
        turned += (step + math.pi) % (2 * math.pi) - math.pi
    return abs(turned) > math.pi
