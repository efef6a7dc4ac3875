"""Set-up: deployment areas, the recommended set-up, the counters, the field of play (FE-36)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.scenarios import load_scenario
from engine.systems.europa.scenario.set_up import home_hexes
from engine.systems.europa.scenario.set_up_actions import FinishSetUp, PlaceUnit, UseRecommended
from engine.systems.europa.state.units import FORTIFIED, points_of
from engine.systems.fire_in_the_east.resources import placing
from engine.systems.fire_in_the_east.resources.actions import PlacePoints, TakeUpPoints
from engine.systems.fire_in_the_east.rules import FireInTheEast
from engine.systems.fire_in_the_east.state.context import EastContext
from maps.hexgrid import Hex, distance
from oob.checks import check
from oob.data import load
from oob.model import Size, Unit, UnitId
from oob.notation import shipped
from oob.notation.instantiate import instantiated
from oob.notation.model import Kind
from tests.engine.systems.fire_in_the_east.eastern import (
    ALLIED,
    AXIS,
    FOOT,
    RIFLES,
    North,
    WholeFront,
    axis_to_set_up,
    deployed,
    rules_of,
)

AREAS = (
    ("Army Group North, 18th Army", "1B:2224", "1B:2424", "USSR", 5),
    ("Army Group North, 4th Panzer Group", "1B:2524", "1B:2623", "USSR", 5),
    ("Army Group North, 16th Army", "1B:2723", "1B:2923", "USSR", 5),
    ("Army Group North, reserves", "1B:2224", "1B:2923", "USSR", 7),
    ("Baltic Special Military District, 8th Army", "1B:2125", "1B:2523", "Greater Germany", 5),
    ("Baltic Special Military District, 11th Army", "1B:2622", "1B:3021", "Greater Germany", 5),
)


def context() -> EastContext:
    """The scenario, bound."""
    return rules_of().context


def units_of(place: str) -> list[UnitId]:
    return [u for entry in context().oob.setups if entry.place == place for u in entry.units]


@pytest.mark.parametrize(("place", "north", "south", "enemy", "depth"), AREAS)
def test_armies_deploy_on_their_own_ground_in_their_hexrows(
    place: str, north: str, south: str, enemy: str, depth: int
) -> None:
    """[FE-36.2] Within so many hexes of the border, reserves not beside it."""
    top, bottom = context().hex_of(north).r, context().hex_of(south).r
    abroad = context().country(enemy)
    for at in home_hexes(context(), units_of(place)[0]):
        assert top <= at.r <= bottom and context().countries[at] != enemy
        away = min(distance(at, other) for other in abroad)
        assert (2 if "reserves" in place else 1) <= away <= depth


def test_a_unit_is_placed_in_its_area_alone() -> None:
    """[FE-36.2] The 1st Infantry Division of the 18th Army not in the panzers' hexrows."""
    game = North(state=rules_of().begin().state)  # type: ignore[arg-type]
    assert game.objections(PlaceUnit(UnitId(RIFLES), game.at("1B:2224"))) == []
    assert game.objections(PlaceUnit(UnitId(RIFLES), game.at("1B:2822"))) == ["FE-36.2"]
    assert game.objections(PlaceUnit(UnitId(FOOT), game.at("1B:2325"))) == ["FE-36.2"]


def test_the_recommended_set_up_is_legal_and_covers_the_border() -> None:
    """Every Soviet hex beside Greater Germany in the field is held or in a zone."""
    game = North(state=deployed())
    pos = game.pos
    assert pos.overstacked(AXIS) == pos.overstacked(ALLIED) == ()
    border = [
        at
        for at in context().country("USSR")
        if at in context().field
        and any(context().countries.get(n) == "Greater Germany" for n in context().fronts[at])
        and context().hex_of("1B:2125").r <= at.r <= context().hex_of("1B:3021").r
    ]
    covered = pos.held[ALLIED] | pos.zoc(ALLIED)
    assert len(border) > 10 and [context().label(at) for at in border if at not in covered] == []


