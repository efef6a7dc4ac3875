from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QBrush, QColor

from qtapp.painters.layers.noise import ridged, rolling, share, signed
from qtapp.painters.layers.relief import DENSITY, Relief
from qtapp.painters.layers.shape import BoardShape
from qtapp.painters.palette import luminance
from tests.qtapp.painters.boards import board

pytestmark = pytest.mark.usefixtures("qapp")


@given(st.integers(-10_000, 10_000), st.integers(-10_000, 10_000), st.integers(0, 99))
def test_a_place_always_gets_the_same_wiggle(a: int, b: int, salt: int) -> None:
    assert -1.0 <= signed(a, b, salt) <= 1.0
    assert signed(a, b, salt) == signed(a, b, salt)
    assert 0.0 <= share(a, b, salt) <= 1.0


def test_wiggles_differ_from_place_to_place() -> None:
    values = {signed(a, b) for a in range(30) for b in range(30)}
    assert len(values) > 850
    assert abs(sum(values) / len(values)) < 0.1


def test_noise_repeats_without_a_seam() -> None:
    for field in (rolling(128, 8, 3, 5), ridged(128, 8, 3, 5)):
        inner = np.abs(np.diff(field, axis=1)).max()
        assert np.abs(field[:, 0] - field[:, -1]).max() < 1.5 * inner
        assert np.abs(field[0] - field[-1]).max() < 1.5 * inner


def test_relief_of_a_part_is_part_of_the_whole() -> None:
    relief = Relief(BoardShape(board(16, 12)))
    whole = relief._shade(0, 0, 12 * DENSITY, 9 * DENSITY)
    part = relief._shade(40, 30, 50, 45)
    margin = DENSITY
    inner = part[margin:-margin, margin:-margin]
    there = whole[30 + margin : 75 - margin, 40 + margin : 90 - margin]
    assert np.abs(inner - there).max() < 0.01


def test_the_overview_covers_the_board_in_its_tints() -> None:
    shape = BoardShape(board(16, 12))
    image, area = Relief(shape).overview(4)
    assert area.adjusted(-1, -1, 1, 1).contains(shape.bounds)
    tints = {shape.terrain_look(kind).fill for kind in shape.map.terrain.values()}
    seen = {
        image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())
    }
    assert tints <= seen


def test_brushes_lie_where_they_are_asked_for() -> None:
    relief = Relief(BoardShape(board(16, 12)))
    rect = QRectF(120, 90, 200, 150)
    for brush in (relief.brush(rect), relief.shallows(rect)):
        image = brush.textureImage()
        assert brush.transform().mapRect(QRectF(image.rect())).contains(rect)


def test_the_land_runs_on_past_the_edge() -> None:
    """Each empty hex at the edge is as high as the hexes of the board beside it on average."""
    shape = BoardShape(board(16, 12))
    terrain = shape.map.terrain
    relief = Relief(shape)
    for at in terrain:
        for near in at.neighbours():
            if near in terrain:
                continue
            inland = [
                np.float32(shape.terrain_look(terrain[far]).relief)
                for far in near.neighbours()
                if far in terrain
            ]
            found = relief._heights[near.q - relief._q0, near.r - relief._r0]
            assert found == sum(inland) / np.float32(len(inland))


def far_sea(wide: int = 16) -> tuple[BoardShape, Relief]:
    """A board of sea with one column of land at its left edge."""
    made = board(wide, 12)
    looks = BoardShape(made).terrain_look
    kinds = {looks(kind).water: kind for kind in sorted(set(made.terrain.values()))}
    made.terrain = {at: kinds[at.q > 0] for at in made.terrain}
    shape = BoardShape(made)
    return shape, Relief(shape)


def test_water_is_darker_the_farther_from_land() -> None:
    shape, relief = far_sea()
    row = sorted(
        (at for at in shape.map.terrain if at.q > 0 and 3 < at.r + at.q // 2 < 5),
        key=lambda at: at.q,
    )
    depths = [relief._depths[at.q - relief._q0, at.r - relief._r0] for at in row]
    assert depths[0] == 0.0 and depths[-1] == 1.0 and depths == sorted(depths)
    fill = "#b0ccd6"
    deep = relief.water(shape.hex_rect(row[-1], 0.5), [row[-1]], fill)
    assert isinstance(deep, QColor) and luminance(deep.name()) < luminance(fill)
    both = relief.water(shape.bounds, row, fill)
    assert isinstance(both, QBrush)
    image = both.textureImage()
    back, _ = both.transform().inverted()
    tints = [
        luminance(image.pixelColor(back.map(QPointF(*shape.centre(at))).toPoint()).name())
        for at in row
    ]
    assert tints[0] > tints[4] > tints[-1] - 1e-9


def test_a_new_island_has_no_deep_water_on_it() -> None:
    shape, relief = far_sea()
    at = max(shape.map.terrain)
    shape.map.terrain[at] = next(
        kind for kind in shape.map.terrain.values() if not shape.terrain_look(kind).water
    )
    relief.touch([at])
    assert relief._depths[at.q - relief._q0, at.r - relief._r0] == 0.0
