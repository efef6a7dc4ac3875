"""Every bound that is known of the ground charts holds in the shipped ones; cells exact where they
are known exactly.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from engine.core.charts.tables import Provenance
from engine.systems.europa.charts.shared_charts import SharedCharts
from engine.systems.europa.state.constants import Ability, Capability
from oob.words import TYPES
from tests.engine.systems.europa.titles import TITLES, charts

BF = "balkan_front"
BC = "boot_camp"
BETTER = ("AE", "AH", "AR", "AS", "EX", "HX", "DR", "DH", "DE")
"""Results from worst to best for the attacker, the order the 2:1 column fixes."""
LOST = BETTER[:4]
ODDS = ("1:4", "1:3", "1:2", "1:1", "1.5:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1")


@pytest.fixture(params=TITLES, name="both")
def _both(request: pytest.FixtureRequest) -> SharedCharts:
    return charts(request.param)


def cell(odds: str, row: int, title: str = BF) -> str:
    """The result of some odds on a modified die, kept within the rows of the chart."""
    chart = charts(title).combat
    last = chart.first_row + len(chart.rows) - 1
    at = min(max(row, chart.first_row), last) - chart.first_row
    return chart.rows[at][chart.columns.index(odds)]


# Combat results


def test_the_table_has_thirteen_columns_and_rows_from_minus_one_to_eight(
    both: SharedCharts,
) -> None:
    assert both.combat.columns == ODDS
    assert both.combat.first_row == -1
    assert len(both.combat.rows) == 10
    assert {len(row) for row in both.combat.rows} == {13}
    assert tuple(code.id for code in both.combat.codes) == BETTER


def test_odds_below_the_table_eliminate_the_attacker(both: SharedCharts) -> None:
    assert both.combat.below == "AE"


def test_two_to_one_is_the_designers_column() -> None:
    assert [cell("2:1", die) for die in range(1, 7)] == ["AR", "AS", "AS", "EX", "HX", "DR"]


def test_three_to_one_fails_on_a_one_alone() -> None:
    assert cell("3:1", 1) == "AS"
    assert not {cell("3:1", die) for die in range(2, 7)} & set(LOST)


def test_surrounded_defenders_always_die_at_four_to_one_and_at_two_to_one_with_three() -> None:
    assert not {cell("4:1", die) for die in range(1, 7)} & set(LOST)
    assert not {cell("2:1", die + 3) for die in range(1, 7)} & set(LOST)


def test_no_exchange_without_modifier_from_six_to_one_on() -> None:
    for odds in ODDS[9:]:
        assert not {cell(odds, die) for die in range(1, 7)} & {"EX", "HX"}


def test_row_two_of_three_to_one_exchanges() -> None:
    assert cell("3:1", 2) in ("EX", "HX")


def test_results_never_worsen_down_a_column_or_along_a_row() -> None:
    rank = BETTER.index
    rows = charts(BF).combat.rows
    for row in rows:
        assert all(rank(a) <= rank(b) for a, b in pairwise(row))
    for upper, lower in pairwise(rows):
        assert all(rank(a) <= rank(b) for a, b in zip(upper, lower, strict=True))


@pytest.mark.parametrize(
    ("odds", "row", "allowed"),
    [
        ("2:1", -1, "AE"),
        ("2:1", 0, "AE AH AR"),
        ("3:1", -1, "AH"),
        ("3:1", 0, "AR"),
        ("3:1", 2, "EX"),
        ("3:1", 3, "EX HX DR"),
        ("3:1", 4, "DR DH"),
        ("3:1", 5, "DR DH DE"),
        ("3:1", 6, "DH DE"),
        ("4:1", -1, "AR"),
        ("4:1", 0, "AS"),
        ("4:1", 1, "EX"),
        ("4:1", 2, "EX HX DR"),
        ("4:1", 4, "DR DH DE"),
        ("4:1", 6, "DE"),
        ("4:1", 7, "DE"),
        ("4:1", 8, "DE"),
        ("5:1", -1, "AH AR AS"),
        ("5:1", 0, "AR AS EX"),
        ("5:1", 1, "EX HX"),
        ("5:1", 2, "EX HX DR"),
        ("5:1", 4, "DR DH DE"),
        ("5:1", 6, "DE"),
        ("6:1", -1, "AS"),
        ("6:1", 0, "EX"),
        ("6:1", 1, "DR"),
        ("6:1", 2, "DR DH DE"),
        ("6:1", 6, "DE"),
    ],
)
def test_cells_that_follow_from_what_is_known(odds: str, row: int, allowed: str) -> None:
    assert cell(odds, row) in allowed.split()


SEEN = {
    "1:3": ((-1, "AR"),),
    "1:1": ((2, "AS"),),
    "1.5:1": ((1, "AS"),),
    "2:1": ((-3, "AE"), (-2, "AS"), (-1, "EX"), (0, "HX"), (0, "AS"), (0, "EX"), (3, "EX")),
    "3:1": (
        (-3, "AH"),
        (-3, "AS"),
        (-2, "AR"),
        (-2, "AS"),
        (-2, "DR"),
        (-1, "EX"),
        (-1, "DR"),
        (0, "DH"),
        (0, "DR"),
        (1, "DH"),
    ),
    "4:1": (
        (-3, "AS"),
        (-2, "AS"),
        (-2, "AR"),
        (-1, "EX"),
        (-1, "DR"),
        (0, "DE"),
        (2, "DE"),
        (3, "DE"),
    ),
    "5:1": ((-2, "HX"), (-2, "DR"), (-1, "DR"), (0, "DE")),
    "6:1": ((-3, "EX"), (-2, "AS"), (0, "DR"), (0, "DE")),
    "9:1": ((0, "DE"),),
}
"""Results of battles reported in play: odds, modifier of the die, result."""


@pytest.mark.parametrize(
    ("odds", "modifier", "result"),
    [(odds, modifier, result) for odds, rows in SEEN.items() for modifier, result in rows],
)
def test_every_reported_result_can_be_rolled(odds: str, modifier: int, result: str) -> None:
    assert result in {cell(odds, die + modifier) for die in range(1, 7)}


def test_a_two_at_two_to_one_with_minus_one_throws_the_attacker_back() -> None:
    assert cell("2:1", 2 - 1) == "AR"


# Armour, antitank, engineers


@pytest.mark.parametrize(
    ("share", "attack", "defense", "antitank"),
    [
        (Fraction(1, 8), None, None, None),
        (Fraction(1, 7), (1, 0), (-1, 0), -1),
        (Fraction(2, 5), (1, 0), (-1, 0), -1),
        (Fraction(1, 2), (2, 1), (-2, -1), -2),
        (Fraction(6, 7), (2, 1), (-2, -1), -2),
        (Fraction(1), (3, 1), (-2, -1), -4),
    ],
)
def test_armor_and_antitank_effects_by_proportion(
    share: Fraction,
    attack: tuple[int, int] | None,
    defense: tuple[int, int] | None,
    antitank: int | None,
) -> None:
    band = charts(BF).armor.band(share)
    if attack is None:
        assert band is None
        return
    assert band is not None
    assert (band.attack["clear"], band.attack["poor"]) == attack
    assert (band.defense["clear"], band.defense["poor"]) == defense
    assert band.antitank == antitank


def test_neutral_units_count_up_to_twice_the_capable_ones() -> None:
    assert charts(BF).armor.neutral_limit == 2
    assert charts(BF).armor.heavy == Fraction(1, 2)


def test_a_seventh_of_combat_engineers_adds_one() -> None:
    assert charts(BF).engineers.least == Fraction(1, 7)
    assert charts(BF).engineers.bonus == 1


# Unit types

FULL, HALF, NEUTRAL, NONE = Capability


@pytest.mark.parametrize(
    ("type_", "attack", "defense", "antitank", "mobile"),
    [
        ("armor", FULL, FULL, FULL, True),
        ("light armor", HALF, HALF, NEUTRAL, True),
        ("motorized infantry", NEUTRAL, NEUTRAL, NEUTRAL, True),
        ("motorcycle infantry", NEUTRAL, NEUTRAL, NEUTRAL, True),
        ("assault gun armor", FULL, HALF, FULL, True),
        ("flamethrower armor", NEUTRAL, HALF, NEUTRAL, True),
        ("reconnaissance", FULL, HALF, NEUTRAL, True),
        ("mechanized infantry", HALF, HALF, FULL, True),
        ("artillery", NEUTRAL, NEUTRAL, NEUTRAL, False),
        ("motorized artillery", NEUTRAL, NEUTRAL, NEUTRAL, True),
        ("siege artillery", NEUTRAL, NEUTRAL, NEUTRAL, False),
        ("infantry", NONE, NONE, NONE, False),
        ("cavalry", NONE, NONE, NONE, False),
        ("engineer", NONE, NONE, NONE, False),
        ("light anti-aircraft", NONE, NONE, NONE, False),
        ("heavy anti-aircraft", NONE, NONE, FULL, False),
        ("motorized heavy anti-aircraft", NONE, NONE, FULL, True),
        ("anti-tank", NONE, NONE, FULL, False),
        ("assault engineer", NONE, NONE, HALF, False),
    ],
)
def test_capabilities_by_type(
    type_: str, attack: Capability, defense: Capability, antitank: Capability, mobile: bool
) -> None:
    row = charts(BF).capabilities.of(type_)
    assert (row.aec_attack, row.aec_defense, row.atec) == (attack, defense, antitank)
    assert row.mobile is mobile


def test_antiaircraft_and_antitank_are_no_artillery() -> None:
    chart = charts(BF).capabilities
    kinds = [row for row in chart.rows if row.artillery]
    assert {type_ for row in kinds for type_ in row.types} == {
        "artillery",
        "motorized artillery",
        "rocket artillery",
        "railway artillery",
        "siege artillery",
    }


def test_the_motorized_symbol_makes_any_type_mobile() -> None:
    chart = charts(BF).capabilities
    assert all(
        chart.of(type_).mobile
        for row in chart.rows
        for type_ in row.types
        if type_.startswith("motorized")
    )


def test_mountain_and_ski_symbols_make_mountain_units() -> None:
    chart = charts(BF).capabilities
    mountain = {t for row in chart.rows if Ability.MOUNTAIN in row.abilities for t in row.types}
    assert mountain == {"mountain infantry", "ski infantry", "mountain cavalry"}


def test_who_builds_and_who_storms() -> None:
    chart = charts(BF).capabilities

    def able(ability: Ability) -> set[str]:
        return {t for row in chart.rows if ability in row.abilities for t in row.types}

    assert able(Ability.CONSTRUCTION) == {"construction engineer", "railway engineer"}
    assert {"engineer", "motorized engineer"} <= able(Ability.COMBAT_ENGINEER)
    assert able(Ability.ASSAULT_ENGINEER) == {"assault engineer", "motorized assault engineer"}


def test_every_type_word_is_in_one_row_alone(both: SharedCharts) -> None:
    named = [type_ for row in both.capabilities.rows for type_ in row.types]
    assert len(named) == len(set(named))
    assert set(TYPES) - set(named) == {"partisan"}


def test_cadres_are_supported(both: SharedCharts) -> None:
    assert both.support.cadres
    assert charts(BC).support.provenance is Provenance.PRINTED
