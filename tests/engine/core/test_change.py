"""Change reports: what two states of a game do not have in common, named."""

from __future__ import annotations

from dataclasses import field, replace
from operator import is_
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from engine.core.chance import Stream
from engine.core.change import (
    EVERYTHING,
    NOTHING,
    Change,
    besides,
    between,
    changed_pieces,
    pieces_changed,
)
from engine.core.handler import Transition
from engine.core.state import Piece, State
from engine.frozen import dataclass
from engine.game.session import GameSession
from maps.hexgrid import Hex, Side
from oob.model import UnitId

if TYPE_CHECKING:
    from collections.abc import Mapping

A, B, C = UnitId("a"), UnitId("b"), UnitId("c")
HERE, THERE = Hex(0, 0), Hex(1, 0)


@dataclass(frozen=True, slots=True)
class Land(State):
    taken: Mapping[Hex, str] = field(default_factory=dict)
    razed: frozenset[Side] = frozenset()
    spent: Mapping[UnitId, int] = field(default_factory=dict)


def opening() -> Land:
    pieces = {A: Piece(HERE, 1), B: Piece(HERE, 2), C: Piece("pool", 1)}
    return Land(1, "movement", "red", pieces, ())


def test_a_move_touches_the_unit_and_both_hexes() -> None:
    transition = Transition(opening())
    transition.state = transition.state.with_piece(B, at=THERE)
    assert transition.step().change == Change(
        (B,), frozenset({HERE, THERE}), figures=frozenset({"pieces"})
    )


def test_an_arrival_touches_the_box_it_comes_from() -> None:
    transition = Transition(opening())
    transition.state = transition.state.with_piece(C, at=THERE)
    change = transition.change
    assert change.boxes == {"pool"} and change.hexes == {THERE}
    assert change.touches_unit(C) and not change.touches_unit(A)


def test_owners_hexsides_and_points_name_their_hexes_and_units() -> None:
    transition = Transition(opening())
    transition.set(taken={THERE: "red"}, razed=frozenset({Side(HERE, 1)}), spent={A: 2})
    change = transition.change
    assert change.units == (A,)
    assert change.hexes == {THERE, *Side(HERE, 1).hexes}
    assert change.touches("taken") and not change.touches("pieces", "turn")


def test_a_copy_in_which_nothing_differs_is_the_state_itself() -> None:
    state = opening()
    assert state.having(turn=1, taken=state.taken) is state
    assert state.with_piece(A, at=HERE) is state
    assert state.having(turn=2) is not state and state.with_piece(A, at=THERE) is not state
    assert state.having(taken={}) == state


def test_what_is_put_back_is_no_change() -> None:
    transition = Transition(opening())
    transition.state = transition.state.with_piece(A, at=THERE).with_piece(A, at=HERE)
    assert transition.change == NOTHING and not transition.change


def test_what_is_read_besides_some_fields_stays_the_same_while_only_these_change() -> None:
    before = opening()
    after = before.with_piece(B, at=THERE).having(spent={B: 2})
    assert all(map(is_, besides(before, "spent"), besides(after, "spent")))
    assert besides(before) != besides(after)
    assert besides(before, "spent") != besides(after.having(turn=2), "spent")


def test_states_of_two_games_have_nothing_known_in_common() -> None:
    other = replace(opening(), pieces={A: Piece(HERE, 1)})
    assert between(opening(), other) == EVERYTHING
    assert EVERYTHING.touches("turn") and EVERYTHING.touches_hex(HERE)


places = st.sampled_from([HERE, THERE, "pool"])
sweeps = st.lists(st.dictionaries(st.sampled_from([A, B, C]), places, max_size=2), max_size=30)


@given(sweeps, st.integers(0, 30), st.booleans())
def test_pieces_that_changed_are_those_that_differ_however_they_came_about(
    moves: list[dict[UnitId, Hex | str]], since: int, back: bool
) -> None:
    states = [opening()]
    for move in moves:
        states.append(states[-1].with_pieces({unit: Piece(at, 1) for unit, at in move.items()}))
    before, after = states[min(since, len(moves))].pieces, states[-1].pieces
    if back:
        before, after = after, before
    expected = [unit for unit in after if before[unit] != after[unit]]
    assert changed_pieces(before, after) == pieces_changed(before, after) == expected


def test_pieces_of_other_units_are_not_compared() -> None:
    pieces = opening().pieces
    assert pieces_changed(pieces, {A: pieces[A]}) is None
    assert pieces_changed(pieces, {B: pieces[B], A: pieces[A], C: pieces[C]}) is None
    more = opening().with_pieces({UnitId("d"): Piece(HERE, 1)}).pieces
    assert pieces_changed(pieces, more) is None and changed_pieces(pieces, more) == ["d"]


boards = st.builds(
    lambda a, b, turn, taken: replace(
        opening(),
        pieces={A: Piece(a, 1), B: Piece(b, 2), C: Piece("pool", 1)},
        turn=turn,
        taken=taken,
    ),
    places,
    places,
    st.integers(1, 3),
    st.dictionaries(st.sampled_from([HERE, THERE]), st.sampled_from(["red", "blue"])),
)


@given(boards, boards, boards)
def test_a_change_is_empty_only_between_equal_states_and_adds_up(
    first: Land, second: Land, third: Land
) -> None:
    change = between(first, second)
    assert bool(change) == (first != second)
    assert change.units == tuple(
        unit for unit in first.pieces if first.pieces[unit] != second.pieces[unit]
    )
    whole, sum_ = between(first, third), change | between(second, third)
    assert set(whole.units) <= set(sum_.units)
    assert whole.hexes <= sum_.hexes and whole.boxes <= sum_.boxes
    assert whole.figures <= sum_.figures


def test_a_game_tells_what_differs_between_any_two_of_its_steps() -> None:
    game = GameSession.start("balkan_gambit/1943", seed=1)
    stream = Stream(1, "change")
    start = game.log.current
    for _ in range(30):
        action = game.view().legal.random(stream)
        assert action is not None
        game.act(action)
    before, after = game.state_at(start).pieces, game.state.pieces
    moved = tuple(unit for unit in before if before[unit] != after[unit])
    assert game.changed(start).units == moved and moved
    tip = game.log.current
    game.undo()
    assert game.changed(game.log.current) == NOTHING
    assert game.changed(tip) == between(game.state_at(tip), game.state)
