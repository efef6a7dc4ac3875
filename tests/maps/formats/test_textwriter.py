"""Chains of a net: every link once, none through a junction, the same each time."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from maps.formats.textwriter import chains

points = st.sampled_from("abcdefgh")
nets = st.frozensets(st.tuples(points, points).filter(lambda pair: pair[0] < pair[1]), max_size=16)


def net_of(links: frozenset[tuple[str, str]]) -> dict[str, set[str]]:
    net: dict[str, set[str]] = {}
    for a, b in sorted(links):
        net.setdefault(a, set()).add(b)
        net.setdefault(b, set()).add(a)
    return net


@given(nets)
def test_chains_hold_every_link_once(links: frozenset[tuple[str, str]]) -> None:
    found = chains(net_of(links))
    used = Counter(tuple(sorted(step)) for chain in found for step in pairwise(chain))
    assert used == Counter(links)


@given(nets)
def test_chains_break_at_ends_and_junctions_only(links: frozenset[tuple[str, str]]) -> None:
    net = net_of(links)
    for chain in chains(net):
        assert all(len(net[point]) == 2 for point in chain[1:-1])
        is_ring = chain[0] == chain[-1]
        assert is_ring or all(len(net[end]) != 2 for end in (chain[0], chain[-1]))


def test_a_branch_changes_few_chains() -> None:
    road = {("a", "b"), ("b", "c"), ("c", "d")}
    assert chains(net_of(frozenset(road))) == [["a", "b", "c", "d"]]
    with_branch = chains(net_of(frozenset(road | {("c", "x")})))
    assert with_branch == [["a", "b", "c"], ["c", "d"], ["c", "x"]]
