"""Typhoon begins in the middle of the war, where its plan puts every unit."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

import pytest

from engine.core.actions import Roll
from engine.core.chance import Stream
from engine.core.legal import LegalActions
from engine.core.state import Piece, State
from engine.scenarios import load_scenario
from engine.scenarios.making import forces, plan, typhoon
from engine.systems.europa.actions import EndPhase
from engine.systems.europa.air import fleet
from engine.systems.europa.air.groups import chart as air_chart
from engine.systems.europa.air.groups.actions import ActivateAirUnit
from engine.systems.europa.air.groups.records import Box
from engine.systems.europa.movement import rail_movement
from engine.systems.europa.state.constants import ALLIED, AXIS, DEAD, GONE, HALF, PENDING
from engine.systems.europa.supply import supply_status
from engine.systems.fire_in_the_east.economy import garrisons
from engine.systems.fire_in_the_east.rules import FireInTheEast
from engine.systems.fire_in_the_east.state.position import EastPosition
from maps.errors import KnownError
from maps.hexgrid import Hex
from oob.model import UnitId
from tests.examples import often

BEHIND = {
    "Leningrad",
    "Karelian Isthmus",
    "Oranienbaum",
    "Odessa",
    "Hango",
    "Dago",
    "Crimea",
    "Sevastopol",
}
"""Sectors that the enemy has cut off on land."""
SAMPLE = {False: often(60, 1500), True: often(25, 600)}
"""Steps of a random line and of an automatic one."""


@cache
def rules() -> FireInTheEast:
    return FireInTheEast(load_scenario("fire_in_the_east/typhoon"))


@cache
def begun() -> EastPosition:
    return rules().position(rules().begin().state)


def at(label: str) -> Hex:
    return rules().context.hex_of(label)


def test_the_shipped_scenario_is_what_its_plan_makes() -> None:
    assert typhoon.SHIPPED.read_text("utf-8") == typhoon.whole_text()


def test_it_begins_with_the_weather_of_oct_i_41_and_nothing_is_to_be_set_up() -> None:
    """Six turns, to Dec II 41; what must hold does."""
    state, figures = begun().state, rules().context.figures
    assert rules().context.turn_name(state.turn) == "Oct I 41"
    assert rules().context.turn_name(figures.turns) == "Dec II 41"
    node = rules().chance(state)
    assert node is not None and "weather" in node.reason
    assert rules().invariants(state) == () and not begun().boxed("pool")


def test_everybody_who_has_come_by_then_stands_somewhere_or_is_lost() -> None:
    """Nobody comes before his date, and nobody who was due is forgotten."""
    campaign = FireInTheEast(load_scenario("fire_in_the_east/campaign"))
    roll = forces.Roll(campaign, 8)
    come = {unit for units in roll.by_place.values() for unit in units}
    pieces = begun().state.pieces
    placed = {unit for unit, piece in pieces.items() if isinstance(piece.at, Hex)}
    lost = {unit for unit, piece in pieces.items() if piece.at == DEAD}
    assert placed | lost == come and not placed & lost
    assert {unit for unit, piece in pieces.items() if piece.at == GONE} == set(roll.gone)
    late = [entry for entry in campaign.context.figures.schedule.arrivals if entry.turn >= 8]
    assert all(pieces[unit].at == PENDING for entry in late for unit in entry.units)


def test_every_loss_has_its_reason_and_names_places_of_the_order_of_battle() -> None:
    whole = plan.read("typhoon")
    known = {entry.place for entry in rules().context.setups.values()}
    known |= {entry.place for entry in rules().context.figures.schedule.arrivals}
    assert all(len(loss.reason) > 20 for loss in whole.losses)
    assert {place for loss in whole.losses for place in loss.places} <= known
    assert {place for force in whole.forces for place in force.places} <= known


def test_the_front_is_that_of_the_last_of_september() -> None:
    """Leningrad cut off, Smolensk, Bryansk's approaches, Kiev and the Dnepr crossed, the Crimea
    closed.
    """
    pos = begun()
    axis = ("2A:3532", "3B:0607", "4A:1228", "1B:1705", "2A:0929", "3B:2902", "1B:0712")
    soviet = ("2A:3425", "2A:4426", "2A:4621", "4A:1124", "2A:0931", "3B:3603", "3B:2510")
    assert all(pos.owner_of(at(label)) == AXIS for label in axis)
    assert all(pos.owner_of(at(label)) == ALLIED for label in soviet)
    leningrad = pos.friends(at("2A:0931"), ALLIED)
    assert leningrad and all(supply_status.isolated(pos, unit) for unit in leningrad)
    assert pos.country_of(at("1B:0401")) == "Finland"


def test_fronts_have_no_gaps_and_stacks_are_legal() -> None:
    """Each hex of a front of armies is held by its own side; nobody stands with the enemy, nor in
    land that is not his side's.
    """
    pos = begun()
    for side in (AXIS, ALLIED):
        for where in pos.held[side]:
            assert pos.owner_of(where) == side and not pos.enemies(where, side)
            assert pos.fits(where, ()), rules().context.map.label(where)
    armies = {"Volkhov", "Valdai", "Vyazma", "Yelnya", "Bryansk", "Kharkov", "Donets", "Melitopol"}
    ground = typhoon.Ground(rules().context, plan.read("typhoon"))
    for sector in ground.plan.sectors:
        if sector.id in armies:
            for axis, side in ((True, AXIS), (False, ALLIED)):
                hexes = ground.front(sector, axis=axis)
                reached = pos.zoc(side) | pos.held[side]
                assert all(where in reached for where in hexes), sector.id


def test_no_more_germans_are_in_southern_finland_than_may_be() -> None:
    """[FE-32B.6] Those before Leningrad stand south of it, not in the land that Finns regained."""
    pos = begun()
    annexed = pos.context.annexed - pos.context.arctic
    inside = [unit for where in annexed for unit in pos.friends(where, AXIS)]
    assert inside and all(pos.nation(unit) == "finnish" for unit in inside)
    for row, _land in pos.bounds():
        assert pos.forces(row) <= pos.limit(row) * HALF


def test_who_goes_by_rail_alone_stands_on_a_railroad_that_serves_him() -> None:
    """[FE-14F.1] Railroad guns off the lines, or where the gauge is the enemy's, never move."""
    pos = begun()
    posts = {u: piece.at for u, piece in pos.state.pieces.items() if pos.rail_only(u)}
    guns = {unit: where for unit, where in posts.items() if isinstance(where, Hex)}
    assert {pos.side(unit) for unit in guns} == {AXIS, ALLIED}
    stuck = [u for u, at in guns.items() if at not in rail_movement.graph(pos, u, high=False)]
    assert not stuck


