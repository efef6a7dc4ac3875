"""A counter sheet drawn by hand with pens of four colours: no font, no ruler, nothing of ours."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

Stroke = list[tuple[float, float]]

COLS, ROWS = 8, 5
PX, GUTTER, MARGIN = 150, 12, 60
NATIONS = {
    "Arden": (214, 190, 140),
    "Brook": (150, 180, 140),
    "Carse": (170, 184, 206),
    "Dale": (206, 140, 120),
}
INK = (38, 34, 60)

# fmt: off
_DIGITS: dict[str, list[Stroke]] = {
    "0": [[(.5, 0), (.1, .25), (.1, .75), (.5, 1), (.9, .75), (.9, .25), (.5, 0)]],
    "1": [[(.25, .25), (.55, 0), (.55, 1)]],
    "2": [[(.1, .25), (.4, 0), (.85, .2), (.7, .55), (.1, 1), (.9, 1)]],
    "3": [[(.1, .1), (.5, 0), (.85, .22), (.45, .47), (.9, .7), (.5, 1), (.1, .88)]],
    "4": [[(.65, 1), (.65, 0), (.08, .68), (.92, .68)]],
    "5": [[(.85, 0), (.2, 0), (.15, .42), (.6, .4), (.9, .7), (.55, 1), (.1, .9)]],
    "6": [[(.75, 0), (.25, .4), (.12, .75), (.5, 1), (.88, .75), (.5, .52), (.15, .7)]],
    "7": [[(.1, 0), (.9, 0), (.4, 1)]],
    "8": [[(.5, .47), (.15, .25), (.5, 0), (.85, .25), (.5, .47), (.1, .75), (.5, 1),
           (.9, .75), (.5, .47)]],
    "9": [[(.85, .3), (.5, .48), (.15, .25), (.5, 0), (.85, .25), (.75, 1)]],
    "-": [[(.15, .52), (.85, .5)]],
    "X": [[(0, 0), (1, 1)], [(1, 0), (0, 1)]],
    "I": [[(.5, 0), (.5, 1)]],
}
_SIGNS: dict[str, list[Stroke]] = {
    "infantry": [[(0, 0), (1, 1)], [(1, 0), (0, 1)]],
    "cavalry": [[(0, 1), (1, 0)]],
    "armor": [[(.5 + .34 * np.cos(a), .5 + .3 * np.sin(a)) for a in np.linspace(0, 6.3, 22)]],
    "artillery": [[(.5 + r * np.cos(a), .5 + 1.5 * r * np.sin(a)) for r in (.03, .06, .09)
                   for a in np.linspace(0, 6.3, 12)]],
}
# fmt: on


@dataclass(frozen=True)
class Drawn:
    """What was drawn on one counter; ``type`` is leader or marker where there is no symbol."""

    nation: str
    type: str
    ratings: str
    size: str


@dataclass(frozen=True)
class Sheet:
    """The picture, and what is on it by row and column."""

    picture: NDArray[np.uint8]
    counters: dict[tuple[int, int], Drawn]


def forty(seed: int = 5, across: float = 0.52) -> Sheet:
    """Forty counters: thirty-four units of four nations, three leaders, three markers. Symbols are
    ``across`` of a counter wide.
    """
    chance = np.random.default_rng(seed)
    wide, high = (2 * MARGIN + n * PX + (n - 1) * GUTTER for n in (COLS, ROWS))
    image = Image.new("RGB", (wide, high), (246, 244, 238))
    draw = ImageDraw.Draw(image)
    counters = {}
    nations, types = list(NATIONS), list(_SIGNS)
    for at in range(COLS * ROWS):
        row, col = divmod(at, COLS)
        nation = nations[at * len(nations) // (COLS * ROWS)]
        size = ("XX", "X", "III", "")[int(chance.integers(0, 4))]
        numbers = chance.integers(1, 10, 3 if at % 5 == 2 else 2)
        one = Drawn(nation, types[int(chance.integers(0, 4))], "-".join(map(str, numbers)), size)
        if at % 13 == 9:
            one = Drawn(nation, "leader", str(int(chance.integers(1, 5))), "")
        elif at % 13 == 12:
            one = Drawn(nation, "marker", "", "")
        counters[row, col] = one
        left, top = (MARGIN + n * (PX + GUTTER) for n in (col, row))
        _card(draw, left, top, one, chance, across)
    soft = image.filter(ImageFilter.GaussianBlur(0.7))
    grain = chance.normal(0, 3.0, (high, wide, 3))
    return Sheet(np.clip(np.asarray(soft) + grain, 0, 255).astype(np.uint8), counters)


def _card(
    draw: ImageDraw.ImageDraw,
    left: int,
    top: int,
    one: Drawn,
    chance: np.random.Generator,
    across: float,
) -> None:
    fill = tuple(int(part + chance.integers(-5, 6)) for part in NATIONS[one.nation])
    draw.rectangle((left, top, left + PX - 1, top + PX - 1), fill=fill)

    def pen(strokes: list[Stroke], box: tuple[float, float, float, float], width: int = 4) -> None:
        x, y, across, down = box
        for stroke in strokes:
            points = [
                (
                    left + (x + across * px) * PX + float(chance.normal(0, 0.9)),
                    top + (y + down * py) * PX + float(chance.normal(0, 0.9)),
                )
                for px, py in stroke
            ]
            draw.line(points, fill=INK, width=width, joint="curve")

    if one.type == "marker":
        pen([[(0, 0.5), (0.8, 0.5), (0.6, 0.3), (0.8, 0.5), (0.6, 0.7)]], (0.15, 0.1, 0.7, 0.8), 7)
        return
    if one.type == "leader":
        star = [(0.5, 0), (0.8, 1), (0, 0.35), (1, 0.35), (0.2, 1), (0.5, 0)]
        pen([list(star)], (0.34, 0.15, 0.32, 0.32))
    else:
        box = (0.5 - across / 2, 0.2, across, 0.34 * across / 0.52)
        pen([[(0, 0), (1, 0), (1, 1), (0, 1), (0, 0)]], box)
        pen(_SIGNS[one.type], box)
    letters = one.size
    for number, letter in enumerate(letters):
        at = 0.5 + (number - len(letters) / 2) * 0.075
        pen(_DIGITS[letter], (at, 0.06, 0.055, 0.09), 3)
    step, high = 0.135, 0.24
    for number, letter in enumerate(one.ratings):
        at = 0.5 + (number - len(one.ratings) / 2) * step
        lean = float(chance.normal(0, 0.008))
        pen(_DIGITS[letter], (at, 0.66 + lean, step * 0.72, high), 5)
