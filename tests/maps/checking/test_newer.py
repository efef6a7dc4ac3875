"""What a newer version of a board has otherwise, and the change that takes it over."""

from __future__ import annotations

from dataclasses import replace

import maps.data
from maps.checking.newer import Sort, counted, differences, taking
from maps.edits import apply, inverse, paint, put_place, set_line, set_region, set_side
from maps.edits.strokes import drop_place
from maps.formats import text
from maps.hexgrid import Hex, link, side
from maps.legend import Kind, Layer
from maps.model import GameMap, Place

WOODS, SIDE, ROAD, TOWN = Hex(3, 1), Hex(5, 1), Hex(7, 1), Hex(4, 3)


def begun() -> GameMap:
    board = maps.data.load("valley")
    apply(board, put_place(board, Place("old", "Old town", "town", TOWN)))
    return board


def newer_than(board: GameMap) -> GameMap:
    """The same board with one thing of each sort otherwise."""
    newer = board.copy()
    newer.legend.add(Kind(Layer.HEXSIDE, "dyke", "Dyke"))
    newer.notes["edition"] = "second"
    for change in (
        paint(newer, [WOODS], other_terrain(board, WOODS)),
        set_side(newer, side(SIDE, 0), "dyke", True),
        set_line(newer, link(ROAD, ROAD.neighbour(0)), "road", True),
        put_place(newer, Place("old", "New town", "town", TOWN)),
        set_region(newer, "start", "Elsewhere", [WOODS]),
    ):
        apply(newer, change)
    return newer


def other_terrain(board: GameMap, at: Hex) -> str:
    return next(kind.id for kind in board.legend.of(Layer.TERRAIN) if kind.id != board.terrain[at])


def test_each_sort_is_told_with_its_hex() -> None:
    board = begun()
    newer = newer_than(board)
    found = differences(board, board, newer)
    told = {one.sort: one.told(board) for one in found if one.sort is not Sort.REGION}
    assert told[Sort.HEXSIDE] == (
        f"{board.label(side(SIDE, 0).hexes[0])}: side to"
        f" {board.label(side(SIDE, 0).hexes[1])}: none → Dyke"
    )
    assert "Road" in told[Sort.LINE]
    assert told[Sort.PLACE].endswith("New town: name Old town → New town")
    assert told[Sort.TERRAIN].startswith(f"{board.label(WOODS)}: ")
    assert "Dyke" in told[Sort.LEGEND]
    assert told[Sort.NOTE] == "edition: none → second"
    regions = [one.told(board) for one in found if one.sort is Sort.REGION]
    assert any("Elsewhere (Set-up) is new" in one for one in regions)
    assert not any(one.is_own for one in found)
    assert counted(found).startswith(f"{len(found)} things in ")


def test_taking_all_over_makes_the_newer_board_and_can_be_undone() -> None:
    board = begun()
    newer = newer_than(board)
    before = text.dumps(board)
    change = taking(board, differences(board, board, newer))
    apply(board, change)
    assert text.dumps(board) == text.dumps(newer)
    assert differences(board, board, newer) == []
    apply(board, inverse(change))
    assert text.dumps(board) == before


def test_edits_of_ones_own_are_told_apart_and_stay() -> None:
    old = begun()
    newer = newer_than(old)
    held = old.copy()
    apply(held, put_place(held, Place("old", "My town", "town", TOWN)))
    apply(held, paint(held, [Hex(8, 2)], other_terrain(held, Hex(8, 2))))
    held.legend.add(Kind(Layer.LINE, "canal_path", "Towpath"))
    found = differences(old, held, newer)
    own = {one.sort for one in found if one.is_own}
    assert own == {Sort.PLACE, Sort.LEGEND}
    assert Hex(8, 2) not in {one.hex for one in found}, (
        "what only the owner edited is no difference"
    )
    apply(held, taking(held, [one for one in found if not one.is_own]))
    assert held.places["old"].name == "My town"
    apply(held, taking(held, [one for one in found if one.sort is Sort.LEGEND]))
    assert held.legend.has(Layer.LINE, "canal_path")
    assert held.legend.has(Layer.HEXSIDE, "dyke")


def test_what_was_taken_over_already_is_no_difference() -> None:
    old = begun()
    newer = newer_than(old)
    held = old.copy()
    apply(held, set_line(held, link(ROAD, ROAD.neighbour(0)), "road", True))
    assert Sort.LINE not in {one.sort for one in differences(old, held, newer)}


def test_a_hex_alone_brings_the_region_it_needs() -> None:
    board = begun()
    newer = newer_than(board)
    lines = [one for one in differences(board, board, newer) if one.hex == WOODS]
    apply(board, taking(board, [one for one in lines if one.sort is Sort.REGION]))
    assert board.regions["start"]["Elsewhere"] == {WOODS}


def test_a_region_goes_only_when_nothing_is_left_in_it() -> None:
    newer = begun()
    old = newer.copy()
    apply(old, set_region(old, "start", "Gone", [WOODS, SIDE]))
    lines = differences(old, old, newer)
    gone = [one for one in lines if one.hex is None]
    apply(old, taking(old, [*gone, *(one for one in lines if one.hex == WOODS)]))
    assert "Gone" in old.regions["start"]
    assert SIDE in old.regions["start"]["Gone"]
    again = differences(old, old, newer)
    apply(old, taking(old, again))
    assert text.dumps(old) == text.dumps(newer)


def test_places_that_are_new_or_gone_are_told() -> None:
    newer = begun()
    old = newer.copy()
    apply(old, drop_place(old, "old"))
    assert [one.what for one in differences(old, old, newer)] == ["Old town is new"]
    assert [one.what for one in differences(newer, newer, old)] == ["Old town is gone"]
    moved = newer.copy()
    place = replace(newer.places["old"], hex=WOODS, tags=frozenset({"port"}))
    apply(moved, put_place(moved, place))
    told = differences(newer, newer, moved)[0]
    assert told.hex == WOODS
    assert newer.label(TOWN) in told.what and "marks none → port" in told.what
