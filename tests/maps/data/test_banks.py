"""Every listed town is on its own bank: the hexsides of a board against the river's course."""

from __future__ import annotations

import csv
from importlib import resources

import pytest
from shapely.geometry import Point

from maps import data
from maps.formats.geodata.sheet_boards.banks import REACH, Stand, shore_of, stands_of
from maps.formats.geodata.sheet_boards.hands import LEFT, RIGHT, hand_of, is_beyond
from maps.terrain import is_land
from tests.maps.data.banked import (
    BARS,
    CITIES,
    FAMILIES,
    GAMBIT,
    NEAR,
    courses,
    frame_of,
    gambit_recipe,
    hands,
    lists,
    part_beside,
    sheet_recipe,
    stands,
)
from tests.maps.data.board_facts import WATER, board_named

LEAST = {"reference", "point"}
"""Cities of the sheets of Europa that count for little."""


def sizes(name: str) -> dict[str, str]:
    if name == GAMBIT:
        return {one.point: one.kind for one in gambit_recipe().places}
    return {one.name: one.size for one in lists().towns if FAMILIES[name] in one.boards}


def majors() -> set[str]:
    return {
        t.name.partition(",")[0].partition(" (")[0]
        for t in lists().features
        if t.kind == "major_river"
    }


def is_asked(stand: Stand, river: str, size: str, is_major: bool) -> bool:
    """Listed towns by their rivers, and every city within a hex of a major river, the least too."""
    return river in stand.toward or (is_major and size in CITIES | LEAST)


def cases(name: str) -> list[tuple[str, str, str]]:
    """Every listed town and city that the board prints beside a river of the lists."""
    found = []
    names = {} if name == GAMBIT else sheet_recipe(name).rivers.names
    large = majors() | {names.get(river, river) for river in majors()}
    size = sizes(name)
    for river, course in courses(name).items():
        if river in names and names[river] != river:
            continue
        for town, stand in stands(name).items():
            gap = course.distance(Point(stand.spot))
            near = REACH if river in stand.toward else NEAR
            if gap > near or not is_asked(stand, river, size[town], river in large):
                continue
            if river in stand.toward or not is_beyond(part_beside(course, stand), stand.spot):
                found.append((name, town, river))
    return found


CASES = [case for name in (*FAMILIES, GAMBIT) for case in cases(name)]


def test_the_lists_name_more_than_two_hundred_banks_that_the_boards_show() -> None:
    assert len(CASES) >= 265


@pytest.mark.parametrize(("name", "town", "river"), CASES)
def test_a_town_is_on_its_own_bank(name: str, town: str, river: str) -> None:
    board, stand = board_named(name), stands(name)[town]
    wanted, shown = hands(board, name, stand, river, part_beside(courses(name)[river], stand))
    assert shown == wanted


@pytest.mark.parametrize(
    ("name", "town"), sorted({case[:2] for case in CASES if case[0] != GAMBIT})
)
def test_a_town_beside_a_river_is_not_cut_off(name: str, town: str) -> None:
    board, stand = board_named(name), stands(name)[town]
    dry = {at for at in board.terrain if is_land(board, at)}
    shut = {of for of, kinds in board.hexsides.items() if kinds & BARS}
    near = {
        kind for beside in stand.hex.neighbours() for kind in board.side_kinds(stand.hex, beside)
    }
    land = shore_of(stand.hex, 2, dry, shut)
    beyond = any(at not in board for at in stand.hex.neighbours())
    assert len(land) > 1 or beyond or near & (WATER - {"lake"}), "it is cut off on every side"


def test_the_compass_of_each_bank_agrees_with_the_hand_that_its_note_names() -> None:
    text = resources.files(data).joinpath("lists/banks.csv").read_text(encoding="utf-8")
    towns = {one.name: one for one in lists().towns}
    frame, layout = frame_of("fire_in_the_east"), courses("fire_in_the_east")
    asked, wrong = 0, []
    for row in csv.DictReader(text.splitlines()):
        course, town = layout.get(row["river"]), towns.get(row["town"])
        if course is None or town is None:
            continue
        named = {"right": RIGHT, "left": LEFT}[
            row["note"].replace(":", " ").replace(";", " ").split()[0]
        ]
        (stand,) = stands_of([town], frame, {}, [b for b in lists().banks if b.town == town.name])
        part = part_beside(course, stand)
        if part.distance(Point(stand.spot)) <= REACH:
            asked += 1
            if hand_of(part, stand.by(part, row["river"])) != named:
                wrong.append(f"{row['town']} ({row['river']})")
    assert asked >= 150
    assert wrong == []
