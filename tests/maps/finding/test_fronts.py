"""A front lies where the ground nearest to one party meets that nearest to another."""

from __future__ import annotations

import pytest

from maps.edits.blank import blank_map, generic_legend
from maps.finding.fronts import front_between, ground_held
from maps.hexgrid import Hex, distance, side_between
from maps.layout import Orientation
from maps.model import GameMap
from maps.numbering import LabelScheme


@pytest.fixture
def plain() -> GameMap:
    return blank_map("Plain", Orientation.FLAT, 12, 8, LabelScheme(), generic_legend(), "clear")


def test_the_ground_is_that_of_the_nearest(plain: GameMap) -> None:
    west, east = plain.parse_label("0304"), plain.parse_label("0904")
    held = {west: "west", east: "east"}
    ground = ground_held(plain, held, far=20)
    assert set(ground) == set(plain.terrain)
    for at, party in ground.items():
        near, far = distance(at, west), distance(at, east)
        assert party == ("west" if near < far else "east")  # as near to both: the first by name
    assert front_between(plain, held, 20) == {
        side_between(at, beside)
        for at in ground
        for beside in at.neighbours()
        if beside in ground and ground[at] != ground[beside]
    }
    assert front_between(plain, held, 20)


def test_nobody_holds_what_is_far_from_all_and_the_sea_parts(plain: GameMap) -> None:
    west, east = plain.parse_label("0304"), plain.parse_label("0904")
    assert set(ground_held(plain, {west: "a"}, 2)) == {
        at for at in plain.terrain if distance(at, west) <= 2
    }
    for row in range(1, 9):
        plain.terrain[plain.parse_label(f"06{row:02}")] = "sea"
    assert front_between(plain, {west: "a", east: "b"}, 20) == set()


def test_one_party_and_units_off_the_board_make_no_front(plain: GameMap) -> None:
    at = plain.parse_label("0304")
    assert not front_between(plain, {at: "a", Hex(900, 900): "b"})
    assert not front_between(plain, {})
