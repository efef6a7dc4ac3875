"""Shaded relief: hills and mountains lit from the north-west, one landscape across all hexes.

Each terrain kind has a height (its look's ``relief``). Heights are laid out in a coarse raster with
slightly wavering hex edges, roughened by noise that belongs to the place, and shaded. Any part of
the raster can be worked out alone and fits its neighbours.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from functools import cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QColor, QImage, QTransform

from maps.hexgrid import DIRECTIONS, Hex
from maps.legend import Layer
from qtapp.painters.layers.noise import Field, ridged, rolling
from qtapp.painters.layers.shape import PITCH, BoardShape
from qtapp.painters.palette import colour, mixed

TILE = 512
"""Pixels after which the noise repeats."""


DENSITY = 10
"""Raster points per hex."""

_DEPTHS = (0.0, 0.0, 0.22, 0.45, 0.66, 0.84, 1.0)
"""How deep the water is, from none to most, by steps from land; 1 beyond."""
_DEEPEST = 0.30
"""How much of the ink of the deep is in the deepest water."""

MOST_POINTS = 1_000_000
"""Points of the picture of a whole board that is in while it is painted."""


class Relief:
    """The shaded relief of one board."""

    def __init__(self, shape: BoardShape) -> None:
        self._shape = shape
        terrain = shape.map.terrain
        qs = [at.q for at in terrain] or [0]
        rs = [at.r for at in terrain] or [0]
        self._q0, self._r0 = min(qs) - 2, min(rs) - 2
        self._heights = np.zeros((max(qs) - self._q0 + 3, max(rs) - self._r0 + 3), np.float32)
        self._dry = np.zeros(self._heights.shape, np.float32)
        paper = int(colour(shape.palette.paper).rgb())
        self._tints = np.full(self._heights.shape, paper, np.uint32)
        self._overviews: dict[float, NDArray[np.intp]] = {}
        self._read_board()
        self._pad()
        self._depths = self._sounded()

    @property
    def is_hilly(self) -> bool:
        """True when the legend has hills or mountains, so that shading the land is worth while."""
        shape = self._shape
        kinds = shape.map.legend.of(Layer.TERRAIN)
        return any(shape.terrain_look(kind.id).relief > 0.1 for kind in kinds)

    def touch(self, hexes: Iterable[Hex]) -> None:
        """Read the terrain of some hexes again."""
        known = self._shape.map.terrain
        asked = hexes if isinstance(hexes, Collection) else list(hexes)
        if 4 * len(asked) > len(known):  # quicker than to look for each
            self._read_board()
            return
        spots: dict[str, list[Hex]] = {}
        for at in asked:
            kind = known.get(at)
            if kind is not None:
                spots.setdefault(kind, []).append(at)
        for kind, hexes_of_it in spots.items():
            look = self._shape.terrain_look(kind)
            cells, _ = self._table_cells(hexes_of_it)
            self._heights[cells] = look.relief
            self._dry[cells] = not look.water
            self._depths[cells] *= look.water
            self._tints[cells] = colour(look.fill).rgb()

    def _read_board(self) -> None:
        """Read the terrain of all hexes, without looking for any."""
        cells, inside = self._table_cells(self._shape.map.terrain)
        kinds = self._shape.map.terrain.values()
        numbers = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
        looks = [self._shape.terrain_look(kind) for kind in numbers]
        held = np.fromiter(map(numbers.__getitem__, kinds), np.intp, len(kinds))[inside]
        self._heights[cells] = np.array([look.relief for look in looks], np.float32)[held]
        self._dry[cells] = np.array([not look.water for look in looks], np.float32)[held]
        tints = np.array([colour(look.fill).rgb() for look in looks], np.uint32)
        self._tints[cells] = tints[held]

    def _table_cells(
        self, hexes: Collection[Hex]
    ) -> tuple[tuple[NDArray[np.intp], NDArray[np.intp]], NDArray[np.bool_]]:
        """Rows and columns of those of some hexes that lie in the tables; and which ones do."""
        axial = np.fromiter(chain.from_iterable(hexes), np.intp, 2 * len(hexes))
        i, j = axial[::2] - self._q0, axial[1::2] - self._r0
        rows, columns = self._heights.shape
        inside = (i >= 0) & (i < rows) & (j >= 0) & (j < columns)
        return (i[inside], j[inside]), inside

    def _pad(self) -> None:
        """Let the land run on past the edge of the sheet, so that the edge casts no shadow."""
        spots = np.array(list(self._shape.map.terrain), np.intp).reshape(-1, 2)
        rows, columns = spots[:, 0] - self._q0, spots[:, 1] - self._r0
        there = np.zeros(self._heights.shape, np.bool_)
        there[rows, columns] = True
        inland = np.where(there, self._heights, np.float32(0))
        total = np.zeros_like(inland)
        count = np.zeros(inland.shape, np.int8)
        for dq, dr in DIRECTIONS:  # the frame of two empty rows keeps what is rolled over harmless
            total += np.roll(inland, (-dq, -dr), (0, 1))
            count += np.roll(there, (-dq, -dr), (0, 1))
        edge = ~there & (count > 0)
        self._heights[edge] = total[edge] / count[edge].astype(np.float32)

    def _sounded(self) -> NDArray[np.float32]:
        """How deep each hex is, by its distance from the land of the board as it is now.

        Edits later on make land of water at most: they would else draw the sea again far around.
        """
        near = self._dry > 0
        depths = np.where(near, np.float32(0), np.float32(1))
        for depth in _DEPTHS[1:]:
            wider = near.copy()
            for dq, dr in DIRECTIONS:
                wider |= np.roll(near, (dq, dr), (0, 1))
            depths[wider & ~near] = depth
            near = wider
        return depths

    def water(self, rect: QRectF, hexes: Collection[Hex], fill: str) -> QBrush | QColor:
        """What water of a tint is filled with in ``rect``: darker where it is deep.

        A brush in paper units, or a colour where all of some ``hexes`` is as deep.
        """
        cells, _ = self._table_cells(hexes)
        rows, columns = cells
        around = self._depths[
            max(0, rows.min() - 1) : rows.max() + 2, max(0, columns.min() - 1) : columns.max() + 2
        ]
        flat = float(around.max())
        if float(around.min()) == flat:
            return colour(mixed(fill, self._shape.palette.deep, _DEEPEST * flat))
        density = 3
        step, reach = PITCH / density, density + 1
        left, top = math.floor(rect.left() / step) - reach, math.floor(rect.top() / step) - reach
        wide = math.ceil(rect.right() / step) + reach - left
        high = math.ceil(rect.bottom() / step) + reach - top
        x = (np.arange(left, left + wide) + 0.5).astype(np.float32)[None, :] * np.float32(step)
        y = (np.arange(top, top + high) + 0.5).astype(np.float32)[:, None] * np.float32(step)
        depth = _blurred(_blurred(self._depths[self._cells(x, y)], 2), 1)
        image = _between(colour(fill), colour(self._shape.palette.deep), depth * _DEEPEST)
        brush = QBrush(image)
        brush.setTransform(QTransform.fromTranslate(left * step, top * step).scale(step, step))
        return brush

    def shallows(self, rect: QRectF) -> QBrush:
        """A brush, in paper units, that pales the sea of ``rect`` towards the coast."""
        density = 8
        step = PITCH / density
        reach = density + 2
        left, top = math.floor(rect.left() / step) - reach, math.floor(rect.top() / step) - reach
        wide = math.ceil(rect.right() / step) + reach - left
        high = math.ceil(rect.bottom() / step) + reach - top
        x = (np.arange(left, left + wide) + 0.5).astype(np.float32)[None, :] * np.float32(step)
        y = (np.arange(top, top + high) + 0.5).astype(np.float32)[:, None] * np.float32(step)
        dry = self._dry[self._cells(x, y)]
        near = _blurred(_blurred(dry, 1), 1)
        far = _blurred(_blurred(near, 3), 3)
        alpha = np.clip(near * 0.28 + far * 0.55, 0.0, 0.46)
        image = _flat_tint(alpha, self._shape.palette.shallows)
        brush = QBrush(image)
        brush.setTransform(QTransform.fromTranslate(left * step, top * step).scale(step, step))
        return brush

    def brush(self, rect: QRectF) -> QBrush:
        """A brush, in paper units, that shades the part ``rect`` of the paper."""
        step = PITCH / DENSITY
        margin = DENSITY
        left, top = math.floor(rect.left() / step) - margin, math.floor(rect.top() / step) - margin
        wide = math.ceil(rect.right() / step) + margin - left
        high = math.ceil(rect.bottom() / step) + margin - top
        shade = self._shade(left, top, wide, high)
        inner = shade[2:-2, 2:-2]
        brush = QBrush(_tinted(inner, self._shape))
        brush.setTransform(
            QTransform.fromTranslate((left + 2) * step, (top + 2) * step).scale(step, step)
        )
        return brush

    def overview(self, density: int = 8) -> tuple[QImage, QRectF]:
        """The whole board in flat tints, coarse and quick, and where it lies.

        It has ``density`` points per hex, fewer where a large board would need too many.
        """
        area = self._shape.bounds
        step = max(PITCH / density, math.sqrt(area.width() * area.height() / MOST_POINTS))
        left, top = math.floor(area.left() / step), math.floor(area.top() / step)
        wide, high = math.ceil(area.right() / step) - left, math.ceil(area.bottom() / step) - top
        x = (np.arange(left, left + wide) + 0.5).astype(np.float32)[None, :] * np.float32(step)
        y = (np.arange(top, top + high) + 0.5).astype(np.float32)[:, None] * np.float32(step)
        cells = self._overviews.get(step)
        if cells is None:  # which hex lies where never changes
            i, j = self._cells(x, y)
            cells = self._overviews[step] = i * self._tints.shape[1] + j
        image = QImage(
            self._tints.take(cells).data, wide, high, 4 * wide, QImage.Format.Format_RGB32
        )
        return image.copy(), QRectF(left * step, top * step, wide * step, high * step)

    def _shade(self, left: int, top: int, wide: int, high: int) -> Field:
        """Light falling on each raster point: negative in shadow, positive in light."""
        crest = _window(_crests(), left, top, wide, high)
        round_ = _window(_swells(), left, top, wide, high)
        across = _window(_waver(), left, top, wide, high)
        down = _window(_waver(), left + 97, top + 211, wide, high)
        step = np.float32(PITCH / DENSITY)
        amount = np.float32(0.16 * PITCH)
        x = (np.arange(left, left + wide, dtype=np.float32) + np.float32(0.5))[None, :] * step
        y = (np.arange(top, top + high, dtype=np.float32) + np.float32(0.5))[:, None] * step
        x, y = x + amount * across, y + amount * down
        height = _blurred(_blurred(self._sampled(x, y), DENSITY // 4), DENSITY // 5)
        land = height * (0.30 + 0.70 * (height * crest + (1 - height) * (0.55 + 0.5 * round_)))
        land = land * np.float32(DENSITY * 0.56)
        gy, gx = np.gradient(land)
        light = (gx + gy) / np.sqrt(1.0 + gx * gx + gy * gy) * np.float32(0.7071)
        shade: Field = light.astype(np.float32)
        return shade

    def _sampled(self, x: Field, y: Field) -> Field:
        found: Field = self._heights[self._cells(x, y)]
        return found

    def _cells(self, x: Field, y: Field) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Row and column in the table of heights of the hexes that hold points of the paper."""
        a, b = self._shape.centre((1, 0))
        c, d = self._shape.centre((0, 1))
        det = a * d - b * c
        q = x * np.float32(d / det) - y * np.float32(c / det)
        r = y * np.float32(a / det) - x * np.float32(b / det)
        rq, rr, rs = np.rint(q), np.rint(r), np.rint(-q - r)
        dq, dr, ds = np.abs(rq - q), np.abs(rr - r), np.abs(rs + q + r)
        by_q = (dq > dr) & (dq > ds)
        by_r = ~by_q & (dr > ds)
        rq, rr = np.where(by_q, -rr - rs, rq), np.where(by_r, -rq - rs, rr)
        rows, columns = self._heights.shape
        i = np.clip(rq.astype(np.intp) - self._q0, 0, rows - 1)
        j = np.clip(rr.astype(np.intp) - self._r0, 0, columns - 1)
        return i, j


