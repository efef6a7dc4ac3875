"""Areas as runs of hexes: the same hexes, in as few runs as can be."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from maps.finding.runs import Run, ascending, in_order, joined, pairs, runs_of, unbroken
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


@given(st.lists(hexes))
def test_what_is_in_order_stays_as_it_is(of: list[Hex]) -> None:
    ordered = in_order(of)
    assert list(ordered) == sorted(set(of))
    assert in_order(ordered) is ordered
    assert unbroken(ordered) == runs_of(of)


@given(st.frozensets(hexes, min_size=1), st.dictionaries(hexes, st.frozensets(st.integers(0, 5))))
def test_joined_hexes_are_those_that_steps_reach(
    of: frozenset[Hex], closed: dict[Hex, frozenset[int]]
) -> None:
    shut: dict[Hex, set[int]] = {}
    for at, directions in closed.items():
        for direction in directions:
            shut.setdefault(at, set()).add(direction)
            shut.setdefault(at.neighbour(direction), set()).add((direction + 3) % 6)
    start = min(of)
    reached, coming = {start}, [start]
    while coming:
        at = coming.pop()
        for direction, near in enumerate(at.neighbours()):
            if near in of and near not in reached and direction not in shut.get(at, ()):
                reached.add(near)
                coming.append(near)
    assert joined(start, of, shut) == sorted(reached)


class Looked(list[Hex]):
    """Hexes that count how often one is looked at."""

    looks = 0

    def __getitem__(self, place: int) -> Hex:  # type: ignore[override]
        self.looks += 1
        return super().__getitem__(place)


def test_long_runs_are_found_without_looking_at_each_hex() -> None:
    board = Looked(Hex(q, r) for q in range(30) for r in range(1000))
    assert unbroken(board) == [Run(q, 0, 999) for q in range(30)]
    assert board.looks < 30 * 40
