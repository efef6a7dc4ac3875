"""Supply spreads from its sources, so many hexes, around what bars it."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.supply.trace import spread
from maps.hexgrid import Hex, distance

LAND = {Hex(q, r) for q in range(-4, 5) for r in range(-4, 5)}
NEAR = {at: tuple(near for near in at.neighbours() if near in LAND) for at in LAND}
SOURCE = Hex(0, 0)


@given(st.integers(0, 4), st.frozensets(st.sampled_from(sorted(LAND)), max_size=20))
def test_a_path_leads_to_a_source_over_hexes_that_do_not_bar_it(
    length: int, closed: frozenset[Hex]
) -> None:
    found = spread([SOURCE], NEAR, length, barred=closed.__contains__)
    assert (SOURCE in found) is (SOURCE not in closed)
    for at in found.source:
        path = found.path(at)
        assert path[0] == at and path[-1] == SOURCE
        assert len(path) <= length + 1 and not closed & set(path)
        assert all(distance(a, b) == 1 for a, b in pairwise(path))


def test_a_hex_without_supply_has_no_path() -> None:
    found = spread([SOURCE], NEAR, 1, barred=lambda _at: False)
    assert found.path(Hex(3, 0)) == ()
