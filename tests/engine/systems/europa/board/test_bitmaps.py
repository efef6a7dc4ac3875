"""Bitmaps: sets of hexes as numbers, and floods over them, against sets of hexes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.systems.europa.board.bitmaps import (
    FEW,
    Bits,
    Masks,
    filled,
    flood,
    steps,
    together,
    union,
)
from maps.hexgrid import Hex

HEXES = [Hex(q, r) for q in range(-4, 4) for r in range(-3, 4)]
PAIRS = [(a, b) for a in HEXES for b in a.neighbours() if b in HEXES]
some_hexes = st.frozensets(st.sampled_from(HEXES))
some_pairs = st.frozensets(st.sampled_from(PAIRS))


@given(some_hexes)
def test_a_mask_holds_its_hexes(hexes: frozenset[Hex]) -> None:
    bits = Bits(HEXES)
    assert set(bits.hexes(bits.mask(hexes))) == hexes


@given(st.frozensets(st.sampled_from(HEXES), min_size=1), some_hexes)
def test_what_lies_beside_some_hexes_is_no_hex_elsewhere(
    board: frozenset[Hex], hexes: frozenset[Hex]
) -> None:
    bits, some = Bits(board), board & hexes
    beside = {near for at in some for near in at.neighbours()}
    assert set(bits.hexes(bits.around(bits.mask(some)) & bits.all)) == beside & board


def test_a_rectangular_board_takes_hardly_more_bits_than_it_has_hexes() -> None:
    rows, places = 60, 40
    board = [Hex(place - row // 2, row) for row in range(rows) for place in range(places)]
    assert Bits(board).all.bit_length() < len(board) * 1.1


@given(st.lists(st.tuples(st.sampled_from(["held", "zone"]), some_hexes), max_size=8))
def test_a_mask_made_of_the_last_one_is_as_made_from_nothing(
    sets: list[tuple[str, frozenset[Hex]]],
) -> None:
    bits = Bits(HEXES)
    masks = Masks(bits)
    for name, hexes in sets:
        beyond = hexes | {Hex(99, 99)}
        assert masks.of(name, beyond) == masks.of(name, beyond) == bits.mask(hexes)


@given(st.integers(0, 2 * FEW), st.integers(1, 90))
def test_a_number_has_its_bits_however_many_they_are(many: int, apart: int) -> None:
    numbers = [apart * place for place in range(many)]
    assert Bits(HEXES).number([*numbers, *numbers]) == sum(1 << bit for bit in numbers)


@given(some_hexes, some_pairs, some_pairs, some_hexes)
def test_steps_of_several_networks_are_one_and_keep_within_a_set(
    start: frozenset[Hex],
    some: frozenset[tuple[Hex, Hex]],
    others: frozenset[tuple[Hex, Hex]],
    on: frozenset[Hex],
) -> None:
    bits = Bits(HEXES)
    inside = steps(bits, others).within(bits.mask(on))
    found = together((steps(bits, some), inside)).spread(bits.mask(start))
    kept = {(a, b) for a, b in others if a in on and b in on}
    assert set(bits.hexes(found)) == {b for a, b in some | kept if a in start}


def test_hexes_off_the_board_are_left_out() -> None:
    bits = Bits(HEXES)
    assert bits.mask([Hex(99, 99)]) == 0


@given(some_hexes, some_pairs)
def test_a_spread_takes_exactly_the_open_steps(
    start: frozenset[Hex], pairs: frozenset[tuple[Hex, Hex]]
) -> None:
    bits = Bits(HEXES)
    found = steps(bits, pairs).spread(bits.mask(start))
    assert set(bits.hexes(found)) == {b for a, b in pairs if a in start}


@given(some_hexes, some_pairs, some_hexes, st.integers(0, 6))
def test_a_flood_sorts_hexes_by_length(
    start: frozenset[Hex],
    pairs: frozenset[tuple[Hex, Hex]],
    within: frozenset[Hex],
    limit: int,
) -> None:
    bits = Bits(HEXES)
    cheap, dear = {p for p in pairs if p[0] < p[1]}, {p for p in pairs if p[0] > p[1]}
    by_cost = ((1, steps(bits, cheap)), (2, steps(bits, dear)))
    levels = flood(by_cost, bits.mask(start), bits.mask(within), limit)
    expected = dict.fromkeys(start, 0)
    for _ in HEXES:
        for a, b in pairs:
            length = expected.get(a, limit) + (1 if a < b else 2)
            if b in within and length <= limit and length < expected.get(b, limit + 1):
                expected[b] = length
    found = {at: length for length, level in enumerate(levels) for at in bits.hexes(level)}
    assert found == expected
    assert set(bits.hexes(union(levels))) == set(expected)


@given(some_hexes, some_pairs, some_hexes)
def test_filling_reaches_everything_joined(
    start: frozenset[Hex], pairs: frozenset[tuple[Hex, Hex]], within: frozenset[Hex]
) -> None:
    bits = Bits(HEXES)
    expected = set(start)
    for _ in HEXES:
        expected |= {b for a, b in pairs if a in expected and b in within}
    found = filled(steps(bits, pairs), bits.mask(start), bits.mask(within))
    assert set(bits.hexes(found)) == expected
