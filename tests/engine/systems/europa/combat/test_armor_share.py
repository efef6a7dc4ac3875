"""Shares of armour (BF-10B, 10C, 10E, 10F)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.wording import mixed
from engine.systems.europa.charts.combat_charts import ArmorChart
from engine.systems.europa.combat.armor_share import (
    best_share,
    of_divisions,
    share,
)
from engine.systems.europa.state.constants import Capability
from tests.engine.systems.europa.arena import charts_of

FULL, HALF = Capability.FULL, Capability.HALF
NEUTRAL, NONE = Capability.NEUTRAL, Capability.NONE
CHART: ArmorChart = charts_of("balkan_front").armor
DIVISION, REGIMENT, BATTALION = 6, 2, 1


def test_example_a_panzer_division_has_three_res() -> None:
    """BF-10B1.1."""
    assert share([(DIVISION, FULL)], 2).capable == 3


def test_example_a_light_armored_division_counts_one_and_a_half() -> None:
    """BF-10B2.1."""
    found = share([(DIVISION, HALF)], 2)
    assert (found.capable, found.total) == (Fraction(3, 2), 3)


def test_example_neutral_artillery_is_not_counted() -> None:
    """BF-10B3.1: with somebody capable in the force, a neutral regiment is left out."""
    found = share([(DIVISION, FULL), (REGIMENT, NEUTRAL)], 2)
    assert (found.capable, found.total, found.neutral) == (3, 3, 1)


def test_example_one_third() -> None:
    """BF-10C.1: two infantry divisions, a panzer division, a neutral motorized regiment."""
    parts = [(DIVISION, NONE), (DIVISION, NONE), (DIVISION, FULL), (REGIMENT, NEUTRAL)]
    found = best_share(parts, 2)
    assert (found.capable, found.total, found.value) == (3, 9, Fraction(1, 3))


def test_example_half_capable_division_as_neutral() -> None:
    """BF-10E.1: 3 of 3 instead of 4 1/2 of 6."""
    parts = [(DIVISION, FULL), (DIVISION, HALF)]
    plainly, best = share(parts, 2), best_share(parts, 2)
    assert (plainly.capable, plainly.total) == (Fraction(9, 2), 6)
    assert (best.capable, best.total, best.aside) == (3, 3, 3)
    assert CHART.band(plainly.value).attack["clear"] == 2  # type: ignore[union-attr]
    assert CHART.band(best.value).attack["clear"] == 3  # type: ignore[union-attr]


def test_example_the_neutral_limit() -> None:
    """BF-10F.1: twelve REs, three of them panzer, six neutral at most: 3 of 6."""
    motorized, guns = [(DIVISION, NEUTRAL)] * 2, [(REGIMENT, NEUTRAL)] * 3
    found = best_share([(DIVISION, FULL), *motorized, *guns], 2)
    assert (found.neutral, found.excess) == (6, 3)
    assert (found.capable, found.total, found.value) == (3, 6, Fraction(1, 2))


def test_example_a_half_capable_unit_counts_whole_for_the_neutral_limit() -> None:
    """BF-10F.2: one RE of half capability carries two neutral ones."""
    found = share([(REGIMENT, HALF), (REGIMENT, NEUTRAL), (REGIMENT, NEUTRAL)], 2)
    assert (found.neutral, found.excess, found.value) == (2, 0, Fraction(1, 2))


def test_neutral_units_alone_have_no_capability() -> None:
    assert best_share([(DIVISION, NEUTRAL)], 2).value == 0


@pytest.mark.parametrize(
    ("value", "band"),
    [
        (Fraction(1, 8), None),
        (Fraction(1, 7), (1, 0, -1, 0, -1)),
        (Fraction(49, 100), (1, 0, -1, 0, -1)),
        (Fraction(1, 2), (2, 1, -2, -1, -2)),
        (Fraction(99, 100), (2, 1, -2, -1, -2)),
        (Fraction(1), (3, 1, -2, -1, -4)),
    ],
)
def test_the_summary_of_armor_and_antitank(value: Fraction, band: tuple[int, ...] | None) -> None:
    """BF-10C1 to 10C3: clear and poor in attack, clear and poor in defence, antitank."""
    found = CHART.band(value)
    if band is None:
        assert found is None
        return
    assert found is not None
    attack = found.attack["clear"], found.attack["poor"]
    assert (*attack, found.defense["clear"], found.defense["poor"], found.antitank) == band


@given(
    st.lists(st.tuples(st.sampled_from([1, 2, 6]), st.sampled_from(list(Capability))), max_size=8)
)
def test_the_best_share_beats_every_way_of_counting(parts: list[tuple[int, Capability]]) -> None:
    best = best_share(parts, 2)
    assert 0 <= best.value <= 1
    halves = [size for size, capability in parts if capability is HALF]
    for mask in range(1 << len(halves)):
        aside = sum(size for index, size in enumerate(halves) if mask >> index & 1)
        assert best.value >= share(parts, 2, aside).value


def test_the_share_in_words() -> None:
    parts = [(DIVISION, FULL), (REGIMENT, HALF), *[(DIVISION, NEUTRAL)] * 3]
    text = best_share(parts, 2).text("REs")
    assert text == "3 1/2 of 5 REs, 1 neutral beyond the limit"
    assert mixed(Fraction(0)) == "0"


def test_boot_camp_counts_divisional_units() -> None:
    chart: ArmorChart = charts_of("boot_camp").armor
    found = of_divisions([(True, True), (True, False), (True, False), (False, True)])
    assert found.value == Fraction(1, 3)
    assert chart.band(found.value).attack["clear"] == 1  # type: ignore[union-attr]
    assert chart.band(Fraction(1, 2)).attack["poor"] == 1  # type: ignore[union-attr]
    assert chart.band(Fraction(0)) is None
