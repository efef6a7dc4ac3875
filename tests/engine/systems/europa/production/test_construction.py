"""Forts and airfields: where, who, how many, how long, and what ends them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.core.handler import Transition
from engine.scenarios import load_scenario
from engine.systems.balkan_front.rules import BalkanFront
from engine.systems.boot_camp.rules import BootCamp
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.board import bases
from engine.systems.europa.production import construction
from engine.systems.europa.production.initial_actions import BeginWork
from engine.systems.europa.rules_base import EuropaRules
from engine.systems.europa.state.constants import ALLIED, AXIS, GONE
from engine.systems.europa.state.records import Project, Work
from engine.systems.fire_in_the_east.rules import FireInTheEast
from oob.model import UnitId
from tests.engine.systems.europa.homefront import Home

CONS, OTHER, ENGINEER = "greek-athens-construction", "greek-thess-construction", "greek-1-engineer"
PORT = "thessalonike"


def fort(unit: str) -> BeginWork:
    return BeginWork(UnitId(unit), Project.FORT)


def field(unit: str) -> BeginWork:
    return BeginWork(UnitId(unit), Project.AIRFIELD)


def clear_sites(home: Home, count: int) -> list[str]:
    context = home.context
    found = [
        context.map.label(at)
        for at in sorted(context.near([home.at("larisa"), home.at(PORT)], 2) & context.land)
        if context.map.terrain[at] == "clear"
        and not context.city_rank(at)
        and at not in context.fields
        and not any(context.fortified_between(at, near, frozenset()) for near in at.neighbours())
    ]
    return found[:count]


def building(title: str = "balkan_front", count: int = 1) -> tuple[Home, list[str]]:
    """Greek construction units on clear hexes in the Allied initial phase."""
    home = Home(title, side=ALLIED)
    sites = clear_sites(home, count)
    for unit, site in zip((CONS, OTHER, "greek-larisa-construction"), sites, strict=False):
        home.put(site, unit)
    return home, sites


def finished(home: Home, turn: int) -> Home:
    """The next initial phase of the builder's side."""
    return home.open(turn)


def test_example_fort_begun_apr_i_41_is_complete_apr_ii_41() -> None:
    home, sites = building()
    at = home.at(sites[0])
    home.having(turn=11).do(fort(CONS))
    assert home.state.works[at] == Work(Project.FORT, UnitId(CONS), ALLIED, 12)
    assert not home.state.forts
    finished(home, 12)
    assert home.state.forts == {at} and not home.state.works


def test_example_permanent_airfield_takes_two_turns_in_poor_weather() -> None:
    home, sites = building()
    at = home.at(sites[0])
    home.having(turn=4).weather("poor").do(field(CONS))
    assert at not in finished(home, 5).state.airfields
    assert at in finished(home, 6).state.airfields


def test_only_construction_units_build_combat_engineers_too() -> None:
    home, sites = building()
    home.put(sites[0], "greek-1-mountain", ENGINEER)
    assert home.objections(fort("greek-1-mountain")) == ["BF-14A1.1"]
    assert not home.objections(fort(ENGINEER))


def test_a_builder_must_be_in_supply() -> None:
    home, _ = building()
    home.having(taken=dict.fromkeys([*home.context.ports, *home.context.roads], AXIS))
    assert "BF-14A1.3" in home.objections(fort(CONS))


def test_sites_are_clear_or_rough_without_fort_or_fortified_hexside() -> None:
    home, _ = building()
    mountain = next(a for a in home.context.country("Greece") if home.context.is_mountain(a))
    home.put(mountain, CONS)
    assert "BF-14A1.2" in home.objections(fort(CONS))
    line = next(
        at
        for at in home.context.fortifications
        if home.context.map.terrain[at] in ("clear", "rough")
    )
    home.put(line, CONS).having(taken={**home.state.taken, line: ALLIED})
    assert "BF-14A1.2" in home.objections(fort(CONS))
    home.having(forts=frozenset({line}), razed=home.context.fortified)
    assert "BF-14A1.2" in home.objections(fort(CONS))
    assert "BF-14A1.2" not in home.having(forts=frozenset()).objections(fort(CONS))


def test_an_airfield_wants_a_hex_without_a_permanent_one() -> None:
    home, sites = building()
    at = home.at(sites[0])
    home.having(airfields=frozenset({at}))
    assert "BF-14A1.6" in home.objections(field(CONS))
    assert not home.objections(fort(CONS))


def test_a_permanent_airfield_takes_the_place_of_a_temporary_one_when_done() -> None:
    home, sites = building()
    at = home.at(sites[0])
    home.having(strips=frozenset({at})).do(field(CONS))
    assert at in home.state.strips
    finished(home, 4)
    assert home.state.airfields == {at} and not home.state.strips


def test_the_allies_begin_two_works_at_most() -> None:
    home, _ = building(count=3)
    home.do(fort(CONS), field(OTHER))
    assert home.objections(fort("greek-larisa-construction")) == ["BF-14A1.8"]


