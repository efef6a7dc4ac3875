"""Cities beside rivers on the boards whose rivers come from public data: each on its own bank.

These boards take most rivers from files that are not shipped, so the tests want their folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from maps import data
from maps.formats import geodata
from maps.formats.geodata.frame import Frame
from maps.formats.geodata.reading import read_recipe
from maps.formats.geodata.sheet_boards.banks import (
    Stand,
    is_on_bank,
    joined_rivers,
    stand_of,
    stands_of,
)
from maps.formats.geodata.sheet_boards.lists import read_lists
from maps.formats.geodata.sheet_boards.reading import read_sheet_recipe
from maps.formats.geodata.sheet_boards.warp import WarpFrame
from maps.formats.geodata.sources import Sources
from maps.formats.geodata.watercourses import course_of
from maps.hexgrid import Side
from maps.layout import Layout
from maps.model import GameMap
from maps.terrain import is_land
from tests.maps.data.board_facts import WATER, board_named

BARS = WATER | {"river", "major_river", "danube"}


NEAR = 1.0
"""Cities within a hex of a course are asked for."""


@pytest.fixture(scope="module")
def folder() -> Path:
    found = geodata.data_folder()
    if found is None:
        pytest.skip("no geography data: name its folder in SANDTABLE_GEODATA")
    return found


def wrong(
    board: GameMap,
    layout: Layout,
    stands: list[Stand],
    rivers: dict[str, BaseGeometry],
) -> tuple[int, list[str]]:
    """How many cities are beside rivers, and which of them are on the wrong bank."""
    dry = {at for at in board.terrain if is_land(board, at)}
    shut: set[Side] = {of for of, kinds in board.hexsides.items() if kinds & BARS}
    asked, found = 0, []
    for stand in stands:
        for river, course in rivers.items():
            if course.distance(shapely.Point(stand.spot)) <= NEAR:
                asked += 1
                if not is_on_bank(layout, stand, river, course, dry, shut):
                    found.append(f"{stand.name} ({river})")
    return asked, found


def gertrud_rivers(frame: WarpFrame, home: Path, folder: Path) -> dict[str, BaseGeometry]:
    """The rivers of the lists, and those of the data that the recipe takes, on paper."""
    recipe = read_sheet_recipe(home / "operation_gertrud.recipe.toml")
    lists = read_lists(home / "lists")
    joined = joined_rivers(lists.features, False)
    found = {river: frame.laid(course) for (river, _), course in joined.items()}
    for name, line in Sources(recipe, folder).river_lines(recipe.rivers.rank):
        course = shapely.line_merge(frame.laid(line))
        if course.length >= recipe.rivers.least and name not in recipe.rivers.left_out:
            found.setdefault(name, course)
    return found


@pytest.mark.geodata
def test_every_city_of_operation_gertrud_stands_on_its_own_bank(folder: Path) -> None:
    board = board_named("operation_gertrud")
    with resources.as_file(resources.files(data)) as home:
        recipe = read_sheet_recipe(home / "operation_gertrud.recipe.toml")
        frame = WarpFrame(recipe.laying, [p.sheet for p in recipe.sheets], recipe.pins, "OG")
        lists = read_lists(home / "lists")
        rivers = gertrud_rivers(frame, home, folder)
    homes = {one.name: one.hex for one in board.places.values() if one.kind == "city"}
    cities = [town for town in lists.towns if "c" in town.boards and town.name in homes]
    stands = stands_of(cities, frame, homes, lists.banks)
    asked, found = wrong(board, frame.layout, stands, rivers)
    assert asked >= 30
    assert found == []


def gambit_rivers(frame: Frame, home: Path, folder: Path) -> Iterator[tuple[str, BaseGeometry]]:
    recipe = read_recipe(home / "balkan_gambit.recipe.toml")
    sources = Sources(recipe, folder)
    for river in recipe.rivers:
        yield river.name, course_of(river, frame, sources)


@pytest.mark.geodata
def test_every_place_of_balkan_gambit_stands_on_its_own_bank(folder: Path) -> None:
    board = board_named("balkan_gambit")
    with resources.as_file(resources.files(data)) as home:
        recipe = read_recipe(home / "balkan_gambit.recipe.toml")
        frame = Frame(recipe)
        rivers = dict(gambit_rivers(frame, home, folder))
        lists = read_lists(home / "lists")
    stands = [
        stand_of(
            spec.point,
            spec.kind,
            recipe.points[spec.point],
            board.places[spec.id].hex,
            frame,
            lists.banks,
        )
        for spec in recipe.places
    ]
    asked, found = wrong(board, frame.layout, stands, rivers)
    assert asked >= 110
    assert found == []
    assert "reading, banks" not in board.notes
