"""Hexes counted by numbers: how often each is reached."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.board.lately import note
from engine.systems.europa.board.bitmaps import (
    Bits,
    Masks,
    Tally,
    counted,
    counted_once,
    uncounted,
    union,
)
from maps.hexgrid import Hex

BOARD = tuple(Hex(q, r) for q in range(5) for r in range(5))
BITS = Bits(BOARD)
reaches = st.lists(st.frozensets(st.sampled_from(BOARD)), max_size=14)


@given(reaches)
def test_a_tally_counts_what_is_put_in_and_taken_out(found: list[frozenset[Hex]]) -> None:
    tally: Tally = ()
    for reach in found:
        tally = counted(tally, BITS.mask(reach))
    gone = found[::2]
    for reach in gone:
        tally = uncounted(tally, BITS.mask(reach))
    times = Counter(at for reach in found[1::2] for at in reach)
    assert {*BITS.hexes(union(tally))} == times.keys()
    assert {*BITS.hexes(counted_once(tally))} == {at for at, n in times.items() if n == 1}


@given(st.frozensets(st.sampled_from(BOARD)))
def test_the_hexes_of_a_number_come_in_the_order_of_their_bits(hexes: frozenset[Hex]) -> None:
    assert [*BITS.hexes(BITS.mask(hexes))] == sorted(hexes, key=BITS.index.__getitem__)


def test_a_number_that_an_object_stands_for_is_made_of_the_last_one_where_that_is_noted() -> None:
    masks, asked = Masks(BITS), list[str]()

    def hexes() -> frozenset[Hex]:
        asked.append("hexes")
        return frozenset(BOARD[:4])

    first, second = object(), object()
    assert masks.made_of("stacks", first, hexes) == BITS.mask(BOARD[:4])
    note(first, second, frozenset(BOARD[3:6]))
    assert masks.made_of("stacks", second, hexes) == BITS.mask((*BOARD[:3], *BOARD[4:6]))
    assert asked == ["hexes"]
    assert masks.made_of("stacks", object(), hexes) == BITS.mask(BOARD[:4])
    assert asked == ["hexes"] * 2
