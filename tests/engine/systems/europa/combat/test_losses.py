"""Losses: enough, no more than that, half of them from those who must bear them (BF-9C, 9D, 9I)."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from engine.systems.europa.combat.battles import Demand
from engine.systems.europa.combat.losses import (
    certain,
    enough,
    half_of,
    least,
    needed,
    open_to,
)
from oob.model import UnitId


def worths_of(*strengths: int) -> dict[UnitId, int]:
    return {UnitId(f"u{n}"): worth for n, worth in enumerate(strengths)}


def sufficient(demand: Demand, worths: dict[UnitId, int]) -> list[frozenset[UnitId]]:
    found = []
    for count in range(len(worths) + 1):
        for some in combinations(worths, count):
            if enough(demand, worths, frozenset(some)):
                found.append(frozenset(some))
    return found


def total(worths: dict[UnitId, int], units: frozenset[UnitId]) -> int:
    return sum(worths[unit] for unit in units)


@st.composite
def demands(draw: st.DrawFn) -> tuple[Demand, dict[UnitId, int]]:
    worths = worths_of(*draw(st.lists(st.integers(0, 9), min_size=1, max_size=7)))
    units = list(worths)
    groups = draw(st.lists(st.lists(st.sampled_from(units), unique=True, min_size=1), max_size=2))
    strength = draw(st.integers(0, sum(worths.values()) + 3))
    return Demand(strength, tuple(map(tuple, groups))), worths


@given(demands(), st.randoms(use_true_random=False))
def test_any_choice_meets_the_demand_and_nobody_is_lost_for_nothing(
    case: tuple[Demand, dict[UnitId, int]], choice: st.DataObject
) -> None:
    demand, worths = case
    chosen: tuple[UnitId, ...] = ()
    while not enough(demand, worths, frozenset(chosen)):
        may = open_to(demand, worths, chosen)
        assert may, "a demand that is not met leaves a choice"
        chosen = (*chosen, choice.choice(may))  # type: ignore[attr-defined]
    assert open_to(demand, worths, chosen) == ()
    lost = frozenset(needed(demand, worths, chosen))
    assert enough(demand, worths, lost)
    assert not any(enough(demand, worths, lost - {unit}) for unit in lost)


@given(demands())
def test_the_least_loss_is_that_of_the_cheapest_sufficient_set(
    case: tuple[Demand, dict[UnitId, int]],
) -> None:
    demand, worths = case
    assert least(demand, worths) == min(total(worths, s) for s in sufficient(demand, worths))


@given(demands())
def test_who_is_lost_for_certain_is_in_every_sufficient_set(
    case: tuple[Demand, dict[UnitId, int]],
) -> None:
    demand, worths = case
    every = frozenset(worths).intersection(*sufficient(demand, worths))
    assert frozenset(certain(demand, worths)) == every


def test_every_sufficient_set_without_a_spare_can_be_chosen() -> None:
    worths = worths_of(3, 4, 5, 6)
    demand = Demand(9, ((UnitId("u0"), UnitId("u2")),))
    sets = sufficient(demand, worths)
    smallest = [s for s in sets if not any(other < s for other in sets)]
    reached: set[frozenset[UnitId]] = set()

    def choose(chosen: tuple[UnitId, ...]) -> None:
        if enough(demand, worths, frozenset(chosen)):
            reached.add(frozenset(needed(demand, worths, chosen)))
            return
        for unit in open_to(demand, worths, chosen):
            choose((*chosen, unit))

    choose(())
    assert reached == set(smallest)


def test_half_of_an_odd_strength_is_rounded_up() -> None:
    assert half_of(7) == 4
    assert half_of(8) == 4


def test_example_required_losses_half_of_twenty_from_the_armor() -> None:
    """Rule 9I: 20 points lost in an exchange with full armour effects; 10 from armour (BF-9I.1)."""
    worths = worths_of(10, 10, 7, 7)
    armor = (UnitId("u0"),)
    demand = Demand(20, (armor,))
    assert open_to(demand, worths, ()) == armor
    assert open_to(demand, worths, armor) == ("u1", "u2", "u3")
    assert enough(demand, worths, frozenset({UnitId("u0"), UnitId("u1")}))
    assert not enough(demand, worths, frozenset({UnitId("u1"), UnitId("u2"), UnitId("u3")}))


def test_required_losses_go_only_as_far_as_those_units_do() -> None:
    worths = worths_of(3, 10, 10)
    demand = Demand(20, ((UnitId("u0"),),))
    assert open_to(demand, worths, ()) == ("u0",)
    assert enough(demand, worths, frozenset(worths))
    assert not enough(demand, worths, frozenset({UnitId("u1"), UnitId("u2")}))


def test_one_unit_can_serve_two_required_groups() -> None:
    """A-33: each group bears half, one unit may count for both."""
    worths = worths_of(5, 5, 5)
    both = UnitId("u1")
    demand = Demand(10, ((UnitId("u0"), both), (both, UnitId("u2"))))
    assert open_to(demand, worths, ()) == (both,)
    assert enough(demand, worths, frozenset({both, UnitId("u0")}))
