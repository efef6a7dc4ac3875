"""The movement charts say nothing against what is known of the printed ones."""

from __future__ import annotations

import pytest

from engine.systems.europa.charts.movement_charts import Administrative, Mobility
from tests.engine.systems.europa.frontier import charts_of

TITLES = ("balkan_front", "boot_camp")


@pytest.mark.parametrize("title", TITLES)
def test_known_terrain_costs(title: str) -> None:
    chart = charts_of(title).terrain_costs
    clear, woods, mountain = (chart.row(kind) for kind in ("clear", "woods", "mountain"))
    assert [clear.costs(who)["clear"] for who in Mobility] == [1, 1, 1]
    assert woods.costs(Mobility.OTHER)["clear"] == 2
    assert [mountain.costs(who)["clear"] for who in Mobility] == [6, 3, 2]
    assert chart.hexside("river").cost["clear"] == 1
    assert chart.hexside("narrow_strait").cost["clear"] == 2
    assert (chart.hexside("river").flood, chart.hexside("major_river").flood) == (2, 4)
    assert chart.row("sea") is None


@pytest.mark.parametrize("title", TITLES)
def test_bad_weather_is_never_cheaper_and_wheels_never_better(title: str) -> None:
    for row in charts_of(title).terrain_costs.rows:
        for who in Mobility:
            clear, poor, snow = (row.costs(who)[weather] for weather in ("clear", "poor", "winter"))
            assert clear <= poor
            assert snow == 0 or poor <= snow
        for weather in ("clear", "poor"):
            heavy, other, mountain = (row.costs(who)[weather] for who in Mobility)
            assert heavy >= other >= mountain


def test_known_zone_costs() -> None:
    chart = charts_of("balkan_front").movement
    assert (chart.leave, chart.across) == (2, 3)
    assert (chart.mobile_nations, chart.mobile_less) == (("german",), 1)
    assert chart.break_rail == 2
    assert chart.administrative is Administrative.HALF_COSTS
    assert not chart.stops
    basic = charts_of("boot_camp").movement
    assert basic.stops
    assert not basic.direct
    assert basic.administrative is Administrative.NONE


def test_known_rail_rates_and_capacities() -> None:
    chart = charts_of("balkan_front").rail
    rates = {1: 40, 2: 20, 3: 13, 4: 10, 5: 8, 6: 7, 7: 6, 8: 5, 9: 4, 10: 4, 12: 4}
    assert {rating: chart.rate(rating) for rating in rates} == rates
    assert {row.id: (row.capacity, row.entered) for row in chart.rooms} == {
        "axis": (30, 60),
        "allied": (10, 10),
        "yugoslav": (10, 10),
        "bulgarian": (10, 10),
    }
    assert chart.off_map == 25
    basic = charts_of("boot_camp").rail
    assert {row.id: (row.capacity, row.entered) for row in basic.rooms} == {
        "axis": (10, 24),
        "allied": (5, 5),
    }


def test_known_overrun_costs() -> None:
    chart = charts_of("balkan_front").overruns
    rows = {odds: chart.row(odds) for odds in (9, 10, 11, 12, 30)}
    assert rows[9] is None
    assert [(row.cost, row.mobile_cost) for row in rows.values() if row] == [
        (3, 2),
        (3, 2),
        (2, 1),
        (2, 1),
    ]
    assert chart.helpless == 12
    basic = charts_of("boot_camp").overruns
    assert basic.least == 10
    assert [row.cost for row in basic.rows] == [2]
    assert basic.must_enter


def test_known_bridge_points() -> None:
    chart = charts_of("balkan_front").bridges
    assert (chart.demolish, chart.repair, chart.repair_major, chart.seize) == (4, 4, 8, 2)
