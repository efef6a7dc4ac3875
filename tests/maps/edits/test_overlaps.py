"""Two readings of one strip of ground: every difference is found, settled and joined away."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.edits import apply, set_line, set_region, set_side
from maps.edits.overlaps import (
    Join,
    common,
    declare,
    disagreements,
    join_sheet,
    joins,
    settle,
    settle_all,
    shared,
)
from maps.edits.placing import Edge, beside
from maps.hexgrid import Hex, link, side_between
from maps.model import GameMap, Place
from tests.examples import few
from tests.maps.edits.test_placing import done, two_sheets


@pytest.fixture
def board() -> GameMap:
    """Two sheets apart whose join, two columns wide, is declared."""
    made = two_sheets()
    origin = beside(made.sheets[0], made.sheets[1], Edge.RIGHT, overlap=2)
    apply(made, declare(made, "B", origin))
    return made


def other_of(board: GameMap, here: Hex) -> Hex:
    return shared(board, joins(board)[0])[here]


def test_a_join_is_declared_and_taken_back(board: GameMap) -> None:
    (join,) = joins(board)
    assert join == Join("B", beside(board.sheets[0], board.sheets[1], Edge.RIGHT, overlap=2))
    assert len(shared(board, join)) == 6
    assert joins(done(board, declare(board, "B", None))) == []
    board.notes["join B"] = "nonsense"
    assert joins(board) == []


def test_what_is_alike_is_no_disagreement(board: GameMap) -> None:
    assert disagreements(board, joins(board)[0]) == []


def spoil(board: GameMap) -> None:
    """Make the two readings differ in everything."""
    join = joins(board)[0]
    a, b = sorted(shared(board, join))[:2]
    apply(board, set_side(board, side_between(a, b), "river", True))
    apply(board, set_line(board, link(a, b), "road", True))
    board.terrain[other_of(board, a)] = "woods"
    board.places["new"] = Place("new", "Niš", "town", b)
    apply(board, set_region(board, "country", "Greece", [other_of(board, b)]))


def test_every_difference_is_found(board: GameMap) -> None:
    spoil(board)
    found = disagreements(board, joins(board)[0])
    assert sorted(p.what for p in found) == ["country", "hexside", "line", "places", "terrain"]
    terrain = next(p for p in found if p.what == "terrain")
    assert (terrain.reads, terrain.instead) == ("Clear", "Woods")
    assert terrain.other_hex == other_of(board, terrain.hex)


@pytest.mark.parametrize("take_other", [False, True])
def test_each_is_settled_either_way(board: GameMap, take_other: bool) -> None:
    spoil(board)
    join = joins(board)[0]
    for problem in disagreements(board, join):
        after = done(board, settle(board, problem, take_other=take_other))
        assert problem.what not in {p.what for p in disagreements(after, join)}
        if problem.what == "terrain":
            kept = "woods" if take_other else "clear"
            assert after.terrain[problem.hex] == kept == after.terrain[problem.other_hex]
    settled = done(board, settle_all(board, disagreements(board, join), take_other=take_other))
    assert disagreements(settled, join) == []


@few(15)
@given(st.booleans(), st.data())
def test_joined_sheets_share_their_hexes(take_other: bool, data: st.DataObject) -> None:
    board = two_sheets()
    overlap = data.draw(st.integers(1, 3))
    apply(
        board,
        declare(board, "B", beside(board.sheets[0], board.sheets[1], Edge.RIGHT, overlap=overlap)),
    )
    spoil(board)
    join = joins(board)[0]
    board = done(board, settle_all(board, disagreements(board, join), take_other=take_other))
    after = done(board, join_sheet(board, join))
    assert len(after.terrain) == len(board.terrain) - len(shared(board, join))
    assert common(after) == frozenset(shared(board, join))
    assert joins(after) == []
    assert {place.name for place in after.places.values()} >= {"Home"}
    assert sum(place.name == "Niš" for place in after.places.values()) == int(not take_other)
