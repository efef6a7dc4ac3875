"""What lies between sets of hexes that were made of each other by a few."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.board.lately import Hexes, apart, but_for
from maps.hexgrid import Hex

hexes = st.frozensets(st.builds(Hex, st.integers(0, 3), st.integers(0, 3)))


@given(hexes, st.lists(hexes, max_size=6))
def test_what_lies_between_is_what_is_in_one_of_them_alone(
    first: Hexes, steps: list[Hexes]
) -> None:
    made = [first]
    for others in steps:
        made.append(but_for(made[-1], others))
        assert made[-1] == made[-2] ^ others
    assert all(apart(one, made[-1]) == one ^ made[-1] for one in made if one is not made[-1])


def test_a_set_but_for_nothing_is_the_very_set() -> None:
    one = frozenset({Hex(0, 1)})
    assert but_for(one, frozenset()) is one


def test_nothing_is_known_of_sets_that_were_not_made_of_each_other() -> None:
    one = but_for(frozenset({Hex(0, 1)}), frozenset({Hex(1, 1)}))
    assert apart(frozenset({Hex(5, 5)}), one) is None
    other = but_for(one, frozenset({Hex(2, 2)}))
    assert apart(other, one) is None, "the other was made of this one"


def test_what_was_made_long_ago_is_not_known() -> None:
    first = but_for(frozenset({Hex(0, 1)}), frozenset({Hex(1, 1)}))
    last = first
    for number in range(60):
        last = but_for(last, frozenset({Hex(2, number)}))
    assert apart(first, last) is None
