"""Scans whose truth is known: a board rendered in a style, then damaged as paper and glass do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from maps.digitise.arrays import Bytes, Floats, blurred, sample
from maps.digitise.calibrating.grids import Grid
from maps.digitise.calibrating.points import ControlPoint
from maps.hexgrid import Hex, Link, Side, link, side_between, sides_at, vertex
from maps.layout import Layout, Orientation, Point
from maps.numbering import Order, Parity

# The other layout engine is there only where the system has a library for it, and places letters
# elsewhere.
FONT = Path(__file__).parents[3] / "resources" / "fonts" / "DejaVuSansCondensed.ttf"
PITCH = 48.0
MARGIN = 40
FINE = 2
"""How many times finer the board is drawn than it is scanned."""


@dataclass(frozen=True)
class Style:
    """How a board is printed; each terrain is ``(fill, symbol, ink)``."""

    name: str
    terrain: dict[str, tuple[tuple[int, int, int], str, tuple[int, int, int]]]
    outline: tuple[int, int, int] = (110, 110, 105)
    river: tuple[int, int, int] = (60, 120, 190)
    river_width: float = 5.0
    meander: float = 0.02
    road: tuple[int, int, int] = (170, 60, 40)
    border: tuple[int, int, int] = (85, 115, 190)
    grain: float = 0.0
    """Mottling of the printed fills, in grey levels."""
    scatter: float = 0.05
    """How far symbols stray, in hexes."""


PLAIN = Style(
    "plain",
    {
        "clear": ((232, 224, 190), "", (0, 0, 0)),
        "forest": ((150, 190, 120), "", (0, 0, 0)),
        "rough": ((205, 180, 130), "", (0, 0, 0)),
        "mountain": ((160, 130, 100), "", (0, 0, 0)),
        "swamp": ((175, 205, 190), "", (0, 0, 0)),
        "sea": ((140, 180, 215), "", (0, 0, 0)),
    },
)
SYMBOLS = Style(
    "symbols",
    {
        "clear": ((236, 228, 200), "", (0, 0, 0)),
        "forest": ((236, 228, 200), "blobs", (90, 140, 70)),
        "rough": ((236, 228, 200), "ticks", (140, 110, 80)),
        "mountain": ((222, 205, 170), "peaks", (110, 80, 60)),
        "swamp": ((236, 228, 200), "dashes", (70, 120, 160)),
        "sea": ((160, 195, 220), "", (0, 0, 0)),
    },
    meander=0.05,
    grain=2.0,
)
WORN = Style(
    "worn",
    {
        "clear": ((214, 204, 172), "", (0, 0, 0)),
        "forest": ((196, 198, 156), "blobs", (140, 156, 112)),
        "rough": ((206, 192, 158), "ticks", (164, 146, 118)),
        "mountain": ((198, 182, 150), "peaks", (140, 118, 94)),
        "swamp": ((202, 204, 178), "dashes", (130, 154, 158)),
        "sea": ((170, 188, 190), "", (0, 0, 0)),
    },
    outline=(150, 142, 122),
    river=(112, 144, 168),
    river_width=4.0,
    meander=0.07,
    road=(160, 104, 84),
    grain=7.0,
    scatter=0.12,
)
STYLES = {style.name: style for style in (PLAIN, SYMBOLS, WORN)}


@dataclass
class Board:
    """What is printed: the truth that digitising should find again."""

    grid: Grid
    style: Style
    terrain: dict[str, str]
    rivers: list[Side]
    roads: list[Link]
    borders: list[Side] = field(default_factory=list)
    """Lines that look much like rivers and are none."""
    hexes: dict[str, Hex] = field(default_factory=dict)

    def labels_of(self, pair: Side | Link) -> tuple[str, str]:
        """The two labels of a hexside or link, in order."""
        ends = pair.hexes if isinstance(pair, Side) else pair
        first, second = sorted(str(self.grid.sheet.label(at)) for at in ends)
        return first, second


@dataclass
class Made:
    """A scan with the truth: where the centre of every hex has come to lie."""

    picture: Bytes
    board: Board
    centres: dict[str, tuple[float, float]]
    pitch: float

    def points(self, labels: list[str], seed: int, jitter: float = 1.0) -> list[ControlPoint]:
        """Clicks on hexes that miss by ``jitter`` pixels (one standard deviation each way)."""
        rng = np.random.default_rng(seed)
        off = rng.normal(0, jitter, (len(labels), 2))
        return [
            ControlPoint(label, self.centres[label][0] + dx, self.centres[label][1] + dy)
            for label, (dx, dy) in zip(labels, off, strict=True)
        ]


def board(
    style: Style = PLAIN,
    columns: int = 16,
    rows: int = 12,
    orientation: Orientation = Orientation.FLAT,
    order: Order = Order.CCRR,
    parity: Parity = Parity.EVEN,
    seed: int = 1,
) -> Board:
    """A board with patches of each terrain, rivers that run along hexsides, and roads."""
    rng = np.random.default_rng(seed)
    grid = Grid(order, orientation, columns, rows, parity)
    hexes, labels = grid.hexes()
    at = grid.units(hexes)
    kinds = list(style.terrain)
    seeds = at[rng.choice(len(at), size=min(len(at), 5 * len(kinds)), replace=False)]
    nearest = ((at[:, None] - seeds[None]) ** 2).sum(axis=2).argmin(axis=1)
    terrain = {label: kinds[n % len(kinds)] for label, n in zip(labels, nearest, strict=True)}
    there = dict(zip(labels, hexes, strict=True))
    made = Board(grid, style, terrain, [], [], hexes=there)
    made.rivers = _rivers(made, rng, max(2, columns // 4))
    made.roads = _roads(made, rng, max(2, columns // 5))
    return made


def _rivers(made: Board, rng: np.random.Generator, count: int) -> list[Side]:
    """Walks along hexsides between land hexes."""
    by_hex = {at: made.terrain[label] for label, at in made.hexes.items()}
    found: dict[Side, None] = {}
    pool = list(by_hex)
    for _ in range(count):
        corner, last = vertex(pool[int(rng.integers(len(pool)))], int(rng.integers(6))), None
        for _ in range(14):
            ways = [
                way
                for way in sides_at(corner)
                if way != last and all(by_hex.get(at, "sea") != "sea" for at in way.hexes)
            ]
            if not ways:
                break
            last = ways[int(rng.integers(len(ways)))]
            found[last] = None
            ends = (vertex(last.hex, last.direction), vertex(last.hex, last.direction + 1))
            corner = ends[1] if ends[0] == corner else ends[0]
    return list(found)


def _roads(made: Board, rng: np.random.Generator, count: int) -> list[Link]:
    by_hex = {at: made.terrain[label] for label, at in made.hexes.items()}
    land = [at for at, kind in by_hex.items() if kind != "sea"]
    found: dict[Link, None] = {}
    for _ in range(count):
        here, heading = land[int(rng.integers(len(land)))], int(rng.integers(6))
        for _ in range(12):
            there = here.neighbour((heading + int(rng.integers(-1, 2))) % 6)
            if by_hex.get(there, "sea") == "sea":
                break
            found[link(here, there)] = None
            here = there
    return list(found)


def printed(made: Board) -> tuple[Bytes, Floats]:
    """The board as printed, and the centres of its hexes in print order."""
    style, grid = made.style, made.grid
    rng = np.random.default_rng(99)
    hexes, labels = grid.hexes()
    units = grid.units(hexes)
    low = units.min(axis=0)
    size = PITCH * FINE
    origin = np.array([MARGIN, MARGIN]) * FINE + 0.7 * size - low * size
    layout = Layout(grid.orientation, size, Point(float(origin[0]), float(origin[1])))
    wide, high = (units.max(axis=0) - low) * size + 2 * (MARGIN * FINE + 0.7 * size)
    image = Image.new("RGB", (int(wide), int(high)), (244, 240, 228))
    draw = ImageDraw.Draw(image)
    for at, label in zip(hexes, labels, strict=True):
        fill = style.terrain[made.terrain[label]][0]
        draw.polygon([(p.x, p.y) for p in layout.corners(at)], fill=fill)
    for at, label in zip(hexes, labels, strict=True):
        _symbol(draw, layout.centre(at), made.terrain[label], style, rng, size)
    for at in hexes:
        ring = [(p.x, p.y) for p in layout.corners(at)]
        draw.line([*ring, ring[0]], fill=style.outline, width=round(1.2 * FINE))
    for way in made.roads:
        _stroke(draw, layout.centre(way.a), layout.centre(way.b), style.road, 3.0, style, rng)
    for bank in made.rivers:
        ends = layout.side_ends(bank)
        _stroke(draw, *ends, style.river, style.river_width, style, rng)
    for side in made.borders:
        _stroke(draw, *layout.side_ends(side), style.border, style.river_width, style, rng)
    font = ImageFont.truetype(str(FONT), round(0.19 * size), layout_engine=ImageFont.Layout.BASIC)
    for at, label in zip(hexes, labels, strict=True):
        x, y = layout.centre(at)
        draw.text((x, y - 0.31 * size), label, fill=(40, 40, 40), font=font, anchor="mm")
    picture = np.asarray(image.reduce(FINE))
    # A reduced pixel covers FINE fine ones, whose middle is (FINE - 1) / 2 further on.
    centres = (units * size + origin - (FINE - 1) / 2) / FINE
    if style.grain:
        noise = blurred(rng.normal(0, 1, picture.shape).astype(np.float32), 1)
        mottled = picture + noise / noise.std() * style.grain
        picture = np.clip(mottled, 0, 255).astype(np.uint8)
    return picture, centres


def _stroke(
    draw: ImageDraw.ImageDraw,
    a: Point,
    b: Point,
    colour: tuple[int, int, int],
    width: float,
    style: Style,
    rng: np.random.Generator,
) -> None:
    start, end = np.array(a), np.array(b)
    along = np.linspace(0, 1, 9)[:, None]
    across = np.array([start[1] - end[1], end[0] - start[0]]) / np.hypot(*(end - start))
    wave = rng.normal(0, 1) * np.sin(np.pi * along) + rng.normal(0, 0.7) * np.sin(2 * np.pi * along)
    way = start + (end - start) * along + across * wave * style.meander * PITCH * FINE
    thick = round(width * FINE)
    draw.line([(x, y) for x, y in way], fill=colour, width=thick, joint="curve")
    for x, y in (way[0], way[-1]):
        r = thick / 2
        draw.ellipse([x - r, y - r, x + r, y + r], fill=colour)


def _symbol(
    draw: ImageDraw.ImageDraw,
    centre: Point,
    kind: str,
    style: Style,
    rng: np.random.Generator,
    size: float,
) -> None:
    _, symbol, ink = style.terrain[kind]
    places = [(-0.2, 0.1), (0.18, 0.16), (0.0, -0.08), (-0.05, 0.3), (0.28, -0.1), (-0.3, -0.1)]
    for dx, dy in places if symbol else []:
        sx, sy = rng.normal(0, style.scatter, 2)
        x, y, s = centre.x + (dx + sx) * size, centre.y + (dy + sy) * size, 0.09 * size
        if symbol == "blobs":
            draw.ellipse([x - s, y - s, x + s, y + s * 0.8], fill=ink)
        elif symbol == "ticks":
            draw.line([(x - s, y + s * 0.6), (x + s * 0.2, y - s * 0.6)], fill=ink, width=5)
        elif symbol == "peaks":
            shape = [(x - s, y + s), (x, y - s), (x + s, y + s)]
            draw.line(shape, fill=ink, width=6)
        else:
            draw.line([(x - 1.3 * s, y), (x + 1.3 * s, y)], fill=ink, width=4)


Warp = Callable[[Floats], Floats]


def scan(made: Board, *damages: str, seed: int = 5) -> Made:
    """Print a board and damage it by names of :data:`DAMAGES`, geometry before light and noise."""
    picture, centres = printed(made)
    result = _as_made(picture, made, centres)
    for damage in damages:
        result = DAMAGES[damage](result, np.random.default_rng(seed))
    return result


def _as_made(picture: Bytes, made: Board, centres: Floats) -> Made:
    _, labels = made.grid.hexes()
    places = {label: (float(x), float(y)) for label, (x, y) in zip(labels, centres, strict=True)}
    return Made(picture, made, places, PITCH)


def _bent(made: Made, forward: Warp, backward: Warp, size: tuple[int, int]) -> Made:
    wide, high = size
    y, x = np.mgrid[:high, :wide].astype(np.float64)
    source = backward(np.stack([x.ravel(), y.ravel()], axis=1))
    h, w = made.picture.shape[:2]
    out = np.full((high * wide, 3), 250.0, dtype=np.float32)
    on = (source >= 0).all(axis=1) & (source[:, 0] <= w - 1) & (source[:, 1] <= h - 1)
    out[on] = sample(made.picture.astype(np.float32), source[on, 0], source[on, 1])
    centres = forward(np.array(list(made.centres.values())))
    moved = {
        label: (float(p[0]), float(p[1])) for label, p in zip(made.centres, centres, strict=True)
    }
    return replace(
        made, picture=np.rint(out).reshape(high, wide, 3).astype(np.uint8), centres=moved
    )


def _by_matrix(made: Made, matrix: Floats) -> Made:
    h, w = made.picture.shape[:2]

    def apply(m: Floats, at: Floats) -> Floats:
        full = at @ m[:, :2].T + m[:, 2]
        result: Floats = full[:, :2] / full[:, 2:]
        return result

    corners = apply(matrix, np.array([[0, 0], [w, 0], [0, h], [w, h]], dtype=np.float64))
    shift = np.eye(3)
    shift[:2, 2] = -corners.min(axis=0)
    whole = shift @ matrix
    size = np.ceil(corners.max(axis=0) - corners.min(axis=0)).astype(int)
    back = np.linalg.inv(whole)
    return _bent(
        made, lambda at: apply(whole, at), lambda at: apply(back, at), (int(size[0]), int(size[1]))
    )


def rotated(made: Made, _rng: np.random.Generator) -> Made:
    """Laid on the glass 3.2 degrees askew."""
    c, s = np.cos(np.radians(3.2)), np.sin(np.radians(3.2))
    return _by_matrix(made, np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]))


def sheared(made: Made, _rng: np.random.Generator) -> Made:
    """Stretched by 4 per cent one way and sheared by 3."""
    return _by_matrix(made, np.array([[1.04, 0.03, 0], [-0.01, 0.99, 0], [0, 0, 1.0]]))


def perspective(made: Made, _rng: np.random.Generator) -> Made:
    """Photographed at a slant: the far edge is about an eighth shorter."""
    h, w = made.picture.shape[:2]
    return _by_matrix(made, np.array([[1.0, 0.02, 0], [0.01, 1.0, 0], [0.05 / w, 0.13 / h, 1.0]]))


def folded(made: Made, _rng: np.random.Generator) -> Made:
    """A crease: beyond it the paper lies at another slope, and near it it stands off the glass."""
    h, w = made.picture.shape[:2]
    normal = np.array([0.96, 0.28])
    middle = np.array([0.52 * w, 0.5 * h])
    lean, dip, reach = np.array([-0.035, 0.02]), np.array([0.05, 0.12]) * PITCH, 1.8 * PITCH

    def forward(at: Floats) -> Floats:
        away = (at - middle) @ normal
        bend = np.maximum(away, 0)[:, None] * lean
        result: Floats = at + bend + np.exp(-np.abs(away) / reach)[:, None] * dip
        return result

    def backward(at: Floats) -> Floats:
        found = at.copy()
        for _ in range(12):
            found = found - (forward(found) - at)
        return found

    return _bent(made, forward, backward, (w, h))


def unevenly_lit(made: Made, _rng: np.random.Generator) -> Made:
    """A lamp at one corner: the other is a third darker, and yellower."""
    h, w = made.picture.shape[:2]
    y, x = np.mgrid[:h, :w]
    away = np.hypot(x / w, y / h) / np.sqrt(2)
    light = 1.05 - 0.35 * away[..., None] * np.array([0.9, 1.0, 1.15])
    return replace(made, picture=np.clip(made.picture * light, 0, 255).astype(np.uint8))


def jpeg_noised(made: Made, _rng: np.random.Generator) -> Made:
    """Saved as JPEG of quality 35."""
    buffer = BytesIO()
    Image.fromarray(made.picture).save(buffer, "JPEG", quality=35)
    return replace(made, picture=np.asarray(Image.open(buffer).convert("RGB")))


def on_rough_paper(made: Made, rng: np.random.Generator) -> Made:
    """Fibres, blotches and sensor noise."""
    h, w = made.picture.shape[:2]
    fine = rng.normal(0, 4, (h, w, 3))
    coarse = blurred(rng.normal(0, 1, (h, w)).astype(np.float32), 6)
    fibre: NDArray[np.float64] = fine + (coarse / coarse.std() * 5)[..., None]
    return replace(made, picture=np.clip(made.picture + fibre, 0, 255).astype(np.uint8))


DAMAGES: dict[str, Callable[[Made, np.random.Generator], Made]] = {
    "rotated": rotated,
    "sheared": sheared,
    "perspective": perspective,
    "folded": folded,
    "light": unevenly_lit,
    "jpeg": jpeg_noised,
    "paper": on_rough_paper,
}

SUITES: dict[str, tuple[str, ...]] = {
    "none": (),
    **{name: (name,) for name in DAMAGES},
    "all but the fold": ("rotated", "sheared", "perspective", "light", "paper", "jpeg"),
    "all": ("folded", "rotated", "perspective", "light", "paper", "jpeg"),
}
"""What is measured: each damage alone, and together."""


def spread_labels(made: Made, count: int) -> list[str]:
    """Hexes as a person would choose: near corners and edges first, then between."""
    labels = list(made.centres)
    at = np.array([made.centres[label] for label in labels])
    chosen = [int(np.argmin(at.sum(axis=1)))]
    while len(chosen) < count:
        away = np.sqrt(((at[:, None] - at[chosen][None]) ** 2).sum(axis=2)).min(axis=1)
        chosen.append(int(np.argmax(away)))
    return [labels[i] for i in chosen]


def adjacent_pairs(made: Board) -> list[tuple[Hex, Hex]]:
    """All pairs of adjacent hexes of a board."""
    hexes, _ = made.grid.hexes()
    on = dict.fromkeys(hexes)
    return [(a, b) for a in hexes for b in a.neighbours() if b in on and a < b]


def side_labels(made: Board) -> dict[tuple[str, str], Side]:
    """Every hexside inside the board by its two labels."""
    return {made.labels_of(side_between(a, b)): side_between(a, b) for a, b in adjacent_pairs(made)}