@cache
def _crests() -> Field:
    return np.tile(ridged(TILE, 48, 4, 3), (2, 2))


@cache
def _swells() -> Field:
    return np.tile(rolling(TILE, 38, 3, 9), (2, 2))


@cache
def _waver() -> Field:
    return np.tile(rolling(TILE, 76, 2, 21), (2, 2))


def _window(doubled: Field, left: int, top: int, wide: int, high: int) -> Field:
    """A part of the endless noise whose tile, laid two by two, is ``doubled``."""
    row, column = top % TILE, left % TILE
    if row + high <= 2 * TILE and column + wide <= 2 * TILE:
        return doubled[row : row + high, column : column + wide]
    rows, columns = np.arange(top, top + high) % TILE, np.arange(left, left + wide) % TILE
    found: Field = doubled[np.ix_(rows, columns)]
    return found


def _blurred(field: Field, radius: int) -> Field:
    """A box blur along both axes; the outermost ``radius`` pixels are not to be trusted."""
    if radius < 1:
        return field
    wide = 2 * radius + 1
    padded = np.pad(field, radius + 1, mode="edge")[:-1, :-1]
    sums = np.cumsum(padded, axis=1)
    sums = np.cumsum(sums[:, wide:] - sums[:, :-wide], axis=0)
    out: Field = (sums[wide:] - sums[:-wide]) * np.float32(1.0 / (wide * wide))
    return out