def test_all_are_in_supply_but_those_who_are_cut_off_on_land() -> None:
    """The Axis by lines that have been re-gauged; Soviets in pockets, the Crimea and north of the
    Svir, where the rules give no line before Nov I 41, by ships and flotillas.
    """
    pos = begun()
    ground = typhoon.Ground(rules().context, plan.read("typhoon"))
    away = {
        where
        for sector in ground.plan.sectors
        if sector.id in BEHIND
        for where in rules_rear(ground, sector.id)
    }
    for side in (AXIS, ALLIED):
        for where in sorted(pos.held[side]):
            fed = all(supply_status.in_supply(pos, unit) for unit in pos.friends(where, side))
            north = rules().context.map.label(where).startswith("6A:")
            assert fed or (side == ALLIED and (where in away or north)), where


def rules_rear(ground: typhoon.Ground, sector: str) -> set[Hex]:
    """The Soviet hexes of a sector, with those behind it."""
    found = next(one for one in ground.plan.sectors if one.id == sector)
    front = ground.front(found, axis=False)
    return set(rules().context.near(front, found.deep))


@pytest.mark.parametrize("label", ["2A:0832", "3B:3603"])
def test_naval_fortresses_are_held_not_by_guns_alone(label: str) -> None:
    """Position antiaircraft has no strength: a battalion overran Kronshtadt and Sevastopol."""
    there = begun().at[at(label)]
    assert sum(begun().facts(unit).defense for unit in there) >= 4


def test_ships_lie_where_they_were_and_some_are_sunk() -> None:
    """Tallinn is lost: its ships lie at Kronshtadt; no ship is in an enemy port."""
    pos = begun()
    assert pos.fleet.vessels["soviet-ca-kirov"].at == at("2A:0832")
    assert pos.fleet.vessels["soviet-ca-petropav"].at == DEAD
    for ship, _, where in pos.afloat:
        assert pos.haven(where), ship
    for boat, _, where in pos.boats:
        assert where in rules().context.streams.hexes and where not in pos.held[AXIS], boat


def test_kharkov_has_sent_its_factory_away_and_no_other_is_lost() -> None:
    state = begun().state
    assert dict(state.moved) == {"Kharkov": 10} and not state.ruined


