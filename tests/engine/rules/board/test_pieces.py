"""Marks taken off: what pieces wear is remembered from one time to the next."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.core.handler import Transition
from engine.core.state import Piece, State
from engine.rules.board.pieces import mark, unmark
from oob.model import UnitId

UNITS = tuple(UnitId(f"u{number}") for number in range(4))
MARKS = ("moved", "fought", "fresh")
marks = st.lists(st.sampled_from(MARKS), max_size=2)
steps = st.lists(
    st.tuples(marks, st.none() | st.lists(st.sampled_from(UNITS)), st.booleans()), max_size=6
)


@given(st.lists(marks, min_size=len(UNITS), max_size=len(UNITS)), steps)
def test_marks_come_off_as_if_nothing_were_remembered(
    worn: list[list[str]], steps: list[tuple[list[str], list[UnitId] | None, bool]]
) -> None:
    pieces = {u: Piece("pool", 1, marks=frozenset(on)) for u, on in zip(UNITS, worn, strict=True)}
    transition = Transition(State(1, "", "", pieces, ()))
    for off, units, again in steps:
        if again:
            mark(transition, UNITS[0], "fought")
        before = transition.state.pieces
        unmark(transition, *off, units=units)
        for unit, piece in transition.state.pieces.items():
            kept = units is not None and unit not in units
            assert piece.marks == (before[unit].marks if kept else before[unit].marks - {*off})
