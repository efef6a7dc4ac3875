"""What the scenarios of the long war change: nothing, or the border of Greece."""

from __future__ import annotations

from functools import cache

from engine.scenarios import load_scenario
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.europa.board import areas, places
from engine.systems.europa.state.constants import ALLIED, AXIS

KERKYRA, IGOUMENITSA, IOANNINA = "14A:4620", "14A:4720", "14A:4718"


@cache
def rules_of(name: str) -> BalkanFront:
    """The rules of a scenario, bound once for all tests."""
    return BalkanFront(load_scenario(f"balkan_front/{name}", {}))


def test_the_italo_greek_war_has_no_rules_of_its_own() -> None:
    """BF-33A2.1, 33A3.1: the order of battle of the campaign, decided by points."""
    context = rules_of("italo_greek_war").context
    figures = context.figures
    assert context.oob.id == rules_of("greek_appeasement").context.oob.id == "balkan_front"
    assert figures.contest == "points"
    assert not (figures.deployments or figures.holdings or figures.ceded or figures.sheets)
    assert (figures.first, figures.entered) == (1, 0)


def test_greek_appeasement_runs_as_the_campaign_does() -> None:
    """BF-33G1.1, 33G3.1: till the Axis ceases, or Aug II 41; decided by points."""
    context = rules_of("greek_appeasement").context
    assert context.calendar.name(context.figures.first) == "Nov I 40"
    assert context.calendar.name(context.figures.turns) == "Aug II 41"
    assert context.figures.contest == "points"


def test_cham_is_part_of_albania_for_all_purposes() -> None:
    """BF-33G2.1: the Axis owns it, its border is the one between Albania and Greece."""
    rules = rules_of("greek_appeasement")
    context, pos = rules.context, rules.position(rules.begin().state)
    cham = context.hex_of(IGOUMENITSA)
    assert pos.owner_of(cham) == AXIS
    assert context.countries[cham] == "Albania"
    assert cham in areas.area(context, "Albania")
    assert cham not in areas.area(context, "Mainland Greece")
    assert cham in places.hexes(context, "Albania")
    assert context.hex_of(IOANNINA) in places.hexes(context, "Albanian border")
    before = load_scenario("balkan_front/campaign", {}).map
    assert cham in before.regions["nation"]["Greece"]


def test_kerkyra_stays_greek() -> None:
    """BF-33G2.2"""
    rules = rules_of("greek_appeasement")
    pos = rules.position(rules.begin().state)
    assert pos.owner_of(rules.context.hex_of(KERKYRA)) == ALLIED
