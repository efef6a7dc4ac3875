"""On which hand of a river a town is: on paper, and along the hexsides of a board."""

from __future__ import annotations

import shapely
from shapely.geometry import LineString

from maps.formats.geodata.sheet_boards.hands import (
    LEFT,
    RIGHT,
    Price,
    banks_shown,
    chained,
    dearer,
    hand_beside,
    hand_of,
    hand_shown,
    is_beyond,
    prices,
)
from maps.hexgrid import Hex, Side, direction_between, side_between
from maps.layout import Layout, Orientation

POINTY = Layout(Orientation.POINTY)
EAST = LineString([(0.0, 0.0), (4.0, 0.0), (8.0, 0.0)])


def test_hands_are_those_of_one_who_goes_along_with_south_below() -> None:
    assert hand_of(EAST, (3.0, 1.0)) == RIGHT
    assert hand_of(EAST, (3.0, -1.0)) == LEFT
    assert hand_of(EAST.reverse(), (3.0, 1.0)) == LEFT


def test_both_stretches_of_a_corner_decide() -> None:
    hairpin = LineString([(0.0, 0.0), (4.0, 0.0), (0.0, 1.0)])
    assert hand_of(hairpin, (5.0, 0.1)) == LEFT
    assert hand_of(hairpin, (1.0, 0.3)) == RIGHT


def test_a_piece_that_goes_against_its_river_has_the_other_hand() -> None:
    piece = LineString([(5.0, 0.0), (2.0, 0.0)])
    assert hand_beside(EAST, piece, (3.0, 1.0)) == LEFT
    assert hand_beside(EAST, piece.reverse(), (3.0, 1.0)) == RIGHT


def test_a_spot_past_an_end_is_beside_nothing() -> None:
    assert is_beyond(EAST, (9.0, 1.0))
    assert is_beyond(EAST, (-1.0, 0.0))
    assert not is_beyond(EAST, (7.9, 1.0))


def test_the_wrong_hand_costs_the_weight_of_the_town() -> None:
    held = prices(EAST, EAST, [(Hex(0, 0), (3.0, 1.0), 700.0), (Hex(0, 0), (3.0, -1.0), 300.0)])
    assert held == {Hex(0, 0): Price(right=300.0, left=700.0)}
    of = side_between(Hex(0, 0), Hex(1, 0))
    north, south = sorted(POINTY.side_ends(of), key=lambda end: end.y)
    # Going south, the western hex is on the right.
    assert dearer(POINTY, of, north, south, held) == 300.0
    assert dearer(POINTY, of, south, north, held) == 700.0


def test_stretches_are_joined_where_they_go_on_and_not_where_they_turn_back() -> None:
    on = LineString([(12.0, 0.0), (8.4, 0.0)])
    back = LineString([(8.2, 0.1), (2.0, 0.3)])
    joined = shapely.get_parts(chained([EAST, back, on], 1.0))
    assert sorted(len(part.coords) for part in joined) == [2, 5]
    assert [part.coords[-1] for part in joined if len(part.coords) == 5] == [(12.0, 0.0)]


def southern(*hexes: Hex) -> set[Side]:
    """The two southern hexsides of each hex: a river along a row."""
    return {side_between(at, near) for at in hexes for near in at.neighbours()[4:]}


def test_the_hexsides_of_a_board_show_the_hand_of_hexes_beside_them_and_farther_off() -> None:
    row = [Hex(q, 0) for q in range(8)]
    river = southern(*row)
    south = POINTY.centre(row[0]).y + 0.5
    shown = banks_shown(POINTY, LineString([(0.0, south), (7.0, south)]), river)
    assert direction_between(row[3], Hex(3, 1)) == 5
    assert hand_shown(POINTY, row[3], shown) == LEFT
    assert hand_shown(POINTY, Hex(3, 1), shown) == RIGHT
    assert hand_shown(POINTY, Hex(2, 2), shown) == RIGHT
    assert hand_shown(POINTY, Hex(12, 0), shown) == 0
    assert hand_shown(POINTY, Hex(3, 6), shown) == 0


def test_past_the_end_of_its_hexsides_a_river_goes_on_as_it_ended() -> None:
    row = [Hex(q, 0) for q in range(6)]
    shown = banks_shown(POINTY, LineString([(0.0, 0.5), (5.0, 0.5)]), southern(*row))
    beyond = Hex(6, 0).neighbour(1)
    assert hand_shown(POINTY, beyond, shown) == 0
    assert hand_shown(POINTY, beyond, shown, past=True) == LEFT
