"""Every town of the list is on its own bank: the board's hexsides against the river's course."""

from __future__ import annotations

from functools import cache
from importlib import resources

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from maps import data
from maps.formats.geodata.sheet_boards.banks import (
    REACH,
    Stand,
    is_on_bank,
    joined_rivers,
    shore_of,
    stands_of,
)
from maps.formats.geodata.sheet_boards.lists import Lists, read_lists
from maps.formats.geodata.sheet_boards.reading import read_sheet_recipe
from maps.formats.geodata.sheet_boards.warp import WarpFrame
from maps.terrain import is_land
from tests.maps.data.board_facts import WATER, board_named

BOARDS = ("balkan_front", "fire_in_the_east")
BARS = WATER | {"river", "major_river"}


@cache
def lists() -> Lists:
    with resources.as_file(resources.files(data)) as home:
        return read_lists(home / "lists")


@cache
def frame_of(name: str) -> WarpFrame:
    with resources.as_file(resources.files(data)) as home:
        recipe = read_sheet_recipe(home / f"{name}.recipe.toml")
    sheets = [plan.sheet for plan in recipe.sheets]
    return WarpFrame(recipe.laying, sheets, recipe.pins, name)


@cache
def courses(name: str) -> dict[str, BaseGeometry]:
    """The listed rivers from end to end, on the paper of a board."""
    whole = joined_rivers(lists().features, False)
    return {river: frame_of(name).laid(course) for (river, _), course in whole.items()}


@cache
def stands(name: str) -> dict[str, Stand]:
    board = board_named(name)
    family = {"balkan_front": "a", "fire_in_the_east": "b"}[name]
    homes = {one.name: one.hex for one in board.places.values()}
    towns = [one for one in lists().towns if family in one.boards and one.name in homes]
    return {one.name: one for one in stands_of(towns, frame_of(name), homes, lists().banks)}


def cases(name: str) -> list[tuple[str, str, str]]:
    """Every listed town that the board prints beside a river it prints."""
    found = []
    for bank in lists().banks:
        town, course = stands(name).get(bank.town), courses(name).get(bank.river)
        if town and course and course.distance(shapely.Point(town.spot)) <= REACH:
            found.append((name, bank.town, bank.river))
    return found


CASES = [case for name in BOARDS for case in cases(name)]


def test_the_lists_name_well_over_a_hundred_banks_that_the_boards_show() -> None:
    assert len(CASES) >= 140


@pytest.mark.parametrize(("name", "town", "river"), CASES)
def test_a_town_stands_on_its_own_bank(name: str, town: str, river: str) -> None:
    board, stand, course = board_named(name), stands(name)[town], courses(name)[river]
    dry = {at for at in board.terrain if is_land(board, at)}
    shut = {of for of, kinds in board.hexsides.items() if kinds & BARS}
    assert is_on_bank(frame_of(name).layout, stand, river, course, dry, shut)
    near = {
        kind for beside in stand.hex.neighbours() for kind in board.side_kinds(stand.hex, beside)
    }
    land = shore_of(stand.hex, 2, dry, shut)
    assert len(land) > 1 or near & (WATER - {"lake"}), "it is cut off on every side"
