"""Certain fixes fix what they say, in one step that undo takes back whole."""

from __future__ import annotations

import pytest
from hypothesis import given

from maps.checking.checks import check
from maps.checking.fixes import fix, fix_all
from maps.checking.problems import Flaw, Problem
from maps.edits import apply, inverse
from maps.formats import text
from maps.hexgrid import Hex, Side, link, side_between
from maps.layout import Orientation
from maps.legend import Kind, Layer, Legend
from maps.model import GameMap, Place
from maps.numbering import Sheet
from tests.examples import few
from tests.maps.strategies import maps

HERE, THERE, SEA, DEEP = Hex(0, 0), Hex(1, 0), Hex(0, 1), Hex(1, 1)
FAR = Hex(9, 9)


@pytest.fixture
def board() -> GameMap:
    """Four hexes, two of them sea, and something wrong of every sort that has a fix."""
    legend = Legend()
    for layer, ident in (
        (Layer.TERRAIN, "clear"), (Layer.TERRAIN, "sea"), (Layer.HEXSIDE, "river"),
        (Layer.LINE, "road"), (Layer.PLACE, "town"), (Layer.REGION, "country"),
    ):  # fmt: skip
        legend.add(Kind(layer, ident, ident.capitalize()))
    legend.add(Kind(Layer.HEXSIDE, "strait", "Strait", {"sea": "yes"}))
    legend.add(Kind(Layer.LINE, "ferry", "Ferry", {"sea": "yes"}))
    terrain = {HERE: "clear", THERE: "steppe", SEA: "sea", DEEP: "sea"}
    return GameMap(
        "bad", "Bad", Orientation.FLAT, legend,
        [Sheet("a", Orientation.FLAT, 12, 16)],
        terrain,
        {
            side_between(SEA, DEEP): frozenset({"river", "strait"}),
            Side(FAR, 0): frozenset({"river"}),
            side_between(HERE, THERE): frozenset({"river"}),
        },
        {
            link(HERE, THERE): frozenset({"road"}),
            link(HERE, SEA): frozenset({"road", "ferry"}),
            link(THERE, THERE.neighbour(0)): frozenset({"road"}),
        },
        {
            "a": Place("a", "Novi Sad", "town", HERE, frozenset({"mint"})),
            "b": Place("b", "NOVI SAD", "town", HERE),
        },
        {"country": {"Serbia": frozenset({HERE, FAR})}},
        {},
        frozenset({HERE, FAR}),
    )  # fmt: skip


def only(board: GameMap, flaw: Flaw) -> Problem:
    found = [problem for problem in check(board) if problem.flaw is flaw]
    assert found, flaw
    return found[0]


FIXED = {
    Flaw.UNKNOWN_KIND, Flaw.LOST_SIDE, Flaw.SIDE_AT_SEA, Flaw.LOST_LINE, Flaw.LINE_IN_WATER,
    Flaw.SAME_NAME, Flaw.LOST_REGION, Flaw.LOST_DRAFT,
}  # fmt: skip


@pytest.mark.parametrize("flaw", sorted(FIXED))
def test_a_fix_fixes_its_problem_and_no_more(board: GameMap, flaw: Flaw) -> None:
    before = check(board)
    problem = only(board, flaw)
    change = fix(board, problem)
    assert change is not None and change.label
    whole = board.copy()
    apply(board, change)
    after = check(board)
    assert problem not in after
    assert {str(p) for p in after if p.flaw is flaw} <= {str(p) for p in before}
    assert fix(board, problem) is None, "nothing is left to be done"
    apply(board, inverse(change))
    assert board == whole


def test_what_may_lie_at_sea_is_left(board: GameMap) -> None:
    apply(board, fix_all(board, check(board)))
    assert board.hexsides[side_between(SEA, DEEP)] == {"strait"}
    assert board.lines[link(HERE, SEA)] == {"ferry"}
    assert board.hexsides[side_between(HERE, THERE)] == {"river"}
    assert list(board.places) == ["a"], "the one that says more stays"
    assert board.legend.get(Layer.TERRAIN, "steppe").name == "Steppe"


def test_all_at_once_is_one_step(board: GameMap) -> None:
    whole = board.copy()
    change = fix_all(board, check(board))
    assert change.label.startswith("Fix ")
    apply(board, change)
    assert not [p for p in check(board) if p.flaw in FIXED]
    apply(board, inverse(change))
    assert board == whole


def test_where_a_person_must_choose_there_is_no_fix(board: GameMap) -> None:
    board.places["c"] = Place("c", "Novi Sad", "town", THERE)
    del board.places["b"]
    assert fix(board, only(board, Flaw.SAME_NAME)) is None
    assert not fix_all(board, [only(board, Flaw.SAME_NAME)])


@few(30)
@given(maps())
def test_fixes_never_make_new_errors_and_undo_is_exact(board: GameMap) -> None:
    written = text.dumps(board)
    before = check(board)
    change = fix_all(board, before)
    apply(board, change)
    left = [problem for problem in check(board) if problem.flaw in FIXED - {Flaw.SAME_NAME}]
    assert not left
    apply(board, inverse(change))
    assert text.dumps(board) == written