def test_who_holds_what_at_the_start() -> None:
    """[FE-36.9] [FE-3H.1] The demarcation line divides the board; two nations are neutral."""
    pos = North(state=deployed()).pos
    for country, side in (
        ("Greater Germany", AXIS),
        ("Rumania", AXIS),
        ("Norway", AXIS),
        ("Bulgaria", AXIS),
        ("USSR", ALLIED),
        ("Sweden", ""),
        ("Turkey", ""),
    ):
        assert {pos.owner_of(at) for at in context().country(country)} == {side}


def test_units_keep_to_the_field() -> None:
    """The field of a scenario ends at a hexrow; neutral land is closed."""
    pos = North().pos
    barred = pos.cannot_enter(UnitId(FOOT), context().hex_of("1B:3512"))
    assert barred is not None and barred.rule == "FE-36.1"
    assert pos.cannot_enter(UnitId(FOOT), context().hex_of("1B:1816")) is None


def test_by_an_option_small_units_stand_with_others_of_their_district() -> None:
    """[FE-36.4] On placing, in the recommended set-up, and when the set-up ends."""
    option = {"district_stacks": True}
    rules = FireInTheEast(load_scenario("fire_in_the_east/army_group_north", option))
    state = rules.begin().state
    gun = UnitId("soviet-artillery-artillery-x-10")
    (alone,) = rules.check(state, PlaceUnit(gun, rules.context.hex_of("1B:2224")))
    assert alone.rule == "FE-36.4"
    assert rules_of().check(state, PlaceUnit(gun, rules.context.hex_of("1B:2224"))) == ()
    state = rules.apply(state, UseRecommended()).state
    assert rules.check(state, FinishSetUp()) == ()
    at = state.pieces[gun].at
    for unit, piece in state.pieces.items():
        if piece.at == at and unit != gun:
            away = next(home for home in home_hexes(rules.context, unit) if home != at)
            state = state.with_piece(unit, at=away)
    assert {found.rule for found in rules.check(state, FinishSetUp())} == {"FE-36.4"}


@pytest.mark.parametrize(
    ("country", "rule"),
    [
        ("Sweden", "FE-31B.2"),
        ("Turkey", "FE-31B.1"),
        ("Hungary", "FE-32A1.1"),
        ("Finland", "FE-32B.1"),
    ],
)
def test_neutral_land_is_closed_by_the_rule_of_its_nation(country: str, rule: str) -> None:
    pos = North(state=deployed()).pos
    barred = pos.cannot_enter(UnitId(RIFLES), context().country(country)[0])
    assert barred is not None and barred.rule == rule


def kind(unit: Unit) -> tuple[str, str, str, str]:
    """What tells counters apart besides their names and backs."""
    return unit.nation, unit.type, unit.size.value, unit.front.ratings()


def test_the_counters_are_those_of_the_corrected_order_of_battle() -> None:
    """Every unit of the printed order of battle with its errata, and no other besides trucks and
    fortified areas, which it counts without ratings, position antiaircraft, of which it gives
    points, and components of divisions, which it does not list.
    """
    roster = shipped.load("fire_in_the_east", corrected=True)
    listed = instantiated(roster)
    book = load("fire_in_the_east")
    assert check(book) == []
    trucks = [unit for unit in book.units.values() if unit.type == "truck"]
    assert len(trucks) == sum(item.count for item in roster.items if item.kind is Kind.TRUCK) == 7
    line = [unit for unit in book.units.values() if FORTIFIED in unit.traits]
    areas = (item.count for item in roster.items if item.kind is Kind.FORTIFIED_AREA)
    assert len(line) == sum(areas) == 20
    extra = [unit for unit in book.units.values() if "component" in unit.traits]
    guns = [unit for unit in book.units.values() if points_of(unit)]
    aside = {unit.id for unit in (*trucks, *line, *extra, *guns)}
    others = (unit for unit in book.units.values() if unit.id not in aside)
    assert Counter(map(kind, others)) == Counter(map(kind, listed.units.values()))
    assert len(book.units) - len(extra) - len(guns) == 1694 and len(extra) == 125
    assert {unit.side for unit in book.units.values()} == {AXIS, ALLIED}