def test_captured_cities_are_known_and_have_their_garrisons() -> None:
    """(FE 33) Twelve had none, which cut the supply of 1st Panzer Group in the first turn."""
    pos = begun()
    minsk = at("1B:3512")
    assert minsk in pos.state.captured and minsk in pos.state.occupied
    found = {pos.label(one.hexes[0]): one for one in garrisons.every(pos)}
    assert len(found) > 40 and not garrisons.lacking(pos)
    front = {"4A:2231 Nikopol", "4A:1829 Dneprodzerzhinsk"}
    assert {name for name, one in found.items() if one.short} == front


def test_garrisons_stand_in_land_of_their_own_war() -> None:
    """Finnish border guards held Bialystok, Grodno and Wilno."""
    pos = begun()
    for label, units in plan.read("typhoon").garrisons.items():
        finnish = {pos.nation(UnitId(unit)) == "finnish" for unit in units}
        assert finnish == {label.startswith("2A:02")}, label


def test_leningrad_has_room_for_those_who_come_in_the_first_turn() -> None:
    """(FE 4A1) A division and two brigades were lost at once, for want of room."""
    pos = begun()
    city, entries = at("2A:0931"), rules().context.figures.schedule.arrivals
    places = ("Leningrad", "cities of the Leningrad Military District")
    due = [u for entry in entries if entry.turn == 8 and entry.place in places for u in entry.units]
    assert len(due) == 3 and pos.fits(city, due)


def test_a_place_that_no_force_takes_is_told() -> None:
    campaign = FireInTheEast(load_scenario("fire_in_the_east/campaign"))
    few = replace(plan.read("typhoon"), forces=())
    with pytest.raises(KnownError, match="no force takes"):
        forces.dealt(few, forces.Roll(campaign, 8))


def test_a_garrison_that_is_not_there_is_told() -> None:
    """Here nobody is."""
    whole = plan.read("typhoon")
    ground = typhoon.Ground(rules().context, whole)
    host = forces.Host(rules(), begun().state, ground)
    with pytest.raises(KnownError, match="cannot have german-281-security-xx as its garrison"):
        forces.guarded(host, whole, ())


def test_a_unit_that_is_lost_has_no_strength_left() -> None:
    lost = [piece for piece in begun().state.pieces.values() if piece.at == DEAD]
    assert lost and set(lost) == {Piece(DEAD, 0)}
    assert UnitId("german-1-panzer-xx") in begun().state.pieces


# With air units


@cache
def flown() -> FireInTheEast:
    return FireInTheEast(load_scenario("fire_in_the_east/typhoon_air"))


@cache
def aloft() -> EastPosition:
    """The position once the automatic players have set their air forces up."""
    state = flown().begin().state
    while flown().chance(state) is None:
        advice = flown().advise(state)
        assert advice is not None and not flown().check(state, advice.action)
        state = flown().apply(state, advice.action).state
    return flown().position(state)


def test_the_shipped_scenario_with_air_is_what_its_plan_makes() -> None:
    assert typhoon.AIR.read_text("utf-8") == typhoon.air_text()


def test_armies_stand_as_they_do_on_the_ground() -> None:
    """Position antiaircraft comes besides: on its own side's ground, or fallen with a city."""
    pieces = flown().begin().state.pieces
    guns = set(flown().context.position_guns)
    assert {u: p for u, p in pieces.items() if u not in guns} == dict(begun().state.pieces)
    pos = aloft()
    there = [unit for unit in guns if isinstance(pos.piece(unit).at, Hex)]
    assert len(there) > 60 and not pos.boxed("pool") and flown().invariants(pos.state) == ()
    assert all(pos.owner_of(pos.piece(unit).at) == pos.side(unit) for unit in there)
    fallen = [unit for unit in guns if pos.piece(unit).at == DEAD]
    assert fallen and all(unit.startswith("soviet") for unit in fallen)


def test_air_forces_are_set_up_first_where_their_side_has_bases() -> None:
    """The Axis before the Soviets, as many as allowances say, none in the land of the Finns but
    their own.
    """
    asked = flown().question(flown().begin().state)
    assert asked.side == AXIS and "air force" in asked.prompt
    pos, home = aloft(), rules().context.annexed
    active: dict[str, int] = {}
    for unit, found in pos.air.units.items():
        if isinstance(found.at, Hex):
            facts = fleet.facts(pos, unit)
            assert pos.owner_of(found.at) == fleet.side_of(pos, unit), unit
            assert facts.nation == "finnish" or found.at not in home, unit
            active[facts.nation] = active.get(facts.nation, 0) + (not air_chart.free(pos, unit))
    assert active["german"] == 84 and 90 < active["soviet"] <= 105
    assert active["finnish"] == 4 and "slovakian" not in active


