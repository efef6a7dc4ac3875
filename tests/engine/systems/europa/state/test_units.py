"""What the rules ask about units, on the counters of the order of battle (BF-3A, 11, 14C, 14D)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.systems.europa.state.constants import Ability, Capability
from engine.systems.europa.state.units import Facts, facts_of, title_of
from oob.model import Size, Unit, UnitId
from tests.engine.systems.europa.figures_of import order
from tests.engine.systems.europa.titles import charts

CHARTS = charts("balkan_front")


def unit(id_: str) -> Unit:
    return order().units[UnitId(id_)]


def judged(found: Unit, steps: int = 0, *, cadres: bool = True) -> Facts:
    row = CHARTS.capabilities.of(found.type)
    return facts_of(found, steps or found.steps, row, CHARTS.sizes, supported_cadres=cadres)


def facts(id_: str, steps: int = 0) -> Facts:
    return judged(unit(id_), steps)


@pytest.mark.parametrize(
    ("id_", "steps", "halves"),
    [
        ("greek-8-mountain", 2, 6),
        ("greek-8-mountain", 1, 2),
        ("greek-4-mountain-brigade", 1, 2),
        ("italian-a-regiment", 1, 2),
        ("italian-26-engineer", 1, 1),
        ("german-7-parachute-hq", 1, 2),
    ],
)
def test_size_in_regimental_equivalents(id_: str, steps: int, halves: int) -> None:
    assert facts(id_, steps).halves == halves


def test_divisions_are_divisional_and_all_below_are_not() -> None:
    for found in order().units.values():
        assert judged(found).divisional is (found.size is Size.DIVISION)
        if found.size is Size.DIVISION:
            assert not judged(found, 1).divisional
            assert judged(found, 1).cadre


def test_a_headquarters_is_no_divisional_unit_and_has_no_strength() -> None:
    hq = facts("german-7-parachute-hq")
    assert not hq.divisional
    assert hq.headquarters
    assert (hq.attack, hq.defense, hq.move) == (0, 0, 6)
    assert hq.heavy
    assert hq.supported


def test_a_headquarters_is_c_m_only_by_its_symbol_and_neutral_to_armor() -> None:
    motorized, foot = facts("german-motorized-a-hq"), facts("german-infantry-a-hq")
    assert motorized.mobile
    assert not foot.mobile
    for found in (motorized, foot):
        kinds = {found.aec_attack, found.aec_defense, found.atec}
        assert kinds == {Capability.NEUTRAL}


def test_example_cavalry_is_not_motorized() -> None:
    assert not facts("italian-aosta").mobile


def test_example_siege_artillery_is_artillery() -> None:
    assert facts("german-ghq-1-siege-artillery").artillery


def test_example_an_armored_brigade_is_c_m() -> None:
    assert facts("british-1-armored-brigade").mobile


def test_example_a_motorized_antitank_battalion_is_c_m() -> None:
    assert facts("british-102-antitank").mobile
    assert not facts("british-102-antitank").artillery


def test_antiaircraft_is_no_artillery() -> None:
    for id_ in ("italian-26c-light-aa", "yugoslav-beograd-heavy-aa", "german-18-heavy-aa"):
        assert not facts(id_).artillery


def test_motorized_artillery_is_c_m_and_artillery() -> None:
    guns = facts("british-7-med-motorized-artillery")
    assert guns.mobile
    assert guns.artillery


def test_example_a_cavalry_regiment_counts_double_for_transport() -> None:
    assert facts("italian-aosta").transport == 2 * facts("italian-aosta").halves == 4
    assert facts("german-2-panzer").transport == 12
    assert facts("italian-3-julia").transport == facts("italian-3-julia").halves == 6


def test_printed_strengths_of_both_faces() -> None:
    julia, cadre = facts("italian-3-julia"), facts("italian-3-julia", 1)
    assert (julia.attack, julia.defense, julia.move) == (5, 5, 6)
    assert (cadre.attack, cadre.defense, cadre.move) == (2, 2, 6)
    assert julia.has_cadre
    assert not cadre.has_cadre
    guns = facts("italian-25c-artillery")
    assert (guns.attack, guns.defense, guns.move) == (2, 1, 8)


def test_divisions_artillery_and_headquarters_have_supporting_arms() -> None:
    assert facts("greek-8-mountain").supported
    assert facts("greek-b-artillery").supported
    assert not facts("greek-viii-border").supported


def test_a_black_dot_supports_its_own_unit_alone() -> None:
    dotted = facts("greek-4-mountain-brigade")
    assert dotted.supported
    assert dotted.dot
    assert not facts("greek-8-mountain").dot


def test_cadres_are_supported_where_the_chart_says_so() -> None:
    cadre = unit("greek-8-mountain")
    assert judged(cadre, 1, cadres=True).supported
    assert not judged(cadre, 1, cadres=False).supported


def test_supported_units_have_heavy_equipment() -> None:
    assert facts("greek-8-mountain").heavy
    assert facts("greek-4-mountain-brigade").heavy
    assert facts("german-560-antitank").heavy
    assert not facts("greek-viii-border").heavy
    assert not facts("italian-9-construction").heavy


def test_mountain_and_ski_symbols_make_mountain_units() -> None:
    for id_ in ("italian-3-julia", "german-5-mountain", "italian-mc-ski", "german-mountain-a-hq"):
        assert facts(id_).mountain
    assert not facts("greek-10-regiment").mountain


def test_who_builds() -> None:
    assert facts("italian-9-construction").construction
    assert facts("italian-26-engineer").construction
    assert not facts("german-43-assault-engineer").construction
    assert facts("german-43-assault-engineer").engineer
    assert not facts("italian-9-construction").engineer


def test_airborne_marine_and_commando_abilities() -> None:
    assert Ability.PARACHUTE in facts("german-7-1-parachute").abilities
    assert Ability.AIR_LANDING in facts("german-air-landing-a-u1").abilities
    assert Ability.MARINE in facts("italian-3-sm-marine").abilities
    assert Ability.COMMANDO in facts("german-i-800-commando").abilities


@pytest.mark.parametrize(
    ("id_", "attack", "defense", "antitank"),
    [
        ("german-2-panzer", "full", "full", "full"),
        ("italian-131-centauro", "half", "half", "neutral"),
        ("german-60-motorized", "neutral", "neutral", "neutral"),
        ("greek-8-mountain", "none", "none", "none"),
        ("german-18-heavy-aa", "none", "none", "full"),
        ("italian-26c-light-aa", "none", "none", "none"),
    ],
)
def test_example_armor_and_antitank_capabilities(
    id_: str, attack: str, defense: str, antitank: str
) -> None:
    found = facts(id_)
    assert (found.aec_attack, found.aec_defense, found.atec) == (attack, defense, antitank)


def test_the_cadre_of_an_armored_division_keeps_its_capabilities() -> None:
    assert facts("italian-131-centauro", 1).aec_defense is Capability.HALF
    assert facts("german-2-panzer", 1).atec is Capability.FULL


def test_a_unit_of_one_size_mark_more_is_judged_by_its_mark() -> None:
    battalion = replace(unit("italian-a-regiment"), size=Size.BATTALION)
    assert judged(battalion).halves == 1


@pytest.mark.parametrize(
    ("id_", "title"),
    [
        ("greek-4-mountain-brigade", "Greek 4 Mountain X"),
        ("italian-3-julia", "Italian 3 Julia Mountain XX"),
        ("german-2-panzer", "German 2 Armored XX"),
        ("german-ghq-1-artillery", "German GHQ 1 Artillery III"),
        ("italian-26-engineer", "Italian 26 Engineer II"),
        ("german-mountain-a-hq", "German A Mountain HQ"),
    ],
)
def test_titles_tell_units_apart(id_: str, title: str) -> None:
    assert title_of(unit(id_)) == title


def test_a_unit_without_a_name_is_called_by_its_type_once() -> None:
    assert title_of(replace(unit("german-ghq-1-artillery"), name="Artillery")) == (
        "German Artillery III"
    )


@pytest.mark.parametrize(
    ("name", "type_", "title"),
    [
        ("Lt AA", "light anti-aircraft", "German Light AA III"),
        ("mot NKVD", "motorized security infantry", "German NKVD Mot Security III"),
        ("mot Artillery", "motorized artillery", "German Mot Artillery III"),
        ("ME", "marine commando", "German ME Marine Commando III"),
    ],
)
def test_what_a_name_says_of_the_type_is_said_once(name: str, type_: str, title: str) -> None:
    assert title_of(replace(unit("german-ghq-1-artillery"), name=name, type=type_)) == title


def test_no_two_units_have_the_same_title() -> None:
    titles = [title_of(found) for found in order().units.values()]
    assert len(set(titles)) == len(titles)
