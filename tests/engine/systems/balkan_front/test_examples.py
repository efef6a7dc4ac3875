"""Each worked example of the rulebook is a test: which plays which."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

from engine.systems import coverage
from engine.systems.rulebook import rules_of

HOME = Path(__file__).parents[1]
EXAMPLES = {
    "balkan_front/politics/test_assistance.py": {
        "BF-28A2a.6": "test_example_a_mountain_division_counts_three_and_leaves_two",
    },
    "balkan_front/politics/test_duties.py": {
        "BF-30.1": "test_map_sections_overlap_in_identical_hexes",
    },
    "balkan_front/politics/test_garrisons.py": {
        "BF-28D.5": "test_captured_cities_want_a_garrison_from_the_next_turn",
    },
    "balkan_front/politics/test_intervention.py": {
        "BF-28C1.10": "test_example_bulgaria_is_passive_on_the_turn_and_partial_from_then_on",
    },
    "balkan_front/politics/test_victory.py": {
        "BF-31B.2": "test_a_division_left_as_a_cadre_counts_two_res",
    },
    "balkan_front/test_marita.py": {
        "BF-33B2.2": "test_a_division_reduced_to_its_cadre_counts_in_full_among_the_losses",
    },
    "balkan_front/test_nations.py": {
        "BF-3C4.1": "test_allowances_do_not_save",
    },
    "europa/air/combat/test_air_combat.py": {
        "BF-21B1a.2": "test_example_four_interceptors_attack_a_screen_of_two",
        "BF-21B1b.3": "test_the_several_stop_when_one_has_a_result",
        "BF-21B1d.1": "test_escorts_fire_at_those_that_pass_without_an_answer",
        "BF-21B1f.1": "test_example_two_hurricanes_intercept_two_bombers_with_two_escorts",
        "BF-21B3.1": "test_the_figures_of_the_rules_own_example",
        "BF-21B3.3": "test_the_figures_of_the_rules_own_example",
        "BF-24A.1": "test_fighters_with_bombs_fight_worse",
    },
    "europa/air/combat/test_patrol.py": {
        "BF-19.1": "test_the_patrol_zone_is_half_the_movement_rating",
        "BF-19.8": "test_a_base_makes_no_more_patrol_attacks_than_its_capacity",
    },
    "europa/air/test_air_bases.py": {
        "BF-29C.5": "test_an_air_unit_returns_only_if_it_was_withdrawn",
    },
    "europa/air/test_air_missions.py": {
        "BF-16B2.1": "test_ground_support_flies_to_enemies_that_may_be_attacked",
    },
    "europa/air/test_air_support.py": {
        "BF-22B3.2": "test_example_sarajevo_guns_are_shared_among_the_hexes_they_attack_from",
    },
    "europa/air/test_airborne.py": {
        "BF-20E2.4": "test_two_transports_drop_one_regimental_equivalent",
        "BF-25A.10": "test_disruption_ends_as_the_next_initial_phase_of_the_side_opens",
        "BF-25B.1": "test_a_dropped_unit_does_not_own_its_hex",
        "BF-25B.6": "test_where_the_attack_is_stopped_the_dropped_units_retreat",
    },
    "europa/air/test_airlift.py": {
        "BF-20E.6": "test_what_several_carry_suffers_the_worst_result",
    },
    "europa/air/test_antiaircraft.py": {
        "BF-22B1.2": "test_example_guns_fire_at_no_escort",
        "BF-22B1.7": "test_all_guns_fire_once_at_each_air_unit",
        "BF-22B2.1": "test_the_table_is_read_in_the_closest_column_that_does_not_exceed",
    },
    "europa/air/test_bombing.py": {
        "BF-20F.4": "test_example_eight_points_use_the_column_of_five",
        "BF-20F2a.2": "test_fighters_bomb_airbases_with_a_point_more",
    },
    "europa/air/test_gliders.py": {
        "BF-24C.3": "test_a_glider_takes_its_rating_from_the_defense_of_its_tow",
    },
    "europa/air/test_manners.py": {
        "BF-24E.1": "test_day_air_units_bomb_with_half_their_strength_by_night",
        "BF-24E.3": "test_nobody_meets_air_units_that_fly_by_night",
    },
    "europa/air/test_position_guns.py": {
        "BF-22A3.7": "test_example_a_counter_of_three_becomes_three_of_one",
    },
    "europa/board/test_areas.py": {
        "BF-2.3": "test_named_hexes_hold_their_cities",
        "BF-3E.4": "test_islands_joined_by_straits_are_of_the_nation_they_are_joined_to",
        "BF-3E.5": "test_crete_is_one_island_of_greece",
    },
    "europa/board/test_ownership.py": {
        "BF-32A1.3": "test_example_two_battalions_together_are_enough",
    },
    "europa/board/test_weather.py": {
        "BF-27.3": "test_example_nov_ii_40_roll_3",
        "BF-27.7": "test_example_no_change_on_jan_ii_41_keeps_poor_weather",
    },
    "europa/board/test_zones.py": {
        "BF-5.2": "test_example_a_unit_barred_from_mountains_has_no_zone_there",
        "BF-5.3": "test_example_a_division_has_a_zone_a_regiment_none",
        "BF-5.4": "test_example_a_division_has_a_zone_a_regiment_none",
        "BF-5.5": "test_example_administrative_movement_loses_the_zone",
    },
    "europa/combat/test_aftermath.py": {
        "BF-9C.9": "test_example_exchange_of_15_against_10",
        "BF-9C.11": "test_example_exchange_of_15_against_10",
        "BF-9E.2": "test_example_a_division_reduced_to_its_cadre_counts_whole",
    },
    "europa/combat/test_armor_effects.py": {
        "BF-3C2.1": "test_example_full_armor_against_full_antitank_is_minus_one",
        "BF-10C1.1": "test_example_a_third_of_armor_in_clear_weather",
        "BF-10C2.1": "test_example_light_tank_cadre_in_defence",
        "BF-10D.1": "test_example_full_armor_against_full_antitank_is_minus_one",
        "BF-10G.2": "test_example_armored_brigade_at_heavy_antiaircraft_in_a_dot_city",
        "BF-14A3.4": "test_example_assault_engineers_count_double_in_the_share_at_a_city",
    },
    "europa/combat/test_armor_share.py": {
        "BF-10B1.1": "test_example_a_panzer_division_has_three_res",
        "BF-10B2.1": "test_example_a_light_armored_division_counts_one_and_a_half",
        "BF-10B3.1": "test_example_neutral_artillery_is_not_counted",
        "BF-10C.1": "test_example_one_third",
        "BF-10E.1": "test_example_half_capable_division_as_neutral",
        "BF-10F.1": "test_example_the_neutral_limit",
        "BF-10F.2": "test_example_a_half_capable_unit_counts_whole_for_the_neutral_limit",
    },
    "europa/combat/test_combat_phase.py": {
        "BF-8B.4": "test_example_two_clear_hexes_attack_a_mountain",
    },
    "europa/combat/test_losses.py": {
        "BF-9I.1": "test_example_required_losses_half_of_twenty_from_the_armor",
    },
    "europa/combat/test_odds.py": {
        "BF-9A.6": "test_example_34_to_9_is_3_to_1",
    },
    "europa/combat/test_strength.py": {
        "BF-3C1.1": "test_hexsides_weaken_attackers",
        "BF-14A3.3": "test_example_assault_engineers_at_a_full_hex_city",
        "BF-14B.1": "test_example_artillery_in_excess_on_defence",
    },
    "europa/movement/test_breakdown.py": {
        "BF-15B.3": "test_example_a_german_division_into_three_supported_regiments",
    },
    "europa/movement/test_costs.py": {
        "BF-6.4": "test_example_entering_a_mountain_hex",
        "BF-6.5": "test_example_narrow_straits_add_to_the_hex",
        "BF-6.6": "test_example_nobody_crosses_karst",
        "BF-6B.2": "test_example_administrative_movement_on_a_road",
        "BF-32C.8": "test_example_a_demolished_bridge",
    },
    "europa/movement/test_engineering.py": {
        "BF-14A1.18": "test_example_an_airbase_hit_costs_four_points_in_poor_weather",
        "BF-26A3.4": "test_three_points_demolish_one_hit_of_a_port_up_to_its_most",
    },
    "europa/movement/test_movement_phase.py": {
        "BF-7B.2": "test_example_a_road_out_of_a_zone_still_costs_the_exit",
    },
    "europa/movement/test_transport.py": {
        "BF-7A1.4": "test_example_overland_by_rail_and_overland_again",
        "BF-7A2.2": "test_example_capacity_by_type",
        "BF-7A2.3": "test_example_low_volume_lines_double_again",
        "BF-7A2.7": "test_example_capacity_is_counted_once_a_turn",
    },
    "europa/production/test_construction.py": {
        "BF-14A1.4": "test_example_fort_begun_apr_i_41_is_complete_apr_ii_41",
        "BF-14A1.19": "test_example_permanent_airfield_takes_two_turns_in_poor_weather",
    },
    "europa/production/test_replacements.py": {
        "BF-29B.5": "test_example_replaced_italians_appear_in_italy",
    },
    "europa/sea/test_air_attacks.py": {
        "BF-22B1.4": "test_22a4_22b3_the_ships_alone_fire_before_the_bombs",
    },
    "europa/sea/test_beaches.py": {
        "BF-26B1.6": "test_example_a_unit_attacks_at_full_strength_after_its_voyage",
    },
    "europa/sea/test_cargo.py": {
        "BF-12C3.3": "test_12c3_supplies_last_two_initial_phases",
        "BF-12C3.5": "test_12c3_one_re_of_supply_feeds_one_re_of_units",
    },
    "europa/state/test_units.py": {
        "BF-3A2.1": "test_example_cavalry_is_not_motorized",
        "BF-3A2.2": "test_example_siege_artillery_is_artillery",
        "BF-3A2.4": "test_example_an_armored_brigade_is_c_m",
        "BF-3A2.5": "test_example_a_motorized_antitank_battalion_is_c_m",
        "BF-3A3.5": "test_example_a_cavalry_regiment_counts_double_for_transport",
    },
    "europa/supply/test_supply_status.py": {
        "BF-12C2.6": "test_example_beograd_and_nis_are_connected",
    },
    "europa/test_stacking.py": {
        "BF-8A1.1": "test_example_stacks_that_fit",
    },
}
"""The file below this folder, the rule whose example it is, the test that plays it."""
PLAYED = [(rule, file, test) for file, rows in EXAMPLES.items() for rule, test in rows.items()]


@cache
def _tests(file: str) -> frozenset[str]:
    """The tests of a file."""
    tree = ast.parse((HOME / file).read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_every_worked_example_is_played() -> None:
    wanted = {rule.id for rule in rules_of("balkan_front") if rule.example}
    assert {rule for rule, _, _ in PLAYED} == wanted
    assert len(PLAYED) == len(wanted) >= 86


@pytest.mark.parametrize(("rule", "file", "test"), PLAYED)
def test_the_test_is_there_and_carries_the_rule(rule: str, file: str, test: str) -> None:
    assert test in _tests(file)
    row = coverage.load("balkan_front")[rule]
    assert f"tests/engine/systems/{file}::{test}" in row.tests