def based_abroad(pos: EastPosition, nation: str) -> list[str]:
    """The air units of a nation on bases in the USSR."""
    return [
        unit
        for unit, found in pos.air.units.items()
        if fleet.facts(pos, unit).nation == nation
        and isinstance(found.at, Hex)
        and pos.country_of(found.at) == "USSR"
    ]


def test_few_hungarians_and_rumanians_are_set_up_abroad_the_others_at_home() -> None:
    """[FE-32A1.2] [FE-32A2.1] Two and three, all that the allowances say; they may fly."""
    pos = aloft()
    for nation, most, allowed in (("hungarian", 2, 4), ("rumanian", 3, 7)):
        abroad = based_abroad(pos, nation)
        active = [
            unit
            for unit, found in pos.air.units.items()
            if fleet.facts(pos, unit).nation == nation and isinstance(found.at, Hex)
        ]
        assert len(abroad) == most and len(active) == allowed, nation
        base = pos.air.units[abroad[0]].at
        assert base is not None and pos.bars_flight_to(abroad[0], base) is None


def test_nobody_is_set_up_by_hand_where_as_many_are_as_may_be() -> None:
    """[FE-32A1.2] [FE-32A.2] A third Hungarian finds room at home alone, none where rivals are."""
    state = flown().begin().state
    base = flown().context.hex_of("4A:1829")
    for unit in ("hungarian-re-2000", "hungarian-cr-42"):
        state = flown().apply(state, ActivateAirUnit(unit, base)).state
    third = ActivateAirUnit("hungarian-me-109e", base)
    assert [found.rule for found in flown().check(state, third)] == ["FE-32A1.2"]
    asked = flown().question(state)
    legal = LegalActions(asked.families, partial(flown().check, state))
    places = {a.target for a in legal if isinstance(a, ActivateAirUnit)}
    pos = flown().position(state)
    assert places and {pos.country_of(at) for at in places} == {"Hungary"}
    while "Rumanian" not in flown().question(state).prompt:
        state = flown().apply(state, EndPhase()).state
    rival = ActivateAirUnit("rumanian-pzl-24", flown().context.hex_of("4A:1829"))
    assert [found.rule for found in flown().check(state, rival)] == ["FE-32A.2"]


def test_nobody_flies_before_he_has_come_and_the_hurricanes_have() -> None:
    """Those due on Nov I 41 are still to come; what came over the Arctic is there."""
    units = flown().position(flown().begin().state).air.units
    assert units["german-me-210a-nov-1"].at == PENDING
    assert units["soviet-hurri-2"].at == Box.AVAILABLE
    campaign = FireInTheEast(load_scenario("fire_in_the_east/campaign_air"))
    plan_ = fleet.plan_of(campaign.context)
    come = {u.id for u in plan_.units if u.box or 0 < u.turn < 8} | {"soviet-hurri-2"}
    late = {u.id for u in plan_.units} - come
    assert {u for u in late if units[u].at != PENDING} == set()
    assert len([u for u, found in units.items() if found.at != PENDING]) == len(come)


@pytest.mark.parametrize("air", [False, True])
@pytest.mark.parametrize("automatic", [False, True])
def test_a_line_of_play_is_sound(automatic: bool, air: bool) -> None:
    """Whatever is done first, at random or as the automatic players would."""
    rules_, state = (flown(), aloft().state) if air else (rules(), begun().state)
    play(rules_, state, automatic)


def play(rules_: FireInTheEast, state: State, automatic: bool) -> None:
    """Play for a while."""
    stream = Stream(3, "typhoon")
    for _ in range(SAMPLE[automatic]):
        node = rules_.chance(state)
        advice = rules_.advise(state) if automatic and node is None else None
        if node is not None:
            action = Roll(1 + stream.below(node.sides))
        elif advice is not None:
            action = advice.action
        else:
            asked = rules_.question(state)
            legal = LegalActions(asked.families, partial(rules_.check, state))
            action = legal.random(stream)
        assert action is not None and not rules_.check(state, action)
        state = rules_.apply(state, action).state
        assert rules_.invariants(state) == ()
