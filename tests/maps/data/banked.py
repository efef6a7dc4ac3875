"""The rivers and towns of the project's own lists, laid on the paper of each board."""

from __future__ import annotations

from functools import cache
from importlib import resources

import numpy as np
import shapely
from shapely.geometry import LineString, Point
from shapely.geometry.base import BaseGeometry

from maps import data
from maps.formats.geodata.frame import Frame
from maps.formats.geodata.reading import read_recipe
from maps.formats.geodata.recipe import Recipe
from maps.formats.geodata.sheet_boards.banks import (
    Stand,
    banks_by_name,
    joined_rivers,
    stand_of,
    stands_of,
    whole_rivers,
)
from maps.formats.geodata.sheet_boards.hands import Shown, banks_shown, hand_of, hand_shown
from maps.formats.geodata.sheet_boards.lists import Lists, read_lists
from maps.formats.geodata.sheet_boards.reading import read_sheet_recipe
from maps.formats.geodata.sheet_boards.recipe import SheetRecipe
from maps.formats.geodata.sheet_boards.warp import WarpFrame
from maps.hexgrid import Side
from maps.layout import Layout
from tests.maps.data.board_facts import WATER, board_named

FAMILIES = {"balkan_front": "a", "fire_in_the_east": "b", "operation_gertrud": "c"}
GAMBIT = "balkan_gambit"
BARS = WATER | {"river", "major_river", "danube"}
CITIES = {"multi_city", "full_city", "partial_city", "dot", "city", "town"}

NEAR = 1.0
"""Cities within a hex of a course are asked for."""


@cache
def lists() -> Lists:
    with resources.as_file(resources.files(data)) as home:
        return read_lists(home / "lists")


@cache
def sheet_recipe(name: str) -> SheetRecipe:
    with resources.as_file(resources.files(data)) as home:
        return read_sheet_recipe(home / f"{name}.recipe.toml")


@cache
def gambit_recipe() -> Recipe:
    with resources.as_file(resources.files(data)) as home:
        return read_recipe(home / f"{GAMBIT}.recipe.toml")


@cache
def frame_of(name: str) -> WarpFrame:
    recipe = sheet_recipe(name)
    return WarpFrame(recipe.laying, [plan.sheet for plan in recipe.sheets], recipe.pins, name)


@cache
def gambit_frame() -> Frame:
    return Frame(gambit_recipe())


@cache
def courses(name: str) -> dict[str, BaseGeometry]:
    """The listed rivers from end to end, on the paper of a board."""
    if name != GAMBIT:
        return whole_rivers(sheet_recipe(name).rivers, lists(), frame_of(name))
    frame = gambit_frame()
    shown = {river.name for river in gambit_recipe().rivers}

    def laid(lonlat: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> object:
        return frame.to_paper(lonlat[:, 1], lonlat[:, 0])

    joined = joined_rivers(lists().features, False)
    return {r: shapely.transform(line, laid) for (r, _), line in joined.items() if r in shown}


@cache
def stands(name: str) -> dict[str, Stand]:
    """The listed towns that a board prints."""
    board = board_named(name)
    if name == GAMBIT:
        recipe, frame, banks = gambit_recipe(), gambit_frame(), lists().banks
        return {
            one.point: stand_of(
                one.point,
                one.kind,
                recipe.points[one.point],
                board.places[one.id].hex,
                frame,
                banks,
            )
            for one in recipe.places
        }
    homes = {one.name: one.hex for one in board.places.values()}
    towns = [one for one in lists().towns if FAMILIES[name] in one.boards and one.name in homes]
    banks = tuple(banks_by_name(sheet_recipe(name).rivers, lists().banks))
    return {one.name: one for one in stands_of(towns, frame_of(name), homes, banks)}


def part_beside(course: BaseGeometry, stand: Stand) -> LineString:
    """The stretch of a course that a town is beside."""
    at = Point(stand.spot)
    return min(shapely.get_parts(course), key=lambda one: (one.distance(at), one.length))


def layout_of(name: str) -> Layout:
    """The layout of a board on its paper."""
    return gambit_frame().layout if name == GAMBIT else frame_of(name).layout


@cache
def shut_sides(name: str) -> frozenset[Side]:
    """The hexsides of a board with water that bars the way."""
    sides = board_named(name).hexsides
    return frozenset(of for of, kinds in sides.items() if kinds & BARS)


@cache
def banks_on_board(name: str, part: LineString) -> Shown:
    """A stretch of a course as the hexsides of a board show it."""
    return banks_shown(layout_of(name), part, shut_sides(name))


def hands(name: str, stand: Stand, river: str, part: LineString) -> tuple[int, int]:
    """The hand of a river on which a town is: by the lists, and on the board."""
    banks = banks_on_board(name, part)
    shown = hand_shown(layout_of(name), stand.hex, banks, river in stand.toward)
    return hand_of(part, stand.by(part, river)), shown
