"""Brushes, floods, lassos and what is done to areas."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.finding import areas
from maps.finding.areas import (
    BrushShape,
    box_of,
    brush,
    from_rim,
    grown,
    inverted,
    lassoed,
    nearest_side,
    of_terrain,
    rim,
    same_terrain,
    shrunk,
    swept,
)
from maps.hexgrid import Hex, Side, disk, distance, side, side_between
from maps.layout import Layout, Orientation, Point
from maps.model import GameMap

near = st.builds(Hex, st.integers(-4, 4), st.integers(-4, 4))
boards = st.dictionaries(
    st.builds(Hex, st.integers(-3, 3), st.integers(-3, 3)), st.sampled_from("ab"), max_size=49
)
walls = st.frozensets(st.builds(side, near, st.integers(0, 5)), max_size=30)
orientations = st.sampled_from(Orientation)


def board_of(terrain: dict[Hex, str], rivers: frozenset[Side] = frozenset()) -> GameMap:
    board = GameMap("m", "M", Orientation.FLAT)
    board.terrain = dict(terrain)
    board.hexsides = {of: frozenset({"river"}) for of in rivers}
    return board


def brute_flood(board: GameMap, start: Hex, stops: bool) -> set[Hex]:
    """Joined hexes by repeated passes over the whole board."""
    if start not in board:
        return set()
    found, size = {start}, 0
    while len(found) != size:
        size = len(found)
        for at in board.terrain:
            for by in at.neighbours():
                if by not in found or board.terrain[at] != board.terrain[start]:
                    continue
                if not (stops and side_between(at, by) in board.hexsides):
                    found.add(at)
    return found


@given(boards, walls, near, st.booleans())
def test_a_fill_is_what_passes_over_the_whole_board_find(
    terrain: dict[Hex, str], rivers: frozenset[Side], start: Hex, stops: bool
) -> None:
    board = board_of(terrain, rivers)
    found = same_terrain(board, start, not_across=("river",) if stops else ())
    assert len(set(found)) == len(found)
    assert set(found) == brute_flood(board, start, stops)


def test_a_fill_keeps_to_an_area_and_says_when_it_is_too_much() -> None:
    board = board_of(dict.fromkeys(disk(Hex(0, 0), 5), "clear"))
    within = frozenset(disk(Hex(0, 0), 1))
    assert set(same_terrain(board, Hex(0, 0), within=within)) == within
    assert same_terrain(board, Hex(3, 0), within=within) == []
    assert 20 < len(same_terrain(board, Hex(0, 0), most=20)) < len(board.terrain)
    assert len(same_terrain(board, Hex(0, 0), most=91)) == 91


@pytest.mark.parametrize("shape", BrushShape)
def test_brushes_grow_with_their_size(shape: BrushShape) -> None:
    sizes = [set(brush(Hex(2, -1), size, shape)) for size in range(1, 8)]
    assert sizes[0] == {Hex(2, -1)}
    assert all(len(a) < len(b) for a, b in itertools.pairwise(sizes))
    for size, hexes in enumerate(sizes, 1):
        assert len(brush(Hex(2, -1), size, shape)) == len(hexes)
        assert max(distance(Hex(2, -1), at) for at in hexes) == size - 1
    with pytest.raises(ValueError, match="size"):
        brush(Hex(0, 0), 0, shape)


@given(near, near, st.integers(1, 4))
def test_a_sweep_leaves_no_gap(start: Hex, end: Hex, size: int) -> None:
    found = swept(start, end, size)
    assert {start, end} <= set(found) and len(set(found)) == len(found)
    board = board_of(dict.fromkeys(found, "x"))
    assert set(same_terrain(board, start)) == set(found)


@given(orientations, near, near)
def test_a_rectangle_and_the_lasso_round_it_agree(
    orientation: Orientation, start: Hex, end: Hex
) -> None:
    layout = Layout(orientation, 10.0)
    a, b = layout.centre(start), layout.centre(end)
    low = Point(min(a.x, b.x) - 0.1, min(a.y, b.y) - 0.1)
    high = Point(max(a.x, b.x) + 0.1, max(a.y, b.y) + 0.1)
    among = list(disk(Hex(0, 0), 9))
    inside = box_of(layout, low, high, among)
    assert {start, end} <= set(inside)
    corners = [low, Point(high.x, low.y), high, Point(low.x, high.y)]
    assert lassoed(layout, corners, among) == inside
    assert box_of(layout, high, low, among) == inside
    assert lassoed(layout, corners[:2], among) == []


def test_a_round_lasso_takes_a_disk() -> None:
    layout = Layout(Orientation.FLAT, 1.0)
    outline = [Point(2.6 * math.cos(n / 9), 2.6 * math.sin(n / 9)) for n in range(57)]
    assert set(lassoed(layout, outline, disk(Hex(0, 0), 5))) == set(disk(Hex(0, 0), 2)) | {
        at for at in disk(Hex(0, 0), 5) if math.hypot(*layout.centre(at)) < 2.59
    }


@given(boards, st.frozensets(near, max_size=20))
def test_growing_shrinking_and_inverting(terrain: dict[Hex, str], marked: frozenset[Hex]) -> None:
    board = board_of(terrain)
    area = [at for at in sorted(marked) if at in board]
    assert set(shrunk(board, grown(board, area))) >= set(area)
    assert set(shrunk(board, area)) <= set(area) <= set(grown(board, area))
    assert inverted(board, inverted(board, area)) == area
    assert set(inverted(board, area)).isdisjoint(area)
    assert sorted(of_terrain(board, "a") + of_terrain(board, "b")) == sorted(board.terrain)


@given(st.frozensets(near, max_size=20))
def test_the_rim_is_every_step_out(area: frozenset[Hex]) -> None:
    found = list(rim(area))
    assert len(set(found)) == len(found)
    for at in area:
        for direction in range(6):
            assert ((at, direction) in found) == (at.neighbour(direction) not in area)


@given(st.frozensets(near, max_size=20))
def test_the_rim_of_a_large_area_is_the_same(area: frozenset[Hex]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(areas, "MANY", 1)
        patch.setattr(areas, "SPARSE", 1000)
        by_rows = list(rim(area))
    assert len(set(by_rows)) == len(by_rows)
    assert set(by_rows) == set(rim(area))


@given(orientations, st.floats(-40, 40), st.floats(-40, 40))
def test_the_nearest_side_is_nearest(orientation: Orientation, x: float, y: float) -> None:
    layout = Layout(orientation, 10.0)
    at = layout.hex_at(x, y)
    found = from_rim(layout, nearest_side(layout, x, y), x, y)
    sides = [side(by, direction) for by in disk(at, 1) for direction in range(6)]
    assert found <= min(from_rim(layout, of, x, y) for of in sides) + 1e-6
