"""The charts of ground, movement, supply and building against everything known of them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.core.charts.constraints import AtLeast
from engine.core.charts.schema import allowed_in
from engine.core.charts.tables import Provenance
from engine.systems.europa.charts.combat_charts import (
    ArmorBy,
    EffectRow,
    Feature,
    Weakened,
)
from engine.systems.europa.charts.movement_charts import (
    Administrative,
    BreakPhase,
    Counting,
    Mobility,
)
from engine.systems.europa.charts.shared_charts import SharedCharts
from tests.engine.systems.europa.titles import TITLES, charts

BF = "balkan_front"
BC = "boot_camp"


@pytest.fixture(params=TITLES, name="both")
def _both(request: pytest.FixtureRequest) -> SharedCharts:
    return charts(request.param)


# Terrain


def effect(feature: Feature, kind: str) -> EffectRow:
    return charts(BF).effects.by_kind[feature, kind]


def test_poor_weather_takes_one_from_every_attack(both: SharedCharts) -> None:
    assert both.effects.weather == {"clear": 0, "poor": -1}


def test_mountains_halve_all_but_mountain_units_at_minus_two() -> None:
    row = effect(Feature.TERRAIN, "mountain")
    assert (row.weakened, row.share, row.die["clear"]) == (Weakened.NOT_MOUNTAIN, 2, -2)
    assert row.eased
    assert not row.aec["clear"]
    assert effect(Feature.HEXSIDE, "mountain").share == 2


def test_rough_takes_one() -> None:
    assert effect(Feature.TERRAIN, "rough").die["clear"] == -1


def test_forest_and_swamp_halve_vehicles_and_allow_no_armor() -> None:
    forest, swamp = effect(Feature.TERRAIN, "forest"), effect(Feature.TERRAIN, "swamp")
    assert (forest.weakened, forest.share) == (Weakened.MOBILE, 2)
    assert (swamp.weakened, swamp.share) == (Weakened.MOBILE_AND_ARTILLERY, 2)
    assert not forest.aec["clear"]
    assert not swamp.aec["clear"]


@pytest.mark.parametrize(
    ("kind", "die", "armor"),
    [
        ("reference", 0, True),
        ("dot", 0, False),
        ("partial_city", 0, False),
        ("full_city", -1, False),
    ],
)
def test_cities(kind: str, die: int, armor: bool) -> None:
    row = effect(Feature.CITY, kind)
    assert (row.die["clear"], row.aec["clear"]) == (die, armor)


def test_major_cities_halve_all_but_artillery_and_engineers() -> None:
    for kind in ("partial_city", "full_city"):
        row = effect(Feature.CITY, kind)
        assert (row.weakened, row.share) == (Weakened.NOT_ARTILLERY_OR_ENGINEERS, 2)


def test_forts_take_one_and_allow_no_armor() -> None:
    row = effect(Feature.FORT, "fort")
    assert (row.die["clear"], row.aec["clear"], row.share) == (-1, False, 1)


@pytest.mark.parametrize(
    ("kind", "weakened", "share", "armor"),
    [
        ("fortified", Weakened.NOT_ARTILLERY_OR_ENGINEERS, 2, False),
        ("river", Weakened.NOT_ARTILLERY, 2, True),
        ("major_river", Weakened.NOT_ARTILLERY, 4, True),
        ("narrow_strait", Weakened.NOT_ARTILLERY, 4, True),
    ],
)
def test_hexsides(kind: str, weakened: Weakened, share: int, armor: bool) -> None:
    row = effect(Feature.HEXSIDE, kind)
    assert (row.weakened, row.share, row.die["clear"], row.aec["clear"]) == (
        weakened,
        share,
        0,
        armor,
    )


# Movement


def costs(terrain: str, weather: str = "clear") -> tuple[int, ...]:
    row = charts(BF).terrain_costs.row(terrain)
    assert row is not None
    return tuple(row.costs(mobility)[weather] for mobility in Mobility)


def test_example_mountain_costs_six_three_and_two() -> None:
    assert costs("mountain") == (6, 3, 2)


def test_clear_costs_one_and_woods_two() -> None:
    assert costs("clear") == (1, 1, 1)
    assert costs("woods")[1] == 2


def test_roads_cost_as_clear_terrain(both: SharedCharts) -> None:
    assert both.terrain_costs.road == "clear"


@pytest.mark.parametrize(
    ("kind", "clear", "flood"), [("river", 1, 2), ("major_river", 2, 4), ("narrow_strait", 2, 2)]
)
def test_hexsides_cost_more(kind: str, clear: int, flood: int) -> None:
    row = charts(BF).terrain_costs.hexside(kind)
    assert row is not None
    assert (row.cost["clear"], row.flood) == (clear, flood)


def test_sea_lakes_and_karst_are_in_no_row(both: SharedCharts) -> None:
    assert both.terrain_costs.row("sea") is None
    assert both.terrain_costs.row("lake") is None
    assert both.terrain_costs.hexside("prohibited") is None


def test_bad_weather_and_heavy_equipment_never_make_ground_cheaper() -> None:
    for row in charts(BF).terrain_costs.rows:
        for mobility in Mobility:
            clear, poor = (row.costs(mobility)[w] for w in ("clear", "poor"))
            assert poor >= clear
        for weather in ("clear", "poor"):
            heavy, other, mountain = (row.costs(m)[weather] for m in Mobility)
            assert heavy >= other >= mountain


def test_zones_of_control_cost_two_and_three_and_the_germans_one_less() -> None:
    chart = charts(BF).movement
    assert (chart.leave, chart.across, chart.mobile_less) == (2, 3, 1)
    assert chart.mobile_nations == ("german",)
    assert chart.direct
    assert not chart.stops


@pytest.mark.parametrize(
    ("odds", "cost", "german"), [(10, 3, 2), (11, 3, 2), (12, 2, 1), (30, 2, 1)]
)
def test_overrun_costs(odds: int, cost: int, german: int) -> None:
    row = charts(BF).overruns.row(odds)
    assert row is not None
    assert (row.cost, row.mobile_cost) == (cost, german)


def test_overruns_need_ten_to_one_and_no_defense_counts_as_twelve(both: SharedCharts) -> None:
    assert both.overruns.row(9) is None
    assert both.overruns.least == 10
    assert both.overruns.helpless == 12


@pytest.mark.parametrize(
    ("rating", "hexes"),
    [(10, 4), (9, 4), (8, 5), (7, 6), (6, 7), (5, 8), (4, 10), (3, 13), (2, 20), (1, 40), (12, 4)],
)
def test_rail_hexes_per_movement_point(rating: int, hexes: int) -> None:
    assert charts(BF).rail.rate(rating) == hexes


def test_rail_capacity_in_regimental_equivalents() -> None:
    rail = charts(BF).rail
    assert rail.counting is Counting.RES
    assert rail.room("axis", {}, entered=False) == 30 * 2
    assert rail.room("axis", {}, entered=True) == 60 * 2
    assert rail.room("axis", {"bulgarian": "axis"}, entered=True) == 70 * 2
    assert rail.room("allied", {}, entered=True) == 10 * 2
    assert rail.room("allied", {"yugoslav": "allied"}, entered=False) == 20 * 2
    assert rail.closed == ("Albania",)
    assert rail.off_map == 25


def test_stacking(both: SharedCharts) -> None:
    regular, mountain = both.stacking.regular, both.stacking.mountain
    assert (regular.any, regular.small, regular.artillery) == (3, 3, 2)
    assert (mountain.any, mountain.small, mountain.artillery) == (2, 2, 1)


# Supply, weather, ports, airbases, work


def test_lengths_of_supply_lines(both: SharedCharts) -> None:
    rows = {row.id: row for row in both.supply.rows}
    assert rows["overland"].hexes["clear"] == 7
    assert rows["rail"].hexes == {"clear": 7, "poor": 7}
    assert all(row.hexes["poor"] <= row.hexes["clear"] for row in both.supply.rows)
    assert set(both.supply.double) == {"mountain", "swamp", "wooded_rough"}
    assert both.supply.side == "major_river"


def results(title: str, turn: str, zone: str) -> list[str]:
    row = next(row for row in charts(title).weather.rows if row.id == turn)
    return list(row.columns[zone])


def test_example_a_three_on_nov_ii_is_poor_in_zone_d_and_clear_in_zone_e() -> None:
    assert results(BF, "Nov II 40", "D")[3 - 1] == "P"
    assert results(BF, "Nov II 40", "E")[3 - 1] == "C"
    assert results(BC, "Nov II 40", "D")[3 - 1] == "P"


def test_jan_ii_can_bring_no_change_to_zone_d() -> None:
    assert "N" in results(BF, "Jan II 41", "D")


def test_nov_ii_may_be_clear_or_poor() -> None:
    assert {"C", "P"} <= set(results(BF, "Nov II 40", "D"))


def test_summer_is_clear() -> None:
    summer = [row for row in charts(BF).weather.rows if row.id.split()[0] in ("Jun", "Jul", "Aug")]
    assert len(summer) == 6
    for row in summer:
        assert {letter for column in row.columns.values() for letter in column} == {"C"}


def test_zone_d_is_never_milder_than_zone_e() -> None:
    badness = {"C": 0, "N": 1, "P": 1, "W": 2}
    for row in charts(BF).weather.rows:
        for d, e in zip(row.columns["D"], row.columns["E"], strict=True):
            assert badness[d] >= badness[e]


def test_the_weather_table_has_a_turn_for_each_half_month(both: SharedCharts) -> None:
    turns = [row.id for row in both.weather.rows]
    assert turns[0] == "Nov I 40"
    assert turns[-1] == "Aug II 41"
    assert len(turns) == len(set(turns)) == 20


def test_both_titles_share_column_d() -> None:
    for row in charts(BF).weather.rows:
        assert results(BC, row.id, "D") == results(BF, row.id, "D")


def test_ports(both: SharedCharts) -> None:
    standard = both.ports.row("standard")
    assert (standard.capacity, standard.hits) == (5, 7)
    sizes = [both.ports.row(size) for size in ("minor", "standard", "major", "great")]
    assert all(a.capacity < b.capacity for a, b in pairwise(sizes))
    assert all(row.hits == row.capacity + 2 for row in sizes)
    assert both.ports.boxes["rhodes"] == both.ports.boxes["eastern_greece"] == "standard"
    assert both.ports.row(both.ports.boxes["middle_east"]).capacity == 0


@pytest.mark.parametrize(
    ("base", "capacity"),
    [
        ("temporary", 3),
        ("permanent", 3),
        ("reference", 1),
        ("dot", 3),
        ("major", 6),
        ("rhodes", 7),
        ("eastern_greece", 3),
        ("middle_east", 0),
    ],
)
def test_airbases(both: SharedCharts, base: str, capacity: int) -> None:
    assert both.airbases.capacity(base) == capacity


def test_what_work_costs_in_balkan_front() -> None:
    chart = charts(BF).construction
    assert (chart.strip, chart.partial_strip) == (6, 2)
    assert (chart.airbase_repair, chart.port_repair, chart.rail_repair) == (2, 4, 4)
    assert (chart.airbase_damage, chart.port_demolition) == (2, 3)
    assert charts(BF).movement.break_rail == 2
    bridges = charts(BF).bridges
    assert (bridges.demolish, bridges.repair, bridges.repair_major, bridges.seize) == (4, 4, 8, 2)
    assert chart.weather == {"clear": 1, "poor": 2}
    assert chart.sites == ("clear", "rough")
    assert (chart.limit("allied"), chart.limit("axis")) == (2, 4)


def test_replacement_points_in_balkan_front() -> None:
    chart = charts(BF).replacements
    kinds = {row.id: row for row in chart.kinds}
    listed = ("infantry", "static infantry", "fortress", "border infantry")
    assert set(listed) <= set(kinds["inf"].types)
    assert set(kinds["inf"].types) < set(kinds["mtn"].types)
    assert "mountain infantry" in kinds["mtn"].types
    assert (chart.measure, chart.cadre) == ("REs", 2)


# Breakdowns


def breaks(title: str, row_id: str) -> tuple[int, ...]:
    """Of a row of breakdowns: sets of supported components, sets apart."""
    row = next(row for row in charts(title).breakdowns.rows if row.id == row_id)
    return (
        *{len(components) for components in row.supported},
        *{len(components) for components in row.apart},
    )


def test_example_german_infantry_becomes_three_regiments_or_a_headquarters_and_three() -> None:
    assert breaks(BF, "German infantry") == (3, 4)


@pytest.mark.parametrize(
    "row", ["German light infantry", "German motorized", "German mountain", "Italian mountain"]
)
def test_divisions_of_two_components(row: str) -> None:
    assert breaks(BF, row) == (2, 3)


def test_the_greek_divisions_have_counters_of_their_own() -> None:
    rows = {row.id: row for row in charts(BF).breakdowns.rows}
    assert rows["Greek 5th"].only == ("greek-5-mountain",)
    assert rows["Greek 13th"].only == ("greek-13-mountain",)


def test_breakdowns_of_boot_camp() -> None:
    chart = charts(BC).breakdowns
    rows = {row.id: row for row in chart.rows}
    assert set(rows) == {"German mountain", "German air landing"}
    assert len(rows["German mountain"].apart) == 2
    assert breaks(BC, "German mountain") == (2,)
    assert breaks(BC, "German air landing") == (3,)
    assert not rows["German mountain"].supported
    assert (chart.phase, chart.assembly) == (BreakPhase.INITIAL, False)


# Boot Camp


def test_boot_camp_moves_so_many_units_by_rail() -> None:
    rail = charts(BC).rail
    assert rail.counting is Counting.UNITS
    assert rail.room("axis", {}, entered=False) == 10
    assert rail.room("axis", {}, entered=True) == 24
    assert rail.room("allied", {"yugoslav": "allied"}, entered=True) == 5


def test_boot_camp_overruns_at_ten_to_one_for_two_points_and_must_enter() -> None:
    chart = charts(BC).overruns
    row = chart.row(10)
    assert row is not None
    assert (row.cost, row.mobile_cost) == (2, 2)
    assert chart.must_enter


def test_zones_of_boot_camp_stop_and_are_not_crossed_directly() -> None:
    chart = charts(BC).movement
    assert chart.stops
    assert not chart.direct
    assert not chart.mobile_nations
    assert chart.administrative is Administrative.NONE


def test_winter_bars_vehicles_and_guns_from_mountains_in_boot_camp() -> None:
    assert charts(BC).movement.barred_in == ("winter",)
    assert charts(BF).movement.barred_in == ()


def test_boot_camp_counts_c_m_divisions_and_knows_no_antitank_effects() -> None:
    chart = charts(BC).armor
    assert chart.by is ArmorBy.DIVISIONS
    assert {band.antitank for band in chart.bands} == {0}


def test_boot_camp_is_all_in_zone_d() -> None:
    assert charts(BC).weather.zones == ("D",)
    assert charts(BF).weather.zones == ("D", "E")


def test_replacement_points_in_boot_camp() -> None:
    chart = charts(BC).replacements
    assert (chart.measure, chart.small, chart.division, chart.cadre) == ("units", 1, 3, 2)
    assert chart.cadre_in_city


def test_germany_begins_three_works_a_turn_in_boot_camp() -> None:
    chart = charts(BC).construction
    assert chart.by == "nation"
    assert chart.limit("german") == 3


# All charts


@pytest.mark.parametrize("title", TITLES)
def test_every_chart_says_what_it_is_and_how_surely_it_is_known(title: str) -> None:
    found = charts(title)
    for name in type(found).__dataclass_fields__:
        chart = getattr(found, name)
        assert chart.title
        assert chart.provenance in Provenance
        assert len(chart.reason) > 10


def test_counts_of_units_may_not_be_below_nothing() -> None:
    tables = {"stacking": {"regular": {"any": 3, "small": 3, "artillery": 2}}}
    allowed = allowed_in(SharedCharts, tables)
    assert allowed["stacking", "regular", "any"].marks == (AtLeast(0),)
