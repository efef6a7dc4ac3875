"""Areas as runs of hexes: the same hexes, in as few runs as can be."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from maps.finding.runs import Run, ascending, pairs, runs_of
from maps.finding.surveys import links_of
from maps.hexgrid import Hex

hexes = st.builds(Hex, st.integers(-4, 4), st.integers(-9, 9))


@given(st.lists(hexes))
def test_runs_hold_the_hexes_they_were_made_of(of: list[Hex]) -> None:
    runs = runs_of(of)
    assert [at for run in runs for at in run.hexes()] == sorted(set(of))
    assert runs == runs_of(sorted(set(of)))


@given(st.lists(hexes))
def test_there_are_no_more_runs_than_gaps(of: list[Hex]) -> None:
    held = set(of)
    assert len(runs_of(of)) == sum(Hex(q, r - 1) not in held for q, r in held)


@given(st.frozensets(hexes))
def test_neighbours_are_counted_run_by_run(of: frozenset[Hex]) -> None:
    assert pairs(runs_of(of)) == len(links_of(of))


@given(st.frozensets(hexes), st.frozensets(hexes), st.randoms())
def test_the_order_is_that_of_sorting(
    of: frozenset[Hex], others: frozenset[Hex], chance: Random
) -> None:
    among = sorted(of | others)
    chance.shuffle(among)
    for board in (among, sorted(of | others), [], sorted(others)):
        assert ascending(of, board) == sorted(of)


def test_a_whole_column_is_one_run() -> None:
    assert runs_of(Hex(3, r) for r in range(1000)) == [Run(3, 0, 999)]
    assert runs_of([]) == []
