"""Draw the sample game's scan and counter sheet.

The pictures in `resources/sample` are what an owner of a printed game has: a map sheet that was
scanned a little askew, and a sheet of counters.
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter
from PySide6.QtGui import QImage

from maps.edits.blank import blank_map, generic_legend
from maps.hexgrid import Hex, link, side_between
from maps.layout import Orientation
from maps.legend import Legend
from maps.model import GameMap, Place
from maps.numbering import LabelScheme
from oob.formats.text import loads
from oob.model import OrderOfBattle
from qtapp.board.pictures.render import Picture
from qtapp.workspaces.counters.sheets.layout import Backs, Layout, pages_of
from qtapp.workspaces.counters.sheets.paper import page_image

HOME = Path(__file__).parents[2] / "resources" / "sample"
TITLE = "Elm Ford"
HEX_PX, DPI = 72.0, 160
TERRAIN = (
    "...ww...h...",
    "..www..hh...",
    "...w..hh..w.",
    "..h.....www.",
    "hh....m..ww.",
    ".h...mm.....",
    "....m...hh..",
    ".ww....hhh..",
    "www...w.h...",
)
"""Rows of the map from the top, a letter a hex."""
KINDS = {".": "clear", "w": "woods", "h": "rough", "m": "swamp"}
RIVER = ("0601", "0602", "0603", "0604", "0605", "0606", "0607", "0608", "0609")
"""The hexes along whose eastern sides the river runs down."""
ROADS = (
    ("0105", "0204", "0304", "0404", "0505", "0605", "0706"),
    ("0706", "0805", "0905", "1004", "1105", "1204"),
    ("0909", "0908", "0907", "0906", "0905"),
)  # fmt: skip
TOWNS = {"0105": "Westing", "0605": "Elm Ford", "1204": "Oster", "0909": "Sall"}
ORDER = """sandtable oob 1

[oob]
id: elm_ford
title: Elm Ford

[nations]
blue "Blue" side=blue fill=#5b7f9e ink=#ffffff
red "Red" side=red fill=#a8482c ink=#ffffff

[units]
blue:
2×5-6 Armor XX 1, 2
6×4-4 Infantry XX 11, 12, 13, 14, 15, 16
2×2-4 Artillery III 17, 18
2×3-8 Cavalry X 21, 22
red:
2×6-6 Armor XX 5, 6
6×3-4 Infantry XX 31, 32, 33, 34, 35, 36
2×2-4 Artillery III 37, 38
2×2-8 Cavalry X 41, 42

[end]
"""


def board() -> GameMap:
    """The map that the scan shows."""
    made = blank_map(
        TITLE, Orientation.FLAT, len(TERRAIN[0]), len(TERRAIN), LabelScheme(), _legend(),
        "clear",
    )  # fmt: skip
    for row, line in enumerate(TERRAIN, 1):
        for column, letter in enumerate(line, 1):
            made.terrain[made.parse_label(f"{column:02}{row:02}")] = KINDS[letter]
    for label in RIVER:
        at = made.parse_label(label)
        for other in _eastern(made, at):
            made.hexsides[side_between(at, other)] = frozenset({"river"})
    for road in ROADS:
        for a, b in pairwise(road):
            first, second = made.parse_label(a), made.parse_label(b)
            if first != second:
                made.lines[link(first, second)] = frozenset({"road"})
    for label, name in TOWNS.items():
        made.places[name.casefold().replace(" ", "_")] = Place(
            name.casefold().replace(" ", "_"), name, "town", made.parse_label(label)
        )
    return made


def _legend() -> Legend:
    """The kinds that the map shows, and no others."""
    known, legend = generic_legend(), Legend()
    shown = {*KINDS.values(), "river", "road", "town"}
    for kind in known.kinds.values():
        if kind.id in shown:
            legend.add(kind)
    return legend


def _eastern(made: GameMap, at: Hex) -> list[Hex]:
    """The neighbours of a hex in the next column."""
    column = int(made.label(at)[:2])
    return [one for one in at.neighbours() if one in made.terrain
            and int(made.label(one)[:2]) == column + 1]  # fmt: skip


def order() -> OrderOfBattle:
    """The counters of the sheet."""
    return loads(ORDER)


def pixels(image: QImage) -> Image.Image:
    """A picture of Qt as one of Pillow."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    wide, high = plain.width(), plain.height()
    return Image.frombuffer(
        "RGB", (wide, high), bytes(plain.constBits()), "raw", "RGB", plain.bytesPerLine()
    )


def scanned(picture: Image.Image, turn: float, grain: float) -> Image.Image:
    """A picture as a scanner sees it: askew, uneven in light, a little soft, with grain."""
    turned = picture.rotate(turn, Image.Resampling.BICUBIC, expand=True, fillcolor=(244, 241, 233))
    soft = np.asarray(turned.filter(ImageFilter.GaussianBlur(0.5)), dtype=np.float32)
    high, wide = soft.shape[:2]
    light = (
        np.linspace(1.0, 0.94, wide)[None, :, None] * np.linspace(1.0, 0.97, high)[:, None, None]
    )
    noise = np.random.default_rng(21).normal(0.0, grain, (high, wide, 1))
    return Image.fromarray(np.clip(soft * light + noise, 0, 255).astype(np.uint8))


def paint() -> None:
    """Write both pictures."""
    HOME.mkdir(exist_ok=True)
    drawn = pixels(Picture(board(), HEX_PX).image())
    scanned(drawn, -0.8, 2.0).save(HOME / "elm-ford-map.jpg", quality=80, optimize=True)
    made = order()
    layout = Layout(15.0, (134.0, 102.0), backs=Backs.NONE)
    sheet = pixels(page_image(made, next(pages_of(list(made.units.values()), layout)), layout, DPI))
    scanned(sheet, 0.6, 2.0).save(HOME / "elm-ford-counters.jpg", quality=85, optimize=True)