def test_the_axis_begins_four_works_at_most() -> None:
    assert Home().context.charts.construction.limit(AXIS) == 4
    home = Home().put("tirana", "italian-9-construction").having(used={"begun axis": 4})
    assert "BF-14A1.9" in home.objections(fort("italian-9-construction"))


def test_boot_camp_counts_by_nation_and_germany_begins_three() -> None:
    chart = Home("boot_camp").context.charts.construction
    assert chart.by == "nation" and chart.limit("german") == 3
    home, _ = building("boot_camp", 2)
    home.do(fort(CONS))
    assert home.objections(fort(OTHER)) == ["BC-19C.2"]


@pytest.mark.parametrize(
    ("rules", "scenario"),
    [
        (BootCamp, "boot_camp/balkan_campaign"),
        (BalkanFront, "balkan_front/campaign"),
        (FireInTheEast, "fire_in_the_east/campaign"),
    ],
)
def test_its_menu_line_tells_the_hex(rules: type[EuropaRules[Any, Any]], scenario: str) -> None:
    own = rules(load_scenario(scenario))
    unit = next(u for u in own.context.units if "construction" in u)
    at, state = min(own.context.land), own.begin().state
    state = replace(state, pieces={**state.pieces, unit: replace(state.pieces[unit], at=at)})
    line = own.describe(state, BeginWork(unit, Project.FORT))
    assert ": fort" in line and line.endswith(f", in {own.context.label(at)}")


def test_unused_ability_is_not_saved() -> None:
    home, _ = building("boot_camp", 2)
    finished(home, 4)
    assert construction.room(home.pos, UnitId(CONS)) == 1


def test_a_nation_that_has_surrendered_builds_no_more() -> None:
    home, _ = building("boot_camp")
    home.having(surrendered=frozenset({"greek"}))
    assert "BC-19C.4" in home.objections(fort(CONS))


def test_a_nation_builds_only_while_it_is_at_war() -> None:
    home = Home("boot_camp", side=ALLIED).put("beograd", "yugoslav-1-construction")
    assert home.objections(fort("yugoslav-1-construction")) == ["BC-19C.1"]
    assert "BC-19C.1" not in home.join(yugoslav=ALLIED).objections(fort("yugoslav-1-construction"))


def test_a_work_is_abandoned_when_its_builder_leaves() -> None:
    home, sites = building()
    home.do(fort(CONS))
    home.state = home.state.with_piece(UnitId(CONS), at=home.at("larisa"))
    keep(home)
    assert not home.state.works
    assert home.told("work abandoned")[0]["at"] == home.at(sites[0])


def keep(home: Home) -> None:
    doing = Transition(home.state)
    construction.keep(home.context, doing)
    home.state, home.events = doing.state, tuple(doing.events)


def test_a_work_ends_with_its_builder() -> None:
    home, _ = building()
    home.do(fort(CONS))
    home.state = home.state.with_piece(UnitId(CONS), at=GONE, steps=0)
    keep(home)
    assert not home.state.works


def test_one_work_at_a_time_in_a_hex() -> None:
    home, sites = building()
    home.put(sites[0], OTHER).do(fort(CONS))
    assert "BF-14A1.6" in home.objections(field(OTHER))


def test_a_temporary_airfield_needs_a_construction_unit() -> None:
    home, sites = building()
    at = home.at(sites[0])
    home.put(sites[0], OTHER).having(strips=frozenset({at}))
    name = bases.key(home.context, bases.AIRBASE, at)
    home.having(hits={name: 1})
    home.state = home.state.with_piece(UnitId(CONS), at=home.at("larisa"))
    keep(home)
    assert home.state.strips == {at}, "any construction unit will do"
    home.state = home.state.with_piece(UnitId(OTHER), at=home.at("larisa"))
    keep(home)
    assert not home.state.strips and not home.state.hits


@pytest.mark.parametrize("project", list(Project))
def test_what_is_offered_is_what_is_legal(project: Project) -> None:
    home, _ = building(count=2)
    offered = [a for a in home.legal.family("build") if isinstance(a, BeginWork)]
    assert BeginWork(UnitId(CONS), project) in offered
    assert all(not home.objections(action) for action in offered)


def test_forts_fall_with_their_hex_and_hexsides_are_not_rebuilt() -> None:
    home, sites = building()
    at = home.at(sites[0])
    home.having(forts=frozenset({at})).box("dead", CONS)
    home.put(sites[0], "italian-3-julia").do(EndPhase())
    assert not home.state.forts
    line = next(at for at in home.context.fortifications if home.pos.owner_of(at) == ALLIED)
    home.ask(*home.state.flow).put(line, "italian-23-ferrara")
    home.open(5).do(EndPhase())
    assert home.state.razed
    razed = home.state.razed
    home.box("dead", "italian-23-ferrara").put(line, "greek-1-mountain").open(6).do(EndPhase())
    assert home.state.razed >= razed
