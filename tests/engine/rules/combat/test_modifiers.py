"""Factors and shifts: what counts, what is excluded, and how each is shown."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.combat.modifiers import Influence, Ledger

RIVER = Influence("river", "River", "R-1", shift=-1)
BRIDGE = Influence("bridge", "Bridgehead", "R-2", excludes=frozenset({"river"}))
HUNGRY = Influence("supply", "Out of supply", "R-3", factor=Fraction(1, 2))


def test_what_is_excluded_counts_for_nothing_and_says_why() -> None:
    ledger = Ledger((RIVER, BRIDGE, HUNGRY))
    assert (ledger.shift, ledger.factor) == (0, Fraction(1, 2))
    assert [(line.text, line.value, line.rule) for line in ledger.lines()] == [
        ("River (not with Bridgehead)", 0, "R-1"),
        ("Bridgehead", 0, "R-2"),
        ("Out of supply ×1/2", 0, "R-3"),
    ]


def test_nothing_is_excluded_by_what_is_absent() -> None:
    assert Ledger((RIVER, HUNGRY)).shift == -1


@given(st.lists(st.integers(-3, 3)))
def test_shifts_without_exclusions_add_up(shifts: list[int]) -> None:
    found = Ledger(Influence(str(at), "A shift", "R", value) for at, value in enumerate(shifts))
    assert found.shift == sum(shifts) == sum(line.value for line in found.lines())
