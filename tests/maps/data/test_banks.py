"""Every listed town is on its own bank: the hexsides of a board against the river's course."""

from __future__ import annotations

import csv
from functools import cache
from importlib import resources

import pytest
from shapely.geometry import Point

from maps import data
from maps.formats.geodata.sheet_boards.banks import REACH, Stand, shore_of, stands_of
from maps.formats.geodata.sheet_boards.hands import LEFT, RIGHT, hand_of, is_beyond
from maps.terrain import is_land
from tests.maps.data.banked import (
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
    shut_sides,
    stands,
)
from tests.maps.data.board_facts import WATER, board_named

BOARDS = (*FAMILIES, GAMBIT)
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


@cache
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


def test_the_lists_name_more_than_two_hundred_banks_that_the_boards_show() -> None:
    assert sum(len(cases(name)) for name in BOARDS) >= 265


@pytest.mark.parametrize("name", BOARDS)
def test_towns_are_on_their_own_banks(name: str) -> None:
    wrong = []
    for _, town, river in cases(name):
        stand = stands(name)[town]
        course = part_beside(courses(name)[river], stand)
        wanted, shown = hands(name, stand, river, course)
        if shown != wanted:
            wrong.append(f"{town} ({river}): {shown}, not {wanted}")
    assert wrong == []


@pytest.mark.parametrize("name", FAMILIES)
def test_no_town_beside_a_river_is_cut_off(name: str) -> None:
    board, wrong = board_named(name), []
    dry = {at for at in board.terrain if is_land(board, at)}
    for town in sorted({town for _, town, _ in cases(name)}):
        at = stands(name)[town].hex
        near = {kind for beside in at.neighbours() for kind in board.side_kinds(at, beside)}
        beyond = any(beside not in board for beside in at.neighbours())
        alone = len(shore_of(at, 2, dry, shut_sides(name))) <= 1
        if alone and not beyond and not near & (WATER - {"lake"}):
            wrong.append(town)
    assert wrong == []


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
