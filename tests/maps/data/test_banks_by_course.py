"""Cities beside the rivers of public data, on every board: each on its own bank.

The boards take most rivers from files that are not shipped, so the tests want their folder.
"""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely

from maps.formats import geodata
from maps.formats.geodata.sheet_boards.banks import (
    beside_course,
    known_rivers,
    listed_rivers,
    whole_rivers,
    wrong_banks,
)
from maps.formats.geodata.sheet_boards.hands import chained
from maps.formats.geodata.sources import Sources
from maps.formats.geodata.watercourses import course_of
from tests.maps.data.banked import (
    BARS,
    CITIES,
    FAMILIES,
    GAMBIT,
    NEAR,
    frame_of,
    gambit_frame,
    gambit_recipe,
    lists,
    sheet_recipe,
    stands,
)
from tests.maps.data.board_facts import board_named


@pytest.fixture(scope="module")
def folder() -> Path:
    found = geodata.data_folder()
    if found is None:
        pytest.skip("no geography data: name its folder in SANDTABLE_GEODATA")
    return found


@pytest.mark.geodata
@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("operation_gertrud", 40),
        ("balkan_front", 45),
        pytest.param("fire_in_the_east", 100, marks=pytest.mark.soak),
    ],
)
def test_every_city_beside_a_named_river_is_on_its_own_bank(
    folder: Path, name: str, least: int
) -> None:
    board, recipe, frame = board_named(name), sheet_recipe(name), frame_of(name)
    plan = recipe.rivers
    known = known_rivers(plan, Sources(recipe, folder), frame, listed_rivers(plan, lists(), frame))
    size = {town.name: town.size for town in lists().towns if FAMILIES[name] in town.boards}
    cities = [one for one in stands(name).values() if size[one.name] in CITIES]
    shut = {of for of, kinds in board.hexsides.items() if kinds & BARS}
    asked, found = 0, []
    for river, course in whole_rivers(plan, lists(), frame, known).items():
        if not river.startswith("("):
            asked += len(beside_course(course, cities, NEAR))
            wrong = wrong_banks(frame.layout, river, course, cities, shut, NEAR)
            found += [f"{one.name} ({river})" for one in wrong]
    assert asked >= least
    assert found == []


@pytest.mark.geodata
def test_every_place_of_balkan_gambit_is_on_its_own_bank(folder: Path) -> None:
    board, recipe, frame = board_named(GAMBIT), gambit_recipe(), gambit_frame()
    sources, towns = Sources(recipe, folder), list(stands(GAMBIT).values())
    shut = {of for of, kinds in board.hexsides.items() if kinds & BARS}
    asked, found = 0, []
    for river in recipe.rivers:
        course = chained(shapely.get_parts(course_of(river, frame, sources)), NEAR)
        asked += len(beside_course(course, towns, NEAR))
        wrong = wrong_banks(frame.layout, river.name, course, towns, shut, NEAR)
        found += [f"{one.name} ({river.name})" for one in wrong]
    assert asked >= 110
    assert found == []
    assert "reading, banks" not in board.notes
