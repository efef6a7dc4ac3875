from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF

from maps.hexgrid import Hex, side
from maps.layout import Orientation
from qtapp.painters.layers.shape import CORNERS, PITCH, BoardShape, Course, side_keys, spokes
from tests.qtapp.painters.boards import board

SHAPES = {way: BoardShape(board(16, 12, way)) for way in Orientation}

small = st.integers(-20, 20)


@given(st.sampled_from(list(Orientation)), small, small)
def test_vertices_lie_on_the_corners_of_the_layout(way: Orientation, q: int, r: int) -> None:
    shape = SHAPES[way]
    for index, (dq, dr) in enumerate(CORNERS):
        x, y = shape._plain((3 * q + dq, 3 * r + dr))
        corner = shape.layout.corner(Hex(q, r), index)
        assert (x, y) == pytest.approx((corner.x, corner.y), abs=1e-6)


@given(small, small, st.integers(0, 5))
def test_spokes_lead_along_sides_that_meet_in_the_vertex(q: int, r: int, corner: int) -> None:
    key = (3 * q + CORNERS[corner][0], 3 * r + CORNERS[corner][1])
    for near, of in spokes(key):
        assert set(side_keys(of)) == {key, near}


@pytest.mark.parametrize("way", list(Orientation))
def test_areas_of_all_terrains_cover_the_board_once(way: Orientation) -> None:
    shape = SHAPES[way]
    groups: dict[str, list[Hex]] = {}
    for at, kind in shape.map.terrain.items():
        groups.setdefault(kind, []).append(at)
    areas = [shape.area(hexes) for hexes in groups.values()]
    whole = shape.area(shape.map.terrain)
    bounds = shape.bounds
    for step in range(1500):
        spot = QPointF(
            bounds.left() + bounds.width() * ((step * 0.754877) % 1),
            bounds.top() + bounds.height() * ((step * 0.569840) % 1),
        )
        inside = sum(area.contains(spot) for area in areas)
        assert inside == whole.contains(spot)


def test_a_coast_is_drawn_near_its_hexsides() -> None:
    shape = SHAPES[Orientation.FLAT]
    coasts = [
        of
        for at in shape.map.terrain
        for of in (side(at, 0), side(at, 1), side(at, 2))
        if shape.course(of) is Course.COAST
    ]
    assert coasts
    for of in coasts:
        a, b = shape.layout.side_ends(of)
        mx, my = (a.x + b.x) / 2, (a.y + b.y) / 2
        assert all(
            (x - mx) ** 2 + (y - my) ** 2 < (0.62 * PITCH) ** 2 for x, y in shape.side_points(of)
        )


def test_an_edit_disturbs_only_its_surroundings() -> None:
    of = board(16, 12)
    shape = BoardShape(of)
    at = shape.hex_at(shape.bounds.center().x(), shape.bounds.center().y())
    before = {key: shape.node(key) for h in of.terrain for key in _keys(h)}
    of.terrain[at] = "lake" if of.terrain[at] != "lake" else "clear"
    shape.touch([at])
    fresh = BoardShape(of)
    for key, old in before.items():
        assert shape.node(key) == fresh.node(key)
        if key not in {k for near in (at, *at.neighbours()) for k in _keys(near)}:
            assert shape.node(key) == old


def _keys(at: Hex) -> list[tuple[int, int]]:
    return [(3 * at.q + dq, 3 * at.r + dr) for dq, dr in CORNERS]


@pytest.mark.parametrize("way", list(Orientation))
def test_hexes_in_a_rectangle_are_all_that_show_there(way: Orientation) -> None:
    shape = SHAPES[way]
    rect = QRectF(150, 100, 260, 180)
    wanted = {at for at in shape.map.terrain if shape.area([at]).boundingRect().intersects(rect)}
    assert wanted <= set(shape.hexes_in(rect))
    assert len(shape.hexes_in(rect)) < len(shape.map.terrain)


@given(st.sampled_from(list(Orientation)), st.floats(-5_000, 5_000), st.floats(-5_000, 5_000))
def test_the_hex_at_a_point_of_the_paper_is_that_of_the_layout(
    way: Orientation, x: float, y: float
) -> None:
    assert SHAPES[way].hex_at(x, y) == SHAPES[way].layout.hex_at(x, y)
