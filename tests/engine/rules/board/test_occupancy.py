"""Who is where: sorted from nothing, and brought up to date after moves."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from engine.core.state import Location, Piece
from engine.rules.board.occupancy import MANY, Standing, Standings
from maps.hexgrid import Hex
from oob.model import UnitId

UNITS = tuple(UnitId(f"u{number}") for number in range(MANY + 6))
OWNERS = {unit: ("red", "blue", "")[number % 3] for number, unit in enumerate(UNITS)}
PLACES: tuple[Location, ...] = (Hex(0, 0), Hex(0, 1), Hex(2, 0), Hex(1, 3), "pool", "dead")
HIDDEN = "hidden"

MARKS = (frozenset[str](), frozenset({"moved"}), frozenset({"moved", "fought"}))

moves = st.lists(
    st.tuples(
        st.sampled_from(UNITS),
        st.sampled_from(PLACES),
        st.sampled_from(("", HIDDEN)),
        st.sampled_from(MARKS),
    ),
    max_size=4,
)


def opening() -> dict[UnitId, Piece]:
    return {unit: Piece(PLACES[number % len(PLACES)], 1) for number, unit in enumerate(UNITS)}


def asked(standing: Standing) -> Standing:
    """A standing of which everything has been asked."""
    assert standing.at and standing.sides and standing.boxes is not None
    assert standing.held and standing.hiding and standing.occupied
    assert standing.marked(MARKS[1]) >= standing.marked(MARKS[2] - MARKS[1])
    return standing


@given(st.lists(moves, max_size=6))
def test_a_standing_brought_up_to_date_is_the_one_sorted_from_nothing(
    turns: list[list[tuple[UnitId, Location, str, frozenset[str]]]],
) -> None:
    pieces = opening()
    standings = Standings(OWNERS, ("red", "blue"), hidden=HIDDEN)
    asked(standings(pieces, "red"))
    for turn in turns:
        pieces = dict(pieces)
        for unit, at, mode, marks in turn:
            pieces[unit] = replace(pieces[unit], at=at, mode=mode, marks=marks)
        assert asked(standings(pieces, "red")).stale() == ()


@given(st.lists(moves, max_size=8))
def test_who_is_where_may_be_asked_for_after_several_moves(
    turns: list[list[tuple[UnitId, Location, str, frozenset[str]]]],
) -> None:
    pieces = opening()
    standings = Standings(OWNERS, ("red", "blue"))
    standing = standings(pieces, "red")
    assert standing.at and standing.sides and standing.boxes
    for turn in turns:
        pieces = dict(pieces)
        for unit, at, _mode, _marks in turn:
            pieces[unit] = replace(pieces[unit], at=at)
        standing = standings(pieces, "red")
        assert standing.sides
    fresh = Standing(pieces, OWNERS, ("red", "blue"), "red", "")
    assert [*standing.at.items()] == [*fresh.at.items()]
    assert [*standing.boxes.items()] == [*fresh.boxes.items()]


def test_units_with_marks_are_found_where_they_are_and_no_longer_once_unmarked() -> None:
    standings = Standings(OWNERS, ("red", "blue"))
    pieces = {**opening(), UNITS[1]: Piece("pool", 1, marks=frozenset({"fought"}))}
    assert standings(pieces, "red").marked(MARKS[2]) == {UNITS[1]}
    other = {**pieces, UNITS[1]: Piece("pool", 1), UNITS[2]: pieces[UNITS[2]].marked("moved")}
    assert standings(other, "red").marked(MARKS[2]) == {UNITS[2]}
    wrong = standings(other, "red")
    wrong._marked[MARKS[2]] = frozenset()
    assert wrong.stale() == ("who is marked fought, moved is out of date",)


def test_only_stacks_that_were_touched_are_sorted_again() -> None:
    standings = Standings(OWNERS, ("red", "blue"))
    first = asked(standings(pieces := opening(), "red"))
    moved = {**pieces, UNITS[0]: replace(pieces[UNITS[0]], at=Hex(0, 1))}
    second = standings(moved, "red")
    assert second.at[Hex(2, 0)] is first.at[Hex(2, 0)]
    assert second.at[Hex(0, 1)][0] == UNITS[0]
    marked = {**moved, UNITS[3]: moved[UNITS[3]].marked("moved")}
    assert standings(marked, "red").sides is second.sides


def test_many_moves_at_once_are_sorted_from_nothing() -> None:
    standings = Standings(OWNERS, ("red", "blue"))
    asked(standings(pieces := opening(), "red"))
    moved = {unit: replace(piece, at=Hex(9, 9)) for unit, piece in pieces.items()}
    assert asked(standings(moved, "red")).at == {Hex(9, 9): UNITS}


def test_what_is_out_of_date_is_named() -> None:
    standing = asked(Standings(OWNERS, ("red", "blue"))(opening(), "red"))
    vars(standing)["at"] = {}
    assert standing.stale() == ("who is where is out of date (at)",)


def test_units_without_a_fixed_side_follow_the_turncoats() -> None:
    standings = Standings(OWNERS, ("red", "blue"))
    pieces = opening()
    third = UNITS[2]
    for side in ("red", "blue"):
        assert third in standings(pieces, side).sides[side][Hex(2, 0)]
