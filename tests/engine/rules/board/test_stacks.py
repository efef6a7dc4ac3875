"""Stacks of units by hex: listed in order, and quick to look one up in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.core.state import Location
from engine.rules.board.stacks import Stacks
from maps.hexgrid import Hex
from oob.model import UnitId

UNITS = tuple(UnitId(f"u{number}") for number in range(9))
ORDER = {unit: number for number, unit in enumerate(UNITS)}
PLACES: tuple[Location, ...] = (Hex(4, 0), Hex(0, 1), Hex(2, 2), Hex(1, 1), "pool")

places = st.tuples(*[st.sampled_from(PLACES) for _ in UNITS])


def sorted_from_nothing(where: tuple[Location, ...]) -> Stacks:
    found: dict[Hex, tuple[UnitId, ...]] = {}
    for unit, at in zip(UNITS, where, strict=True):
        if isinstance(at, Hex):
            found[at] = (*found.get(at, ()), unit)
    return Stacks(found)


@given(st.lists(places, min_size=2, max_size=5))
def test_stacks_after_any_moves_are_those_sorted_from_nothing(
    turns: list[tuple[Location, ...]],
) -> None:
    stacks, before = sorted_from_nothing(turns[0]), turns[0]
    for after in turns[1:]:
        ways = [(u, a, b) for u, a, b in zip(UNITS, before, after, strict=True) if a != b]
        stacks, fresh, before = stacks.after(ways, ORDER), sorted_from_nothing(after), after
        assert [*stacks] == [*fresh] and len(stacks) == len(fresh)
        assert [*stacks.items()] == [*fresh.items()]
        assert [*stacks.values()] == [*fresh.values()]
        assert stacks.units == fresh.units and all(at in stacks for at in fresh)