def _flat_tint(alpha: Field, ink: str) -> QImage:
    """One colour in changing strength, as a picture."""
    tint = colour(ink)
    high, wide = alpha.shape
    pixels: NDArray[np.uint8] = np.empty((high, wide, 4), np.uint8)
    for channel, part in enumerate((tint.blue(), tint.green(), tint.red(), 255)):
        pixels[..., channel] = part * alpha
    image = QImage(pixels.data, wide, high, 4 * wide, QImage.Format.Format_ARGB32_Premultiplied)
    return image.copy()


def _between(first: QColor, second: QColor, share: Field) -> QImage:
    """The colours between two, by the share of the second."""
    high, wide = share.shape
    pixels: NDArray[np.uint8] = np.full((high, wide, 4), 255, np.uint8)
    parts = (
        (first.blue(), second.blue()),
        (first.green(), second.green()),
        (first.red(), second.red()),
    )
    for channel, (low, top) in enumerate(parts):
        pixels[..., channel] = np.rint(low + (top - low) * share)
    return QImage(pixels.data, wide, high, 4 * wide, QImage.Format.Format_RGB32).copy()


def _tinted(shade: Field, shape: BoardShape) -> QImage:
    """The shading as a picture to lay over the tints: dark ink in shadow, warm white in light."""
    dark, light = colour(shape.palette.relief_dark), colour(shape.palette.relief_light)
    alpha = np.where(shade < 0, np.minimum(-shade * 0.80, 0.55), np.minimum(shade * 0.75, 0.60))
    high, wide = shade.shape
    pixels: NDArray[np.uint8] = np.empty((high, wide, 4), np.uint8)
    is_dark = shade < 0
    parts = ((dark.blue(), light.blue()), (dark.green(), light.green()), (dark.red(), light.red()))
    for channel, (low, top) in enumerate(parts):
        pixels[..., channel] = np.where(is_dark, low, top) * alpha
    pixels[..., 3] = alpha * 255
    image = QImage(pixels.data, wide, high, 4 * wide, QImage.Format.Format_ARGB32_Premultiplied)
    return image.copy()
