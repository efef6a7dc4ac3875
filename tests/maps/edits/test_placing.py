"""Sheets moved, turned, added and taken off: numbers stay with their hexes, undo is exact."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.edits import Change, apply, inverse
from maps.edits.differences import difference
from maps.edits.placing import (
    Edge,
    add_map,
    add_sheet,
    beside,
    change_sheet,
    move_sheet,
    remove_sheet,
)
from maps.edits.turning import Turn, turn_board, turn_sheet
from maps.errors import KnownError
from maps.formats import text
from maps.hexgrid import Hex, link, side_between
from maps.layout import Layout, Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import GameMap, Place
from maps.numbering import LabelScheme, Parity, Sheet
from tests.examples import few
from tests.maps import strategies as some


def done(board: GameMap, change: Change) -> GameMap:
    """The map after a change; undo must give back the very map."""
    written = text.dumps(board)
    apply(board, change)
    after = board.copy()
    apply(board, inverse(change))
    assert text.dumps(board) == written
    return after


@few(40)
@given(some.maps(), some.maps())
def test_the_difference_makes_one_map_of_another(board: GameMap, other: GameMap) -> None:
    after = done(board, difference(board, other, "Make another"))
    assert text.dumps(after) == text.dumps(other)
    assert not difference(other, other.copy(), "Nothing")


@given(some.sheets(), some.sheets(), st.sampled_from(Edge), st.integers(0, 3), st.integers(-3, 3))
def test_beside_lies_on_the_edge(
    old: Sheet, new: Sheet, edge: Edge, overlap: int, shift: int
) -> None:
    new = Sheet(new.id, old.orientation, new.columns, new.rows, new.scheme, new.origin)
    layout = Layout(old.orientation)
    origin = beside(old, new, edge, overlap, shift)
    by = Hex(origin.q - new.origin.q, origin.r - new.origin.r)
    if edge is Edge.RIGHT and overlap == 0:
        right = max(layout.centre(at).x for at in old.hexes())
        assert min(layout.centre(at.moved(by)).x for at in new.hexes()) > right - 0.51
    if edge is Edge.ABOVE and overlap == 0:
        top = min(layout.centre(at).y for at in old.hexes())
        assert max(layout.centre(at.moved(by)).y for at in new.hexes()) < top + 0.51
    if overlap == 0 and shift == 0:
        assert not {at.moved(by) for at in new.hexes()} & set(old.hexes()) or shift


def a_board(*sheets: Sheet) -> GameMap:
    """Sheets of clear land with a river, a road, a town and a country on the first of them."""
    legend = Legend()
    for layer, ident in (
        (Layer.TERRAIN, "clear"), (Layer.TERRAIN, "woods"), (Layer.HEXSIDE, "river"),
        (Layer.LINE, "road"), (Layer.PLACE, "town"), (Layer.REGION, "country"),
    ):  # fmt: skip
        legend.add(Kind(layer, ident, ident.capitalize()))
    board = GameMap("b", "Board", sheets[0].orientation, legend, list(sheets))
    board.terrain = {at: "clear" for sheet in sheets for at in sheet.hexes()}
    first = sheets[0].hexes()[0]
    near = next(at for at in first.neighbours() if at in board)
    board.terrain[first] = "woods"
    board.hexsides[side_between(first, near)] = frozenset({"river"})
    board.lines[link(first, near)] = frozenset({"road"})
    board.places["home"] = Place("home", "Home", "town", first)
    board.regions["country"] = {"Serbia": frozenset({first})}
    board.drafts = frozenset({first})
    return board


def contents(board: GameMap) -> dict[str, tuple[object, ...]]:
    """What is in each hex by its printed number, sides and links by pairs of numbers."""
    name = board.label
    told: dict[str, tuple[object, ...]] = {
        name(at): (kind, at in board.drafts, board.region_of("country", at))
        for at, kind in board.terrain.items()
    }
    for of, kinds in board.hexsides.items():
        told["|".join(sorted(map(name, of.hexes)))] = tuple(sorted(kinds))
    for way, kinds in board.lines.items():
        told["-".join(sorted(map(name, way)))] = tuple(sorted(kinds))
    for place in board.places.values():
        told[f"place {name(place.hex)}"] = (place.name, place.kind)
    return told


@few(40)
@given(some.sheets(), st.sampled_from(Turn))
def test_a_board_turns_with_its_numbers(sheet: Sheet, turn: Turn) -> None:
    if sheet.columns * sheet.rows < 2:
        return
    board = a_board(sheet)
    after = done(board, turn_board(board, turn))
    assert contents(after) == contents(board)
    assert after.sheets[0].orientation is after.orientation
    old, new = Layout(board.orientation), Layout(after.orientation)
    a, b = sheet.hexes()[0], sheet.hexes()[-1]
    moved = [after.parse_label(board.label(at)) for at in (a, b)]
    before = math.atan2(old.centre(b).y - old.centre(a).y, old.centre(b).x - old.centre(a).x)
    since = math.atan2(
        new.centre(moved[1]).y - new.centre(moved[0]).y,
        new.centre(moved[1]).x - new.centre(moved[0]).x,
    )
    assert math.isclose((since - before) % math.tau, math.radians(int(turn)), abs_tol=1e-6)


@pytest.mark.parametrize(
    ("turn", "offset"),
    [(Turn.QUARTER, (-0.2, 0.1)), (Turn.HALF, (-0.1, -0.2)), (Turn.BACK, (0.2, -0.1))],
)
def test_a_symbol_beside_the_middle_turns_with_the_board(
    turn: Turn, offset: tuple[float, float]
) -> None:
    board = a_board(Sheet("A", Orientation.FLAT, 4, 3, LabelScheme()))
    key, place = next(iter(board.places.items()))
    board.places[key] = replace(place, offset=(0.1, 0.2))
    assert done(board, turn_board(board, turn)).places[key].offset == offset


@few(20)
@given(some.sheets())
def test_four_quarters_are_a_whole_turn(sheet: Sheet) -> None:
    if sheet.columns * sheet.rows < 2:
        return
    board = a_board(sheet)
    after = board
    for _ in range(4):
        after = done(after, turn_board(after, Turn.QUARTER))
    assert text.dumps(after) == text.dumps(board)


@few(30)
@given(some.sheets())
def test_a_sheet_turns_about_its_middle(sheet: Sheet) -> None:
    if sheet.columns * sheet.rows < 2:
        return
    board = a_board(sheet)
    after = done(board, turn_sheet(board, sheet.id))
    assert contents(after) == contents(board)
    again = done(after, turn_sheet(after, sheet.id))
    assert text.dumps(again) == text.dumps(board)


def two_sheets() -> GameMap:
    first = Sheet("A", Orientation.FLAT, 4, 3, LabelScheme(prefix="A"))
    second = Sheet("B", Orientation.FLAT, 3, 3, LabelScheme(prefix="B", parity=Parity.EVEN))
    origin = beside(first, second, Edge.RIGHT, overlap=-2)
    return a_board(first, Sheet("B", second.orientation, 3, 3, second.scheme, origin))


def test_a_sheet_moves_with_what_is_on_it() -> None:
    board = two_sheets()
    goal = beside(board.sheets[1], board.sheets[0], Edge.RIGHT)
    after = done(board, move_sheet(board, "A", goal))
    assert contents(after) == contents(board)
    assert len(after.terrain) == len(board.terrain)


def test_hexes_on_two_sheets_stay_with_the_other() -> None:
    board = two_sheets()
    joined = done(
        board,
        move_sheet(board, "B", beside(board.sheets[0], board.sheets[1], Edge.RIGHT, overlap=1)),
    )
    assert len(joined.terrain) == len(board.terrain) - 3
    apart = done(joined, move_sheet(joined, "B", board.sheets[1].origin))
    assert len(apart.terrain) == len(board.terrain)
    assert contents(apart) == contents(board)


def test_where_sheets_meet_one_is_preferred() -> None:
    board = two_sheets()
    over = board.sheets[0].origin
    kept = done(board, move_sheet(board, "B", over))
    assert kept.terrain[over] == "woods" and "home" in kept.places
    replaced = done(board, move_sheet(board, "B", over, prefer_moved=True))
    assert replaced.terrain[over] == "clear" and not replaced.places


def test_sheets_are_added_changed_and_taken_off() -> None:
    board = two_sheets()
    sheet = Sheet("C", Orientation.FLAT, 2, 2, LabelScheme(prefix="C"), Hex(20, 0))
    more = done(board, add_sheet(board, sheet, "woods"))
    assert [more.terrain[at] for at in sheet.hexes()] == ["woods"] * 4
    larger = Sheet("C", Orientation.FLAT, 3, 1, sheet.scheme, sheet.origin)
    grown = done(more, change_sheet(more, "C", larger, "clear"))
    assert sorted(at for at in grown.terrain if at.q >= 20) == sorted(larger.hexes())
    less = done(grown, remove_sheet(grown, "C"))
    assert text.dumps(less) == text.dumps(board)
    for bad, sentence in (
        (Sheet("A", Orientation.FLAT, 2, 2), "already"),
        (Sheet("D", Orientation.POINTY, 2, 2), "pointy"),
        (Sheet(" ", Orientation.FLAT, 2, 2), "needs an id"),
        (Sheet("D", Orientation.FLAT, 2001, 2), "more than 2000"),
    ):
        with pytest.raises(KnownError, match=sentence):
            add_sheet(board, bad, "clear")


@few(20)
@given(some.sheets(Orientation.FLAT) | some.sheets(Orientation.POINTY))
def test_another_map_comes_clear_of_the_board(sheet: Sheet) -> None:
    if sheet.columns * sheet.rows < 2:
        return
    board, other = a_board(sheet), a_board(sheet)
    other.legend.add(Kind(Layer.TERRAIN, "moor", "Moor"))
    after = done(board, add_map(board, other))
    assert len(after.terrain) == 2 * len(board.terrain)
    assert len({other.id for other in after.sheets}) == 2 and after.legend.has(
        Layer.TERRAIN, "moor"
    )
    old = set(board.terrain)
    new = set(after.terrain) - old
    assert not any(near in old for at in new for near in at.neighbours())
    assert len(after.places) == 2
