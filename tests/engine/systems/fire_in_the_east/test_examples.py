"""Each worked example of the rulebook of Fire in the East is a test: which plays which."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from engine.systems import coverage
from engine.systems.rulebook import rules_of

TESTS = Path(__file__).parents[3]
EXAMPLES = {
    "engine/systems/europa/air/combat/test_air_combat.py": {
        "FE-21B2a.1": "test_one_interceptor_goes_against_each_escort_first",
        "FE-21B2c.1": "test_escorts_fire_at_those_that_pass_without_an_answer",
    },
    "engine/systems/fire_in_the_east/test_air_series.py": {
        "FE-21B2b.2": "test_example_two_aborts_eliminate_the_one_that_several_fight",
    },
    "engine/systems/europa/air/combat/test_patrol.py": {
        "FE-19.5": "test_a_base_makes_no_more_patrol_attacks_than_its_capacity",
    },
    "engine/systems/europa/air/test_air_support.py": {
        "FE-22B.7": "test_example_sarajevo_guns_are_shared_among_the_hexes_they_attack_from",
    },
    "engine/systems/europa/air/test_airborne.py": {
        "FE-25E.1": "test_where_gliders_alone_will_do_they_carry_all_of_an_air_landing_unit",
    },
    "engine/systems/europa/air/test_airlift.py": {
        "FE-20E.5": "test_what_several_carry_suffers_the_worst_result",
    },
    "engine/systems/europa/air/test_antiaircraft.py": {
        "FE-22B.1": "test_example_guns_fire_at_no_escort",
        "FE-22B.5": "test_all_guns_fire_once_at_each_air_unit",
    },
    "engine/systems/europa/air/test_manners.py": {
        "FE-24F.2": "test_nobody_meets_air_units_that_fly_by_night",
    },
    "engine/systems/europa/combat/test_aftermath.py": {
        "FE-9C.5": "test_example_exchange_of_15_against_10",
        "FE-9E.2": "test_example_a_division_reduced_to_its_cadre_counts_whole",
        "FE-10H.1": "test_example_required_losses",
    },
    "engine/systems/europa/combat/test_armor_effects.py": {
        "FE-3C2.1": "test_example_full_armor_against_full_antitank_is_minus_one",
        "FE-10C2.1": "test_example_light_tank_cadre_in_defence",
        "FE-10D.1": "test_example_full_armor_against_full_antitank_is_minus_one",
        "FE-10G.2": "test_example_armored_brigade_at_heavy_antiaircraft_in_a_dot_city",
    },
    "engine/systems/europa/combat/test_armor_share.py": {
        "FE-10F.1": "test_example_the_neutral_limit",
        "FE-10F.2": "test_example_a_half_capable_unit_counts_whole_for_the_neutral_limit",
    },
    "engine/systems/europa/combat/test_odds.py": {
        "FE-9A3.1": "test_example_34_to_9_is_3_to_1",
    },
    "engine/systems/europa/combat/test_strength.py": {
        "FE-3C1.1": "test_hexsides_weaken_attackers",
    },
    "engine/systems/europa/movement/test_transport.py": {
        "FE-7A4.3": "test_example_capacity_by_type",
    },
    "engine/systems/fire_in_the_east/test_advanced_rules.py": {
        "FE-39B.2": "test_example_a_brigade_takes_two_of_five_points_along_and_one_is_captured",
    },
    "engine/systems/fire_in_the_east/test_air.py": {
        "FE-19.1": "test_example_patrol_zones",
        "FE-20F2a.1": "test_fighters_bomb_air_units_with_one_more",
        "FE-21B3.1": "test_example_air_combat_of_two_lagg",
        "FE-21B3.2": "test_example_air_combat_of_two_lagg",
        "FE-24C.1": "test_german_finnish_and_italian_pilots_are_better",
    },
    "engine/systems/fire_in_the_east/test_air_campaign.py": {
        "FE-27F4.1": "test_two_fighters_become_guards_on_jan_i_42",
        "FE-27F4.3": "test_guards_in_a_box_are_replaced_with_the_regulars",
    },
    "engine/systems/fire_in_the_east/test_air_system.py": {
        "FE-26A4.1": "test_example_a_group_allowance_of_103_with_101_active_lets_two_in",
        "FE-27A.1": "test_example_twelve_remnants_lose_one",
        "FE-27B1.1": "test_example_five_fighters_and_four_bombers_over_friendly_territory",
        "FE-27B2.1": "test_example_three_bombers_over_enemy_territory",
        "FE-27B3.1": "test_example_five_remnants_bring_one_back",
        "FE-27E.1": "test_example_a_group_allowance_of_103_with_101_active_lets_two_in",
        "FE-31F2.3": "test_example_72_strikers_destroy_72_and_disrupt_36",
        "FE-31F2.4": "test_example_72_strikers_destroy_72_and_disrupt_36",
        "FE-31F2.5": "test_example_72_strikers_destroy_72_and_disrupt_36",
    },
    "engine/systems/fire_in_the_east/test_brandenburgers.py": {
        "FE-14H.3": "test_example_a_commando_guides_a_division_out_and_another_is_caught",
    },
    "engine/systems/fire_in_the_east/test_breakdowns.py": {
        "FE-15B.2": "test_example_supported_regiments_or_a_headquarters_and_unsupported_ones",
    },
    "engine/systems/fire_in_the_east/test_buying.py": {
        "FE-34B.4": "test_a_7_6_division_at_its_3_6_cadre_takes_four_points",
    },
    "engine/systems/fire_in_the_east/test_control.py": {
        "FE-3F.4": "test_a_regimental_equivalent_or_a_zone_holds_for_good",
        "FE-7A4.12": "test_captured_major_cities_take_rail_capacity_along",
    },
    "engine/systems/fire_in_the_east/test_drops.py": {
        "FE-20E2.4": "test_two_transports_drop_a_brigade_where_it_was_planned_within_their_rating",
        "FE-25A.4": "test_supply_passes_who_is_disrupted",
        "FE-25A.5": "test_disruption_lasts_till_the_next_initial_phase_of_its_side",
        "FE-25C.4": "test_a_retreat_suffers_the_zones_of_those_in_the_hex_that_is_left",
    },
    "engine/systems/fire_in_the_east/test_engineers.py": {
        "FE-14A1a.1": "test_repairs_cost_two_points_at_airbases_and_four_at_ports_and_railroads",
        "FE-14A1b.1": "test_two_engineers_in_a_hex_share_a_repair",
        "FE-14A1c.2": "test_kiev_helps_two_engineers_a_turn",
    },
    "engine/systems/fire_in_the_east/test_factories.py": {
        "FE-31D.4": "test_example_a_factory_transferred_on_jul_1_works_in_the_urals_on_nov_1",
    },
    "engine/systems/fire_in_the_east/test_flotilla_cargo.py": {
        "FE-28E.11": "test_example_a_flotilla_supplies_the_front_of_leningrad",
    },
    "engine/systems/fire_in_the_east/test_flotillas.py": {
        "FE-28E.2": "test_example_a_flotilla_moves_along_the_dnepr",
        "FE-28E.3": "test_example_a_flotilla_gives_way_where_no_enemies_are"
        "_and_not_whence_they_came",
        "FE-28E.4": "test_example_crossing_a_river_of_a_flotilla_costs_three_times_as_much",
        "FE-28E.5": "test_example_attacks_over_a_river_of_a_flotilla_are_made_at_a_quarter",
    },
    "engine/systems/fire_in_the_east/test_forts.py": {
        "FE-14A1.3": "test_a_fort_takes_a_turn_or_two",
        "FE-14A1a.2": "test_poor_weather_doubles_the_turns",
        "FE-14A1b.2": "test_two_engineers_build_for_half_their_movement",
    },
    "engine/systems/fire_in_the_east/test_garrisons.py": {
        "FE-33.2": "test_example_smolensk_taken_on_jul_ii_is_garrisoned_from_aug_i_on",
    },
    "engine/systems/fire_in_the_east/test_ground.py": {
        "FE-6.6": "test_example_half_a_rating_and_one_is_six_points_of_ten",
        "FE-8A1.1": "test_example_stacking",
        "FE-12B1.2": "test_bad_ground_counts_more_in_overland_lines",
        "FE-12D.1": "test_lack_of_supply_grows_with_its_length",
    },
    "engine/systems/fire_in_the_east/test_guards.py": {
        "FE-34E3.2": "test_example_a_3_6_division_becomes_guards_at_moskva_for_one_point",
    },
    "engine/systems/fire_in_the_east/test_lakes.py": {
        "FE-28E.10": "test_example_a_flotilla_opens_a_lake_hexside_as_a_major_river",
        "FE-29D2.2": "test_example_lines_run_over_frozen_ladoga",
    },
    "engine/systems/fire_in_the_east/test_leaving.py": {
        "FE-34E1.1": "test_example_a_2_4_militia_division_gives_three_points",
    },
    "engine/systems/fire_in_the_east/test_naval_supply.py": {
        "FE-28C2.5": "test_four_res_of_german_units_sail_in_a_player_turn",
    },
    "engine/systems/fire_in_the_east/test_options.py": {
        "FE-39A.4": "test_a_demolished_bridge_carries_nobody_but_supply",
    },
    "engine/systems/fire_in_the_east/test_orders_of_battle.py": {
        "FE-3H.7": "test_districts_reach_to_the_border_of_1941",
    },
    "engine/systems/fire_in_the_east/test_plain_terms.py": {
        "FE-6B.2": "test_administrative_movement_is_half_as_much_again_over_clear_ground_and_roads",
    },
    "engine/systems/fire_in_the_east/test_position_guns.py": {
        "FE-22A3.4": "test_example_a_counter_of_three_becomes_three_of_one",
    },
    "engine/systems/fire_in_the_east/test_rails.py": {
        "FE-7A3.8": "test_example_a_line_regauged_through_polotsk_leaves_the_lateral_one_broad",
    },
    "engine/systems/fire_in_the_east/test_resource_points.py": {
        "FE-12F.2": "test_any_part_of_a_heap_can_be_taken",
        "FE-12F.6": "test_a_unit_carries_up_to_twice_its_size",
    },
    "engine/systems/fire_in_the_east/test_retreat_overruns.py": {
        "FE-38A.1": "test_example_two_tank_divisions_retreat_over_a_battalion",
        "FE-38A.2": "test_example_with_a_zone_over_the_hex_the_cadres_are_too_weak",
    },
    "engine/systems/fire_in_the_east/test_set_up.py": {
        "FE-36.2": "test_armies_deploy_on_their_own_ground_in_their_hexrows",
        "FE-ERR-CTR3": "test_the_counters_are_those_of_the_corrected_order_of_battle",
    },
    "engine/systems/fire_in_the_east/test_ships.py": {
        "FE-28B1.1": "test_example_the_way_leads_around_a_land_barrier",
        "FE-28B5.3": "test_example_eleven_hexes_outside_add_two_to_the_die",
    },
    "engine/systems/fire_in_the_east/test_special_combat.py": {
        "FE-14A3.2": "test_example_an_assault_engineer_battalion_attacks_a_major_city"
        "_twice_as_strong",
    },
    "engine/systems/fire_in_the_east/test_special_replacements.py": {
        "FE-34B3.2": "test_example_twenty_points_of_which_a_district_gets_ten",
    },
    "engine/systems/fire_in_the_east/test_trucks.py": {
        "FE-12E.1": "test_a_turn_on_a_special_source_counts_all_the_same",
        "FE-12E2.2": "test_delivered_supply_feeds_as_many_res_and_not_for_good",
    },
    "engine/systems/fire_in_the_east/test_weather.py": {
        "FE-29A2.3": "test_example_the_trend_goes_on_while_the_table_brings_the_same",
        "FE-29A3.1": "test_no_change_repeats_the_last_result_of_the_table",
        "FE-29B2.1": "test_example_weather_that_worsens_comes_from_the_north",
    },
    "engine/systems/fire_in_the_east/test_worked_figures.py": {
        "FE-8B.3": "test_example_attackers_into_the_arctic_keep_its_stacking_limit",
        "FE-10B1.1": "test_example_a_soviet_tank_division_has_three_res_of_armor",
        "FE-10B2.1": "test_example_two_assault_gun_battalions_are_half_an_re_of_armor_in_defence",
        "FE-10B3.1": "test_example_a_soviet_motorized_division_is_left_out_of_the_antitank_share",
        "FE-10C.1": "test_example_two_infantry_and_a_panzer_division_are_a_third_armor",
        "FE-10C1.1": "test_example_neutral_artillery_does_not_lower_the_share",
        "FE-14B.1": "test_example_artillery_in_excess_adds_one_to_the_defence",
        "FE-14G.1": "test_example_survivors_of_a_stack_of_the_nkvd_stay",
        "FE-24A.1": "test_example_a_fighter_with_bombs_has_five_and_three",
        "FE-24D.2": "test_example_a_transport_with_a_glider_in_tow_defends_with_one",
        "FE-24F.1": "test_example_a_night_bomber_is_treated_as_a_bomber",
    },
    "maps/data/test_fire_in_the_east.py": {
        "FE-2B.1": "test_a_named_place_lies_in_its_printed_hex",
        "FE-3H.2": "test_each_place_is_in_its_nation_of_june_1941",
        "FE-36.1": "test_row_51_of_a_sheet_is_row_01_of_the_next",
    },
}
"""The file below the tests, the rule whose example it is, the test that plays it."""
PLAYED = [(rule, file, test) for file, rows in EXAMPLES.items() for rule, test in rows.items()]
ASIDE = ("open", "not-applicable")
"""What is not played yet, or not at all."""


@cache
def _tests(file: str) -> frozenset[str]:
    """The tests of a file."""
    tree = ast.parse((TESTS / file).read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_worked_example_is_played() -> None:
    rows = coverage.load("fire_in_the_east")
    wanted = {rule.id for rule in rules_of("fire_in_the_east") if rule.example}
    played = {rule for rule in wanted if rows[rule].status not in ASIDE}
    assert {rule for rule, _, _ in PLAYED} == played
    assert len(PLAYED) == len(played) >= 103


@pytest.mark.parametrize(("rule", "file", "test"), PLAYED)
def test_the_test_is_there_and_carries_the_rule(rule: str, file: str, test: str) -> None:
    assert test in _tests(file)
    row = coverage.load("fire_in_the_east")[rule]
    assert f"tests/{file}::{test}" in row.tests