@pytest.mark.parametrize(
    ("front", "back"),
    [((8, None), 3), ((7, None), 3), ((10, 5), 4), ((9, None), 4), ((11, None), 4)],
)
def test_backs_agree_with_the_cadres_that_are_printed(
    front: tuple[int, int | None], back: int
) -> None:
    """[FE-9E.1] 8 and 7 leave 3, a Soviet 10-5-8 tank division leaves 4-2-8."""
    found = [
        unit.faces[1]
        for unit in load("fire_in_the_east").units.values()
        if unit.size is Size.DIVISION
        and unit.steps == 2
        and (unit.front.attack, unit.front.defense) == front
    ]
    assert found and {face.attack for face in found} == {back}
    if front == (10, 5):
        assert {face.defense for face in found} == {2}


def test_the_recommended_set_up_spreads_soviet_points_over_the_districts() -> None:
    """Away from the border, and no district has a third of them."""
    state, context = deployed("campaign"), rules_of("campaign").context
    heaps = {at: found.amount for at, found in state.resources.items() if found.side == ALLIED}
    by_district: dict[str, int] = {}
    for at, amount in heaps.items():
        district = context.districts[at]
        by_district[district] = by_district.get(district, 0) + amount
    assert sum(heaps.values()) == 25
    assert len(by_district) >= 6 and 3 * max(by_district.values()) < 25
    germany = frozenset(context.country("Greater Germany"))
    assert not context.near(germany, placing.BEHIND).intersection(heaps)


def test_points_of_army_norway_are_taken_up_when_the_last_of_its_units_is_shifted_away() -> None:
    """[FE-OBA-7] They lie with its units, and are to be placed again where these have gone."""
    game = WholeFront(state=axis_to_set_up())
    lot, company = placing.lots(game.pos, AXIS)[0], "Finland, Army Norway"
    setups = game.context.setups.items()
    norway = [u for u, e in setups if e.place == company and game.pos.facts(u).halves == 1][:2]
    here, there = game.at("5B:2502"), game.at("6A:1130")
    game.do(*(PlaceUnit(unit, here) for unit in norway), PlacePoints(lot.id, here, 5))
    game.do(PlaceUnit(norway[0], there))
    assert game.state.resources[here].amount == 5
    game.do(PlaceUnit(norway[1], there))
    assert here not in game.state.resources
    assert game.state.unplaced[lot.id] == lot.amount
    assert [one["amount"] for one in game.told("points taken up")] == [5]
    game.do(UseRecommended())
    assert not game.objections(FinishSetUp())


def test_points_that_were_placed_may_be_placed_elsewhere() -> None:
    """A heap is taken up again while its side sets up, and only its own."""
    game = WholeFront(state=axis_to_set_up())
    lot, warsaw = placing.lots(game.pos, AXIS)[0], "1B:3731"
    assert "take up points" not in game.kinds()
    assert game.objections(TakeUpPoints(game.at(warsaw))) == ["FE-OBA-7"]
    game.do(PlacePoints(lot.id, game.at(warsaw), 30))
    assert TakeUpPoints(game.at(warsaw)) in set(game.legal.family("take up points"))
    game.do(TakeUpPoints(game.at(warsaw)))
    assert not game.state.resources and game.state.unplaced[lot.id] == lot.amount
    assert [one["amount"] for one in game.told("points taken up")] == [30]
    game.do(UseRecommended())
    heap = next(iter(game.state.resources))
    game.do(TakeUpPoints(heap))
    assert game.objections(FinishSetUp()) == ["FE-OBA-7"]


def test_where_no_points_come_none_are_taken_up() -> None:
    """The northern scenario has no lots: the check says so by the rule of points that come."""
    game = North(state=rules_of().begin().state)
    assert game.objections(TakeUpPoints(game.at("1B:2424"))) == ["FE-34A.1"]


@pytest.mark.parametrize(
    "scenario", ["campaign", "campaign_air", "campaign_sea", "barbarossa", "barbarossa_air"]
)
def test_no_finns_are_recommended_to_an_island(scenario: str) -> None:
    """(FE 12C1) A division stood on Mariehamn, where no supply line leads, in every new game."""
    state, rules = deployed(scenario), rules_of(scenario)
    finns = [unit for unit in state.pieces if rules.context.units[unit].nation == "finnish"]
    here = [unit for unit in finns if isinstance(state.pieces[unit].at, Hex)]
    assert len(here) >= 37
    assert [unit for unit in here if not rules.supply(state, unit)[0]] == []
