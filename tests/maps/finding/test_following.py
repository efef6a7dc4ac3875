"""Strokes drawn by hand find the hexsides and hexes they mean."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from maps.finding.following import Follower, easy_links, straight_links
from maps.finding.paths import hexside_path
from maps.hexgrid import Hex, Side, Vertex, disk, link, side_vertices, vertex
from maps.layout import Layout, Orientation, Point
from maps.model import GameMap

reach = st.integers(-6, 6)
corners = st.builds(lambda q, r, index: vertex(Hex(q, r), index), reach, reach, st.integers(0, 5))
orientations = st.sampled_from(Orientation)


def course(start: Vertex, sides: list[Side]) -> list[Vertex]:
    found = [start]
    for of in sides:
        a, b = side_vertices(of)
        found.append(b if found[-1] == a else a)
    return found


def drawn(layout: Layout, way: list[Vertex], wobble: float, phase: float) -> list[Point]:
    """A stroke along vertices that strays by up to ``wobble`` hexes to and fro."""
    stroke: list[Point] = []
    for a, b in pairwise(way):
        p, q = layout.vertex(a), layout.vertex(b)
        for step in range(6):
            share = step / 6
            turn = phase + 1.7 * len(stroke)
            stroke.append(
                Point(
                    p.x + (q.x - p.x) * share + wobble * layout.pitch * math.sin(turn),
                    p.y + (q.y - p.y) * share + wobble * layout.pitch * math.cos(turn * 1.3),
                )
            )
    return [*stroke, layout.vertex(way[-1])]


def followed(
    layout: Layout, stroke: list[Point], allowed: Callable[[Side], bool] = lambda side: True
) -> list[Side]:
    """The hexsides a whole stroke means."""
    follower = Follower(layout, allowed)
    for spot in stroke:
        follower.add(spot)
    return follower.sides()


@given(corners, corners, orientations, st.floats(0, 0.11), st.floats(0, 6))
def test_a_wobbling_stroke_along_a_river_finds_it(
    start: Vertex, end: Vertex, orientation: Orientation, wobble: float, phase: float
) -> None:
    river = hexside_path(start, end)
    assume(len(river) > 3)
    layout = Layout(orientation, 100.0)
    found = followed(layout, drawn(layout, course(start, river), wobble, phase))
    assert set(river[1:-1]) <= set(found)
    assert len(set(found) - set(river)) <= 1, "at most where the hand set off or stopped"


@given(corners, corners, orientations)
def test_the_sides_found_hang_together(
    start: Vertex, end: Vertex, orientation: Orientation
) -> None:
    layout = Layout(orientation, 60.0)
    a, b = layout.vertex(start), layout.vertex(end)
    count = 40
    stroke = [
        Point(a.x + (b.x - a.x) * n / count, a.y + (b.y - a.y) * n / count) for n in range(count)
    ]
    found = followed(layout, stroke)
    for one, other in pairwise(found):
        assert set(side_vertices(one)) & set(side_vertices(other))


def test_it_is_better_than_the_nearest_side() -> None:
    layout = Layout(Orientation.FLAT, 100.0)
    river = hexside_path(vertex(Hex(0, 0), 0), vertex(Hex(4, 1), 3))
    stroke = drawn(layout, course(vertex(Hex(0, 0), 0), river), 0.11, 2.0)
    nearest = set()
    for spot in stroke:
        at = layout.hex_at(*spot)
        sides = [Side(near, d) for near in disk(at, 1) for d in range(3)]
        nearest.add(min(sides, key=lambda of: _off(layout, of, spot)))
    assert nearest - set(river), "the naive answer has spurs"
    assert set(followed(layout, stroke)) == set(river)


def _off(layout: Layout, of: Side, spot: Point) -> float:
    a, b = layout.side_ends(of)
    return math.hypot((a.x + b.x) / 2 - spot.x, (a.y + b.y) / 2 - spot.y)


def test_a_stroke_may_leave_the_board_and_come_back() -> None:
    layout = Layout(Orientation.FLAT, 100.0)
    home = {*disk(Hex(0, 0), 2), *disk(Hex(12, -6), 2)}
    stroke = [Point(*layout.centre(Hex(0, 0))), Point(*layout.centre(Hex(12, -6)))]
    found = followed(layout, stroke, lambda of: all(at in home for at in of.hexes))
    assert found
    assert all(at in home for of in found for at in of.hexes)
    first = [of for of in found if of.hex in set(disk(Hex(0, 0), 2))]
    assert first and len(first) < len(found)


@given(st.lists(st.tuples(st.floats(-300, 300), st.floats(-300, 300)), min_size=2, max_size=8))
def test_asking_in_the_middle_changes_nothing(spots: list[tuple[float, float]]) -> None:
    layout = Layout(Orientation.POINTY, 50.0)
    home = set(disk(Hex(0, 0), 3))
    stroke = [Point(*spot) for spot in spots]

    def allowed(of: Side) -> bool:
        return all(at in home for at in of.hexes)

    follower = Follower(layout, allowed)
    for number, spot in enumerate(stroke, start=1):
        follower.add(spot)
        assert follower.sides() == followed(layout, stroke[:number], allowed)


def test_links_run_straight_or_round_the_water() -> None:
    start, end = Hex(0, 0), Hex(4, 0)
    assert straight_links(start, end) == [link(Hex(q, 0), Hex(q + 1, 0)) for q in range(4)]
    board = GameMap("m", "M", Orientation.FLAT)
    board.terrain = {at: "clear" for at in disk(Hex(2, 0), 4)}
    board.terrain[Hex(2, 0)] = "lake"
    way = easy_links(board, start, end, "road")
    assert len(way) == 5 and all(Hex(2, 0) not in step for step in way)
    other = [Hex(0, 0), Hex(0, 1), Hex(1, 1), Hex(2, 1), Hex(3, 1), Hex(4, 0)]
    laid = {link(a, b) for a, b in pairwise(other)}
    assert set(way) != laid
    board.lines = dict.fromkeys(laid, frozenset({"road"}))
    assert set(easy_links(board, start, end, "road")) == laid


@pytest.mark.parametrize("goal", [Hex(9, 9), Hex(2, 0)])
def test_there_is_no_way_over_water_or_off_the_board(goal: Hex) -> None:
    board = GameMap("m", "M", Orientation.FLAT)
    board.terrain = {Hex(0, 0): "clear", Hex(1, 0): "sea", Hex(2, 0): "clear"}
    assert easy_links(board, Hex(0, 0), goal, "road") == []
