"""Odds in per cent, columns, and the Combat Results Context."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.charts.tables import from_table
from engine.systems.operation_gertrud.battle.results import (
    column_of,
    percentage,
    result,
    result_chances,
    shifted,
)
from engine.systems.operation_gertrud.battle.shifts import odds
from engine.systems.operation_gertrud.battle_charts import (
    CombatChart,
    Leave,
    MissionChart,
    RaidChart,
)
from oob.model import UnitId as U
from tests.engine.systems.operation_gertrud.battlefield import P14, T23, Field

TEXT = resources.files("engine.systems.operation_gertrud") / "battle_charts.toml"
CHARTS = tomllib.loads(TEXT.read_text("utf-8"))
COMBAT = from_table(CombatChart, CHARTS["combat"], "combat")
RAID = from_table(RaidChart, CHARTS["raid"], "raid")
MISSIONS = from_table(MissionChart, CHARTS["missions"], "missions")
COLUMNS = COMBAT.columns


def test_odds_are_a_percentage_with_the_fraction_dropped() -> None:
    """Reading 6: multiplied by 100 first, then rounded down. [OG-11.0.1]"""
    assert percentage(10, 3, 600) == 333
    assert percentage(7, 8, 600) == 87
    assert percentage(7, 4, 600) == 175


def test_by_an_option_the_fraction_is_dropped_first_as_the_rule_words_it() -> None:
    """[OG-11.0.1]"""
    assert percentage(7, 4, 600, whole=True) == 100
    assert percentage(3, 4, 600, whole=True) == 0
    field = Field("late_1941", "whole_odds")
    field.put(field.middle, T23).put(field.around[0], P14).form(P14)
    attack, defence = field.pos.factor(U(P14), field.middle), field.pos.factor(U(T23), field.middle)
    assert attack % defence and odds(field.pos, field.battle) == 100 * (attack // defence)


def test_a_defence_of_nothing_is_the_best_column() -> None:
    """Reading 32. [OG-7.3b]"""
    assert percentage(1, 0, COLUMNS[-1]) == 600


@pytest.mark.parametrize(
    ("percent", "column"),
    [(0, 49), (49, 49), (50, 50), (99, 50), (100, 100), (599, 500), (900, 600)],
)
def test_the_highest_column_not_above_the_odds(percent: int, column: int) -> None:
    """[OG-11.0.1b]"""
    assert COLUMNS[column_of(COLUMNS, percent)] == column


def test_shifts_are_held_between_49_and_600_once_all_are_made() -> None:
    """Reading 33. [OG-11.0.1b]"""
    last = len(COLUMNS) - 1
    assert shifted(COLUMNS, last, 3) == last
    assert shifted(COLUMNS, 0, -2) == 0
    assert shifted(COLUMNS, last, 3 - 4) == last - 1


@given(st.integers(0, 200), st.integers(0, 60))
def test_every_odds_have_a_column(attack: int, defence: int) -> None:
    column = column_of(COLUMNS, percentage(attack, defence, COLUMNS[-1]))
    assert 0 <= column < len(COLUMNS)


def test_the_ends_of_the_table_are_49_and_600() -> None:
    """[OG-11.0.1b] [OG-11.0.9]"""
    assert (COLUMNS[0], COLUMNS[-1]) == (49, 600)
    assert len(COMBAT.rows) == COMBAT.die == 6
    assert all(len(row) == len(COLUMNS) for row in COMBAT.rows)


def test_results_never_get_worse_for_the_attacker_with_die_or_odds() -> None:
    order = [code.id for code in COMBAT.codes]
    rank = [[order.index(code) for code in row] for row in COMBAT.rows]
    assert all(row == sorted(row) for row in rank)
    assert all(list(column) == sorted(column) for column in zip(*rank, strict=True))


def test_a_result_is_read_at_die_and_column() -> None:
    """[OG-11.0.9]"""
    assert result(COMBAT, len(COLUMNS) - 1, 6) == "DE"
    assert result(COMBAT, 0, 1) == "AE"


@pytest.mark.parametrize("column", range(len(COLUMNS)))
def test_the_chances_of_a_column_are_exact(column: int) -> None:
    found = result_chances(COMBAT, column)
    assert sum(found.values()) == 1
    faces = [result(COMBAT, column, face) for face in range(1, 7)]
    assert all(found[code] == Fraction(faces.count(code), 6) for code in faces)


def test_dr_and_de_are_as_the_rules_say() -> None:
    """[OG-11.3a] [OG-11.4]"""
    assert COMBAT.code("DR").defender_leaves is Leave.MUST
    assert COMBAT.code("DR").follow.value == "armor"
    assert COMBAT.code("DE").defender_steps == -1


def _chance(wanted: str, modifier: int) -> float:
    totals = [a + b + modifier for a in range(1, 7) for b in range(1, 7)]
    rows = [RAID.row(total) for total in totals]
    return {
        "seized": sum(row.yavuz == "seized" for row in rows),
        "lost": sum(not row.holds for row in rows),
        "surprise": sum(row.surprise_lost for row in rows),
        "scuttled": sum(row.yavuz == "scuttled" for row in rows),
    }[wanted] / len(rows)


@pytest.mark.parametrize("scenario", [2, 1, 0, -1, -2])
def test_a_large_raid_holds_and_scuttles_more_and_seizes_less(scenario: int) -> None:
    """What the design note says, in all five scenarios. [OG-17.0c]"""
    large, small = scenario + RAID.large, scenario + RAID.small
    assert _chance("lost", large) <= _chance("lost", small)
    assert _chance("seized", large) < _chance("seized", small)
    assert _chance("scuttled", large) > _chance("scuttled", small)
    assert _chance("surprise", large) >= _chance("surprise", small)


def test_eight_missions_with_their_penalties() -> None:
    """[OG-17.1.1] to [OG-17.1.8]"""
    penalties = {mission.id: mission.penalty for mission in MISSIONS.missions}
    assert len(penalties) == 8
    assert {id_ for id_, cost in penalties.items() if cost == 2} == {
        "inonu",
        "bosphorus",
        "dardanelles",
    }
    with pytest.raises(KeyError):
        MISSIONS.mission("goeben")
